/** What castellan refuses by itself, told and recorded as a rule is. */
import type { Mode } from '../policy/compile/compiled.ts'
import type { Decision, Spoken } from '../policy/decide/decision.ts'
import { stricter } from '../policy/decide/strictness.ts'

/** Managed deny rules of the engine bind mods. */
export const CEILING_RULE = 'castellan.ceiling'
/** A marker cannot go where its value was, and a masked value cannot be cut. */
const ROUND_TRIP_RULE = 'castellan.round-trip'

type Said = Pick<Spoken, 'rule' | 'certainty' | 'reason' | 'instead' | 'mode'>

/** A refusal by one of these; where the mode is `observe`, a note of it. */
export const ownDecision = (said: Said): Decision => ({
  verdict: said.mode === 'enforce' ? 'deny' : 'none',
  spoken: [{ ...said, table: 'castellan', verdict: 'deny', matched: '' }],
})

/** A write that would put a marker where a value was, or cut a value. */
export const roundTripDecision = (mode: Mode, reason: string, instead: string): Decision =>
  ownDecision({ rule: ROUND_TRIP_RULE, certainty: 'certain', mode, reason, instead })

/** Both as one decision: the stricter verdict, and all that was said. What else `one` holds is kept. */
export const joined = <One extends Decision>(one: One, other: Decision | undefined): One =>
  other === undefined ? one : { ...one, verdict: stricter(one.verdict, other.verdict), spoken: [...one.spoken, ...other.spoken] }
