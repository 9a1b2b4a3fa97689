/** Escapes that stand for one byte or one character. */

/** `%68`, `\x68`, `\u0068` (in JSON and in JSON in JSON too), `&#x68;` and `&#104;`. */
const ESCAPE = /(?:(?:%|\\{1,4}x)([\da-f]{2})|\\{1,4}u([\da-f]{4})|&#(?:x([\da-f]{1,6})|(\d{1,7}));)/iy

/** Where the escape at `at` ends; 0 where there is none. `tell` is called with what it stands for. */
export function escapeEnd(text: string, at: number, tell: (value: number, start: number, end: number) => void): number {
  if (!'%\\&'.includes(text.charAt(at))) return 0
  ESCAPE.lastIndex = at
  const [all, byte, unit, hex, decimal] = ESCAPE.exec(text) ?? []
  if (all === undefined) return 0
  const end = ESCAPE.lastIndex
  tell(decimal === undefined ? Number.parseInt(byte ?? unit ?? hex ?? '', 16) : Number(decimal), at, end)
  return end
}
