/** A path of a command line that is not wholly known, as the language of the absolute paths it may become. */
import type { Piece } from '../shell/effects.ts'
import type { PathLanguage, PathPattern } from './path-language.ts'
import { ANY, ANY_FOLDERS, ONE, type PathToken, SLASH, STAR } from './path-token.ts'
import { CANNOT_SPELL, type Spelled, spellPath } from './spell.ts'

/** Longer patterns are not worth their time: they become any path. */
const MAX_TOKENS = 512

/** No path is longer. */
const MAX_TEXT = 4096

/** One character of the pattern, or one glob of it. */
type Atom = { readonly char: string } | { readonly glob: string }
type Segment = readonly Atom[]

const EVERYWHERE: PathPattern = { tokens: ANY_FOLDERS }

type Hidden = {
  /** `*` and `?` take a leading dot too. */
  readonly hasHidden?: boolean
}

/** How the pattern reads from a directory; null: the directory cannot be told. */
export const spellPattern = (
  pieces: readonly Piece[],
  base: string | null,
  home: readonly string[],
  { hasHidden = false }: Hidden = {},
): Spelled => {
  const isTooLong = pieces.reduce((sum, piece) => sum + (piece.kind === 'unknown' ? 0 : piece.text.length), 0) > MAX_TEXT
  if (isTooLong) return { ...CANNOT_SPELL, pattern: EVERYWHERE }
  const lastUnknown = pieces.findLastIndex(piece => piece.kind === 'unknown')
  if (lastUnknown < 0) return bounded(fromBase(segmentsOf(pieces), base, home, hasHidden))
  const pattern = afterUnknown(segmentsOf(pieces.slice(lastUnknown + 1)), hasHidden)
  return bounded({ ...CANNOT_SPELL, pattern: { ...pattern, likely: likelyOf(pieces, base, home, hasHidden) } })
}

const fromBase = (segments: readonly Segment[], base: string | null, home: readonly string[], hasHidden: boolean): Spelled => {
  const firstOpen = segments.findIndex(isOpen)
  const [lead, open] = firstOpen < 0 ? [segments, []] : [segments.slice(0, firstOpen), segments.slice(firstOpen)]
  const tokens = folded(open, hasHidden)
  if (tokens === undefined) return { ...CANNOT_SPELL, pattern: EVERYWHERE }
  const isRoot = lead.length > 0 && lead.every(segment => segment.length === 0)
  const start = spellPath(isRoot ? '/' : lead.map(textOf).join('/') || '.', base, home, 'shell')
  if (start.spellings !== undefined) return { ...start, spellings: undefined, pattern: { starts: start.spellings, tokens } }
  const whole = start.tail === undefined ? undefined : folded(segments, hasHidden)
  return { ...CANNOT_SPELL, pattern: whole === undefined ? EVERYWHERE : { tokens: [...ANY_FOLDERS, ...whole] } }
}

const likelyOf = ([first, ...rest]: readonly Piece[], base: string | null, home: readonly string[], hasHidden: boolean): PathLanguage => {
  const isStart = first?.kind === 'unknown'
  const pieces = rest.map((piece): Piece => (piece.kind === 'unknown' ? OPEN_NAME : piece))
  if (isStart) return afterUnknown(segmentsOf(pieces), hasHidden)
  return fromBase(segmentsOf(first === undefined ? pieces : [first, ...pieces]), base, home, hasHidden).pattern ?? EVERYWHERE
}

/** A part of a name that cannot be told: unlike `*` it may begin with a dot, unlike `**` it holds no slash. */
const OPEN_NAME: Piece = { kind: 'glob', text: '****' }

/** What is not known may be any path, and go up again from what stands before it: only what follows it is certain. */
const afterUnknown = ([rest = [], ...segments]: readonly Segment[], hasHidden: boolean): PathPattern => {
  const tail = folded(segments, hasHidden)
  const mayBeNone = rest.length === 0 || /^\.{1,2}$/.test(textOf(rest))
  const goesUp = textOf(rest).startsWith('..') && mayBeNone
  if (tail === undefined || goesUp) return EVERYWHERE
  return { tokens: mayBeNone ? [...ANY_FOLDERS, ...tail] : [SLASH, ANY, ...rest.flatMap(atom => tokensOf(atom)), ...tail] }
}

