import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CheckResult, stricterCheck } from '../../hooks/tools.ts'

const ORDER = ['allow', 'ask', 'deny'] as const
const rank = ({ decision }: CheckResult): number => ORDER.indexOf(decision)

const own = fc.option(fc.record({ decision: fc.constantFrom('ask', 'deny'), reason: fc.string() }), { nil: undefined })
const below = fc.record(
  { decision: fc.constantFrom(...ORDER), reason: fc.string(), rule: fc.string(), plugin: fc.string() },
  { requiredKeys: ['decision'] },
)
const run = (property: (own: CheckResult | undefined, below: CheckResult) => void): void =>
  fc.assert(fc.property(own, below, property), { seed: 20261130, numRuns: 500 })

test('it only tightens: never looser than what is beneath, never looser than its own, and nothing third', () =>
  run((own, below) => {
    const answer = stricterCheck(own, below)
    expect(rank(answer)).toBe(Math.max(rank(below), own === undefined ? 0 : rank(own)))
  }))

test('what decides is told: the stricter one alone, both where they agree', () =>
  run((own, below) => {
    const answer = stricterCheck(own, below)
    if (own === undefined || rank(own) < rank(below)) expect(answer).toBe(below)
    else if (rank(own) > rank(below)) expect(answer).toEqual(own)
    else for (const reason of [own.reason, below.reason]) expect(answer.reason).toContain(reason ?? '')
  }))
