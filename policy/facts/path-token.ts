/** Languages of absolute paths, as lists of tokens: what a shell pattern may become, and what a rule's glob takes. */

/** `set` is a class of a rule's glob; `isExact` keeps the case. `split`: the next `by - 1` tokens may be left out. */
export type PathToken =
  | { readonly kind: 'char'; readonly char: string; readonly isExact?: true }
  /** One character that is no slash; `visible`: no dot either. */
  | { readonly kind: 'one' | 'visible' }
  /** Any run of characters without a slash; `any`: slashes too. */
  | { readonly kind: 'star' | 'any' }
  | { readonly kind: 'set'; readonly re: RegExp }
  | { readonly kind: 'split'; readonly by: number }

export const SLASH: PathToken = { kind: 'char', char: '/' }
export const ONE: PathToken = { kind: 'one' }
export const STAR: PathToken = { kind: 'star' }
export const ANY: PathToken = { kind: 'any' }
/** Nothing, or a slash and whatever follows it. */
export const ANY_FOLDERS: readonly PathToken[] = [{ kind: 'split', by: 3 }, SLASH, ANY]

export const literalTokens = (text: string, isExact = false): readonly PathToken[] =>
  [...text].map(char => (isExact && char !== '/' ? { kind: 'char', char, isExact } : { kind: 'char', char }))
