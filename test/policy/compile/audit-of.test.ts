import { describe, expect, test } from 'vitest'
import { digestOf } from '../../../policy/compile/digest.ts'
import { compile, HEAD, tableOf } from './policy.ts'

const policyOf = (audit: string, ...tables: string[]) => {
  const result = compile(`${HEAD}audit: ${audit}\n`, ...(tables.length > 0 ? tables : [tableOf('{ tool: X }')]))
  if (!result.ok) throw new Error(result.errors.map(error => error.message).join('\n'))
  return { ...result.policy, warnings: result.warnings.map(warning => warning.code) }
}
const auditOf = (audit: string) => policyOf(audit).audit

describe('audit', () => {
  test('levels: what is not named keeps its own', () => {
    expect(auditOf('{ endpoint: "https://x/y", levels: { noise: none, decisions: full } }')?.levels).toEqual({
      decisions: 'full',
      redactions: 'decision',
      conversation: 'decision',
      noise: 'none',
    })
  })

  test('durability: one word for all, or a map', () => {
    const one = { decisions: 'ahead', redactions: 'ahead', conversation: 'ahead', noise: 'ahead' }
    expect(auditOf('{ endpoint: "https://x/y", durability: ahead }')?.durability).toEqual(one)
    const some = { decisions: 'ahead', redactions: 'behind', conversation: 'memory', noise: 'memory' }
    expect(auditOf('{ endpoint: "https://x/y", durability: { decisions: ahead, redactions: behind } }')?.durability).toEqual(some)
  })

  test('the spool, in bytes and milliseconds', () => {
    expect(auditOf('{ endpoint: "https://x/y", spool: { cap: 1.5 MiB, full: refuse, deadline: 500ms } }')?.spool).toEqual({
      cap: 1_572_864,
      full: 'refuse',
      deadline: 500,
    })
    expect(auditOf('{ endpoint: "https://x/y", spool: { deadline: 1.5s } }')?.spool).toMatchObject({ deadline: 1500 })
  })

  test('the telemetry of the engine is switched on where the policy says so, and only there', () => {
    expect(auditOf('{ endpoint: "https://x/y", engine-telemetry: true }')?.engineTelemetry).toBe(true)
    for (const text of ['{ endpoint: "https://x/y" }', '{ endpoint: "https://x/y", engine-telemetry: false }'])
      expect(auditOf(text)).not.toHaveProperty('engineTelemetry')
  })

  test('the key is the name of a variable; the endpoint may be what the environment says, and is then no open address', () => {
    const { audit, warnings } = policyOf('{ endpoint: from-env, key: AUDIT_KEY, reach: standard }')
    expect(audit).toMatchObject({ endpoint: 'from-env', key: 'AUDIT_KEY', reach: 'standard' })
    expect(warnings).not.toContain('open-endpoint')
    expect(policyOf('{ endpoint: "http://otel.example/" }').warnings).toEqual(['open-endpoint'])
  })

  test.each(['unix:///run/otel.sock', 'unix:///run/otel.sock:/otlp/v1/traces'])('%s: a socket is no open address', endpoint => {
    const { audit, warnings } = policyOf(`{ endpoint: "${endpoint}" }`)
    expect([audit?.endpoint, warnings]).toEqual([endpoint, []])
  })

  test('names of headers are in lower case, as those that the environment names are', () => {
    expect(auditOf('{ endpoint: from-env, headers: { X-Tenant: env TENANT } }')?.headers).toEqual([{ name: 'x-tenant', env: 'TENANT' }])
  })

  test.each([
    ['key: AUDIT_KEY', ['AUDIT_KEY']],
    ['headers: { authorization: env OTLP_AUTH, x-tenant: env TENANT, x-seat: { env: COLLECTOR_TOKEN } }', ['OTLP_AUTH', 'COLLECTOR_TOKEN']],
  ])('%s: its values are secrets where the policy names any, else what shows them is told', (audit, variables) => {
    const text = `{ endpoint: from-env, ${audit} }`
    const { secrets, warnings } = policyOf(`${text}\nsecrets: { env: [TOKEN] }`)
    expect([secrets.env, warnings]).toEqual([['TOKEN', ...variables], []])
    expect(policyOf(`${text}\nsecrets: { env: [${variables}] }`).secrets.env).toEqual(variables)
    expect(policyOf(text)).toMatchObject({ secrets: { env: [] }, warnings: ['shown-credential'] })
  })

  test.each([
    ['memory', 'refuse', '{ unlisted: allow }', ['refuses-nothing']],
    ['{ decisions: behind, conversation: ahead }', 'refuse', '{ unlisted: refuse }', ['refuses-nothing']],
    ['behind', 'drop-oldest', '{ unlisted: allow }', []],
    ['ahead', 'drop-oldest', '{ unlisted: allow }', []],
    ['ahead', 'refuse', '{ unlisted: allow }', ['mods-hear-writes']],
    ['{ decisions: ahead }', 'refuse', '{ unlisted: observe }', ['mods-hear-writes']],
    ['ahead', 'refuse', '{ unlisted: refuse }', []],
    ['ahead', 'refuse', '{ entries: [{ tier: user, uses: { events: [fs.write] }, answer: refuse, reason: R }] }', []],
    ['ahead', 'refuse', '{ entries: [{ uses: { events: [turn.step, "fs.*"] }, answer: refuse, reason: R }] }', []],
    ['ahead', 'refuse', '{ entries: [{ id: one@acme, uses: { events: [fs.write] }, answer: refuse, reason: R }] }', ['mods-hear-writes']],
    ['ahead', 'refuse', '{ entries: [{ tier: append, uses: { events: [fs.write] }, answer: refuse, reason: R }] }', ['mods-hear-writes']],
    ['ahead', 'refuse', '{ entries: [{ uses: { calls: [fs.write] }, answer: refuse, reason: R }] }', ['mods-hear-writes']],
    ['ahead', 'refuse', '{ entries: [{ uses: { events: [fs.write] }, answer: observe }] }', ['mods-hear-writes']],
  ])('nothing is to run unrecorded, and something may: durability %s, full %s, plugins %s', (durability, full, plugins, codes) => {
    const audit = `{ endpoint: "https://x/y", durability: ${durability}, spool: { full: ${full} } }`
    expect(policyOf(`${audit}\nplugins: ${plugins}`).warnings).toEqual(codes)
  })
})

test('each table has the digest of its rules in force', () => {
  const [a, b] = [tableOf('{ tool: X }', { id: 'a.rule' }), tableOf('{ tool: X }', { id: 'b.rule' })]
  const { tables, rules } = policyOf('{ endpoint: "https://x/y" }', a, b)
  expect(Object.keys(tables ?? {})).toEqual(['a', 'b'])
  expect(tables?.a).toBe(digestOf(rules.filter(rule => rule.table === 'a')).slice(0, 12))
  const changed = policyOf('{ endpoint: "https://x/y" }', a, b.replace('decide: ask', 'decide: deny')).tables
  expect(changed?.a).toBe(tables?.a)
  expect(changed?.b).not.toBe(tables?.b)
})
