/** Logs as they grow: lines that are new since the last look. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { PlacedLine } from '../../audit/verify.ts'
import { MAX_LINE } from '../lines.ts'

const NEWLINE = 10
const CHUNK = 256 * 1024
/** So many bytes before where the last look ended are held to what stands there now. */
const KNOWN = 256

export type Tail = { readonly next: () => readonly PlacedLine[] }

/**
 * The whole lines of a file, each look from where the last one ended. A file that shrank, or holds something else before that place, is read again from
 * its start (the spool writes its files anew, and knows no other way); one that is gone has nothing new. `name`: as it should be shown.
 */
export function createTail(path: string, name: string): Tail {
  let offset = 0
  let line = 0
  let rest = Buffer.alloc(0)
  let known = Buffer.alloc(0)
  const start = (): void => {
    offset = 0
    line = 0
    rest = Buffer.alloc(0)
    known = Buffer.alloc(0)
  }
  const isAsItWas = (file: number): boolean => {
    const now = Buffer.alloc(known.length)
    return readSync(file, now, 0, known.length, offset - known.length) === known.length && now.equals(known)
  }
  const read = (file: number): PlacedLine[] => {
    if (fstatSync(file).size < offset || !isAsItWas(file)) start()
    const lines: PlacedLine[] = []
    const chunk = Buffer.allocUnsafe(CHUNK)
    for (;;) {
      const length = readSync(file, chunk, 0, CHUNK, offset)
      if (length === 0) return lines
      offset += length
      rest = Buffer.concat([rest, chunk.subarray(0, length)])
      known = Buffer.concat([known, chunk.subarray(0, length)]).subarray(-KNOWN)
      for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
        lines.push({ file: name, line: ++line, text: rest.toString('utf8', 0, end) })
        rest = rest.subarray(end + 1)
      }
      if (rest.length > MAX_LINE) rest = Buffer.alloc(0)
    }
  }
  return {
    next() {
      try {
        const file = openSync(path, 'r')
        try {
          return read(file)
        } finally {
          closeSync(file)
        }
      } catch {
        return []
      }
    },
  }
}
