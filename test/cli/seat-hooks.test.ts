// Hooks of the built reference seat that the kit cannot raise: the engine's own requests, managed ceilings, spawned processes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planSeat } from '../../cli/build/plan.ts'
import { renderSeat } from '../../cli/build/seat.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import { packageRoot } from '../../cli/package-root.ts'
import { audited, policy as policyOf } from '../policy/rules.ts'
import { builtRegistrations, type Registration } from './seat-module.ts'

const ENGINE = { plugin: 'engine', tier: 'core' }
const MOD = { plugin: 'tips', tier: 'user' }
const HOUSE = { plugin: 'house', tier: 'append' }
const TOKEN = 'zq7-fixture-token-1'

/** The engine's `$`, as far as the seat calls it. */
const $ = {
  env: { get: async (name: string) => ({ HOME: '/home/person', GITHUB_TOKEN: TOKEN })[name] },
  session: { root: async () => '/srv/project', cwd: async () => '/srv/project', id: async () => 'session-1' },
  fs: { list: async () => [], read: async () => '', stat: async (path: string) => ({ realPath: path }) },
  tool: { list: async () => [] },
  settings: { read: async () => ({}) },
  command: { register: async () => ({}) },
  clock: { every: () => undefined },
  ui: { log: () => undefined },
  http: { fetch: async () => ({ status: 200, headers: {}, text: '' }) },
}

