/**
 * What castellan costs. A dispatch by level and durability of its record, timed in the engine's own realm; the start of a session and a session of forty
 * tool calls by reach, as processor time of the engine and of all it starts, beside no mod, a mod that lets the same events pass, and a classic hook that
 * runs a script. Everything in one run; prints ratios, judges nothing. `--smoke`: once, two calls.
 */
import { join } from 'node:path'
import { createSandbox, writeFiles } from '../test/support/sandbox.ts'
import { bash, say } from '../test/support/scripted-reply.ts'
import { type Reach, runSeated } from '../test/support/seated.ts'
import { runSession, type Session, UNATTENDED } from '../test/support/session.ts'
import type { Figures } from './audit-mod.ts'
import { engineSeconds } from './engine-time.ts'
import { answerInEngine } from './in-engine.ts'
import { passThrough } from './pass-through.ts'

const isSmoke = process.argv.includes('--smoke')
const CALLS = isSmoke ? 2 : 40
const MAX_ROUNDS = isSmoke ? 1 : 5
const MAX_MS = 300_000

const REACHES = ['off', 'decisions', 'standard', 'complete'] as const
const nameOf = (reach: Reach): string => (reach === 'off' ? 'without audit' : reach)

/** A check as a classic hook does it: a process for every call. */
const SCRIPT = `let text = ''
process.stdin.on('data', piece => (text += piece))
process.stdin.on('end', () => process.exit(/rm -rf/.test(JSON.parse(text).tool_input.command) ? 2 : 0))
`

type Options = { readonly prompt: string; readonly script: Parameters<typeof runSession>[0]['script']; readonly timeoutMs: number }

const work = createSandbox()
writeFiles(work.dir, { 'check.js': SCRIPT })
const hook = { type: 'command', command: `'${process.execPath}' '${join(work.dir, 'check.js')}'` }

const SESSIONS: Readonly<Record<string, (options: Options) => Promise<Session>>> = {
  'no mod': options => runSession({ ...options, args: UNATTENDED }),
  'a script for each call': options =>
    runSession({ ...options, args: UNATTENDED, settings: { hooks: { PreToolUse: [{ matcher: '*', hooks: [hook] }] } } }),
  ...Object.fromEntries(
    REACHES.flatMap(reach => [
      [
        `${nameOf(reach)}, passed`,
        (options: Options) => runSeated({ ...options, policy: 'policies/reference', reach, change: passThrough }),
      ],
      [nameOf(reach), (options: Options) => runSeated({ ...options, policy: 'policies/reference', reach })],
    ]),
  ),
}

async function secondsOf(name: string, calls: number): Promise<number> {
  const script = [...Array.from({ length: calls }, (_, k) => [bash(`echo ${k}`, `call-${k}`)]), [say('done')]]
  const session = await SESSIONS[name]?.({ prompt: 'go', script, timeoutMs: MAX_MS })
  const asked = session?.requests.length
  if (session?.code !== 0 || asked !== calls + 1)
    throw new Error(`${name}: exit ${session?.code} after ${asked} requests: ${session?.stderr}`)
  session.cleanup()
  return engineSeconds()
}

const per = (over: number, under: number): string => (over / under).toFixed(2)

const { none, ...kinds } = await answerInEngine<Figures>('bench/audit-mod.ts', '/audit', { ROUND_MS: isSmoke ? '5' : '100' })
const dispatches = Object.entries(kinds).map(
  ([kind, micros]) => `${kind === 'behind' || kind === 'ahead' ? `decision, kept ${kind}` : kind} ${per(micros, none)}`,
)
console.log(`a dispatch, in the engine, by the clock: level none 1; ${dispatches.join('; ')}; here none ${none.toFixed(0)} us`)

const names = Object.keys(SESSIONS)
// The least of the rounds: what else the machine does only ever adds. In turns, so that it is in all of them alike.
const least = new Map<string, { start: number; whole: number }>(
  names.map(name => [name, { start: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY }]),
)
const since = Date.now()
let longest = 0
let rounds = 0
while (rounds < MAX_ROUNDS && Date.now() - since + longest < MAX_MS) {
  const began = Date.now()
  for (const [name, found] of least) {
    found.start = Math.min(found.start, await secondsOf(name, 0))
    found.whole = Math.min(found.whole, await secondsOf(name, CALLS))
  }
  longest = Math.max(longest, Date.now() - began)
  rounds++
}
work.cleanup()

const of = (name: string) => {
  const { start, whole } = least.get(name) ?? { start: Number.NaN, whole: Number.NaN }
  return { start, whole, call: (whole - start) / CALLS }
}
const bare = of('no mod')
const row = (figure: 'start' | 'whole' | 'call'): string => names.map(name => `${name} ${per(of(name)[figure], bare[figure])}`).join('; ')
console.log(`a session that only starts, processor time, ${rounds} rounds: ${row('start')}; here no mod ${bare.start.toFixed(2)} s`)
console.log(`a session of ${CALLS} tool calls: ${row('whole')}; here no mod ${bare.whole.toFixed(2)} s`)
console.log(`a tool call, the second less the first: ${row('call')}; here no mod ${(1000 * bare.call).toFixed(1)} ms`)
const over = REACHES.map(reach => `${nameOf(reach)} ${per(of(nameOf(reach)).call, of(`${nameOf(reach)}, passed`).call)}`)
console.log(`a tool call over one whose events all pass: ${over.join('; ')}`)
