/** A mod for the bench alone: `/verdicts` times decisions in the engine's own realm and answers microseconds a call, as JSON. */
import { parse } from 'unbash'
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import { DAY, HEAVY, TYPICAL } from './commands.ts'
// bench/engine.ts bundles it in, as a build would write it.
// @ts-expect-error: generated
import { policy } from './policy.js'
import { grown, verdictsOf } from './verdicts.ts'

const compiled = policy as CompiledPolicy

/** Microseconds a call. */
export type Figures = Readonly<
  Record<'parsing' | 'typical' | 'p99' | 'heavy' | 'typical50' | 'typical500' | 'heavy50' | 'heavy500' | 'day', number>
>

type Dollar = { command: { register: (command: { name: string; description: string }) => Promise<unknown> } }
type Hook<Event extends string, Answer> = (event: Event, match: { command: string }, hook: () => Answer) => unknown
type On = Hook<'command.run', { text: string }> & ((event: 'session.start', hook: ($: Dollar) => Promise<void>) => unknown)

/** So long a round: a hook has ten seconds of its own, and a busy machine needs several times as long. */
const ROUND_MS = 50
const ROUNDS = 3

function medianMicros(run: () => void): number {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    let calls = 0
    for (; calls === 0 || performance.now() - start < ROUND_MS; calls++) run()
    times.push(((performance.now() - start) * 1000) / calls)
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN
}

export function register(on: On): void {
  on('session.start', async $ => {
    await $.command.register({ name: 'verdicts', description: 'Times decisions.' })
  })
  on('command.run', { command: 'verdicts' }, () => {
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
    return { text: JSON.stringify(figures) }
  })
}
