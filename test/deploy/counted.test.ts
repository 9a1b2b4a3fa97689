/** That what stands in for the gateway's counting reads its configuration: what is counted, by which labels, and what the rules say of it. */
import { describe, expect, test } from 'vitest'
import { ATTRIBUTE } from '../../audit/attributes.ts'
import { skipUnless } from '../support/skip.ts'
import type { LogBody, TraceBody } from './bodies.ts'
import { countedOf } from './counted.ts'
import { isFiring } from './firing.ts'
import { collectorConfig } from './names.ts'
import { findPromtool } from './promtool.ts'

const promtool = findPromtool()
const isMissing = skipUnless(
  promtool !== undefined,
  'the alerts over what was counted',
  'no promtool: scripts/promtool.sh fetches it from Debian',
)

const anyValueOf = (value: string | number | boolean | string[]) => {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(stringValue => ({ stringValue })) } }
  if (typeof value === 'number') return { intValue: String(value) }
  return typeof value === 'boolean' ? { boolValue: value } : { stringValue: value }
}
const listOf = (attributes: Record<string, string | number | boolean | string[]>) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValueOf(value) }))
const resourceOf = (service: string) => ({ attributes: listOf({ [ATTRIBUTE.serviceName]: service }) })

const span = (name: string, attributes: Parameters<typeof listOf>[0], service = 'castellan'): TraceBody => ({
  resourceSpans: [
    {
      resource: resourceOf(service),
      scopeSpans: [{ spans: [{ name, traceId: '0', startTimeUnixNano: '1', attributes: listOf(attributes) } as never] }],
    },
  ],
})
const log = (attributes: Parameters<typeof listOf>[0], service = 'claude-code'): LogBody => ({
  resourceLogs: [{ resource: resourceOf(service), scopeLogs: [{ logRecords: [{ timeUnixNano: '1', attributes: listOf(attributes) }] }] }],
})
const STAMP = { [ATTRIBUTE.policyDigest]: 'd1', [ATTRIBUTE.guardVersion]: '1', [ATTRIBUTE.auditDropped]: 0 }

describe('what is counted', () => {
  test('a decision by its labels, an absent one by its default, and one that could not tell', () => {
    const decided = { [ATTRIBUTE.decision]: 'deny', [ATTRIBUTE.hookEvent]: 'tool.check', [ATTRIBUTE.ruleName]: 'git.push' }
    const unsure = { ...decided, [ATTRIBUTE.ruleVerdicts]: ['deny cannot-tell observe'] }
    const labels = (certainty: string) =>
      `castellan_decision="deny", castellan_hook_event="tool.check", castellan_enforcement="none", castellan_certainty="${certainty}", security_rule_name="git.push", security_rule_ruleset_name="none", gen_ai_tool_name="none"`
    const name = 'castellan.decide tool.check'
    expect([...countedOf([span(name, decided), span(name, decided), span(name, unsure)])]).toEqual([
      [`castellan_decisions_total{${labels('certain')}}`, 2],
      [`castellan_decisions_total{${labels('cannot-tell')}}`, 1],
    ])
  })

  test('nothing of another service, of a link, or of what no condition holds of', () => {
    const decided = { [ATTRIBUTE.decision]: 'deny' }
    expect([
      ...countedOf([span('castellan.decide x', decided, 'other'), span('castellan.link', decided), span('castellan.turn', {})]),
    ]).toEqual([])
    expect([...countedOf([log({ 'event.name': 'user_prompt' }, 'other'), log({ 'event.name': 'plugin_loaded' })])]).toEqual([])
  })

  test("the engine's events, stamped and not, and those of a seat that had to drop", () => {
    const counted = countedOf([
      log({ 'event.name': 'user_prompt', ...STAMP }),
      log({ 'event.name': 'user_prompt' }),
      log({ 'event.name': 'tool_result', ...STAMP, [ATTRIBUTE.auditDropped]: 3 }),
    ])
    expect(Object.fromEntries(counted)).toEqual({
      'castellan_engine_events_total{event_name="user_prompt"}': 2,
      'castellan_engine_events_total{event_name="tool_result"}': 1,
      'castellan_engine_unstamped_total{event_name="user_prompt"}': 1,
      'castellan_engine_stamps_total{castellan_policy_digest="d1", castellan_guard_version="1"}': 2,
      'castellan_engine_dropping_total{castellan_guard_version="1"}': 1,
    })
  })

  test('by the configuration as it is: another condition counts otherwise, and one that cannot be read is told', () => {
    const config = collectorConfig('gateway')
    const withCondition = (condition: string) => ({
      ...config,
      connectors: { count: { spans: {}, logs: { 'castellan.x': { conditions: [condition], attributes: [] } } } },
    })
    const events = [log({ 'event.name': 'user_prompt' })]
    expect([...countedOf(events, withCondition('attributes["event.name"] == nil'))]).toEqual([])
    expect([...countedOf(events, withCondition('attributes["event.name"] != nil'))]).toEqual([['castellan_x_total{}', 1]])
    expect(() => countedOf(events, withCondition('severity_number > 9'))).toThrow('severity_number')
    expect(() => countedOf(events, withCondition('HasPrefix(attributes["event.name"], "user")'))).toThrow('HasPrefix')
  })
})

describe.skipIf(isMissing)('what the rules say of it', () => {
  const seen = (...bodies: LogBody[]) => ({ counted: countedOf(bodies), found: {}, deployed: ['d1'] })
  const stamped = log({ 'event.name': 'user_prompt', ...STAMP })

  test('nothing of a stamped event, and the guard is absent from one that is not', () => {
    expect(isFiring(promtool ?? '', seen(stamped), [])).toBe('')
    expect(isFiring(promtool ?? '', seen(stamped, log({ 'event.name': 'user_prompt' })), ['CastellanGuardAbsent'])).toBe('')
  })

  test('an alert that does not fire, or fires alone, is told', () => {
    expect(isFiring(promtool ?? '', seen(stamped), ['CastellanGuardAbsent'])).toContain('FAILED')
    expect(isFiring(promtool ?? '', seen(log({ 'event.name': 'user_prompt' })), [])).toContain('CastellanGuardAbsent')
  })
})
