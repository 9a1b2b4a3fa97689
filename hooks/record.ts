/** `*`: one record for every dispatch that the reach asks for. Decides nothing, changes nothing, and a failure of its own is counted. */
import { linksOf, rulesOf, type TraceEntry } from '../audit/parts.ts'
import type { AuditRecord, RecordedDecision } from '../audit/record.ts'
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import type { Doors, Origin } from './doors.ts'
import { FAILED } from './guard-failed.ts'
import { type Note, type Notes, STREAMED } from './notes.ts'

export type StarNext = ((e: object) => Promise<unknown>) & {
  readonly event: string
  readonly origin: Origin
  readonly trace: readonly TraceEntry[]
  readonly budget: { readonly remainingMs: number }
  /** Whether anything beneath the plugin was asked. */
  readonly called: boolean
  /** Aborts when the hooks of this dispatch have used up their time. */
  readonly signal?: AbortSignal
}

/** A record before the session is known. */
export type EarlyRecord = Omit<AuditRecord, 'sessionId'>

/** Where records go. `flush` answers when everything is away or the time is up. */
export type Shipper = {
  readonly add: (record: EarlyRecord) => void
  readonly flush: (roomMs: number) => Promise<void>
  /** A record could not be made. */
  readonly countLost: () => void
  /** Sends what there is now, before the session starts. Waits a second at most and never rejects. */
  readonly hurry: (doors: Doors) => Promise<void>
}

/** What the engine keeps for a session's end, less what its own work after ours needs. */
const END_MARGIN_MS = 300

const race = <T>(promises: readonly Promise<T>[]): Promise<T> => Promise.race(promises)

type Fields = { readonly [key: string]: unknown }
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * A streamed call of a mod whose gate failed: its refusal comes up as any answer does, and the recorder's `.catch` does not hear of it (seen on 2.1.332).
 * A mod beneath could say the same words; the gate says them only where nothing beneath was asked.
 */
const hasStreamGateFailed = ({ event, trace }: StarNext, answer: Fields): boolean => {
  const hasModAnswered = trace.some(({ tier, outcome }) => tier === 'user' && outcome !== 'skipped')
  return STREAMED.has(event) && answer.deny === FAILED && !hasModAnswered
}

/** What became of the dispatch: the answer's own word, or what a refusal of any shape amounts to. */
function outcomeOf(answer: Fields, note: Note | undefined): RecordedDecision {
  const { decision } = answer
  if (decision === 'allow' || decision === 'ask' || decision === 'deny') return decision
  const isRefused = typeof answer.deny === 'string' || typeof answer.refuse === 'string' || typeof answer.drop === 'string'
  if (isRefused) return 'deny'
  if (note?.isRefusedBeneath) return 'deny'
  return note?.decision !== undefined || note?.plugin !== undefined ? 'allow' : 'none'
}

/** Events whose hooks refuse when they fail, whatever came up: of a result as of a verdict nothing is let stand. */
const ALWAYS_REFUSED: ReadonlySet<string> = new Set(['tool.check', 'tool.call'])
/** Events of the engine's own whose gates refuse when they fail before they asked what is beneath. */
const GATED: ReadonlySet<string> = new Set(['plugin.register', 'prompt.mention', 'settings.read', 'http.fetch'])

/** What the seat's refusals come to where a hook of it failed. */
function outcomeOfFailure({ event, called, origin }: StarNext): RecordedDecision {
  const isRequest = event === 'http.fetch' && origin.plugin === 'engine'
  const isUnasked = !called && (GATED.has(event) || origin.tier === 'user')
  return ALWAYS_REFUSED.has(event) || isRequest || isUnasked ? 'deny' : 'none'
}

/** Whether it was not the seat that failed: what it asked did, and a gate let that stand. */
const hasFailedBeneath = ({ trace }: StarNext): boolean => trace.some(({ outcome }) => outcome === 'rejected')

/**
 * What comes up, unless the time is up first: then it rejects. The engine unloads a module whose hooks run on after their time twice in a row
 * (seen on 2.1.332), and the outermost hook ends with what ends it.
 */
const inTime = <T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (signal === undefined) return answer
  const isUp = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('castellan: out of time')), { once: true })
  })
  return race([answer, isUp])
}

/** Whether `$` is being built, without the nouns that the policy withholds. */
const isWithholding = ({ withhold }: CompiledPolicy, { event }: StarNext, hasFailed: boolean): boolean =>
  event === 'engine.create' && withhold.length > 0 && !hasFailed

export type Recorder = {
  readonly record: (doors: Doors, e: object, next: StarNext) => Promise<unknown>
  /** For the `.catch` of `*`, which is asked when any hook of the seat failed on this event; the answer is the failed hook's own to give. Never waits. */
  readonly recordFailure: (e: object, next: StarNext) => void
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

  const record = (e: object, next: StarNext, answer: unknown, hasFailed: boolean): EarlyRecord => {
    const time = began.get(e) ?? clock()
    const input = fieldsOf(e)
    const answered = fieldsOf(answer)
    const note = STREAMED.has(next.event) ? notes.takeStream(next.event, e) : notes.peek(e)
    const tool = textOf(input.tool)
    const toolUseId = textOf(input.tool_use_id)
    const agentId = textOf(input.agentId)
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
      rules: rulesOf(note?.decision?.spoken ?? []),
      redactions: note?.redactions ?? {},
      ...(note?.isLeak ? { isLeak: true } : {}),
      ...(isWithholding(policy, next, hasFailed) ? { withheld: policy.withhold } : {}),
      links: linksOf(next.trace),
      ...(hasFailed || hasStreamGateFailed(next, answered) ? { guardFailure: { event: next.event } } : {}),
      ...(note?.plugin === undefined ? {} : { pluginRegistered: note.plugin }),
    }
  }

  const add = (e: object, next: StarNext, answer: unknown, hasFailed = false): void => {
    try {
      const made = record(e, next, answer, hasFailed)
      shipper.add(made)
      isForgotten ||= next.event === 'plugin.register' && made.decision === 'deny'
    } catch {
      shipper.countLost()
    }
  }

  return {
    async record(doors, e, next) {
      if (own(next.origin)) return inTime(next(e), next.signal)
      began.set(e, clock())
      const answer = await inTime(next(e), next.signal)
      // An answer of no shape is a failure: the engine asks the .catch about it.
      if (typeof answer === 'object' && answer !== null) add(e, next, answer)
      if (next.event === 'plugin.register' && isForgotten) await shipper.hurry(doors)
      if (next.event === 'session.end') await shipper.flush(Math.max(0, next.budget.remainingMs - END_MARGIN_MS)).catch(() => undefined)
      return answer
    },

    recordFailure(e, next) {
      if (!own(next.origin)) add(e, next, undefined, !hasFailedBeneath(next))
    },

    recordUnheard: (e, next, answer) => add(e, next, answer),
  }
}
