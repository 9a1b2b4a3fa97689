/** What another seat took out of a text before this one read it: the markers that it meets there. */
import { type Hits, newHits } from '../redact/hits.ts'
import { MARKER_CLOSE, MARKER_OPEN, markersIn } from '../redact/marker.ts'
import type { CallAnswer } from './conversation.ts'

/** The markers of known names in an answer. One that stood in a file already counts as well. */
export function markersMet(names: readonly string[], { result, text, deny }: CallAnswer): Hits {
  const hits = newHits()
  const written = JSON.stringify(result ?? text ?? deny) ?? ''
  const longest = Math.max(0, ...names.map(({ length }) => length))
  for (const { start, end } of markersIn(written, new Set(names), longest)) {
    const name = written.slice(start + MARKER_OPEN.length, end - MARKER_CLOSE.length)
    hits[name] = (hits[name] ?? 0) + 1
  }
  return hits
}
