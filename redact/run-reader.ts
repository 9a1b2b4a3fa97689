/** What runs of bytes in a text stand for: escapes, groups of digits with signs between, columns of characters, on one line or on many. */
import { escapeEnd } from './escapes.ts'
import { digitAt, digitsEnd, numberIn } from './hex-digits.ts'
import { MARKER_CLOSE, MARKER_OPEN } from './marker.ts'
import { max, unitAt } from './realm.ts'
import { blanksEnd, kindAt } from './run-units.ts'
import { createTape, type Tape } from './tape.ts'

const LINE_FEED = 10
const RETURN = 13
const BLANK = 32
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
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

/** A column of `od -c`, of so many units: a character, an octal number, or the name of a byte, 0 or 7 to 13. */
const IS_FIELD = /^ (?: {2}[^\n]| \\[0abtnvfr]|[0-3][0-7]{2})$/
export const FIELD = 4
const NAMED = '0abtnvfr'
/** What od puts before the first. */
const OD_OFFSET = 7

const isLetter = (unit: number): boolean => (unit | 32) > 96 && (unit | 32) < 123

const isMixed = (digits: string): boolean => /[a-f]/.test(digits) && /[A-F]/.test(digits)

export type RunReader = {
  /** Bytes in their order; words whose low byte stands first; columns; escapes. */
  readonly tapes: readonly Tape[]
  /** Reads from a place on, and answers where that ends. */
  readonly run: (begun: number) => number
  /** Reads the line of which `last` is the last unit of any column, and on; 0 where it is none. */
  readonly columns: (last: number) => number
}

/** Reads one text from front to back. */
export function createRunReader(text: string): RunReader {
  const tapes = [createTape(), createTape(), createTape(), createTape()] as const
  const [straight, reversed, inColumns, escaped] = tapes

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

  const isField = (at: number): boolean => IS_FIELD.test(text.slice(at, at + FIELD))
  /** Where in its line the first column stands, of the lines read last; and where these end. */
  let column = 0
  let done = 0
  const readColumns = (from: number): number => {
    let to = from
    for (; isField(to); to += FIELD) {
      if (to === from && !(open >= 0 && isNext(from))) cut()
      const before = unitAt(text, to + 2)
      const name = NAMED.indexOf(text.charAt(to + 3))
      const unit = before === BACKSLASH ? name && name + 6 : before === BLANK ? unitAt(text, to + 3) : numberIn(text, to + 1, to + FIELD, 8)
      inColumns.put(unit, to, to + FIELD)
    }
    if (to === from) return 0
    done = blanksEnd(text, to)
    if (unitAt(text, done) === RETURN) done++
    open = done === text.length || unitAt(text, done) === LINE_FEED ? done : -1
    return done
  }
  const beginColumns = (last: number): number => {
    let from = last + 1 - FIELD
    while (from - FIELD >= done && isField(from - FIELD)) from -= FIELD
    // One alone is none.
    if (from + FIELD > last && !isField(last + 1)) return 0
    const before = text.slice(max(0, from - MAX_BEFORE), from)
    column = before.length - 1 - before.lastIndexOf('\n')
    // Blanks in place of an offset.
    if (column === OD_OFFSET - FIELD) {
      column = OD_OFFSET
      from += FIELD
    }
    return from < done ? 0 : readColumns(from)
  }

  /** Up to what no run is made of, from line to line. */
  const run = (begun: number): number => {
    let at = begun
    for (;;) {
      const next = done > 0 && at === open && isNext(at + 1 + column) ? readColumns(at + 1 + column) : 0
      if (next > 0) at = next
      else if (kindAt(text, at) === 0) return at
      else if (escapeEnd(text, at, tell) > 0) at = escapesEnd
      else if (digitAt(text, at) < 0) at++
      else {
        const end = digitsEnd(text, at)
        const before = unitAt(text, at - 1)
        // A number may be one of a column, and a digit a character of one.
        const columnsEnd = before === BLANK && end - at < FIELD ? beginColumns(end - 1) : 0
        at = columnsEnd || (before !== X && isLetter(before) ? end : readGroups(at, end))
      }
    }
  }
  const columns = (last: number): number => {
    const end = beginColumns(last)
    return end && run(end)
  }
  return { tapes, run, columns }
}
