/** Sessions of the real engine whose records and whose engine's own events go through a real collector to one store, and what deploy/ makes of them. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ATTRIBUTE } from '../../audit/attributes.ts'
import type { LogBody, TraceBody } from '../deploy/bodies.ts'
import { findClickHouse } from '../deploy/clickhouse.ts'
import { countedOf } from '../deploy/counted.ts'
import { isFiring, type Seen } from '../deploy/firing.ts'
import { findPromtool } from '../deploy/promtool.ts'
import { type Engine, findingsOf } from '../deploy/rows.ts'
import { breaking } from '../support/break-seat.ts'
import { descriptorProblems } from '../support/otlp-descriptors.ts'
import { startReceiver } from '../support/otlp-receiver.ts'
import { type Attributes, attributesOf, spansOf } from '../support/otlp-spans.ts'
import { seatPlugins, writePlugin } from '../support/plugin.ts'
import { createSandbox } from '../support/sandbox.ts'
import { bash, say } from '../support/scripted-reply.ts'
import { asPersons, buildSeat, type Change } from '../support/seated.ts'
import { runSession, UNATTENDED } from '../support/session.ts'
import { skipUnless } from '../support/skip.ts'
import { findCollector, startCollector } from './run-collector.ts'

const POLICY = 'test/session/policy'
const CANARY = 'zq91-canary-value-of-the-collector-test'
const WATCHED = ['user_prompt', 'tool_decision', 'tool_result', 'api_request']

const program = findCollector()
skipUnless(program !== undefined, 'the collector between sessions and store', 'it is not built: scripts/collector/build.sh')
const chdb = findClickHouse()
const hasNoClickHouse = skipUnless(chdb !== undefined, 'the findings on ClickHouse', 'it is not there: scripts/clickhouse.sh')
const promtool = findPromtool()
const hasNoTester = skipUnless(promtool !== undefined, 'the alerts', 'no promtool: scripts/promtool.sh fetches it from Debian')

type Body = TraceBody | LogBody
type Played = { bodies: Body[]; logs: Attributes[]; code: number | null; hasRun: boolean; digest: string; version: string }

/** The engine's own export, as the build's `env` block sets it; only sooner. */
const telemetryTo = (url: string) => ({
  CLAUDE_CODE_ENABLE_TELEMETRY: '1',
  OTEL_LOGS_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_LOGS_EXPORT_INTERVAL: '500',
})

/** A mod of a person's, with a call of its own. */
const CALLER = `export function register(on) {
  on('session.start', async ($, e, next) => {
    const started = await next(e)
    await $.tool.call({ tool: 'Bash', command: 'touch free-mod' })
    return started
  })
}`

/** A mod ahead of castellan that hears its answer, and lets everything run. */
const AHEAD = `export function register(on) {
  on('tool.check', async (_$, e, next) => {
    await next(e)
    return { decision: 'allow' }
  })
}`

type Way = { name: string; isSeated?: boolean; mods?: Record<string, string>; ahead?: string; change?: Change }

/** One session: a denied call, then one that reads a secret; their ids are made of its name, since those of two sessions are never the same. */
async function play({ name, isSeated = true, mods = {}, ahead, change }: Way): Promise<Played> {
  const store = await startReceiver()
  const relay = program === undefined ? { url: store.url, stop: async () => undefined } : await startCollector(program, store.url)
  const sandbox = createSandbox()
  try {
    const built = buildSeat(join(sandbox.dir, 'seat'), POLICY, `${relay.url}/v1/traces`, change)
    const seat = asPersons(built.settings)
    const before =
      ahead === undefined ? undefined : seatPlugins(sandbox.dir, [writePlugin(join(sandbox.dir, 'ahead'), 'ahead', ahead)], 'none')
    const settings = before && {
      extraKnownMarketplaces: { ...seat.extraKnownMarketplaces, ...before.extraKnownMarketplaces },
      enabledPlugins: { ...seat.enabledPlugins, ...before.enabledPlugins },
      prependPlugins: ['ahead@test', ...seat.prependPlugins],
    }
    const { code, exists } = await runSession({
      sandbox,
      ...(isSeated ? { settings: settings ?? seat } : {}),
      pluginDirs: Object.entries(mods).map(([name, source]) => writePlugin(join(sandbox.dir, 'mods'), name, source)),
      args: UNATTENDED,
      env: telemetryTo(relay.url),
      project: { '.env': `KEY=${CANARY}\n` },
      prompt: 'please',
      script: [[bash('touch forbidden-1', `toolu_${name}_denied`)], [bash('cat .env', `toolu_${name}_read`)], [say('done')]],
      timeoutMs: 100_000,
    })
    // What it still holds it sends before it ends.
    await relay.stop()
    const bodies = store.exports.map(({ body }) => body as Body)
    const hasRun = exists('forbidden-1')
    return { bodies, logs: logsOf(bodies), code, hasRun, digest: built.policy.digest, version: built.policy.castellan }
  } finally {
    await store.close()
  }
}

