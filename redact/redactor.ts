import { reportCutEdges, type TextEdge } from './cut.ts'
import { type RedactedText, type RedactedValue, redactDeep, type Shape } from './deep.ts'
import { eligible } from './eligible.ts'
import { type Form, formsOf } from './forms.ts'
import type { Hit, Visit } from './hit.ts'
import { NO_HITS } from './hits.ts'
import { markerName, markerOf, markersIn } from './marker.ts'
import { createMatcher, type MatchOptions, type Needle } from './matcher.ts'
import { createPrefixes } from './prefixes.ts'
import { createStream, type RedactingStream } from './stream.ts'
import { createWriter } from './writer.ts'

/**
 * A value to keep out of texts, and the name that stands in its place. One name may have several values. `force`: look for it even if it has
 * only 4 to 7 characters.
 */
export type Secret = { readonly name: string; readonly value: string; readonly force?: boolean }

/** `cut`: where the text is known to have been cut, so that a value may stand there in part. */
export type TextOptions = { readonly cut?: readonly TextEdge[] }

export type Redactor = {
  /** The text with a marker for every secret in it; the very string handed in when there is none. */
  readonly text: (text: string, options?: TextOptions) => RedactedText
  /**
   * The same for every string in nested plain data; `shape` says what in it is not free text (default: everything is, keys included); `by` takes the
   * place of `text` for strings that may be cut.
   */
  readonly deep: <T>(value: T, shape?: Shape, by?: (text: string) => RedactedText) => RedactedValue<T>
  /** Where `text` would set markers, whose, and how the secret is dressed there; `view`: only with escape sequences or line breaks left out. No text. */
  readonly find: (text: string, options?: TextOptions) => readonly Hit[]
  /** For a text that comes in pieces: what comes out, joined, is what `text` makes of the whole. */
  readonly stream: () => RedactingStream
  /** The names in the markers that it sets, without repeats. */
  readonly names: readonly string[]
  /** What was handed in and is not looked for, with the reason. */
  readonly refused: readonly { readonly name: string; readonly why: string }[]
  /** Units of the shortest spelling that it looks for; Infinity without any. */
  readonly shortest: number
  /** There is nothing to look for: every text comes back as it was. */
  readonly isEmpty: boolean
}

/** Forms of values by the name and the value: a redactor that is made anew for one value more makes those of that one alone. */
const known = new Map<string, readonly Form[]>()
const MAX_KNOWN = 10_000

function formsOnce(value: string, name: string): readonly Form[] {
  if (known.size > MAX_KNOWN) known.clear()
  const key = `${name.length} ${name}${value}`
  const found = known.get(key) ?? formsOf(value, name)
  known.set(key, found)
  return found
}

/** Could a needle be what a number is written as? */
const isNumeric = ({ form }: Needle) => /^[-+.\de]+$/.test(form)

/**
 * A redactor over secrets in order of priority. All hits are found on the text as it was handed in and replaced in one pass, so a marker is never
 * searched again; markers of these secrets that already stand in a text stay. Values that are not eligible are refused by name. Never throws.
 */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const needles: Needle[] = []
  const names = new Set<string>()
  const refused: { name: string; why: string }[] = []
  for (const { name, value, force } of secrets) {
    const verdict = eligible(value, force)
    const shown = markerName(name)
    if (!verdict.ok) {
      refused.push({ name: shown, why: verdict.why })
      continue
    }
    names.add(shown)
    for (const { form, kind, edge } of formsOnce(verdict.value, name)) needles.push({ form, name: shown, kind, edge })
  }
  const matcher = createMatcher(needles)
  const { each, match, shortest } = matcher
  const hasNumbers = matcher.needles.some(isNumeric)
  let longestName = 0
  for (const { length } of names) if (length > longestName) longestName = length
  const markers = (input: string) => markersIn(input, names, longestName)

  const optionsOf = ({ cut = [] }: TextOptions = {}): MatchOptions | undefined =>
    cut.length === 0 ? undefined : { more: (text, view, report) => reportCutEdges(text, view, cut, matcher, report) }
  const find = (input: string, options?: TextOptions) => match(input, () => markers(input), optionsOf(options))
  const text = (input: string, options?: TextOptions): RedactedText => {
    let writer: ReturnType<typeof createWriter> | undefined
    const put: Visit = (start, end, name) => {
      writer ??= createWriter(input)
      writer.put(start, end, name)
    }
    each(input, () => markers(input), put, optionsOf(options))
    return writer?.end() ?? { text: input, hits: NO_HITS }
  }
  const prefixes = createPrefixes(matcher, () => [...names].map(markerOf))
  const stream = () => createStream({ match, markers, prefixes })
  const deep: Redactor['deep'] = (value, shape = 'free', by = text) => redactDeep(value, by, shape, { shortest, hasNumbers })
  return { text, deep, find, stream, names: [...names], refused, shortest, isEmpty: names.size === 0 }
}
