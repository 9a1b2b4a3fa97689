/** The one place that searches: needles -> hits on a text. To be replaced by a matcher that reads a text once, whatever the number of needles. */
import type { Stretch } from './marker.ts'

/** A spelling to look for, not empty, and the name of the secret it belongs to. */
export type Needle = { readonly form: string; readonly name: string }

/** Where a secret stands. Hits that overlap have been joined to their union, named by the one that starts first, then by the longest. */
export type Hit = Stretch & { readonly name: string }

/** The hits on a text, in order, none overlapping another; those inside a stretch of `spared` are left out. */
export type Matcher = (text: string, spared: () => readonly Stretch[]) => readonly Hit[]

const NONE: readonly Hit[] = []

/** The least distance between two places where `form` can stand overlapping itself; its length if it cannot. */
function periodOf(form: string): number {
  const borders = [0]
  for (let at = 1, length = 0; at < form.length; at++) {
    while (length > 0 && form[at] !== form[length]) length = borders[length - 1] ?? 0
    if (form[at] === form[length]) length++
    borders.push(length)
  }
  return form.length - (borders.at(-1) ?? 0)
}

function withoutSpared(hits: readonly Hit[], spared: readonly Stretch[]): readonly Hit[] {
  if (spared.length === 0) return hits
  let next = 0
  return hits.filter(hit => {
    while (next < spared.length && (spared[next] as Stretch).end < hit.end) next++
    const stretch = spared[next]
    const isInside = stretch !== undefined && stretch.start <= hit.start && hit.end <= stretch.end
    return !isInside
  })
}

function unionOf(hits: readonly Hit[]): readonly Hit[] {
  const joined: Hit[] = []
  for (const hit of hits) {
    const last = joined.at(-1)
    const isOverlapping = last !== undefined && hit.start < last.end
    if (!isOverlapping) joined.push(hit)
    else if (hit.end > last.end) joined[joined.length - 1] = { ...last, end: hit.end }
  }
  return joined
}

/** A matcher over needles in order of priority: of two with one form the first counts. */
export function createMatcher(needles: readonly Needle[]): Matcher {
  const byForm = new Map<string, string>()
  for (const { form, name } of needles) if (form !== '' && !byForm.has(form)) byForm.set(form, name)
  const searched = [...byForm].map(([form, name]) => ({ form, name, step: periodOf(form) }))
  let shortest = Number.POSITIVE_INFINITY
  for (const { form } of searched) if (form.length < shortest) shortest = form.length

  return (text, spared) => {
    if (text.length < shortest) return NONE
    const hits: Hit[] = []
    for (const { form, name, step } of searched) {
      for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + step))
        hits.push({ start, end: start + form.length, name })
    }
    if (hits.length === 0) return NONE
    // The sort is stable: of two hits at one place the needle registered first stays first.
    hits.sort((a, b) => a.start - b.start || b.end - a.end)
    return unionOf(withoutSpared(hits, spared()))
  }
}
