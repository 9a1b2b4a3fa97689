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

/** The number that the digits from `from` to `to` write; -1 where one is none. */
export function numberIn(text: string, from: number, to: number, base = 16): number {
  let number = 0
  for (let at = from; at < to; at++) {
    const digit = digitAt(text, at)
    if (digit < 0 || digit >= base) return -1
    number = number * base + digit
  }
  return number
}
