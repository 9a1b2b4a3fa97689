/** Truths as tests spell them. */
import { isMaybe, kindsOf, type Truth } from '../../policy/decide/kleene.ts'

export type Shown = 'yes' | 'no' | 'maybe'

export const shown = (truth: Truth): Shown => (isMaybe(truth) ? 'maybe' : truth)

/** A certain truth as it is, else the kinds of reason, joined by spaces. */
export const reasons = (truth: Truth): string => (isMaybe(truth) ? kindsOf(truth).join(' ') : truth)
