import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { innerFiles } from '../../cli/build/inner.ts'
import { partFiles, partsOf } from '../../cli/build/parts.ts'
import { planSeat } from '../../cli/build/plan.ts'
import { renderSeat } from '../../cli/build/seat.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import { packageRoot } from '../../cli/package-root.ts'
import type { CompiledAudit, CompiledPolicy, Condition } from '../../policy/compile/compiled.ts'
import { audited, policy as policyOf, reads, rule, runs } from '../policy/rules.ts'
import { brokenRegistrations, reportedMatcher } from './seat-module.ts'

/** For a busy machine. */
const LONG = { timeout: 60_000 }

const DOTENV = [{ source: '.env', re: /^\.env$/ }]
const FILE = [{ path: '~/a.json', format: 'json' }] as const
const COMMAND = [{ name: 'V', argv: ["it's", '\\"$.fs.write', '\u2028'], timeoutMs: 5000, format: 'raw' }] as const

const mod = (...calls: string[]): Condition => ({ kind: 'mod', calls, args: [] })
const eventsOf = (policy: CompiledPolicy): string[] => planSeat(policy).hooks.map(({ event }) => event)

describe('the plan', () => {
  const BARE = policyOf([])

  test('a policy without rules, secrets and audit hooks the gates that every seat has', () => {
    const plan = planSeat(BARE)
    expect(plan.hooks.map(({ hook }) => hook)).toEqual([
      ...['settings', 'plugins', 'start', 'check', 'ceiling', 'asks', 'mod-tools', 'refused-files', 'mentions'],
      ...Array(6).fill('mod-call'),
      'status',
    ])
    expect(plan).toMatchObject({ env: ['CLAUDE_CONFIG_DIR', 'HOME'], hosts: [], withholds: [] })
    expect(plan.calls).not.toContain('http.fetch')
  })

  test('the recorder stands outermost, and the redactor of results outside the hooks that answer in words of their own', LONG, () => {
    const { hooks } = planSeat(referencePolicy())
    const at = (name: string): number => hooks.findIndex(({ hook }) => hook === name)
    expect(at('record')).toBe(0)
    expect(at('results')).toBeLessThan(Math.min(at('refused-files'), at('mod-tools')))
  })

  test('hydration adds what it needs, where there are secrets', () => {
    const hydrate = { tools: ['Bash'], re: /^Bash$/, env: ['TOKEN'] }
    const plain = planSeat(policyOf([], { secrets: { env: ['TOKEN'], dotenv: [] } }))
    const hydrating = planSeat(policyOf([], { secrets: { env: ['TOKEN'], dotenv: [], hydrate } }))
    const added = hydrating.hooks.filter(({ hook }) => !plain.hooks.some(one => one.hook === hook)).map(({ event }) => event)
    expect(added).toEqual(['tool.run', 'tool.judge', 'classic.PreToolUse', 'classic.PostToolUse', 'classic.PostToolUseFailure'])
    expect(hydrating.calls.filter(call => !plain.calls.includes(call))).toEqual(['env.set', 'tool.check'])
    expect([plain.sets, hydrating.sets]).toEqual([[], ['CASTELLAN_TOKEN']])
    const empty = planSeat(policyOf([], { secrets: { env: [], dotenv: [], hydrate: { ...hydrate, env: [] } } }))
    expect([empty.hooks, empty.calls]).toEqual([planSeat(BARE).hooks, planSeat(BARE).calls])
  })

  test('what hydrates is there where a tool is handed values, and never in the inner seat', () => {
    const runtime = { own: '', vendor: '', sources: '', inner: '', patterns: '', hydrate: 'text', spool: '', endpoint: '' }
    const seatOf = (hydrate?: CompiledPolicy['secrets']['hydrate']) => {
      const policy = policyOf([], { secrets: { env: ['TOKEN'], dotenv: [], ...(hydrate && { hydrate }) } })
      const seat = renderSeat(policy, planSeat(policy))
      const parts = [`import { createHydration } from './hydrate.js'`, 'createCastellan(policy, { createHydration })', 'castellan.hydrate(']
      const within = innerFiles(policy, runtime).map(({ text }) => text)
      return {
        parts: parts.filter(part => seat.includes(part)).length,
        files: partFiles(policy, runtime).map(({ path }) => path),
        inner: within.some(text => text.includes('createHydration') || text === runtime.hydrate),
      }
    }
    const hydrate = { tools: ['Bash'], re: /^Bash$/, env: [] }
    expect(seatOf()).toEqual({ parts: 0, files: [], inner: false })
    expect(seatOf({ ...hydrate, tools: [], env: ['TOKEN'] })).toEqual({ parts: 0, files: [], inner: false })
    expect(seatOf(hydrate)).toEqual({ parts: 3, files: ['hooks/hydrate.js'], inner: false })
  })

  test('each verb that a mod rule names has one gate, however often and deeply it is named', () => {
    const rules = [
      rule('a', { kind: 'not', of: { kind: 'any', of: [mod('store.set', 'clock.now'), mod('store.set')] } }),
      rule('b', { kind: 'all', of: [mod('fs.read'), mod('mcp.call')] }),
    ]
    const events = eventsOf(policyOf(rules))
    expect(events.filter(event => !eventsOf(BARE).includes(event))).toEqual(['clock.now', 'mcp.call', 'store.set'])
    expect(events.filter(event => event === 'fs.read')).toEqual(['fs.read'])
  })

  test('a rule about what programs do gates the processes of mods, and one about hosts their requests', () => {
    expect(eventsOf(policyOf([rule('a', runs('git'))]))).toEqual(expect.arrayContaining(['process.run', 'process.spawn']))
    expect(eventsOf(policyOf([rule('a', reads('**/x', /x/))]))).toEqual(expect.arrayContaining(['process.run', 'process.spawn']))
    const hosts = eventsOf(policyOf([rule('a', { kind: 'connect', hosts: [{ equals: 'a.example' }], not: [] })]))
    expect(hosts).toEqual(expect.arrayContaining(['http.fetch', 'process.run']))
    const tools = eventsOf(policyOf([rule('a', { kind: 'tool', name: { equals: 'X' }, args: [] })]))
    expect(tools).not.toContain('process.run')
    expect(tools).not.toContain('http.fetch')
  })

  test('what secrets need is there where they need it, and only there', () => {
    const seatOf = (secrets: CompiledPolicy['secrets']) => {
      const policy = policyOf([], { secrets })
      const plan = planSeat(policy)
      const seat = renderSeat(policy, plan)
      const parts = ['secretCommand:', 'settings: source', "from './sources.js'", "from './patterns.js'"].filter(part =>
        seat.includes(part),
      )
      return { parts, calls: plan.calls.filter(call => call === 'process.run'), redacts: plan.hooks.some(({ hook }) => hook === 'results') }
    }
    const none = { env: [], dotenv: [] }
    expect(seatOf(none)).toEqual({ parts: [], calls: [], redacts: false })
    expect(seatOf({ ...none, env: ['A'] })).toEqual({ parts: [], calls: [], redacts: true })
    expect(seatOf({ ...none, dotenv: DOTENV })).toEqual({ parts: [], calls: [], redacts: true })
    expect(seatOf({ ...none, file: FILE })).toEqual({ parts: ["from './sources.js'"], calls: [], redacts: true })
    expect(seatOf({ ...none, command: COMMAND })).toEqual({
      parts: ['secretCommand:', "from './sources.js'"],
      calls: ['process.run'],
      redacts: true,
    })
    const patterns = [{ name: 'stripe', allow: [/^sk_test_/] }]
    expect(seatOf({ ...none, patterns })).toEqual({ parts: ["from './patterns.js'"], calls: [], redacts: true })
    expect(seatOf({ ...none, file: FILE, patterns }).parts).toEqual(["from './sources.js'", "from './patterns.js'"])
    expect(seatOf({ ...none, patterns: [] })).toEqual({ parts: [], calls: [], redacts: false })
    expect(seatOf({ ...none, settingsEnv: [] })).toEqual({ parts: ['settings: source', "from './sources.js'"], calls: [], redacts: true })
  })

  test('what keeps records on the disk is there where the policy keeps any there, and only there', () => {
    const seatOf = (durability: Partial<CompiledAudit['durability']>) => {
      const audit = audited('http://127.0.0.1:4318/v1/traces')
      const policy = policyOf([], { audit: { ...audit, durability: { ...audit.durability, ...durability } } })
      const plan = planSeat(policy)
      const seat = renderSeat(policy, plan)
      const files = partFiles(policy, {
        own: '',
        vendor: '',
        sources: '',
        inner: '',
        patterns: '',
        hydrate: '',
        spool: 'text',
        endpoint: '',
      })
      const inner = partsOf({ secrets: policy.secrets })
      return {
        parts: [`import { createSpool } from './spool.js'`, 'createCastellan(policy, { createSpool })', 'writeText: '].filter(part =>
          seat.includes(part),
        ),
        calls: plan.calls.filter(call => call === 'fs.write'),
        files: files.map(({ path, text }) => `${path} ${text}`),
        inner: inner.imports,
      }
    }
    expect(seatOf({})).toEqual({ parts: [], calls: [], files: [], inner: '' })
    for (const durability of [{ decisions: 'ahead' }, { noise: 'behind' }] as const) {
      const { parts, ...rest } = seatOf(durability)
      expect(parts).toHaveLength(3)
      expect(rest).toEqual({ calls: ['fs.write'], files: ['hooks/spool.js text'], inner: '' })
    }
  })

  test('http.fetch has one hook, for secrets, for a rule about it, for what castellan sends itself, and for all of them', () => {
    const fetches = (policy: CompiledPolicy): number => eventsOf(policy).filter(event => event === 'http.fetch').length
    const secrets = { env: ['TOKEN'], dotenv: [] }
    const rules = [rule('a', mod('http.fetch'))]
    const audit = audited('https://otel.acme.example/v1/traces')
    expect([BARE, policyOf([], { secrets }), policyOf(rules), policyOf([], { audit })].map(fetches)).toEqual([0, 1, 1, 1])
    expect(fetches(policyOf(rules, { secrets, audit }))).toBe(1)
  })
})

