/** What a cut through a text leaves of a value at its edge. */
import type { Matcher, Needle } from './matcher.ts'
import { Integers, max, unitAt } from './realm.ts'
import type { View } from './view.ts'
import type { Report } from './window-index.ts'

/** Where a text is known to have been cut. */
export type TextEdge = 'start' | 'end'

/** Fewer characters of a value at an edge say too little, and are there by chance too often. */
const LEAST = 6

const reversed = (text: string) => text.split('').reverse().join('')

/** How much of the end of `text` is the beginning of `form`, and not all of it: Knuth, Morris and Pratt, in time linear in `form`. */
function overlapOf(text: string, form: string): number {
  const borders = new Integers(form.length)
  for (let at = 1, length = 0; at < form.length; at++) {
    while (length > 0 && unitAt(form, at) !== unitAt(form, length)) length = borders[length - 1] as number
    if (unitAt(form, at) === unitAt(form, length)) length++
    borders[at] = length
  }
  let length = 0
  for (let at = max(0, text.length - form.length + 1); at < text.length; at++) {
    while (length > 0 && unitAt(form, length) !== unitAt(text, at)) length = borders[length - 1] as number
    if (unitAt(form, length) === unitAt(text, at)) length++
  }
  return length
}

/** Reports the longest beginning of a needle at the end of `text`, and the longest end of one at its start, where it was cut there. */
export function reportCutEdges(
  text: string,
  view: View | undefined,
  cut: readonly TextEdge[],
  { needles, longest }: Matcher,
  report: Report,
): void {
  const readings = [{ text, toOriginal: (at: number) => at }, ...(view === undefined ? [] : [view])]
  for (const edge of new Set(cut)) {
    for (const { text: read, toOriginal } of readings) {
      const isEnd = edge === 'end'
      const shown = isEnd ? read.slice(-LEAST) : read.slice(0, LEAST)
      if (shown.length < LEAST) continue
      const whole = isEnd ? read : reversed(read.slice(0, longest))
      let best = LEAST - 1
      let found = -1
      for (let at = 0; at < needles.length; at++) {
        const { form } = needles[at] as Needle
        if (form.length <= best || !form.includes(shown)) continue
        const overlap = overlapOf(whole, isEnd ? form : reversed(form))
        if (overlap <= best) continue
        best = overlap
        found = at
      }
      if (found < 0) continue
      if (isEnd) report(toOriginal(read.length - best), text.length, found)
      else report(0, toOriginal(best - 1) + 1, found)
    }
  }
}
