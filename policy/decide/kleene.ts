/** Three-valued logic: what holds, what does not, and what castellan cannot tell. */
export type Truth = 'yes' | 'no' | 'maybe'

export const not = (truth: Truth): Truth => (truth === 'yes' ? 'no' : truth === 'no' ? 'yes' : 'maybe')

/** 'no' when one is, else 'maybe' when one is; 'yes' for nothing. Stops at the first 'no'. */
export const every = <T>(items: readonly T[], test: (item: T) => Truth): Truth => {
  let all: Truth = 'yes'
  for (const item of items) {
    const truth = test(item)
    if (truth === 'no') return 'no'
    if (truth === 'maybe') all = 'maybe'
  }
  return all
}

/** 'yes' when one is, else 'maybe' when one is; 'no' for nothing. Stops at the first 'yes'. */
export const some = <T>(items: readonly T[], test: (item: T) => Truth): Truth => {
  let any: Truth = 'no'
  for (const item of items) {
    const truth = test(item)
    if (truth === 'yes') return 'yes'
    if (truth === 'maybe') any = 'maybe'
  }
  return any
}

export const toTruth = (holds: boolean): Truth => (holds ? 'yes' : 'no')
