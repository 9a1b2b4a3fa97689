import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical } from '../../audit/canonical.ts'

test('keys stand in the order of their UTF-16 units, numbers and texts as ECMAScript writes them (RFC 8785, 3.2)', () => {
  const value = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  }
  const keys = Object.keys(JSON.parse(canonical(value)))
  expect(canonical(value)).toMatch(/^\{"\\r":.*"1":.*"\u0080":.*"ö":.*"€":.*"😀":.*"\ufb33":/)
  expect(keys).toHaveLength(7)
  expect(canonical([Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0])).toBe('[333333333.3333333,1e+30,4.5,0.002,1e-27,0]')
  expect(canonical('€$\u000f\nA\'B"\\\\"/')).toBe(String.raw`"€$\u000f\nA'B\"\\\\\"/"`)
})

test('numbers as keys are texts, a key called __proto__ is one, what is undefined is not there', () => {
  expect(canonical({ 9: 1, 10: 2 })).toBe('{"10":2,"9":1}')
  expect(canonical(JSON.parse('{"b":null,"__proto__":{"a":[]}}'))).toBe('{"__proto__":{"a":[]},"b":null}')
  expect(canonical({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}')
})

test('texts that look alike are not the same', () => {
  expect(canonical('é')).not.toBe(canonical('é'.normalize('NFD')))
})

test('read and written again it is the same text, whatever it holds', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), value => {
      const text = canonical(value)
      expect(canonical(JSON.parse(text))).toBe(text)
    }),
    { numRuns: 200, seed: 5 },
  )
  expect(canonical(JSON.parse(canonical('a\ud800b')))).toBe(canonical('a\ud800b'))
})

test('a value that holds itself throws', () => {
  const value: unknown[] = []
  value.push(value)
  expect(() => canonical(value)).toThrow(RangeError)
})
