/** The findings over shipping bodies: on SQLite everywhere, on ClickHouse itself where scripts/clickhouse.sh has been. */
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ATTRIBUTE } from '../../audit/attributes.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { serializeSpans } from '../../audit/serialize.ts'
import { createSpans } from '../../audit/spans.ts'
import { recordOf, sourceOf } from '../audit/example.ts'
import { skipUnless } from '../support/skip.ts'
import type { LogBody, TraceBody } from './bodies.ts'
import { findClickHouse, openClickHouse } from './clickhouse.ts'
import { ENGINE_ATTRIBUTES } from './names.ts'
import { type Engine, FINDINGS, findingsOf, viewAttributes } from './rows.ts'

const T0 = Date.parse('2026-11-30T12:00:00Z')

type Place = { chain: string; seq: number; hash: string; prev: string }
const placeOf = (seq: number, more: Partial<Place> = {}): Place => ({ chain: 'c1', seq, hash: `h${seq}`, prev: `h${seq - 1}`, ...more })

/** A shipping body of castellan's own making, with the place of its record in the chain. */
function shipped(record: Partial<AuditRecord>, { chain, seq, hash, prev }: Place): TraceBody {
  const body = JSON.parse(serializeSpans(createSpans(sourceOf())(recordOf({ time: T0, event: 'tool.check', ...record })))) as TraceBody
  body.resourceSpans[0]?.scopeSpans[0]?.spans[0]?.attributes.push(
    { key: ATTRIBUTE.auditChain, value: { stringValue: chain } },
    { key: ATTRIBUTE.auditSeq, value: { intValue: String(seq) } },
    { key: ATTRIBUTE.auditHash, value: { stringValue: hash } },
    { key: ATTRIBUTE.auditRecord, value: { stringValue: JSON.stringify({ chain, hash, prev, seq, v: 1 }) } },
  )
  return body
}

/** An event as the engine exports it, stamped or not. */
function told(name: string, seq: number, more: Record<string, string> = {}, stamp: Place | null = placeOf(2), start = T0): LogBody {
  const stamps = stamp && {
    [ATTRIBUTE.guardVersion]: '0.1.0',
    [ATTRIBUTE.policyDigest]: 'abc',
    [ATTRIBUTE.auditChain]: stamp.chain,
    [ATTRIBUTE.auditSeq]: String(stamp.seq),
    [ATTRIBUTE.auditHead]: stamp.hash,
    [ATTRIBUTE.auditDropped]: '0',
  }
  const all = { 'session.id': 'session-1', 'event.name': name, 'event.sequence': String(seq), ...more, ...stamps }
  const attributes = Object.entries(all).map(([key, stringValue]) => ({ key, value: { stringValue } }))
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'claude-code' } }] }
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [{ timeUnixNano: `${start + seq * 1000}000000`, attributes }] }] }] }
}

/** A session in which all is well: a call allowed and run, another denied and not. */
const WELL = [
  shipped({ toolUseId: 'toolu_1', decision: 'allow' }, placeOf(0, { prev: 'seed' })),
  shipped({ toolUseId: 'toolu_2', decision: 'deny' }, placeOf(1)),
  shipped({ event: 'session.end' }, placeOf(2)),
  told('user_prompt', 0),
  told('tool_decision', 1, { tool_use_id: 'toolu_1', decision: 'accept' }),
  told('tool_result', 2, { tool_use_id: 'toolu_1', success: 'true' }),
  told('tool_decision', 3, { tool_use_id: 'toolu_2', decision: 'reject', source: 'hook' }),
  told('tool_result', 4, { tool_use_id: 'toolu_2', success: 'false' }),
  told('api_request', 5),
  told('plugin_loaded', 6, {}, null),
  told('tool_decision', 7, { tool_use_id: 'toolu_plugin_6cb0', tool_name: 'Bash', decision: 'accept' }),
  told('tool_result', 8, { tool_use_id: 'toolu_plugin_6cb0', tool_name: 'Bash', success: 'true', tool_input_size_bytes: '15' }),
]

