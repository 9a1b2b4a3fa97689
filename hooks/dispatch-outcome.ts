/** What became of a dispatch: the decision that is recorded of it, and whether castellan's own guard failed. */
import type { Fields } from '../audit/fields.ts'
import type { RecordedDecision } from '../audit/record.ts'
import type { Dispatched, StarNext } from './dispatch.ts'
import { FAILED, WITHHELD } from './guard-failed.ts'
import { type Note, STREAMED } from './notes.ts'

/**
 * A stream whose hook failed: what the seat answers then comes up as any answer does, and the recorder's `.catch` does not hear of it (seen on 2.1.332).
 * Of a mod's call: a mod beneath could say the same words; the gate says them only where nothing beneath was asked. Of what the model writes: the
 * model could say them as well, but at a cost that the API told.
 */
export const hasStreamFailed = ({ event, trace }: Dispatched, { answer, deny, usage }: Fields): boolean => {
  if (event === 'turn.step') return answer === WITHHELD && usage === null
  return STREAMED.has(event) && deny === FAILED && !trace.some(({ tier, outcome }) => tier === 'user' && outcome !== 'skipped')
}

/** What became of the dispatch: the answer's own word, or what a refusal of any shape amounts to. */
export function outcomeOf(answer: Fields, note: Note | undefined): RecordedDecision {
  const { decision } = answer
  if (decision === 'allow' || decision === 'ask' || decision === 'deny') return decision
  const isRefused = typeof answer.deny === 'string' || typeof answer.refuse === 'string' || typeof answer.drop === 'string'
  if (isRefused) return 'deny'
  if (note?.isRefusedBeneath) return 'deny'
  return note?.decision !== undefined || note?.plugin !== undefined ? 'allow' : 'none'
}

/** Events whose hooks refuse when they fail, whatever came up: of a result as of a verdict nothing is let stand. */
const ALWAYS_REFUSED: ReadonlySet<string> = new Set(['tool.check', 'tool.call'])
/** Events of the engine's own whose hooks refuse when they fail before they asked what is beneath. */
const GATED: ReadonlySet<string> = new Set(
  'plugin.register prompt.mention settings.read http.fetch prompt.submit session.compact'.split(' '),
)

/** What the seat's refusals come to where a hook of it failed. */
export function outcomeOfFailure({ event, called, origin }: Dispatched): RecordedDecision {
  const isRequest = event === 'http.fetch' && origin.plugin === 'engine'
  const isUnasked = !called && (GATED.has(event) || origin.tier === 'user')
  return ALWAYS_REFUSED.has(event) || isRequest || isUnasked ? 'deny' : 'none'
}

/** How the engine says that a hook failed; of one that failed within a stream it says nothing. */
export const failureOf = ({ event, error }: Dispatched) => ({ event, ...(error?.kind === undefined ? {} : { kind: `${error.kind}` }) })

/** Whether it was not the seat that failed: what it asked did, and a gate let that stand. */
export const hasFailedBeneath = ({ trace }: StarNext): boolean => trace.some(({ outcome }) => outcome === 'rejected')
