/** Whether a log is whole: every record as it was sealed, none missing, none put in. Lines are taken one at a time, in whatever order files are given. */
import { ATTRIBUTE } from './attributes.ts'
import { CHAIN_ID } from './chain-id.ts'
import { type ChainState, createChainState, summaryOf } from './chain-state.ts'
import { genesisText } from './genesis.ts'
import { isTime } from './is-time.ts'
import { createNamed } from './named.ts'
import { type Anchor, anchorOf, type Found, readLine } from './sealed-lines.ts'
import type { SealedRecord } from './sealed-record.ts'
import type { Place } from './seen.ts'
import { type Carrier, differencesOf } from './span-agrees.ts'
import type { Finding, FindingKind, Verification } from './verification.ts'

export type VerifyOptions = {
  /** SHA-256 of a text's UTF-8, lower-case hex. */
  readonly hashOf: (text: string) => string
  /** HMAC-SHA-256 under the key, of a hash as it is written. Given: every record must carry the right mac. */
  readonly macOf?: (hash: string) => string
  /** What of a record is as castellan writes none; undefined: all of it is as it should be. */
  readonly misfitOf?: (record: SealedRecord) => string | undefined
  /** Whether a policy of this digest was deployed; absent: any may have been. */
  readonly isKnownPolicy?: (digest: string) => boolean
  /** What is known from elsewhere. */
  readonly anchors?: readonly Anchor[]
  /** A chain without an end is a finding, and one that is named and not here. */
  readonly isComplete?: boolean
  /** The log is part of a longer one: a chain may begin in its midst. */
  readonly isPart?: boolean
}

/** A line and where it stands. `file` as it should be shown; `line` from 1; `text` undefined: too long to be read. */
export type PlacedLine = { readonly file: string; readonly line: number; readonly text: string | undefined }

export type Verifier = {
  /** Answers the records of the line that were not there before. */
  readonly take: (line: PlacedLine) => readonly SealedRecord[]
  readonly finish: () => Verification
}

const MAX_FINDINGS = 1000
const NAMERS = { stamp: 'a stamp on the engine’s records', span: 'a span' } as const
const FILE_OF_CHAIN = /-([0-9a-f]{16})-\d+\.jsonl$/

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** A field of the record's policy, whatever a stranger wrote there. */
const policyFieldOf = (record: SealedRecord, field: 'name' | 'digest'): string | undefined => {
  const policy: unknown = 'policy' in record ? record.policy : undefined
  const value = isRecord(policy) ? policy[field] : undefined
  return typeof value === 'string' ? value : undefined
}
const policyDigestOf = (record: SealedRecord): string | undefined => policyFieldOf(record, 'digest')
const OF_POLICY = { digest: ATTRIBUTE.policyDigest, name: ATTRIBUTE.policyName } as const

const missing = (from: number, to: number): string =>
  from === to ? `record ${from} of the chain is` : `records ${from} to ${to} of the chain are`

