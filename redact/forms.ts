import { eligible } from './eligible.ts'

const stringify = JSON.stringify

/** How text reads inside a JSON string, without the quotes. */
const escaped = (text: string) => stringify(text).slice(1, -1)

/** `-----BEGIN ... KEY-----`: the same in every file of its kind, so alone it says nothing. */
const isArmour = (line: string) => /^-----(BEGIN|END) [^\n]*-----$/.test(line)

/**
 * The spellings a value is looked for in, without repeats, the value itself first: as it is, JSON-escaped once and twice. A value of several lines
 * is looked for whole (with either line ending) and by each trimmed line that would be eligible on its own. `value` is one that `eligible` answered.
 */
export function formsOf(value: string): readonly string[] {
  const lines = value.split(/\r\n|\n|\r/)
  const isMultiline = lines.length > 1
  const whole = isMultiline ? [value, lines.join('\n'), lines.join('\r\n')] : [value]
  const ownLines = isMultiline ? lines.map(line => line.trim()).filter(line => eligible('', line).ok && !isArmour(line)) : []
  const spellings = [...whole, ...ownLines].flatMap(text => [text, escaped(text), escaped(escaped(text))])
  return [...new Set(spellings)]
}
