import { expect, test } from 'vitest'
import { planSeat } from '../../../cli/build/plan.ts'
import { isNoun, NEEDED } from '../../../policy/schema/nouns.ts'
import { audited, policy } from '../rules.ts'

const nounsIn = (calls: readonly string[]) => [...new Set(calls.map(call => call.split('.')[0] ?? ''))]
const audit = audited('https://otel.acme.example/v1/traces')

test('a noun is needed for nothing but what a seat calls, and every noun that a seat calls is', () => {
  expect([...NEEDED.keys()].sort()).toEqual(nounsIn(planSeat(policy([])).calls))
  expect(nounsIn(planSeat(policy([], { audit })).calls)).toEqual([...NEEDED.keys(), 'http', 'state'].sort())
  expect([...NEEDED.keys()].every(isNoun)).toBe(true)
})

test('the reason of a noun is that of each of its calls', () => {
  expect(NEEDED.get('session')).toMatch(/working directory.*id.*project directory/)
  expect(NEEDED.get('ui')).toContain('debug log')
})
