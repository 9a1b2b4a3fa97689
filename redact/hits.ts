export const bare = Object.create

/** How many markers were set, by the name of the secret. No prototype: a secret may be named like a property of objects. */
export type Hits = Readonly<Record<string, number>>

export const NO_HITS: Hits = Object.freeze(bare(null))

const keysOf = Object.keys

/** `sum`, which an earlier call answered, with `more` counted into it: a sum of many texts is not copied for each. */
export function tally(sum: Hits, more: Hits): Hits {
  if (more === NO_HITS) return sum
  const counts: Record<string, number> = sum === NO_HITS ? bare(null) : sum
  for (const name of keysOf(more)) counts[name] = (counts[name] ?? 0) + (more[name] ?? 0)
  return counts
}

/** Both counts together. */
export function addHits(a: Hits, b: Hits): Hits {
  if (b === NO_HITS) return a
  if (a === NO_HITS) return b
  return tally(tally(NO_HITS, a), b)
}

export function hasHits(hits: Hits): boolean {
  return keysOf(hits).length > 0
}
