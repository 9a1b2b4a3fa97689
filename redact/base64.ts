/** What base64 leaves of a value, whatever stands before and after it in the encoded bytes. */
import { unitAt } from './realm.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The six bits of a character of base64 or base64url by its code; -1 for others. */
const BITS = new Int8Array(128).fill(-1)
for (let bits = 0; bits < 64; bits++) BITS[unitAt(ALPHABET, bits)] = bits
BITS[45] = 62
BITS[95] = 63

/** The six bits that a character of base64 or base64url stands for; -1 if the code is that of another one. */
export const base64Bits = (code: number): number => (code < 128 ? (BITS[code] as number) : -1)

/**
 * The characters at both ends that also hold bits of a neighbour, packed: how many bits of the first are the value's (3 bits) and which (4), the same for the
 * last (3, 4), and how much padding follows if nothing else does. 0: there are none.
 */
export type Edge = number

const edgeOf = (leftBits: number, left: number, rightBits: number, right: number, padding: number): Edge =>
  leftBits | (left << 3) | (rightBits << 7) | (right << 10) | (padding << 14)

/** May the character before the form be the one that the value's first bits share? */
export function fitsLeft(edge: Edge, code: number): boolean {
  const bits = base64Bits(code)
  const count = edge & 7
  return count > 0 && bits >= 0 && (bits & ((1 << count) - 1)) === ((edge >> 3) & 15)
}

/** May the character after the form be the one that the value's last bits share? */
export function fitsRight(edge: Edge, code: number): boolean {
  const bits = base64Bits(code)
  const count = (edge >> 7) & 7
  return count > 0 && bits >= 0 && bits >> (6 - count) === ((edge >> 10) & 15)
}

/** How many `=` end the encoding when the value is the last thing in it. */
export const paddingOf = (edge: Edge): number => edge >> 14

/** UTF-8; half a surrogate pair becomes U+FFFD, as encoders do. */
export function utf8Of(text: string): readonly number[] {
  const bytes: number[] = []
  for (const character of text) {
    let code = character.codePointAt(0) as number
    if (code >= 0xd800 && code < 0xe000) code = 0xfffd
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
  }
  return bytes
}

/** UTF-16, the low byte first: what PowerShell encodes. */
export function utf16Of(text: string): readonly number[] {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at++) {
    const unit = unitAt(text, at)
    bytes.push(unit & 255, unit >> 8)
  }
  return bytes
}

/** What stands in base64 for `bytes` after 0, 1 and 2 other bytes: the characters that hold bits of nothing else, and what is known of those beside them. */
export function base64FormsOf(bytes: readonly number[]): readonly { readonly form: string; readonly edge: Edge }[] {
  return [0, 1, 2].map(before => {
    const first = before === 0 ? 0 : before + 1
    const bits = 8 * (before + bytes.length)
    const end = Math.floor(bits / 6)
    let form = ''
    for (let at = first; at < end; at++) {
      const bit = 6 * at - 8 * before
      const byte = bit >> 3
      const two = ((bytes[byte] as number) << 8) | (bytes[byte + 1] ?? 0)
      form += ALPHABET[(two >> (10 - (bit & 7))) & 63]
    }
    const leftBits = 6 * first - 8 * before
    const rightBits = bits - 6 * end
    const last = bytes[bytes.length - 1] as number
    const edge = edgeOf(
      leftBits,
      (bytes[0] as number) >> (8 - leftBits),
      rightBits,
      last & ((1 << rightBits) - 1),
      rightBits === 0 ? 0 : (6 - rightBits) >> 1,
    )
    return { form, edge }
  })
}
