/**
 * The slowest answer to lines made to be slow, each shape at several lengths, and to mutated real lines: milliseconds of one decision in a warm process,
 * against a bar of 100. Prints the slowest; judges nothing. `--smoke`: short lines and few.
 */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { loadPolicy } from '../cli/load-policy.ts'
import { ATTACK_SHAPES, CODE_SHAPES, POWERSHELL_SHAPES } from '../test/policy/shell/attack-shapes.ts'
import { mutatedCommands } from '../test/policy/shell/mutated-commands.ts'
import { DAY } from './commands.ts'
import { verdictsOf } from './verdicts.ts'

const isSmoke = process.argv.includes('--smoke')
const SIZES = isSmoke ? [100] : [300, 3000, 20_000, 60_000, 130_000, 1_000_000]
const MUTATED = isSmoke ? 200 : Number(process.env.CASTELLAN_FUZZ_RUNS ?? 200_000)

const loaded = loadPolicy('policies/reference', process.cwd())
if (!loaded.ok) throw new Error('the reference policy does not compile')
const verdict = verdictsOf(loaded.policy)
for (let round = 0; round < (isSmoke ? 1 : 100); round++) for (const command of DAY) verdict(command)

const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

type Timed = { readonly name: string; readonly ms: number }

const timed = (name: string, command: string, tool?: string): Timed => {
  const start = processorMs()
  verdict(command, tool)
  return { name, ms: processorMs() - start }
}

/** The best of three: what the line costs, and not what else the process had to do just then. */
const best = (name: string, command: string, tool?: string): Timed => {
  const first = timed(name, command, tool)
  if (first.ms < 20) return first
  return [first, timed(name, command, tool), timed(name, command, tool)].reduce((one, other) => (other.ms < one.ms ? other : one))
}

function report(title: string, all: readonly Timed[]): void {
  const slowest = all.toSorted((a, b) => b.ms - a.ms).slice(0, isSmoke ? 1 : 5)
  const over = all.filter(({ ms }) => ms > 100).length
  console.log(
    `${title}: ${all.length} lines, ${over} over 100 ms; slowest ${slowest.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(', ')}`,
  )
}

type Shapes = Readonly<Record<string, (size: number) => string>>
const timesOf = (shapes: Shapes, tool?: string): readonly Timed[] =>
  Object.entries(shapes).flatMap(([name, shape]) => SIZES.map(size => best(`${name} (${size})`, shape(size), tool)))

report('shapes', timesOf(ATTACK_SHAPES))
report('code', timesOf(CODE_SHAPES))
report('PowerShell', timesOf({ ...POWERSHELL_SHAPES, ...ATTACK_SHAPES }, 'PowerShell'))

const seeds = ['reported-cases.jsonl', 'wrapper-forms.jsonl'].flatMap(file =>
  readFileSync(`test/policy/shell/data/${file}`, 'utf8')
    .trim()
    .split('\n')
    .map(line => (JSON.parse(line) as { command: string }).command),
)
const mutated: Timed[] = []
let done = 0
fc.assert(
  fc.property(mutatedCommands(seeds), command => {
    const one = best(`#${done++}`, command)
    if (mutated.length < 1000 || one.ms > 5) mutated.push(one)
  }),
  { seed: 9, numRuns: MUTATED },
)
report(`of ${done} mutated lines, the slow`, mutated)
