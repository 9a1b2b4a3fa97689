/** Where the records of a chain were seen: sixteen bytes each, so that a log of any size can be held to account. */

export type Place = { readonly file: number; readonly line: number }

/** Records a block. Numbers may be far apart in a log that somebody made up: blocks are made as they are needed. */
const BLOCK = 128

type Block = { readonly digests: Float64Array; readonly lines: Uint32Array; readonly files: Uint32Array }

/** 52 bits of a hash, never 0. Only whether two records of one number are the same is asked of it. */
const digestOf = (hash: string): number => Number.parseInt(hash.slice(0, 13), 16) + 1

export type Seen = {
  /** Notes a record; answers the earlier place of the same number, and whether that held the same record. */
  readonly add: (seq: number, hash: string, place: Place) => (Place & { readonly isSame: boolean }) | undefined
  /** Whether a record of this number and hash was noted; undefined: none of this number. */
  readonly holds: (seq: number, hash: string) => boolean | undefined
}

export function createSeen(): Seen {
  const blocks = new Map<number, Block>()
  const blockOf = (seq: number): Block => {
    const at = Math.floor(seq / BLOCK)
    const known = blocks.get(at)
    if (known !== undefined) return known
    const made = { digests: new Float64Array(BLOCK), lines: new Uint32Array(BLOCK), files: new Uint32Array(BLOCK) }
    blocks.set(at, made)
    return made
  }
  return {
    add(seq, hash, place) {
      const { digests, lines, files } = blockOf(seq)
      const at = seq % BLOCK
      const digest = digestOf(hash)
      if (digests[at] !== 0) return { file: files[at] ?? 0, line: lines[at] ?? 0, isSame: digests[at] === digest }
      digests[at] = digest
      lines[at] = place.line
      files[at] = place.file
      return undefined
    },
    holds(seq, hash) {
      const digest = blocks.get(Math.floor(seq / BLOCK))?.digests[seq % BLOCK] ?? 0
      return digest === 0 ? undefined : digest === digestOf(hash)
    },
  }
}
