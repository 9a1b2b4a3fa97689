import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDotenv } from '../../redact/dotenv.ts'

/** Read as dotenv does: the last value of a name. */
const lastOf = (text: string) => Object.fromEntries(parseDotenv(text).map(({ name, value }) => [name, value]))

describe('parseDotenv', () => {
  test.each<[string, string, string]>([
    ['plain', 'A=basic', 'basic'],
    ['empty', 'A=', ''],
    ['empty quotes', 'A=""', ''],
    ['export', 'export A=one', 'one'],
    ['blanks around', '   A  =   two words  ', 'two words'],
    ['a colon', 'A: yaml-like', 'yaml-like'],
    ['equal signs', 'A=equals==', 'equals=='],
    ['single quotes keep blanks', "A='  spaced  '", '  spaced  '],
    ['double quotes keep blanks', 'A="  spaced  "', '  spaced  '],
    ['backticks', 'A=`it\'s "so"`', 'it\'s "so"'],
    ['double in single', `A='say "so"'`, 'say "so"'],
    ['single in double', `A="it's"`, "it's"],
    ['newlines in double quotes', 'A="one\\ntwo\\rthree"', 'one\ntwo\rthree'],
    ['none in single quotes', "A='one\\ntwo'", 'one\\ntwo'],
    ['none without quotes', 'A=one\\ntwo', 'one\\ntwo'],
    ['inner quotes stay', 'A={"foo": "bar"}', '{"foo": "bar"}'],
    ['an escaped quote does not close', 'A="say \\"so\\" twice"', 'say \\"so\\" twice'],
    ['a comment', 'A=value # note', 'value'],
    ['a comment after quotes', 'A="with # inside" # note', 'with # inside'],
    ['a comment without a blank', 'A=value#note', 'value'],
    ['several lines', 'A="one\ntwo\nthree"', 'one\ntwo\nthree'],
    ['several lines, single', "A='one\ntwo'", 'one\ntwo'],
    ['several lines, backticks', 'A=`one\n"two\'`', 'one\n"two\''],
    ['an open quote is a character', 'A="open', '"open'],
    ['a quoted value on the next line', 'A=\n"next"', 'next'],
    ['quotes within the value', "A='a' and 'b'", "a' and 'b"],
  ])('%s', (_, text, value) => {
    expect(lastOf(text)).toEqual({ A: value })
    expect(lastOf(text.replaceAll('\n', '\r\n'))).toEqual({ A: value })
  })

  test('many lines, comments and blanks between', () => {
    const text = '\ufeff# head\n\nA=1\n  # note\nB.c-d="two\nlines"\n\nnonsense\n-\nE=5'
    expect(parseDotenv(text)).toEqual([
      { name: 'A', value: '1' },
      { name: 'B.c-d', value: 'two\nlines' },
      { name: 'E', value: '5' },
    ])
  })

  test('all values of a name that repeats', () => {
    expect(parseDotenv('A=one\nA=two').map(({ value }) => value)).toEqual(['one', 'two'])
  })

  test('where dotenv and a shell differ on a #, both readings are given', () => {
    expect(parseDotenv('A=fake#pass-word # note').map(({ value }) => value)).toEqual(['fake#pass-word', 'fake'])
    expect(parseDotenv('A=#fake-pass').map(({ value }) => value)).toEqual(['#fake-pass', ''])
  })

  test('never throws, and every quoted value comes back', () => {
    expect(parseDotenv(undefined as never)).toEqual([])
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('A', '=', '"', "'", '`', '\\', '\n', '\r', ' ', '#', ':', 'x') }), text => {
        parseDotenv(text)
      }),
      { seed: 3, numRuns: 2000 },
    )
    const inner = fc.string({ unit: fc.constantFrom('a', ' ', '#', '=', '"', '\n', '`', '$') })
    fc.assert(
      fc.property(inner, value => {
        expect(lastOf(`X=1\nA='${value}'\nY=2`)).toEqual({ X: '1', A: value, Y: '2' })
      }),
      { seed: 4, numRuns: 1000 },
    )
  })
})
