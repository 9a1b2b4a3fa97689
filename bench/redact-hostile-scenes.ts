/** Values and texts made to cost redaction as much as they can: the same in every run. */
import type { Secret } from '../redact/redactor.ts'

let state = 11
/** Numerical Recipes' generator. */
const below = (count: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 4_294_967_296) * count)
}
const token = (letters: string, length: number): string => Array.from({ length }, () => letters[below(letters.length)]).join('')
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const stretched = (unit: string, length: number): string => unit.repeat(Math.ceil(length / Math.max(1, unit.length))).slice(0, length)

/** Sets of values that read much alike, by name: the value of a number. */
const VALUES: Readonly<Record<string, (at: number) => string>> = {
  'one period': at => `${stretched('abcdefgh'.slice(at % 8) + 'abcdefgh'.slice(0, at % 8), 24 + (at >> 3))}`,
  periods: at => stretched(token('abcd', 3 + (at % 9)) + 'abcd'.slice(at % 3), 30 + (at % 90)),
  'four letters': () => token('abcd', 16),
  'four letters, long': () => token('abcd', 200),
  'one beginning': () => `${stretched('prefix_', 60)}${token(BASE64, 8)}`,
  'one end': () => `${token(BASE64, 8)}${stretched('_suffix', 60)}`,
  'one middle': () => `${token('ab', 6)}${stretched('middle', 400)}${token('ab', 6)}`,
  nested: at => `${stretched('abcdefgh', 8 + (at % 1000))}${at}`,
  quoted: () => `${token('"\\\'$&%<', 10)}${token('abcd', 6)}`,
  'percent signs': () => `${token('%é&/', 12)}${token('25ce', 6)}`,
  'in each other': at => {
    last = at % 2 === 0 ? token('abcdefgh', 12) : encoded(last)
    return last
  },
  'alike in base64': at => `${LEFT[at & 15]}secret-numbe${LEFT[(at >> 4) & 15]}${token('ab', at >> 8)}`,
  forced: at => token('abcdef', 4 + (at % 4)),
  'forced, any letter': () => token(BASE64, 4),
}
/** The value before. */
let last = ''
/** Characters that base64 tells apart by their last bits alone. */
const LEFT = 'abcdefghijklmnop'
export const VALUE_SETS = Object.keys(VALUES)

/** So many values of a set, each once. */
export function hostileSecrets(set: string, count: number): readonly Secret[] {
  const make = VALUES[set] as (at: number) => string
  return [...new Set(Array.from({ length: count }, (_, at) => make(at)))].map((value, at) => ({
    name: `N${at}`,
    value,
    force: set.startsWith('forced'),
  }))
}

type TextOf = (values: readonly string[], length: number) => string
const pick = (values: readonly string[]): string => values[below(values.length)] as string
/** Pieces one after the other until there is enough. */
const joined = (length: number, piece: () => string): string => {
  const parts: string[] = []
  for (let units = 0; units < length; ) {
    const part = piece()
    parts.push(part)
    units += part.length
  }
  return parts.join('').slice(0, length)
}
/** Base64 of ASCII: the engine's realm has no Buffer. */
function encoded(text: string): string {
  let out = ''
  for (let at = 0; at + 2 < text.length; at += 3) {
    const bits = (text.charCodeAt(at) << 16) | (text.charCodeAt(at + 1) << 8) | text.charCodeAt(at + 2)
    out += `${BASE64[(bits >> 18) & 63]}${BASE64[(bits >> 12) & 63]}${BASE64[(bits >> 6) & 63]}${BASE64[bits & 63]}`
  }
  return out
}
const wrapped = (text: string, every: number, between: string): string => {
  const parts: string[] = []
  for (let at = 0; at < text.length; at += every) parts.push(text.slice(at, at + every))
  return parts.join(between)
}

const hexOf = (text: string, between: string): string =>
  Array.from(text, unit => (unit.charCodeAt(0) & 255).toString(16).padStart(2, '0')).join(between)
/** Lines of so many bytes with an offset before them and, where `hasCharacters`, the characters after them. */
const dumped = (text: string, hasCharacters: boolean): string =>
  Array.from({ length: Math.ceil(text.length / 16) }, (_, line) => {
    const bytes = text.slice(line * 16, line * 16 + 16)
    const offset = (line * 16).toString(16).padStart(8, '0')
    return `${offset}: ${hexOf(bytes, ' ').padEnd(47)}${hasCharacters ? `  ${bytes}` : ''}\n`
  }).join('')
/** Whatever of values comes to `length` units once it is written so. */
const written = (values: readonly string[], length: number, perUnit: number, write: (text: string) => string): string =>
  write(joined(Math.ceil(length / perUnit), () => pick(values))).slice(0, length)