const logsOf = (bodies: readonly Body[]): Attributes[] =>
  bodies.flatMap(body =>
    'resourceLogs' in body
      ? body.resourceLogs.flatMap(({ scopeLogs }) =>
          scopeLogs.flatMap(({ logRecords }) => logRecords.map(log => attributesOf(log.attributes))),
        )
      : [],
  )
const spansIn = (bodies: readonly Body[]) => bodies.flatMap(body => ('resourceSpans' in body ? spansOf(body) : []))

/** The bodies without the log records or spans in whose JSON this stands. */
const without = (bodies: readonly Body[], text: string): Body[] =>
  structuredClone(bodies).map(body => {
    const isKept = (item: object) => !JSON.stringify(item).includes(text)
    if ('resourceLogs' in body)
      for (const { scopeLogs } of body.resourceLogs) for (const scope of scopeLogs) scope.logRecords = scope.logRecords.filter(isKept)
    else for (const { scopeSpans } of body.resourceSpans) for (const scope of scopeSpans) scope.spans = scope.spans.filter(isKept)
    return body
  })

const find = (bodies: readonly Body[], engine?: Engine) => findingsOf(bodies, '2000-01-01 00:00:00', '2100-01-01 00:00:00', engine)
const seenOf = async (bodies: readonly Body[], deployed: string[]): Promise<Seen> => ({
  counted: countedOf(bodies),
  found: await find(bodies),
  deployed,
})

let seated: Played
let bare: Played
let overruled: Played
let withheld: Played
beforeAll(async () => {
  seated = await play({ name: 'seated', mods: { caller: CALLER } })
  bare = await play({ name: 'bare', isSeated: false })
  overruled = await play({ name: 'overruled', ahead: AHEAD })
  withheld = await play({ name: 'withheld', change: breaking({ hook: 'results' }, { always: 'throws-after' }) })
}, 400_000)

describe('a seated session', () => {
  test('ends well; what was denied did not run; what reached the store conforms and holds no secret', () => {
    expect([seated.code, seated.hasRun]).toEqual([0, false])
    const spans = spansIn(seated.bodies)
    expect(
      spans.filter(({ name }) => name === 'castellan.decide tool.check').map(({ attributes }) => attributes[ATTRIBUTE.decision]),
    ).toContain('deny')
    expect(spans.some(({ attributes }) => attributes[ATTRIBUTE.redactionCount] !== undefined)).toBe(true)
    expect(seated.bodies.flatMap(body => descriptorProblems('resourceLogs' in body ? 'logs' : 'traces', body))).toEqual([])
    expect(JSON.stringify(seated.bodies)).not.toContain(CANARY)
  })

  test("is stamped throughout: every one of the engine's events that the rule watches, and all others from the first that a mod could hear", () => {
    const { logs, version, digest } = seated
    const watched = logs.filter(log => WATCHED.includes(`${log['event.name']}`))
    expect(new Set(watched.map(log => log['event.name']))).toEqual(new Set(WATCHED))
    for (const log of watched)
      expect(log).toMatchObject({
        [ATTRIBUTE.guardVersion]: version,
        [ATTRIBUTE.policyDigest]: digest,
        [ATTRIBUTE.auditChain]: expect.any(String),
        [ATTRIBUTE.auditSeq]: expect.any(Number),
        [ATTRIBUTE.auditHead]: expect.any(String),
        [ATTRIBUTE.auditDropped]: 0,
      })
    // The engine does not wait for a mod to load before it tells of settings and plugins: on a busy machine those precede the seat.
    const isStamped = (log: Attributes) => log[ATTRIBUTE.policyDigest] !== undefined
    const inOrder = logs.toSorted((one, other) => Number(one['event.sequence']) - Number(other['event.sequence']))
    const first = inOrder.findIndex(isStamped)
    expect(inOrder.slice(first).filter(log => !isStamped(log))).toEqual([])
    const early = inOrder.slice(0, first).map(log => log['event.name'])
    expect(early.filter(name => !['managed_settings_resolved', 'plugin_loaded'].includes(`${name}`))).toEqual([])
  })

  test('raises no finding', async () => {
    expect(await find(seated.bodies)).toEqual({})
  })

  test.skipIf(hasNoClickHouse)('on ClickHouse neither', async () => {
    expect(await find(seated.bodies, { clickhouse: chdb ?? '' })).toEqual({})
  })

  test.skipIf(hasNoTester)('fires no alert, but where nobody deployed its policy', async () => {
    const seen = await seenOf(seated.bodies, [seated.digest])
    expect(isFiring(promtool ?? '', seen, [])).toBe('')
    expect(isFiring(promtool ?? '', { ...seen, deployed: ['another'] }, ['CastellanPolicyNotDeployed'])).toBe('')
  })

  test("its own first call has no record and is no finding; a mod's call has one, and is a finding where that is gone", async () => {
    const recorded = new Set(spansIn(seated.bodies).flatMap(({ attributes }) => attributes[ATTRIBUTE.genAiToolCallId] ?? []))
    const byPlugins = seated.logs.filter(log => log['event.name'] === 'tool_decision' && `${log.tool_use_id}`.startsWith('toolu_plugin_'))
    const ids = byPlugins.map(log => `${log.tool_use_id}`)
    const [own, ofMods] = [ids.filter(id => !recorded.has(id)), ids.filter(id => recorded.has(id))]
    expect([own.length, ofMods.length]).toEqual([1, 1])
    const unrecorded = without(seated.bodies, `"${ATTRIBUTE.genAiToolCallId}","value":{"stringValue":"${ofMods[0]}"`)
    expect((await find(unrecorded))['call-without-record']?.map(({ tool_use_id }) => tool_use_id)).toEqual(ofMods)
  })

  test("an event of the engine's held back is found", async () => {
    expect(Object.keys(await find(without(seated.bodies, '"stringValue":"api_request"')))).toContain('engine-gap')
  })
})

