import { answerTo, UNKNOWN_KINDS, type Unknown } from '../compile/unknown-kinds.ts'
import type { Verdict } from '../compile/verdict.ts'
import { hasKind, MAY_BE_EXCEPTED, type Maybe } from './kleene.ts'
import { stricter } from './strictness.ts'

/** What a rule says when it may apply: the strictest of its answers to the reasons; undefined: it keeps quiet about all of them. */
export const unknownVerdict = (unknown: Unknown, reasons: Maybe): Verdict | undefined => {
  if (reasons === MAY_BE_EXCEPTED) {
    const argument = answerTo(unknown, 'argument')
    return argument !== 'ignore' ? argument : typeof unknown === 'string' ? undefined : 'ask'
  }
  let strictest: Verdict | 'none' = 'none'
  for (const [at, kind] of UNKNOWN_KINDS.entries()) {
    const answer = answerTo(unknown, kind)
    if (hasKind(reasons, kind, at) && answer !== 'ignore') strictest = stricter(strictest, answer)
  }
  return strictest === 'none' ? undefined : strictest
}