const chdb = findClickHouse()
const isMissing = skipUnless(chdb !== undefined, 'the findings on ClickHouse', 'it is not there: scripts/clickhouse.sh fetches it from npm')
const ENGINES: readonly (readonly [string, Engine])[] = [
  ['SQLite', 'sqlite'],
  ...(chdb === undefined ? [] : [['ClickHouse', { clickhouse: chdb }] as const]),
]

const without = (index: number) => WELL.filter((_, k) => k !== index)
const EVIL = { 'session.id': 'session-9' }

describe.each(ENGINES)('findings on %s', (_, engine) => {
  const found = (bodies: readonly (TraceBody | LogBody)[], since = '2026-11-30 11:00:00', until = '2026-11-30 13:00:00') =>
    findingsOf(bodies, since, until, engine)

  test('none in a session in which all is well', async () => {
    expect(await found(WELL)).toEqual({})
  })

  test('a session without castellan, and one that lost it half-way', async () => {
    const unguarded = [told('user_prompt', 0, EVIL, null), told('api_request', 1, EVIL, null)]
    const half = [told('user_prompt', 0, { 'session.id': 'session-8' }), told('tool_result', 1, { 'session.id': 'session-8' }, null)]
    expect(await found([...WELL, ...unguarded, ...half])).toEqual({
      'guard-absent': [
        { session_id: 'session-8', events: 2, stamped: 1, first_seen: expect.any(String) },
        { session_id: 'session-9', events: 2, stamped: 0, first_seen: expect.any(String) },
      ],
    })
  })

  test('a call that the engine decided and castellan has no record of', async () => {
    const call = told('tool_decision', 9, { tool_use_id: 'toolu_x', tool_name: 'Bash', decision: 'accept', source: 'config' })
    expect(await found([...WELL, call])).toEqual({
      'call-without-record': [{ session_id: 'session-1', tool_use_id: 'toolu_x', tool: 'Bash', decision: 'accept', source: 'config' }],
    })
  })

  test('a call that was denied and ran', async () => {
    const ran = told('tool_result', 9, { tool_use_id: 'toolu_2', success: 'true' })
    expect(await found([...WELL, ran])).toMatchObject({ 'denied-but-run': [{ session_id: 'session-1', tool_use_id: 'toolu_2' }] })
  })

  test("of calls that plugins made only castellan's own may have no record, and the engine has to have told of it", async () => {
    const call = (name: string, seq: number, more: object) => told(name, seq, { tool_use_id: 'toolu_plugin_x', tool_name: 'Bash', ...more })
    const decided = call('tool_decision', 9, { decision: 'accept' })
    expect(await found([...WELL, decided])).toEqual({})
    expect(await found([...WELL, decided, call('tool_result', 10, { tool_input_size_bytes: '26' })])).toMatchObject({
      'call-without-record': [{ tool_use_id: 'toolu_plugin_x' }],
    })
    const recorded = shipped({ toolUseId: 'toolu_plugin_x', decision: 'allow' }, placeOf(3))
    expect(await found([...WELL, decided, call('tool_result', 10, { tool_input_size_bytes: '26' }), recorded])).toEqual({})
  })

  test('a result that was withheld after the call ran is none: the hook on results failed, the check did not', async () => {
    const withheld = shipped(
      { event: 'tool.call', toolUseId: 'toolu_1', decision: 'deny', guardFailure: { event: 'tool.call' } },
      placeOf(3),
    )
    expect(await found([...WELL, withheld])).toEqual({})
    const failed = shipped({ toolUseId: 'toolu_1', decision: 'deny', guardFailure: { event: 'tool.check' } }, placeOf(3))
    expect(await found([...WELL, failed])).toMatchObject({ 'denied-but-run': [{ tool_use_id: 'toolu_1' }] })
  })

  test('a record taken out, one at the start, and one at the end', async () => {
    expect(await found(without(0))).toMatchObject({ 'record-gap': [{ chain: 'c1', first_seq: 1, last_seq: 2, kept: 2 }] })
    expect(await found(without(1))).toMatchObject({
      'record-gap': [{ chain: 'c1', first_seq: 0, last_seq: 2, kept: 2 }],
      'call-without-record': [{ tool_use_id: 'toolu_2' }],
    })
    expect(await found(without(2))).toEqual({ 'head-missing': [{ session_id: 'session-1', chain: 'c1', seq: 2, head: 'h2' }] })
  })

  test('a record exchanged for another', async () => {
    const forged = shipped({ toolUseId: 'toolu_2', decision: 'allow' }, placeOf(1, { hash: 'forged' }))
    const bodies = WELL.map((body, k) => (k === 1 ? forged : body))
    expect(await found(bodies)).toEqual({ 'chain-broken': [{ chain: 'c1', seq: 2, hash_before: 'forged', prev_said: 'h1' }] })
  })

  test('an event of the engine held back', async () => {
    expect(await found(without(7))).toEqual({ 'engine-gap': [{ session_id: 'session-1', first_seq: 0, last_seq: 8, kept: 8 }] })
  })

  test('what is sent twice is no finding, nor what is outside the window', async () => {
    expect(await found([...WELL, ...WELL])).toEqual({})
    expect(await found(WELL.slice(3), '2026-11-30 13:00:00', '2026-11-30 14:00:00')).toEqual({})
  })
})

