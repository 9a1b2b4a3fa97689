import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answerTo,
  UNKNOWN_KINDS,
  type Unknown,
  type UnknownAnswer,
  type UnknownKind,
  unknownText,
} from '../../../policy/compile/unknown-kinds.ts'
import { MAY_BE_EXCEPTED, type Maybe, maybe } from '../../../policy/decide/kleene.ts'
import { unknownVerdict } from '../../../policy/decide/unknown-verdict.ts'
import { unknownOf } from '../../../policy/schema/unknown.ts'

describe('what a rule says of what it cannot tell', () => {
  it('is the strictest of its answers to the reasons', () => {
    const answer = fc.constantFrom<UnknownAnswer>('deny', 'ask', 'ignore')
    const map = fc.dictionary(fc.constantFrom(...UNKNOWN_KINDS), answer)
    fc.assert(
      fc.property(map, answer, fc.uniqueArray(fc.constantFrom(...UNKNOWN_KINDS), { minLength: 1 }), (named, otherwise, kinds) => {
        const unknown: Unknown = { ...named, default: otherwise }
        const other = (kind: UnknownKind) =>
          kind === 'script' ? 'ignore' : kind === 'interpreter-code' ? (named.code ?? otherwise) : otherwise
        const answers = kinds.map(kind => named[kind] ?? other(kind))
        const expected = answers.includes('deny') ? 'deny' : answers.includes('ask') ? 'ask' : undefined
        expect(unknownVerdict(unknown, kinds.reduce((all, kind) => all | maybe(kind), 0) as Maybe)).toBe(expected)
      }),
      { seed: 20260310, numRuns: 500 },
    )
    for (const kind of UNKNOWN_KINDS) {
      expect(unknownVerdict('deny', maybe(kind))).toBe(kind === 'script' ? undefined : 'deny')
      expect(unknownVerdict('ignore', maybe(kind))).toBeUndefined()
    }
  })

  it('asks at least where only an exception cannot be told', () => {
    expect(unknownVerdict({ code: 'ask', default: 'ignore' }, MAY_BE_EXCEPTED)).toBe('ask')
    expect(unknownVerdict({ argument: 'deny', default: 'ignore' }, MAY_BE_EXCEPTED)).toBe('deny')
    expect([unknownVerdict('ask', MAY_BE_EXCEPTED), unknownVerdict('ignore', MAY_BE_EXCEPTED)]).toEqual(['ask', undefined])
    expect(unknownVerdict({ argument: 'ignore', default: 'deny' }, (MAY_BE_EXCEPTED | maybe('path')) as Maybe)).toBe('deny')
    expect(
      unknownVerdict({ argument: 'ignore', path: 'ignore', default: 'deny' }, (MAY_BE_EXCEPTED | maybe('path')) as Maybe),
    ).toBeUndefined()
  })

  it('asks about what the policy does not name, and takes unread code for code', () => {
    expect(unknownOf(undefined)).toBe('ask')
    expect(unknownOf('deny')).toBe('deny')
    expect(unknownOf({ pattern: 'deny' })).toEqual({ pattern: 'deny', default: 'ask' })
    const code: Unknown = { code: 'deny', default: 'ignore' }
    expect([answerTo(code, 'code'), answerTo(code, 'interpreter-code'), answerTo(code, 'path')]).toEqual(['deny', 'deny', 'ignore'])
    expect(answerTo({ ...code, 'interpreter-code': 'ask' }, 'interpreter-code')).toBe('ask')
  })

  it('is told on one line', () => {
    expect(unknownText('ask')).toBe('ask')
    expect(unknownText({ code: 'ask', pattern: 'deny', default: 'ignore' })).toBe('pattern deny, code ask, else ignore')
    expect(unknownText({ default: 'ignore' })).toBe('ignore')
  })
})
