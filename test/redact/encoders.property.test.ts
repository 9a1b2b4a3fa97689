/** Disguises as others write them: Node's encoders, bash, and plain words here. Nothing of what is tested says what a disguise looks like. */
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../redact/redactor.ts'

const SEED = 20_260_106
const MARKER = '‹secret:N›'

/** A text with the value in it, and what must come of it; `read`: what of the answer is compared, where some of it says nothing of the value. */
type Shown = { readonly text: string; readonly wanted: string; readonly read?: (answer: string) => string }
/** `before` and `after`: letters that stand beside the value before all of it is encoded. */
type Encoder = (value: string, before: string, after: string) => Shown

const beside = (encoded: string): Shown => ({ text: `> ${encoded} <`, wanted: `> ${MARKER} <` })

/** Every character that holds a bit of the value is out, and no other. `after` holds whole groups of three, so that nothing is padded but a value that ends it. */
const inBase64 =
  (charset: 'utf8' | 'utf16le', dress: (encoded: string) => string = same => same): Encoder =>
  (value, before, after) => {
    const [head, middle, tail] = [before, value, after].map(text => Buffer.from(text, charset)) as [Buffer, Buffer, Buffer]
    const encoded = Buffer.concat([head, middle, tail]).toString('base64')
    const from = Math.floor((8 * head.length) / 6)
    const to = tail.length === 0 ? encoded.length : Math.ceil((8 * (head.length + middle.length)) / 6)
    return { text: dress(encoded), wanted: dress(encoded.slice(0, from)) + MARKER + dress(encoded.slice(to)) }
  }

const url = (encoded: string) => encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const wrapped =
  (width: number): Encoder =>
  (value, before, after) => {
    const { text, wanted } = inBase64('utf8')(value, before, after)
    const lines = text.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\n') ?? ''
    return { text: lines, wanted, read: answer => answer.replaceAll('\n', '') }
  }
/** A sign that is written with several characters stays where it shares a few bits with the value: a stated limit. */
const withoutSigns = (answer: string) => answer.replace(/(?:%2[bf]?|\\\/?)(?=‹)/gi, '').replace(/(?<=›)(?:=+|%2[bf]|\\\/)/gi, '')
/** A padding that is percent-encoded says nothing of the value. */
const inAddress =
  (digits: (encoded: string) => string): Encoder =>
  (value, before, after) => ({
    ...inBase64('utf8', encoded => digits(encodeURIComponent(encoded.replaceAll('=', ''))))(value, before, after),
    read: withoutSigns,
  })
const small = (encoded: string) => encoded.replace(/%../g, digits => digits.toLowerCase())

const json = (text: string) => JSON.stringify(text).slice(1, -1)
const ascii = (text: string) => text.replace(/[^ -~]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const html = (text: string) => xml(text).replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

const ENCODERS: Readonly<Record<string, Encoder>> = {
  'as it is': value => beside(value),
  NFD: value => beside(value.normalize('NFD')),
  'colours inside': value => ({
    text: [...value].join('\x1b[1;31m'),
    wanted: MARKER,
  }),
  JSON: value => beside(json(value)),
  'JSON, ASCII alone': value => beside(ascii(json(value))),
  'JSON twice': value => beside(json(json(value))),
  'JSON of JSON in ASCII': value => beside(json(ascii(json(value)))),
  encodeURIComponent: value => beside(encodeURIComponent(value)),
  'encodeURIComponent, small digits': value => beside(small(encodeURIComponent(value))),
  'encodeURIComponent twice': value => beside(encodeURIComponent(encodeURIComponent(value))),
  encodeURI: value => beside(encodeURI(value)),
  URLSearchParams: value => beside(new URLSearchParams([['', value]]).toString().slice(1)),
  'XML, > as it is': value => beside(xml(value)),
  'XML with >': value => beside(xml(value).replaceAll('>', '&gt;')),
  'XML attribute': value => beside(xml(value).replaceAll('"', '&quot;')),
  HTML: value => beside(html(value)),
  hex: value => beside(Buffer.from(value).toString('hex')),
  'hex, capital': value => beside(Buffer.from(value).toString('hex').toUpperCase()),
  'hex of UTF-16LE': value => beside(Buffer.from(value, 'utf16le').toString('hex')),
  base64: inBase64('utf8'),
  base64url: inBase64('utf8', url),
  'base64 of UTF-16LE': inBase64('utf16le'),
  'base64 with / escaped': (...drawn) => ({ ...inBase64('utf8', encoded => encoded.replaceAll('/', '\\/'))(...drawn), read: withoutSigns }),
  'base64, percent-encoded': inAddress(same => same),
  'base64, percent-encoded, small digits': inAddress(small),
  'base64 in lines of 64': wrapped(64),
  'base64 in lines of 76': wrapped(76),
}

const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abcxyzABC0189') },
  { weight: 3, arbitrary: fc.constantFrom(...`!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~ `) },
  { weight: 1, arbitrary: fc.constantFrom(...'éüß€中🔑') },
)
const drawn = fc.sample(fc.string({ unit: character, minLength: 8, maxLength: 40 }), { seed: SEED, numRuns: 260 })
const plain = fc.sample(fc.string({ unit: fc.constantFrom(...'abcdefXYZ0123456789_-'), minLength: 8, maxLength: 40 }), {
  seed: SEED,
  numRuns: 60,
})
/** Values that are taken, as they are looked for, each with its redactor. */
const known = [...drawn, ...plain]
  .map(value => value.trim())
  .map(value => ({ value, redactor: createRedactor([{ name: 'N', value }]) }))
  .filter(({ redactor }) => !redactor.isEmpty)

