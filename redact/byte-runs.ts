/** A third reading of a text: what runs of bytes in it stand for, be they escapes, digits with signs between, or the lines of a dump. */
import { min } from './realm.ts'
import { createRunReader, FIELD, type RunReader } from './run-reader.ts'
import { blanksEnd, kindAt, OF_BLANK } from './run-units.ts'
import type { Tape } from './tape.ts'

/** Of a text so many units are looked at here and there; what looks like a run there must have so many. */
const WINDOW = 4
const SHORTEST = 16
const NONE: readonly Tape[] = []

/** What the runs of `least` bytes and more in `text` stand for. Most texts are only looked at here and there. */
export function readByteRuns(text: string, least: number): readonly Tape[] {
  const shortest = min(SHORTEST, 2 * least)
  const step = shortest - WINDOW + 1
  let reader: RunReader | undefined
  /** Where what was read ends. */
  let done = 0
  for (let at = 0; at + WINDOW <= text.length; at += step) {
    const kinds = kindAt(text, at) + kindAt(text, at + 1) + kindAt(text, at + 2) + kindAt(text, at + 3)
    let end = 0
    if ((kinds & (OF_BLANK - 1)) === WINDOW) {
      let from = at
      while (from > done && kindAt(text, from - 1) > 0) from--
      let to = at + WINDOW
      while (to < from + shortest && kindAt(text, to) > 0) to++
      if (to >= from + shortest) {
        reader ??= createRunReader(text)
        end = reader.run(from)
      }
    }
    const character = end === 0 && kinds >= (WINDOW - 1) * OF_BLANK ? blanksEnd(text, at) : 0
    if (character > 0 && character < at + FIELD && blanksEnd(text, character + 1) === character + FIELD) {
      reader ??= createRunReader(text)
      end = reader.columns(character)
    }
    if (end === 0) continue
    at = end
    done = end
  }
  return reader?.tapes ?? NONE
}
