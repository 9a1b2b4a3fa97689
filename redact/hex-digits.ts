/** Digits in a text. */

/** The value of the hexadecimal digit at a place; -1 where there is none. */
export function digitAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const digit = unit < 58 ? unit - 48 : (unit | 32) - 87
  return digit < 16 && (digit > 9 || unit < 58) ? digit : -1
}

/** Where the hexadecimal digits that begin at `at` end. */
export function digitsEnd(text: string, at: number): number {
  let end = at
  while (digitAt(text, end) >= 0) end++
  return end
}
