/** What stands in a text where a secret value stood. Inert in bash, sh and zsh, in JSON and in regular expressions; holds nothing derived from the value. */

export const MARKER_OPEN = '‹secret:'
export const MARKER_CLOSE = '›'
const CLOSE = MARKER_CLOSE.charCodeAt(0)

/** A name as markers can carry it: everything but letters, digits, `_`, `.` and `-` becomes `_`. */
export function markerName(name: string): string {
  return name.replace(/[^A-Za-z0-9_.-]/g, '_')
}

/** The marker of a secret. `name` is one that `markerName` answered. */
export function markerOf(name: string): string {
  return MARKER_OPEN + name + MARKER_CLOSE
}

/** A stretch of a text, in UTF-16 code units, end exclusive. */
export type Stretch = { readonly start: number; readonly end: number }

/**
 * Where markers of known names already stand in `text`, in order.
 * A marker around anything else is plain text: what stands in it may be a value.
 */
export function markersIn(text: string, names: ReadonlySet<string>, longestName: number): readonly Stretch[] {
  const found: Stretch[] = []
  for (let start = text.indexOf(MARKER_OPEN); start >= 0; start = text.indexOf(MARKER_OPEN, start + 1)) {
    const nameAt = start + MARKER_OPEN.length
    // No further than a name goes: a search for the closing sign would read the whole rest once per opening.
    let closing = nameAt
    while (closing <= nameAt + longestName && text.charCodeAt(closing) !== CLOSE) closing++
    const isKnown = closing <= nameAt + longestName && names.has(text.slice(nameAt, closing))
    if (isKnown) found.push({ start, end: closing + MARKER_CLOSE.length })
  }
  return found
}
