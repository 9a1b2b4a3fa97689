import type { Mode } from '../compile/compiled.ts'
import type { UnknownKind } from '../compile/unknown-kinds.ts'
import type { Verdict } from '../compile/verdict.ts'

/** A rule that spoke. */
export type Spoken = {
  readonly rule: string
  readonly table: string
  /** What it counts for: the rule's own `decide`, or its `unknown` when castellan cannot tell whether it applies. */
  readonly verdict: Verdict
  /** `certain`: its condition holds. `cannot-tell`: it may hold. */
  readonly certainty: 'certain' | 'cannot-tell'
  /** Why castellan cannot tell: every kind that plays a part. Absent when it is certain. */
  readonly unknown?: readonly UnknownKind[]
  readonly mode: Mode
  /** The rule says `ask`, and there is no dialog for this kind of call: `verdict` is a deny for that reason alone. */
  readonly isAskAsDeny?: true
  readonly reason: string
  readonly instead?: string
  /** The part of the call that the rule matched, for a person to read (`git push -f`, `/home/x/.env`). */
  readonly matched: string
}

/**
 * castellan's own answer, before it is joined with what is beneath.
 * `spoken` holds every rule that fired, observed ones included; `verdict` counts the enforced ones alone.
 */
export type Decision = {
  readonly verdict: Verdict | 'none'
  readonly spoken: readonly Spoken[]
}
