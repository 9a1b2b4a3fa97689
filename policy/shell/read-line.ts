/** What `read` puts into its variables from a line that is known. */
import type { Part } from './arg.ts'
import { fieldSteps } from './fields.ts'

/** More are not told apart. */
const MAX_NAMES = 64
const BLANK = ' \t\n'

/** One value for each of so many names; undefined: how it would be split cannot be told. `isRaw`: backslashes are themselves (`-r`). */
export function lineValues(input: string, count: number, separators: string, isRaw: boolean): readonly string[] | undefined {
  const line = firstLine(input, isRaw)
  if (line === undefined || count > MAX_NAMES) return undefined
  const isBlank = (char: string): boolean => BLANK.includes(char) && separators.includes(char)
  let rest = trimmed(line, isBlank)
  const values: string[] = []
  while (values.length < count - 1) {
    const at = [...rest].findIndex(char => separators.includes(char))
    if (at < 0) {
      values.push(rest)
      rest = ''
      continue
    }
    values.push(rest.slice(0, at))
    let end = at
    while (isBlank(rest.charAt(end)) && end < rest.length) end++
    if (end < rest.length && separators.includes(rest.charAt(end))) end++
    rest = trimmed(rest.slice(end), isBlank)
  }
  // A separator at the very end of what is left counts, or not, by rules of its own.
  const isPlain = [...rest].every(char => isBlank(char) || !separators.includes(char))
  return isPlain ? [...values, rest] : undefined
}

/** The words of the line, for `read -a`. */
export function lineItems(input: string, separators: string, isRaw: boolean): readonly (readonly Part[])[] | undefined {
  const line = firstLine(input, isRaw)
  if (line === undefined) return undefined
  const items: Part[][] = []
  let text = ''
  for (const step of [...fieldSteps(line, separators), { isForced: false }]) {
    if ('text' in step) text += step.text
    else {
      if (text !== '' || step.isForced) items.push([{ kind: 'text', text }])
      text = ''
    }
  }
  return items
}

function firstLine(input: string, isRaw: boolean): string | undefined {
  const end = input.indexOf('\n')
  const line = end < 0 ? input : input.slice(0, end)
  return line.includes('\0') || (!isRaw && line.includes('\\')) || [...line].length !== line.length ? undefined : line
}

function trimmed(text: string, isBlank: (char: string) => boolean): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charAt(start))) start++
  while (end > start && isBlank(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
