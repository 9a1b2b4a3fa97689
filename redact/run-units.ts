/** The units that runs of bytes are made of. */
import { Bytes, unitAt } from './realm.ts'

/** 1 for a unit that runs have. */
const KINDS = new Bytes(128)
for (const unit of ' \t\r\n:;,-xXuU%\\&#0123456789abcdefABCDEF') KINDS[unitAt(unit, 0)] = 1

/** A unit past ASCII counts as one of ASCII, which only costs. */
export const kindAt = (text: string, at: number): number => KINDS[text.charCodeAt(at) & 127] as number

export function blanksEnd(text: string, at: number): number {
  let end = at
  for (let unit = text.charCodeAt(end); unit === 32 || unit === 9; unit = text.charCodeAt(end)) end++
  return end
}
