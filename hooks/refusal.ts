/** The answer of a gate that can only refuse, or let the call go on. */
import type { CompiledPolicy } from '../policy/compile/compiled.ts'
import type { Decision } from '../policy/decide/decision.ts'
import { refusalText } from '../policy/decide/refusal-text.ts'
import type { Notes } from './notes.ts'
import type { Tally } from './tally.ts'

export type Refusal = (e: object, decision: Decision) => { readonly deny: string } | undefined

/** Notes and counts a decision. Its text where it is a deny or an ask, of which nobody is asked here; undefined to go on. */
export const createRefusal =
  (policy: CompiledPolicy, notes: Notes, tally: Tally): Refusal =>
  (e, decision) => {
    notes.of(e).decision = decision
    tally.count(decision, (e as { readonly tool_use_id?: string }).tool_use_id)
    return decision.verdict === 'none' ? undefined : { deny: refusalText(decision, policy.name) }
  }
