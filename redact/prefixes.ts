/** What could the end of a text be the beginning of? Asked by streams, which hold back nothing else. */
import { fitsLeft } from './base64.ts'
import type { Matcher } from './matcher.ts'
import { Bytes, imul, max } from './realm.ts'
import { gramAt } from './window-index.ts'

/** So many units of a beginning are looked up before it is searched for, and so many more. */
const HEAD = 4
const FILTER_BITS = 20

export type Prefixes = {
  /** Is the text from `at` on the beginning of a needle or a marker, and not all of it? */
  readonly beginsAt: (text: string, at: number) => boolean
  /** The first place from `from` on of which that is true; the text's length if there is none. */
  readonly firstIn: (text: string, from: number) => number
  /** Could a character be the one that base64 makes a value's first bits share? */
  readonly isShared: (code: number) => boolean
  /** Units of the longest needle or marker. */
  readonly longest: number
}

const headAt = (text: string, at: number): number => imul(gramAt(text, at), 0x9e3779b1) >>> (32 - FILTER_BITS)
const twoHeadsAt = (text: string, at: number): number => headAt(text, at) ^ (headAt(text, at + HEAD) >>> 1)

/** Made when first asked for: what is not streamed does not pay for the sorting. */
export function createPrefixes(matcher: Matcher, markers: () => readonly string[]): () => Prefixes {
  let made: Prefixes | undefined
  return () => {
    made ??= prefixesOf([...matcher.needles.map(({ form }) => form), ...markers()], matcher)
    return made
  }
}

function prefixesOf(texts: string[], { needles }: Matcher): Prefixes {
  texts.sort()
  let longest = 0
  const heads = new Bytes(1 << FILTER_BITS)
  for (const text of texts) {
    heads[headAt(text, 0)] = 1
    if (text.length > 2 * HEAD) heads[twoHeadsAt(text, 0)] = 1
    if (text.length > longest) longest = text.length
  }
  const edges = [...new Set(needles.map(({ edge = 0 }) => edge))]

  const beginsAt = (text: string, at: number): boolean => {
    if (text.length - at >= longest) return false
    if (text.length - at >= HEAD && heads[headAt(text, at)] === 0) return false
    if (text.length - at >= 2 * HEAD && heads[twoHeadsAt(text, at)] === 0) return false
    const tail = text.slice(at)
    let low = 0
    let high = texts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((texts[middle] as string) <= tail) low = middle + 1
      else high = middle
    }
    return texts[low]?.startsWith(tail) ?? false
  }
  const firstIn = (text: string, from: number): number => {
    for (let at = max(from, text.length - longest + 1); at < text.length; at++) if (beginsAt(text, at)) return at
    return text.length
  }
  return { beginsAt, firstIn, isShared: code => edges.some(edge => fitsLeft(edge, code)), longest }
}
