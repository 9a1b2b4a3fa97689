/** Runs of a chain's records, numbered without a gap, in whatever order they came. */
import type { SealedRecord } from './sealed-record.ts'
import type { Place } from './seen.ts'

type Edge = Place & { readonly hash: string }

/** The record of this number, which stands at `at`, was not sealed after the one before it, which stands at `before`. */
export type Break = { readonly seq: number; readonly at: Place; readonly before: Place }

/** Numbers of which there is no record, the first and the last; `at`: where the next one stands. */
export type Gap = { readonly from: number; readonly to: number; readonly at: Place }

export type Runs = {
  /** Joins a record, the first of its number, to the runs on either side of it. Answers where that does not hold. */
  readonly join: (record: Pick<SealedRecord, 'seq' | 'prev' | 'hash'>, place: Place) => readonly Break[]
  /** Before the first run and between them, in order. */
  readonly gaps: () => readonly Gap[]
  /** The first number there is; undefined: none. */
  readonly first: () => number | undefined
  /** The last number there is and where it stands; -1 where there is none. */
  readonly end: () => Place & { readonly seq: number }
}

const inOrder = (edges: ReadonlyMap<number, Edge>): (readonly [number, Edge])[] => [...edges].sort(([a], [b]) => a - b)

export function createRuns(): Runs {
  /** By the first number of each run: what it was sealed after. */
  const starts = new Map<number, Edge>()
  /** By the last number of each: its hash. */
  const ends = new Map<number, Edge>()
  return {
    join({ seq, prev, hash }, place) {
      const breaks: Break[] = []
      const before = ends.get(seq - 1)
      const after = starts.get(seq + 1)
      if (before === undefined) starts.set(seq, { ...place, hash: prev })
      else {
        ends.delete(seq - 1)
        if (before.hash !== prev) breaks.push({ seq, at: place, before })
      }
      if (after === undefined) ends.set(seq, { ...place, hash })
      else {
        starts.delete(seq + 1)
        if (after.hash !== hash) breaks.push({ seq: seq + 1, at: after, before: place })
      }
      return breaks
    },
    gaps() {
      const lasts = [-1, ...inOrder(ends).map(([seq]) => seq)]
      return inOrder(starts).flatMap(([seq, at], run) => {
        const from = (lasts[run] as number) + 1
        return from < seq ? [{ from, to: seq - 1, at }] : []
      })
    },
    first: () => inOrder(starts)[0]?.[0],
    end() {
      const [seq, { file, line }] = inOrder(ends).at(-1) ?? [-1, { file: 0, line: 0 }]
      return { seq, file, line }
    },
  }
}
