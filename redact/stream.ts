import type { Hit } from './hit.ts'
import { type Hits, NO_HITS, tally } from './hits.ts'
import type { Stretch } from './marker.ts'
import type { Matcher } from './matcher.ts'
import type { Prefixes } from './prefixes.ts'
import { max, min, unitAt } from './realm.ts'
import { pendingFrom, runAtEnd, viewOf } from './view.ts'
import { FREE_LOOKS } from './window-index.ts'
import { withMarkers } from './writer.ts'

/** What finding the exact place to hold from may cost: so much for each unit of text, and so much besides. */
const WORK_PER_UNIT = 1
const FREE_WORK = 524_288
/** One window compared. */
const WORK_PER_LOOK = 8
/** One piece, however short. */
const WORK_PER_PIECE = 16
/** A stream that cost more is looked at once in so many units. */
const PATIENT_UNITS = 65_536

const PAIR = /^[\ud800-\udbff][\udc00-\udfff]/

/** A text that comes in pieces. `push` answers what may go on now, `end` the rest; joined they are the whole text without its secrets. */
export type RedactingStream = {
  readonly push: (chunk: string) => string
  readonly end: () => string
  /** Markers set so far. */
  readonly hits: Hits
}

type Parts = {
  readonly match: Matcher['match']
  readonly markers: (text: string) => readonly Stretch[]
  readonly prefixes: () => Prefixes
}

/**
 * A stream holds back only what could begin a secret or a marker, or be part of a hit that is not over. On a text made to need much work for that, it
 * holds back as much as the longest secret instead: the output is the same, and the work stays linear in the text.
 */
export function createStream({ match, markers, prefixes }: Parts): RedactingStream {
  const { beginsAt, firstIn, isShared, longest } = prefixes()
  let held = ''
  /** Characters of base64 right before what is held: see `viewOf`. */
  let before = 0
  let hits: Hits = NO_HITS
  let pushed = 0
  let work = 0
  let isPatient = false
  let lookAt = 0
  const budget = { looks: FREE_LOOKS }

  /** Where what could begin something begins. The character before may be shared with it. */
  const beginningIn = (text: string): number => {
    const at = isPatient ? max(0, text.length - longest + 1) : firstIn(text, 0)
    const isBeside = at > 0 && (isShared(unitAt(text, at - 1)) || PAIR.test(text.slice(at - 1, at + 1)))
    return isBeside ? at - 1 : at
  }

  /** Where to hold the text from, and what is a hit before that. */
  const judged = (text: string): { readonly from: number; readonly found: readonly Hit[] } => {
    let from = beginningIn(text)
    const pending = pendingFrom(text, before)
    const stemEnd = min(pending.escape, pending.wrap)
    const stem = stemEnd < text.length ? text.slice(0, stemEnd) : text
    const view = viewOf(stem, before)
    if (view !== undefined || stemEnd < text.length) {
      const read = view?.text ?? stem
      const at = beginningIn(read)
      work += 4 * read.length
      if (at < read.length) from = min(from, view?.toOriginal(at) ?? at)
    }
    from = min(from, pending.escape)
    const { looks } = budget
    const found = match(text, () => markers(text), {
      view: () => (stem === text ? view : viewOf(text, before)),
      budget,
      open: start => {
        from = min(from, start)
      },
    })
    // What is looked at again and again makes it patient, and is no reason to mask too much.
    if (!isPatient) {
      work += WORK_PER_LOOK * (looks - budget.looks)
      budget.looks = looks
    }
    const stretches = [...found, ...markers(text)]
    const isOpen = stemEnd < text.length
    // What ends where sequences begin that go on to the one begun is no more over than what ends there.
    const openAt = view?.rowFrom(stemEnd) ?? stemEnd
    if (isOpen && openAt < stemEnd) from = min(from, openAt)
    for (let last = -1; last !== from; ) {
      last = from
      from = view?.wholeFrom(from) ?? from
      for (const { start, end } of stretches)
        if (start < from && (from < end || (isOpen && (end === stemEnd || end === openAt)))) from = start
    }
    return { from, found }
  }

  const release = (text: string, from: number, found: readonly Hit[]): string => {
    const done = found.filter(({ end }) => end <= from)
    const head = text.slice(0, from)
    before = runAtEnd(head, before)
    held = text.slice(from)
    if (done.length === 0) return head
    const written = withMarkers(head, done)
    hits = tally(hits, written.hits)
    return written.text
  }

  const push = (chunk: string): string => {
    if (longest === 0) return chunk
    held += chunk
    pushed += chunk.length
    if (isPatient && held.length < lookAt) return ''
    if (!isPatient && held !== '' && beginsAt(held, 0)) {
      work += WORK_PER_PIECE + (held.length >> 4)
      return ''
    }
    work += WORK_PER_PIECE + 3 * held.length
    isPatient ||= work > FREE_WORK + WORK_PER_UNIT * pushed
    const { from, found } = judged(held)
    const out = from === 0 ? '' : release(held, from, found)
    lookAt = held.length + max(PATIENT_UNITS, longest, 3 * held.length)
    return out
  }

  const end = (): string => {
    const text = held
    return release(
      text,
      text.length,
      match(text, () => markers(text), { view: () => viewOf(text, before), budget }),
    )
  }

  return {
    push,
    end,
    get hits() {
      return hits
    },
  }
}
