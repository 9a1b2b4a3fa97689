/** The shell's patterns (`*`, `?`, `[a-z]`) against text that is known. Linear in text times pattern: no backtracking. */

/** One place of a pattern. `set`: one character in it, or not in it. */
export type PatternToken =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'set'; readonly isNegated: boolean; readonly ranges: readonly (readonly [string, string])[] }

/** Longer ones are not followed. */
export const MAX_PATTERN = 64
export const MAX_PATTERN_TEXT = 4096

/** A bracket's token; undefined for what is not plain characters and ranges. */
export function bracketToken(text: string): PatternToken | undefined {
  const inner = /^\[([!^]?)([^[\]\\'"$`]+)\]$/.exec(text)
  if (inner === null) return undefined
  const [, negation = '', body = ''] = inner
  const ranges: (readonly [string, string])[] = []
  for (let i = 0; i < body.length; i++) {
    const char = body.charAt(i)
    const isRange = body[i + 1] === '-' && i + 2 < body.length
    ranges.push([char, isRange ? body.charAt(i + 2) : char])
    if (isRange) i += 2
  }
  return { kind: 'set', isNegated: negation !== '', ranges }
}

/** How many characters from the start each possible match takes: shortest and longest; undefined when none fits. */
export function prefixMatch(
  tokens: readonly PatternToken[],
  text: string,
): { readonly shortest: number; readonly longest: number } | undefined {
  let states = closed(new Set([0]), tokens)
  let shortest = states.has(tokens.length) ? 0 : -1
  let longest = shortest
  for (let i = 0; i < text.length && states.size > 0; i++) {
    const char = text.charAt(i)
    const next = new Set<number>()
    for (const at of states) {
      const token = tokens[at]
      if (token === undefined) continue
      if (token.kind === 'star') next.add(at)
      else if (fits(token, char)) next.add(at + 1)
    }
    states = closed(next, tokens)
    if (!states.has(tokens.length)) continue
    if (shortest < 0) shortest = i + 1
    longest = i + 1
  }
  return shortest < 0 ? undefined : { shortest, longest }
}

/** A star may stand for nothing. */
function closed(states: Set<number>, tokens: readonly PatternToken[]): Set<number> {
  for (const at of states) if (tokens[at]?.kind === 'star') states.add(at + 1)
  return states
}

function fits(token: PatternToken, char: string): boolean {
  if (token.kind === 'char') return token.char === char
  if (token.kind !== 'set') return token.kind === 'any'
  const isIn = token.ranges.some(([from, to]) => from <= char && char <= to)
  return isIn !== token.isNegated
}

/** `#`, `##`, `%`, `%%`: the text without what matches at its start or its end. */
export function withoutMatch(operator: string, tokens: readonly PatternToken[], text: string): string {
  const isLongest = operator.length === 2
  if (operator.startsWith('#')) {
    const match = prefixMatch(tokens, text)
    return match === undefined ? text : text.slice(isLongest ? match.longest : match.shortest)
  }
  const match = prefixMatch(tokens.toReversed(), [...text].reverse().join(''))
  return match === undefined ? text : text.slice(0, text.length - (isLongest ? match.longest : match.shortest))
}

/** `/`, `//`, `/#`, `/%`: the longest match, the first or each. */
export function withReplaced(operator: string, tokens: readonly PatternToken[], text: string, replacement: string): string {
  if (tokens.length === 0) return text
  if (operator === '/#') {
    const match = prefixMatch(tokens, text)
    return match === undefined ? text : replacement + text.slice(match.longest)
  }
  if (operator === '/%') {
    const match = prefixMatch(tokens.toReversed(), [...text].reverse().join(''))
    return match === undefined ? text : text.slice(0, text.length - match.longest) + replacement
  }
  let done = ''
  for (let i = 0; i < text.length; ) {
    const match = prefixMatch(tokens, text.slice(i))
    const isMatch = match !== undefined && match.longest > 0
    if (!isMatch) done += text.charAt(i++)
    else {
      done += replacement
      i += match.longest
      if (operator === '/') return done + text.slice(i)
    }
  }
  return done
}
