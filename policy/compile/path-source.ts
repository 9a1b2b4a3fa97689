/** One alternative of a path glob as the text of a regular expression that takes time in proportion to the path. */
import { escapeChar, type GlobToken } from './glob-tokens.ts'
import { fixedParts } from './text-glob.ts'

type Source = { readonly ok: true; readonly source: string } | { readonly ok: false; readonly message: string }
type Segment = readonly GlobToken[]

/** `isRooted`: the paths start with a slash. Fails on segments that no folded path has, and on `**` inside a segment. */
export const pathSource = (tokens: readonly GlobToken[], isRooted: boolean): Source => {
  const segments = segmentsOf(tokens)
  for (const [index, segment] of segments.entries()) {
    const name = segment.map(token => (token.kind === 'char' ? token.char : '*')).join('')
    if (name === '' && index > 0 && index === segments.length - 1)
      return no('ends with a slash: write x/** for the directory x and everything in it')
    if (name === '') return no('has an empty segment, which no path has')
    if (name === '.' || name === '..') return no('has a . or .. segment: paths are compared after those are folded away')
    if (!isGlobstar(segment) && hasDoubleStar(segment))
      return no('has ** inside a segment: ** stands alone between slashes, * is for part of a name')
  }
  return { ok: true, source: joinChunks(chunksOf(segments), isRooted) }
}

const no = (message: string): Source => ({ ok: false, message })

const segmentsOf = (tokens: readonly GlobToken[]): Segment[] => {
  const segments: GlobToken[][] = [[]]
  for (const token of tokens) {
    const isSlash = token.kind === 'char' && token.char === '/'
    if (isSlash) segments.push([])
    else segments.at(-1)?.push(token)
  }
  return segments
}

const isGlobstar = (segment: Segment): boolean => segment.length === 2 && segment.every(token => token.kind === 'star')

const hasDoubleStar = (segment: Segment): boolean => segment.some((token, i) => token.kind === 'star' && segment[i + 1]?.kind === 'star')

/** The runs of segments between the `**`s, each as an expression; '' where a `**` stands first or last. */
const chunksOf = (segments: readonly Segment[]): readonly string[] => {
  const chunks: string[][] = [[]]
  for (const [index, segment] of segments.entries()) {
    const isRepeated = isGlobstar(segment) && index > 0 && isGlobstar(segments[index - 1] ?? [])
    if (isRepeated) continue
    if (isGlobstar(segment)) chunks.push([])
    else chunks.at(-1)?.push(segmentSource(segment))
  }
  return chunks.map(chunk => chunk.join('\\/'))
}

/** Within a segment each `*` takes the first place where what follows it fits; a segment is never empty. */
const segmentSource = (segment: Segment): string => {
  const parts = fixedParts(segment).map(part => part.map(charOf).join(''))
  const first = parts[0] ?? ''
  if (parts.length === 1) return first
  if (parts.every(part => part === '')) return '[^/]+'
  const last = parts.at(-1) ?? ''
  const middle = parts.slice(1, -1).map(part => `(?:(?!${part})[^/])*${part}`)
  return `${first}${middle.join('')}[^/]*${last}`
}

const charOf = (token: GlobToken): string =>
  token.kind === 'char' ? escapeChar(token.char) : token.kind === 'set' ? `(?!\\/)${token.source}` : '[^/]'

/** First chunk at the start, last at the end, each one between at the first place where it fits: chunks have a fixed number of segments. */
const joinChunks = (chunks: readonly string[], isRooted: boolean): string => {
  const first = chunks[0] ?? ''
  const lead = isRooted ? '\\/' : ''
  if (chunks.length === 1) return `${lead}${first}`
  let source = first === '' ? '' : `${lead}${first}(?=\\/|$)`
  for (const chunk of chunks.slice(1, -1)) {
    const start = source === '' && !isRooted ? '(?:^|\\/)' : '\\/'
    source += `(?:(?!${start}${chunk}(?:\\/|$))[^])*${start}${chunk}(?=\\/|$)`
  }
  const last = chunks.at(-1) ?? ''
  if (last === '') return source === '' ? '[^]*' : `${source}(?:\\/[^]*)?`
  if (source !== '') return `${source}(?:\\/[^]*)?\\/${last}`
  return isRooted ? `[^]*\\/${last}` : `(?:[^]*\\/)?${last}`
}
