import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asEdited, cutValue } from '../../hooks/cut-value.ts'
import { createRedactor } from '../../redact/redactor.ts'

const VALUE = 'zq7-fixture-value-1'
const { find } = createRedactor([{ name: 'TOKEN', value: VALUE }])
const cut = (text: string, part: string) => cutValue(asEdited(text), part, find(asEdited(text)))

describe('an edit', () => {
  const text = `a: zq7\nkey=${VALUE}\nend`

  test.each([
    ['inside', 'fixture'],
    ['its first character', `=${VALUE[0]}`],
    ['its last character', '1\n'],
    ['one of several places', 'zq7'],
    ['all of it but one character', VALUE.slice(1)],
  ])('that takes %s cuts', (_, part) => {
    expect(cut(text, part)).toBe('TOKEN')
  })

  test.each([
    ['the whole value', VALUE],
    ['more than the value', `key=${VALUE}\n`],
    ['what stands right before', 'key='],
    ['what stands right after', '\nend'],
    ['what is not there', 'fixture-x'],
    ['nothing', ''],
  ])('that takes %s does not', (_, part) => {
    expect(cut(text, part)).toBeUndefined()
  })

  test('is seen where places overlap one another, and at the second value', () => {
    expect(cut(`x ${VALUE} y ${VALUE}z`, `${VALUE}z`.slice(2))).toBe('TOKEN')
    expect(cut(`aaa${VALUE}`, 'aaaz')).toBe('TOKEN')
  })

  test('is compared as the engine compares: line ends, curly quotes, two-byte files', () => {
    expect(cut(`a\r\n${VALUE}`, 'a\nz')).toBe('TOKEN')
    expect(cut(`a\n${VALUE}`, 'a\r\nz')).toBe('TOKEN')
    expect(cut(`“a”${VALUE}`, '"a"z')).toBe('TOKEN')
    expect(cut([...`k=${VALUE}`].join('\0'), '=z')).toBe('TOKEN')
  })

  test('of text that was never a value comes to an end', () => {
    expect(cut('a'.repeat(100_000) + VALUE, 'aa')).toBeUndefined()
  })
})

test('no edit that is let by leaves a part of a value and not all of it', () => {
  const pieces = fc.constantFrom(VALUE, 'a', 'z', 'q', '=', '\n', '1', VALUE.slice(0, 4), VALUE.slice(-4))
  const texts = fc.array(pieces, { maxLength: 8 }).map(parts => parts.join(''))
  fc.assert(
    fc.property(texts, fc.nat(), fc.integer({ min: 1, max: 30 }), (text, from, length) => {
      const start = from % (text.length + 1)
      const part = text.slice(start, start + length)
      if (part === '') return
      const isCut = cut(text, part) !== undefined
      // The oracle: with every value as one character of its own, the same places hold the part.
      const whole = text.split(part).join('\u0001')
      const values = (one: string) => one.split(VALUE).length - 1
      const kept = values(whole) + values(part) * (text.split(part).length - 1)
      if (!isCut) expect(kept).toBe(values(text))
    }),
    { seed: 20261130, numRuns: 500 },
  )
})
