/** A mod for the bench alone: `/worst` times one decision about each of the slowest kinds of lines in the engine's own realm, milliseconds as JSON. */

import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { ATTACK_SHAPES, CODE_SHAPES } from '../test/policy/shell/attack-shapes.ts'
import { answersCommand, type On } from './answers-command.ts'
import { DAY } from './commands.ts'
// bench/in-engine.ts bundles it in, as a build would write it.
// @ts-expect-error: generated
import { policy } from './policy.js'
import { verdictsOf } from './verdicts.ts'

/** This session's part of the lines, of so many. */
declare const PART: number
declare const PARTS: number

export type Worst = { readonly measured: number; readonly left: number; readonly slowest: readonly (readonly [name: string, ms: number])[] }

/** A hook has ten seconds of its own. */
const MAX_MS = 7000
/** The likely worst first: a busy machine has no time for all. */
const SIZES = [20_000, 3000, 130_000]

const now = (): number => performance.now()

/** Milliseconds that a fixed piece of work takes. */
function spin(): number {
  const start = now()
  let sum = 0
  for (let at = 0; at < 2_000_000; at++) sum = (sum + at * 7) | 0
  return sum === 1 ? 0 : now() - start
}

export function register(on: On): void {
  answersCommand(on, 'worst', 'Times the slowest decisions.', async () => {
    const verdict = verdictsOf(policy as CompiledPolicy)
    const since = now()
    for (let round = 0; round < 20; round++) for (const command of DAY) verdict(command)
    for (let round = 0; round < 50; round++) spin()
    let quiet = spin()
    const byClock = (line: string): number => {
      const start = now()
      verdict(line)
      return now() - start
    }
    /** On a machine of its own: how much longer than at its best a fixed piece of work takes just then tells what else the machine does. */
    const alone = (line: string): number => {
      const before = spin()
      const ms = byClock(line)
      const after = spin()
      quiet = Math.min(quiet, before, after)
      return (ms * quiet) / ((before + after) / 2)
    }
    const shapes = Object.entries({ ...ATTACK_SHAPES, ...CODE_SHAPES })
    const lines = SIZES.flatMap(size => shapes.map(([name, shape]) => ({ name: `${name} (${size})`, shape, size }))).filter(
      (_, at) => at % PARTS === PART,
    )
    const times: [string, number][] = []
    for (const { name, shape, size } of lines) {
      if (now() - since > MAX_MS) break
      const line = shape(size)
      const first = byClock(line)
      times.push([name, first < 30 ? first : Math.min(alone(line), alone(line), alone(line))])
      // The worker is taken for hung where it never comes to rest.
      await new Promise(done => setTimeout(done, 0))
    }
    const slowest = times.toSorted((one, other) => other[1] - one[1]).slice(0, 5)
    const worst: Worst = { measured: times.length, left: lines.length - times.length, slowest }
    return worst
  })
}
