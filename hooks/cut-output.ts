/** Output that the engine shortened before any hook sees it: the ends of what is left may be the beginning or the end of a value. */

import type { RedactedText } from '../redact/deep.ts'
import { addHits, type Hits, NO_HITS } from '../redact/hits.ts'
import type { Redactor } from '../redact/redactor.ts'

/** The engine keeps so many characters of a command's output (seen on 2.1.332). */
const KEPT = 30_000

/** What it puts where the middle was, with the line breaks around it (2.1.332). Of bounded numbers: a text of digits alone is else read to its end from each of them. */
const LEFT_OUT =
  /(\n{0,2}(?:\.\.\. \[\d{1,9} (?:lines|characters) truncated\] \.\.\.|\[… earlier output omitted; full output: [^\]\n]{1,1024}\]|\[?…?\(?\d{1,9} (?:characters|chars) (?:left out|omitted|truncated)\)?…?\]?)\n{0,2})/

/**
 * `text` without the secrets in it, parts of one at a place where the engine is known to have cut it included. `isCut`: something else says that its end is
 * such a place; settings may let the engine keep less.
 */
export function redactOutput(redactor: Redactor, text: string, isCut = false): RedactedText {
  const pieces = text.split(LEFT_OUT)
  const isCutAtEnd = isCut || (pieces.length === 1 && text.length >= KEPT - 1)
  if (pieces.length === 1 && !isCutAtEnd) return redactor.text(text)
  let hits: Hits = NO_HITS
  const cleaned = pieces.map((piece, at) => {
    if (at % 2 === 1) return piece
    const cut: ('start' | 'end')[] = [
      ...(at > 0 ? (['start'] as const) : []),
      ...(at < pieces.length - 1 || isCutAtEnd ? (['end'] as const) : []),
    ]
    const done = redactor.text(piece, { cut })
    hits = addHits(hits, done.hits)
    return done.text
  })
  return { text: cleaned.join(''), hits }
}
