import type { Matcher } from '../compile/compiled.ts'
import type { Word } from '../shell/effects.ts'
import { globStart } from './glob-start.ts'
import { maybe, some, type Truth } from './kleene.ts'
import { matchValue } from './match-value.ts'
import { certainStart, certainText, writtenText } from './word-text.ts'

const UNCLEAR = maybe('argument')

/**
 * Whether one of the words fits. A word that cannot be told may fit, unless its certain start already rules that out.
 * A pattern over file names (`/*`) fits as written, which is what a rule that names it means; the names it becomes all have its certain start.
 */
export const matchOperand = (matcher: Matcher, words: readonly Word[]): Truth =>
  some(words, word => {
    const text = certainText(word)
    if (text !== undefined) return matchValue(matcher, text)
    const written = writtenText(word)
    if (written !== undefined && matchValue(matcher, written) === 'yes') return 'yes'
    const mayBeSplit = word.isMany && written === undefined
    return !mayBeSplit && isRuledOut(matcher, certainStart(word)) ? 'no' : UNCLEAR
  })

/** Whether no text that starts with `start` can fit. */
const isRuledOut = (matcher: Matcher, start: string): boolean => {
  if ('equals' in matcher) return !String(matcher.equals).startsWith(start)
  if ('oneOf' in matcher) return !matcher.oneOf.some(one => String(one).startsWith(start))
  if (!('glob' in matcher)) return false
  const prefix = globStart(matcher.source)
  return !prefix.startsWith(start) && !start.startsWith(prefix)
}
