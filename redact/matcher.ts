/** The one place that searches: needles -> hits on a text, in one pass over it and one over its view. */
import { createAutomaton } from './automaton.ts'
import { type Edge, fitsLeft, fitsRight, paddingOf } from './base64.ts'
import { createFindings } from './findings.ts'
import type { Disguise } from './forms.ts'
import type { Hit, Visit } from './hit.ts'
import type { Stretch } from './marker.ts'
import { unitAt } from './realm.ts'
import { type View, viewOf } from './view.ts'
import { type Budget, createWindowIndex, FREE_LOOKS, type Report, UNITS_PER_LOOK } from './window-index.ts'

/** A spelling to look for, of at least 4 units, and the name of the secret it belongs to. `edge`: see `base64.ts`. */
export type Needle = { readonly form: string; readonly name: string; readonly kind?: Disguise; readonly edge?: Edge }

/**
 * What else is known of a text. `view`: how it is read otherwise. `more`: reports hits that are none of a whole needle. `open`: called with the start of a hit
 * that more text could make longer at its end. `budget`: what is left of it where the text is a piece of one.
 */
export type MatchOptions = {
  readonly view?: () => View | undefined
  readonly more?: (text: string, view: View | undefined, report: Report) => void
  readonly open?: (start: number) => void
  readonly budget?: Budget
}

export type Matcher = {
  /** The hits on a text, in order, none overlapping another; those inside a stretch of `spared` are left out. */
  readonly match: (text: string, spared: () => readonly Stretch[], options?: MatchOptions) => readonly Hit[]
  /** Calls `visit` with each of them. */
  readonly each: (text: string, spared: () => readonly Stretch[], visit: Visit, options?: MatchOptions) => void
  /** Every needle, the first registered first; no spelling twice. */
  readonly needles: readonly Needle[]
  /** Units of the shortest and the longest needle; Infinity and 0 without any. */
  readonly shortest: number
  readonly longest: number
}

const EQUALS_SIGN = 61
/** Windows of so many units; needles that are shorter have windows of the least. */
const WINDOW = 8
const LEAST = 4

/** A matcher over needles in order of priority: of two with one form the first counts. Needles of fewer than 4 units are not looked for. */
export function createMatcher(all: readonly Needle[]): Matcher {
  const needles: Needle[] = []
  const byForm = new Map<string, number>()
  /** Where base64 makes two values read the same but for the characters they share: the next such needle, plus one. */
  const twins: number[] = []
  const long: number[] = []
  const short: number[] = []
  let shortest = Number.POSITIVE_INFINITY
  let longest = 0
  for (const needle of all) {
    const { length } = needle.form
    if (length < LEAST) continue
    const id = needles.length
    const first = byForm.get(needle.form)
    let last = first ?? -1
    let isKnown = false
    for (let twin = last; twin >= 0 && !isKnown; twin = (twins[twin] as number) - 1) {
      last = twin
      isKnown = (needles[twin] as Needle).edge === needle.edge
    }
    if (isKnown) continue
    needles.push(needle)
    twins.push(0)
    if (last >= 0) twins[last] = id + 1
    if (first !== undefined) continue
    byForm.set(needle.form, id)
    ;(length < WINDOW ? short : long).push(id)
    if (length < shortest) shortest = length
    if (length > longest) longest = length
  }
  const forms = needles.map(({ form }) => form)
  const edges = needles.map(({ edge = 0 }) => edge)
  const indexes = long.length === 0 ? [] : [createWindowIndex(forms, long, WINDOW)]
  if (short.length > 0) indexes.push(createWindowIndex(forms, short, LEAST))
  const crowded = indexes.flatMap(index => index.crowded)
  const automaton = crowded.length === 0 ? undefined : createAutomaton(forms, crowded)

  /** Reports every needle in `text`, with the characters at its ends that base64 makes it share. */
  const search = (text: string, report: Report, budget: Budget, open?: (start: number) => void): void => {
    const widened: Report = (start, end, needle) => {
      const twin = twins[needle] as number
      if (twin !== 0) {
        budget.looks--
        widened(start, end, twin - 1)
      }
      const edge = edges[needle] as number
      if (edge === 0) return report(start, end, needle)
      const isLeft = start > 0 && fitsLeft(edge, unitAt(text, start - 1))
      const isRight = end < text.length && fitsRight(edge, unitAt(text, end))
      const from = isLeft ? start - 1 : start
      let to = isRight ? end + 1 : end
      let padding = isRight ? paddingOf(edge) : 0
      for (; padding > 0 && unitAt(text, to) === EQUALS_SIGN; padding--) to++
      const isOpen = to === text.length && (end === to || padding > 0)
      if (isOpen) open?.(from)
      report(from, to, needle)
    }
    for (const index of indexes) index.scan(text, widened, budget)
    automaton?.(text, widened, budget)
  }

  const each: Matcher['each'] = (text, spared, visit, options) => {
    const isShort = text.length < shortest
    if (isShort && options?.more === undefined) return
    const findings = createFindings()
    const report: Report = (start, end, needle) => findings.add(start, end, needle * 2)
    const budget = options?.budget ?? { looks: FREE_LOOKS }
    budget.looks += text.length / UNITS_PER_LOOK
    search(text, report, budget, options?.open)
    const view = options?.view === undefined ? viewOf(text) : options.view()
    if (view !== undefined) {
      const { toOriginal } = view
      search(
        view.text,
        (start, end, needle) => {
          const from = toOriginal(start)
          const to = toOriginal(end - 1) + 1
          // Where nothing is left out between, the text itself has it.
          if (to - from > end - start) findings.add(from, to, needle * 2 + 1)
        },
        budget,
        start => options?.open?.(toOriginal(start)),
      )
    }
    options?.more?.(text, view, report)
    findings.each(needles, spared, visit)
  }
  const match: Matcher['match'] = (text, spared, options) => {
    const found: Hit[] = []
    each(text, spared, (start, end, name, form) => found.push({ start, end, name, form }), options)
    return found
  }
  return { match, each, needles, shortest, longest }
}
