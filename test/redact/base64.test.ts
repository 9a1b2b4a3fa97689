import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64FormsOf, fitsLeft, fitsRight, paddingOf, utf8Of, utf16Of } from '../../redact/base64.ts'

const bytes = fc.array(fc.nat(255), { minLength: 4, maxLength: 9 })
const around = fc.array(fc.nat(255), { maxLength: 5 })

test('a form stands in the encoding wherever the value does, its edges fit, and the padding is known', () => {
  fc.assert(
    fc.property(bytes, around, around, (value, before, after) => {
      const encoded = Buffer.from([...before, ...value, ...after]).toString('base64')
      const { form, edge } = base64FormsOf(value)[before.length % 3] as { form: string; edge: number }
      const start = Math.ceil((8 * before.length) / 6)
      expect(encoded.slice(start, start + form.length)).toBe(form)
      const hasLeft = before.length % 3 !== 0
      const hasRight = (before.length + value.length) % 3 !== 0
      expect(fitsLeft(edge, encoded.charCodeAt(start - 1))).toBe(hasLeft)
      expect(fitsRight(edge, encoded.charCodeAt(start + form.length))).toBe(hasRight)
      if (after.length === 0) expect(paddingOf(edge)).toBe(encoded.split('=').length - 1)
    }),
    { seed: 20_260_105, numRuns: 1000 },
  )
})

test('a character that cannot be shared does not fit', () => {
  const { edge } = base64FormsOf(utf8Of('Fake-Password123!'))[1] as { edge: number }
  expect([...'EUkZ=!'].map(character => fitsLeft(edge, character.charCodeAt(0)))).toEqual([true, true, true, false, false, false])
})

test('UTF-8 and UTF-16 are what encoders write', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(utf8Of(text)).toEqual([...Buffer.from(text)])
      expect(utf16Of(text)).toEqual([...Buffer.from(text, 'utf16le')])
    }),
    { seed: 20_260_106, numRuns: 500 },
  )
  expect(utf8Of('a\ud83d')).toEqual([...Buffer.from('a\ud83d')])
})
