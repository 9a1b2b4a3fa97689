import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { jsonValues } from '../../redact/json-values.ts'
import { yamlValues } from '../../redact/yaml-values.ts'
import { textsOf } from './texts-of.ts'

const read = (text: string): string[] => yamlValues(text).leaves.map(({ keys, value }) => `${keys.join('.')}=${value}`)

describe('what is read', () => {
  test.each<[string, string, string[]]>([
    ['maps in maps', 'a:\n  b: x\n  c:\n    d: y\ne: z', ['a.b=x', 'a.c.d=y', 'e=z']],
    ['lists, deeper than their key or not', 'a:\n- x\n- y\nb:\n  - z', ['a.0=x', 'a.1=y', 'b.0=z']],
    ['maps in lists', '- a: x\n  b: y\n- a: z', ['0.a=x', '0.b=y', '1.a=z']],
    ['lists in lists', 'a:\n- - x\n  - y\n- - z', ['a.0.0=x', 'a.0.1=y', 'a.1.0=z']],
    ['quotes', `a: "x\\ty"\nb: 'it''s'\n"c d": z`, ['a=x\ty', "b=it's", 'c d=z']],
    ['comments', 'a: x # y\n# b: z\nc: x#y', ['a=x', 'c=x#y']],
    ['a comment after quotes', 'a: "x # y" # z', ['a=x # y']],
    ['colons within', 'url: https://u:p@h:1/x', ['url=https://u:p@h:1/x']],
    ['a block of lines', 'a: |\n  x\n   y\n\n  z\nb: c', ['a=x\n y\n\nz', 'b=c']],
    ['a folded block, as lines and as one', 'a: >-\n  x\n  y\nb: c', ['a=x\ny', 'a=x y', 'b=c']],
    ['a block in a list', '- |\n  x\n  y\n- z', ['0=x\ny', '1=z']],
    ['a plain value of several lines', 'a: x\n  y: z\n  w\nb: c', ['a=x y: z w', 'b=c']],
    ['a quoted value of several lines', 'a: "x\n  y"\nb: c', ['a=x y', 'b=c']],
    ['escapes that JSON does not have', 'a: "\\x41\\_\\e\\U0001F600\\ \\\n  b"', ['a=A\xa0\x1b😀 b']],
    ['an empty line in quotes', 'a: "x\n\n  y"', ['a=x\ny']],
    ['a block whose first line stands deeper', 'a: |2\n    x\n  y', ['a=  x\ny']],
    ['a value beneath its key', 'a:\n  x\nb:\n  "y"', ['a=x', 'b=y']],
    ['brackets', 'a: {b: x y, c: [z, "w"], "d": {e: http://h:1/}}', ['a.b=x y', 'a.c.0=z', 'a.c.1=w', 'a.d.e=http://h:1/']],
    ['brackets of several lines', 'a: [\n  x,\n  y # z\n]\nb: c', ['a.0=x', 'a.1=y', 'b=c']],
    ['JSON', '{"a": {"b": "x"}}', ['a.b=x']],
    ['tags and anchors', 'a: !!str x\nb: &n y\nc: !t &m "z"\nd: *n', ['a=x', 'b=y', 'c=z']],
    ['several documents', '--- # one\na: x\n---\nb: y\n...', ['a=x', 'b=y']],
    ['Windows line ends and a byte order mark', '\ufeffa: x\r\nb:\r\n  c: y\r\n', ['a=x', 'b.c=y']],
    ['a Kubernetes secret', 'kind: Secret\ndata:\n  key: eA==\nstringData: { t: y }', ['kind=Secret', 'data.key=eA==', 'stringData.t=y']],
    ['no texts', 'a: true\nb: null\nc: ~\nd:\ne: 12', ['e=12']],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
    expect(yamlValues(text).badLine).toBeUndefined()
  })
})

const word = fc.stringMatching(/^[a-z][a-z0-9_-]{0,6}$/).filter(text => !/^(?:true|false|null|yes|no|on|off|y|n)$/.test(text))
const value = fc.oneof(
  word,
  fc.string({ unit: fc.constantFrom(...'ab1 :#\'"-{}[],&*!|>%@`\\\n$=/'), minLength: 1, maxLength: 14 }),
  fc.string({ minLength: 1, maxLength: 200 }),
)
const { tree } = fc.letrec(tie => ({
  tree: fc.oneof({ depthSize: 'small' }, value, fc.array(tie('tree'), { maxLength: 3 }), fc.dictionary(word, tie('tree'), { maxKeys: 3 })),
}))

test('what the yaml package writes is read back, every text at its place', () => {
  const options = fc.record({
    lineWidth: fc.constantFrom(0, 30, 80),
    defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'),
    collectionStyle: fc.constantFrom('any', 'block', 'flow'),
    indentSeq: fc.boolean(),
  } as const)
  fc.assert(
    fc.property(fc.dictionary(word, tree, { minKeys: 1, maxKeys: 3 }), options, (data, how) => {
      // A plain text that goes on in brackets on the next line is not read.
      const text = stringify(data, how.collectionStyle === 'block' ? how : { ...how, lineWidth: 0 })
      const { leaves } = yamlValues(text)
      const flat = (one: string): string => one.replace(/\s+/g, ' ').trim()
      const found = new Set(leaves.map(leaf => `${leaf.keys.join('.')}=${flat(leaf.value)}`))
      for (const [keys, one] of textsOf(data)) expect(found, text).toContain(`${keys.join('.')}=${flat(one)}`)
    }),
    { seed: 20261130, numRuns: 250 },
  )
})

describe('of a file that is broken, the line is told and the rest is read', () => {
  test.each([
    ['a tab', 'a:\n\tb: x\nc: y', 2, ['c=y']],
    ['a line that is neither key nor value', 'a: x\n} junk\nb: y', 2, ['a=x', 'b=y']],
    ['a text without an end', 'a: x\nb: "y\nc: z', 2, ['a=x', 'b=y', 'c=z']],
    ['a bracket without an end', 'a: {b: x\nc: y', 2, ['a.b=x']],
    ['plain text', 'some words\nand more', 1, []],
  ])('%s', (_, text, line, expected) => {
    expect(yamlValues(text).badLine).toBe(line)
    expect(read(text)).toEqual(expect.arrayContaining(expected))
  })

  test('whatever the text, it answers', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:"\'\\#\n -|>&a1\t'), maxLength: 60 }), text => {
        expect(yamlValues(text).leaves.every(({ value: one }) => typeof one === 'string')).toBe(true)
      }),
      { seed: 20261130, numRuns: 1000 },
    )
  })
})

test.each([
  ['blanks in quotes', `a: "${' '.repeat(200_000)}x"`],
  ['blanks in a key', `a${' '.repeat(200_000)}b: x`],
  ['blanks without a key', `${' '.repeat(200_000)}x`],
  ['quotes without an end', `a: "${'\\"'.repeat(50_000)}`],
  ['brackets without an end', `a: ${'['.repeat(200_000)}`],
  ['dashes', '- '.repeat(50_000)],
  ['keys', 'a: '.repeat(30_000)],
  ['lines of open quotes', `a: ["x\n`.repeat(5_000)],
])('%s cost what their length does: with its square this would not end', (_, text) => {
  expect(yamlValues(text).leaves.length).toBeLessThan(200_001)
  expect(jsonValues(text).leaves.length).toBeLessThan(200_001)
})
