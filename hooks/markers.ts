/** Markers that came back: the model writes what it was shown. */
import { redactDeep } from '../redact/deep.ts'
import { NO_HITS } from '../redact/hits.ts'
import { MARKER_CLOSE, MARKER_OPEN, markersIn } from '../redact/marker.ts'
import { readWhole } from './read-whole.ts'

/** `value` with `put(name)` in place of every marker of these names, wherever a text of it holds one; the very value where none does. Throws on what is nested too deeply to look at. */
export function replaceMarkers<Value>(value: Value, names: readonly string[], put: (name: string) => string): Value {
  const known = new Set(names)
  const longest = Math.max(0, ...names.map(({ length }) => length))
  const replaced = (text: string) => {
    let written = ''
    let from = 0
    for (const { start, end } of markersIn(text, known, longest)) {
      written += text.slice(from, start) + put(text.slice(start + MARKER_OPEN.length, end - MARKER_CLOSE.length))
      from = end
    }
    return { text: written + text.slice(from), hits: NO_HITS }
  }
  return readWhole(redactDeep(value, replaced)).value
}

/** The names among these whose markers stand anywhere in `value`, in order of the alphabet. */
export function markedNames(value: unknown, names: readonly string[]): readonly string[] {
  const found = new Set<string>()
  replaceMarkers(value, names, name => {
    found.add(name)
    return ''
  })
  return [...found].sort()
}
