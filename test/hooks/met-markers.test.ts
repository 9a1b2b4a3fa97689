import { expect, test } from 'vitest'
import { markersMet } from '../../hooks/met-markers.ts'

const NAMES = ['TOKEN', 'pattern.stripe']

test.each([
  [{ result: { stdout: 'a ‹secret:TOKEN› b ‹secret:TOKEN›', rows: ['‹secret:pattern.stripe›'] } }, { TOKEN: 2, 'pattern.stripe': 1 }],
  [{ isError: true, text: 'Exit code 1 ‹secret:TOKEN›' } as const, { TOKEN: 1 }],
  [{ deny: 'no ‹secret:TOKEN›' }, { TOKEN: 1 }],
  [{ result: '‹secret:OTHER› ‹secret:TOKEN' }, {}],
  [{ result: undefined }, {}],
])('the markers of known names in %j', (answer, hits) => {
  expect({ ...markersMet(NAMES, answer) }).toEqual(hits)
})

test('where there are no names there are no markers', () => {
  expect({ ...markersMet([], { result: '‹secret:›' }) }).toEqual({})
})
