import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planSeat } from '../../cli/build/plan.ts'
import { renderSeat } from '../../cli/build/seat.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import { packageRoot } from '../../cli/package-root.ts'
import type { CompiledPolicy, Condition } from '../../policy/compile/compiled.ts'
import { policy as policyOf, reads, rule, runs } from '../policy/rules.ts'
import { brokenRegistrations, reportedMatcher } from './seat-module.ts'

/** For a busy machine. */
const LONG = { timeout: 60_000 }

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

  test('http.fetch has one hook, for secrets, for a rule about it, and for both', () => {
    const fetches = (policy: CompiledPolicy): number => eventsOf(policy).filter(event => event === 'http.fetch').length
    const secrets = { env: ['TOKEN'], dotenv: [] }
    expect([BARE, policyOf([], { secrets }), policyOf([rule('a', mod('http.fetch'))])].map(fetches)).toEqual([0, 1, 1])
    expect(fetches(policyOf([rule('a', mod('http.fetch'))], { secrets }))).toBe(1)
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
  .map(({ env, dotenv, withhold, calls, isAboutPrograms, path, headers, isAudited }) =>
    policyOf([...calls.map(call => rule(call, mod(call))), ...(isAboutPrograms ? [rule('programs', runs('git'))] : [])], {
      withhold,
      secrets: { env, dotenv: dotenv ? [{ source: '.env', re: /^\.env$/ }] : [] },
      ...(isAudited ? { audit: { endpoint: `https://otel.acme.example:4318/${path}`, reach: 'complete', headers } as const } : {}),
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
