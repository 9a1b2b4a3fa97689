import { expect, test } from 'vitest'
import { createCastellan } from '../../hooks/castellan.ts'
import { policy as policyOf, rule, runs } from '../policy/rules.ts'
import { fakeDoors, PROJECT } from './doors.ts'

const VALUE = 'zq7-fixture-value-1'
const POLICY = policyOf([rule('push', runs('git', 'push'))], {
  secrets: { env: ['TOKEN'], dotenv: [{ source: '.env', re: /^\.env$/ }] },
  audit: { endpoint: 'http://127.0.0.1:4318/v1/traces', reach: 'complete', headers: [] },
})
const WORLD = { files: { [`${PROJECT}/.env`]: `A=${VALUE}\n` } }
const gone = () => Promise.reject(new Error('gone'))

test('a session start learns the session, loads the secrets and registers the command, each once', async () => {
  const doors = fakeDoors(WORLD)
  const castellan = createCastellan(POLICY)
  await castellan.start(doors)
  await castellan.redactor(doors)
  for (const door of ['sessionId', 'registerCommand', 'secretEnv', `readText ${PROJECT}/.env`, 'every'])
    expect(
      doors.asked.filter(asked => asked === door),
      door,
    ).toHaveLength(1)
})

test.each(['sessionId', 'secretEnv', 'registerCommand', 'cwd'] as const)('a start without %s is no failure of the session', async door => {
  const castellan = createCastellan(POLICY)
  await expect(castellan.start(fakeDoors(WORLD, { [door]: gone }))).resolves.toBeUndefined()
  expect((await castellan.redactor(fakeDoors(WORLD))).result({}, { result: VALUE })).toEqual({ result: '‹secret:A›' })
})

test('where the secrets cannot be loaded there is no redactor, and the next who asks gets one', async () => {
  const castellan = createCastellan(POLICY)
  await expect(castellan.redactor(fakeDoors(WORLD, { secretEnv: gone }))).rejects.toThrow()
  await expect(castellan.redactor(fakeDoors(WORLD))).resolves.toBeDefined()
})

test('/castellan answers a person whatever else is broken', async () => {
  const castellan = createCastellan(POLICY)
  const doors = fakeDoors(WORLD, { sessionId: gone, secretEnv: gone, managedSettings: gone, cwd: gone, projectRoot: gone })
  const { text, isTextDisplayOnly } = await castellan.status(doors)
  expect(text).toContain('acme-standard')
  expect(text).toContain('could not be loaded')
  expect(isTextDisplayOnly).toBe(true)
})

test.each([
  [{ prependPlugins: ['sec-default@builtin', 'castellan@acme'] }, 'seated by managed settings'],
  [{ enabledPlugins: { 'castellan@acme': true } }, 'seated by managed settings'],
  [{ prependPlugins: ['castellan@elsewhere'] }, 'do not seat it in the next'],
  [{}, 'seated by user settings: advisory'],
])('/castellan says who seats it: %j', async (settings, told) => {
  const { text } = await createCastellan(POLICY).status(fakeDoors(WORLD, { managedSettings: async () => settings }))
  expect(text).toContain(told)
})

test('/castellan counts what the gates did', async () => {
  const castellan = createCastellan(POLICY)
  const doors = fakeDoors(WORLD)
  const call = { tool: 'Bash', input: { command: 'git push' }, tool_use_id: 't1' }
  await castellan.check(doors, call, { plugin: 'engine', tier: 'core' }, { decision: 'allow' })
  const redact = await castellan.redactor(doors)
  redact.result({}, { result: VALUE })
  const { text } = await castellan.status(doors)
  expect(text).toContain('1 denied, 0 asked, 0 observed, 1 redaction,')
})
