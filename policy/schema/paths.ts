/** `read`, `write`, `delete`: which paths. */
import { z } from 'zod'
import { compilePathGlob, PATH_SPELLINGS } from '../compile/path-glob.ts'
import { nameMatcher } from './matcher.ts'
import { complain, oneOrMany, strict } from './strict.ts'

const RIGHT = `a glob or a list of globs, each ${PATH_SPELLINGS}`

const pathGlob = z.string({ error: RIGHT }).check(
  complain(glob => {
    const compiled = compilePathGlob(glob)
    return compiled.ok ? undefined : compiled.message
  }),
)
const globs = oneOrMany(RIGHT, pathGlob)

const MAP = '{ glob: [...], not: [...], by: program }'

export const pathsShape = z.union([globs, strict(MAP, { glob: globs, not: globs.optional(), by: nameMatcher.optional() })], {
  error: `${RIGHT}; or ${MAP}`,
})
export type PathsSource = z.infer<typeof pathsShape>
