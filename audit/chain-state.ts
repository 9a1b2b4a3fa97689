/** What is known of one chain while logs are read. */
import { createRuns, type Runs } from './runs.ts'
import type { Anchor } from './sealed-lines.ts'
import { createSeen, type Place, type Seen } from './seen.ts'
import type { ChainSummary } from './verification.ts'

export type ChainState = {
  readonly chain: string
  readonly sessionId: string
  readonly seen: Seen
  readonly runs: Runs
  /** Records that somebody names, and that were not there when they were named; by number and hash: of two that differ each is held to what is here. */
  readonly anchors: Map<string, Anchor & Place>
  policyDigest?: string
  hasMacs?: boolean
  ended?: number
  former?: Anchor & Place
  records: number
  lost: number
  findings: number
  firstTime: number
  lastTime: number
  lastSeq: number
  /** Where a span's resource first told of another policy, and which attribute did. */
  otherPolicy?: Place & { readonly attribute: string }
  /** The file of sealed lines read last, and the number of its last record. */
  file: number
  seqInFile: number
}

/** Of a chain of which nothing was read yet. */
export const createChainState = (chain: string, sessionId: string): ChainState => ({
  chain,
  sessionId,
  seen: createSeen(),
  runs: createRuns(),
  anchors: new Map(),
  records: 0,
  lost: 0,
  findings: 0,
  firstTime: Number.POSITIVE_INFINITY,
  lastTime: Number.NEGATIVE_INFINITY,
  lastSeq: -1,
  file: -1,
  seqInFile: -1,
})

/** What is told of a chain in the end. `chains`: all there are, by name. */
export function summaryOf(state: ChainState, chains: ReadonlyMap<string, ChainState>): ChainSummary {
  const { chain, sessionId, policyDigest, former, records, lastSeq, firstTime, lastTime, lost, findings } = state
  const before = former && chains.get(former.chain)
  return {
    chain,
    sessionId,
    ...(policyDigest === undefined ? {} : { policyDigest }),
    records,
    firstSeq: state.runs.first() ?? lastSeq,
    lastSeq,
    firstTime: Number.isFinite(firstTime) ? firstTime : 0,
    lastTime: Number.isFinite(lastTime) ? lastTime : 0,
    isEnded: state.ended !== undefined,
    ...(former === undefined
      ? {}
      : { former: { chain: former.chain, seq: former.seq, isKnown: before !== undefined, isEnded: before?.ended !== undefined } }),
    lost,
    findings,
  }
}
