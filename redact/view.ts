/** A second reading of a text: without escape sequences of terminals, and with base64 and hex in one line. */
import { base64Bits } from './base64.ts'
import { Bytes, Integers, max, min, textFrom, unitAt } from './realm.ts'

/** So many characters of base64 before a line break make it one that only wraps: the encoders in use wrap at 60 to 76. */
const LEAST_RUN = 32
/** Longer is no indent and no sequence: what is not yet complete is waited for in a stream. */
const MAX_INDENT = 64
const MAX_PENDING = 600

const BELL = 7
const ESC = 27

/** Where units from `from` to `to` that begin at `at` end, so many of them at most. */
function skip(text: string, at: number, most: number, from: number, to: number): number {
  const last = at + most
  let end = at
  for (; end < last; end++) {
    const unit = text.charCodeAt(end)
    if (!(unit >= from && unit <= to)) break
  }
  return end
}

/** Where the sequence that begins at `at` ends: CSI, OSC, or one of a letter; 0 where none does. By hand: there may be one for every three units. */
function escapeEnd(text: string, at: number): number {
  const kind = text.charCodeAt(at + 1)
  if (kind === 91) {
    const final = skip(text, skip(text, at + 2, 64, 0x30, 0x3f), 8, 0x20, 0x2f)
    const unit = text.charCodeAt(final)
    return unit >= 0x40 && unit <= 0x7e ? final + 1 : 0
  }
  if (kind === 93) {
    let end = at + 2
    for (const last = end + 512; end < last; end++) {
      const unit = text.charCodeAt(end)
      if (unit === BELL || unit === ESC || end === text.length) break
    }
    if (text.charCodeAt(end) === BELL) return end + 1
    return text.charCodeAt(end) === ESC && text.charCodeAt(end + 1) === 92 ? end + 2 : 0
  }
  const final = skip(text, at + 1, 4, 0x20, 0x2f)
  const unit = text.charCodeAt(final)
  return unit >= 0x30 && unit <= 0x7e && unit !== 91 && unit !== 93 ? final + 1 : 0
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it is about
const BEGUN_ESCAPE = /\x1b(?:\[[0-?]{0,64}[ -/]{0,8}|\][^\x07\x1b]{0,512}\x1b?|[ -/]{0,4})$/
/** A line break, or one written as `\n` in a string, perhaps escaped again. */
const BREAK = /(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n)[ \t]{0,64}(?=[\w+/-])/y
const BEGUN_BREAK = /(?:\r|\r?\n[ \t]{0,64}|(?:\\{1,4}r)?\\{1,4}(?:n[ \t]{0,64})?|\\{1,4}r)$/

const isBase64 = (text: string, at: number): boolean => base64Bits(unitAt(text, at)) >= 0

/**
 * `text`: what is read. `toOriginal`: where a unit of it stands in the original. `wholeFrom`: a place in the original, or where what is left out around it
 * begins. `rowFrom`: an end in the original, or where what is left out right before it begins, through all that stand in a row.
 */
export type View = {
  readonly text: string
  readonly toOriginal: (at: number) => number
  readonly wholeFrom: (at: number) => number
  readonly rowFrom: (end: number) => number
}

/** Is what ends at `end` long enough for a line that was wrapped? `before`: how many characters of base64 stood before the text. */
function isFullLine(text: string, end: number, before: number): boolean {
  const from = end - LEAST_RUN
  if (from + before < 0) return false
  for (let at = end - 1; at >= max(0, from); at--) if (!isBase64(text, at)) return false
  return true
}

/** Where the break that holds the line feed at `at` begins. */
function breakStart(text: string, at: number, isWritten: boolean): number {
  if (!isWritten) return unitAt(text, at - 1) === 13 ? at - 1 : at
  let start = at
  const back = () => {
    for (let count = 0; count < 4 && unitAt(text, start - 1) === 92; count++) start--
  }
  back()
  if (unitAt(text, start - 1) === 114 && unitAt(text, start - 2) === 92) {
    start--
    back()
  }
  return start
}

/** As `indexOf`, which costs more where the next one stands near. */
function nextEscape(text: string, from: number): number {
  for (let at = from; at < from + 8; at++) if (text.charCodeAt(at) === ESC) return at
  return text.indexOf('\x1b', from + 8)
}

/** Of units that the view leaves out: the first of a sequence or a break, and those after it. */
const FIRST = 1
const LATER = 2

/** What the view leaves out, by unit; undefined: nothing. */
function leftOutOf(text: string, before: number): Uint8Array | undefined {
  let out: Uint8Array | undefined
  const leave = (start: number, end: number): void => {
    out ??= new Bytes(text.length)
    out[start] ||= FIRST
    for (let at = start + 1; at < end; at++) out[at] = LATER
  }
  for (let at = text.indexOf('\x1b'); at >= 0; at = nextEscape(text, at + 1)) {
    const end = escapeEnd(text, at)
    if (end > 0) leave(at, end)
  }
  for (const written of ['\n', '\\n']) {
    const least = LEAST_RUN - before
    for (let at = text.indexOf(written, max(0, least)); at >= 0; at = text.indexOf(written, at + written.length)) {
      const start = breakStart(text, at, written !== '\n')
      if (!isFullLine(text, start, before)) continue
      BREAK.lastIndex = start
      if (BREAK.test(text)) leave(start, BREAK.lastIndex)
    }
  }
  return out
}

/** The place of one unit of so many is kept: memory costs more than counting the units between. */
const KEPT = 16
/** So many units are made text together; of so many that stand together no unit need be read. */
const UNITS = 4096
const RUN = 24

/**
 * The view of a text; undefined when nothing of it would be left out. `before`: how many characters of base64 stood right before it.
 */
export function viewOf(text: string, before = 0): View | undefined {
  const out = leftOutOf(text, before)
  if (out === undefined) return undefined
  const parts: string[] = []
  const units: number[] = []
  let gathered = 0
  const gather = (): void => {
    units.length = gathered
    parts.push(textFrom.apply(null, units))
    gathered = 0
  }
  const places = new Integers(text.length / KEPT + 1)
  let count = 0
  for (let at = 0; at < text.length; ) {
    if (out[at] !== 0) {
      at++
      continue
    }
    const near = min(at + RUN, text.length)
    let stop = at + 1
    while (stop < near && out[stop] === 0) stop++
    if (stop === near) {
      const next = out.indexOf(FIRST, stop)
      stop = next < 0 ? text.length : next
    }
    // The first of it at a number of which a place is kept.
    for (let kept = (count + KEPT - 1) & -KEPT; kept < count + stop - at; kept += KEPT) places[kept / KEPT] = at + kept - count
    count += stop - at
    if (stop - at < RUN) for (; at < stop; at++) units[gathered++] = unitAt(text, at)
    else {
      if (gathered > 0) gather()
      parts.push(text.slice(at, stop))
      at = stop
    }
    if (gathered >= UNITS) gather()
  }
  gather()

  const toOriginal = (at: number): number => {
    let place = places[(at / KEPT) | 0] as number
    for (let left = at % KEPT; left > 0; ) if (out[++place] === 0) left--
    return place
  }
  const wholeFrom = (at: number): number => {
    let from = at
    while (out[from] === LATER) from--
    return from
  }
  const rowFrom = (end: number): number => {
    let from = end
    while (from > 0 && out[from - 1] !== 0) from--
    return from
  }
  return { text: parts.join(''), toOriginal, wholeFrom, rowFrom }
}

/** Where what the end of a stream's text so far has begun and a view may leave out begins; the text's length if it has begun nothing. */
export function pendingFrom(text: string, before: number): { readonly escape: number; readonly wrap: number } {
  const tailAt = max(0, text.length - MAX_PENDING)
  const tail = text.slice(tailAt)
  const begun = BEGUN_ESCAPE.exec(tail)
  const wrap = BEGUN_BREAK.exec(text.slice(max(0, text.length - 2 * MAX_INDENT)))
  const wrapAt = wrap === null ? text.length : text.length - wrap[0].length
  const isWrap = wrap !== null && isFullLine(text, wrapAt, before)
  return { escape: begun === null ? text.length : tailAt + begun.index, wrap: isWrap ? wrapAt : text.length }
}

/** How many characters of base64 end the text, at most as many as matter; `before` stood right before it. */
export function runAtEnd(text: string, before: number): number {
  let run = 0
  while (run < LEAST_RUN && run < text.length && isBase64(text, text.length - 1 - run)) run++
  return run === text.length ? min(LEAST_RUN, run + before) : run
}
