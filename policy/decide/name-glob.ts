/** Dotted names and their globs, where `*` is any run of characters: `process.*`, `*`. */

/** Whether a name is in a glob. */
export const isNameIn = (glob: string, name: string): boolean => {
  const [head = '', ...rest] = glob.split('*')
  const tail = rest.pop()
  if (tail === undefined) return glob === name
  if (!name.startsWith(head)) return false
  let at = head.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - at >= tail.length && name.endsWith(tail)
}

/** A character no name holds: it stands for whatever a `*` of the inner glob may stand for. */
const FRESH = '\0'

/** Whether every name in `inner` is in `outer`. */
export const isGlobWithin = (inner: string, outer: string): boolean => isNameIn(outer, inner.replaceAll('*', FRESH))

/** Whether some name is in both globs. Quadratic in their lengths at worst. */
export const doGlobsMeet = (one: string, other: string): boolean => {
  let places = withSkips(one, [0])
  for (const sign of other.split('')) places = withSkips(one, sign === '*' ? fromFirst(places, one.length) : afterSign(one, sign, places))
  return places.has(one.length)
}

/** The places in `glob` after one more character that is certain. */
const afterSign = (glob: string, sign: string, places: ReadonlySet<number>): number[] =>
  [...places].flatMap(place => (glob[place] === '*' ? [place] : glob[place] === sign ? [place + 1] : []))

/** The places after any run of characters: from the first one on, every further one. */
const fromFirst = (places: ReadonlySet<number>, end: number): number[] => {
  const first = Math.min(...places)
  return Number.isFinite(first) ? Array.from({ length: end - first + 1 }, (_, at) => first + at) : []
}

/** The places, and those behind a `*` that stands for nothing. */
const withSkips = (glob: string, places: readonly number[]): Set<number> => {
  const all = new Set(places)
  for (const place of all) if (glob[place] === '*') all.add(place + 1)
  return all
}
