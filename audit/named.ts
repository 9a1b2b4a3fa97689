/** Chains that a log names, besides those it holds: where all records of one were taken out, whoever named it still does. */
import type { Place } from './seen.ts'

/** `file` and `line`: where it is named first. */
export type Absent<Where = Place> = Where & { readonly chain: string; readonly message: string }

export type Named = {
  /** `by`: who names it, as a sentence has it. */
  readonly note: (chain: string, by: string, place: Place) => void
  /** Those of which no record is here. */
  readonly absent: (isHere: (chain: string) => boolean) => readonly Absent[]
}

/** Namers told of each chain. */
const MAX_TOLD = 3

export function createNamed(): Named {
  const chains = new Map<string, { readonly place: Place; readonly by: Set<string> }>()
  return {
    note(chain, by, place) {
      const known = chains.get(chain)
      if (known === undefined) chains.set(chain, { place, by: new Set([by]) })
      else if (known.by.size < MAX_TOLD) known.by.add(by)
    },
    absent: isHere =>
      [...chains]
        .filter(([chain]) => !isHere(chain))
        .map(([chain, { place, by }]) => {
          const who = [...by].join(' and ')
          return { ...place, chain, message: `no record of it is here, and ${who} ${by.size === 1 ? 'names' : 'name'} it` }
        }),
  }
}
