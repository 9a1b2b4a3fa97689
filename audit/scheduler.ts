/**
 * From ended spans to a collector. In place of the SDK's BatchSpanProcessor, whose flush does not wait for an export that is being retried and which
 * drops a batch that failed: here a span stays until a receiver answered for it, and whatever is lost is counted.
 */
import { SpanStatusCode } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { waitAfter } from './backoff.ts'
import { cutBatch, MAX_BATCH_SPANS, type Serialize } from './batch.ts'
import { failureOf, type Outcome, outcomeOf, type Reply } from './outcome.ts'
import { serializeSpans } from './serialize.ts'
import { LINK_SPAN } from './span-name.ts'

export const MAX_QUEUED_SPANS = 8192
/** The engine gives a request 30 s, fixed; it runs on after this and may yet arrive, so a receiver can see a batch twice. */
export const POST_TIMEOUT_MS = 10_000

export type SchedulerDoors = {
  /** Posts a body to the collector. May reject, may never settle. */
  readonly post: (body: string) => Promise<Reply>
  /** Resolves after so many milliseconds. */
  readonly sleep: (ms: number) => Promise<unknown>
  /** A number from 0 to 1, another each time. */
  readonly jitter: () => number
  /** Whether another batch may follow one that was answered; where not, and nothing is flushed, what is left waits for the next tick. Absent: it may. */
  readonly mayFollow?: () => boolean
  readonly serialize?: Serialize
  /** A receiver took these: nobody need keep them any longer. Must not throw. */
  readonly taken?: (spans: readonly ReadableSpan[]) => void
  /** A receiver would not take these, or, where it took the most of them, so many as the outcome says. Must not throw. */
  readonly refused?: (spans: readonly ReadableSpan[], outcome: Outcome) => void
}

export type SchedulerState = {
  /** idle: nothing has been answered for yet. */
  readonly endpoint: 'idle' | 'ok' | 'failing'
  /** Spans a receiver took. */
  readonly sent: number
  /** Spans a receiver would not take. */
  readonly refused: number
  /** Spans that were never sent: the queue was full, or they could not be written. */
  readonly dropped: number
  readonly queued: number
  /** A status or an error code; never a part of a body, an address or a header. */
  readonly lastFailure: string | undefined
}

export type Scheduler = {
  /**
   * The spans of one record, taken together. Where the queue is full, urgent ones take the place of the oldest that are not; any others, and urgent
   * ones in a queue of nothing else, are dropped together.
   */
  readonly add: (spans: readonly ReadableSpan[], urgency?: 'urgent') => void
  /**
   * Sends what is due, batch after batch. `now` in milliseconds since the epoch. A pass already under way is joined. Never rejects. Where nobody answered
   * what was sent last, or nothing was sent yet, only a tick that `isBounded` sends: whoever asks has a bound for a request that is never answered.
   */
  readonly tick: (now: number, isBounded?: boolean) => Promise<void>
  /** The same for what may not wait: nobody need have answered, and what is under way comes to it. */
  readonly hurry: (now: number) => Promise<void>
  /** One pass that waits for no backoff, given up after `roomMs`. Never rejects; what is left stays queued. */
  readonly flush: (roomMs: number) => Promise<void>
  readonly state: () => SchedulerState
}

type Batch = { readonly body: string; readonly spans: readonly ReadableSpan[]; attempts: number; failedAt: number; waitMs: number }

const isFailed = (span: ReadableSpan) => span.status.code === SpanStatusCode.ERROR
/** Links stand right after the span of their dispatch. */
const isLink = (span: ReadableSpan | undefined): boolean => span?.name === LINK_SPAN
const min = Math.min
const race = <T>(promises: readonly Promise<T>[]): Promise<T> => Promise.race(promises)