const work = mkdtempSync(join(tmpdir(), 'castellan-seat-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

let registrations: Registration[]
beforeAll(async () => {
  const loaded = loadPolicy('policies/reference', packageRoot())
  if (!loaded.ok) throw new Error('the reference policy does not compile')
  const { policy } = loaded
  registrations = await builtRegistrations(renderSeat(policy, planSeat(policy)), policy, work)
}, 60_000)

const hookOn = (event: string, key?: string) => {
  const found = registrations.find(one => one.event === event && (key === undefined || key in one.matcher))
  if (found === undefined) throw new Error(`no hook on ${event}`)
  return found.hook
}

type Way = { readonly by: 'next' | 'next.to'; readonly e: unknown; readonly tier?: string }

/** A `next` that answers `answer` and keeps every way it was gone. */
function below(origin: object, answer: unknown) {
  const ways: Way[] = []
  const next = (e: unknown) => {
    ways.push({ by: 'next', e })
    return Promise.resolve(answer)
  }
  const to = (e: unknown, tier: string) => {
    ways.push({ by: 'next.to', e, tier })
    return Promise.resolve(answer)
  }
  return { ways, next: Object.assign(next, { to, origin, called: false }) }
}

test('the headers of what is sent are learned at the start: a denial then leaves before anything else can happen', async () => {
  const audit = { ...audited('http://127.0.0.1:4318/v1/traces'), headers: [{ name: 'x-key', env: 'OTEL_KEY' }] }
  const policy = policyOf([], { audit })
  const hooks = await builtRegistrations(renderSeat(policy, planSeat(policy)), policy, work)
  const sent: unknown[] = []
  let isHeld = false
  const held = {
    ...$,
    env: { get: (name: string) => (isHeld ? new Promise<never>(() => {}) : Promise.resolve(`value of ${name}`)) },
    http: { fetch: async (_url: string, init: unknown) => void sent.push(init) },
  }
  await hooks.find(one => one.event === 'session.start')?.hook(held, {}, async () => ({}))
  isHeld = true
  const next = Object.assign(async () => ({ deny: 'no' }), { event: 'fs.read', origin: MOD, trace: [], budget: { remainingMs: 1000 } })
  await hooks.find(one => one.event === '*')?.hook(held, { path: 'x' }, next)
  for (let i = 0; i < 8; i++) await undefined
  expect(sent).toMatchObject([{ headers: { 'x-key': 'value of OTEL_KEY' } }])
}, 60_000)

test('a command is run as the policy says it, without a shell, and what it prints is kept from the model', async () => {
  const argv = ["/opt/acme bin/it's", '\\"$HOME"', '`x`\n', '\u2028']
  const command = [{ name: 'VAULT', argv, timeoutMs: 7000, format: 'raw' }] as const
  const policy = policyOf([], { secrets: { env: [], dotenv: [], command, settingsEnv: [] } })
  const hooks = await builtRegistrations(renderSeat(policy, planSeat(policy)), policy, work)
  const ran: unknown[] = []
  const run = async (...given: unknown[]) => {
    ran.push(given)
    return { exitCode: 0, stdout: `${TOKEN}\n`, stderr: '', isStdoutTruncated: false }
  }
  const env = { ACME_TOKEN: 'zq7-fixture-token-2' }
  const settings = { read: async ({ source }: { source?: string }) => (source === 'policy' ? { env } : {}) }
  const next = Object.assign(async () => ({ result: `a ${TOKEN} ${env.ACME_TOKEN}` }), { origin: ENGINE })
  const answer = await hooks.find(one => one.event === 'tool.call')?.hook({ ...$, process: { run }, settings }, { tool: 'Bash' }, next)
  expect(answer).toEqual({ result: 'a ‹secret:VAULT› ‹secret:ACME_TOKEN›' })
  expect(ran).toEqual([[argv, { timeoutMs: 7000 }]])
}, 60_000)

describe('http.fetch', () => {
  const SENT = { value: { status: 200, isStreaming: true } }
  const request = (body: unknown) => ({ url: 'https://api.anthropic.example/v1/messages', init: { method: 'POST', body } })

  test("the engine's request goes past the user tier, without the values, and its answer comes up unread", async () => {
    const { next, ways } = below(ENGINE, SENT)
    const answer = await hookOn('http.fetch')($, request(JSON.stringify({ messages: [TOKEN] })), next)
    expect(answer).toBe(SENT)
    expect(ways).toEqual([{ by: 'next.to', tier: 'append', e: request(JSON.stringify({ messages: ['‹secret:GITHUB_TOKEN›'] })) }])
  })

  test('one that holds no value is sent as it is, past the user tier all the same', async () => {
    const { next, ways } = below(ENGINE, SENT)
    const e = request('{"messages":[]}')
    await hookOn('http.fetch')($, e, next)
    expect(ways).toEqual([{ by: 'next.to', tier: 'append', e }])
    expect(ways[0]?.e).toBe(e)
  })

  test('one that cannot be read is not sent', async () => {
    const { next, ways } = below(ENGINE, SENT)
    expect(await hookOn('http.fetch')($, request(`{"m":"${TOKEN}`), next)).toEqual({ deny: expect.stringMatching(/^castellan: /) })
    expect(ways).toEqual([])
  })

  test("a user-tier mod's own is judged by the rules, and no value is cut from it: what it may send it may read", async () => {
    const refused = below(MOD, SENT)
    const { deny } = await hookOn('http.fetch')($, { url: 'https://collect.example.net/x' }, refused.next)
    expect(deny).toContain('[acme.mod-requests]')
    expect(refused.ways).toEqual([])
    const let_ = below(MOD, SENT)
    const e = { url: 'https://tools.acme.example/v1', init: { body: TOKEN } }
    expect(await hookOn('http.fetch')($, e, let_.next)).toBe(SENT)
    expect(let_.ways).toEqual([{ by: 'next', e }])
  })

  test("the organisation's own goes on", async () => {
    const { next, ways } = below(HOUSE, SENT)
    const e = { url: 'https://collect.example.net/x' }
    expect(await hookOn('http.fetch')($, e, next)).toBe(SENT)
    expect(ways).toEqual([{ by: 'next', e }])
  })
})

describe('tool.check with an op: managed rules bind mods', () => {
  const e = { tool: 'Read', op: 'fs.read', input: { file_path: '/x' }, ceiling: 'deny' }

  test('a user-tier mod is refused before anything beneath is asked', async () => {
    const { next, ways } = below(MOD, { decision: 'allow' })
    const answer = await hookOn('tool.check', 'op')($, e, next)
    expect(answer).toEqual({ decision: 'deny', reason: expect.stringContaining('[castellan.ceiling]') })
    expect(ways).toEqual([])
  })

  test("the organisation's own goes on", async () => {
    const { next, ways } = below(HOUSE, { decision: 'allow' })
    expect(await hookOn('tool.check', 'op')($, e, next)).toEqual({ decision: 'allow' })
    expect(ways).toEqual([{ by: 'next', e }])
  })
})

describe('process.spawn', () => {
  async function drain(stream: AsyncGenerator) {
    const pieces: unknown[] = []
    for (;;) {
      const { value, done } = await stream.next()
      if (done) return { pieces, value }
      pieces.push(value)
    }
  }
  const next = Object.assign(
    async function* () {
      yield 'one'
      yield 'two'
      return { exitCode: 0 }
    },
    { origin: MOD, called: false },
  )

  test('a program that a rule denies is not started', async () => {
    const { pieces, value } = await drain(hookOn('process.spawn')($, { argv: ['git', 'push', '-f'] }, next))
    expect(value).toEqual({ deny: expect.stringContaining('[git.force-push]') })
    expect(pieces).toEqual([])
  })

  test('another one streams through as it came', async () => {
    expect(await drain(hookOn('process.spawn')($, { argv: ['ls'] }, next))).toEqual({ pieces: ['one', 'two'], value: { exitCode: 0 } })
  })
})

describe('a seat that hydrates', () => {
  const MARKER = '‹secret:GITHUB_TOKEN›'
  const secrets = { env: ['GITHUB_TOKEN'], dotenv: [], hydrate: { tools: ['Bash'], re: /^Bash$/, env: ['GITHUB_TOKEN'] } }
  const policy = policyOf([], { secrets })
  const asked: unknown[] = []
  const set: unknown[] = []
  const engine = {
    ...$,
    env: { ...$.env, set: async (...given: unknown[]) => void set.push(given) },
    tool: {
      ...$.tool,
      call: async () => ({}),
      check: async (question: { input: { command: string } }) => {
        asked.push(question)
        return { decision: question.input.command.startsWith('dangerous') ? 'ask' : 'allow' }
      },
    },
  }
  let hooks: Registration[]
  beforeAll(async () => {
    hooks = await builtRegistrations(renderSeat(policy, planSeat(policy)), policy, work)
  }, 60_000)
  const on = (event: string) => hooks.find(one => one.event === event && Object.keys(one.matcher).length === 0)?.hook ?? expect.fail()
  const call = (command: string, id: string) => ({ tool: 'Bash', tool_use_id: id, command })

  test('hands the value past the user tier, and takes it out of what comes back', async () => {
    const { ways, next } = below(ENGINE, { result: { stdout: `= ${TOKEN}` } })
    expect(await on('tool.call')(engine, call(`echo ${MARKER}`, 't1'), next)).toEqual({ result: { stdout: `= ${MARKER}` } })
    expect(ways).toEqual([{ by: 'next.to', e: call(`echo ${TOKEN}`, 't1'), tier: 'append' }])
    expect(asked).toEqual([{ tool: 'Bash', input: { command: `echo ${TOKEN}` } }])
  })

  test.each(['tool.check', 'tool.run', 'tool.judge', 'classic.PreToolUse', 'classic.PostToolUse', 'classic.PostToolUseFailure'])(
    '%s of that call goes past the user tier, of another it does not',
    async event => {
      for (const [id, by] of [
        ['t1', 'next.to'],
        ['t2', 'next'],
      ]) {
        const { ways, next } = below(ENGINE, { decision: 'allow' })
        await on(event)(engine, { tool: 'Bash', input: { command: 'echo' }, tool_use_id: id }, next)
        expect(ways.map(way => way.by)).toEqual([by])
      }
    },
  )

  test('refuses what the permissions would ask about, with nothing asked beneath', async () => {
    const { ways, next } = below(ENGINE, {})
    const { deny } = await on('tool.call')(engine, call(`dangerous ${MARKER}`, 't3'), next)
    expect([deny, ways]).toEqual([expect.stringContaining('castellan.round-trip'), []])
    expect(deny).not.toContain(TOKEN)
  })

  test('a call without a marker goes on as it is', async () => {
    const { ways, next } = below(ENGINE, { result: 'x' })
    const e = call('echo', 't4')
    await on('tool.call')(engine, e, next)
    expect(ways).toEqual([{ by: 'next', e }])
    expect(ways[0]?.e).toBe(e)
  })

  test('sets the shared variable at the start', async () => {
    await on('session.start')(engine, {}, async () => ({}))
    expect(set).toEqual([['CASTELLAN_GITHUB_TOKEN', TOKEN]])
  })
})
