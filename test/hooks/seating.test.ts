import { expect, test } from 'vitest'
import { seatingOf } from '../../hooks/seating.ts'

const ID = 'castellan@acme'

test.each([
  [{ prependPlugins: ['sec-default@builtin', ID] }, 'prepend'],
  [{ prependPlugins: [ID], appendPlugins: [ID] }, 'prepend'],
  [{ enabledPlugins: { [ID]: true } }, 'prepend'],
  [{ enabledPlugins: { [ID]: true }, prependPlugins: ['sec-default@builtin'] }, 'prepend'],
  [{ enabledPlugins: { [ID]: true }, appendPlugins: [ID] }, 'append'],
  [{ enabledPlugins: { [ID]: false }, prependPlugins: [] }, 'unseated'],
  [{ prependPlugins: ['castellan@elsewhere'] }, 'unseated'],
  [{ prependPlugins: ID, enabledPlugins: 'castellan@acme' }, 'unseated'],
  [{ permissions: {} }, 'unseated'],
  [{}, 'person'],
] as const)('%j: %s', (settings, seating) => {
  expect(seatingOf(settings, ID)).toBe(seating)
})
