import { expect, test } from 'vitest'
import { createJudge } from '../../hooks/judge.ts'
import { createModCallGate } from '../../hooks/mod-call.ts'
import { createNotes } from '../../hooks/notes.ts'
import { createSessionFacts } from '../../hooks/session.ts'
import { createShell } from '../../hooks/shell.ts'
import { createTally } from '../../hooks/tally.ts'
import { createToolGates } from '../../hooks/tools.ts'
import type { AuditLevel, CompiledPolicy } from '../../policy/compile/compiled.ts'
import { audited, policy, rule, runs } from '../policy/rules.ts'
import { fakeDoors } from './doors.ts'

const ENGINE = { plugin: 'engine', tier: 'core' }
const MOD = { plugin: 'tips', tier: 'user' }
const VALUE = 'zq7-fixture-value-1'
const RULES = [rule('push', runs('git', 'push'))]

const auditing = (decisions: AuditLevel): CompiledPolicy => {
  const audit = audited('http://127.0.0.1:4318/v1/traces')
  return policy(RULES, { audit: { ...audit, levels: { ...audit.levels, decisions } } })
}

/** What the note of a call says of its effects. */
async function effectsOf(one: CompiledPolicy, command: string, mask = (text: string) => text.replaceAll(VALUE, '‹secret:A›')) {
  const [notes, tally] = [createNotes(), createTally()]
  const { check } = createToolGates(one, createJudge(one, createSessionFacts(), createShell(), mask), notes, tally)
  const e = { tool: 'Bash', input: { command }, tool_use_id: 't1' }
  await check(fakeDoors(), e, ENGINE, { decision: 'allow' })
  return notes.peek(e)?.decision?.effects
}

test('what a call would do is left for the recorder, in kinds and names, whether a rule speaks or not', async () => {
  expect(await effectsOf(auditing('decision'), `git push origin; curl https://example.org/${VALUE}`)).toEqual({
    programs: ['git', 'curl'],
    hosts: expect.arrayContaining(['example.org']),
  })
  expect(await effectsOf(auditing('decision'), 'make')).toEqual({ programs: ['make'] })
})

test('with arguments where the level is full, masked', async () => {
  const effects = await effectsOf(auditing('full'), `echo ${VALUE}`)
  expect(effects?.arguments).toBe('{"command":"echo ‹secret:A›"}')
})

test('arguments that cannot be masked are left out, and the call is judged all the same', async () => {
  const failing = () => {
    throw new Error('no secrets yet')
  }
  expect(await effectsOf(auditing('full'), `echo ${VALUE}`, failing)).toEqual({ programs: ['echo'] })
})

test('where nothing is recorded, nothing is made', async () => {
  expect(await effectsOf(policy(RULES), 'git push')).toBeUndefined()
})

test('calls of mods', async () => {
  const one = auditing('decision')
  const notes = createNotes()
  const modCall = createModCallGate(one, createJudge(one, createSessionFacts(), createShell()), notes, createTally())
  const e = { command: ['/usr/bin/git', 'status'], argv: ['git', 'status'] }
  await modCall(fakeDoors(), 'process.run', e, MOD)
  expect(notes.peek(e)?.decision?.effects).toMatchObject({ programs: ['git'] })
})
