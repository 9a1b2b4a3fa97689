/** Where in a trace a record belongs: under the engine's own span where the engine told of it, else under a turn or the session of castellan's own. */
import type { IdGenerator } from '@opentelemetry/sdk-trace-base'

/** A span, as W3C trace context names it: ids in lower-case hexadecimal. */
export type Place = { readonly traceId: string; readonly spanId: string }

/** A turn of the main conversation. `own` is the span that castellan sends when it is over; records hang under `engine` where there is one. */
export type Turn = { readonly number: number; readonly since: number; readonly own: Place; readonly engine: Place | undefined }

export type Traces = {
  /** The span of the session, which `castellan.session.start` is. */
  readonly session: () => Place
  readonly turn: () => Turn | undefined
  /**
   * What the engine's own records for a collector tell (seen on 2.1.332): that of a prompt its interaction, before the turn starts; that of a decision
   * about a call its span, after castellan has answered. What is no place is passed over.
   */
  readonly learn: (event: string, toolUseId: unknown, span: unknown) => void
  /** Whether the engine sends traces, so that a call without a place may yet get one. */
  readonly isTracing: () => boolean
  readonly startTurn: (now: number) => void
  /** The turn that is over now; undefined where none was under way. */
  readonly endTurn: () => Turn | undefined
  /** Under what a record made now hangs. */
  readonly here: () => Place
  readonly ofCall: (toolUseId: string | undefined) => Place | undefined
  /** Another session of the same module: nothing of the one before is kept. */
  readonly reset: () => void
}

/** Calls whose places are kept. */
const MAX_CALLS = 512

/** The two ids, none of nothing but zeros. */
const IDS = /^(?!0+ )[\da-f]{32} (?!0+$)[\da-f]{16}$/

function placeOf(span: unknown): Place | undefined {
  const { traceId, spanId } = (span ?? {}) as Place
  return IDS.test(`${traceId} ${spanId}`) ? { traceId, spanId } : undefined
}

export function createTraces(ids: IdGenerator): Traces {
  const calls = new Map<string, Place>()
  const root = (): Place => ({ traceId: ids.generateTraceId(), spanId: ids.generateSpanId() })
  let session: Place | undefined
  let turn: Turn | undefined
  let turns = 0
  /** Of a prompt whose turn has not started. */
  let prompted: Place | undefined
  let isTracing = false

  const sessionPlace = (): Place => {
    session ??= root()
    return session
  }

  return {
    session: sessionPlace,
    turn: () => turn,
    learn(event, toolUseId, span) {
      const place = placeOf(span)
      if (place === undefined) return
      isTracing = true
      if (event === 'user_prompt') {
        // One typed over a turn that runs is a part of that turn.
        if (turn === undefined) prompted = place
        else turn = { ...turn, engine: turn.engine ?? place }
      }
      if (event !== 'tool_decision' || typeof toolUseId !== 'string') return
      if (calls.size >= MAX_CALLS) calls.clear()
      calls.set(toolUseId, place)
    },
    isTracing: () => isTracing,
    startTurn(now) {
      turn = { number: ++turns, since: now, own: root(), engine: prompted }
      prompted = undefined
    },
    endTurn() {
      const ended = turn
      turn = undefined
      return ended
    },
    here: () => turn?.engine ?? turn?.own ?? sessionPlace(),
    ofCall: toolUseId => (toolUseId === undefined ? undefined : calls.get(toolUseId)),
    reset() {
      calls.clear()
      session = turn = prompted = undefined
      turns = 0
    },
  }
}
