import { foldPath, isAbsolute, joinPath, tidyPath } from './lexical-path.ts'
import type { PathPattern } from './path-language.ts'

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
  /** Without spellings: the certain end of the path, folded, where only the directory it starts from cannot be told. */
  readonly tail?: string
  /** Without spellings: what a path that is not wholly known may become. `toResolve` are its starts. */
  readonly pattern?: PathPattern
}

export const CANNOT_SPELL: Spelled = { spellings: undefined, toResolve: [], mayLandElsewhere: false }

/**
 * Every absolute reading of a path.
 * `~/x` is the home, and for `mod`, where nobody says who expands it, also a folder named `~`. `~someone` cannot be told for `shell`.
 * A relative path with no absolute `base`, or `base` null, cannot be spelled.
 */
export const spellPath = (written: string, base: string | null, home: readonly string[], reader: Reader): Spelled => {
  const isHome = written === '~' || written.startsWith('~/')
  const isSomeonesHome = !isHome && written.startsWith('~') && reader === 'shell'
  const homes = isHome ? home.slice(0, 1).map(directory => `${directory}/${written.slice(2)}`) : []
  const isHomeUnknown = isHome && homes.length === 0
  const isHomeOnly = isHome && reader !== 'mod'
  const fromBase = isHomeOnly ? undefined : fromDirectory(written, base)
  const readings = fromBase === undefined ? homes : [...homes, fromBase]
  if (readings.length === 0) return isHome ? CANNOT_SPELL : { ...CANNOT_SPELL, tail: tailOf(written) }
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

/** A path that goes up has no certain end: where it goes up from is not known. */
const tailOf = (written: string): string | undefined => (written.split('/').includes('..') ? undefined : foldPath(written).slice(1))

const followed = (path: string, reader: Reader): string[] => {
  if (reader === 'tool') return [foldPath(path)]
  if (reader === 'shell') return [tidyPath(path)]
  return [tidyPath(path), foldPath(path)]
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]
