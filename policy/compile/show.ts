/** The most characters of somebody's value that a message repeats. */
export const MAX_SHOWN = 80

/** A value as a message may repeat it: on one line, without control characters, at most 80 characters. */
export const show = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'a map'
  return cut(JSON.stringify(value) ?? String(value))
}

/** A text on one line, cut at 80 characters. */
export const cut = (text: string): string => {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
  const characters = [...line.slice(0, 2 * MAX_SHOWN)]
  return characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN - 1).join('')}…` : line
}
