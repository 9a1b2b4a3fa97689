/** The name that was probably meant: the nearest by edit distance, near enough to be a slip of the keys. undefined: none is. */
export const closest = (written: string, names: Iterable<string>): string | undefined => {
  const limit = Math.max(1, Math.min(3, Math.floor(written.length / 3)))
  let best: { name: string; distance: number } | undefined
  for (const name of names) {
    if (Math.abs(name.length - written.length) > limit) continue
    const distance = editDistance(written.toLowerCase(), name.toLowerCase())
    const isNearer = distance <= limit && (best === undefined || distance < best.distance)
    if (isNearer) best = { name, distance }
  }
  return best?.name
}

/** ` Did you mean x?`, or nothing. */
export const didYouMean = (written: string, names: Iterable<string>): string => {
  const name = closest(written, names)
  return name === undefined ? '' : ` Did you mean ${name}?`
}

/** Insertions, deletions, replacements and swaps of neighbours between two texts. */
const editDistance = (a: string, b: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