/** Texts of so many units about such values, by name. */
const MADE: Readonly<Record<string, TextOf>> = {
  'values whole': (values, length) => joined(length, () => pick(values)),
  'values with blanks': (values, length) => joined(length, () => `${pick(values)} `),
  beginnings: (values, length) => joined(length, () => pick(values).slice(0, -1)),
  ends: (values, length) => joined(length, () => pick(values).slice(1)),
  'last one wrong': (values, length) => joined(length, () => `${pick(values).slice(0, -1)}~`),
  'middle one wrong': (values, length) =>
    joined(length, () => {
      const value = pick(values)
      return `${value.slice(0, value.length >> 1)}~${value.slice((value.length >> 1) + 1)}`
    }),
  'one beginning': (values, length) => stretched((values[0] as string).slice(0, -1), length),
  'eight letters': (_, length) => stretched('abcdefgh', length),
  'tiny alphabet': (_, length) => token('abcd', length),
  'ends and beginnings': (values, length) => joined(length, () => `${pick(values).slice(-4)}${pick(values).slice(0, 4)}`),
  percent: (values, length) => joined(length, () => encodeURIComponent(pick(values))),
  base64: (values, length) => joined(length, () => encoded(`${pick(values).slice(0, 30)}xy`.slice(below(3)))),
  'base64 noise': (_, length) => token(BASE64, length),
  'base64 wrapped': (values, length) =>
    wrapped(
      joined(length, () => encoded(pick(values).slice(below(3)))),
      64,
      '\n',
    ).slice(0, length),
  'base64 wrapped, written': (values, length) =>
    wrapped(
      joined(length, () => encoded(pick(values).slice(below(3)))),
      33,
      '\\n',
    ).slice(0, length),
  escapes: (values, length) => joined(length, () => `${pick(values).slice(0, 9)}\x1b[0m`),
  'escapes in values': (values, length) =>
    joined(length, () => {
      const value = pick(values)
      return `${value.slice(0, 3)}\x1b[m${value.slice(3)}`
    }),
  'escapes, the shortest': (values, length) =>
    wrapped(
      joined(length, () => pick(values)),
      1,
      '\x1bc',
    ).slice(0, length),
  'escapes in wrapped base64': (values, length) =>
    wrapped(
      wrapped(
        joined(length, () => encoded(pick(values).slice(below(3)))),
        33,
        '\n',
      ),
      37,
      '\x1b[0m',
    ).slice(0, length),
  'escapes alone': (_, length) => stretched('\x1b', length),
  'escapes begun': (_, length) => stretched('\x1b]0;aaaa', length),
  'line feeds': (_, length) => stretched('\n', length),
  'written line feeds': (_, length) => stretched('\\\\\\\\n', length),
  'runs and line feeds': (_, length) => stretched(`${'a'.repeat(32)}\n\\n`, length),
  'openings of markers': (_, length) => stretched('‹secret:', length),
  markers: (_, length) => joined(length, () => `‹secret:N${below(9)}›`),
  'markers about values': (values, length) => joined(length, () => `‹secret:N${below(9)}›${pick(values)}`),
  dump: (values, length) => written(values, length, 4, text => dumped(text, true)),
  'dump without characters': (values, length) => written(values, length, 3, text => dumped(text, false)),
  'dump of words': (values, length) =>
    written(values, length, 2, text => hexOf(text, '').replace(/.{32}/g, '$&\n').replace(/.{4}/g, '$& ')),
  'bytes in one line': (values, length) => written(values, length, 3, text => hexOf(text, ' ')),
  'columns of characters': (values, length) =>
    written(values, length, 4, text => wrapped(Array.from(text, unit => `   ${unit}`).join(''), 64, '\n0000000')),
  'octal columns': (_, length) => stretched(' 101 102', length),
  'escaped whole': (values, length) => written(values, length, 3, text => `%${hexOf(text, '%')}`),
  'mixed digits': (_, length) => stretched('aB', length),
  'offsets alone': (_, length) => stretched('0000:  41 A\n', length),
  'numbers in lines': (_, length) => stretched('12,34,5678,2024-01-02 03:04:05\n', length),
  surrogates: (_, length) => stretched('\ud83d\udd11\ud83d', length),
  'high units': (_, length) => token('ŁłĀāāŰ', length),
}

/** Each of them in one piece, as texts that come from outside are: what is cut out of another text takes longer to read. */
export const TEXTS: Readonly<Record<string, TextOf>> = Object.fromEntries(
  Object.entries(MADE).map(([name, make]) => [name, (values, length) => JSON.parse(JSON.stringify(make(values, length)))]),
)
