/** What goes wrong between a session and its collector: nothing that must be kept is lost, what is lost is told and counted, and nobody waits. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from '../../audit/chain.ts'
import type { CompiledAudit } from '../../policy/compile/compiled.ts'
import { verifyChains } from '../audit/verify-chains.ts'
import { allOf, breaking, type Target } from '../support/break-seat.ts'
import { isLong } from '../support/long.ts'
import { canUseManaged } from '../support/managed.ts'
import { modSource } from '../support/mod-source.ts'
import { type Faults, type Receiver, startReceiver } from '../support/otlp-receiver.ts'
import { PATIENCE_MS, playAll } from '../support/play-all.ts'
import { writePlugin } from '../support/plugin.ts'
import { createSandbox, type Sandbox, textOf } from '../support/sandbox.ts'
import { bash, say } from '../support/scripted-reply.ts'
import { asPersons, buildSeat, type Change, type Reach } from '../support/seated.ts'
import { runSession, type Session, type SessionOptions, UNATTENDED } from '../support/session.ts'
import { toolResult } from '../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, 'policy')
const DATA = '.claude/plugins/data/castellan-acme'
const MANY = isLong ? 10_000 : 1000

type Durability = 'memory' | 'behind' | 'ahead'
const kept = (durability: Durability, full: 'drop-oldest' | 'refuse' = 'drop-oldest'): Partial<CompiledAudit> => ({
  durability: { decisions: durability, redactions: durability, conversation: durability, noise: 'memory' },
  spool: { cap: 1 << 26, full, deadline: 1000 },
})

type Options = Omit<SessionOptions, 'prompt' | 'settings'> & {
  audit: Partial<CompiledAudit>
  receiver: Receiver
  change?: Change
  reach?: Reach
  mod?: string
}
/** Time enough for the last of it, on a machine that is busy. */
const UNHURRIED = { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '10000' }
type Played = { session: Session; receiver: Receiver }

async function play({ audit, receiver, change, reach = 'standard', mod, ...options }: Options): Promise<Played> {
  const sandbox = options.sandbox ?? createSandbox()
  const built = buildSeat(join(sandbox.dir, 'seat'), POLICY, `${receiver.url}/v1/traces`, change, reach, audit)
  const pluginDirs = mod === undefined ? [] : [writePlugin(join(sandbox.dir, 'mods'), mod, modSource(mod))]
  const settings = asPersons(built.settings)
  const session = await runSession({ prompt: 'go', args: UNATTENDED, timeoutMs: PATIENCE_MS, ...options, sandbox, settings, pluginDirs })
  return { session, receiver }
}

const playAt = async (faults: Faults, options: Omit<Options, 'receiver'>): Promise<Played> => {
  const receiver = await startReceiver(faults)
  const played = await play({ ...options, receiver })
  await receiver.close()
  return played
}

type Line = {
  chain: string
  seq: number
  event: string
  kind?: string
  toolUseId?: string
  dropped?: number
  lost?: { count: number; why: string }
}

/** The sealed lines that a receiver took, in the order of each chain, each once. */
function taken({ receiver }: Pick<Played, 'receiver'>): Line[] {
  const lines = new Set(receiver.spans.map(({ attributes }) => `${attributes['castellan.audit.record'] ?? ''}`))
  return [...lines].flatMap(line => (line === '' ? [] : [JSON.parse(line) as Line])).sort((a, b) => a.seq - b.seq)
}
/** Numbers that are missing between the first record of a chain and the last. */
const missing = (lines: readonly Line[]): number => {
  const last = new Map<string, number>()
  for (const { chain, seq } of lines) last.set(chain, Math.max(seq, last.get(chain) ?? 0))
  return [...last.values()].reduce((sum, seq) => sum + seq + 1, 0) - lines.length
}
const losses = (lines: readonly Line[]) => lines.flatMap(({ lost }) => (lost === undefined ? [] : [lost]))
const verified = ({ receiver }: Played) =>
  verifyChains(
    receiver.exports.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body)),
    { hashOf, isComplete: true },
  )
/** What lies in the spool. */
function spooled({ home }: Sandbox): string {
  const folder = join(home, DATA, 'audit')
  return readdirSync(folder)
    .filter(name => name.endsWith('.jsonl'))
    .map(name => textOf(join(folder, name)))
    .join('')
}
/** When the debug log says so, first or last; milliseconds since the epoch. */
const saidAt = ({ debugLog }: Session, words: string): number => {
  const line = debugLog.split('\n').find(one => one.includes(words)) ?? ''
  return Date.parse(line.slice(0, 24))
}
const CALL = [[bash('touch free-1', 'free'), bash('touch forbidden-1', 'forbidden')], [say('done')]]

