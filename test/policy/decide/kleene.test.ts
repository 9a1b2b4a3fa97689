import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { every, not, some, type Truth } from '../../../policy/decide/kleene.ts'

const truth = fc.constantFrom<Truth>('yes', 'no', 'maybe')
const truths = fc.array(truth, { maxLength: 6 })

/** What a formula comes to when each 'maybe' is read both ways: certain only when every reading agrees. */
const byReadings = (given: readonly Truth[], formula: (values: readonly boolean[]) => boolean): Truth => {
  const readings = given.reduce<boolean[][]>(
    (all, one) =>
      all.flatMap(done =>
        one === 'maybe'
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

describe('three-valued logic', () => {
  it('is certain exactly where every reading of the uncertain agrees', () => {
    fc.assert(
      fc.property(truths, given => {
        expect(every(given, id)).toBe(byReadings(given, values => values.every(Boolean)))
        expect(some(given, id)).toBe(byReadings(given, values => values.some(Boolean)))
        expect(not(every(given, id))).toBe(some(given, not))
      }),
      { seed: 20260102, numRuns: 300 },
    )
  })

  it('has the truth table of Kleene', () => {
    const all: readonly Truth[] = ['no', 'maybe', 'yes']
    for (const a of all) {
      for (const b of all) {
        expect(every([a, b], id)).toBe(all[Math.min(all.indexOf(a), all.indexOf(b))])
        expect(some([a, b], id)).toBe(all[Math.max(all.indexOf(a), all.indexOf(b))])
      }
      expect(not(a)).toBe(all[2 - all.indexOf(a)])
    }
  })
})
