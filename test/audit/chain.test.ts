import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonical } from '../../audit/canonical.ts'
import { createChain, genesisOf, hashOf, macOf } from '../../audit/chain.ts'
import type { RecordFields } from '../../audit/sealed-record.ts'
import { FULL, recordOf } from './example.ts'

const OPTIONS = { chain: '0123456789abcdef', policyDigest: 'd'.repeat(64), sessionId: 'session-1' }
const sha = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

test('hash and mac are those of the standards', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(hashOf('ä€😀')).toBe(sha('ä€😀'))
  for (const key of ['k', 'key ä', 'x'.repeat(64), 'x'.repeat(65), 'ä€'.repeat(100)])
    expect(macOf(key, 'f00')).toBe(createHmac('sha256', key).update('f00').digest('hex'))
})

test('each record holds the hash of the one before, the first that of policy, session and chain', () => {
  const chain = createChain(OPTIONS)
  expect(chain.head()).toEqual({ seq: -1, hash: genesisOf(OPTIONS.policyDigest, 'session-1', OPTIONS.chain) })
  expect(chain.head().hash).toBe(sha(`castellan/1 ${OPTIONS.policyDigest} session-1 ${OPTIONS.chain}`))
  const sealed = [FULL, recordOf(), recordOf({ event: 'turn.start' })].map(chain.seal)
  let prev = genesisOf(OPTIONS.policyDigest, 'session-1', OPTIONS.chain)
  for (const [seq, record] of sealed.entries()) {
    const { hash, ...rest } = JSON.parse(canonical(record))
    expect(rest).toMatchObject({ v: 1, chain: OPTIONS.chain, seq, prev })
    expect(rest).not.toHaveProperty('mac')
    expect(hash).toBe(sha(canonical(rest)))
    prev = hash
  }
  expect(chain.head()).toEqual({ seq: 2, hash: prev })
})

test('with a key each carries a mac of its hash, which is no part of the hash', () => {
  const [plain, signed] = [createChain(OPTIONS).seal(FULL), createChain({ ...OPTIONS, key: 'k' }).seal(FULL)]
  expect(signed.hash).toBe(plain.hash)
  expect(signed.mac).toBe(macOf('k', plain.hash))
  expect(createChain({ ...OPTIONS, key: '' }).seal(FULL).mac).toBeUndefined()
})

test('the line is the canonical JSON of the record, mac and all', () => {
  for (const chain of [createChain(OPTIONS), createChain({ ...OPTIONS, key: 'k' })])
    for (const fields of [FULL, recordOf()]) {
      const record = chain.seal(fields)
      expect(chain.line()).toBe(canonical(record))
    }
})

test('what cannot be sealed leaves the chain where it stood; no field of a record takes the place of the seal', () => {
  const chain = createChain(OPTIONS)
  const round: Record<string, unknown> = {}
  round.round = round
  expect(() => chain.seal(round as never)).toThrow(RangeError)
  const sealed = chain.seal({ ...recordOf(), seq: 7, chain: 'x', hash: 'y', prev: 'z', v: 2 } as RecordFields)
  expect(sealed).toMatchObject({ seq: 0, v: 1, chain: OPTIONS.chain })
  expect(sealed.hash).toMatch(/^[0-9a-f]{64}$/)
})
