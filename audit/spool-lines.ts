/** From the text of a spool file to its lines. A session that died may have left the last one cut, and a machine that did anything at all. */

import { CHAIN_ID } from './chain-id.ts'

export type SpooledLine = { readonly line: string; readonly chain: string; readonly seq: number; readonly sessionId: string }
export type SpooledLines = {
  readonly lines: readonly SpooledLine[]
  /** Pieces that are no sealed line. */
  readonly torn: number
}

const isInteger = Number.isSafeInteger

/** Which record of which chain a sealed line is; undefined where it is no sealed line. */
export function lineOf(line: string): SpooledLine | undefined {
  try {
    const { chain, seq, sessionId } = JSON.parse(line) as { readonly chain?: unknown; readonly seq?: unknown; readonly sessionId?: unknown }
    const isSealed = typeof chain === 'string' && CHAIN_ID.test(chain) && isInteger(seq) && typeof sessionId === 'string'
    return isSealed ? { line, chain, seq: seq as number, sessionId } : undefined
  } catch {
    return undefined
  }
}

/** The lines of `chain` in a file's text, each once, in their order there. Never throws. */
export function readLines(text: string, chain: string): SpooledLines {
  const known = new Set<string>()
  const lines: SpooledLine[] = []
  let torn = 0
  for (const piece of text.split('\n')) {
    if (piece === '' || known.has(piece)) continue
    const line = lineOf(piece)
    known.add(piece)
    if (line?.chain === chain) lines.push(line)
    else torn++
  }
  return { lines, torn }
}

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // A pair of surrogates is four bytes, two for each half; a half alone is written as U+FFFD, three: told as two.
    if (code >= 0x80) bytes += code < 0x800 || (code & 0xf800) === 0xd800 ? 1 : 2
  }
  return bytes
}
