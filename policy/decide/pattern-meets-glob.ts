/** Two languages of paths, what a command line's pattern may become and what a rule's glob takes: whether they meet, whether one holds the other. */
import { ANY_FOLDERS, type PathToken } from '../facts/path-token.ts'

type Tokens = readonly PathToken[]

const OUT = -1

/**
 * The most characters of the glob's last name that the pattern spells out on the way to a common path; -1: the two have no path in common.
 * Takes time and memory in proportion to the product of the two lengths.
 */
export const spelledInCommon = (pattern: Tokens, glob: Tokens): number => {
  if (isAnyPath(pattern)) return 0
  if (!doEndsAgree(pattern, glob)) return OUT
  const lastName = lastNameAt(glob)
  const width = glob.length + 1
  // best[i * width + j]: both have read the same characters, the pattern up to token i, the glob up to token j.
  const best = new Int16Array((pattern.length + 1) * width).fill(OUT)
  best[0] = 0
  const reach = (place: number, spelled: number): void => {
    if (spelled > (best[place] ?? OUT)) best[place] = spelled
  }
  for (let i = 0; i <= pattern.length; i++) {
    const p = pattern[i]
    for (let j = 0; j < width; j++) {
      const place = i * width + j
      const spelled = best[place] ?? OUT
      if (spelled === OUT) continue
      const g = glob[j]
      for (const skipped of skipsOf(p)) reach(place + skipped * width, spelled)
      for (const skipped of skipsOf(g)) reach(place + skipped, spelled)
      if (p === undefined || g === undefined || !doMeet(p, g)) continue
      const isSpelled = p.kind === 'char' && g.kind === 'char' && j >= lastName
      reach(place + (isRun(p) ? 0 : width) + (isRun(g) ? 0 : 1), isSpelled ? spelled + 1 : spelled)
    }
  }
  return best[best.length - 1] ?? OUT
}

/** `ANY_FOLDERS` alone: it spells nothing, and every glob has a path. */
const isAnyPath = (pattern: Tokens): boolean =>
  pattern.length === ANY_FOLDERS.length && pattern.every((token, at) => token === ANY_FOLDERS[at])

/** Where the tokens of the last name start. */
export const lastNameAt = (tokens: Tokens): number => tokens.findLastIndex(token => token.kind === 'char' && token.char === '/') + 1

const isRun = (token: PathToken): boolean => token.kind === 'star' || token.kind === 'any'

const ONE_ON: readonly number[] = [1]
const NONE: readonly number[] = []

/** How many tokens may be passed over without reading a character. */
const skipsOf = (token: PathToken | undefined): readonly number[] => {
  if (token === undefined) return NONE
  if (token.kind === 'split') return [1, token.by]
  return isRun(token) ? ONE_ON : NONE
}

/** Whether certain characters at both starts, and at both ends, rule a common path out: the cheap answer for most pairs. */
const doEndsAgree = (pattern: Tokens, glob: Tokens): boolean => {
  for (let at = 0; ; at++) {
    const [p, g] = [pattern[at], glob[at]]
    if (p?.kind !== 'char' || g?.kind !== 'char') break
    if (!isSame(p, g)) return false
  }
  for (let at = 1; ; at++) {
    const [p, g] = [pattern[pattern.length - at], glob[glob.length - at]]
    if (p?.kind !== 'char' || g?.kind !== 'char') return true
    if (!isSame(p, g)) return false
  }
}

type Char = Extract<PathToken, { kind: 'char' }>

/** As file systems that take either case compare, by Unicode's folding. */
const isSame = (one: Char, other: Char): boolean =>
  one.char === other.char || (!one.isExact && !other.isExact && foldCase(one.char) === foldCase(other.char))

const foldCase = (char: string): string => char.toLowerCase().toUpperCase()

/** Whether some character is read by both. */
const doMeet = (one: PathToken, other: PathToken): boolean => {
  if (one.kind === 'split' || other.kind === 'split') return false
  if (one.kind === 'char') return takes(other, one)
  return other.kind === 'char' ? takes(one, other) : true
}

const takes = (token: PathToken, read: Char): boolean => {
  switch (token.kind) {
    case 'char':
      return isSame(token, read)
    case 'any':
      return true
    case 'visible':
      return read.char !== '/' && read.char !== '.'
    case 'set':
      return token.re.test(read.char)
    default:
      return read.char !== '/'
  }
}

/** Steps after which it is not proven that the glob holds the pattern. */
const MAX_STEPS = 2000

/** Any character that is no slash, and that no glob names. */
const SOME: Char = { kind: 'char', char: '\0', isExact: true }
const SLASH: Char = { kind: 'char', char: '/' }

/** Whether every path of the pattern is proven to be one of some alternative of the glob. */
export const isWithinGlob = (pattern: Tokens, alternatives: readonly Tokens[]): boolean => {
  const tokens: (PathToken | 'end')[] = alternatives.flatMap(alternative => [...alternative, 'end' as const])
  const first = alternatives.map((_, at) => alternatives.slice(0, at).reduce((sum, one) => sum + one.length + 1, 0))
  const seen = new Set<string>()
  const open: [number, readonly number[]][] = [[0, withSkips(first, tokens)]]
  for (let steps = 0; open.length > 0; steps++) {
    const [at, places] = open.pop() as [number, readonly number[]]
    const key = `${at}:${places.join()}`
    if (seen.has(key)) continue
    seen.add(key)
    if (places.length === 0 || steps > MAX_STEPS) return false
    const token = pattern[at]
    if (token === undefined) {
      if (!places.some(place => tokens[place] === 'end')) return false
      continue
    }
    if (token.kind === 'split') open.push([at + 1, places], [at + token.by, places])
    else if (isRun(token)) {
      open.push([at + 1, places], [at, after(SOME, places, tokens)])
      if (token.kind === 'any') open.push([at, after(SLASH, places, tokens)])
    } else open.push([at + 1, after(token.kind === 'char' ? token : SOME, places, tokens)])
  }
  return true
}

const paths = new WeakMap<Tokens, string>()

/** One path that the pattern may become, with a character that no glob names wherever it is open. */
export const somePathOf = (pattern: Tokens): string => {
  const before = paths.get(pattern)
  if (before !== undefined) return before
  const path = pattern.map(token => (token.kind === 'char' ? token.char : token.kind === 'split' ? '' : SOME.char)).join('')
  paths.set(pattern, path)
  return path
}

/** The places of the glob after one more character. */
const after = (read: Char, places: readonly number[], tokens: readonly (PathToken | 'end')[]): readonly number[] => {
  const next: number[] = []
  for (const place of places) {
    const token = tokens[place]
    const isRead =
      token !== undefined && token !== 'end' && token.kind !== 'split' && takes(token, read) && !(token.kind === 'set' && read === SOME)
    if (isRead) next.push(isRun(token) ? place : place + 1)
  }
  return withSkips(next, tokens)
}

/** With the places that need no character, sorted, each once. */
const withSkips = (places: readonly number[], tokens: readonly (PathToken | 'end')[]): readonly number[] => {
  const all = new Set(places)
  for (const place of all) {
    const token = tokens[place]
    if (token !== 'end') for (const skipped of skipsOf(token)) all.add(place + skipped)
  }
  return [...all].sort((a, b) => a - b)
}
