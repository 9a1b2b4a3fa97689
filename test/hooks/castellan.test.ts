import { expect, test } from 'vitest'
import { createCastellan } from '../../hooks/castellan.ts'
import type { StarNext } from '../../hooks/dispatch.ts'
import { audited, policy as policyOf, rule, runs } from '../policy/rules.ts'
import { fakeDoors, PROJECT } from './doors.ts'

const VALUE = 'zq7-fixture-value-1'
const POLICY = policyOf([rule('push', runs('git', 'push'))], {
  secrets: { env: ['TOKEN'], dotenv: [{ source: '.env', re: /^\.env$/ }] },
  audit: audited('http://127.0.0.1:4318/v1/traces'),
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
  const redact = await castellan.redactor(fakeDoors(WORLD))
  expect(await redact.result({}, { result: VALUE })).toEqual({ result: '‹secret:A›' })
})

test.each([
  ['sessionId', 'session-1'],
  ['projectRoot', PROJECT],
] as const)(
  'a start that learned nothing of the session for want of %s: what is recorded leaves once it is known, masked',
  async (door, told) => {
    const bodies: string[] = []
    let isGone = true
    const doors = fakeDoors(WORLD, {
      [door]: async () => (isGone ? gone() : told),
      post: async (body: string) => {
        bodies.push(body)
        return { status: 200, headers: {}, text: '' }
      },
    })
    const castellan = createCastellan(POLICY)
    const next: StarNext = Object.assign(async () => ({}), {
      event: 'fs.read',
      origin: { plugin: VALUE, tier: 'user' },
      trace: [],
      budget: { remainingMs: 1000 },
      called: true,
    })
    await castellan.start(doors)
    await castellan.record(doors, {}, next)
    isGone = false
    for (let times = 0; times < 3; times++) {
      await castellan.record(doors, {}, next)
      await new Promise(done => setTimeout(done, 5))
    }
    await castellan.status(doors)
    expect(bodies.join().match(/"castellan.observe fs.read"/g)).toHaveLength(4)
    expect(bodies.join()).toContain('session-1')
    expect(bodies.join()).not.toContain(VALUE)
  },
)

test('what is taken out of a record for the collector is recorded, as no other hook hears of it; one that holds nothing is not', async () => {
  const bodies: string[] = []
  const post = async (body: string) => {
    bodies.push(body)
    return { status: 200, headers: {}, text: '' }
  }
  const doors = fakeDoors(WORLD, { post })
  const castellan = createCastellan(POLICY)
  await castellan.start(doors)
  const redact = await castellan.redactor(doors)
  const next = { event: 'telemetry.log', origin: { plugin: 'engine', tier: 'core' }, trace: [], called: false } as unknown as StarNext
  expect(redact.telemetry({ attributes: { prompt: VALUE } }, next)).toEqual({ attributes: { prompt: '‹secret:A›' } })
  redact.telemetry({ attributes: { prompt: 'hello' } }, next)
  const { text } = await castellan.status(doors)
  expect(text).toContain('1 redaction,')
  expect(bodies.join().match(/"castellan.redact telemetry.log"/g)).toHaveLength(1)
})

test('where the secrets cannot be loaded there is no redactor, and the next who asks gets one', async () => {
  const castellan = createCastellan(POLICY)
  await expect(castellan.redactor(fakeDoors(WORLD, { secretEnv: gone }))).rejects.toThrow()
  await expect(castellan.redactor(fakeDoors(WORLD))).resolves.toBeDefined()
})

test('where the secrets never come, a hook that hands its signal over ends with its time: the engine has no reason to give the seat up', async () => {
  const castellan = createCastellan(POLICY)
  const time = new AbortController()
  const asked = castellan.redactor(fakeDoors(WORLD, { secretEnv: () => new Promise<never>(() => {}) }), time.signal)
  time.abort()
  await expect(asked).rejects.toThrow('out of time')
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
  await redact.result({}, { result: VALUE })
  const { text } = await castellan.status(doors)
  expect(text).toContain('1 denied, 0 asked, 0 observed, 1 redaction,')
})