/** Lines go in one at a time; what is wrong with the whole is known at `finish`. Never throws, whatever the lines hold. */
export function createVerifier(options: VerifyOptions): Verifier {
  const { hashOf, macOf, misfitOf, isKnownPolicy, isComplete = false, isPart = false } = options
  const files: string[] = []
  const chains = new Map<string, ChainState>()
  const named = createNamed()
  /** Anchors of chains of which no record was seen yet, each once. */
  const early = new Map<string, Anchor & Place>()
  const findings: Finding[] = []
  let findingCount = 0
  let records = 0
  let duplicates = 0
  let hasMacs = false

  const fileOf = (name: string): number => {
    if (files.at(-1) === name) return files.length - 1
    const known = files.indexOf(name)
    return known >= 0 ? known : files.push(name) - 1
  }

  const find = (kind: FindingKind, place: Place, message: string, state?: Pick<ChainState, 'chain' | 'findings'>, seq?: number): void => {
    findingCount++
    if (state !== undefined) state.findings++
    if (findings.length >= MAX_FINDINGS) return
    findings.push({ kind, file: files[place.file] ?? '', line: place.line, chain: state?.chain, seq, message })
  }
  const where = (place: Place): string => `${files[place.file]}:${place.line}`

  const stateOf = ({ chain, sessionId }: SealedRecord): ChainState => {
    const known = chains.get(chain)
    if (known !== undefined) return known
    const state = createChainState(chain, sessionId)
    chains.set(chain, state)
    return state
  }

  const checkSeal = ({ record, sealed }: Found, state: ChainState, place: Place): boolean => {
    const { hash, mac, seq } = record
    const isSealed = sealed !== undefined && hashOf(sealed) === hash
    if (sealed === undefined) find('edited', place, 'it is not written as castellan writes records', state, seq)
    else if (!isSealed) find('edited', place, 'it was changed after it was sealed: its hash is that of another record', state, seq)
    hasMacs ||= mac !== undefined
    if (macOf !== undefined && mac === undefined) find('mac', place, 'it carries no mac, and a key was given', state, seq)
    else if (macOf !== undefined && macOf(hash) !== mac) find('mac', place, 'its mac was not made with this key', state, seq)
    else if (state.hasMacs !== undefined && state.hasMacs !== (mac !== undefined))
      find('mac', place, 'some records of this chain carry a mac, and others do not', state, seq)
    state.hasMacs ??= mac !== undefined
    return isSealed
  }

  /** Who ships again what another left behind does it under a resource of its own. */
  const checkCarrier = (record: SealedRecord, carrier: Carrier, state: ChainState, place: Place): void => {
    for (const told of differencesOf(record, carrier)) find('attribute', place, told, state, record.seq)
    for (const field of ['digest', 'name'] as const) {
      const value = policyFieldOf(record, field)
      const attribute = OF_POLICY[field]
      if (value !== undefined && carrier.resource.get(attribute) !== value) state.otherPolicy ??= { ...place, attribute }
    }
  }

  const checkOwner = (record: SealedRecord, state: ChainState, place: Place): void => {
    const { seq } = record
    const digest = policyDigestOf(record)
    if (record.sessionId !== state.sessionId) find('session', place, 'the chain belongs to another session', state, seq)
    if (digest === undefined) return
    if (state.policyDigest !== undefined && digest !== state.policyDigest)
      find('policy', place, `its policy ${digest.slice(0, 12)} is not that of the chain, ${state.policyDigest.slice(0, 12)}`, state, seq)
    // Told once a chain: all its records say the same, or are told above.
    if (state.policyDigest === undefined && isKnownPolicy?.(digest) === false)
      find('policy', place, `the policy ${digest.slice(0, 12)} is none of those given`, state, seq)
    state.policyDigest ??= digest
  }

  const checkShape = (record: SealedRecord, state: ChainState, place: Place): void => {
    const { seq, event } = record
    const kind = 'kind' in record ? record.kind : undefined
    const isStart = event === 'castellan.chain' && kind === 'start'
    if (isStart !== (seq === 0))
      find('shape', place, isStart ? 'a chain starts in its midst' : 'the first record is not the start of a chain', state, seq)
    if (isStart) {
      const genesis = hashOf(genesisText(policyDigestOf(record) ?? '', record.sessionId, state.chain))
      if (record.prev !== genesis) find('broken', place, 'the chain was started for another policy, session or id', state, seq)
      const former = 'former' in record ? anchorOf(record.former) : undefined
      if (former !== undefined) noteAnchor(former, place, `the chain ${state.chain}, which follows it,`)
      if (former !== undefined) state.former = { ...former, ...place }
    }
    if (event === 'castellan.chain' && kind === 'end') state.ended = Math.max(state.ended ?? -1, seq)
    if (event === 'castellan.checkpoint' && 'head' in record) {
      const head: unknown = record.head
      const isRight = isRecord(head) && head.seq === seq - 1 && head.hash === record.prev
      if (!isRight) find('shape', place, 'the checkpoint tells of another record than the one before it', state, seq)
    }
    const named = FILE_OF_CHAIN.exec(files[place.file] ?? '')?.[1]
    if (named !== undefined && named !== state.chain) find('shape', place, 'the file is named for another chain', state, seq)
  }

  const checkLinks = (record: SealedRecord, state: ChainState, place: Place): void => {
    for (const { seq, at, before } of state.runs.join(record, place))
      find('broken', at, `it was not sealed after record ${seq - 1} as that stands at ${where(before)}`, state, seq)
  }

  const checkOrder = ({ seq }: SealedRecord, state: ChainState, place: Place): void => {
    if (state.file === place.file && seq < state.seqInFile) find('order', place, `it stands behind record ${state.seqInFile}`, state, seq)
    state.seqInFile = state.file === place.file ? Math.max(seq, state.seqInFile) : seq
    state.file = place.file
  }

  const findOther = ({ seq, hash }: Anchor, place: Place, state: ChainState): void =>
    find('anchor', place, `record ${seq} of the chain is another here: its hash was ${hash.slice(0, 12)}`, state, seq)

  const noteAnchor = (anchor: Anchor, place: Place, by?: string): void => {
    const { chain, seq, hash } = anchor
    const state = chains.get(chain)
    if (state === undefined) {
      if (by !== undefined) named.note(chain, by, place)
      if (!early.has(`${chain} ${seq} ${hash}`)) early.set(`${chain} ${seq} ${hash}`, { ...anchor, ...place })
      return
    }
    const holds = state.seen.holds(anchor.seq, anchor.hash)
    if (holds === false) findOther(anchor, place, state)
    if (holds === undefined) state.anchors.set(`${seq} ${hash}`, { ...anchor, ...place })
  }

  /** The policies that stamps name beside a chain, each where it does so first. */
  const stamped = new Map<string, Map<string, Place>>()
  const noteStamped = (chain: string, digest: string, place: Place): void => {
    const known = stamped.get(chain) ?? new Map<string, Place>()
    stamped.set(chain, known)
    if (!known.has(digest)) known.set(digest, place)
  }

  /** Whether it is the first of its number. */
  const takeRecord = (found: Found, place: Place): boolean => {
    const { record, carrier } = found
    const state = stateOf(record)
    const { seq, hash } = record
    const isSealed = checkSeal(found, state, place)
    if (isSealed && carrier !== undefined) checkCarrier(record, carrier, state, place)
    const earlier = state.seen.add(seq, hash, place)
    if (earlier?.isSame) {
      duplicates++
      return false
    }
    if (earlier !== undefined) {
      find('duplicate', place, `another record ${seq} of the chain stands at ${where(earlier)}`, state, seq)
      return true
    }
    records++
    state.records++
    state.lastSeq = Math.max(state.lastSeq, seq)
    const time: unknown = record.time
    if (isTime(time)) {
      state.firstTime = Math.min(state.firstTime, time)
      state.lastTime = Math.max(state.lastTime, time)
    }
    const lost: unknown = record.lost
    if (isRecord(lost) && typeof lost.count === 'number') state.lost += lost.count
    const misfit = isSealed ? misfitOf?.(record) : undefined
    if (misfit !== undefined) find('fields', place, misfit, state, seq)
    checkOwner(record, state, place)
    checkShape(record, state, place)
    checkLinks(record, state, place)
    if (carrier === undefined) checkOrder(record, state, place)
    if (record.event === 'castellan.recovered' && 'from' in record && isRecord(record.from)) noteRecovered(record.from, state, place)
    return true
  }

  /** Chains of which another session found records: how far they reached. */
  const reached = new Map<string, number>()
  const noteRecovered = (from: Readonly<Record<string, unknown>>, state: ChainState, place: Place): void => {
    const { chain, lastSeq } = from
    if (typeof chain !== 'string' || !CHAIN_ID.test(chain) || typeof lastSeq !== 'number') return
    reached.set(chain, Math.max(lastSeq, reached.get(chain) ?? 0))
    named.note(chain, `the chain ${state.chain}, which found records of it,`, place)
  }

  const checkFormer = (former: Anchor & Place, state: ChainState): void => {
    const before = chains.get(former.chain)
    if (before !== undefined && before.sessionId !== state.sessionId)
      find('session', former, `the chain ${former.chain}, which it says it follows, belongs to another session`, state, 0)
  }

  const finishChain = (state: ChainState): void => {
    for (const { from, to, at } of state.runs.gaps())
      if (from > 0 || !isPart) find('gap', at, `${missing(from, to)} missing before it`, state, to + 1)
    const { seq: lastSeq, ...end } = state.runs.end()
    if (state.ended !== undefined && state.ended < lastSeq)
      find('shape', end, `the chain goes on after its end, record ${state.ended}`, state, lastSeq)
    for (const anchor of state.anchors.values()) {
      const holds = state.seen.holds(anchor.seq, anchor.hash)
      if (holds === false) findOther(anchor, anchor, state)
      if (holds === undefined && anchor.seq > lastSeq)
        find('anchor', end, `the chain is cut off here: it had a record ${anchor.seq}`, state, lastSeq)
    }
    const isRecovered = reached.has(state.chain)
    if (state.otherPolicy !== undefined && !isRecovered && !isPart)
      find('attribute', state.otherPolicy, `${state.otherPolicy.attribute} of the span’s resource is another than in the record`, state)
    for (const [digest, place] of stamped.get(state.chain) ?? [])
      if (state.policyDigest !== undefined && digest !== state.policyDigest)
        find('attribute', place, `${ATTRIBUTE.policyDigest} of the stamp is another than in the records of its chain`, state)
    const far = reached.get(state.chain) ?? -1
    if (far > lastSeq) find('anchor', end, `the chain is cut off here: another session found its record ${far}`, state, lastSeq)
    if (isComplete && state.ended === undefined) find('unfinished', end, 'the chain has no end', state, lastSeq)
    if (state.former !== undefined) checkFormer(state.former, state)
  }

  return {
    take({ file, line, text }) {
      const place = { file: fileOf(file), line }
      const { found, anchors, problems } = readLine(text)
      for (const problem of problems) find('unreadable', place, problem)
      const fresh = found.filter(one => takeRecord(one, place)).map(one => one.record)
      for (const { by, policyDigest, ...anchor } of anchors) {
        noteAnchor(anchor, place, NAMERS[by])
        if (typeof policyDigest === 'string') noteStamped(anchor.chain, policyDigest, place)
      }
      return fresh
    },
    finish() {
      const given = { file: fileOf('(given)'), line: 0 }
      for (const anchor of options.anchors ?? []) {
        if (chains.has(anchor.chain)) noteAnchor(anchor, given)
        else find('anchor', given, `nothing of the chain ${anchor.chain} is here`)
      }
      for (const { file, line, ...anchor } of early.values()) if (chains.has(anchor.chain)) noteAnchor(anchor, { file, line })
      for (const state of chains.values()) finishChain(state)
      // It may lie in a file that was not asked about.
      const absent = named.absent(chain => chains.has(chain))
      if (isComplete) for (const { chain, message, ...place } of absent) find('missing', place, message, { chain, findings: 0 })
      const order = (one: Finding): number => files.indexOf(one.file)
      return {
        isWhole: findingCount === 0,
        records,
        duplicates,
        chains: [...chains.values()].map(state => summaryOf(state, chains)),
        absent: isComplete ? [] : absent.slice(0, MAX_FINDINGS).map(one => ({ ...one, file: files[one.file] ?? '' })),
        findings: findings.toSorted((a, b) => order(a) - order(b) || a.line - b.line),
        findingCount,
        macs: !hasMacs ? 'none' : macOf === undefined ? 'unchecked' : 'checked',
      }
    },
  }
}
