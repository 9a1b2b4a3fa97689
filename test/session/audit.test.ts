/** What a collector is sent of a session: castellan's spans among the engine's own, its stamp on the engine's records, a chain that can be checked. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { hashOf, macOf } from '../../audit/chain.ts'
import { verifyChains } from '../audit/verify-chains.ts'
import { modSource } from '../support/mod-source.ts'
import { attributesOf, type ReceivedSpan } from '../support/otlp-spans.ts'
import { PATIENCE_MS } from '../support/play-all.ts'
import { bash, say } from '../support/scripted-reply.ts'
import { asPersons, runSeated, type SeatedSession } from '../support/seated.ts'
import { inExports, inRequests, inRows, linksOf, spansWith } from '../support/session-evidence.ts'

const KEY = 'a-key-of-the-tests'
const CANARY = 'zq79-canary-of-the-environment'

type Loose = Record<string, unknown>
const list = (value: unknown): Loose[] => (Array.isArray(value) ? value : [])

const ownSpans = ({ audit }: SeatedSession): ReceivedSpan[] => audit.spans.filter(span => span.resource['service.name'] === 'castellan')
const named = (session: SeatedSession, name: string): ReceivedSpan[] => session.audit.spans.filter(span => span.name === name)
const sealed = (session: SeatedSession): Loose[] =>
  ownSpans(session).flatMap(({ attributes: { 'castellan.audit.record': line } }) => (line === undefined ? [] : [JSON.parse(String(line))]))
const eventsOf = (records: readonly Loose[]): Set<unknown> => new Set(records.map(({ event }) => event))

/** The attributes of every log record that the engine sent. */
const engineLogs = ({ audit }: SeatedSession): Loose[] =>
  audit.exports
    .filter(({ path }) => path === '/v1/logs')
    .flatMap(({ body }) => list((body as Loose).resourceLogs))
    .flatMap(of => list(of.scopeLogs))
    .flatMap(of => list(of.logRecords))
    .map(({ attributes }) => attributesOf(attributes))

/** What a collector that writes what it takes to a file would have there. */
const verified = ({ audit }: SeatedSession, key?: string) =>
  verifyChains(
    audit.exports.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body)),
    { hashOf, isComplete: true, ...(key === undefined ? {} : { macOf: hash => macOf(key, hash) }) },
  )

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
/** What docs/attributes.md says of each attribute: where it stands, and its type. */
const TABLE = new Map(
  [...read('docs/attributes.md').matchAll(/^\| `([\w.]+)` \| (\w+) \| ([\w[\]]+) \|/gm)].map(([, name, on, type]) => [name, { on, type }]),
)
const typeOf = (value: unknown) => (Array.isArray(value) ? 'string[]' : Number.isInteger(value) ? 'int' : typeof value)
/** Attributes that the page has otherwise, or not at all: `name type`. */
const untabled = (attributes: object, ...on: string[]): string[] =>
  Object.entries(attributes)
    .filter(([name, value]) => !on.includes(`${TABLE.get(name)?.on}`) || TABLE.get(name)?.type !== typeOf(value))
    .map(([name, value]) => `${name} ${typeOf(value)}`)

