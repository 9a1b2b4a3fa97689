import type { Matcher } from '../compile/compiled.ts'
import type { Word } from '../shell/effects.ts'
import { globStart } from './glob-start.ts'
import { maybe, some, type Truth } from './kleene.ts'
import { matchValue } from './match-value.ts'
import { certainStart, certainText, writtenText } from './word-text.ts'

const UNCLEAR = maybe('argument')

/**
 * Whether one of the words fits. A word that cannot be told may fit, unless its certain start already rules that out.
 * A pattern over file names (`/*`) and a variable that is not known (`$HOME/*`) fit as written, which is what a rule that names them means; the names that a
 * pattern becomes all have its certain start. `+*` fits whatever starts so.
 */
export const matchOperand = (matcher: Matcher, words: readonly Word[]): Truth =>
  some(words, word => {
    const text = certainText(word)
    if (text !== undefined) return matchValue(matcher, text)
    const written = writtenText(word)
    if (matchValue(matcher, written ?? word.source.replaceAll('"', '')) === 'yes') return 'yes'
    const start = certainStart(word)
    if ('glob' in matcher && matcher.source === `${globStart(matcher.source)}*` && matcher.glob.test(start)) return 'yes'
    const mayBeSplit = word.isMany && written === undefined
    return !mayBeSplit && isRuledOut(matcher, start) ? 'no' : UNCLEAR
  })

/** Whether no text that starts with `start` can fit. */
const isRuledOut = (matcher: Matcher, start: string): boolean => {
  if ('equals' in matcher) return !String(matcher.equals).startsWith(start)
  if ('oneOf' in matcher) return !matcher.oneOf.some(one => String(one).startsWith(start))
  if (!('glob' in matcher)) return false
  const prefix = globStart(matcher.source)
  return !prefix.startsWith(start) && !start.startsWith(prefix)
}
