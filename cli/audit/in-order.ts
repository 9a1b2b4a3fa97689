/** Records in the order of their chains, however they arrived: a collector's file holds spans as they came, files may be named in any order. */

/** `file`: of a sealed line, where it stands; undefined for a span, which may come at any time. */
export type Arrived = { readonly chain: string; readonly seq: number; readonly file: string | undefined }

export type InOrder<One> = {
  readonly take: (arrived: Arrived, one: One) => void
  /** What waited for records that never came. */
  readonly finish: () => void
}

type ChainState<One> = {
  /** The lowest number that was not seen. */
  next: number
  readonly ahead: Set<number>
  /** By the number that each stands behind. */
  readonly held: Map<number, One[]>
  /** The file of sealed lines read last, and the highest number in it. */
  file: string | undefined
  seqInFile: number
}

/**
 * Passes records on as they come as long as each chain is in order, and holds what comes before its time. A line that stands behind a later one of its
 * chain in one file stays behind it: `verify` tells of that.
 */
export function createInOrder<One>(pass: (one: One) => void): InOrder<One> {
  const chains = new Map<string, ChainState<One>>()

  const stateOf = (chain: string): ChainState<One> => {
    const known = chains.get(chain)
    if (known !== undefined) return known
    const made = { next: 0, ahead: new Set<number>(), held: new Map<number, One[]>(), file: undefined, seqInFile: -1 }
    chains.set(chain, made)
    return made
  }

  const behind = (state: ChainState<One>, { seq, file }: Arrived): number => {
    if (file === undefined) return seq
    state.seqInFile = state.file === file ? Math.max(seq, state.seqInFile) : seq
    state.file = file
    return state.seqInFile
  }

  const release = (state: ChainState<One>, at: number): void => {
    for (const one of state.held.get(at) ?? []) pass(one)
    state.held.delete(at)
  }

  return {
    take(arrived, one) {
      const state = stateOf(arrived.chain)
      const at = behind(state, arrived)
      if (at < state.next) pass(one)
      else if (state.held.get(at)?.push(one) === undefined) state.held.set(at, [one])
      if (arrived.seq >= state.next) state.ahead.add(arrived.seq)
      for (; state.ahead.delete(state.next); state.next++) release(state, state.next)
    },
    finish() {
      for (const state of chains.values()) for (const at of [...state.held.keys()].sort((a, b) => a - b)) release(state, at)
    },
  }
}