describe('beside the telemetry of the engine, over a /clear', () => {
  let session: SeatedSession
  beforeAll(async () => {
    session = await runSeated({
      policy: join(import.meta.dirname, 'audit'),
      mods: { visitor: modSource('visitor') },
      env: { CASTELLAN_TEST_TOKEN: CANARY, CASTELLAN_TEST_KEY: KEY },
      prompt: `Remember ${CANARY}.`,
      later: ['/clear', 'Again.'],
      script: [
        [bash('touch free-1; echo $CASTELLAN_TEST_TOKEN $CASTELLAN_TEST_KEY', 'free'), bash('touch forbidden-1', 'forbidden')],
        [say('done')],
        [bash('touch free-2', 'late')],
        [say('done again')],
      ],
    })
  }, PATIENCE_MS)

  test('each record is received once, in chains without a gap, one for each session, signed with the key', () => {
    const { isWhole, findings, chains, duplicates, macs } = verified(session, KEY)
    expect([findings, isWhole, duplicates, macs]).toEqual([[], true, 0, 'checked'])
    expect(chains).toHaveLength(2)
    expect(new Set(chains.map(({ sessionId }) => sessionId)).size).toBe(2)
    expect(session.audit.problems).toEqual([])
  })

  test('what was decided about a call stands under the span that the engine has for that decision', () => {
    for (const [id, decision] of [
      ['free', 'allow'],
      ['forbidden', 'deny'],
      ['late', 'allow'],
    ]) {
      const checks = spansWith(session, { 'castellan.hook.event': 'tool.check', 'gen_ai.tool.call.id': id })
      expect(checks.map(span => span.attributes['castellan.decision'])).toEqual([decision])
      const [check] = checks
      const above = session.audit.spans.find(({ spanId, traceId }) => spanId === check?.parentSpanId && traceId === check?.traceId)
      expect(above?.name).toBe('claude_code.tool.blocked_on_user')
      const call = session.audit.spans.find(({ spanId }) => spanId === above?.parentSpanId)
      expect([call?.name, call?.attributes['gen_ai.tool.call.id']]).toEqual(['claude_code.tool', id])
    }
  })

  test('a turn stands under the interaction of its prompt, each in a trace of its own; nothing hangs under what nobody sent', () => {
    const turns = named(session, 'castellan.turn')
    const interactions = named(session, 'claude_code.interaction').map(({ spanId }) => spanId)
    expect(turns).toHaveLength(2)
    expect(turns.filter(({ parentSpanId }) => !interactions.includes(parentSpanId))).toEqual([])
    expect(new Set(turns.map(({ traceId }) => traceId)).size).toBe(2)
    const sent = new Set(session.audit.spans.map(({ traceId, spanId }) => `${traceId} ${spanId}`))
    const orphans = ownSpans(session).filter(one => one.parentSpanId !== '' && !sent.has(`${one.traceId} ${one.parentSpanId}`))
    expect(orphans.map(({ name }) => name)).toEqual([])
  })

  test('a mod that took part has a span under that of the dispatch', () => {
    const [started] = spansWith(session, { 'castellan.hook.event': 'session.start' })
    expect(started && linksOf(session, started)).toContain('visitor returned')
  })

  test("the engine's records that tell of prompts and calls carry the stamp of the guard, its policy and its chain", () => {
    const logs = engineLogs(session).filter(log => /^(?:user_prompt|tool_decision|tool_result|api_request)$/.test(`${log['event.name']}`))
    expect(new Set(logs.map(log => log['event.name'])).size).toBe(4)
    const { chains } = verified(session)
    const hashes = new Map(sealed(session).map(record => [`${record.chain} ${record.seq}`, record.hash]))
    for (const log of logs) {
      expect(log).toMatchObject({
        'castellan.guard.version': session.built.policy.castellan,
        'castellan.policy.digest': session.built.policy.digest,
        'castellan.audit.dropped': 0,
      })
      expect(hashes.get(`${log['castellan.audit.chain']} ${log['castellan.audit.seq']}`)).toBe(log['castellan.audit.head'])
      // The prompt that clears is told of before the session it ends, and one after it by another name.
      const chain = chains.find(one => one.chain === log['castellan.audit.chain'])
      expect(chain).toBeDefined()
    }
  })

  test('every record that was sealed fits the schema that ships', () => {
    const shape = z.fromJSONSchema(JSON.parse(read('schemas/audit-record.schema.json')))
    const records = sealed(session)
    expect(records.flatMap(record => shape.safeParse(record).error?.message ?? [])).toEqual([])
    expect(records.filter(record => shape.safeParse({ ...record, more: 1 }).success)).toEqual([])
    for (const event of ['castellan.chain', 'castellan.checkpoint', 'tool.check', 'tool.call', 'plugin.register'])
      expect([...eventsOf(records)]).toContain(event)
  })

  test('every attribute of a span and a stamp stands in the table of docs/attributes.md, with its type and its place', () => {
    const spans = ownSpans(session)
    expect(spans.flatMap(({ resource }) => untabled(resource, 'resource'))).toEqual([])
    const links = spans.filter(({ name }) => name === 'castellan.link')
    expect(links.flatMap(({ attributes }) => untabled(attributes, 'link'))).toEqual([])
    const others = spans.filter(({ name }) => name !== 'castellan.link')
    expect(others.flatMap(({ attributes }) => untabled(attributes, 'dispatch', 'record', 'checkpoint'))).toEqual([])
    const stamps = engineLogs(session).map(log => Object.fromEntries(Object.entries(log).filter(([name]) => name.startsWith('castellan.'))))
    expect(stamps.flatMap(stamp => untabled(stamp, 'stamp', 'record', 'checkpoint', 'resource'))).toEqual([])
    const all = [...spans, ...stamps.map(attributes => ({ attributes }))].flatMap(({ attributes }) => Object.keys(attributes))
    expect(new Set(all).size).toBeGreaterThan(20)
    expect([links.length, stamps.filter(stamp => 'castellan.audit.head' in stamp).length]).not.toContain(0)
    expect(untabled({ 'castellan.more': 'x', 'castellan.decision': 3, 'castellan.turn': 3 }, 'dispatch')).toEqual([
      'castellan.more string',
      'castellan.decision int',
    ])
  })

  test('what is only counted has no span, and stands in the checkpoints', () => {
    const noisy = /^(?:ui\.|command\.describe|tool\.(?:offer|describe)|agent\.offer|prompt\.section)/
    expect(ownSpans(session).filter(span => noisy.test(`${span.attributes['castellan.hook.event']}`))).toEqual([])
    const [first] = sealed(session).filter(({ event }) => event === 'castellan.checkpoint')
    expect(first?.counts).toMatchObject({ 'command.describe': expect.any(Number), 'tool.offer': expect.any(Number) })
  })

  test('no value of a secret stands in anything that was sent', () => {
    expect(inExports(session, CANARY)).toBe(0)
    expect(inExports(session, 'CASTELLAN_TEST_TOKEN')).toBeGreaterThan(0)
    expect(session.code).toBe(0)
  })

  test('the key of the macs is a secret as well: no request holds what a command printed of it', () => {
    expect([inRequests(session, KEY), inRows(session, KEY), inExports(session, KEY)]).toEqual([0, 0, 0])
    expect(inRequests(session, '‹secret:CASTELLAN_TEST_KEY›')).toBeGreaterThan(0)
  })
})

