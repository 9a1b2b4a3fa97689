import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { regexProblem } from '../../../policy/compile/regex-safety.ts'
import { compileTextGlob } from '../../../policy/compile/text-glob.ts'

const reOf = (glob: string): RegExp => {
  const compiled = compileTextGlob(glob)
  if (!compiled.ok) throw new Error(compiled.message)
  return compiled.re
}

describe('globs over texts', () => {
  test.each([
    ['+*', '+refs/heads/a:b', true],
    ['+*', '+', true],
    ['+*', 'x+', false],
    ['/*', '/etc/../srv/./x', true],
    ['/*', '/a\nb', true],
    ['*', '.', true],
    [':?*', ':', false],
    [':?*', ':x', true],
    ['RM', 'rm', false],
    ['a\\*', 'a*', true],
    ['a\\*', 'ab', false],
    ['[!-]*', '-x', false],
    ['[]a]', ']', true],
    ['[a\\-c]', 'b', false],
    ['{main,release/*}', 'release/1/2', true],
    ['{main,release/*}', 'mainline', false],
    ['{a,b{c,d}}?', 'bd😀', true],
    ['(a|b)', '(a|b)', true],
    ['!x', '!x', true],
    ['', '', true],
  ])('%s and %s: %s', (glob, text, isFit) => {
    expect(reOf(glob).test(text)).toBe(isFit)
  })

  test('what is refused names the glob', () => {
    const refused = compileTextGlob('@(a|b)')
    expect(refused.ok ? '' : refused.message).toContain('the glob "@(a|b)" uses the extended form "@("')
  })

  const naive = (glob: string, text: string): boolean => {
    if (glob === '') return text === ''
    if (glob[0] === '*') return naive(glob.slice(1), text) || (text !== '' && naive(glob, text.slice(1)))
    return text !== '' && (glob[0] === '?' || glob[0] === text[0]) && naive(glob.slice(1), text.slice(1))
  }

  test('against a character by character matcher', () => {
    const glob = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '?'), maxLength: 8 })
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 })
    fc.assert(
      fc.property(glob, text, (one, other) => {
        expect(reOf(one).test(other)).toBe(naive(one, other))
        expect(regexProblem(reOf(one).source, 'u')).toBeUndefined()
      }),
      { seed: 20260102, numRuns: 3000 },
    )
  })

  test('many stars over a long text that nearly fits are answered', () => {
    expect(reOf(`${'*a'.repeat(20)}*b`).test('a'.repeat(60_000))).toBe(false)
  })
})
