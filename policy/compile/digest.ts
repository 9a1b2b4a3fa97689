import { createHash } from 'node:crypto'

/** SHA-256, lower-case hex, of a value's canonical JSON: keys sorted, absent values left out, an expression as `/source/flags`. */
export const digestOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

/** The text that is hashed. */
export const canonicalJson = (value: unknown): string => JSON.stringify(canonical(value))

const canonical = (value: unknown): unknown => {
  if (value instanceof RegExp) return `/${value.source}/${value.flags}`
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([key, part]) => [key, canonical(part)]))
}
