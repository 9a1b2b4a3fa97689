/**
 * What redaction costs, as ratios inside one run: texts of three sizes against 10 to 10,000 values with all their disguises, next to one pass over the text
 * unit by unit, `indexOf` of one needle, a RegExp of the bare values, and the automaton of the package `ahocorasick` over the bare values. Prints a table;
 * judges nothing. The engine's own is printed by redact-engine.ts. `--smoke`: a moment, to see that it runs.
 */
import { processorMicros } from './measure.ts'
import type { Effort } from './median.ts'
import { type Published, rowsOf } from './redact-rows.ts'

const isSmoke = process.argv.includes('--smoke')
const COUNTS = isSmoke ? [10, 100] : [10, 100, 1000, 10_000]
/** The whole bench stays under 30 seconds. */
const EFFORT: Effort = isSmoke ? { rounds: 1, milliseconds: 1, warmUp: 1 } : { rounds: 5, milliseconds: 20, warmUp: 60 }

/** A name in a variable: neither bundler nor type checker looks for a package that may be absent. */
const PACKAGE: string = 'ahocorasick'
const matcher = await import(PACKAGE).then(
  ({ default: found }: { default: Published }) => found,
  () => undefined,
)
if (matcher === undefined) console.log(`NOT MEASURED: a published matcher. The package ${PACKAGE} is not installed.`)
for (const count of COUNTS) for (const row of rowsOf(count, processorMicros, EFFORT, matcher)) console.log(row)
