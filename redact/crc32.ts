/** The checksum of IEEE 802.3, as zip and GitHub's tokens use it, of text of one byte a character. */
const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** From 0 to 2^32 - 1. */
export function crc32(text: string): number {
  let value = -1
  for (let at = 0; at < text.length; at++) value = ((TABLE[(value ^ text.charCodeAt(at)) & 0xff] as number) ^ (value >>> 8)) | 0
  return ~value >>> 0
}
