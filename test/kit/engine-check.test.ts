import { expect, test } from 'vitest'
import { checkWithEngine } from '../../cli/build/engine-check.ts'
import { hooksManifest, pluginManifest } from '../../cli/build/manifests.ts'
import type { SeatPlan } from '../../cli/build/plan.ts'
import { engineBinary } from '../support/engine.ts'

const PLAN: SeatPlan = {
  hooks: [{ hook: 'check', event: 'tool.check', purpose: 'x', hasCatch: true }],
  calls: [],
  env: [],
  sets: [],
  hosts: [],
  unreadHosts: 0,
  withholds: [],
  states: [],
}

const CATCH = `.catch(() => ({ decision: 'deny', reason: 'failed' }))`
const seat = (body: string, before = ''): string =>
  `${before}\nexport function register(on) {\n  on('tool.check', async ($, e, next) => { ${body} })${CATCH}\n}\n`

const CANARY = `import { expect, test, tier } from 'claude-code/testing'
tier('prepend')
test('denies', async ($, on) => {
  on('tool.check', () => ({ decision: 'allow' }))
  const answer = await $.tool.check({ tool: 'Bash', input: { command: 'x' }, tool_use_id: 'a' })
  expect(answer.decision).toBe('deny')
})
`

const check = (text: string, canary = CANARY, plan = PLAN) => {
  const plugin = [
    { path: '.claude-plugin/plugin.json', text: pluginManifest('0.0.1') },
    { path: 'hooks/hooks.json', text: hooksManifest() },
    { path: 'hooks/seat.js', text },
  ]
  return checkWithEngine(engineBinary(), plugin, plan, canary)
}

const DENIES = `return { decision: 'deny', reason: 'no' }`

// The real engine, about a second a run.
test('a seat as planned that denies is well', () => {
  expect(check(seat(DENIES))).toEqual({ is: 'well' })
})

test('an unplanned call is told, and the canary is not asked', () => {
  const verdict = check(seat(`await $.fs.read('/x'); ${DENIES}`))
  expect(verdict).toEqual({ is: 'wrong', lines: ['call: the engine reads fs.read, which is not planned'] })
})

test('a module that validates and does not load is found by the canary', () => {
  const verdict = check(seat(DENIES, `throw new Error('top level')`))
  expect(verdict).toMatchObject({
    is: 'wrong',
    lines: expect.arrayContaining(['the canary fails:', expect.stringContaining('did not load')]),
  })
})

test('a module that lets everything through is found by the canary', () => {
  expect(check(seat('return next(e)'))).toMatchObject({ is: 'wrong', lines: expect.arrayContaining(['the canary fails:']) })
})

test('a canary without a test proves nothing', () => {
  expect(check(seat(DENIES), `import { tier } from 'claude-code/testing'\ntier('prepend')\n`)).toMatchObject({ is: 'wrong' })
})

test('a source the engine refuses is told in its words', () => {
  const verdict = check(seat(`const all = $; ${DENIES}`))
  expect(verdict).toMatchObject({ is: 'wrong', lines: expect.arrayContaining([expect.stringMatching(/^error: /)]) })
})

test('a program that is no engine, and one that does not answer', () => {
  const [plugin, canary] = [[], CANARY]
  expect(checkWithEngine('/nowhere/claude', plugin, PLAN, canary)).toMatchObject({ is: 'no-engine' })
  expect(checkWithEngine('/bin/true', plugin, PLAN, canary)).toMatchObject({ is: 'wrong' })
})
