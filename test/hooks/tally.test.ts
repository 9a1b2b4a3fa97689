import { expect, test } from 'vitest'
import { createTally } from '../../hooks/tally.ts'
import type { Decision, Spoken } from '../../policy/decide/decision.ts'

const spoken = (mode: Spoken['mode'] = 'enforce'): Spoken => ({
  rule: 'a',
  table: 't',
  verdict: 'deny',
  certainty: 'certain',
  mode,
  reason: 'r',
  matched: '',
})
const DENY: Decision = { verdict: 'deny', spoken: [spoken()] }
const ASK: Decision = { verdict: 'ask', spoken: [spoken()] }
const OBSERVED: Decision = { verdict: 'none', spoken: [spoken('observe')] }
const SILENT: Decision = { verdict: 'none', spoken: [] }

test('a call that is judged twice counts once, one without an id each time', () => {
  const tally = createTally()
  for (const id of ['t1', 't1', 't2', undefined, undefined]) tally.count(DENY, id)
  expect(tally.read().denied).toBe(4)
})

test('each verdict counts as what it is, and an observed rule beside an enforced one is no observation', () => {
  const tally = createTally()
  for (const decision of [DENY, ASK, OBSERVED, SILENT]) tally.count(decision, undefined)
  tally.count({ verdict: 'deny', spoken: [spoken(), spoken('observe')] }, undefined)
  expect(tally.read()).toEqual({ denied: 2, asked: 1, observed: 1, redactions: 0, pluginsRefused: 0 })
})

test('a call about which nothing was said at first still counts when a rule speaks', () => {
  const tally = createTally()
  tally.count(SILENT, 't1')
  tally.count(DENY, 't1')
  expect(tally.read().denied).toBe(1)
})

test('redactions add up over names, refused plugins one by one', () => {
  const tally = createTally()
  tally.countRedactions({ A: 2, B: 1 })
  tally.countRedactions({ A: 1 })
  tally.countPluginRefused()
  expect(tally.read()).toMatchObject({ redactions: 4, pluginsRefused: 1 })
})

test('ids are forgotten before they pile up', () => {
  const tally = createTally()
  for (let i = 0; i < 10_000; i++) tally.count(DENY, `t${i}`)
  tally.count(DENY, 't9999')
  expect(tally.read().denied).toBe(10_000)
})
