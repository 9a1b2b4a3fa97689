/** `*`: one record for every dispatch that the reach asks for. Decides nothing, changes nothing, and a failure of its own is counted. */
import { fieldsOf } from '../audit/fields.ts'
import { linksOf, modeOf, rulesOf } from '../audit/parts.ts'
import type { AuditRecord } from '../audit/record.ts'
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import type { Dispatched, StarNext } from './dispatch.ts'
import { failureOf, hasFailedBeneath, hasStreamFailed, outcomeOf, outcomeOfFailure } from './dispatch-outcome.ts'
import type { Doors, Origin } from './doors.ts'
import { UNRECORDED } from './guard-failed.ts'
import { inTime } from './in-time.ts'
import { type Notes, STREAMED } from './notes.ts'
import type { OwnRequests } from './own-requests.ts'

/** A record before the session is known. */
export type EarlyRecord = Omit<AuditRecord, 'sessionId'>

/** Where records go. `flush` and `end` answer when everything is away or the time is up. */
export type Shipper = {
  /** undefined where nobody need wait; else settled once the record is kept, and rejected where the call is rather refused than unrecorded. */
  readonly add: (record: EarlyRecord) => Promise<void> | undefined
  /** A dispatch begins or is over; see `own-requests.ts`. */
  readonly began: OwnRequests['began']
  readonly over: OwnRequests['over']
  readonly flush: (roomMs: number) => Promise<void>
  /** The session is over, for that reason. */
  readonly end: (reason: unknown, roomMs: number) => Promise<void>
  /** A record could not be made. */
  readonly countLost: () => void
  /** Sends what there is now, before the session starts. Waits a second at most and never rejects. */
  readonly hurry: (doors: Doors) => Promise<void>
}

/** Dispatches that may last: others begin and end while they go on. */
const LASTING: ReadonlySet<string> = new Set(['tool.call', 'turn.step'])
/** What the engine keeps for a session's end, less what its own work after ours needs. */
const END_MARGIN_MS = 300

/** Why a record is not kept; undefined where it is. */
const whyNot = (kept: Promise<void>): Promise<string | undefined> =>
  kept.then(
    () => undefined,
    error => (error instanceof Error ? error.message : 'it failed'),
  )

const unrecorded = (why: string): string =>
  `castellan: this was refused because no record of it could be kept (${why}) ${UNRECORDED}, and the policy lets nothing run without one. Nothing is wrong with the call itself. If the disk has room and can be written, tell whoever runs castellan here.`

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Whether `$` is being built, without the nouns that the policy withholds. */
const isWithholding = ({ withhold }: CompiledPolicy, { event }: Dispatched, hasFailed: boolean): boolean =>
  event === 'engine.create' && withhold.length > 0 && !hasFailed

export type Recorder = {
  /** `below`: what is asked in the place of `next(e)`. */
  readonly record: (doors: Doors, e: object, next: StarNext, below?: () => Promise<unknown>) => Promise<unknown>
  /** For a gate that records itself: what `work` comes to goes up, and its failure is recorded on the way. */
  readonly around: (doors: Doors, e: object, next: StarNext, work: () => Promise<unknown>) => Promise<unknown>
  /** For the `.catch` of `*`, which is asked when any hook of the seat failed on this event; the answer is the failed hook's own to give. Never waits. */
  readonly recordFailure: (e: object, next: StarNext) => void
  /**
   * For a call of a mod's own, which no check comes before: a record that castellan lets it go on, kept before it does. A refusal where it cannot be kept
   * and the policy says to refuse then; undefined to go on.
   */
  readonly recordAhead: (e: object, event: string, origin: Origin) => Promise<{ readonly deny: string } | undefined>
  /** For a dispatch that `*` does not hear. Never waits. */
  readonly recordUnheard: (e: object, next: StarNext, answer: object | undefined) => void
}

