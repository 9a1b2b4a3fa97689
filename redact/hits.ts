const bare = Object.create

/** How many markers were set, by the name of the secret. No prototype: a secret may be named like a property of objects. */
export type Hits = Readonly<Record<string, number>>

export const NO_HITS: Hits = Object.freeze(bare(null))

const keysOf = Object.keys

/** Both counts together. */
export function addHits(a: Hits, b: Hits): Hits {
  if (b === NO_HITS) return a
  if (a === NO_HITS) return b
  const sum: Record<string, number> = bare(null)
  for (const counts of [a, b]) for (const name of keysOf(counts)) sum[name] = (sum[name] ?? 0) + (counts[name] ?? 0)
  return sum
}

export function hasHits(hits: Hits): boolean {
  return keysOf(hits).length > 0
}
