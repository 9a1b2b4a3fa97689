/** How often secret values were taken out of what a dispatch carries. */
import { addHits, type Hits, hasHits, NO_HITS } from '../redact/hits.ts'
import type { Notes } from './notes.ts'
import type { Tally } from './tally.ts'

/** Notes what was cut from a dispatch; answers whether anything was. */
export type Count = (e: object, hits: Hits) => boolean

/** For the recorder and for `/castellan`. */
export function counter(notes: Notes, tally: Tally): Count {
  return (e, hits) => {
    if (!hasHits(hits)) return false
    const note = notes.of(e)
    note.redactions = addHits(note.redactions ?? NO_HITS, hits)
    tally.countRedactions(hits)
    return true
  }
}
