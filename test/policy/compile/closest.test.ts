import { expect, test } from 'vitest'
import { closest, didYouMean } from '../../../policy/compile/closest.ts'

test.each([
  ['mdoe', 'mode'],
  ['reson', 'reason'],
  ['Mode', 'mode'],
  ['any_flag', 'any-flag'],
  ['mod', 'mode'],
  ['xyz', undefined],
  ['castellan', undefined],
])('%s', (written, meant) => {
  expect(closest(written, ['mode', 'reason', 'any-flag', 'instead'])).toBe(meant)
})

test('the sentence', () => {
  expect(didYouMean('mdoe', ['mode'])).toBe(' Did you mean mode?')
  expect(didYouMean('q', ['mode'])).toBe('')
})
