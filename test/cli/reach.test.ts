/** Seats that do not hear everything: what records, and that nothing of it stands in the way of a gate. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { planSeat } from '../../cli/build/plan.ts'
import { renderSeat } from '../../cli/build/seat.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import { packageRoot } from '../../cli/package-root.ts'
import type { CompiledAudit, CompiledPolicy } from '../../policy/compile/compiled.ts'
import { audited, policy as policyOf } from '../policy/rules.ts'
import { complaintsAbout } from './seat-catch-rules.ts'
import { builtRegistrations } from './seat-module.ts'

const loaded = loadPolicy('policies/reference', packageRoot())
if (!loaded.ok) throw new Error('the reference policy does not compile')
const reference = loaded.policy
const ENDPOINT = 'https://otel.acme.example/v1/traces'
const reaching = (reach: CompiledAudit['reach'], policy: CompiledPolicy = reference): CompiledPolicy => ({
  ...policy,
  audit: { ...audited(ENDPOINT), reach },
})
const HYDRATING: CompiledPolicy = {
  ...reference,
  secrets: { env: ['TOKEN'], dotenv: [], hydrate: { tools: ['Bash'], re: /^Bash$/, env: ['TOKEN'] } },
}

const work = mkdtempSync(join(tmpdir(), 'castellan-reach-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const recordedBy = (policy: CompiledPolicy): string[] =>
  planSeat(policy).hooks.flatMap(({ hook, event, records }) => (hook === 'record' || records ? [event] : []))

describe.each(['standard', 'decisions'] as const)('the reach %s', reach => {
  const seats: readonly [string, CompiledPolicy][] = [
    ['the reference', reference],
    ['a seat without secrets', policyOf([])],
    ['a seat that hydrates', HYDRATING],
  ]
  test.each(seats)('of %s has one registration without a matcher an event: the engine refuses a second', (_, policy) => {
    const open = planSeat(reaching(reach, policy)).hooks.filter(({ matcher }) => matcher === undefined)
    expect(open.map(({ event }) => event)).toEqual([...new Set(open.map(({ event }) => event))])
  })

  test.each(seats)('of %s hears every gate that decides, the turns and the end, and not everything', (_, policy) => {
    const recorded = recordedBy(reaching(reach, policy))
    for (const event of ['tool.check', 'tool.call', 'plugin.register', 'prompt.mention', 'fs.*', 'turn.*', 'session.end'])
      expect(recorded).toContain(event)
    for (const event of ['*', 'engine.create', 'settings.read', 'telemetry.log', 'ui.*', 'tool.*', 'command.describe', 'tool.offer'])
      expect(recorded).not.toContain(event)
  })

  test.each(seats)('of %s leaves every .catch as it was', async (_, policy) => {
    const its = reaching(reach, policy)
    const plan = planSeat(its)
    expect(await complaintsAbout(renderSeat(its, plan), its, plan)).toEqual([])
  })
})

test('more is heard the wider the reach is', () => {
  const [decisions, standard] = (['decisions', 'standard'] as const).map(reach => recordedBy(reaching(reach)))
  expect(decisions?.filter(event => !standard?.includes(event))).toEqual([])
  expect(standard).toEqual(expect.arrayContaining(['session.start', 'mcp.*', 'agent.spawn', 'config.set']))
  expect(decisions).not.toContain('session.start')
})

test('a gate that records itself sends what it answered, and what it failed with, and answers as it would have', async () => {
  const policy = reaching('decisions', policyOf([]))
  const sent: string[] = []
  const $ = {
    env: { get: async () => '/home/person' },
    session: { root: async () => '/srv/project', cwd: async () => '/srv/project', id: async () => 'session-1' },
    fs: { list: async () => [], read: async () => '', stat: async (path: string) => ({ realPath: path }) },
    tool: { list: async () => [], call: async () => ({}) },
    command: { register: async () => ({}) },
    clock: { every: () => undefined },
    ui: { log: () => undefined },
    http: { fetch: async (_: string, { body }: { body: string }) => ({ status: 200, headers: {}, text: '', sent: sent.push(body) }) },
  }
  const hooks = await builtRegistrations(renderSeat(policy, planSeat(policy)), policy, work)
  const hookOn = (event: string) => hooks.find(one => one.event === event)?.hook
  const next = (event: string, answer: () => unknown) =>
    Object.assign(async () => answer(), {
      event,
      origin: { plugin: 'engine', tier: 'core' },
      trace: [],
      budget: { remainingMs: 1500 },
      called: true,
    })
  await hookOn('session.start')?.(
    $,
    {},
    next('session.start', () => ({})),
  )
  const check = { tool: 'Bash', input: { command: 'true' }, tool_use_id: 't1' }
  expect(
    await hookOn('tool.check')?.(
      $,
      check,
      next('tool.check', () => ({ decision: 'deny', reason: 'x' })),
    ),
  ).toMatchObject({ decision: 'deny' })
  const failing = hookOn('tool.check')?.(
    $,
    { ...check, tool_use_id: 't2' },
    next('tool.check', () => Promise.reject(new Error('beneath'))),
  )
  await expect(failing).rejects.toThrow('beneath')
  expect(
    await hookOn('session.end')?.(
      $,
      { reason: 'other' },
      next('session.end', () => ({ sessionId: 'session-1' })),
    ),
  ).toEqual({
    sessionId: 'session-1',
  })
  const spans = sent.flatMap(body => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as { name: string; status?: { code: number } }[])
  const checks = spans.filter(({ name }) => name === 'castellan.decide tool.check')
  expect(checks.map(({ status }) => status?.code ?? 0).sort()).toEqual([0, 2])
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['castellan.session.start', 'castellan.session.end']))
}, 60_000)

/** What a seat asks of the environment, logs, and posts (each once, without its body) over a session that starts and ends, with this environment. */
async function postedWith(policy: CompiledPolicy, env: Readonly<Record<string, string>>) {
  const hooks = await builtRegistrations(renderSeat(policy, planSeat(policy)), policy, work)
  const hookOn = (event: string) => hooks.find(one => one.event === event)?.hook
  const asked: string[] = []
  const posts: { readonly url: string; readonly headers?: object; readonly body: string }[] = []
  const logged: string[] = []
  const $ = {
    env: { get: async (name: string) => env[asked.push(name) > 0 ? name : ''] },
    session: { root: async () => '/srv/project', cwd: async () => '/srv/project', id: async () => 'session-1' },
    fs: { list: async () => [], read: async () => '', stat: async (path: string) => ({ realPath: path }) },
    command: { register: async () => ({}) },
    clock: { every: () => undefined },
    ui: { log: (line: string) => void logged.push(line) },
    http: {
      fetch: async (url: string, init: object) => ({ status: 200, headers: {}, text: '', sent: posts.push({ url, ...init, body: '' }) }),
    },
  }
  await hookOn('session.start')?.($, {}, async () => ({}))
  const origin = { plugin: 'engine', tier: 'core' }
  const end = { event: 'session.end', origin, trace: [], budget: { remainingMs: 1500 }, called: true }
  await hookOn('*')?.(
    $,
    { reason: 'other' },
    Object.assign(async () => ({}), end),
  )
  const each = new Map(posts.map(post => [JSON.stringify(post), post]))
  return { asked, posts: [...each.values()], logged }
}

