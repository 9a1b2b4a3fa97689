import type { Effect, FileEffect, Run } from '../shell/effects.ts'
import type { PathFact } from './facts.ts'

/** Files times programs that are compared; past that nobody says which program a file belongs to. */
const MAX_PAIRS = 65_536
const CANNOT_TELL = [undefined]

/**
 * Answers the programs behind a file effect by where they stand: those of the smallest command around it (`sudo tee f` is both `sudo` and `tee`), and those of the
 * group whose output it takes (`{ echo a; ls; } > f`). Text of a wrapper (`bash -c`) has one position for everything in it.
 */
export const programsBehind = (effects: readonly Effect[], files: number): ((file: FileEffect) => NonNullable<PathFact['by']>) => {
  const runs = effects.filter((effect): effect is Run => effect.kind === 'run')
  if (runs.length * files > MAX_PAIRS) return () => CANNOT_TELL
  return ({ at, via }) => {
    const around = runs.filter(run => run.at.start <= at.start && run.at.end >= at.end && isSameChain(run.via, via))
    const smallest = Math.min(...around.map(sizeOf))
    const inside = runs.filter(run => run.at.start >= at.start && run.at.end <= at.end)
    return [...new Set([...around.filter(run => sizeOf(run) === smallest), ...inside].map(run => run.name))]
  }
}

/** Both came through the same wrappers, or one of them through some of the other's. */
const isSameChain = (one: readonly string[], other: readonly string[]): boolean =>
  one.slice(0, other.length).every((step, at) => step === other[at])

const sizeOf = ({ at }: Run): number => at.end - at.start
