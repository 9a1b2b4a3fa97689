/** What programs that only change text make of text that is known. */
import { MAX_VALUE } from './budget.ts'

type Filter = (args: readonly string[], input: string) => string | undefined

// Looking a global up costs more than using it, in the engine.
const decodeBase64 = atob
const decodePercents = decodeURIComponent
const { fromCharCode } = String
const ASCII = /^[\0-\x7f]*$/

/** Bytes, one a character, as UTF-8; undefined when they are none. */
function textOfBytes(bytes: string): string | undefined {
  if (ASCII.test(bytes)) return bytes
  try {
    return decodePercents(bytes.replace(/[\s\S]/g, byte => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`))
  } catch {
    return undefined
  }
}

function base64Text(input: string): string | undefined {
  try {
    return textOfBytes(decodeBase64(input))
  } catch {
    return undefined
  }
}

const base64: Filter = (args, input) => {
  const isDecoding = args.some(arg => /^(-[di]*[dD][di]*|--d(e(c(o(d(e)?)?)?)?)?)$/.test(arg))
  const isOnlyFlags = args.every(arg => /^(-[diD]+|--d(e(c(o(d(e)?)?)?)?)?|--ignore-garbage|-w\d*|-)$/.test(arg))
  const isGarbageKept = !args.some(arg => /^-\w*i/.test(arg) || arg.startsWith('--i'))
  return isDecoding && isOnlyFlags && isGarbageKept ? base64Text(input) : undefined
}

const openssl: Filter = (args, input) => {
  const isKnown = args.every(arg => ['base64', 'enc', '-base64', '-a', '-d', '-A'].includes(arg)) && args.includes('-d')
  const isBase64 = args[0] === 'base64' || (args[0] === 'enc' && args.some(arg => arg === '-base64' || arg === '-a'))
  return isKnown && isBase64 ? base64Text(input) : undefined
}

const xxd: Filter = (args, input) => {
  const isPlain = args.includes('-r') && args.some(arg => /^-(p|ps|plain)$/.test(arg)) && args.every(arg => /^-(r|p|ps|plain)$/.test(arg))
  const digits = input.replace(/\s+/g, '')
  const isHex = isPlain && /^(?:[0-9A-Fa-f]{2})*$/.test(digits)
  return isHex ? textOfBytes(digits.replace(/../g, pair => fromCharCode(Number.parseInt(pair, 16)))) : undefined
}

const rev: Filter = (args, input) => {
  const isPlain = args.length === 0 && ASCII.test(input)
  return isPlain
    ? input
        .split('\n')
        .map(line => [...line].reverse().join(''))
        .join('\n')
    : undefined
}

const CLASSES: Readonly<Record<string, string>> = {
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  lower: 'abcdefghijklmnopqrstuvwxyz',
  digit: '0123456789',
  space: '\t\n\v\f\r ',
  blank: '\t ',
}
const TR_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', f: '\f', v: '\v' }

/** The characters a set of `tr` lists; undefined for what is not read here. */
function setOf(text: string): string[] | undefined {
  const units: string[] = []
  const plain: boolean[] = []
  for (let i = 0; i < text.length; i++) {
    const named = /^\[:([a-z]+):\]/.exec(text.slice(i, i + 12))
    if (named !== null) {
      const members = CLASSES[named[1] ?? '']
      if (members === undefined) return undefined
      units.push(...members)
      plain.push(...[...members].map(() => false))
      i += named[0].length - 1
      continue
    }
    if (/^\[[=.]|^\[.\*/.test(text.slice(i, i + 3))) return undefined
    let char = text.charAt(i)
    const isEscape = char === '\\'
    if (isEscape) {
      const octal = /^\\([0-7]{1,3})/.exec(text.slice(i, i + 4))
      const escaped = octal === null ? TR_ESCAPES[text.charAt(i + 1)] : fromCharCode(Number.parseInt(octal[1] ?? '', 8))
      if (escaped === undefined) return undefined
      char = escaped
      i += octal === null ? 1 : octal[0].length - 1
    }
    const isRange = char === '-' && !isEscape && units.length > 0 && plain.at(-1) === true && i + 1 < text.length
    if (!isRange) {
      units.push(char)
      plain.push(true)
      continue
    }
    const from = (units.at(-1) ?? '').charCodeAt(0)
    const to = text.charCodeAt(++i)
    if (to < from || text.charAt(i) === '\\' || text.charAt(i) === '[') return undefined
    for (let code = from + 1; code <= to; code++) {
      units.push(fromCharCode(code))
      plain.push(false)
    }
  }
  return units
}

const tr: Filter = (args, input) => {
  const isAscii = ASCII.test(input) && args.every(arg => ASCII.test(arg))
  if (!isAscii) return undefined
  if (args[0] === '-d' && args.length === 2) {
    const gone = setOf(args[1] ?? '')
    return gone === undefined ? undefined : [...input].filter(char => !gone.includes(char)).join('')
  }
  const [one = '', two = ''] = args
  const isPlain = args.length === 2 && !one.startsWith('-') && two !== ''
  const from = isPlain ? setOf(one) : undefined
  const to = isPlain ? setOf(two) : undefined
  if (from === undefined || to === undefined) return undefined
  return [...input].map(char => (from.includes(char) ? (to[Math.min(from.lastIndexOf(char), to.length - 1)] ?? char) : char)).join('')
}

/** `head -n 2`, `head -2`, and the same of `tail`; nothing else. */
const lines =
  (isFromEnd: boolean): Filter =>
  (args, input) => {
    const option = args.join(' ')
    const count = option === '' ? 10 : Number(/^(?:-n ?|-)([1-9]\d{0,3})$/.exec(option)?.[1] ?? Number.NaN)
    if (!Number.isInteger(count)) return undefined
    const all = input.match(/[^\n]*\n|[^\n]+$/g) ?? []
    return (isFromEnd ? all.slice(-count) : all.slice(0, count)).join('')
  }

const FILTERS: ReadonlyMap<string, Filter> = new Map([
  ['base64', base64],
  ['gbase64', base64],
  ['openssl', openssl],
  ['xxd', xxd],
  ['rev', rev],
  ['tr', tr],
  ['head', lines(false)],
  ['tail', lines(true)],
  ['tee', (_args, input) => input],
])

export function isFilter(name: string): boolean {
  return FILTERS.has(name)
}

/** The program's output; undefined when it cannot be told. */
export function filtered(name: string, args: readonly string[], input: string): string | undefined {
  if (input.length > MAX_VALUE) return undefined
  return FILTERS.get(name)?.(args, input)
}
