import { eligible } from './eligible.ts'

const stringify = JSON.stringify

/** How text reads inside a JSON string, without the quotes. */
const escaped = (text: string) => stringify(text).slice(1, -1)

const hex = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0')
const lowerHex = (unit: string) => `\\u${hex(unit)}`
const upperHex = (unit: string) => `\\u${hex(unit).toUpperCase()}`

/**
 * How the JSON writers in use spell the same text: JavaScript as it is; Python with everything past ASCII as `\uXXXX`, other writers with capital
 * digits; PHP with `\/`, and the former as well; Go with `<`, `>` and `&` as `\uXXXX`. Most values read the same in all of them.
 */
function jsonSpellings(text: string): string[] {
  const plain = escaped(text)
  const ascii = [lowerHex, upperHex].map(spell => plain.replace(/[^\x20-\x7e]/g, spell))
  const all = [plain, ...ascii]
  const slashed = all.map(form => form.replaceAll('/', '\\/'))
  const htmlSafe = all.map(form => form.replace(/[<>&\u2028\u2029]/g, lowerHex))
  return [...new Set([...all, ...slashed, ...htmlSafe])]
}

/** `-----BEGIN ... KEY-----`: the same in every file of its kind, so alone it says nothing. */
const isArmour = (line: string) => /^-----(BEGIN|END) [^\n]*-----$/.test(line)

/**
 * The spellings a value is looked for in, without repeats, the value itself first: as it is, JSON-escaped once and twice, as the common writers do. A value of several lines
 * is looked for whole (with either line ending) and by each trimmed line that would be eligible on its own. `value` is one that `eligible` answered.
 */
export function formsOf(value: string): readonly string[] {
  const lines = value.split(/\r\n|\n|\r/)
  const isMultiline = lines.length > 1
  const whole = isMultiline ? [value, lines.join('\n'), lines.join('\r\n')] : [value]
  const ownLines = isMultiline ? lines.map(line => line.trim()).filter(line => eligible('', line).ok && !isArmour(line)) : []
  const spellings = [...whole, ...ownLines].flatMap(text => {
    const once = jsonSpellings(text)
    return [text, ...once, ...once.flatMap(jsonSpellings)]
  })
  return [...new Set(spellings)]
}
