import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UNKNOWN_KINDS, type UnknownKind } from '../../../policy/compile/unknown-kinds.ts'
import {
  atLeast,
  atMost,
  every,
  isMaybe,
  kindsOf,
  MAY_BE_EXCEPTED,
  type Maybe,
  maybe,
  not,
  some,
  type Truth,
} from '../../../policy/decide/kleene.ts'
import { type Shown, shown } from '../truth.ts'

const someKinds = fc.uniqueArray(fc.constantFrom(...UNKNOWN_KINDS), { minLength: 1, maxLength: 3 })
const unclear = someKinds.map(kinds => kinds.reduce((all, kind) => all | maybe(kind), 0) as Maybe)
const truth = fc.oneof(fc.constantFrom<Truth>('yes', 'no'), unclear)
const truths = fc.array(truth, { maxLength: 6 })

/** What a formula comes to when each 'maybe' is read both ways: certain only when every reading agrees. */
const byReadings = (given: readonly Truth[], formula: (values: readonly boolean[]) => boolean): Shown => {
  const readings = given.reduce<boolean[][]>(
    (all, one) =>
      all.flatMap(done =>
        isMaybe(one)
          ? [
              [...done, true],
              [...done, false],
            ]
          : [[...done, one === 'yes']],
      ),
    [[]],
  )
  const answers = new Set(readings.map(formula))
  return answers.size === 2 ? 'maybe' : answers.has(true) ? 'yes' : 'no'
}

const id = (one: Truth): Truth => one
const kinds = (one: Truth): readonly UnknownKind[] => (isMaybe(one) ? kindsOf(one) : [])
/** Every reason there is among the given, in order. */
const allKinds = (given: readonly Truth[]) => UNKNOWN_KINDS.filter(kind => given.some(one => kinds(one).includes(kind)))

describe('three-valued logic', () => {
  it('is certain exactly where every reading of the uncertain agrees, and else keeps every reason', () => {
    fc.assert(
      fc.property(truths, given => {
        for (const [result, formula] of [
          [every(given, id), (values: readonly boolean[]) => values.every(Boolean)],
          [some(given, id), (values: readonly boolean[]) => values.some(Boolean)],
        ] as const) {
          expect(shown(result)).toBe(byReadings(given, formula))
          expect(kinds(result)).toEqual(isMaybe(result) ? allKinds(given) : [])
        }
        expect(not(every(given, id))).toBe(some(given, not))
        expect(every(given, id)).toBe(every(given.toReversed(), id))
      }),
      { seed: 20260102, numRuns: 500 },
    )
  })

  it('has the truth table of Kleene', () => {
    const all: readonly Truth[] = ['no', maybe('path'), 'yes']
    for (const a of all) {
      for (const b of all) {
        expect(every([a, b], id)).toBe(all[Math.min(all.indexOf(a), all.indexOf(b))])
        expect(some([a, b], id)).toBe(all[Math.max(all.indexOf(a), all.indexOf(b))])
      }
      expect(not(a)).toBe(all[2 - all.indexOf(a)])
    }
  })

  it('keeps apart what holds but for an exception: nothing that may hold beside it hides it', () => {
    const path = maybe('path')
    expect(kinds(MAY_BE_EXCEPTED)).toEqual(['argument'])
    expect([some([path, MAY_BE_EXCEPTED, 'no'], id), some([MAY_BE_EXCEPTED, 'yes'], id)]).toEqual([MAY_BE_EXCEPTED, 'yes'])
    expect([every(['yes', MAY_BE_EXCEPTED], id), atLeast(MAY_BE_EXCEPTED, path)]).toEqual([MAY_BE_EXCEPTED, MAY_BE_EXCEPTED])
    expect(kinds(every([path, MAY_BE_EXCEPTED], id))).toEqual(['argument', 'path'])
    expect(every([path, MAY_BE_EXCEPTED], id)).not.toBe(MAY_BE_EXCEPTED)
  })

  it('limits a truth from above and from below, and adds the reason', () => {
    const [path, code] = [maybe('path'), maybe('code')]
    expect([atMost('yes', code), atMost('no', code)]).toEqual([code, 'no'])
    expect([atLeast('yes', code), atLeast('no', code)]).toEqual(['yes', code])
    expect(kinds(atMost(path, code))).toEqual(['path', 'code'])
    expect(kinds(atLeast(path, code))).toEqual(['path', 'code'])
  })

  it('gives each kind a place of its own', () => {
    expect(UNKNOWN_KINDS.map(kind => kinds(maybe(kind)))).toEqual(UNKNOWN_KINDS.map(kind => [kind]))
    expect(UNKNOWN_KINDS.length).toBeLessThan(31)
  })
})