describe('an endpoint that is a Unix socket', () => {
  const seated = (endpoint: string): CompiledPolicy => ({ ...policyOf([]), audit: audited(endpoint) })

  test('stands in the seat as a literal; the engine reads no host there', () => {
    const policy = seated('unix:///run/otel.sock')
    const plan = planSeat(policy)
    expect(plan).toMatchObject({ hosts: [], unreadHosts: 1 })
    expect(renderSeat(policy, plan)).toContain("$.http.fetch('http://localhost/v1/traces', { socketPath: '/run/otel.sock', method: 'POST',")
  })

  test.each([
    ['unix:///run/otel.sock', 'http://localhost/v1/traces'],
    ['unix:///run/otel.sock:/otlp/traces', 'http://localhost/otlp/traces'],
  ])(
    '%s is posted to',
    async (endpoint, url) => {
      const { posts } = await postedWith(seated(endpoint), {})
      expect(posts).toMatchObject([{ url, socketPath: '/run/otel.sock', method: 'POST' }])
    },
    60_000,
  )
})

describe('a header whose variable is not set', () => {
  const headers = [
    { name: 'authorization', env: 'OTLP_AUTH' },
    { name: 'x-tenant', env: 'TENANT' },
  ]
  const seated = (endpoint: string): CompiledPolicy => ({ ...policyOf([]), audit: { ...audited(endpoint), headers, key: 'AUDIT_KEY' } })
  const unsetIn = (logged: readonly string[]) => logged.filter(line => line.includes('no value'))

  test.each([
    [undefined, {}],
    ['', {}],
    ['Bearer 1', { authorization: 'Bearer 1' }],
  ])(
    'is not sent: %s',
    async (value, sent) => {
      const env = { TENANT: 'acme', AUDIT_KEY: 'k', ...(value !== undefined && { OTLP_AUTH: value }) }
      const { posts, logged } = await postedWith(seated('https://otel.acme.example/v1/traces'), env)
      expect(posts.map(post => post.headers)).toEqual([{ 'content-type': 'application/json', 'x-tenant': 'acme', ...sent }])
      expect(unsetIn(logged)).toEqual(value ? [] : ['castellan: no value in OTLP_AUTH: the header authorization is not sent'])
    },
    60_000,
  )

  test('leaves the one that OpenTelemetry’s own variables name', async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.acme.example/',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%202',
      TENANT: 'acme',
    }
    const { posts, logged } = await postedWith(seated('from-env'), env)
    expect(posts[0]?.headers).toEqual({ 'content-type': 'application/json', authorization: 'Bearer 2', 'x-tenant': 'acme' })
    expect(unsetIn(logged)).toEqual(['castellan: no value in AUDIT_KEY: records have no mac'])
  }, 60_000)
})