const letters = (list: readonly number[]) => fc.constantFrom(...list.map(length => 'q7Jw2'.repeat(20).slice(0, length)))
const before = letters([0, 1, 2, 3, 4, 5, 37, 50, 64])
const after = letters([0, 3, 30, 60])

/** What comes of it, and what must. */
const answersOf = ({ text, wanted, read = same => same }: Shown, redact: (text: string) => string) => [read(redact(text)), read(wanted)]

describe('a value as an encoder of its own writes it', () => {
  test('there are enough of them', () => {
    expect(known.length).toBeGreaterThan(280)
  })

  test.each(Object.entries(ENCODERS))('%s: all of it is out, and nothing else', (_name, encode) => {
    fc.assert(
      fc.property(fc.constantFrom(...known), before, after, ({ value, redactor }, head, tail) => {
        const shown = encode(value, head, tail)
        const [answer, wanted] = answersOf(shown, text => redactor.text(text).text)
        if (answer !== wanted) expect({ value, text: shown.text, answer }).toEqual({ value, text: shown.text, answer: wanted })
      }),
      { seed: SEED, numRuns: 600 },
    )
  })

  test.each(Object.entries(ENCODERS).slice(1))('known to be bad: one that knows the bare value alone is told by %s', (_name, encode) => {
    const isTold = known.some(({ value }) => {
      const [answer, wanted] = answersOf(encode(value, 'q7', 'q7J'), text => text.replaceAll(value, MARKER))
      return answer !== wanted
    })
    expect(isTold).toBe(true)
  })
})

/** Each value as bash quotes it, by `printf %q` and by `${x@Q}`; undefined where there is no bash that can. */
function quotedByBash(): readonly string[] | undefined {
  const script = `for x; do printf '%q\\0' "$x"; printf '%s\\0' "\${x@Q}"; done`
  const { status, stdout } = spawnSync('bash', ['-c', script, 'bash', ...known.map(({ value }) => value)], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
  })
  return status === 0 ? stdout.split('\0').slice(0, -1) : undefined
}

const quoted = quotedByBash()

describe.skipIf(quoted === undefined)('a value as bash quotes it', () => {
  test.each([
    ['as it is', (text: string) => text],
    ['in the JSON of a call', (text: string) => json(text)],
  ])('%s: nothing is left but quotes', (_name, dress) => {
    const texts = quoted as readonly string[]
    expect(texts.length).toBe(2 * known.length)
    const left = texts.flatMap((text, at) => {
      const { value, redactor } = known[at >> 1] as (typeof known)[number]
      const answer = redactor.text(dress(text)).text
      return /^['"$\\]*‹secret:N›['"]*$/.test(answer) ? [] : [{ value, text: dress(text), answer }]
    })
    expect(left).toEqual([])
  })
})
