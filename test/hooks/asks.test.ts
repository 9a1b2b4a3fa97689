import { describe, expect, test } from 'vitest'
import { createJudge } from '../../hooks/judge.ts'
import { createNotes } from '../../hooks/notes.ts'
import { createSessionFacts } from '../../hooks/session.ts'
import { createShell } from '../../hooks/shell.ts'
import { createTally } from '../../hooks/tally.ts'
import { createToolGates } from '../../hooks/tools.ts'
import type { CompiledRule } from '../../policy/compile/compiled.ts'
import { policy as policyOf, reads, rule, runs } from '../policy/rules.ts'
import { fakeDoors, PROJECT } from './doors.ts'

const GUARD = { plugin: 'cc-plugin-sec-default', tier: 'prepend' }
const RULES: readonly CompiledRule[] = [
  rule('push', runs('git', 'push'), { decide: 'ask' }),
  rule('watched', runs('curl'), { decide: 'ask', mode: 'observe' }),
  rule('env', reads('**/.env', /(?:^|\/)\.env$/), { decide: 'ask' }),
  rule('by-guard', { kind: 'all', of: [runs('make'), { kind: 'caller', tier: { equals: 'prepend' } }] }, { decide: 'ask' }),
]

const gates = (rules = RULES) => {
  const policy = policyOf(rules)
  return createToolGates(policy, createJudge(policy, createSessionFacts(), createShell()), createNotes(), createTally())
}
const request = (command: string, more: object = {}) => ({ tool_name: 'Bash', tool_input: { command }, ...more })
const bash = (command: string) => ({ tool: 'Bash', input: { command }, tool_use_id: 't1' })

describe('a dialog that the engine is about to open', () => {
  test.each([
    ['a rule that asks', request('git push'), true],
    ['the same behind a wrapper', request("sh -c 'git push'"), true],
    ['a call no rule speaks about', request('ls'), false],
    ['a rule that only observes', request('curl https://x.example'), false],
    ['a file tool whose path the engine made absolute', { tool_name: 'Read', tool_input: { file_path: `${PROJECT}/.env` } }, true],
  ])('%s', async (_, e, isOwn) => {
    expect(await gates().isAskedHere(fakeDoors(), e)).toBe(isOwn)
  })

  test('a rule about sub-agents sees who asks', async () => {
    const { isAskedHere } = gates([
      rule('sub', { kind: 'all', of: [runs('git', 'push'), { kind: 'agent', is: 'sub' }] }, { decide: 'ask' }),
    ])
    expect(await isAskedHere(fakeDoors(), request('git push', { agent_id: 'a1' }))).toBe(true)
    expect(await isAskedHere(fakeDoors(), request('git push'))).toBe(false)
  })

  test('what castellan answered an ask to stays its own, though the rules would not say so again', async () => {
    const { check, isAskedHere } = gates()
    expect(await isAskedHere(fakeDoors(), request('make all'))).toBe(false)
    expect((await check(fakeDoors(), bash('make all'), GUARD, { decision: 'allow' })).decision).toBe('ask')
    expect(await isAskedHere(fakeDoors(), request('make all'))).toBe(true)
    expect(await isAskedHere(fakeDoors(), request('make one'))).toBe(false)
  })

  test('what is remembered is bounded', async () => {
    const { check, isAskedHere } = gates()
    for (let i = 0; i <= 256; i++) await check(fakeDoors(), bash(`make ${i}`), GUARD, { decision: 'allow' })
    expect(await isAskedHere(fakeDoors(), request('make 0'))).toBe(false)
    expect(await isAskedHere(fakeDoors(), request('make 1'))).toBe(true)
  })

  test('where the session cannot be read, nobody else is asked', async () => {
    await expect(gates().isAskedHere(fakeDoors({}, { cwd: () => Promise.reject(new Error('gone')) }), request('ls'))).rejects.toThrow()
  })
})
