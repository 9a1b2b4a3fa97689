/** The lines of a file of any size, one at a time. */
import { closeSync, openSync, readSync } from 'node:fs'

const CHUNK = 256 * 1024
/** Longer lines are told, not held. */
export const MAX_LINE = 16 * 1024 * 1024

/** `text` undefined: longer than may be held. `offset` and `bytes` find it again. */
export type Line = { readonly text: string | undefined; readonly offset: number; readonly bytes: number }

const NEWLINE = 10

/** Reads a file, or what is open under a number, line by line; at most one line and one chunk are held. Throws what opening and reading throw. */
export function* linesOf(path: string | number, maxLine = MAX_LINE): Generator<Line> {
  const file = typeof path === 'number' ? path : openSync(path, 'r')
  try {
    const chunk = Buffer.allocUnsafe(CHUNK)
    let parts: Buffer[] = []
    let held = 0
    let bytes = 0
    let offset = 0
    const line = (): Line => {
      const text = bytes > maxLine ? undefined : Buffer.concat(parts, held).toString('utf8')
      const found = { text, offset, bytes }
      offset += bytes + 1
      parts = []
      held = 0
      bytes = 0
      return found
    }
    const take = (part: Buffer): void => {
      bytes += part.length
      if (bytes > maxLine) {
        parts = []
        held = 0
        return
      }
      parts.push(Buffer.from(part))
      held += part.length
    }
    for (;;) {
      const length = readSync(file, chunk, 0, CHUNK, null)
      if (length === 0) break
      let from = 0
      for (let end = chunk.indexOf(NEWLINE, from); end >= 0 && end < length; end = chunk.indexOf(NEWLINE, from)) {
        take(chunk.subarray(from, end))
        yield line()
        from = end + 1
      }
      if (from < length) take(chunk.subarray(from, length))
    }
    if (bytes > 0) yield line()
  } finally {
    closeSync(file)
  }
}

/** One line again, by where it was. */
export function lineAt(path: string, { offset, bytes }: Pick<Line, 'offset' | 'bytes'>): string {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(bytes)
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, bytes, offset))
  } finally {
    closeSync(file)
  }
}
