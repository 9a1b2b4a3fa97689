import type { Decision, Spoken } from './decision.ts'

export type Answer = 'deny' | 'ask' | 'allow' | 'none'

const RANK: Readonly<Record<Answer, number>> = { none: 0, allow: 1, ask: 2, deny: 3 }

/** The stricter of two answers: deny, then ask, then allow; `none` says nothing. The order of the two does not matter. */
export const stricter = <A extends Answer, B extends Answer>(a: A, b: B): A | B => (RANK[a] >= RANK[b] ? a : b)

/** The strictest verdict of the rules in force; observed ones do not count. */
export const verdictOf = (spoken: readonly Spoken[]): Decision['verdict'] =>
  spoken.reduce<Decision['verdict']>((verdict, one) => (one.mode === 'enforce' ? stricter(verdict, one.verdict) : verdict), 'none')