/** A collector that is gone from the call `down` until the call `up`, and slow from then on. */
async function goneForAWhile(): Promise<Played> {
  const sandbox = createSandbox()
  const faults: { delayMs?: number } = {}
  const receiver = await startReceiver(faults)
  const at = async (file: string, act: () => Promise<void>): Promise<void> => {
    while (textOf(join(sandbox.cwd, file)) === '') await new Promise(done => setTimeout(done, 50))
    await act()
  }
  void at('down', receiver.close)
  void at('up', async () => {
    faults.delayMs = 300
    await receiver.reopen()
  })
  const script = [
    [bash('echo x > down; sleep 1', 'down')],
    [bash('touch free-1', 'between')],
    [bash('echo x > up; sleep 2', 'up')],
    [say('done')],
  ]
  const played = await play({ audit: kept('memory'), receiver, sandbox, env: UNHURRIED, script })
  await receiver.close()
  return played
}

/** One session whose collector will not have it, for want of the right address or credentials; another once that was seen to. */
async function shutOut(): Promise<{ first: Played; left: string; second: Played }> {
  const sandbox = createSandbox()
  const first = await playAt(
    { statuses: Array.from({ length: 200 }, () => 401) },
    { audit: kept('behind'), sandbox, env: UNHURRIED, script: CALL },
  )
  const left = spooled(sandbox)
  // Long enough to find what lies there and to see that nobody else takes it.
  const second = await playAt({}, { audit: kept('behind'), sandbox, env: UNHURRIED, script: [[bash('sleep 2')], [say('done')]] })
  return { first, left, second }
}

const CHECK: Target = { hook: 'check' }

let played: Awaited<ReturnType<typeof start>>
const start = () =>
  playAll({
    hung: () => playAt({ hang: true }, { audit: kept('behind'), script: CALL }),
    hungAtTheEnd: () => playAt({ hang: 1 }, { audit: kept('behind'), script: CALL }),
    hungInTheMiddle: () => playAt({ hang: 1 }, { audit: kept('behind'), script: [[bash('sleep 4', 'waits')], ...CALL] }),
    refusing: () =>
      playAt(
        // While it is to be patient more comes to be sent: the batch after the first is one of many spans.
        { statuses: [429, 200, 413, 200, 200, 400, 'partial', 400], retryAfter: 1 },
        { audit: kept('behind'), env: UNHURRIED, script: [[bash('touch free-1; sleep 1')], [bash('touch free-2; sleep 1')], ...CALL] },
      ),
    gone: goneForAWhile,
    shutOut,
    memory: () =>
      playAt(
        {},
        { audit: kept('memory'), env: UNHURRIED, reach: 'complete', mod: 'raiser', script: [[bash(`echo raise-${MANY}`)], [say('done')]] },
      ),
    ahead: () =>
      playAt(
        {},
        { audit: kept('ahead'), env: UNHURRIED, reach: 'complete', mod: 'raiser', script: [[bash(`echo raise-${MANY}`)], [say('done')]] },
      ),
    broken: () =>
      playAt(
        {},
        {
          audit: kept('memory'),
          reach: 'decisions',
          change: allOf(breaking(CHECK, { always: 'throws-before', only: `e.input?.command?.includes('break')` })),
          script: [[bash('touch free-1; true break', 'broken')], [bash('touch free-2', 'whole')], [say('done')]],
        },
      ),
    ...(canUseManaged() && { full: fullDisk }),
  })

/** The data folder is a disk of its own, of one page: what says who writes fills it. */
function fullDisk(): Promise<Played> {
  const sandbox = createSandbox()
  const small = `mkdir -p "$0" && mount -t tmpfs -o size=4k none "$0" && exec "$@"`
  const folder = join(sandbox.home, DATA)
  const user = process.getuid?.() === 0 ? [] : ['-r']
  return playAt(
    {},
    {
      audit: kept('ahead', 'refuse'),
      sandbox,
      env: { IS_SANDBOX: '1' },
      within: engine => ['unshare', ...user, '-m', 'sh', '-c', small, folder, ...engine],
      script: [[bash('touch unrecorded', 'first')], [say('done')]],
    },
  )
}

beforeAll(async () => {
  played = await start()
}, PATIENCE_MS)

describe('a collector that takes connections and never answers', () => {
  test('does not hold the end of the session: what was asked of it in the last turn is under way when the session ends', () => {
    const { session, receiver } = played.hung
    const turn = saidAt(session, '[engine] turn 1 end')
    const end = saidAt(session, 'castellan@acme session.end settled')
    const asked = receiver.exports.filter(({ arrived }) => arrived < turn)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter(({ closed = Number.POSITIVE_INFINITY }) => closed > end)).not.toEqual([])
    expect([session.code, session.exists('free-1'), session.exists('forbidden-1')]).toEqual([0, true, false])
  })

  test.each(['hungAtTheEnd', 'hungInTheMiddle'] as const)('nor does one that answered before: %s', name => {
    const { session, receiver } = played[name]
    const [answered, ...unanswered] = receiver.exports
    const end = saidAt(session, 'castellan@acme session.end settled')
    expect(answered?.closed).toBeLessThan(end)
    expect(unanswered.length).toBeGreaterThan(0)
    expect(unanswered.filter(({ closed = Number.POSITIVE_INFINITY }) => closed < end)).toHaveLength(0)
    expect([session.code, session.exists('free-1'), session.exists('forbidden-1')]).toEqual([0, true, false])
  })

  test('what it did not take is on the disk, whole', () => {
    const lines = spooled(played.hung.session.sandbox)
      .split('\n')
      .filter(line => line !== '')
    expect(verifyChains(lines, { hashOf, isComplete: true })).toMatchObject({ findings: [], isWhole: true })
  })
})

