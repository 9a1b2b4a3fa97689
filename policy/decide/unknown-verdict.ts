import type { Verdict } from '../compile/compiled.ts'
import { answerTo, UNKNOWN_KINDS, type Unknown } from '../compile/unknown-kinds.ts'
import type { Maybe } from './kleene.ts'
import { stricter } from './strictness.ts'

/** What a rule says when it may apply: the strictest of its answers to the reasons; undefined: it keeps quiet about all of them. */
export const unknownVerdict = (unknown: Unknown, reasons: Maybe): Verdict | undefined => {
  if (typeof unknown === 'string') return unknown === 'ignore' ? undefined : unknown
  let strictest: Verdict | 'none' = 'none'
  for (const [at, kind] of UNKNOWN_KINDS.entries()) {
    const answer = answerTo(unknown, kind)
    const isReason = (reasons & (1 << at)) !== 0
    if (isReason && answer !== 'ignore') strictest = stricter(strictest, answer)
  }
  return strictest === 'none' ? undefined : strictest
}
