import type { Facts, PathFact } from './facts.ts'
import { foldPath } from './lexical-path.ts'

/** A path whose links nobody has followed yet. */
export type DraftPath = PathFact & { readonly toResolve: readonly string[] }

/** Facts before links are followed: `spellings` hold what the text alone tells. */
export type Draft = Omit<Facts, 'paths'> & { readonly paths: readonly DraftPath[] }

/**
 * The absolute paths whose links the edge has to follow, each once, at most `MAX_RESOLVED` (bound-paths.ts).
 * One may hold `..`: then the link before it is followed first, as the kernel does.
 */
export const pathsToResolve = (draft: Draft): readonly string[] => [...new Set(draft.paths.flatMap(path => path.toResolve))]

/**
 * The facts once links are followed. `resolved` maps each of `pathsToResolve` to where it lands.
 * A path that is missing there, or maps to undefined, keeps its lexical spelling and may land elsewhere.
 */
export const withResolved = (draft: Draft, resolved: ReadonlyMap<string, string | undefined>): Facts => ({
  ...draft,
  paths: draft.paths.map(path => resolvedPath(path, resolved)),
})

const resolvedPath = ({ toResolve, ...path }: DraftPath, resolved: ReadonlyMap<string, string | undefined>): PathFact => {
  const given = path.spellings ?? path.pattern?.starts
  if (given === undefined) return path
  const landings = toResolve.map(asked => resolved.get(asked))
  const known = landings.filter(landing => landing !== undefined).map(foldPath)
  const all = [...new Set([...given, ...known])]
  const spelled = path.pattern === undefined ? { ...path, spellings: all } : { ...path, pattern: { ...path.pattern, starts: all } }
  return known.length < landings.length ? { ...spelled, mayLandElsewhere: true } : spelled
}