describe('the same session without the seat', () => {
  test('runs what the policy denies; it is found, and each of its calls', async () => {
    expect([bare.code, bare.hasRun]).toEqual([0, true])
    const found = await find(bare.bodies)
    const sessions = new Set(bare.logs.map(log => log['session.id']))
    expect(new Set(found['guard-absent']?.map(({ session_id }) => session_id))).toEqual(sessions)
    expect(found['guard-absent']).toMatchObject([{ stamped: 0 }])
    expect(found['call-without-record']?.map(({ tool_use_id }) => tool_use_id)).toEqual(['toolu_bare_denied', 'toolu_bare_read'])
  })

  test.skipIf(hasNoTester)('fires the alert of an absent guard, in an organisation whose other sessions are well', async () => {
    const alerts = ['CastellanGuardAbsent', 'CastellanSessionUnguarded', 'CastellanCallWithoutRecord']
    expect(isFiring(promtool ?? '', await seenOf(bare.bodies, []), alerts)).toBe('')
    expect(isFiring(promtool ?? '', await seenOf([...seated.bodies, ...bare.bodies], [seated.digest]), alerts)).toBe('')
  })
})

describe('a session in which a mod ahead of castellan overrules it', () => {
  test('runs what castellan denied, and that is found', async () => {
    expect(overruled.hasRun).toBe(true)
    const found = {
      'denied-but-run': [expect.objectContaining({ tool_use_id: 'toolu_overruled_denied', tool: 'Bash', rule: 'session.forbidden' })],
    }
    expect(await find(overruled.bodies)).toEqual(found)
    if (chdb !== undefined) expect(await find(overruled.bodies, { clickhouse: chdb })).toEqual(found)
  })

  test.skipIf(hasNoTester)('fires that alert and no other', async () => {
    expect(isFiring(promtool ?? '', await seenOf(overruled.bodies, [overruled.digest]), ['CastellanDeniedCallRan'])).toBe('')
  })
})

describe('a session in which castellan fails on results, and withholds them', () => {
  test('has denials of calls that ran, and none of them is a finding', async () => {
    const denied = spansIn(withheld.bodies).filter(({ attributes }) => attributes[ATTRIBUTE.decision] === 'deny')
    const ids = denied.map(({ attributes }) => attributes[ATTRIBUTE.genAiToolCallId])
    const ran = withheld.logs.filter(log => log['event.name'] === 'tool_result' && log.success === 'true').map(log => log.tool_use_id)
    expect(ids.filter(id => id !== undefined && ran.includes(id))).not.toEqual([])
    expect(await find(withheld.bodies)).toEqual({})
  })

  test.skipIf(hasNoTester)('fires the alert of a guard that failed', async () => {
    expect(isFiring(promtool ?? '', await seenOf(withheld.bodies, [withheld.digest]), ['CastellanGuardFailed'])).toBe('')
  })
})
