/** What is answered about logs: the chains in them, and what is wrong with these. */
import type { Absent } from './named.ts'

export type FindingKind =
  /** The line holds no record that can be read. */
  | 'unreadable'
  /** The record is not the one that was sealed. */
  | 'edited'
  /** The record before is another than the one that this was sealed after. */
  | 'broken'
  | 'gap'
  | 'order'
  /** Two different records of one number. */
  | 'duplicate'
  /** Somebody else saw a later, or another, record. */
  | 'anchor'
  | 'mac'
  | 'policy'
  /** A record that no castellan writes: a field that none has, or another type. */
  | 'fields'
  /** A span, or a stamp, says something else than the sealed record. */
  | 'attribute'
  | 'session'
  /** A start that is not the first record, a record after the end, a checkpoint that tells of another head, a file that holds another chain than its name says. */
  | 'shape'
  /** Only where a log must be complete: a chain without an end. */
  | 'unfinished'
  /** Only where a log must be complete: a chain that something here names, and of which there is no record. */
  | 'missing'

export type Finding = {
  readonly kind: FindingKind
  readonly file: string
  /** From 1; 0 where no line is to blame. */
  readonly line: number
  readonly chain?: string
  readonly seq?: number
  readonly message: string
}

export type ChainSummary = {
  readonly chain: string
  readonly sessionId: string
  readonly policyDigest?: string
  readonly records: number
  readonly firstSeq: number
  readonly lastSeq: number
  readonly firstTime: number
  readonly lastTime: number
  readonly isEnded: boolean
  /** The chain that it says it follows, where a worker was lost in between. */
  readonly former?: Former
  /** Records that castellan itself says it could not keep. */
  readonly lost: number
  readonly findings: number
}

/** `seq`: the last record that the chain after it knew of. `isKnown`: something of it is here; `isEnded`: its own end too, so that nothing came after that. */
export type Former = { readonly chain: string; readonly seq: number; readonly isKnown: boolean; readonly isEnded: boolean }

export type Verification = {
  readonly isWhole: boolean
  readonly records: number
  /** Deliveries of a record that was there already, and is the same. */
  readonly duplicates: number
  readonly chains: readonly ChainSummary[]
  /** Chains that something here names, and of which there is no record: at most a thousand. Where the log must be complete they are findings instead. */
  readonly absent: readonly Absent<{ readonly file: string; readonly line: number }>[]
  /** The first thousand, by file and line; `findingCount` counts all. */
  readonly findings: readonly Finding[]
  readonly findingCount: number
  /** `unchecked`: there are macs, and no key was given. `none`: there are none. */
  readonly macs: 'checked' | 'unchecked' | 'none'
}
