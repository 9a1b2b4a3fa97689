/** What the pages say about redaction, each line of it tried. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withBytes } from '../../redact/bytes-layer.ts'
import { PATTERNS } from '../../redact/patterns.ts'
import { createRedactor } from '../../redact/redactor.ts'

const pageOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const REDACTION = pageOf('docs/redaction.md')
const README = pageOf('README.md').replace(/\s+/g, ' ')

/** First cells of the table under this head, in order. */
function firstCells(page: string, head: string): readonly string[] {
  const table = page.slice(page.indexOf(head)).split('\n\n')[0] ?? ''
  return table.split('\n').flatMap((line, at) => (at < 2 ? [] : [(line.split(' | ')[0] ?? '').replace(/^\| /, '')]))
}

test('docs/policy.md lists every shape of token, with its source', () => {
  const rows = PATTERNS.map(({ name, source }) => `| \`${name}\` | <${source}> |\n`)
  expect(pageOf('docs/policy.md')).toContain(`| shape | where it is documented |\n| -- | -- |\n${rows.join('')}\n`)
})

const VALUE = 'fk"Päss/word <7>'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const wide = (text: string) => Buffer.from(text, 'utf16le').toString('base64')
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
const hex = (text: string) => Buffer.from(text).toString('hex')
const eachByte = (text: string) => hex(text).match(/../g) ?? []
const LONG = `${VALUE}${'0123456789abcdef'.repeat(5)}`

/** By the names of docs/redaction.md: the README's words for it, the value, and texts that hold it dressed so. */
const DISGUISES: Readonly<Record<string, readonly [inReadme: string, value: string, ...texts: string[]]>> = {
  'as it is': ['as they are', ` "${VALUE}" `, VALUE, `x${VALUE}x`],
  'Unicode and line ends': [
    'in NFC or NFD, with either line ending',
    `${VALUE}\nsecond-line-1`,
    `${VALUE}\r\nsecond-line-1`,
    VALUE.normalize('NFD'),
  ],
  JSON: ['JSON-escaped once and twice', VALUE, inJson(VALUE), inJson(inJson(VALUE)), 'fk\\"P\\u00e4ss/word <7>', 'fk\\"Päss\\/word <7>'],
  percent: [
    'percent-encoded',
    VALUE,
    encodeURIComponent(VALUE),
    encodeURIComponent(encodeURIComponent(VALUE)),
    `${new URLSearchParams([['', VALUE]])}`.slice(1),
  ],
  markup: ['in XML and HTML', VALUE, 'fk&quot;Päss/word &lt;7&gt;', 'fk&#34;Päss/word &lt;7&gt;', 'fk&quot;P&#228;ss/word &lt;7&gt;'],
  shell: ['quoted for shells', VALUE, 'fk\\"Päss/word <7>', 'fk""Päss/word <7>', 'fk\\"Päss/word\\ \\<7\\>'],
  base64: [
    'in base64 and base64url of UTF-8 and UTF-16 at every alignment (wrapped lines too)',
    LONG,
    ...['', 'a', 'ab'].flatMap(before => [base64(before + LONG), wide(before + LONG)]),
    Buffer.from(LONG).toString('base64url'),
    (base64(LONG).match(/.{1,64}/g) ?? []).join('\n'),
  ],
  hex: [
    'in hex',
    VALUE,
    hex(VALUE),
    hex(VALUE).toUpperCase(),
    hex(VALUE).replace('c', 'C'),
    ...[':', '-', ',', ';', ' ', ', 0x'].map(sign => eachByte(VALUE).join(sign)),
  ],
  dumps: ['in dumps (`xxd`, `hexdump`, `od`)', 'fkDump-77', '0000: 666b 4475 6d70 2d37 37  fkDump-77\n'],
  'numbers alone': [
    'with every character as a number',
    VALUE,
    ...['%', '\\x', '\\\\x'].map(sign => `${sign}${eachByte(VALUE).join(sign)}`),
    VALUE.replace(/./g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    VALUE.replace(/./g, unit => `&#${unit.charCodeAt(0)};`),
    VALUE.replace(/./g, unit => `&#x${unit.charCodeAt(0).toString(16)};`),
  ],
  colours: ['with colours between', VALUE, `fk"Pä\x1b[31mss/wo\x1b[0mrd <7>`],
  lines: ['each line of a value', `first-line-01\n${VALUE}`, 'first-line-01', VALUE],
  parts: [
    'passwords, signatures and sensitive leaves in it',
    '{"db":{"url":"pg://u:fkUrlPass-77@h/x","password":"fkLeaf-881"},"jwt_token":"eyJhbGciOiJub25lIn0.eyJhIjoxfQ.fkSignature-991"}',
    'fkUrlPass-77',
    'fkLeaf-881',
    'fkSignature-991',
  ],
}

describe('the disguises', () => {
  test('docs/redaction.md lists those that are tried here, and no others', () => {
    expect(firstCells(REDACTION, '| disguise |')).toEqual(Object.keys(DISGUISES))
  })

  test.each(Object.entries(DISGUISES))('%s', (_, [inReadme, value, ...texts]) => {
    expect(README).toContain(inReadme)
    const redactor = withBytes(createRedactor([{ name: 'V', value }]))
    // Of base64, characters of what stands before it may stay.
    for (const text of texts)
      expect(redactor.text(`<${text}>`).text).toMatch(
        /^<[\w+/]{0,5}‹secret:V›(?:\n‹secret:V›|x?)>$|^<x‹secret:V›x>$|^<0000: ‹secret:V› {2}‹secret:V›\n>$/,
      )
  })
})

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'is empty': ['', '   '],
  'has fewer than 8 characters': ['fake_7c', '  fake7ch  '],
  'holds the marker of a secret': ['‹secret:OTHER› x'],
  'has fewer than 4 different characters': ['xxxxxxxx', 'abcabcabc'],
  'is a common word': ['password', 'Production', 'localhost'],
  'is a number of fewer than 12 digits': ['20261130', '2026-11-30', '10.11.12.13', '1,234,567'],
  'is an address of this machine, without a secret in it': ['http://localhost:3000', '127.0.0.1:5432'],
  'has more than 524288 characters, 13 for one past ASCII': ['0123abcd'.repeat(65_537), 'äöüß'.repeat(10_083)],
  'is a template, not a value': [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what is refused
    '${SECRET_X}',
    '$SECRET_X',
    '$(vault x)',
    '%SECRET_X%',
    '<your-key>',
    '{{ secret }}',
    '[MASKED]',
    'your-api-key-here',
  ],
}

test.each(Object.entries(REFUSED))('what is no secret: %s', (why, values) => {
  expect(firstCells(REDACTION, '| refusal |')).toEqual(Object.keys(REFUSED).map(one => `\`${one}\``))
  for (const value of values) expect(withBytes(createRedactor([{ name: 'N', value }])).refused).toEqual([{ name: 'N', why }])
})

test('what the README says is not reached is not', () => {
  expect(README).toContain('values reversed, encoded twice or cut into single characters')
  const redactor = withBytes(createRedactor([{ name: 'V', value: VALUE }]))
  for (const text of [[...VALUE].reverse().join(''), base64(base64(VALUE)), [...VALUE].join(' ')])
    expect(redactor.text(text).text).toBe(text)
})
