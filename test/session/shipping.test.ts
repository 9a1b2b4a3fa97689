/** Ways to a collector other than an address in the policy, what is kept by `none` and by `full`, and what a session says of variables that have no value. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from '../../audit/chain.ts'
import { groupOf, groupsOf } from '../../audit/levels.ts'
import type { AuditRecord } from '../../audit/record.ts'
import type { CompiledAudit } from '../../policy/compile/compiled.ts'
import { verifyChains } from '../audit/verify-chains.ts'
import { type Receiver, startReceiver } from '../support/otlp-receiver.ts'
import { PATIENCE_MS, playAll } from '../support/play-all.ts'
import { createSandbox } from '../support/sandbox.ts'
import { bash, say } from '../support/scripted-reply.ts'
import { asPersons, buildSeat } from '../support/seated.ts'
import { runSession, type Session, UNATTENDED } from '../support/session.ts'

const CANARY = 'zq81-canary-of-the-shipping'
const KEY = 'CASTELLAN_TEST_KEY'
const HEADERS: CompiledAudit['headers'] = [
  { name: 'authorization', env: 'CASTELLAN_TEST_AUTH' },
  { name: 'x-tenant', env: 'CASTELLAN_TEST_TENANT' },
]

type Shipped = { session: Session; audit: Receiver }
type Line = { event: string; kind?: string; mac?: string; keyUnset?: string; toolUseId?: string; counts?: Record<string, number> } & {
  effects?: { arguments?: string }
}

const recordsOf = ({ audit }: Shipped): Line[] =>
  audit.spans.flatMap(({ attributes: { 'castellan.audit.record': line } }) => (line === undefined ? [] : [JSON.parse(`${line}`) as Line]))
const verified = ({ audit }: Shipped) =>
  verifyChains(
    audit.exports.map(({ body }) => JSON.stringify(body)),
    { hashOf, isComplete: true },
  )
/** The groups of each record and of what was counted; of no record that castellan made of its own accord. */
const groupsIn = (shipped: Shipped) => {
  const records = recordsOf(shipped)
  const own = records.filter(({ event }) => !event.startsWith('castellan.'))
  const counted = records.flatMap(({ counts = {} }) => Object.keys(counts))
  return { recorded: own.map(record => groupsOf(record as AuditRecord)), counted: new Set(counted.map(event => groupOf(event))) }
}

type Play = { where: 'socket' | 'address'; audit: (url: string) => Partial<CompiledAudit>; env: (url: string) => Record<string, string> }

async function shippedBy({ where, audit: more, env }: Play): Promise<Shipped> {
  const sandbox = createSandbox()
  const audit = await startReceiver({}, where === 'socket' ? join(sandbox.dir, 'otlp.sock') : undefined)
  try {
    const { url } = audit
    const policy = join(import.meta.dirname, 'policy')
    const built = buildSeat(join(sandbox.dir, 'seat'), policy, url, undefined, undefined, { headers: HEADERS, key: KEY, ...more(url) })
    const session = await runSession({
      sandbox,
      settings: asPersons(built.settings),
      args: UNATTENDED,
      timeoutMs: PATIENCE_MS,
      env: { CASTELLAN_TEST_TOKEN: CANARY, CASTELLAN_TEST_TENANT: 'acme', ...env(url) },
      prompt: 'go',
      later: ['/castellan'],
      script: [[bash(`touch free-1; echo ${CANARY}`, 'free'), bash('touch forbidden-1', 'forbidden')], [say('done')]],
    })
    return { session, audit }
  } finally {
    await audit.close()
  }
}