const referencePolicy = (): CompiledPolicy => {
  const loaded = loadPolicy('policies/reference', packageRoot())
  if (!loaded.ok) throw new Error('the reference policy does not compile')
  return loaded.policy
}

/** What a seat registers and spells, in the words of a plan. */
function readSeat(policy: CompiledPolicy) {
  const seat = renderSeat(policy, planSeat(policy))
  const registrations = brokenRegistrations(seat, policy)
  const found = (expression: RegExp): string[] => [...new Set([...seat.matchAll(expression)].map(match => match[1] as string))].sort()
  return {
    hooks: registrations.map(({ event, matcher, catches }) => ({ event, has: reportedMatcher(matcher), hasCatch: catches.length === 1 })),
    calls: found(/\$\.([a-z]+\.[a-zA-Z]+)\(/g),
    sets: found(/\$\.env\.set\('([^']*)'/g),
    env: found(/\$\.env\.get\('([^']*)'\)/g),
    urls: found(/\$\.http\.fetch\('([^']*)'/g),
  }
}

const envNames = fc.uniqueArray(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/), { maxLength: 4 })
const headerName = fc.stringMatching(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,10}$/)
const policies: fc.Arbitrary<CompiledPolicy> = fc
  .record({
    env: envNames,
    dotenv: fc.boolean(),
    more: fc.subarray(['file', 'command', 'settingsEnv'] as const),
    hydrated: fc.subarray(['Bash', 'Write', 'mcp__vault__*']),
    isShared: fc.boolean(),
    withhold: fc.uniqueArray(fc.constantFrom('audio', 'wasm', 'vcs', 'theme'), { maxLength: 3 }),
    calls: fc.uniqueArray(fc.constantFrom('store.set', 'http.fetch', 'process.spawn', 'fs.write', 'env.get', 'mcp.call')),
    isAboutPrograms: fc.boolean(),
    path: fc.stringMatching(/^[!#-&(-;=?-[\]_a-z~]{1,12}$/),
    headers: fc.uniqueArray(fc.record({ name: headerName, env: fc.constantFrom('A_TOKEN', 'B_TOKEN') }), {
      maxLength: 3,
      selector: header => header.name,
    }),
    isAudited: fc.boolean(),
  })
  .filter(({ path }) => URL.canParse(`https://otel.acme.example:4318/${path}`))
  .map(({ env, dotenv, more, hydrated, isShared, withhold, calls, isAboutPrograms, path, headers, isAudited }) =>
    policyOf([...calls.map(call => rule(call, mod(call))), ...(isAboutPrograms ? [rule('programs', runs('git'))] : [])], {
      withhold,
      secrets: {
        env,
        dotenv: dotenv ? DOTENV : [],
        ...(more.includes('file') && { file: FILE }),
        ...(more.includes('command') && { command: COMMAND }),
        ...(more.includes('settingsEnv') && { settingsEnv: [] }),
        ...(hydrated.length > 0 || isShared ? { hydrate: { tools: hydrated, re: /^$/, env: isShared ? env.slice(1) : [] } } : {}),
      },
      ...(isAudited ? { audit: { ...audited(`https://otel.acme.example:4318/${path}`), headers } } : {}),
    }),
  )

test('the seat registers and spells what is planned, for policies of every make', LONG, () => {
  fc.assert(
    fc.property(policies, policy => {
      const plan = planSeat(policy)
      const read = readSeat(policy)
      // The engine refuses a module that registers one event twice without a matcher.
      const unmatched = plan.hooks.filter(({ matcher }) => matcher === undefined).map(({ event }) => event)
      expect(new Set(unmatched).size).toBe(unmatched.length)
      expect(read.hooks).toEqual(plan.hooks.map(({ event, matcher, hasCatch }) => ({ event, has: matcher?.has ?? {}, hasCatch })))
      expect(read.calls).toEqual(plan.calls)
      expect(read.env).toEqual(plan.env)
      expect(read.sets).toEqual(plan.sets)
      expect(read.urls).toEqual(policy.audit ? [policy.audit.endpoint] : [])
      expect(plan.hosts).toEqual(policy.audit ? ['otel.acme.example:4318'] : [])
    }),
    { seed: 20261130, numRuns: 200 },
  )
})

test('the seat depends on the policy alone', LONG, () => {
  const render = () => {
    const policy = referencePolicy()
    return renderSeat(policy, planSeat(policy))
  }
  expect(render()).toBe(render())
})
