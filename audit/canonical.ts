/** One text for one value. */

const { isArray } = Array
const { keys } = Object
const { stringify } = JSON

/**
 * Canonical JSON after RFC 8785: keys in the order of their UTF-16 units, no space, numbers and texts as ECMAScript writes them. A key that holds
 * undefined is left out; half a surrogate pair, which RFC 8785 does not take, is written as its escape, so that reading the text and writing it again
 * gives the same. Throws on a value that holds itself, and on one nested some thousand deep.
 */
export function canonical(value: unknown): string {
  if (isInOrder(value)) return stringify(value) ?? 'null'
  if (isArray(value)) return `[${value.map(one => canonical(one)).join()}]`
  return objectOf(members(value as object))
}

/** The JSON of an object with these members. */
export const objectOf = (all: ReturnType<typeof members>): string => `{${all.map(([, text]) => text).join()}}`

/** Whether ECMAScript writes it so of itself, at a fraction of the cost. */
function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (isArray(value)) return value.every(isInOrder)
  const fields = value as Readonly<Record<string, unknown>>
  let before = ''
  for (const key of keys(fields)) {
    if (key <= before || fields[key] === undefined || !isInOrder(fields[key])) return false
    before = key
  }
  return true
}

/** The members of an object, each with its key, as they stand between the braces of its canonical JSON. */
export function members(value: object): readonly (readonly [key: string, text: string])[] {
  const fields = value as Readonly<Record<string, unknown>>
  return keys(fields)
    .filter(key => fields[key] !== undefined)
    .sort()
    .map(key => [key, `${stringify(key)}:${canonical(fields[key])}`])
}
