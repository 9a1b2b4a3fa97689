/** What `echo` and `printf` print, where their words are known. */
import { MAX_VALUE } from './budget.ts'

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  E: '\x1b',
  '\\': '\\',
}
const ESCAPE = /\\(x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|U[0-9A-Fa-f]{1,8}|[0-7]{1,4}|[\s\S])?/g
const DIRECTIVE = /%(?:%|([-0]*)(\d{0,3})(?:\.(\d{1,3}))?([sbdiuxXoc]))|\\(?:x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|[0-7]{1,3}|[\s\S])/g
const NUMBER = /^-?(0|[1-9]\d{0,14})$/
/** Rounds a format is used for. */
const MAX_ROUNDS = 256

/** The text with its escapes read; undefined: one that cuts it short (`\c`), is no character, or is read differently from shell to shell. */
function unescaped(text: string): string | undefined {
  let isKnown = true
  const done = text.replace(ESCAPE, sequence => {
    const found = escapeOf(sequence, /^\\0?[0-7]{1,3}$/)
    isKnown &&= found !== undefined
    return found ?? ''
  })
  return isKnown ? done : undefined
}

function escapeOf(sequence: string, octal: RegExp): string | undefined {
  const kind = sequence.charAt(1)
  const simple = SIMPLE[kind]
  if (simple !== undefined && sequence.length === 2) return simple
  const isHex = /^\\[xuU]/.test(sequence) && sequence.length > 2
  const code = isHex ? Number.parseInt(sequence.slice(2), 16) : octal.test(sequence) ? Number.parseInt(sequence.slice(1), 8) : Number.NaN
  // A byte above ASCII is part of a character only together with others; a NUL ends the text.
  const isCharacter = code > 0 && (code < 0x80 || (/^\\[uU]/.test(sequence) && code <= 0xffff && (code < 0xd800 || code > 0xdfff)))
  return isCharacter ? String.fromCharCode(code) : undefined
}

/** `echo` with these words, its options read; undefined when it cannot be told. `isInterpreting`: escapes count without `-e` (zsh, dash). */
export function echoed(texts: readonly string[], isInterpreting: boolean): string | undefined {
  const first = texts.findIndex(text => !/^-[neE]+$/.test(text))
  const options = (first < 0 ? texts : texts.slice(0, first)).join('')
  const words = (first < 0 ? [] : texts.slice(first)).join(' ')
  const lastMode = /[eE](?=[^eE]*$)/.exec(options)?.[0]
  const isReading = lastMode === undefined ? isInterpreting : lastMode === 'e'
  const text = isReading ? unescaped(words) : words
  return text === undefined ? undefined : text + (options.includes('n') ? '' : '\n')
}

/** `printf format values...`; undefined: a directive or a value that is not followed, or too much text. */
export function formatted(format: string, values: readonly string[]): string | undefined {
  let next = 0
  let text = ''
  let rounds = 0
  let isKnown = true
  const piece = (whole: string, flags = '', width = '', precision: string | undefined, kind = ''): string => {
    if (whole === '%%') return '%'
    const found = whole.startsWith('\\') ? formatEscape(whole) : converted(kind, values[next++] ?? '', precision)
    isKnown &&= found !== undefined && !(flags.includes('0') && kind === 's')
    const size = Number(width)
    if (found === undefined || found.length >= size) return found ?? ''
    if (flags.includes('-')) return found.padEnd(size)
    return flags.includes('0') && !found.startsWith('-') ? found.padStart(size, '0') : found.padStart(size)
  }
  do {
    const before = next
    const isRest = /%/.test(format.replace(DIRECTIVE, '')) || /\\$/.test(format.replace(DIRECTIVE, ''))
    if (isRest) return undefined
    text += format.replace(DIRECTIVE, piece)
    rounds++
    const isTooMuch = text.length > MAX_VALUE || rounds > MAX_ROUNDS
    if (isTooMuch || !isKnown) return undefined
    if (next === before) break
  } while (next < values.length)
  return text
}

function formatEscape(sequence: string): string | undefined {
  if (sequence === '\\"' || sequence === "\\'" || sequence === '\\?') return sequence.slice(1)
  return escapeOf(sequence, /^\\[0-7]{1,3}$/)
}

function converted(kind: string, value: string, precision: string | undefined): string | undefined {
  const cut = (text: string): string => (precision === undefined ? text : text.slice(0, Number(precision)))
  if (kind === 's') return cut(value)
  if (kind === 'b') {
    const text = unescaped(value)
    return text === undefined ? undefined : cut(text)
  }
  if (kind === 'c') return value.slice(0, 1)
  const number = value === '' ? '0' : value
  const isPlain = NUMBER.test(number) && precision === undefined
  if (!isPlain) return undefined
  if (kind === 'd' || kind === 'i') return number
  if (number.startsWith('-')) return undefined
  const base = kind === 'o' ? 8 : kind === 'u' ? 10 : 16
  const text = Number(number).toString(base)
  return kind === 'X' ? text.toUpperCase() : text
}
