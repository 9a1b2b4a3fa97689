import { expect, it } from 'vitest'
import { runCase } from '../../../policy/check/run-case.ts'
import { indexPolicy } from '../../../policy/decide/decide.ts'
import { matchCondition } from '../../../policy/decide/match-condition.ts'
import { ENGINE, type Facts } from '../../../policy/facts/facts.ts'
import type { MarkerKind } from '../../../policy/shell/effects.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { policy, rule } from '../rules.ts'
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

it('makes a rule of its own, which is looked at for such lines alone', () => {
  const indexed = indexPolicy(policy([rule('unread', { kind: 'unread', kinds: ['stdin-script'] })]))
  const verdictOf = (command: string) => runCase(indexed, { kind: 'tool', tool: 'Bash', input: { command } }, evaluateCommand).verdict
  expect([verdictOf('cat x | sh'), verdictOf('cat x')]).toEqual(['deny', 'none'])
})
