import { expect, test } from 'vitest'
import { linksOf, modeOf, rulesOf } from '../../audit/parts.ts'

test('a link is kept without what it received and returned', () => {
  const entry = {
    index: 1,
    plugin: 'p',
    tier: 'user',
    event: 'tool.call',
    outcome: 'returned',
    ms: 2,
    received: { secret: 1 },
    returned: { secret: 2 },
  }
  expect(linksOf([entry, { ...entry, reason: 'why' }])).toEqual([
    { index: 1, plugin: 'p', tier: 'user', outcome: 'returned', ms: 2 },
    { index: 1, plugin: 'p', tier: 'user', outcome: 'returned', ms: 2, reason: 'why' },
  ])
  expect(linksOf(undefined as never)).toEqual([])
})

test('a rule is kept without what it matched', () => {
  const spoken = {
    rule: 'r',
    table: 't',
    verdict: 'deny',
    certainty: 'certain',
    mode: 'enforce',
    reason: 'no',
    instead: 'do',
    matched: 'rm -rf /home/someone',
  } as const
  expect(rulesOf([spoken])).toEqual([{ id: 'r', table: 't', verdict: 'deny', certainty: 'certain', mode: 'enforce' }])
  expect(rulesOf([spoken], { t: '0123456789ab' })[0]?.version).toBe('0123456789ab')
})

test('the mode: enforced once anything enforced spoke, observed where only observed ones did, else none', () => {
  const one = { id: 'r', table: 't', verdict: 'deny', certainty: 'certain', mode: 'observe' } as const
  const plugin = { provenance: 'p@m', tier: 'user', answer: 'refuse' } as const
  expect(modeOf([], undefined)).toBeUndefined()
  expect(modeOf([], plugin)).toBeUndefined()
  expect(modeOf([one], undefined)).toBe('observed')
  expect(modeOf([one, { ...one, mode: 'enforce' }], undefined)).toBe('enforced')
  expect(modeOf([], { ...plugin, isEnforced: false })).toBe('observed')
  expect(modeOf([one], { ...plugin, isEnforced: true })).toBe('enforced')
})
