/** The glob language of policies, read strictly: what it does not have is an error, never a literal that silently fits nothing. */
/** One place of a glob. `set` is a character class in regular-expression form (`[^a-c]`). */
export type GlobToken =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'one' | 'star' }
  | { readonly kind: 'set'; readonly source: string }

/** `alternatives`: the glob with its `{a,b}` groups multiplied out; some alternative must fit. `message` goes after the name of the glob. */
export type GlobTokens =
  | { readonly ok: true; readonly alternatives: readonly (readonly GlobToken[])[] }
  | { readonly ok: false; readonly message: string }

const MAX_GLOB_LENGTH = 1000
const MAX_ALTERNATIVES = 64

type Tokens = readonly GlobToken[]
class Refusal {
  constructor(readonly message: string) {}
}

/**
 * Reads `*`, `?`, `[abc]`, `[!a-z]`, `{a,b}` and `\x`. Everything else stands for itself.
 * Fails on extglobs (`+(a)`), unclosed brackets and braces, and on globs too long or with too many alternatives.
 */
export const globTokens = (glob: string): GlobTokens => {
  if (glob.length > MAX_GLOB_LENGTH) return { ok: false, message: `is longer than ${MAX_GLOB_LENGTH} characters` }
  const refused = (what: string): Refusal => new Refusal(what)
  const chars = [...glob]
  let at = 0

  const sequence = (isInBraces: boolean): Tokens[] | Refusal => {
    let done: Tokens[] = [[]]
    for (;;) {
      const char = chars[at]
      const isEnd = char === undefined || (isInBraces && (char === ',' || char === '}'))
      if (isEnd) return done
      const isExtglob = chars[at + 1] === '(' && '@!+*?'.includes(char)
      if (isExtglob)
        return refused(
          `uses the extended form "${char}(", which policies do not have: write {a,b} for alternatives, \\${char}( for the characters`,
        )
      at++
      const next = char === '{' ? braces() : char === '[' ? set() : single(char)
      if (next instanceof Refusal) return next
      if (done.length * next.length > MAX_ALTERNATIVES)
        return refused(`has more than ${MAX_ALTERNATIVES} alternatives: write several globs`)
      done = done.flatMap(start => next.map(end => [...start, ...end]))
    }
  }

  const single = (char: string): Tokens[] | Refusal => {
    if (char === '*') return [[{ kind: 'star' }]]
    if (char === '?') return [[{ kind: 'one' }]]
    if (char !== '\\') return [[{ kind: 'char', char }]]
    const escaped = chars[at++]
    return escaped === undefined ? refused('ends with a backslash, which has nothing to escape') : [[{ kind: 'char', char: escaped }]]
  }

  const braces = (): Tokens[] | Refusal => {
    const all: Tokens[] = []
    let commas = 0
    for (;;) {
      const one = sequence(true)
      if (one instanceof Refusal) return one
      all.push(...one)
      const end = chars[at++]
      if (end === undefined) return refused('has a { that is not closed: write \\{ for the character')
      if (end === '}') return commas > 0 ? all : refused('has a group without a comma: write {a,b} for alternatives, \\{ for the character')
      commas++
    }
  }

  const set = (): Tokens[] | Refusal => {
    const isNegated = chars[at] === '!' || chars[at] === '^'
    if (isNegated) at++
    let source = ''
    for (let isFirst = true; ; isFirst = false) {
      const char = chars[at++]
      if (char === undefined) return refused('has a [ that is not closed: write \\[ for the character')
      if (char === ']' && !isFirst) break
      if (char === '[' && chars[at] === ':') return refused('uses a named class like [:alpha:], which policies do not have: write [a-z]')
      const low = char === '\\' ? chars[at++] : char
      const isRange = chars[at] === '-' && chars[at + 1] !== ']' && chars[at + 1] !== undefined
      if (isRange) at++
      const high = isRange ? (chars[at] === '\\' ? chars[++at] : chars[at]) : low
      if (isRange) at++
      if (low === undefined || high === undefined) return refused('has a [ that is not closed: write \\[ for the character')
      if ((low.codePointAt(0) ?? 0) > (high.codePointAt(0) ?? 0)) return refused(`has the range ${low}-${high}, which runs backwards`)
      source += isRange ? `${inSet(low)}-${inSet(high)}` : inSet(low)
    }
    return [[{ kind: 'set', source: `[${isNegated ? '^' : ''}${source}]` }]]
  }

  const alternatives = sequence(false)
  return alternatives instanceof Refusal ? { ok: false, message: alternatives.message } : { ok: true, alternatives }
}

const inSet = (char: string): string => (/[\\\]^[/-]/.test(char) ? `\\${char}` : char)

/** One character of a glob in a regular expression with the `u` flag. */
export const escapeChar = (char: string): string => (/[\^$\\.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char)
