/** Sealed records that no receiver has answered for yet, chain by chain: what waits on the disk is acknowledged as they leave. */
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { ATTRIBUTE } from './attributes.ts'
import type { Keeper } from './keeper.ts'
import type { SealedRecord } from './sealed-record.ts'

export type Unsent = {
  /** A receiver will answer for the spans of this record. `isKept`: on the disk too. Those of a chain come in the order of their numbers. */
  readonly expect: (record: SealedRecord, isKept: boolean) => void
  /** Whether they are still to be answered for. */
  readonly has: (record: SealedRecord) => boolean
  /** Nobody need keep the records of these spans any longer. `isHeld`: but for those that are on the disk. Answers their lines. */
  readonly forget: (spans: readonly ReadableSpan[], isHeld?: boolean) => readonly string[]
}

/** Of a chain: the numbers of its records, each with whether it is kept on the disk, and the last that there was. */
type Numbers = { readonly seqs: Map<number, boolean>; last: number }

const max = Math.max

/** `keeper`: undefined where nothing is kept on the disk. */
export function createUnsent(keeper: Pick<Keeper, 'acknowledge'> | undefined): Unsent {
  const chains = new Map<string, Numbers>()
  return {
    expect({ chain, seq }, isKept) {
      const known = chains.get(chain) ?? { seqs: new Map(), last: seq }
      known.last = max(known.last, seq)
      known.seqs.set(seq, isKept)
      chains.set(chain, known)
    },
    has: ({ chain, seq }) => chains.get(chain)?.seqs.has(seq) === true,
    forget(spans, isHeld = false) {
      const touched = new Set<string>()
      const lines: string[] = []
      for (const { attributes } of spans) {
        const { [ATTRIBUTE.auditChain]: chain, [ATTRIBUTE.auditSeq]: seq } = attributes
        const seqs = chains.get(`${chain}`)?.seqs
        if (seq === undefined || (isHeld && seqs?.get(Number(seq)))) continue
        lines.push(`${attributes[ATTRIBUTE.auditRecord]}`)
        if (seqs?.delete(Number(seq))) touched.add(`${chain}`)
      }
      for (const chain of touched) {
        const { seqs, last } = chains.get(chain) as Numbers
        // In the order of their numbers: that is how they came.
        const [first = last + 1] = seqs.keys()
        keeper?.acknowledge(chain, first - 1)
      }
      return lines
    },
  }
}
