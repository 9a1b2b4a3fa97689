/** Writes a text with markers in place of what was found in it, and counts them. */
import type { RedactedText } from './deep.ts'
import { newHits } from './hits.ts'
import { markerOf, type Stretch } from './marker.ts'

/** Parts are joined in so many: what is given back at once costs a text of many markers much less than what is kept to its end. */
const PARTS = 4096

/** `put` takes what was found, in order, none overlapping another. */
export function createWriter(text: string) {
  const hits = newHits()
  const written: string[] = []
  let parts: string[] = []
  let from = 0
  /** The one set last, which is mostly the next one as well. */
  let last = ''
  let marker = ''
  const put = (start: number, end: number, name: string): void => {
    hits[name] = (hits[name] ?? 0) + 1
    if (start > from) parts.push(text.slice(from, start))
    if (name !== last) {
      last = name
      marker = markerOf(name)
    }
    parts.push(marker)
    from = end
    if (parts.length < PARTS) return
    written.push(parts.join(''))
    parts = []
  }
  const end = (): RedactedText => {
    written.push(parts.join(''), text.slice(from))
    return { text: written.join(''), hits }
  }
  return { put, end }
}

/** All of it at once. */
export function withMarkers(text: string, found: readonly (Stretch & { readonly name: string })[]): RedactedText {
  const { put, end } = createWriter(text)
  for (const { start, end, name } of found) put(start, end, name)
  return end()
}
