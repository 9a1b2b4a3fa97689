/** Escapes that stand for one byte or one character. */
import { digitsEnd, numberIn } from './hex-digits.ts'
import { unitAt } from './realm.ts'

const PERCENT = 37
const AND = 38
const HASH = 35
const SEMICOLON = 59
const BACKSLASH = 92
const U = 117
const X = 120
/** Digits of a character in markup; backslashes, of JSON in JSON. */
const MAX_DIGITS = 7
const MAX_BACKSLASHES = 4

/** Where the escape at `at` ends: `%68`, `\x68`, `\u0068`, `&#104;` or `&#x68;`; 0 where there is none. `tell` is called with what it stands for. */
export function escapeEnd(text: string, at: number, tell: (value: number, start: number, end: number) => void): number {
  const unit = unitAt(text, at)
  let from = at + 1
  let end = at + 3
  let base = 16
  let after = 0
  if (unit === BACKSLASH) {
    while (from < at + MAX_BACKSLASHES && unitAt(text, from) === BACKSLASH) from++
    const kind = unitAt(text, from++) | 32
    if (kind !== X && kind !== U) return 0
    end = from + (kind === X ? 2 : 4)
  } else if (unit === AND && unitAt(text, from++) === HASH) {
    if ((unitAt(text, from) | 32) === X) from++
    else base = 10
    end = digitsEnd(text, from)
    if (end === from || end > from + MAX_DIGITS || unitAt(text, end) !== SEMICOLON) return 0
    after = 1
  } else if (unit !== PERCENT) return 0
  const value = numberIn(text, from, end, base)
  if (value < 0) return 0
  tell(value, at, end + after)
  return end + after
}
