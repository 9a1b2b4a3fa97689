/** Where sealed records wait until somebody else has them. The one over `$.fs` is in `hooks/`. */
import type { Durability } from '../policy/compile/compiled.ts'

export type KeeperState = {
  /** Lines kept that nobody acknowledged. */
  readonly waiting: number
  /** Those of them that are not written yet. */
  readonly unwritten: number
  readonly bytes: number
  /** Lines that were dropped, for want of room or because they could not be written. */
  readonly dropped: number
  /** Pieces of lines that sessions before this one left half written. */
  readonly torn: number
  /** Lines of sessions before this one that were handed out. */
  readonly recovered: number
  /** Why the last write failed; absent where it did not. Never a path. */
  readonly lastFailure?: string
}

export type Keeper = {
  /**
   * Keeps a sealed line. `ahead`: settled once it is written; rejects where it cannot be kept, or not in time, and the policy says to refuse then.
   * `behind`: settled at once, written soon.
   */
  readonly keep: (line: string, durability: Exclude<Durability, 'memory'>) => Promise<void>
  /** Records of a chain up to this one, itself included, were taken by the collector. */
  readonly acknowledge: (chain: string, upToSeq: number) => void
  /**
   * Lines that sessions before this one left behind, in order within each chain. Some at a time: the next once these are acknowledged, and these again
   * where they are not within a minute. Never rejects.
   */
  readonly recover: () => Promise<readonly string[]>
  /** Begins to write what is not written yet. */
  readonly hurry: () => void
  /** At a session's end: writes what is left, and says that whoever comes next may have it. Never rejects. Is done soon after `roomMs` at the latest, and within the policy's deadline. */
  readonly leave: (roomMs: number) => Promise<void>
  readonly state: () => KeeperState
}
