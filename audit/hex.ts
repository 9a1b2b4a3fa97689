const HEX = Array.from({ length: 256 }, (_, byte) => (byte + 256).toString(16).slice(1))

/** Bytes in lower-case hexadecimal. */
export function hexOf(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += HEX[byte]
  return hex
}
