import { type RedactedText, type RedactedValue, redactDeep, type Shape } from './deep.ts'
import { eligible } from './eligible.ts'
import { formsOf } from './forms.ts'
import { type Hits, NO_HITS } from './hits.ts'
import { markerName, markerOf, markersIn } from './marker.ts'
import { createMatcher, type Hit, type Needle } from './matcher.ts'

const bare = Object.create

/** A value to keep out of texts, and the name that stands in its place. One name may have several values. */
export type Secret = { readonly name: string; readonly value: string }

export type Redactor = {
  /** The text with a marker for every secret in it; the very string handed in when there is none. */
  readonly text: (text: string) => RedactedText
  /** The same for every string in nested plain data; `shape` says what in it is not free text (default: everything is, keys included). */
  readonly deep: <T>(value: T, shape?: Shape) => RedactedValue<T>
  /** The names whose values are looked for, without repeats. */
  readonly names: readonly string[]
  /** What was handed in and is not looked for, with the reason. */
  readonly refused: readonly { readonly name: string; readonly why: string }[]
}

function countsOf(hits: readonly Hit[]): Hits {
  const counts: Record<string, number> = bare(null)
  for (const { name } of hits) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

function withMarkers(text: string, hits: readonly Hit[]): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end, name } of hits) {
    parts.push(text.slice(from, start), markerOf(name))
    from = end
  }
  parts.push(text.slice(from))
  return parts.join('')
}

/**
 * A redactor over secrets in order of priority. All hits are found on the text as it was handed in and replaced in one pass, so a marker is never
 * searched again; markers of these secrets that already stand in a text stay. Values that are not eligible are refused by name. Never throws.
 */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const needles: Needle[] = []
  const names = new Set<string>()
  const refused: { name: string; why: string }[] = []
  for (const { name, value } of secrets) {
    const verdict = eligible(name, value)
    const shown = markerName(name)
    if (!verdict.ok) {
      refused.push({ name: shown, why: verdict.why })
      continue
    }
    names.add(shown)
    for (const form of formsOf(verdict.value)) needles.push({ form, name: shown })
  }
  const match = createMatcher(needles)
  let longestName = 0
  for (const { length } of names) if (length > longestName) longestName = length

  const text = (input: string): RedactedText => {
    const hits = match(input, () => markersIn(input, names, longestName))
    return hits.length === 0 ? { text: input, hits: NO_HITS } : { text: withMarkers(input, hits), hits: countsOf(hits) }
  }
  return { text, deep: (value, shape) => redactDeep(value, text, shape), names: [...names], refused }
}
