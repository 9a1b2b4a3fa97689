/** What one line of a standard input may be. */
import { type Arg, anyOf, UNKNOWN_EXPANSION } from './arg.ts'
import type { Stdin } from './context.ts'

/** More of them are not told apart. */
const MAX_LINES = 16

/** Any one line of what there is to read; undefined where nothing is known of it. */
export function lineOf(stdin: Stdin): Arg['parts'] | undefined {
  const text = stdin.kind === 'text' ? stdin.text : stdin.kind === 'unknown' ? stdin.around : undefined
  const lines = text?.split('\n').map(line => line.trim()) ?? []
  const known = lines.filter(line => line !== '' && !line.includes(UNKNOWN_EXPANSION)).slice(0, MAX_LINES)
  return stdin.line ?? (known.length > 0 ? [anyOf(known.map(text => [{ kind: 'text', text }]))] : undefined)
}
