import type { Word } from '../shell/effects.ts'
import { maybe, type Truth } from './kleene.ts'
import { certainStart, certainText } from './word-text.ts'

const UNCLEAR = maybe('argument')

/** Whether a word sequence leads a program's words, and which words may then be its operands. */
export type Lead = { readonly truth: Truth; readonly operands: readonly Word[] }

/**
 * A word that cannot be told may be the one looked for. Where it may also vanish, be an option or be several words, what follows
 * may stand anywhere: then the answer is 'maybe', and it and all after it may be operands.
 */
export const leadOf = (sequence: readonly string[], words: readonly Word[]): Lead => {
  let truth: Truth = 'yes'
  for (const [at, wanted] of sequence.entries()) {
    const word = words[at]
    if (word === undefined) return NO_LEAD
    const text = certainText(word)
    if (text === wanted) continue
    if (text !== undefined) return NO_LEAD
    const start = certainStart(word)
    const mayShift = word.isMany || start === '' || start.startsWith('-')
    const isAnother = start !== '' && !start.startsWith('-') && !wanted.startsWith(start)
    if (isAnother) return NO_LEAD
    if (mayShift) return { truth: UNCLEAR, operands: words.slice(at) }
    truth = UNCLEAR
  }
  return { truth, operands: words.slice(sequence.length) }
}

const NO_LEAD: Lead = { truth: 'no', operands: [] }
