/**
 * What the proof adds to the time between a response and the next request, at a body of 1 MB: its own work in the engine's realm, against that time in
 * sessions without castellan, taken in turn. Prints the ratio of the medians; judges nothing. `--smoke`: one of each.
 */
import { bodiesOf } from '../test/support/scripted-api.ts'
import { toolUse } from '../test/support/scripted-reply.ts'
import { runSession, UNATTENDED } from '../test/support/session.ts'
import type { GateFigures } from './gate-mod.ts'
import { answerInEngine } from './in-engine.ts'
import { proseOf } from './redact-scenes.ts'

const ROUNDS = process.argv.includes('--smoke') ? 1 : 7
/** No further round is begun after so long. */
const MAX_MS = 48_000
const CALLS = 6
const VALUES = '100'

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

/** Milliseconds between the end of each response and the request after it, in a session that only reads a small file again and again. */
async function gaps(prompt: string): Promise<readonly number[]> {
  const script = Array.from({ length: CALLS }, () => [toolUse('Read', { file_path: 'a.txt' })])
  const session = await runSession({ script, prompt, later: [], project: { 'a.txt': 'one line\n' }, args: UNATTENDED })
  const main = session.requests.filter(({ kind }) => kind === 'main')
  const units = main.at(-1)?.raw.length ?? 0
  if (units < 1_000_000 || bodiesOf(session.requests).length <= CALLS) throw new Error(`no such session: ${units} units, ${session.stderr}`)
  session.cleanup()
  return main.slice(1).map(({ arrived }, at) => arrived - (main[at]?.answered ?? Number.NaN))
}

const between: number[] = []
const figures: GateFigures[] = []
const prompt = proseOf(1_048_576)
for (let round = 0; round < ROUNDS && performance.now() < MAX_MS; round++) {
  between.push(median(await gaps(prompt)))
  figures.push(await answerInEngine<GateFigures>('bench/gate-mod.ts', '/gate', { VALUES }))
}
const gap = median(between)
const of = (name: keyof GateFigures) => median(figures.map(figure => figure[name]))
const share = (ms: number) => `${((100 * ms) / gap).toFixed(1)} %`
console.log(
  `the gate in the engine, 1 MB, ${VALUES} values, ${figures.length} sessions of each kind: from a response to the next request without it 1; adds ${share(of('next'))}, to the first request of a process ${share(of('first'))}; here ${gap.toFixed(0)} ms, ${of('next').toFixed(1)} ms and ${of('first').toFixed(1)} ms`,
)
