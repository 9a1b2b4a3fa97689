import type { ArgMatcher, Matcher } from '../compile/compiled.ts'
import { ownValue } from '../facts/own-value.ts'
import { every, maybe, type Truth, toTruth } from './kleene.ts'

/** The longest text an expression is tried on, in UTF-16 code units. Past it, it cannot be told. */
export const MAX_TEXT = 65_536
const TOO_LONG = maybe('value')

/** Whether an expression fits; of a text past `MAX_TEXT` it cannot be told. */
export const testText = (re: RegExp, text: string): Truth => (text.length > MAX_TEXT ? TOO_LONG : toTruth(re.test(text)))

/** Whether a value fits. `equals` and `oneOf` compare by `===`; the others fit texts alone. */
export const matchValue = (matcher: Matcher, value: unknown): Truth => {
  if ('equals' in matcher) return toTruth(matcher.equals === value)
  if ('oneOf' in matcher) return toTruth(matcher.oneOf.some(one => one === value))
  if (typeof value !== 'string') return 'no'
  if ('contains' in matcher) return toTruth(value.includes(matcher.contains))
  return testText('glob' in matcher ? matcher.glob : matcher.regex, value)
}

/** Whether every named argument is there and fits. Only own properties count, so that `constructor` names nothing. */
export const matchArgs = (matchers: readonly ArgMatcher[], args: unknown): Truth =>
  every(matchers, ({ path, is }) => {
    const value = path.split('.').reduce(ownValue, args)
    return value === undefined ? 'no' : matchValue(is, value)
  })
