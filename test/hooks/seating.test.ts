import { expect, test } from 'vitest'
import { seatingOf } from '../../hooks/seating.ts'

const ID = 'castellan@acme'

test.each([
  [{ prependPlugins: ['sec-default@builtin', ID] }, 'organisation'],
  [{ prependPlugins: [ID], appendPlugins: [ID] }, 'organisation'],
  [{ enabledPlugins: { [ID]: true } }, 'organisation'],
  [{ enabledPlugins: { [ID]: true }, prependPlugins: ['sec-default@builtin'] }, 'organisation'],
  [{ enabledPlugins: { 'other@acme': true } }, 'no-longer'],
  [{ enabledPlugins: { [ID]: true }, appendPlugins: [ID] }, 'no-longer'],
  [{ enabledPlugins: { [ID]: false }, prependPlugins: [] }, 'no-longer'],
  [{ prependPlugins: ['castellan@elsewhere'] }, 'no-longer'],
  [{ prependPlugins: ID, enabledPlugins: 'castellan@acme' }, 'no-longer'],
  [{ permissions: {} }, 'person'],
  [{}, 'person'],
] as const)('%j: %s', (settings, seating) => {
  expect(seatingOf(settings, ID)).toBe(seating)
})
