/** Text laid out for a terminal. */
import { printable } from './messages.ts'

/** Wide enough for a command, narrow enough for a split window. */
export const COLUMNS = 100

/** The text in lines of at most `width` characters, broken at spaces, else inside a word. Never empty. Control characters are shown. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of printable(text).split(' ')) {
    const isFitting = line.length + 1 + word.length <= width
    if (line !== '' && isFitting) {
      line += ` ${word}`
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    for (; line.length > width; line = line.slice(width)) lines.push(line.slice(0, width))
  }
  return [...lines, line]
}

/** A head in a column of its own, and the text beside it; lines after the first hang two further in, beside the text's own indent. */
export function column(head: string, text: string, headWidth = 10): string {
  const indent = /^ */.exec(text)?.[0].length ?? 0
  const [first = '', ...rest] = wrapped(text.slice(indent), COLUMNS - headWidth - indent - 2)
  const pad = ' '.repeat(indent)
  const hanging = rest.map(line => `${' '.repeat(headWidth)}${pad}  ${line}\n`)
  return `${head.padEnd(headWidth)}${pad}${first}\n${hanging.join('')}`
}
