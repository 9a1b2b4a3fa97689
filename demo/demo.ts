import { secretCounts } from './counts.ts'
import { type MakeSeat, type Played, play, type Run, type Say } from './play.ts'
import type { DemoResult, Step } from './result.ts'
import { masker } from './secrets.ts'
import { summaryOf } from './span-summary.ts'
import { recordStep } from './step-record.ts'
import { admittedPluginStep, buildStep, refusedPluginStep, seatStep } from './steps-before.ts'
import { mentionStep, pushStep, readStep, subAgentStep } from './steps-session.ts'

/** How a demo ended. `values` are the secrets of the run, for those who test that nothing shows them. */
export type Demo =
  | { readonly is: 'done'; readonly result: DemoResult; readonly values: readonly string[] }
  | Exclude<Played, { is: 'played' }>

const STEPS: readonly ((run: Run) => Step)[] = [
  buildStep,
  seatStep,
  refusedPluginStep,
  admittedPluginStep,
  mentionStep,
  pushStep,
  readStep,
  subAgentStep,
  recordStep,
]

/** Every text in a value made fit to be shown. */
function shown<T>(value: T, mask: (text: string) => string): T {
  if (typeof value === 'string') return mask(value) as T
  if (Array.isArray(value)) return value.map(item => shown(item, mask)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shown(item, mask)])) as T
}

function resultOf(run: Run, started: number): DemoResult {
  const { password, token } = secretCounts(run)
  const { name, digest, rules } = run.seat.policy
  const result = {
    engine: run.engine,
    policy: { name, digest, rules: rules.length },
    steps: STEPS.map(step => step(run)),
    secrets: [password, token],
    requests: run.session.requests.length,
    spans: summaryOf(run.rows, run.receiver.spans.length),
    seconds: Math.round((Date.now() - started) / 100) / 10,
  }
  return shown(result, masker(Object.values(run.secrets)))
}

/** Plays the story on the real engine and answers what it came to. Nothing of it stays on the disk. Rejects only on a bug. */
export function runDemo(say: Say = () => {}, makeSeat?: MakeSeat): Promise<Demo> {
  const started = Date.now()
  const done = (played: Played): Demo => {
    if (played.is !== 'played') return played
    const values = Object.values(played.run.secrets).map(secret => secret.value)
    return { is: 'done', result: resultOf(played.run, started), values }
  }
  return play(say, done, makeSeat)
}
