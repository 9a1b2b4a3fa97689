import type { Effect, FileEffect, Run, Span } from '../shell/effects.ts'
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
  return ({ at }) => {
    const around = runs.filter(run => isWithin(at, run.at))
    const smallest = Math.min(...around.map(sizeOf))
    const behind = [...around.filter(run => sizeOf(run) === smallest), ...runs.filter(run => isWithin(run.at, at))]
    return [...new Set(behind.map(run => run.name))]
  }
}

const isWithin = (inner: Span, outer: Span): boolean => outer.start <= inner.start && outer.end >= inner.end

const sizeOf = ({ at }: Run): number => at.end - at.start
