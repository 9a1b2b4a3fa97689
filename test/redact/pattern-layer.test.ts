import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withPatterns } from '../../redact/pattern-layer.ts'
import { PATTERNS } from '../../redact/patterns.ts'
import { createRedactor } from '../../redact/redactor.ts'
import { TOKENS } from './tokens.ts'

const NAMES = PATTERNS.map(({ name }) => name)
const VALUE = 'zq8-known-value-1'
const redactor = withPatterns(
  createRedactor([{ name: 'KNOWN', value: VALUE }]),
  NAMES.map(name => ({ name })),
)
const token = (name: string): string => TOKENS[name] ?? ''
const mark = (name: string): string => `‹secret:pattern.${name}›`
const streamed = (chunks: readonly string[]) => {
  const stream = redactor.stream()
  return { text: chunks.map(stream.push).join('') + stream.end(), hits: { ...stream.hits } }
}

describe('the second layer', () => {
  test('takes what is left once known values are out, and counts both', () => {
    const text = `${VALUE} ${token('stripe')} ${token('stripe')}`
    expect(redactor.text(text)).toEqual({
      text: `‹secret:KNOWN› ${mark('stripe')} ${mark('stripe')}`,
      hits: { KNOWN: 1, 'pattern.stripe': 2 },
    })
    expect(redactor.find(text).map(({ name, form }) => [name, form])).toEqual([
      ['KNOWN', 'value'],
      ['pattern.stripe', 'pattern'],
      ['pattern.stripe', 'pattern'],
    ])
  })

  test('a known token has the name of its source', () => {
    const known = withPatterns(createRedactor([{ name: 'PAY', value: token('stripe') }]), [{ name: 'stripe' }])
    expect(known.text(`k=${token('stripe')}`).text).toBe('k=‹secret:PAY›')
  })

  test.each(NAMES)('%s: in nested data, in JSON, behind a line break written out, in an address, in a URL-encoded one', name => {
    const one = token(name)
    expect(redactor.deep({ a: [`x ${one} y`] }).value).toEqual({ a: [`x ${mark(name)} y`] })
    const inJson = (text: string) => JSON.stringify({ k: text, n: 1 })
    expect(redactor.text(inJson(one)).text).toBe(inJson(mark(name)))
    expect(redactor.text(inJson(`first\n${one}\n`)).text).toBe(inJson(`first\n${mark(name)}\n`))
    expect(redactor.text(JSON.stringify(inJson(`\t${one}\t`))).text).toBe(JSON.stringify(inJson(`\t${mark(name)}\t`)))
    expect(redactor.text(`\\u000a${one} \\x0a${one} `).text).toBe(`\\u000a${mark(name)} \\x0a${mark(name)} `)
    expect(redactor.text(`https://a.example/?k=${one}&n=1`).text).toBe(`https://a.example/?k=${mark(name)}&n=1`)
    expect(redactor.text(`https://a.example/?q=k%3D${one}%26n`).text).toBe(`https://a.example/?q=k%3D${mark(name)}%26n`)
  })

  test('a letter that only looks like the end of an escape makes a longer word', () => {
    const kept = `n${token('stripe')} 3D${token('stripe')} u000a${token('stripe')}`
    expect(redactor.text(kept).text).toBe(kept)
  })

  test('markers stay on a second pass', () => {
    const text = NAMES.map(name => `${name}: ${mark(name)}`).join('\n')
    expect(redactor.text(text).text).toBe(text)
    expect(streamed([...text]).text).toBe(text)
  })

  test('a run longer than what is held back shows no token that lies across the cut', () => {
    for (const length of [7190, 7201, 14_395, 14_401, 21_700]) {
      const text = `${'='.repeat(length)}${token('stripe')}${'='.repeat(15_000)}${token('npm')}`
      const whole = redactor.text(text).text
      expect(whole).toContain(mark('stripe'))
      for (const size of [97, 4096]) expect(streamed(text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).text === whole).toBe(true)
    }
  })

  test('a stream of nothing but one word costs no more than its length allows', () => {
    const stream = redactor.stream()
    let out = 0
    for (let at = 0; at < 100_000; at++) out += stream.push('a ab-='[at % 3 === 0 ? 2 : 3] as string).length
    expect(out + stream.end().length).toBe(100_000)
  })

  const noise = fc.constantFrom(
    '',
    ' ',
    'a',
    '=',
    '"',
    '\\n',
    '%3D',
    '\n',
    '-----BEGIN ',
    '-----END ',
    'KEY-----',
    'eyJ',
    'sk_',
    '‹secret:',
    VALUE,
  )
  const piece = fc.oneof(
    fc.constantFrom(...NAMES.map(token)),
    fc.tuple(fc.constantFrom(...NAMES.map(token)), fc.nat(40)).map(([one, cut]) => one.slice(0, cut)),
    fc.constantFrom(...NAMES.map(mark)),
    noise,
    noise,
  )
  const texts = fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(''))
  const sizes = fc.array(fc.constantFrom(1, 2, 3, 7, 20, 90), { minLength: 1, maxLength: 4 })

  test('a stream comes to what the whole text comes to, wherever it is cut, and once is as twice', () => {
    fc.assert(
      fc.property(texts, sizes, (text, cuts) => {
        const chunks: string[] = []
        for (let at = 0; at < text.length; ) {
          const size = cuts[chunks.length % cuts.length] as number
          chunks.push(text.slice(at, at + size))
          at += size
        }
        const whole = redactor.text(text)
        const stream = streamed(chunks)
        if (stream.text !== whole.text) expect(stream.text).toBe(whole.text)
        expect(stream.hits).toEqual({ ...whole.hits })
        if (redactor.text(whole.text).text !== whole.text) expect(redactor.text(whole.text).text).toBe(whole.text)
      }),
      { seed: 20_260_104, numRuns: 1500 },
    )
  })
})