/** `own` says which origin is castellan's: its own calls are not recorded. */
export function createRecorder(
  policy: CompiledPolicy,
  notes: Notes,
  shipper: Shipper,
  own: (origin: Origin) => boolean,
  clock: () => number,
): Recorder {
  const began = new WeakMap<object, number>()
  /** A plugin that took part in engine.create and is refused makes the engine load every module anew, this one too, with nothing it remembers. */
  let isForgotten = false

  const record = (e: object, next: Dispatched, answer: unknown, hasFailed: boolean, isBegun = false): EarlyRecord => {
    const time = began.get(e) ?? clock()
    const input = fieldsOf(e)
    const answered = fieldsOf(answer)
    // The note of a stream is kept for when it has ended.
    const noteOfStream = () => (isBegun ? undefined : notes.takeStream(next.event, e))
    const note = STREAMED.has(next.event) ? noteOfStream() : notes.peek(e)
    const tool = textOf(input.tool)
    const toolUseId = textOf(input.tool_use_id)
    const agentId = textOf(input.agentId)
    const rules = rulesOf(note?.decision?.spoken ?? [], policy.tables)
    const mode = modeOf(rules, note?.plugin)
    return {
      time,
      ms: clock() - time,
      event: next.event,
      ...(tool === undefined ? {} : { tool }),
      ...(toolUseId === undefined ? {} : { toolUseId }),
      agent: agentId === undefined ? 'main' : 'sub',
      ...(agentId === undefined ? {} : { agentId }),
      caller: { plugin: next.origin.plugin, tier: next.origin.tier },
      decision: hasFailed ? outcomeOfFailure(next) : outcomeOf(answered, note),
      policy: { name: policy.name, digest: policy.digest },
      ...(mode === undefined ? {} : { mode }),
      rules,
      redactions: note?.redactions ?? {},
      ...(note?.decision?.effects === undefined ? {} : { effects: note.decision.effects }),
      ...(note?.leaks === undefined ? {} : { leaks: note.leaks }),
      ...(note?.hydrations === undefined ? {} : { hydrations: note.hydrations }),
      ...(isWithholding(policy, next, hasFailed) ? { withheld: policy.withhold } : {}),
      links: linksOf(next.trace),
      ...(isBegun ? { isBegun } : {}),
      ...(hasFailed || hasStreamFailed(next, answered) ? { guardFailure: failureOf(next) } : {}),
      ...(note?.plugin === undefined ? {} : { pluginRegistered: note.plugin }),
    }
  }

  const add = (e: object, next: StarNext, answer: unknown, hasFailed = false): Promise<void> | undefined => {
    try {
      const made = record(e, next, answer, hasFailed)
      isForgotten ||= next.event === 'plugin.register' && made.decision === 'deny'
      return shipper.add(made)
    } catch {
      shipper.countLost()
      return undefined
    }
  }
  /** Where nobody can wait, the answer stands whatever becomes of its record. */
  const addUnawaited = (...given: Parameters<typeof add>): void => {
    add(...given)?.catch(() => undefined)
  }

  /** Only a check comes before what it is about: of anything else it is too late to refuse. Where the policy only observes, nothing is refused. */
  const isRefused = (event: string, answer: unknown): boolean =>
    event === 'tool.check' && policy.mode === 'enforce' && fieldsOf(answer).decision !== 'deny'

  const recorder: Recorder = {
    async record(doors, e, next, below = () => next(e)) {
      if (own(next.origin)) return inTime(below(), next.signal)
      began.set(e, clock())
      // Of what is begun in the dispatch of a request castellan hears nothing.
      const isHeard = next.event !== 'http.fetch'
      if (isHeard) shipper.began(doors, LASTING.has(next.event))
      try {
        const answer = await inTime(below(), next.signal)
        // An answer of no shape is a failure: the engine asks the .catch about it.
        const kept = typeof answer === 'object' && answer !== null ? add(e, next, answer) : undefined
        const why = kept && (await inTime(whyNot(kept), next.signal))
        if (why !== undefined && isRefused(next.event, answer)) {
          const refusal = { decision: 'deny' as const, reason: unrecorded(why) }
          addUnawaited(e, next, refusal)
          return refusal
        }
        if (next.event === 'plugin.register' && isForgotten) await shipper.hurry(doors)
        if (next.event === 'session.end') {
          const roomMs = Math.max(0, next.budget.remainingMs - END_MARGIN_MS)
          await shipper.end(fieldsOf(e).reason, roomMs).catch(() => undefined)
        }
        return answer
      } finally {
        const over = isHeard ? shipper.over(doors) : undefined
        if (over !== undefined) await inTime(over, next.signal).catch(() => undefined)
      }
    },

    async around(doors, e, next, work) {
      let answer: unknown
      try {
        answer = await recorder.record(doors, e, next, work)
        return answer
      } finally {
        // What the engine asks the .catch about.
        if (typeof answer !== 'object' || answer === null) recorder.recordFailure(e, next)
      }
    },

    recordFailure(e, next) {
      if (!own(next.origin)) addUnawaited(e, next, undefined, !hasFailedBeneath(next))
    },

    async recordAhead(e, event, origin) {
      let kept: Promise<void> | undefined
      try {
        const begun = record(e, { event, origin, trace: [], called: false }, { decision: 'allow' }, false, true)
        kept = shipper.add(begun)
      } catch {
        shipper.countLost()
      }
      const why = kept && (await whyNot(kept))
      return why === undefined || policy.mode !== 'enforce' ? undefined : { deny: unrecorded(why) }
    },

    recordUnheard: (e, next, answer) => addUnawaited(e, next, answer),
  }
  return recorder
}