test(
  'with the reach of decisions the gates record, under turns of castellan’s own; what a collector would not take at first arrives all the same',
  async () => {
    const session = await runSeated({
      policy: join(import.meta.dirname, 'policy'),
      reach: 'decisions',
      faults: { statuses: [503, 429, 502], retryAfter: 0 },
      mods: { visitor: modSource('visitor') },
      prompt: 'Look at @sealed/note.txt.',
      project: { 'sealed/note.txt': 'text-of-the-sealed\n', '.env': `KEY=${CANARY}\n` },
      script: [[bash('touch free-1; cat .env', 'free'), bash('touch forbidden-1', 'forbidden')], [say('done')]],
    })
    expect([session.code, session.exists('free-1'), session.exists('forbidden-1')]).toEqual([0, true, false])
    expect(verified(session)).toMatchObject({ findings: [], isWhole: true })
    const records = sealed(session)
    const told = new Set(records.map(({ event, decision }) => `${event} ${decision}`))
    for (const one of ['tool.check allow', 'tool.check deny', 'prompt.mention deny', 'plugin.register allow', 'fs.write allow'])
      expect([...told]).toContain(one)
    const [redacted] = records.filter(({ event, redactions }) => event === 'tool.call' && (redactions as Loose).KEY !== undefined)
    expect(redacted?.toolUseId).toBe('free')
    for (const event of ['ui.render', 'session.start', 'engine.create', 'turn.start']) expect(eventsOf(records)).not.toContain(event)
    const [turn] = named(session, 'castellan.turn')
    const [check] = spansWith(session, { 'castellan.hook.event': 'tool.check', 'gen_ai.tool.call.id': 'forbidden' })
    expect([check?.traceId, check?.parentSpanId]).toEqual([turn?.traceId, turn?.spanId])
    expect(inExports(session, CANARY)).toBe(0)
  },
  PATIENCE_MS,
)

