import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonValues } from '../../redact/json-values.ts'
import { textsOf } from './texts-of.ts'

const read = (text: string): string[] => jsonValues(text).leaves.map(({ keys, value }) => `${keys.join('.')}=${value}`)

test('every text and number, by the way to it', () => {
  expect(read('{"a": {"b": ["x", 12, {"c": "d\\n\\u00e9"}]}, "e.f": "g", "h": true, "i": null}')).toEqual([
    'a.b.0=x',
    'a.b.1=12',
    'a.b.2.c=d\né',
    'e.f=g',
  ])
})

test('what JSON.parse gives, for values of every make and either way of writing', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 1, 4), (value, indent) => {
      const text = JSON.stringify({ value }, null, indent)
      const { leaves, badLine } = jsonValues(text)
      expect(badLine).toBeUndefined()
      expect(leaves.map(leaf => [leaf.keys, leaf.value])).toEqual(textsOf({ value }))
    }),
    { seed: 20261130, numRuns: 150 },
  )
})

test.each([
  ['comments', '// a "b": "c"\n{"a": "x", /* "d": "e" */ "f": "g" # h\n}', ['a=x', 'f=g']],
  ['a comma too many', '{"a": ["x", ], "f": "g",}', ['a.0=x', 'f=g']],
  ['a key that stands twice', '{"a": "x", "a": "y"}', ['a=x', 'a=y']],
  ['a byte order mark', '\ufeff{"a": "x"}', ['a=x']],
  ['a key like a property of objects', '{"__proto__": {"constructor": "x"}}', ['__proto__.constructor=x']],
  ['an escape that JSON does not have', '{"a": "x\\q"}', ['a=x\\q']],
])('%s is let by', (_, text, expected) => {
  expect(jsonValues(text).badLine).toBeUndefined()
  expect(read(text)).toEqual(expected)
})

describe('of a file that is broken, the line is told and the rest is read', () => {
  test.each([
    ['a comma is missing', '{\n "a": "x"\n "b": "y"\n}', 3, ['a=x', 'b=y']],
    ['a text has no end', '{\n "a": "x,\n "b": "y"\n}', 2, ['a=x', 'b=y']],
    ['it is cut off', '{\n "a": "x",\n "b": "y', 3, ['a=x', 'b=y']],
    ['a bracket closes what is not open', '{"a": ["x"},\n"b": "y"}', 1, ['a.0=x', 'b=y']],
    ['something follows', '{"a": "x"}\n{"b": "y"}', 2, ['a=x', 'b=y']],
    ['brackets close too early', '{"a": "x"}}\n, {"b": "y"}', 1, ['a=x', 'b=y']],
    ['a value has no key', '{"a": "x", "y"}', 1, ['a=x', '1=y']],
    ['a key has no value', '{"a": "x",\n"b": ,\n"c": "y"}', 2, ['a=x', 'c=y']],
    ['the last key has none', '{"a": "x",\n"b": }', 2, ['a=x']],
    ['a key follows a key', '{"a": "x",\n"b": "c": "y"}', 2, ['a=x', 'c=y']],
    ['it is empty', '', 1, []],
    ['it is no JSON at all', 'a: x', 1, []],
  ])('%s', (_, text, line, expected) => {
    expect(jsonValues(text).badLine).toBe(line)
    expect(read(text)).toEqual(expect.arrayContaining(expected))
  })

  test('brackets without end are read so deep and no deeper', () => {
    expect(jsonValues('['.repeat(50_000)).badLine).toBe(1)
    expect(jsonValues('{"a":'.repeat(50_000)).badLine).toBe(1)
  })

  test('whatever the text, it answers', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:"\'\\/*#\n a1'), maxLength: 60 }), text => {
        expect(jsonValues(text).leaves.every(({ value }) => typeof value === 'string')).toBe(true)
      }),
      { seed: 20261130, numRuns: 1000 },
    )
  })
})
