/**
 * What one session has in its spool, and what of it is on the disk. A file is only ever written whole and in place, so it grows at its end alone, and is
 * emptied when all its lines are acknowledged: a write that is cut off then leaves every line that was there before.
 */
import { byteLength, lineOf, type SpooledLine } from './spool-lines.ts'
import { linesFile, ownerOf } from './spool-names.ts'

export type SpoolFile = {
  readonly name: string
  /** What the names of its chain's files begin with. */
  readonly owner: string
  readonly chain: string
  /** Everything in it, each line with its end. */
  text: string
  bytes: number
  /** Of its lines, in their order. */
  seqs: number[]
  /** So many characters of `text` are on the disk. */
  written: number
  /** The disk holds, or may hold, lines that are no longer in `text`. */
  isStale: boolean
  /** Counts how often it was emptied. */
  turn: number
  /** No more lines are put in. */
  isClosed: boolean
}

/** A line's place. */
export type Token = { readonly file: SpoolFile; readonly turn: number; readonly end: number }

export type SpoolFiles = {
  /** Puts a line at the end. undefined: it is no sealed line. */
  readonly append: (line: string) => Token | undefined
  /** Whether it need not be written any more: it is on the disk, was acknowledged, or dropped. */
  readonly isSettled: (token: Token) => boolean
  readonly acknowledge: (chain: string, upToSeq: number) => void
  /** Drops the lines of the oldest file that has any; answers whether there was one. */
  readonly dropOldest: () => boolean
  /** A line that found no room. */
  readonly countDropped: () => void
  /** Files with lines that are not on the disk, then those whose lines there are of no use any more. */
  readonly dirty: () => readonly SpoolFile[]
  /** What was written of a file as it was at that turn, so many characters of it. */
  readonly wrote: (file: SpoolFile, turn: number, length: number) => void
  /** What lies in the folder: bytes by name. What is gone from there, or cut, is written again. */
  readonly compare: (sizes: ReadonlyMap<string, number>) => void
  /** A write of it does not end: its lines are written to another file. */
  readonly abandon: (file: SpoolFile) => void
  readonly owners: () => readonly string[]
  readonly bytes: () => number
  readonly state: () => { readonly waiting: number; readonly unwritten: number; readonly dropped: number }
}

/** `maxBytes`: a file is closed once it is as long. */
export function createSpoolFiles(maxBytes: number): SpoolFiles {
  const files: SpoolFile[] = []
  const acknowledged = new Map<string, number>()
  let total = 0
  let dropped = 0
  let numbers = 0

  const isWaiting = ({ chain }: SpoolFile, seq: number): boolean => seq > (acknowledged.get(chain) ?? -1)
  const waitingIn = (file: SpoolFile): number => file.seqs.filter(seq => isWaiting(file, seq)).length

  const empty = (file: SpoolFile): void => {
    total -= file.bytes
    file.isStale ||= file.written > 0
    Object.assign(file, { text: '', bytes: 0, seqs: [], written: 0 })
    file.turn++
  }

  /** The file that takes the next line of a chain: never one that stands before another that has lines, or the order would be lost. */
  const fileFor = ({ chain, sessionId }: SpooledLine): SpoolFile => {
    const last = files.at(-1)
    if (last?.chain === chain && !last.isClosed && last.bytes < maxBytes) return last
    const used = files.findIndex(file => file.chain === chain && file.seqs.length === 0 && !file.isClosed)
    const owner = ownerOf(sessionId, chain)
    const name = linesFile(owner, numbers)
    const [file] =
      used >= 0
        ? files.splice(used, 1)
        : [{ name, owner, chain, text: '', bytes: 0, seqs: [], written: 0, isStale: false, turn: 0, isClosed: false }]
    if (used < 0) numbers++
    files.push(file as SpoolFile)
    return file as SpoolFile
  }

  const put = (known: SpooledLine): Token => {
    const { line, seq } = known
    const file = fileFor(known)
    const bytes = byteLength(line) + 1
    file.text += `${line}\n`
    file.bytes += bytes
    file.seqs.push(seq)
    total += bytes
    return { file, turn: file.turn, end: file.text.length }
  }

  return {
    append(line) {
      const known = lineOf(line)
      return known && put(known)
    },
    isSettled: ({ file, turn, end }) => file.turn !== turn || file.written >= end,
    acknowledge(chain, upToSeq) {
      acknowledged.set(chain, Math.max(upToSeq, acknowledged.get(chain) ?? -1))
      for (const file of files) if (file.chain === chain && file.seqs.length > 0 && waitingIn(file) === 0) empty(file)
    },
    dropOldest() {
      const oldest = files.find(file => file.seqs.length > 0)
      if (oldest === undefined) return false
      dropped += waitingIn(oldest)
      empty(oldest)
      return true
    },
    countDropped() {
      dropped++
    },
    dirty: () => [
      ...files.filter(file => file.written < file.text.length),
      ...files.filter(file => file.isStale && file.text === '' && !file.isClosed),
    ],
    wrote(file, turn, length) {
      const isAsItWas = file.turn === turn
      file.isStale = !isAsItWas
      if (isAsItWas) file.written = length
    },
    compare(sizes) {
      for (const file of files) {
        const isCut = (sizes.get(file.name) ?? 0) < byteLength(file.text.slice(0, file.written))
        if (isCut && !file.isClosed) file.written = 0
      }
    },
    abandon(file) {
      const lines = file.text.split('\n').filter(line => line !== '')
      empty(file)
      file.isClosed = true
      for (const line of lines) {
        const known = lineOf(line)
        if (known !== undefined) put(known)
      }
    },
    owners: () => [...new Set(files.map(({ owner }) => owner))],
    bytes: () => total,
    state: () => ({
      waiting: files.reduce((sum, file) => sum + waitingIn(file), 0),
      unwritten: files.reduce((sum, file) => sum + file.text.slice(file.written).split('\n').length - 1, 0),
      dropped,
    }),
  }
}
