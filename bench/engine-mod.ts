/** A mod for the bench alone: `/verdicts` times decisions in the engine's own realm and answers microseconds a call, as JSON. */

import { parse } from 'unbash'
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { answersCommand, type On } from './answers-command.ts'
import { DAY, HEAVY, TYPICAL } from './commands.ts'
import { medianBy } from './median.ts'
// bench/engine.ts bundles it in, as a build would write it.
// @ts-expect-error: generated
import { policy } from './policy.js'
import { grown, verdictsOf } from './verdicts.ts'

const compiled = policy as CompiledPolicy

/** Microseconds a call. */
export type Figures = Readonly<
  Record<'parsing' | 'typical' | 'p99' | 'heavy' | 'typical50' | 'typical500' | 'heavy50' | 'heavy500' | 'day', number>
>

/** So long a round: a hook has ten seconds of its own, and a busy machine needs several times as long. */
const ROUND_MS = 50
const ROUNDS = 3

const medianMicros = (run: () => void): number =>
  medianBy(() => performance.now() * 1000, run, { rounds: ROUNDS, milliseconds: ROUND_MS, warmUp: 0 })

export function register(on: On): void {
  answersCommand(on, 'verdicts', 'Times decisions.', () => {
    const shipped = verdictsOf(compiled)
    const at50 = verdictsOf(grown(compiled, 50))
    const at500 = verdictsOf(grown(compiled, 500))
    const times: number[] = []
    for (const since = performance.now(); times.length < 1000 && performance.now() - since < 10 * ROUND_MS; ) {
      const start = performance.now()
      shipped(TYPICAL)
      times.push((performance.now() - start) * 1000)
    }
    times.sort((a, b) => a - b)
    const parsing = medianMicros(() => void parse(TYPICAL).commands.length)
    const figures: Figures = {
      parsing,
      typical: medianMicros(() => void shipped(TYPICAL)),
      p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
      heavy: medianMicros(() => void shipped(HEAVY)),
      typical50: medianMicros(() => void at50(TYPICAL)),
      typical500: medianMicros(() => void at500(TYPICAL)),
      heavy50: medianMicros(() => void at50(HEAVY)),
      heavy500: medianMicros(() => void at500(HEAVY)),
      day: medianMicros(() => DAY.forEach(command => void shipped(command))) / DAY.length,
    }
    return figures
  })
}