describe('a collector that asks for patience, finds a batch too long, and refuses another', () => {
  test('Retry-After is heeded', () => {
    const [first, second] = played.refusing.receiver.exports
    // It is counted from when the request was begun; without the header the next would come after 0.6 s at the most.
    expect((second?.arrived ?? 0) - (first?.arrived ?? 0)).toBeGreaterThan(700)
  })

  test('what was too long is sent again in two; nothing else but what was refused is missing', () => {
    const lines = taken(played.refusing)
    const statuses = played.refusing.receiver.exports.map(({ status }) => status)
    expect(statuses.slice(0, 8)).toEqual([429, 200, 413, 200, 200, 400, 200, 400])
    const told = losses(lines)
    // The receiver has the one that it says it rejected.
    expect(told.reduce((sum, { count }) => sum + count, 0)).toBe(missing(lines) + 1)
    // A record tells of every reason since the one before.
    const reasons = told.flatMap(({ why }) => why.split(', '))
    expect(reasons).toContain('refused by the collector: HTTP 400')
    expect(reasons.filter(why => !['refused by the collector: HTTP 400', 'rejected by the collector'].includes(why))).toEqual([])
  })

  test('it is counted, and the disk keeps nothing of it', () => {
    const checkpoints = taken(played.refusing).filter(({ event }) => event === 'castellan.checkpoint')
    expect(checkpoints.at(-1)?.dropped).toBeGreaterThan(0)
    expect(spooled(played.refusing.session.sandbox)).toBe('')
  })
})

test('a collector that was dead for a while, and is slow after it, has all in the end', () => {
  expect(verified(played.gone)).toMatchObject({ findings: [], isWhole: true })
  expect(taken(played.gone).filter(({ toolUseId, event }) => toolUseId === 'between' && event === 'tool.check')).toHaveLength(1)
  expect(losses(taken(played.gone))).toEqual([])
})

test('what a collector refuses for who sends it waits on the disk, and the session that is let in sends it', () => {
  const { first, left, second } = played.shutOut
  expect([first.session.code, first.receiver.spans]).toEqual([0, []])
  expect(left).toContain('"toolUseId":"forbidden"')
  expect(verified(second)).toMatchObject({ findings: [], isWhole: true })
  expect(taken(second).filter(({ toolUseId, event }) => toolUseId === 'forbidden' && event === 'tool.check')).toHaveLength(1)
  expect(losses(taken(second))).toEqual([])
})

test.each(['memory', 'ahead'] as const)(
  `of ${MANY} dispatches in a row, kept in %s, each has a record that arrives or is counted as lost`,
  durability => {
    const { session } = played[durability]
    expect([session.code, session.readProject('raised')]).toEqual([0, `${MANY}`])
    const lines = taken(played[durability])
    const raised = lines.filter(({ event }) => event === 'fs.exists').length
    const lost = losses(lines).reduce((sum, { count }) => sum + count, 0)
    const dropped = lines.findLast(({ event }) => event === 'castellan.checkpoint')?.dropped ?? 0
    expect([missing(lines), lost, dropped]).toEqual([0, 0, 0])
    expect(raised).toBeGreaterThanOrEqual(MANY)
    expect(session.debugLog).not.toMatch(/castellan@acme.*(?:skipped: (?:threw|ran past)|unloaded)/)
  },
)

test('a gate that records itself, and fails, refuses and is recorded as failed', () => {
  const { session } = played.broken
  expect([session.exists('free-1'), session.exists('free-2')]).toEqual([false, true])
  expect(toolResult(session, 'broken')?.text).toContain('[castellan.guard-failed]')
  const failed = taken(played.broken).filter(line => 'guardFailure' in line)
  expect(failed).toMatchObject([{ event: 'tool.check', toolUseId: 'broken', decision: 'deny', guardFailure: { event: 'tool.check' } }])
})

test.runIf(canUseManaged())('on a disk that is full nothing runs unrecorded, where the policy says so', () => {
  const { session } = (played as typeof played & { full: Played }).full
  expect([session.code, session.exists('unrecorded')]).toEqual([0, false])
  expect(toolResult(session, 'first')?.text).toMatch(/no record of it could be kept \(ENOSPC\) \[castellan\.unrecorded\]/)
})
