import type { Matcher } from '../compile/compiled.ts'
import type { Word } from '../shell/effects.ts'
import { globStart } from './glob-start.ts'
import { some, type Truth } from './kleene.ts'
import { matchValue } from './match-value.ts'
import { certainStart, certainText } from './word-text.ts'

/** Whether one of the words fits. A word that cannot be told may fit, unless its certain start already rules that out. */
export const matchOperand = (matcher: Matcher, words: readonly Word[]): Truth =>
  some(words, word => {
    const text = certainText(word)
    if (text !== undefined) return matchValue(matcher, text)
    return !word.isMany && isRuledOut(matcher, certainStart(word)) ? 'no' : 'maybe'
  })

/** Whether no text that starts with `start` can fit. */
const isRuledOut = (matcher: Matcher, start: string): boolean => {
  if ('equals' in matcher) return !String(matcher.equals).startsWith(start)
  if ('oneOf' in matcher) return !matcher.oneOf.some(one => String(one).startsWith(start))
  if (!('glob' in matcher)) return false
  const prefix = globStart(matcher.source)
  return !prefix.startsWith(start) && !start.startsWith(prefix)
}
