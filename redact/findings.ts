/** What the searches of a text found: kept as it comes, put in order at the end. Time and memory are those of what is found, not of the text. */
import type { Hit, Visit } from './hit.ts'
import type { Stretch } from './marker.ts'
import { Doubles, Integers, max } from './realm.ts'

/** Whose a finding is, and how it is dressed where nothing else is said. */
type Named = { readonly name: string; readonly kind?: Hit['form'] }

const NOTHING = new Integers(0)
/** Numbers of one finding: its start, its end, its code. */
const FINDING = 3
const FEW = 64 * FINDING

export function createFindings() {
  let list = NOTHING
  let size = 0
  let isOrdered = true

  /** `code`: the number of whose it is, doubled, plus one where only the view shows it. */
  const add = (start: number, end: number, code: number): void => {
    if (size === list.length) {
      const longer = new Integers(max(FEW, size * 2))
      longer.set(list)
      list = longer
    }
    if (size > 0 && start < (list[size - FINDING] as number)) isOrdered = false
    list[size++] = start
    list[size++] = end
    list[size++] = code
  }

  /** Where each finding stands in the list, by its start; undefined: as they came. */
  const order = (): Float64Array | undefined => {
    if (isOrdered) return undefined
    const count = size / FINDING
    // Numbers are sorted ten times as fast without a function that compares.
    const keys = new Doubles(count)
    for (let at = 0; at < count; at++) keys[at] = (list[at * FINDING] as number) * count + at
    keys.sort()
    for (let at = 0; at < count; at++) keys[at] = ((keys[at] as number) % count) * FINDING
    return keys
  }

  /** Hands on the unions, in order, named by the first, the longest of those; without what stands inside a stretch of `spared`. */
  const each = (named: readonly Named[], spared: () => readonly Stretch[], visit: Visit): void => {
    if (size === 0) return
    const stretches = spared()
    const places = order()
    let next = 0
    let from = 0
    let to = 0
    /** The end and the code of the one that names it. */
    let longest = 0
    let code = 0
    const flush = (): void => {
      if (to === 0) return
      const { name, kind = 'value' } = named[code >> 1] as Named
      visit(from, to, name, (code & 1) === 1 ? 'view' : kind)
    }
    for (let at = 0; at < size; at += FINDING) {
      const place = places === undefined ? at : (places[at / FINDING] as number)
      const start = list[place] as number
      const end = list[place + 1] as number
      while (next < stretches.length && (stretches[next] as Stretch).end <= start) next++
      const stretch = stretches[next]
      const isSpared = stretch !== undefined && stretch.start <= start && end <= stretch.end
      if (isSpared) continue
      const isNew = start >= to
      if (isNew) flush()
      const own = list[place + 2] as number
      if (isNew || (start === from && (end > longest || (end === longest && own < code)))) {
        from = start
        longest = end
        code = own
      }
      if (end > to) to = end
    }
    flush()
  }
  return { add, each }
}