let played: { socket: Shipped; told: Shipped }
beforeAll(async () => {
  played = await playAll({
    socket: () =>
      shippedBy({
        where: 'socket',
        audit: () => ({ levels: { decisions: 'full', redactions: 'full', conversation: 'none', noise: 'none' } }),
        env: () => ({}),
      }),
    told: () =>
      shippedBy({
        where: 'address',
        audit: () => ({ endpoint: 'from-env' }),
        env: url => ({
          OTEL_EXPORTER_OTLP_ENDPOINT: url,
          OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%202',
          [KEY]: 'a-key-of-the-tests',
        }),
      }),
  })
}, PATIENCE_MS)

test('over a Unix socket, and where the environment says, every record arrives as the format has it, and the rules hold', () => {
  for (const shipped of Object.values(played)) {
    const { session, audit } = shipped
    expect([session.code, session.exists('free-1'), session.exists('forbidden-1')]).toEqual([0, true, false])
    expect(audit.problems).toEqual([])
    expect(new Set(audit.exports.map(({ path, status }) => `${path} ${status}`))).toEqual(new Set(['/v1/traces 200']))
    expect(verified(shipped)).toMatchObject({ findings: [], isWhole: true })
    expect(recordsOf(shipped).map(({ toolUseId }) => toolUseId)).toEqual(expect.arrayContaining(['free', 'forbidden']))
    expect(JSON.stringify(audit.exports)).not.toContain(CANARY)
  }
})

test('at `full` a decision has its arguments, masked; at `none` nothing is recorded of a group, and nothing counted', () => {
  const { socket, told } = played
  const argumentsOf = (shipped: Shipped) =>
    recordsOf(shipped).find(({ event, toolUseId }) => event === 'tool.check' && toolUseId === 'free')?.effects?.arguments
  expect(argumentsOf(socket)).toContain('touch free-1; echo ‹secret:CASTELLAN_TEST_TOKEN›')
  expect(argumentsOf(told)).toBeUndefined()
  const kept = groupsIn(told)
  const isOnlyTalk = (groups: readonly string[]) => groups.every(group => group === 'conversation')
  expect([kept.recorded.some(isOnlyTalk), kept.counted.has('noise')]).toEqual([true, true])
  const least = groupsIn(socket)
  const isWanted = (groups: readonly string[]) => groups.includes('decisions') || groups.includes('redactions')
  expect(least.recorded.filter(groups => !isWanted(groups))).toEqual([])
  for (const group of ['conversation', 'noise'] as const) expect(least.counted).not.toContain(group)
})

describe('a variable that has no value', () => {
  const AUTH = 'CASTELLAN_TEST_AUTH: the header authorization is not sent'
  const MACS = `${KEY}: records have no mac`

  test('of a header: it is not sent, over one that OpenTelemetry’s own variables name', () => {
    const sentBy = ({ audit }: Shipped) => new Set(audit.exports.map(({ headers }) => `${headers.authorization} ${headers['x-tenant']}`))
    expect(sentBy(played.socket)).toEqual(new Set(['undefined acme']))
    expect(sentBy(played.told)).toEqual(new Set(['Bearer 2 acme']))
  })

  test('of the key: the chain says so at its start', () => {
    const macs = (shipped: Shipped) => new Set(recordsOf(shipped).map(({ mac }) => mac !== undefined))
    const starts = (shipped: Shipped) => recordsOf(shipped).flatMap(({ kind, keyUnset }) => (kind === 'start' ? [keyUnset] : []))
    expect([starts(played.socket), macs(played.socket)]).toEqual([[KEY], new Set([false])])
    expect([starts(played.told), macs(played.told)]).toEqual([[undefined], new Set([true])])
  })

  test('is told by /castellan, and once in the log of the session', () => {
    const logged = ({ session }: Shipped) => session.debugLog.match(/castellan: no value in .*/g) ?? []
    expect(logged(played.socket)).toEqual([MACS, AUTH].map(line => `castellan: no value in ${line}`))
    expect(logged(played.told)).toEqual([])
    expect(played.socket.session.stdout).toContain(`Unset    ${MACS}; ${AUTH}`)
    expect(played.told.session.stdout).not.toContain('Unset ')
  })
})
