/** Three-valued logic: what holds, what does not, and what castellan cannot tell, with the kinds of reason why not. */
import { UNKNOWN_KINDS, type UnknownKind } from '../compile/unknown-kinds.ts'

declare const maybeBrand: unique symbol
/** Cannot tell. The number is a set, never empty: bit `i` stands for `UNKNOWN_KINDS[i]`. */
export type Maybe = number & { readonly [maybeBrand]: true }
export type Truth = 'yes' | 'no' | Maybe

const BITS: ReadonlyMap<UnknownKind, Maybe> = new Map(UNKNOWN_KINDS.map((kind, at) => [kind, (1 << at) as Maybe]))

/** Cannot tell, for one kind of reason. */
export const maybe = (kind: UnknownKind): Maybe => BITS.get(kind) as Maybe

/**
 * All else is certain, and a word that cannot be told may be an exception: `git clean -fd "$DIR"`, were `$DIR` a `-n`. It counts as `argument`, and
 * where a rule ignores those it asks all the same: anything may stand behind `$DIR`, and almost never the exception.
 */
export const MAY_BE_EXCEPTED = (1 << UNKNOWN_KINDS.length) as Maybe

export const isMaybe = (truth: Truth): truth is Maybe => typeof truth === 'number'

/** Why it cannot be told: each kind once, in the order of `UNKNOWN_KINDS`. */
export const kindsOf = (truth: Maybe): readonly UnknownKind[] => UNKNOWN_KINDS.filter((kind, at) => hasKind(truth, kind, at))

/** Whether the reasons hold the kind, which stands at `at` of `UNKNOWN_KINDS`. */
export const hasKind = (reasons: Maybe, kind: UnknownKind, at: number): boolean =>
  (reasons & (1 << at)) !== 0 || (kind === 'argument' && (reasons & MAY_BE_EXCEPTED) !== 0)

export const not = (truth: Truth): Truth => (truth === 'yes' ? 'no' : truth === 'no' ? 'yes' : truth)

/** 'no' when one is; else, where some cannot be told, every reason of theirs; 'yes' for nothing. Stops at the first 'no'. */
export const every = <T>(items: readonly T[], test: (item: T) => Truth): Truth => {
  let reasons = 0
  for (const item of items) {
    const truth = test(item)
    if (truth === 'no') return 'no'
    if (truth !== 'yes') reasons |= truth
  }
  return reasons === 0 ? 'yes' : (reasons as Maybe)
}

/** 'yes' when one is; else what holds but for an exception; else, where some cannot be told, every reason of theirs; 'no' for nothing. Stops at the first 'yes'. */
export const some = <T>(items: readonly T[], test: (item: T) => Truth): Truth => {
  let isExcepted = false
  let reasons = 0
  for (const item of items) {
    const truth = test(item)
    if (truth === 'yes') return 'yes'
    if (truth === MAY_BE_EXCEPTED) isExcepted = true
    else if (truth !== 'no') reasons |= truth
  }
  if (isExcepted) return MAY_BE_EXCEPTED
  return reasons === 0 ? 'no' : (reasons as Maybe)
}

export const toTruth = (holds: boolean): Truth => (holds ? 'yes' : 'no')

/** What holds only if something else does that cannot be told: never 'yes'. */
export const atMost = (truth: Truth, limit: Maybe): Truth => (truth === 'yes' ? limit : truth === 'no' ? 'no' : ((truth | limit) as Maybe))

/** What is found at most holds as far as `limit`, where there is one; what a script in a file leaves open is that alone, for whatever reason. */
export const found = (truth: Truth, inScript: true | undefined, limit?: Maybe): Truth => {
  if (inScript && isMaybe(truth)) return maybe('script')
  return limit === undefined ? truth : atMost(truth, limit)
}

/** What may hold for a further reason: never 'no'. */
export const atLeast = (truth: Truth, floor: Maybe): Truth =>
  truth === 'no' ? floor : truth === 'yes' || truth === MAY_BE_EXCEPTED ? truth : ((truth | floor) as Maybe)
