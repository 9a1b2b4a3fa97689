/** What is kept and shipped of a session: a chain of records, each of which holds the hash of the one before. `schemas/audit-record.schema.json` is this as JSON Schema. */
import type { AuditRecord } from './record.ts'

/** What is lost, and why: `spool full`, `not readable`, `refused by the collector: HTTP 400` and the like. */
export type Lost = { readonly count: number; readonly why: string }

type Common = { readonly time: number; readonly sessionId: string; readonly lost?: Lost }

/** The first record of a chain. */
export type ChainStart = Common & {
  readonly event: 'castellan.chain'
  readonly kind: 'start'
  readonly policy: { readonly name: string; readonly digest: string }
  /** castellan's version. */
  readonly castellan: string
  /** The variable that the policy names for the key of the macs, where it has no value: no record of the chain has a mac. */
  readonly keyUnset?: string
  /** The chain of the same session before this one, where a worker was lost in between and its last record is known. */
  readonly former?: { readonly chain: string; readonly seq: number; readonly hash: string }
}

/** How many dispatches of an event were counted and not recorded, since the checkpoint before. */
export type Counts = Readonly<Record<string, number>>

/** Checks of a call that has a record, answered as that says, and asked for again: how often since the checkpoint before, by the call's id. Absent: none were. */
type Repeats = { readonly repeats?: Counts }

/** The last record of a chain. */
export type ChainEnd = Common &
  Repeats & {
    readonly event: 'castellan.chain'
    readonly kind: 'end'
    readonly counts: Counts
    /** Why the session ended, in the engine's word. */
    readonly reason?: string
  }

/** Says now and then that the chain is alive, and what was counted. */
export type Checkpoint = Common &
  Repeats & {
    readonly event: 'castellan.checkpoint'
    readonly counts: Counts
    /** Spans that were dropped since the module was loaded. The records themselves may still be kept. */
    readonly dropped: number
    /** The record before this one. */
    readonly head: { readonly seq: number; readonly hash: string }
    /** At the end of a turn: which one, and how long it took from `time`, milliseconds. */
    readonly turn?: number
    readonly ms?: number
  }

/** Records that another session left behind were found, and were shipped again. */
export type Recovered = Common & {
  readonly event: 'castellan.recovered'
  readonly from: { readonly chain: string; readonly records: number; readonly lastSeq: number }
}

/** What is sealed. */
export type RecordFields = (AuditRecord & { readonly lost?: Lost }) | ChainStart | ChainEnd | Checkpoint | Recovered

export type Seal = {
  readonly v: 1
  /** Random, 16 hex digits: one loaded module in one session. */
  readonly chain: string
  /** From 0, without gaps. */
  readonly seq: number
  /** The hash of the record before; of the first, what `genesisOf` answers. */
  readonly prev: string
  /** SHA-256 of the canonical JSON of all else but `mac`, 64 lower-case hex digits. */
  readonly hash: string
  /** HMAC-SHA-256 of `hash` under the organisation's key, where it has one. */
  readonly mac?: string
}

export type SealedRecord = RecordFields & Seal