describe('an endpoint that the environment names', () => {
  const policy: CompiledPolicy = { ...policyOf([]), audit: { ...audited('from-env'), key: 'AUDIT_KEY' } }
  const plan = planSeat(policy)

  test('is the one host that is left unread, and its variables are told', () => {
    expect(plan).toMatchObject({ hosts: [], unreadHosts: 1 })
    expect(plan.env).toEqual([
      'AUDIT_KEY',
      'CLAUDE_CONFIG_DIR',
      'HOME',
      ...['ENDPOINT', 'HEADERS', 'TRACES_ENDPOINT', 'TRACES_HEADERS'].map(name => `OTEL_EXPORTER_OTLP_${name}`),
    ])
  })

  test('is asked for once, and posted to with its headers', async () => {
    const { asked, posts } = await postedWith(policy, {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.acme.example/',
      OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=a%20b',
    })
    expect(posts).toMatchObject([
      { url: 'https://otel.acme.example/v1/traces', headers: { 'content-type': 'application/json', 'x-key': 'a b' }, method: 'POST' },
    ])
    expect(asked.filter(name => name === 'OTEL_EXPORTER_OTLP_ENDPOINT')).toHaveLength(1)
  }, 60_000)

  test('names none: that records go nowhere is told', async () => {
    const { logged } = await postedWith(policy, { AUDIT_KEY: 'k' })
    expect(logged.filter(line => line.includes('no value'))).toEqual([
      'castellan: no value in OTEL_EXPORTER_OTLP_ENDPOINT: records go nowhere',
    ])
  }, 60_000)
})
