/** Does an edit cut into a masked value? What is left of one is no longer recognised, so the next look at the file would show it in pieces. */

/** Where a value stands in a text, end exclusive. */
export type Standing = { readonly name: string; readonly start: number; readonly end: number }

/**
 * The text as the engine's edits compare it: with `\n` for line ends and straight quotes (seen on 2.1.332). In the two-byte encoding a file of ASCII has a
 * NUL beside every character.
 */
export const asEdited = (text: string): string => text.replaceAll('\0', '').replaceAll('\r\n', '\n')
const straight = (text: string): string => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"')

/** The name of a value that `part`, at some place where it stands in `text`, overlaps and does not hold whole; undefined when there is none. `standing` is in order. */
export function cutValue(text: string, part: string, standing: readonly Standing[]): string | undefined {
  const [searched, sought] = [straight(text), straight(asEdited(part))]
  if (sought === '') return undefined
  let next = 0
  for (let start = searched.indexOf(sought); start >= 0; start = searched.indexOf(sought, start + 1)) {
    const end = start + sought.length
    while (next < standing.length && (standing[next] as Standing).end <= start) next++
    for (const { name, start: from, end: to } of standing.slice(next)) {
      if (from >= end) break
      if (from < start || to > end) return name
    }
  }
  return undefined
}
