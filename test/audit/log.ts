/** Logs for tests: chains as a session writes them. */
import { createHash, createHmac } from 'node:crypto'
import { canonical } from '../../audit/canonical.ts'
import { createChain } from '../../audit/chain.ts'
import type { AuditRecord } from '../../audit/record.ts'
import type { RecordFields, SealedRecord } from '../../audit/sealed-record.ts'
import { serializeSpans } from '../../audit/serialize.ts'
import { createSpans } from '../../audit/spans.ts'
import type { VerifyOptions } from '../../audit/verify.ts'
import { recordOf, sourceOf } from './example.ts'

export const POLICY = { name: 'acme', digest: 'd1'.repeat(32) }
export const CHAIN = 'aaaaaaaaaaaaaaaa'
export const KEY = 'a key of the tests'

export const HASH: VerifyOptions = { hashOf: text => createHash('sha256').update(text, 'utf8').digest('hex') }
export const keyed = (key: string): VerifyOptions => ({ ...HASH, macOf: hash => createHmac('sha256', key).update(hash).digest('hex') })

export type LogOptions = {
  chain?: string
  sessionId?: string
  key?: string
  policy?: typeof POLICY
  records?: readonly Partial<AuditRecord>[]
  isOpen?: boolean
  former?: { chain: string; seq: number; hash: string }
  keyUnset?: string
}

const TIME = 1_700_000_000_000

const RECORDS: readonly Partial<AuditRecord>[] = [
  { event: 'session.start' },
  {
    event: 'tool.check',
    tool: 'Bash',
    toolUseId: 'toolu_1',
    decision: 'deny',
    mode: 'enforced',
    rules: [{ id: 'git.force-push', table: 'git', verdict: 'deny', certainty: 'certain', mode: 'enforce', version: '0123456789ab' }],
    effects: { programs: ['git'], hosts: ['example.org'] },
  },
  { event: 'tool.call', tool: 'Read', toolUseId: 'toolu_2', redactions: { 'DB_PÄSS‑WORD': 2 }, decision: 'allow' },
  { event: 'http.fetch', redactions: { GITHUB_TOKEN: 1 }, leaks: ['system'] },
]

/** The lines of a chain: a start, the records, a checkpoint and an end. */
export function logOf(options: LogOptions = {}): string[] {
  const { chain = CHAIN, sessionId = 'session-1', key, policy = POLICY, records = RECORDS, isOpen = false, former, keyUnset } = options
  const sealing = createChain({ chain, sessionId, policyDigest: policy.digest, key })
  let time = TIME
  const seal = (fields: Partial<RecordFields>) =>
    canonical(sealing.seal({ time: fields.time ?? time++, sessionId, ...fields } as RecordFields))
  return [
    seal({ event: 'castellan.chain', kind: 'start', policy, castellan: '0.1.0', keyUnset, ...(former === undefined ? {} : { former }) }),
    ...records.map(record => seal({ ...recordOf({ time: time++, ...record, policy }), sessionId })),
    seal({ event: 'castellan.checkpoint', counts: { 'command.describe': 40 }, dropped: 0, head: sealing.head() }),
    ...(isOpen ? [] : [seal({ event: 'castellan.chain', kind: 'end', counts: {}, reason: 'other' })]),
  ]
}

type Sealed = { chain: string; seq: number; hash: string }

/** A body as the collector's file exporter writes one: a span for each line, as castellan makes them. */
export const otlpOf = (lines: readonly string[], policy = POLICY): string => {
  const spansOf = createSpans(sourceOf({ policy }))
  return serializeSpans(lines.flatMap(line => spansOf({ record: JSON.parse(line) as SealedRecord, line })))
}

/** A record of the engine's own, stamped with the head of a chain. */
export const stampOf = (line: string): string => {
  const { chain, seq, hash } = JSON.parse(line) as Sealed
  const attributes = [
    { key: 'castellan.audit.chain', value: { stringValue: chain } },
    { key: 'castellan.audit.seq', value: { intValue: String(seq) } },
    { key: 'castellan.audit.head', value: { stringValue: hash } },
  ]
  return JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ attributes }] }] }] })
}

/** A record changed and sealed again, as somebody does who knows how, and has no key. */
export function resealed(line: string, change: Record<string, unknown>): string {
  const { hash: _, ...fields } = { ...JSON.parse(line), ...change } as Record<string, unknown>
  return canonical({ ...fields, hash: HASH.hashOf(canonical({ ...fields, mac: undefined })) })
}
