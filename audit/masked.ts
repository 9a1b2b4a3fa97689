import type { RecordFields } from './sealed-record.ts'
import type { Mask } from './shown.ts'

const keysOf = Object.keys
const fromEntries = Object.fromEntries
const isArray = Array.isArray

/**
 * Every string of a record as it may leave, the names of secrets among them, and its keys in the order in which they are written. `whole` is for
 * arguments, which are cut where they are made.
 */
export function masked(record: RecordFields, text: Mask, whole: Mask): RecordFields {
  const shown = (value: unknown, parent?: string): unknown => {
    if (typeof value === 'string') return parent === 'arguments' ? whole(value) : text(value)
    if (isArray(value)) return value.map(one => shown(one))
    if (typeof value !== 'object' || value === null) return value
    const fields = value as Readonly<Record<string, unknown>>
    return fromEntries(
      keysOf(fields)
        .sort()
        .map(key => [parent === 'redactions' ? text(key) : key, shown(fields[key], key)]),
    )
  }
  return shown(record) as RecordFields
}
