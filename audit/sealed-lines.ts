/** Sealed records, and what else tells of them, in one line of a file: a sealed line itself, or an OTLP/JSON body as a collector writes it. */
import { ATTRIBUTE } from './attributes.ts'
import { members, objectOf } from './canonical.ts'
import { CHAIN_ID } from './chain-id.ts'
import { type Fields, fieldsOf, listOf } from './fields.ts'
import { attributesOf, type Said } from './otlp-attributes.ts'
import type { SealedRecord } from './sealed-record.ts'
import type { Carrier } from './span-agrees.ts'

/** What a span, or a record of the engine that castellan stamped, says of a chain: it holds a record of this number and this hash. */
export type Anchor = { readonly chain: string; readonly seq: number; readonly hash: string }

export type Found = {
  readonly record: SealedRecord
  /** As it was read. */
  readonly text: string
  /** What its hash is of; undefined: the line is not written as castellan writes records. */
  readonly sealed: string | undefined
  /** The span that it was sent in: those of a chain may come in any order. */
  readonly carrier?: Carrier
}

/** Who says so; of a stamp, the policy that it names as well. */
export type Told = Anchor & { readonly by: 'stamp' | 'span'; readonly policyDigest?: Said }

export type InLine = {
  readonly found: readonly Found[]
  readonly anchors: readonly Told[]
  /** Why there is nothing in the line, or less than there should be. */
  readonly problems: readonly string[]
}

const HEX64 = /^[0-9a-f]{64}$/
const isHex64 = (value: unknown): value is string => typeof value === 'string' && HEX64.test(value)
const isSeq = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** Why something is no sealed record of this version. */
function problemOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'this is no record'
  const { v, chain, seq, prev, hash, mac, event, sessionId } = value as Fields
  if (v !== 1) return v === undefined ? 'this is no sealed record' : 'a record of another version, which this castellan cannot check'
  if (typeof chain !== 'string' || !CHAIN_ID.test(chain)) return 'a record without the id of its chain'
  if (!isSeq(seq)) return 'a record without its number'
  if (!isHex64(prev) || !isHex64(hash)) return 'a record without its hashes'
  if (mac !== undefined && !isHex64(mac)) return 'a record whose mac is none'
  return typeof event === 'string' && typeof sessionId === 'string' ? undefined : 'a record without event or session'
}

type Read = { readonly found: Found } | { readonly problem: string }

function sealedIn(text: string, carrier?: Carrier, value: unknown = parsed(text)): Read {
  const problem = value === UNREADABLE ? 'this is no JSON' : problemOf(value)
  if (problem !== undefined) return { problem }
  return { found: { record: value as SealedRecord, text, sealed: sealedText(text, value as object), carrier } }
}

const UNREADABLE = Symbol('unreadable')
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return UNREADABLE
  }
}

function sealedText(text: string, value: object): string | undefined {
  try {
    const all = members(value)
    return objectOf(all) === text ? objectOf(all.filter(([key]) => key !== 'hash' && key !== 'mac')) : undefined
  } catch {
    // Nested so deep that nothing of castellan's wrote it.
    return undefined
  }
}

const { auditRecord: RECORD, auditChain: CHAIN, auditSeq: SEQ, auditHash: HASH, auditHead: HEAD, policyDigest: POLICY_DIGEST } = ATTRIBUTE

function attributesAnchor(attributes: ReadonlyMap<string, Said>): Told | undefined {
  const hash = attributes.get(HASH)
  const anchor = anchorOf({ chain: attributes.get(CHAIN), seq: attributes.get(SEQ), hash: hash ?? attributes.get(HEAD) })
  return anchor && { ...anchor, by: hash === undefined ? 'stamp' : 'span', policyDigest: attributes.get(POLICY_DIGEST) }
}

/** An anchor out of what anybody may have written; undefined where it is none. */
export function anchorOf(value: unknown): Anchor | undefined {
  const { chain, seq, hash } = fieldsOf(value)
  return typeof chain === 'string' && CHAIN_ID.test(chain) && isSeq(seq) && isHex64(hash) ? { chain, seq, hash } : undefined
}

/** Spans and log records of a body, whatever scope they stand under. */
function carriersIn(body: Fields): readonly Carrier[] {
  return [...listOf(body.resourceSpans), ...listOf(body.resourceLogs)].map(fieldsOf).flatMap(({ resource, scopeSpans, scopeLogs }) => {
    const scopes = [...listOf(scopeSpans), ...listOf(scopeLogs)].map(fieldsOf)
    const all = scopes.flatMap(({ spans, logRecords }) => [...listOf(spans), ...listOf(logRecords)]).map(fieldsOf)
    const ofResource = attributesOf(resource)
    return all.map(span => ({ span, attributes: attributesOf(span), resource: ofResource }))
  })
}

function inBody(body: Fields): InLine {
  const found: Found[] = []
  const anchors: Told[] = []
  const problems: string[] = []
  for (const carrier of carriersIn(body)) {
    const { attributes } = carrier
    const anchor = attributesAnchor(attributes)
    if (anchor !== undefined) anchors.push(anchor)
    if (!attributes.has(RECORD)) continue
    const text = attributes.get(RECORD)
    const read = typeof text === 'string' ? sealedIn(text, carrier) : { problem: 'its record is no text, or stands there twice' }
    if ('found' in read) found.push(read.found)
    else problems.push(`in a span: ${read.problem}`)
  }
  return { found, anchors, problems }
}

/**
 * Reads one line; undefined is one too long to be held. A blank one holds nothing; an OTLP body of others (metrics, spans that are not castellan's)
 * neither. Never throws.
 */
export function readLine(line: string | undefined): InLine {
  if (line === undefined) return { found: [], anchors: [], problems: ['the line is too long'] }
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  if (text.trim() === '') return { found: [], anchors: [], problems: [] }
  const value = parsed(text)
  const fields = fieldsOf(value === UNREADABLE ? undefined : value)
  const isBody = 'resourceSpans' in fields || 'resourceLogs' in fields || 'resourceMetrics' in fields
  if (isBody) return inBody(fields)
  const read = sealedIn(text, undefined, value)
  return { found: 'found' in read ? [read.found] : [], anchors: [], problems: 'found' in read ? [] : [read.problem] }
}
