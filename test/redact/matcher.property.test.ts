import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMatcher, type Needle } from '../../redact/matcher.ts'
import { naiveHits } from './oracle.ts'

const SEED = 20_260_104
const NAMES = ['N0', 'N1', 'N2']

const form = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 4, maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('a', 'b', '›', '\n'), minLength: 4, maxLength: 9 }),
)
const needles = fc
  .array(form, { maxLength: 14 })
  .map(forms => forms.map((one, at): Needle => ({ form: one, name: NAMES[at % 3] as string })))
const text = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'aab', 'bbbbbbbb', 'abababab', '‹secret:N0›', '\n', 'x'), { maxLength: 16 })
  .map(parts => parts.join(''))

test('hits are those of a naive search, also where needles share all their windows', () => {
  fc.assert(
    fc.property(needles, text, (list, read) => {
      const { match } = createMatcher(list)
      const stand = [...read.matchAll(/‹secret:N[0-2]›/g)].map(({ index, 0: marker }) => ({ start: index, end: index + marker.length }))
      const hits = match(read, () => stand).map(({ start, end, name }) => ({ start, end, name }))
      const wanted = naiveHits(read, list, NAMES)
      if (JSON.stringify(hits) !== JSON.stringify(wanted)) expect(hits).toEqual(wanted)
    }),
    { seed: SEED, numRuns: 16_000 },
  )
})
