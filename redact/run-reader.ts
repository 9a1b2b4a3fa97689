/** What runs of bytes in a text stand for: escapes, and groups of digits with signs between, on one line or on many. */
import { escapeEnd } from './escapes.ts'
import { digitAt, digitsEnd } from './hex-digits.ts'
import { MARKER_CLOSE, MARKER_OPEN } from './marker.ts'
import { max, unitAt } from './realm.ts'
import { blanksEnd, kindAt } from './run-units.ts'
import { createTape, type Tape } from './tape.ts'

const RETURN = 13
const COMMA = 44
const COLON = 58
const X = 120
const OPEN = unitAt(MARKER_OPEN, 0)
const CLOSE = unitAt(MARKER_CLOSE, 0)

/** What may stand between two groups, besides blanks. */
const SIGNS = ',:;-'
/** Digits of an offset. */
const LEAST_OFFSET = 4
const MOST_OFFSET = 16
/** Fewer bytes in a line of their own are a time or a date. */
const LEAST_ALONE = 8
/** What may stand before the bytes of a line: its number, an offset. */
const MAX_BEFORE = 64

const isLetter = (unit: number): boolean => (unit | 32) > 96 && (unit | 32) < 123

const isMixed = (digits: string): boolean => /[a-f]/.test(digits) && /[A-F]/.test(digits)

export type RunReader = {
  /** Bytes in their order; words whose low byte stands first; escapes. */
  readonly tapes: readonly Tape[]
  /** Reads from a place on, and answers where that ends. */
  readonly run: (begun: number) => number
}

/** Reads one text from front to back. */
export function createRunReader(text: string): RunReader {
  const tapes = [createTape(), createTape(), createTape()] as const
  const [straight, reversed, escaped] = tapes

  let escapesEnd = 0
  const tell = (value: number, start: number, end: number): void => {
    if (start !== escapesEnd) escaped.cut()
    escaped.put(value, start, end)
    escapesEnd = end
  }

  /** Where the last line of bytes ends, if another may go on with it. */
  let open = -1
  /** Bytes begin at `at`: do they go on with the last line? Nothing that was masked may stand between. */
  const isNext = (at: number): boolean => at > open && at - open <= MAX_BEFORE && !/[›\n]/.test(text.slice(open + 1, at))
  const cut = (): void => {
    for (const tape of tapes) tape.cut()
  }

  let breakAt = -1
  const lineEnd = (at: number): number => {
    if (breakAt < at) breakAt = text.indexOf('\n', at)
    if (breakAt < 0) breakAt = text.length
    return breakAt
  }

  /** Tells each byte of groups, the place of it or of its word, and how many are before it. */
  const walk = (
    from: number,
    to: number,
    isReversed: boolean,
    tell: (byte: number, start: number, end: number, before: number) => void,
  ): void => {
    let before = 0
    for (let at = from; at < to; at++) {
      const end = digitsEnd(text, at)
      // The 0 of 0x.
      if ((end - at) % 2 === 1) at++
      else
        for (const begun = at; at < end; at += 2) {
          const place = isReversed ? begun + end - at - 2 : at
          const byte = digitAt(text, place) * 16 + digitAt(text, place + 1)
          if (isReversed) tell(byte, begun, end, before++)
          else tell(byte, place, place + 2, before++)
        }
    }
  }
  const readGroups = (begun: number, firstEnd: number): number => {
    let from = begun
    let digits = firstEnd - begun
    let isColon = false
    if (digits >= LEAST_OFFSET && digits <= MOST_OFFSET) {
      isColon = text.charCodeAt(firstEnd) === COLON
      const blank = isColon ? firstEnd + 1 : firstEnd
      const at = blanksEnd(text, blank)
      const group = at > blank ? digitsEnd(text, at) - at : 0
      if (group > 0 && group % 2 === 0 && (isColon || group !== digits)) {
        from = at
        digits = group
      }
    }
    const isOffset = from > begun
    let length = 0
    let to = from
    /** Where the last group begins. */
    let last = from
    for (let at = from; ; ) {
      const end = digitsEnd(text, at)
      const group = end - at
      const after = text.charCodeAt(end)
      // Digits beside a letter are of a word, and beside a marker what it left of a group.
      if (group === 0 || group % 2 === 1 || group > digits || isLetter(after) || after === OPEN || text.charCodeAt(at - 1) === CLOSE) break
      last = at
      to = end
      length += group / 2
      // The last may be shorter.
      if (group < digits) break
      at = blanksEnd(text, SIGNS.includes(text.charAt(end)) ? end + 1 : end)
      // Two blanks are in front of the characters of xxd.
      if (at === end || (isOffset && isColon && at > end + 1)) break
      if (text.startsWith('0x', at)) at += 2
    }
    const follows = open >= 0 && isNext(begun)
    // A group alone, a hash for one, is a needle's to find where its digits are all small or all capital.
    const isRow = isOffset || follows || (length >= LEAST_ALONE && (last > from || isMixed(text.slice(from, to))))
    if (!isRow || length === 0) return max(last, firstEnd)
    if (!follows) cut()
    const stop = lineEnd(to)
    const end = unitAt(text, stop - 1) === RETURN ? stop - 1 : stop
    const rest = blanksEnd(text, unitAt(text, to) === COMMA ? to + 1 : to)
    // In `|...|` and `>...<`, or alone.
    const isShown = (column: number): boolean => {
      let isSame = isOffset && column > to && end - rest <= length + 2
      if (isSame)
        walk(from, to, false, (byte, _start, _end, before) => {
          if (byte > 31 && byte < 127 && unitAt(text, column + before) !== byte) isSame = false
        })
      return isSame
    }
    const column = isShown(end - length) ? end - length : isShown(end - length - 1) ? end - length - 1 : 0
    walk(from, to, false, (byte, start, end, before) => straight.put(byte, start, end, column + before, column))
    if (digits > 2 && column === 0) walk(from, to, true, (byte, start, end) => reversed.put(byte, start, end))
    const goesOn = column > 0 || rest >= end
    open = goesOn ? stop : -1
    return goesOn ? stop : max(last, firstEnd)
  }

  /** Up to what no run is made of. */
  const run = (begun: number): number => {
    let at = begun
    while (kindAt(text, at) > 0) {
      const end = digitsEnd(text, at)
      const before = unitAt(text, at - 1)
      if (end === at) at = escapeEnd(text, at, tell) || at + 1
      else at = before !== X && isLetter(before) ? end : readGroups(at, end)
    }
    return at
  }
  return { tapes, run }
}
