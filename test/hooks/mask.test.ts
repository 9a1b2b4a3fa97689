import { expect, test } from 'vitest'
import { createMask } from '../../hooks/mask.ts'
import { createRedactor } from '../../redact/redactor.ts'

const VALUE = 'tok_5gHq72LmPzXw'

test('a text that comes again is not read again, until another value is known', () => {
  let asked = 0
  const counting = (redactor = createRedactor([])) => ({
    text: (text: string) => {
      asked++
      return redactor.text(text)
    },
  })
  let redactor = counting()
  const mask = createMask(() => redactor)
  expect([mask('tool.check'), mask('tool.check'), mask(VALUE)]).toEqual(['tool.check', 'tool.check', VALUE])
  expect(asked).toBe(2)
  redactor = counting(createRedactor([{ name: 'TOKEN', value: VALUE }]))
  expect([mask(VALUE), mask(VALUE), mask('tool.check')]).toEqual(['‹secret:TOKEN›', '‹secret:TOKEN›', 'tool.check'])
  expect(asked).toBe(4)
})

test('long texts are masked and not kept; without a redactor nothing is masked, nor kept', () => {
  const redactor = createRedactor([{ name: 'TOKEN', value: VALUE }])
  let known: typeof redactor | undefined
  const mask = createMask(() => known)
  expect(mask(VALUE)).toBe(VALUE)
  known = redactor
  expect(mask(VALUE)).toBe('‹secret:TOKEN›')
  expect(mask(`${'x'.repeat(100)} ${VALUE}`)).toBe(`${'x'.repeat(100)} ‹secret:TOKEN›`)
})