test(
  'a collector that is not there holds nobody: the rules stand, and the session ends',
  async () => {
    const session = await runSeated({
      policy: join(import.meta.dirname, 'policy'),
      reach: 'standard',
      change: seat => seat.replace(/http:\/\/127\.0\.0\.1:\d+\/v1\/traces/, 'http://127.0.0.1:9/v1/traces'),
      prompt: 'go',
      script: [[bash('touch free-1', 'free'), bash('touch forbidden-1', 'forbidden')], [say('done')]],
    })
    expect([session.code, session.exists('free-1'), session.exists('forbidden-1')]).toEqual([0, true, false])
    expect(session.audit.exports).toEqual([])
    expect(session.debugLog).not.toContain('cut at the SessionEnd bound')
  },
  PATIENCE_MS,
)

test(
  "what is taken out of the engine's own records on their way to the collector is in the record, by name",
  async () => {
    const session = await runSeated({
      policy: join(import.meta.dirname, 'audit'),
      settings: ({ settings }) => ({
        ...asPersons(settings),
        env: { ...(settings as { env?: object }).env, OTEL_LOG_RAW_API_BODIES: '1' },
      }),
      env: { CASTELLAN_TEST_TOKEN: CANARY, CASTELLAN_TEST_KEY: KEY },
      prompt: 'go',
      script: [[say(`It is ${CANARY}.`)]],
    })
    const answers = engineLogs(session).filter(log => log['event.name'] === 'api_response_body')
    expect(answers.map(({ body }) => `${body}`.includes('It is ‹secret:CASTELLAN_TEST_TOKEN›.'))).toEqual([true])
    expect(inExports(session, CANARY)).toBe(0)
    const told = sealed(session).filter(({ event }) => event === 'telemetry.log')
    expect(told.map(({ decision, redactions }) => [decision, redactions])).toEqual([['none', { CASTELLAN_TEST_TOKEN: 1 }]])
    expect(verified(session, KEY)).toMatchObject({ findings: [], isWhole: true })
  },
  PATIENCE_MS,
)

/** A mod that takes stamps off, and nothing of the engine's own in its way: what keeps it from them is castellan. */
async function stampsBesideStripper(change?: (seat: string) => string) {
  const session = await runSeated({
    policy: join(import.meta.dirname, 'audit'),
    mods: { stripper: modSource('stripper') },
    settings: ({ settings }) => ({
      ...asPersons(settings),
      prependPlugins: settings.prependPlugins.filter(id => id.startsWith('castellan@')),
    }),
    env: { CASTELLAN_TEST_TOKEN: CANARY, CASTELLAN_TEST_KEY: KEY },
    ...(change && { change }),
    prompt: 'go',
    script: [[say('done')]],
  })
  const logs = engineLogs(session).filter(log => /^(?:user_prompt|api_request)$/.test(`${log['event.name']}`))
  expect(logs.length).toBeGreaterThan(1)
  return new Set(logs.map(log => `${log.stripped ?? 'whole'} ${log['castellan.policy.digest'] === undefined ? 'unstamped' : 'stamped'}`))
}

test(
  'a mod beneath castellan cannot take the stamp off',
  async () => expect(await stampsBesideStripper()).toEqual(new Set(['whole stamped'])),
  PATIENCE_MS,
)

test(
  'it could where castellan asked it: this session can tell',
  async () => {
    const asking = (seat: string): string =>
      seat.replace("next.to(redact.telemetry(stamped, next), 'append')", 'next(redact.telemetry(stamped, next))')
    expect(await stampsBesideStripper(asking)).toEqual(new Set(['yes unstamped']))
  },
  PATIENCE_MS,
)
