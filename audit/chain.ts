/** A chain of sealed records: what is changed, taken out or put in afterwards does not fit its neighbours. */
import { sha256 } from '@noble/hashes/sha2.js'
import { members, objectOf } from './canonical.ts'
import { genesisText } from './genesis.ts'
import { hexOf } from './hex.ts'
import type { RecordFields, Seal, SealedRecord } from './sealed-record.ts'

const encoder = new TextEncoder()
const bytesOf = (text: string): Uint8Array => encoder.encode(text)

/** SHA-256 of the UTF-8 of a text, 64 lower-case hex digits. */
export const hashOf = (text: string): string => hexOf(sha256(bytesOf(text)))

const BLOCK = 64

/** HMAC-SHA-256 (RFC 2104) of a hash as it is written, 64 lower-case hex digits. The key is the UTF-8 of its text. */
export function macOf(key: string, hash: string): string {
  const bytes = bytesOf(key)
  const padded = new Uint8Array(BLOCK)
  padded.set(bytes.length > BLOCK ? sha256(bytes) : bytes)
  const under = (pad: number, text: Uint8Array): Uint8Array => sha256(Uint8Array.of(...padded.map(byte => byte ^ pad), ...text))
  return hexOf(under(0x5c, under(0x36, bytesOf(hash))))
}

/** What the first record of a chain holds as `prev`: a chain cannot be passed off as that of another policy or session. */
export const genesisOf = (policyDigest: string, sessionId: string, chain: string): string =>
  hashOf(genesisText(policyDigest, sessionId, chain))

export type ChainOptions = {
  /** 16 hex digits, random. */
  readonly chain: string
  readonly policyDigest: string
  readonly sessionId: string
  /** Absent or empty: the records carry no mac. */
  readonly key?: string
}

export type Chain = {
  /** The next record of the chain; `canonical` of it is its line. Throws where the fields have no canonical JSON: the chain then stands where it stood. */
  readonly seal: (fields: RecordFields) => SealedRecord
  /** The line of the last record sealed: the same as `canonical` of it, without another pass over it. */
  readonly line: () => string
  /** The last record sealed; before the first, `seq` is -1. */
  readonly head: () => { readonly seq: number; readonly hash: string }
}

export function createChain({ chain, policyDigest, sessionId, key }: ChainOptions): Chain {
  let head = { seq: -1, hash: genesisOf(policyDigest, sessionId, chain) }
  let line = ''
  return {
    seal(fields) {
      const open = { ...fields, v: 1, chain, seq: head.seq + 1, prev: head.hash, hash: undefined, mac: undefined }
      const told = members(open)
      const hash = hashOf(objectOf(told))
      const seal = { hash, mac: key ? macOf(key, hash) : undefined }
      // Each begins with its key.
      line = objectOf([...told, ...members(seal)].sort())
      head = { seq: open.seq, hash }
      return { ...open, ...seal } as RecordFields & Seal
    },
    line: () => line,
    head: () => head,
  }
}
