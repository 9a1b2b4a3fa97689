/** A third reading of a text: what runs of bytes in it stand for, be they escapes, digits with signs between, or the lines of a dump. */
import { min } from './realm.ts'
import { createRunReader, type RunReader } from './run-reader.ts'
import { kindAt } from './run-units.ts'
import type { Tape } from './tape.ts'

/** Of a text so many units are looked at here and there; what looks like a run there must have so many. */
const WINDOW = 4
const SHORTEST = 16
/** Of a longer text only the beginning is read so: the engine cuts what tools print long before, and dense numbers cost ten times what prose does. */
const MOST = 262_144
const NONE: readonly Tape[] = []

/** What the runs of `least` bytes and more in the first 262,144 units of a text stand for. Most texts are only looked at here and there. */
export function readByteRuns(whole: string, least: number): readonly Tape[] {
  const text = whole.length > MOST ? whole.slice(0, MOST) : whole
  const shortest = min(SHORTEST, 2 * least)
  const step = shortest - WINDOW + 1
  let reader: RunReader | undefined
  /** Where what was read ends. */
  let done = 0
  for (let at = 0; at + WINDOW <= text.length; at += step) {
    if (kindAt(text, at) + kindAt(text, at + 1) + kindAt(text, at + 2) + kindAt(text, at + 3) < WINDOW) continue
    let from = at
    while (from > done && kindAt(text, from - 1) > 0) from--
    let to = at + WINDOW
    while (to < from + shortest && kindAt(text, to) > 0) to++
    if (to < from + shortest) continue
    reader ??= createRunReader(text)
    at = reader.run(from)
    done = at
  }
  return reader?.tapes ?? NONE
}
