/** Every text and number of plain data with the way to it, in order: what the readers of files are held against. */
export function textsOf(value: unknown, keys: readonly string[] = []): [readonly string[], string][] {
  if (typeof value === 'string' || typeof value === 'number') return [[keys, `${value}`]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => textsOf(one, [...keys, key]))
}
