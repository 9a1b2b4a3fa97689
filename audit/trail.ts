/** The way of a record from the hook that made it to a collector: what it says is masked, it is sealed in order, kept, and sent as spans. */
import type { CompiledAudit, Durability } from '../policy/compile/compiled.ts'
import { ATTRIBUTE } from './attributes.ts'
import { type Chain, createChain } from './chain.ts'
import { createCounting } from './counting.ts'
import { MAX_ARGUMENTS } from './effect-summary.ts'
import { createIds } from './ids.ts'
import type { Keeper } from './keeper.ts'
import { groupsOf } from './levels.ts'
import { masked } from './masked.ts'
import type { AuditRecord } from './record.ts'
import { createScheduler, type SchedulerDoors, type SchedulerState } from './scheduler.ts'
import type { RecordFields, SealedRecord } from './sealed-record.ts'
import { createShown } from './shown.ts'
import { createSpans, type Sealed, type SpanSource, type Standing } from './spans.ts'
import { createTraces } from './traces.ts'
import { createUnsent } from './unsent.ts'
import { isUrgent } from './urgent.ts'

/** How long a chain says nothing before it says that it is there. */
export const IDLE_MS = 300_000
/** At most so many records wait until the engine has told where their spans belong. */
const MAX_WAITING = 2000

/** The last record of a chain. */
export type Head = { readonly sessionId: string; readonly chain: string; readonly seq: number; readonly hash: string }

/** `before`: the last record known of the chain before; the new chain names it where it belongs to the same session. */
export type Session = {
  readonly id: string
  readonly key?: string | undefined
  readonly now: number
  readonly before?: Head | undefined
}

export type AuditTrail = {
  /** A session starts, and with it a chain. What was recorded before is recorded after this. */
  readonly begin: (session: Session) => void
  /**
   * Never throws: a record that cannot be sealed is counted as lost, one that cannot be made into spans as dropped. undefined where nobody need wait
   * for it; else settled once it is kept, and rejected where the policy would rather have the call refused than unrecorded.
   */
  readonly record: (record: AuditRecord) => Promise<void> | undefined
  /** Counts records that could not be made: the next that is made tells of them. */
  readonly lose: (count: number, why: string) => void
  /** The session is over: its chain ends, and nothing is recorded until another begins. */
  readonly end: (now: number, reason: string | undefined) => void
  /** What the engine's own record for its collector tells of its spans. */
  readonly learn: (event: string, toolUseId: unknown, span: unknown, now: number) => void
  /** The last record of the chain that is open, else of the one that ended last. */
  readonly head: () => Head | undefined
  /** The same as attributes for the engine's own records; none before the first chain. */
  readonly stamp: () => Readonly<Record<string, string | number>>
  /** Lines of earlier chains: sent as they are, and told of in this one; those that are handed in again before a receiver took them are passed over. */
  readonly recovered: (lines: readonly string[], now: number) => void
  /** `isDue` false: what waits goes on waiting, to be sent with more. `isBounded` as the scheduler has it. `isExtra`: not by the timer. */
  readonly tick: (
    now: number,
    how?: { readonly isDue?: boolean; readonly isBounded?: boolean; readonly isExtra?: boolean },
  ) => Promise<void>
  /** Sends what there is now, but for calls that the engine may yet tell a place of. `isPressing`: whether or not anybody answered before. */
  readonly hurry: (now: number, isPressing: boolean) => Promise<void>
  readonly flush: (roomMs: number) => Promise<void>
  readonly state: () => SchedulerState
}

export type TrailOptions = SpanSource &
  Omit<SchedulerDoors, 'taken' | 'refused'> & {
    readonly audit: Pick<CompiledAudit, 'levels' | 'durability' | 'reach' | 'key'>
    readonly keeper?: Keeper
  }

type Waiting = Sealed & { readonly toolUseId: string | undefined; readonly standing: Standing; readonly isUrgent: boolean; ticks: number }
type Open = { readonly chain: Chain; readonly name: string; readonly sessionId: string }

/** How many ticks they wait: on a busy machine the engine tells of a call a second after castellan has answered. */
const MAX_TICKS = 4

const STRONG: readonly Durability[] = ['ahead', 'behind']
const valuesOf = Object.values
const max = Math.max
const parse = JSON.parse

