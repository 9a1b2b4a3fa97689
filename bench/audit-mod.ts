/**
 * A mod for the bench alone: `/audit` times what the audit does about one tool call's check, in the engine's own realm, and answers microseconds as JSON.
 * Files are written through the engine, as a seat's are; the collector takes everything at once.
 */
import { effectSummary } from '../audit/effect-summary.ts'
import type { StarNext } from '../hooks/dispatch.ts'
import type { Doors } from '../hooks/doors.ts'
import { createNotes } from '../hooks/notes.ts'
import { createRecorder } from '../hooks/record.ts'
import { createShipping } from '../hooks/shipping.ts'
import { createSpool } from '../hooks/spool.ts'
import type { AuditLevel, CompiledAudit, CompiledPolicy, Durability } from '../policy/compile/compiled.ts'
import { describeToolCall } from '../policy/facts/describe.ts'
import { withResolved } from '../policy/facts/draft.ts'
import { ENGINE } from '../policy/facts/facts.ts'
import { createRedactor } from '../redact/redactor.ts'
import { TYPICAL } from './commands.ts'
import { secretsOf } from './redact-scenes.ts'

/** Milliseconds that one round takes. */
declare const ROUND_MS: number

const ROUNDS = 5
/** A seat's timer comes twice a second; in a lively session so many dispatches are recorded meanwhile. */
const A_TICK = 32

export type Kind = AuditLevel | Exclude<Durability, 'memory'>
/** Microseconds a dispatch: at each level with records in memory, and at level decision with records kept. */
export type Figures = Readonly<Record<Kind, number>>
const KINDS: readonly Kind[] = ['none', 'count', 'decision', 'full', 'behind', 'ahead']

type Files = Pick<Doors, 'configFolder' | 'home' | 'list' | 'readText' | 'realPath' | 'writeText'>
type Dollar = {
  command: { register: (command: { name: string; description: string }) => Promise<unknown> }
  env: { get: (name: string) => Promise<string | undefined> }
  fs: {
    list: Doors['list']
    read: Doors['readText']
    write: NonNullable<Doors['writeText']>
    stat: (path: string, how: { resolve: true }) => Promise<{ realPath: string | undefined }>
  }
}
type On = ((event: 'command.run', match: { command: string }, hook: ($: Dollar) => Promise<{ text: string }>) => unknown) &
  ((event: 'session.start', hook: ($: Dollar) => Promise<void>) => unknown)

const places = { home: ['/home/person'], project: ['/srv/project'] }
const input = { command: TYPICAL }
const facts = withResolved(describeToolCall({ tool: 'Bash', input, origin: ENGINE, cwd: '/srv/project', places }), new Map())
const links = [
  { index: 0, plugin: 'castellan', tier: 'prepend', outcome: 'returned', ms: 1 },
  { index: 1, plugin: 'engine', tier: 'core', outcome: 'returned', ms: 1 },
]

/** One dispatch after another of that kind; answers how long each took. */
function auditing(kind: Kind, files: Files): (count: number) => Promise<number> {
  const isKept = kind === 'behind' || kind === 'ahead'
  const level = isKept ? 'decision' : kind
  const durability = isKept ? kind : 'memory'
  const audit: CompiledAudit = {
    endpoint: 'http://127.0.0.1:4318/v1/traces',
    reach: 'complete',
    headers: [],
    levels: { decisions: level, redactions: level, conversation: level, noise: level },
    durability: { decisions: durability, redactions: durability, conversation: durability, noise: durability },
    spool: { cap: 16 * 1024 * 1024, full: 'drop-oldest', deadline: 2000 },
  }
  const policy = {
    name: 'bench',
    digest: 'd'.repeat(64),
    castellan: '0',
    mode: 'enforce',
    withhold: [],
    tables: {},
    audit,
  } as object as CompiledPolicy
  const redactor = createRedactor(secretsOf(20))
  const mask = (text: string): string => redactor.text(text).text
  const marketplace = `bench-${kind}`
  const notes = createNotes()
  const ticks: (() => void)[] = []
  const doors = {
    ...files,
    every: (_ms: number, fn: () => void) => void ticks.push(fn),
    post: async () => ({ status: 200, headers: {}, text: '{}' }),
  } as object as Doors
  const keeperOf = (at: Doors, sessionId: string) => (isKept ? createSpool({ marketplace, sessionId, audit }, at) : undefined)
  const shipping = createShipping(policy, mask, keeperOf)
  const recorder = createRecorder(policy, notes, shipping, () => false, Date.now)
  shipping.start(doors, `session-${kind}`)
  let call = 0
  return async count => {
    const began = performance.now()
    for (let at = 0; at < count; at++) {
      const e = { tool: 'Bash', input, tool_use_id: `toolu_${call++}` }
      const answer = { decision: 'allow' as const }
      const next = Object.assign(async () => answer, {
        event: 'tool.check',
        origin: ENGINE,
        trace: links,
        called: true,
        budget: { remainingMs: 1000 },
      }) as StarNext
      notes.of(e).decision = { verdict: 'none', spoken: [], effects: effectSummary(facts, level === 'full' ? mask : undefined) }
      await recorder.record(doors, e, next)
      if (at % A_TICK === A_TICK - 1) for (const tick of ticks) tick()
    }
    return performance.now() - began
  }
}

/** Of each kind the median of the rounds, in turns: what else the machine does is in all of them alike. */
async function measured(files: Files): Promise<Figures> {
  const of = Object.fromEntries(KINDS.map(kind => [kind, { run: auditing(kind, files), times: [] as number[] }]))
  for (let round = -1; round < ROUNDS; round++) {
    for (const { run, times } of Object.values(of)) {
      let took = 0
      let count = 0
      while (took < ROUND_MS) {
        took += await run(A_TICK)
        count += A_TICK
      }
      if (round >= 0) times.push((1000 * took) / count)
    }
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN
  return Object.fromEntries(Object.entries(of).map(([kind, { times }]) => [kind, median(times)])) as Figures
}

function filesOf($: Dollar): Files {
  return {
    configFolder: () => $.env.get('CLAUDE_CONFIG_DIR'),
    home: () => $.env.get('HOME'),
    list: path => $.fs.list(path),
    readText: path => $.fs.read(path),
    realPath: async path => (await $.fs.stat(path, { resolve: true })).realPath,
    writeText: (path, text) => $.fs.write(path, text),
  }
}

export function register(on: On): void {
  on('session.start', async $ => {
    await $.command.register({ name: 'audit', description: 'Times the audit.' })
  })
  on('command.run', { command: 'audit' }, async $ => ({ text: JSON.stringify(await measured(filesOf($))) }))
}
