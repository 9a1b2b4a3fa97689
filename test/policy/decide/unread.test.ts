import { expect, it } from 'vitest'
import { matchCondition } from '../../../policy/decide/match-condition.ts'
import { ENGINE, type Facts } from '../../../policy/facts/facts.ts'
import type { MarkerKind } from '../../../policy/shell/effects.ts'
import { evaluation, marker } from '../words.ts'

const said = (kinds: readonly MarkerKind[], ...markers: readonly MarkerKind[]) => {
  const facts: Facts = {
    subject: 'tool',
    caller: ENGINE,
    agent: 'main',
    paths: [],
    places: { home: [], project: [] },
    command: evaluation(
      [],
      markers.map(kind => marker(kind)),
    ),
  }
  return matchCondition({ kind: 'unread', kinds }, facts)
}

it('holds for certain of a line with a part of that kind, and of no other', () => {
  expect(said(['stdin-script', 'sourced-file'], 'parse-error', 'sourced-file')).toBe('yes')
  expect(said(['stdin-script'], 'sourced-file')).toBe('no')
  expect(said(['stdin-script'])).toBe('no')
})

it('does not hold of what is no command line', () => {
  const facts: Facts = { subject: 'tool', caller: ENGINE, agent: 'main', paths: [], places: { home: [], project: [] } }
  expect(matchCondition({ kind: 'unread', kinds: ['stdin-script'] }, facts)).toBe('no')
})
