import { foldPath, isAbsolute, joinPath, tidyPath } from './lexical-path.ts'

/** Who opens the path, which decides how `~` and `..` are read: a file tool, the shell, or a mod's `$.fs` call. */
export type Reader = 'tool' | 'shell' | 'mod'

/** A path as text, before anything is looked up. */
export type Spelled = {
  /** Absolute and folded, the likeliest reading first; undefined: not even the text tells. */
  readonly spellings: readonly string[] | undefined
  /** What to follow links of, absolute. May hold `..`: the kernel follows a link before it goes up, a file tool folds first. */
  readonly toResolve: readonly string[]
  /** The text allows a further reading that cannot be spelled. */
  readonly mayLandElsewhere: boolean
}

export const CANNOT_SPELL: Spelled = { spellings: undefined, toResolve: [], mayLandElsewhere: false }

/**
 * Every absolute reading of a path.
 * `~/x` is read as the home, and for `shell` and `mod` also as a folder named `~`, since the text no longer tells whether it was quoted.
 * `~someone` cannot be told for `shell`. A relative path with no absolute `base`, or `base` null, cannot be spelled.
 */
export const spellPath = (written: string, base: string | null, home: readonly string[], reader: Reader): Spelled => {
  const isHome = written === '~' || written.startsWith('~/')
  const isSomeonesHome = !isHome && written.startsWith('~') && reader === 'shell'
  const homes = isHome ? home.slice(0, 1).map(directory => `${directory}/${written.slice(2)}`) : []
  const isHomeUnknown = isHome && homes.length === 0
  const isHomeOnly = isHome && reader === 'tool'
  const fromBase = isHomeOnly ? undefined : fromDirectory(written, base)
  const readings = fromBase === undefined ? homes : [...homes, fromBase]
  if (readings.length === 0) return CANNOT_SPELL
  const isBaseUnknown = !isHomeOnly && fromBase === undefined
  return {
    spellings: unique(readings.map(foldPath)),
    toResolve: unique(readings.flatMap(reading => followed(reading, reader))),
    mayLandElsewhere: isSomeonesHome || isHomeUnknown || isBaseUnknown,
  }
}

const fromDirectory = (written: string, base: string | null): string | undefined => {
  if (isAbsolute(written)) return written
  return base !== null && isAbsolute(base) ? joinPath(base, written) : undefined
}

const followed = (path: string, reader: Reader): string[] => {
  if (reader === 'tool') return [foldPath(path)]
  if (reader === 'shell') return [tidyPath(path)]
  return [tidyPath(path), foldPath(path)]
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]