export function createScheduler(doors: SchedulerDoors): Scheduler {
  const { post, sleep, jitter, mayFollow, serialize = serializeSpans, taken, refused: told } = doors
  /** Spans with a status travel apart: a receiver that refuses them must not take the others along. They leave first, then the urgent ones. */
  const failed: ReadableSpan[] = []
  const urgent: ReadableSpan[] = []
  const plain: ReadableSpan[] = []
  let batch: Batch | undefined
  let running: Promise<void> | undefined
  let isFlushing = false
  let latest = 0
  let endpoint: SchedulerState['endpoint'] = 'idle'
  let sent = 0
  let refused = 0
  let dropped = 0
  let lastFailure: string | undefined
  let isSilent = true
  let isPressed = false
  /** A receiver that finds a batch too long gets no more spans at a time than half of it. */
  let most = MAX_BATCH_SPANS

  const queued = () => failed.length + urgent.length + plain.length + (batch?.spans.length ?? 0)

  /** The oldest spans that may travel together. */
  const nextSpans = (): readonly ReadableSpan[] => {
    if (failed.length > 0) return failed.slice(0, most)
    const first = urgent.slice(0, most)
    return [...first, ...plain.slice(0, most - first.length)]
  }

  const take = (count: number): void => {
    if (failed.length > 0) failed.splice(0, count)
    else plain.splice(0, count - urgent.splice(0, count).length)
  }

  const nextBatch = (): Batch | undefined => {
    for (;;) {
      const spans = nextSpans()
      if (spans.length === 0) return undefined
      const { count, body } = cutBatch(spans, serialize)
      take(count)
      if (body !== undefined) return { body, spans: spans.slice(0, count), attempts: 0, failedAt: 0, waitMs: 0 }
      dropped += count
    }
  }

  /** Drops from the oldest plain spans until `count` are gone, and with the last of them what is left of its record. */
  const makeRoom = (count: number): void => {
    let end = min(count, plain.length)
    while (end > 0 && isLink(plain[end])) end++
    plain.splice(0, end)
    dropped += end
  }

  const answered = async (one: Batch): Promise<Outcome> => {
    try {
      return outcomeOf(await post(one.body), one.spans.length)
    } catch (error) {
      return failureOf(error)
    }
  }
  /** A sleep that fails has no time left to give. */
  const slept = async (ms: number): Promise<void> => {
    try {
      await sleep(ms)
    } catch {}
  }
  const timedOut = async (): Promise<Outcome> => {
    await slept(POST_TIMEOUT_MS)
    return { kind: 'retry', why: `no answer within ${POST_TIMEOUT_MS / 1000} s`, isSilent: true }
  }

  const settle = (one: Batch, outcome: Outcome): void => {
    isSilent = outcome.kind === 'retry' && outcome.isSilent === true
    if (outcome.kind === 'sent') {
      endpoint = 'ok'
      sent += one.spans.length - outcome.rejected
      refused += outcome.rejected
      if (outcome.rejected > 0) lastFailure = `${outcome.rejected} of ${one.spans.length} spans rejected`
      batch = undefined
      if (outcome.rejected > 0) told?.(one.spans, outcome)
      taken?.(one.spans)
      return
    }
    endpoint = 'failing'
    lastFailure = outcome.why
    if (outcome.kind === 'refused') {
      const [first] = one.spans
      batch = undefined
      if (outcome.isTooLong && first !== undefined && one.spans.length > 1) {
        most = one.spans.length >> 1
        ;(isFailed(first) ? failed : urgent).unshift(...one.spans)
        return
      }
      refused += one.spans.length
      told?.(one.spans, outcome)
      return
    }
    one.failedAt = latest
    one.waitMs = waitAfter(one.attempts, outcome.retryAfter, latest, jitter())
  }

  const pass = async (): Promise<void> => {
    for (;;) {
      batch ??= nextBatch()
      if (batch === undefined) return
      const waited = latest - batch.failedAt
      // A clock that was set back has waited a negative time: no reason to stand still until it has caught up.
      const isWaiting = waited >= 0 && waited < batch.waitMs
      if (isWaiting && !isFlushing) return
      batch.attempts++
      const outcome = await race([answered(batch), timedOut()])
      settle(batch, outcome)
      if (outcome.kind === 'retry' || (!isFlushing && !isPressed && queued() > 0 && mayFollow?.() === false)) return
    }
  }

  const start = (): Promise<void> => {
    // Begun in a later turn, so that `running` is set before a door could call back.
    running ??= Promise.resolve()
      .then(pass)
      .catch(() => {
        lastFailure = 'the scheduler failed'
      })
      .finally(() => {
        isPressed = false
        running = undefined
      })
    return running
  }

  return {
    add(spans, urgency) {
      const missing = queued() + spans.length - MAX_QUEUED_SPANS
      const isPlainEnough = missing <= plain.length
      if (missing > 0 && urgency === 'urgent' && isPlainEnough) makeRoom(missing)
      else if (missing > 0) {
        dropped += spans.length
        return
      }
      const rest = urgency === 'urgent' ? urgent : plain
      for (const span of spans) (isFailed(span) ? failed : rest).push(span)
    },
    async tick(now, isBounded = false) {
      latest = now
      if (isBounded || !isSilent || running !== undefined) await start()
    },
    hurry(now) {
      latest = now
      isPressed = true
      return start()
    },
    async flush(roomMs) {
      if (!(roomMs > 0)) return
      let isUp = false
      const timeUp = slept(roomMs).then(() => {
        isUp = true
      })
      isFlushing = true
      if (running !== undefined) await race([running, timeUp])
      if (!isUp) await race([start(), timeUp])
      isFlushing = false
    },
    state: () => ({ endpoint, sent, refused, dropped, queued: queued(), lastFailure }),
  }
}
