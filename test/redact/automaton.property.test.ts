import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAutomaton } from '../../redact/automaton.ts'

/** ā and Ł come to the same as a and A where only the lower half of a unit is looked at. */
const words = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'ā', 'Ł', '\0'), minLength: least, maxLength: most })

/** At each place the longest of the needles that end there. */
function naive(forms: readonly string[], text: string): string[] {
  const found: string[] = []
  for (let end = 1; end <= text.length; end++) {
    const ending = forms.filter(form => text.slice(0, end).endsWith(form))
    const longest = Math.max(0, ...ending.map(({ length }) => length))
    if (longest > 0) found.push(`${end - longest} ${end}`)
  }
  return found
}

test('finds what a naive search finds', () => {
  fc.assert(
    fc.property(fc.uniqueArray(words(2, 6), { minLength: 1, maxLength: 12 }), words(0, 60), (forms, text) => {
      const found: string[] = []
      const scan = createAutomaton(
        forms,
        forms.map((_, at) => at),
      )
      scan(text, (start, end, needle) => found.push(forms[needle] === text.slice(start, end) ? `${start} ${end}` : 'another'), {
        looks: 1_000_000,
      })
      expect(found).toEqual(naive(forms, text))
    }),
    { numRuns: 3000, seed: 7 },
  )
})