test('the views read only attributes that spans, stamps and the engine carry', () => {
  const known = new Set<string>([...Object.values(ATTRIBUTE), ...ENGINE_ATTRIBUTES])
  expect(viewAttributes().length).toBeGreaterThan(25)
  expect(viewAttributes().filter(key => !known.has(key))).toEqual([])
})

describe('findings.sh', () => {
  const work = () => mkdtempSync(join(tmpdir(), 'castellan-findings-'))
  const run = (folder: string, client: string) => {
    writeFileSync(join(folder, 'clickhouse-client'), `#!/bin/sh\n${client}\n`)
    chmodSync(join(folder, 'clickhouse-client'), 0o755)
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
    return spawnSync('deploy/clickhouse/findings.sh', [join(folder, 'out.prom'), '--host', 'x'], { env, encoding: 'utf8' })
  }

  test('counts the rows of every finding, and says when', () => {
    const folder = work()
    try {
      const { status, stdout } = run(
        folder,
        'case "$*" in *"--host x"*guard-absent*) echo \'{"session_id":"s"}\'; echo \'{"session_id":"t"}\';; esac',
      )
      expect(status).toBe(0)
      expect(stdout).toBe('guard-absent {"session_id":"s"}\nguard-absent {"session_id":"t"}\n')
      const lines = readFileSync(join(folder, 'out.prom'), 'utf8')
        .split('\n')
        .filter(line => line !== '' && !line.startsWith('#'))
      expect(lines.slice(0, -1).toSorted()).toEqual(
        FINDINGS.map(name => `castellan_findings{finding="${name}"} ${name === 'guard-absent' ? 2 : 0}`).toSorted(),
      )
      expect(lines.at(-1)).toMatch(/^castellan_findings_time_seconds \d{10}$/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test.skipIf(isMissing)('asks ClickHouse itself', async () => {
    const folder = work()
    const unguarded = ['user_prompt', 'api_request'].map((name, k) => told(name, k, EVIL, null, Date.now() - 600_000))
    const { env, database } = await openClickHouse(chdb ?? '', unguarded)
    try {
      const out = join(folder, 'out.prom')
      const options = ['--host', 'clickhouse', '--secure', '--database', database]
      const { stdout, stderr } = await promisify(execFile)('deploy/clickhouse/findings.sh', [out, ...options], {
        env: { ...process.env, ...env },
      })
      expect(stderr).toBe('')
      expect(stdout).toMatch(/^guard-absent \{"session_id":"session-9","events":2,"stamped":0,"first_seen":"[^"]+"\}\n$/)
      expect(readFileSync(out, 'utf8')).toContain('castellan_findings{finding="guard-absent"} 1\n')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('writes nothing when a query fails', () => {
    const folder = work()
    try {
      expect(run(folder, 'case "$*" in *engine-gap*) exit 3;; esac').status).not.toBe(0)
      expect(readdirSync(folder)).toEqual(['clickhouse-client'])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
