/** What a generated policy module calls: its globs, compiled as they were when the policy was checked. */
import type { Matcher, PathGlob } from './compiled.ts'
import { compilePathGlob } from './path-glob.ts'
import { compileTextGlob } from './text-glob.ts'

/** A glob over paths. Throws on one that the build would have refused: a module that was changed by hand does not load. */
export const path = (source: string): PathGlob => {
  const compiled = compilePathGlob(source)
  if (!compiled.ok) throw new Error(compiled.message)
  return compiled.glob
}

/** A glob over texts; throws as `path` does. */
export const text = (source: string): Extract<Matcher, { glob: RegExp }> => {
  const compiled = compileTextGlob(source)
  if (!compiled.ok) throw new Error(compiled.message)
  return { glob: compiled.re, source }
}
