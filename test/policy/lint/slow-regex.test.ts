import { describe, expect, it } from 'vitest'
import { slowPair } from '../../../policy/lint/slow-regex.ts'

describe('slowPair', () => {
  it.each([
    ['^.*a.*b', ['.*', '.*']],
    ['^a+[a-z]*$', ['a+', '[a-z]*']],
    ['^\\s*(?:x|\\s+)$', ['\\s*', '\\s+']],
    ['^(?:a|b)*-?[ab]+$', ['(?:a|b)*', '[ab]+']],
    ['^\\w+\\d*\\w+$', ['\\w+', '\\d*']],
    ['x+y', ['x+']],
    ['\\s+$', ['\\s+']],
  ])('%s', (source, pair) => {
    expect(slowPair(source)).toEqual(pair)
  })

  it.each([['^a+b+$'], ['^[^/]*/[^/]*$'], ['foo.*bar'], ['^(?:a|b+)c*$'], ['^a{1,3}a{1,3}$'], ['.*'], ['^\\d+\\.\\d+$'], ['plain']])(
    '%s is well',
    source => {
      expect(slowPair(source)).toBeUndefined()
    },
  )
})