/** A trail that keeps and sends nothing until a session begins. */
export function createAuditTrail(options: TrailOptions): AuditTrail {
  const { audit, keeper, mask, randomHex } = options
  const { text } = createShown(mask)
  const whole = createShown(mask, MAX_ARGUMENTS).text
  const policy = { name: text(options.policy.name), digest: options.policy.digest }
  // A record is masked before it is sealed.
  const spansOf = createSpans({ ...options, policy, mask: one => one })
  const traces = createTraces(createIds(randomHex))
  const counting = createCounting(audit)
  const unsent = createUnsent(keeper)
  let open: Open | undefined
  /** The one that is open, or else the one that ended last. */
  let latest: Open | undefined
  let waiting: Waiting[] = []
  let lost: { count: number; why: string } | undefined
  let saidAt = 0
  let unmade = 0

  /** How many records are lost with these: they, and those that they tell of. */
  const lostWith = (lines: readonly string[]): number =>
    lines.reduce((sum, line) => sum + 1 + ((parse(line) as SealedRecord).lost?.count ?? 0), 0)

  const scheduler = createScheduler({
    ...options,
    taken: keeper && unsent.forget,
    refused(spans, outcome) {
      if (outcome.kind === 'sent') lose(outcome.rejected, 'rejected by the collector')
      if (outcome.kind === 'refused') lose(lostWith(unsent.forget(spans, outcome.isHeld)), `refused by the collector: ${outcome.why}`)
    },
  })

  const head = () => latest && { sessionId: latest.sessionId, chain: latest.name, ...latest.chain.head() }

  const dropped = (): number => {
    const { dropped, refused } = scheduler.state()
    return dropped + refused + unmade
  }

  const send = ({ toolUseId, standing, isUrgent: hurries, ...sealed }: Waiting): void => {
    try {
      const under = traces.ofCall(toolUseId) ?? standing.under
      scheduler.add(spansOf(sealed, { ...standing, under }), hurries ? 'urgent' : undefined)
    } catch {
      unmade++
    }
  }

  /** Sends what waits: but for calls that the engine has yet to tell a place of, unless they have waited through so many ticks. */
  const release = (ticks: number): void => {
    const all = waiting
    waiting = []
    for (const one of all) {
      const mayBeTold = one.toolUseId !== undefined && traces.isTracing() && traces.ofCall(one.toolUseId) === undefined
      if (mayBeTold && one.ticks < ticks) waiting.push(one)
      else send(one)
    }
  }

  const seal = (fields: RecordFields, standing: Standing, durability: Durability, call?: string): Promise<void> | undefined => {
    if (open === undefined) return undefined
    let record: SealedRecord
    let line: string
    try {
      record = open.chain.seal(masked({ ...fields, lost }, text, whole))
      line = open.chain.line()
    } catch {
      lose(1, 'not readable')
      return undefined
    }
    lost = undefined
    saidAt = max(saidAt, fields.time + ('ms' in fields ? (fields.ms ?? 0) : 0))
    if (keeper !== undefined) unsent.expect(record, durability !== 'memory')
    waiting.push({ record, line, toolUseId: call, standing, isUrgent: 'decision' in fields && isUrgent(fields), ticks: 0 })
    if (waiting.length > MAX_WAITING) release(0)
    if (keeper === undefined || durability === 'memory') return undefined
    const kept = keeper.keep(line, durability)
    if (durability === 'ahead') return kept
    kept.catch(() => undefined)
    return undefined
  }

  const lose = (count: number, why: string): void => {
    if (count === 0) return
    const whys = new Set([...(lost?.why.split(', ') ?? []), why])
    lost = { count: (lost?.count ?? 0) + count, why: [...whys].join(', ') }
  }

  /** The most that one of these groups asks for. */
  const mostOf = (words: readonly Durability[]): Durability => STRONG.find(word => words.includes(word)) ?? 'memory'
  const durabilityOf = (record: AuditRecord): Durability => mostOf(groupsOf(record).map(group => audit.durability[group]))
  /** Of what castellan says of its own chain: nobody waits for it. */
  const own: Durability = mostOf(valuesOf(audit.durability)) === 'memory' ? 'memory' : 'behind'

  const checkpoint = (time: number, standing: Standing, turn?: { readonly turn: number; readonly ms: number }): void => {
    if (open === undefined) return
    const { chain, sessionId } = open
    const event = 'castellan.checkpoint' as const
    seal({ time, sessionId, event, ...counting.take(), dropped: dropped(), head: chain.head(), ...turn }, standing, own)
  }

  const endTurn = (now: number): void => {
    const turn = traces.endTurn()
    if (turn === undefined) return
    const { number, since, engine } = turn
    // Where the engine has a span of its own for the turn, this one stands beside the others under that.
    checkpoint(since, engine === undefined ? { as: turn.own } : { under: engine }, { turn: number, ms: now - since })
  }

  return {
    begin({ id, key, now, before }) {
      const name = randomHex(8)
      const { digest } = options.policy
      open = {
        chain: createChain({ chain: name, policyDigest: digest, sessionId: id, key }),
        name,
        sessionId: id,
      }
      latest = open
      const start = { time: now, sessionId: id, event: 'castellan.chain', kind: 'start', policy } as const
      const former = before?.sessionId === id ? { chain: before.chain, seq: before.seq, hash: before.hash } : undefined
      seal({ ...start, castellan: options.version, keyUnset: key ? undefined : audit.key, former }, { as: traces.session() }, own)
    },

    record(record) {
      try {
        const isMain = record.agent === 'main'
        if (isMain && record.event === 'turn.start') traces.startTurn(record.time)
        const kept = counting.isRecorded(record)
          ? seal(
              { ...record, turn: traces.turn()?.number },
              { under: traces.here() },
              durabilityOf(record),
              record.caller.tier === 'core' ? record.toolUseId : undefined,
            )
          : undefined
        if (isMain && record.event === 'turn.complete') endTurn(record.time + record.ms)
        return kept
      } catch {
        lose(1, 'not readable')
        return undefined
      }
    },

    lose,

    end(now, reason) {
      if (open === undefined) return
      endTurn(now)
      const { sessionId } = open
      const fields = { time: now, sessionId, event: 'castellan.chain', kind: 'end', ...counting.take() } as const
      seal({ ...fields, reason }, { under: traces.session() }, own)
      release(0)
      open = undefined
      // Now, and not when another begins: the engine may tell of its first prompt before that.
      traces.reset()
      counting.reset()
    },

    learn(event, toolUseId, span, now) {
      traces.learn(event, toolUseId, span)
      const isAwaited = waiting.some(one => one.isUrgent && one.toolUseId === toolUseId)
      if (event !== 'tool_decision' || !isAwaited) return
      release(Number.POSITIVE_INFINITY)
      void scheduler.tick(now)
    },

    head,

    stamp(): Readonly<Record<string, string | number>> {
      const last = head()
      if (last === undefined) return {}
      return {
        [ATTRIBUTE.auditChain]: last.chain,
        [ATTRIBUTE.auditSeq]: last.seq,
        [ATTRIBUTE.auditHead]: last.hash,
        [ATTRIBUTE.auditDropped]: dropped(),
      }
    },

    recovered(lines, now) {
      const found = new Map<string, { records: number; lastSeq: number }>()
      for (const line of lines) {
        try {
          const record = parse(line) as SealedRecord
          const { chain, seq } = record
          // On its way already, or refused for who sends it.
          if (unsent.has(record)) continue
          const known = found.get(chain) ?? { records: 0, lastSeq: seq }
          found.set(chain, { records: known.records + 1, lastSeq: max(known.lastSeq, seq) })
          unsent.expect(record, true)
          send({ record, line, toolUseId: undefined, standing: {}, isUrgent: false, ticks: 0 })
        } catch {
          lose(1, 'not readable')
        }
      }
      for (const [chain, told] of found) {
        if (open === undefined) return
        const { sessionId } = open
        seal({ time: now, sessionId, event: 'castellan.recovered', from: { chain, ...told } }, { under: traces.session() }, own)
      }
    },

    async tick(now, { isDue = true, isBounded = false, isExtra = false } = {}) {
      if (open !== undefined && now - saidAt >= IDLE_MS) checkpoint(now, { under: traces.session() })
      if (!isExtra) for (const one of waiting) one.ticks++
      release(MAX_TICKS)
      if (isDue) await scheduler.tick(now, isBounded)
    },

    flush(roomMs) {
      release(0)
      return scheduler.flush(roomMs)
    },

    hurry(now, isPressing) {
      release(Number.POSITIVE_INFINITY)
      return isPressing ? scheduler.hurry(now) : scheduler.tick(now)
    },

    state: () => {
      const state = scheduler.state()
      return { ...state, queued: state.queued + waiting.length, dropped: state.dropped + unmade }
    },
  }
}
