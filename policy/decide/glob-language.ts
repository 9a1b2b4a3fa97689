import type { PathGlob } from '../compile/compiled.ts'
import { type GlobToken, globTokens } from '../compile/glob-tokens.ts'
import { ANY_FOLDERS, literalTokens, ONE, type PathToken, SLASH, STAR } from '../facts/path-token.ts'

/** A rule's glob as lists of tokens, one for each of its alternatives; some must fit. */
export type GlobLanguage = readonly (readonly PathToken[])[]

const known = new WeakMap<PathGlob, GlobLanguage>()

/** What a glob takes behind its base directory, or, for base `any`, from the root. Read from its source once. */
const relativeLanguage = (glob: PathGlob): GlobLanguage => {
  const before = known.get(glob)
  if (before !== undefined) return before
  const read = globTokens(glob.source.replace(/^(?:~|\$\{project\})?\//, ''))
  const language = read.ok ? read.alternatives.map(tokensOf) : []
  known.set(glob, language)
  return language
}

const placed = new WeakMap<PathGlob, Map<string, GlobLanguage>>()

/**
 * The absolute paths that a glob takes, seen from one directory it may stand for. `isExact`: the directory's letters keep their case. Kept for each of
 * the few directories that `~` and `${project}` have in a session.
 */
export const globLanguage = (glob: PathGlob, directory: string, isExact = false): GlobLanguage => {
  const language = relativeLanguage(glob)
  if (glob.base === 'any' || directory === '/') return language
  const known = placed.get(glob) ?? new Map<string, GlobLanguage>()
  placed.set(glob, known)
  const key = `${isExact}${directory}`
  const before = known.get(key)
  if (before !== undefined) return before
  const lead = literalTokens(directory, isExact)
  const made = language.map(tokens => [...lead, ...tokens])
  known.set(key, made)
  return made
}

const tokensOf = (alternative: readonly GlobToken[]): readonly PathToken[] => {
  const tokens: PathToken[] = []
  let wasGlobstar = false
  for (const segment of segmentsOf(alternative)) {
    const isGlobstar = segment.length === 2 && segment.every(token => token.kind === 'star')
    if (isGlobstar && !wasGlobstar) tokens.push(...ANY_FOLDERS)
    else if (!isGlobstar) tokens.push(SLASH, ...segmentTokens(segment))
    wasGlobstar = isGlobstar
  }
  return tokens
}

const segmentsOf = (tokens: readonly GlobToken[]): readonly (readonly GlobToken[])[] => {
  const segments: GlobToken[][] = [[]]
  for (const token of tokens) {
    const isSlash = token.kind === 'char' && token.char === '/'
    if (isSlash) segments.push([])
    else segments.at(-1)?.push(token)
  }
  return segments
}

/** A segment is never empty. */
const segmentTokens = (segment: readonly GlobToken[]): readonly PathToken[] => {
  const isOpen = segment.every(token => token.kind === 'star')
  return isOpen ? [ONE, STAR] : segment.map(tokenOf)
}

const tokenOf = (token: GlobToken): PathToken => {
  if (token.kind === 'char') return { kind: 'char', char: token.char }
  if (token.kind === 'set') return { kind: 'set', re: new RegExp(`^(?!\\/)${token.source}$`, 'iu') }
  return token.kind === 'one' ? ONE : STAR
}
