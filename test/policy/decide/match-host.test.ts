import { describe, expect, it } from 'vitest'
import type { Condition } from '../../../policy/compile/compiled.ts'
import { decide, indexPolicy } from '../../../policy/decide/decide.ts'
import { matchCondition } from '../../../policy/decide/match-condition.ts'
import { readAddress } from '../../../policy/facts/address.ts'
import { ENGINE, type Facts, type HostFact } from '../../../policy/facts/facts.ts'
import { compile, HEAD, tableOf } from '../compile/policy.ts'
import { policy, rule } from '../rules.ts'
import { reasons } from '../truth.ts'
import { evaluation, marker } from '../words.ts'

const base: Facts = { subject: 'tool', caller: ENGINE, agent: 'main', paths: [], places: { home: [], project: [] } }
const to = (address: string, more: Partial<HostFact> = {}): HostFact => ({ written: address, ...readAddress(address), ...more })
const conditionOf = (connect: string): Condition => {
  const result = compile(HEAD, tableOf(`{ connect: ${connect} }`))
  if (!result.ok) throw new Error(result.errors.map(one => one.message).join('\n'))
  return result.policy.rules[0]?.when as Condition
}
const said = (connect: string, ...hosts: readonly HostFact[]) => reasons(matchCondition(conditionOf(connect), { ...base, hosts }))

describe('a connect condition', () => {
  it('holds of a host in any of its spellings', () => {
    expect(said('example.org', to('https://EXAMPLE.org./x'))).toBe('yes')
    expect(said('Example.ORG.', to('user@example.org:x'))).toBe('yes')
    expect(said('"*.example.org"', to('https://a.b.example.org'))).toBe('yes')
    expect(said('"*.example.org"', to('https://example.org'))).toBe('no')
    expect(said('"*.example.org"', to('https://example.org.evil.example'))).toBe('no')
    expect(said('"*.bücher.example"', to('https://a.bücher.example'))).toBe('yes')
    expect(said('127.0.0.1', to('http://2130706433/'))).toBe('yes')
    expect(said('"[::1]"', to('http://[0:0::1]/'))).toBe('yes')
    expect(said('[a.example, b.example]', to('b.example'), to('c.example'))).toBe('yes')
  })

  it('joins host, exception, scheme and port of one and the same host', () => {
    const plain = '{ host: "*.example", not: ["ok.example", "*.ok.example"], scheme: [http, ftp], port: [80, 8080] }'
    expect(said(plain, to('http://a.example/'))).toBe('yes')
    for (const other of ['http://ok.example/', 'http://x.ok.example/', 'https://a.example:80/', 'http://a.example:81/'])
      expect(said(plain, to(other))).toBe('no')
    expect(said(plain, to('http://ok.example/'), to('https://a.example/'))).toBe('no')
    expect(said('{ scheme: http }', to('http://anything/'))).toBe('yes')
  })

  it('cannot tell a host, a scheme or a port that is not written', () => {
    expect(said('example.org', { written: '$X' })).toBe('argument')
    expect(said('{ host: example.org, scheme: http }', to('example.org'))).toBe('argument')
    expect(said('{ host: example.org, port: 22 }', to('example.org'))).toBe('argument')
    expect(said('{ host: other.org, port: 22 }', to('example.org'))).toBe('no')
    expect(said('example.org', to('example.org', { may: 'code' }))).toBe('code')
    expect(said('example.org', to('example.org', { may: 'argument' }))).toBe('argument')
    const hidden = { ...base, command: evaluation([], [marker('stdin-script')]) }
    expect(reasons(matchCondition(conditionOf('example.org'), hidden))).toBe('stdin-script')
  })

  it('speaks through the index, and names the host alone', () => {
    const indexed = indexPolicy(policy([rule('r', conditionOf('example.org'))]))
    const facts = { ...base, hosts: [to('https://example.org/?token=hunter2')] }
    expect(decide(indexed, facts)).toMatchObject({ verdict: 'deny', spoken: [{ matched: 'example.org' }] })
    expect(decide(indexed, { ...base, command: evaluation([], [marker()]) }).verdict).toBe('ask')
    expect(decide(indexed, base).verdict).toBe('none')
  })
})
