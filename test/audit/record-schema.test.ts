import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { createChain } from '../../audit/chain.ts'
import { RECORD_TABLES, recordTables, sealedRecordSchema, sealedRecordShape } from '../../audit/record-schema.ts'
import type { SealedRecord } from '../../audit/sealed-record.ts'
import { FULL, recordOf } from './example.ts'
import { KEY, logOf } from './log.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('what ships is what the source says: run `npm run schemas`', () => {
  expect(JSON.parse(read('schemas/audit-record.schema.json'))).toEqual(JSON.parse(JSON.stringify(sealedRecordSchema)))
  expect(RECORD_TABLES.exec(read('docs/audit.md'))?.[1]).toBe(recordTables())
  expect(JSON.parse(read('package.json')).files).toContain('schemas')
})

type Plain<T> = T extends readonly (infer Item)[] ? Plain<Item>[] : T extends object ? { -readonly [Key in keyof T]: Plain<T[Key]> } : T

test('the types and the schema say the same', () => {
  const toSchema = (record: Plain<SealedRecord>): z.infer<typeof sealedRecordShape> => record
  const toType = (record: z.infer<typeof sealedRecordShape>): SealedRecord => record
  expect([toSchema, toType]).toHaveLength(2)
})

test('every record that is sealed fits, and nothing else is in it', () => {
  const full = recordOf({
    ...FULL,
    turn: 3,
    mode: 'enforced',
    guardFailure: { event: 'tool.check', kind: 'threw' },
    effects: {
      programs: ['git', '?'],
      hosts: ['x.org'],
      reads: ['home'],
      writes: ['project'],
      deletes: ['temporary'],
      more: 1,
      arguments: '{}',
    },
  })
  const former = { chain: 'b'.repeat(16), seq: 3, hash: 'c'.repeat(64) }
  const recovered = {
    event: 'castellan.recovered',
    time: 1,
    sessionId: 's',
    from: { chain: 'b'.repeat(16), records: 1, lastSeq: 4 },
  } as const
  const sealed = createChain({ chain: 'a'.repeat(16), policyDigest: 'd', sessionId: 's' })
  const lines = [
    ...logOf({ key: KEY, former }),
    ...logOf({ keyUnset: 'AUDIT_KEY' }),
    JSON.stringify(sealed.seal({ ...full, lost: { count: 1, why: 'queue full' } })),
    JSON.stringify(sealed.seal(recovered)),
    JSON.stringify(
      sealed.seal({
        event: 'castellan.checkpoint',
        time: 1,
        sessionId: 's',
        counts: { 'ui.log': 3 },
        repeats: { toolu_1: 2 },
        dropped: 2,
        head: sealed.head(),
        turn: 1,
        ms: 5,
      }),
    ),
  ]
  for (const line of lines) expect(sealedRecordShape.safeParse(JSON.parse(line)).error).toBeUndefined()
  const first = JSON.parse(lines[1] ?? '')
  for (const wrong of [
    { ...first, path: '/x' },
    { ...first, hash: 'x' },
    { ...first, v: 2 },
    { ...first, decision: 'maybe' },
  ])
    expect(sealedRecordShape.safeParse(wrong).success).toBe(false)
})
