/** How many markers were set, by the name of the secret. */
export type Hits = Readonly<Record<string, number>>

const create = Object.create

/** Counts to add to. Without a prototype: a secret may be named like a property of objects. */
export const newHits = (): Record<string, number> => create(null)

export const NO_HITS: Hits = Object.freeze(newHits())

const keysOf = Object.keys

/** Counts `more` into `sum`, which an earlier call must have answered: a sum over many texts is not copied for each. */
export function tally(sum: Hits, more: Hits): Hits {
  if (more === NO_HITS) return sum
  const counts: Record<string, number> = sum === NO_HITS ? newHits() : sum
  for (const name of keysOf(more)) counts[name] = (counts[name] ?? 0) + (more[name] ?? 0)
  return counts
}

/** Both counts together. */
export function addHits(a: Hits, b: Hits): Hits {
  if (b === NO_HITS) return a
  if (a === NO_HITS) return b
  return tally(tally(NO_HITS, a), b)
}

/** Whether any marker was set. */
export function hasHits(hits: Hits): boolean {
  return keysOf(hits).length > 0
}