const bounded = (spelled: Spelled): Spelled =>
  spelled.pattern !== undefined && spelled.pattern.tokens.length > MAX_TOKENS ? { ...CANNOT_SPELL, pattern: EVERYWHERE } : spelled

/** Split at slashes; the first is empty for an absolute path. A glob that spans segments is one that takes anything. */
const segmentsOf = (pieces: readonly Piece[]): readonly Segment[] => {
  const segments: Atom[][] = [[]]
  for (const piece of pieces) {
    if (piece.kind === 'unknown') continue
    for (const atom of piece.kind === 'text' ? charsOf(piece.text) : globAtoms(piece.text)) {
      const isSlash = 'char' in atom && atom.char === '/'
      if (isSlash) segments.push([])
      else segments.at(-1)?.push(atom)
    }
  }
  return segments
}

const charsOf = (text: string): readonly Atom[] => [...text].map(char => ({ char }))

/** What else a glob may hold in some shell: alternatives, repetition, exclusion, qualifiers. */
const IS_EXTENDED = /[()|<>^#~{}]/
const GLOB_STEP = /\\(.)|(\*+|\?|\[[!^]?\]?[^\]/]*\])|(.)/gsu

const globAtoms = (text: string): readonly Atom[] => {
  if (IS_EXTENDED.test(text.replaceAll('[^', '['))) return [{ glob: text }]
  return [...text.matchAll(GLOB_STEP)].map(([, escaped, glob, char]) => (glob === undefined ? { char: escaped ?? char ?? '' } : { glob }))
}

/** `.*` also finds `..`, and so may `.?` and `.[.]`. */
const mayBeUp = ([first, second]: Segment): boolean =>
  first !== undefined && 'char' in first && first.char === '.' && (second === undefined || 'glob' in second || second.char === '.')

const isOpen = (segment: Segment): boolean => segment.some(atom => 'glob' in atom)
const textOf = (segment: Segment): string => segment.map(atom => ('char' in atom ? atom.char : atom.glob)).join('')

/** Segments as tokens, each behind a slash, `.` and empty ones left out; undefined: it goes up from a place that cannot be told. */
const folded = (segments: readonly Segment[], hasHidden: boolean): readonly PathToken[] | undefined => {
  const tokens: PathToken[] = []
  for (const [index, segment] of segments.entries()) {
    const text = textOf(segment)
    const mayGoUp = isOpen(segment) && mayBeUp(segment) && index < segments.length - 1
    if (mayGoUp || (!isOpen(segment) && text === '..')) return undefined
    const isNone = text === '' || (!isOpen(segment) && text === '.')
    if (isNone) continue
    // `**` finds files in folders of any depth where the shell has it so.
    if (/^\*{2,3}$/.test(text)) tokens.push(...ANY_FOLDERS)
    else tokens.push(SLASH, ...segment.flatMap((atom, at) => tokensOf(atom, at === 0 && !hasHidden)))
  }
  return tokens
}

const VISIBLE: PathToken = { kind: 'visible' }
/** Nothing, or characters of which the first is no dot. */
const VISIBLE_STAR: readonly PathToken[] = [{ kind: 'split', by: 3 }, VISIBLE, STAR]

const tokensOf = (atom: Atom, isLeading = false): readonly PathToken[] => {
  if ('char' in atom) return [{ kind: 'char', char: atom.char }]
  if (atom.glob === '*') return isLeading ? VISIBLE_STAR : [STAR]
  if (/^\*+$/.test(atom.glob)) return [STAR]
  const isOne = atom.glob === '?' || (atom.glob.startsWith('[') && !IS_EXTENDED.test(atom.glob.slice(2)))
  return isOne ? [isLeading ? VISIBLE : ONE] : [ANY]
}
