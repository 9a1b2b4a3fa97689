import type { Condition, PathGlob } from '../compile/compiled.ts'
import type { Facts, PathFact, Places } from '../facts/facts.ts'
import { joinPath, relativeTo } from '../facts/lexical-path.ts'
import { globStart } from './glob-start.ts'
import { every, not, some, type Truth, toTruth } from './kleene.ts'
import { testText } from './match-value.ts'

export type PathCondition = Extract<Condition, { kind: 'read' | 'write' | 'delete' }>

export const matchPaths = (condition: PathCondition, { paths, places }: Facts): Truth =>
  some(paths, path => (path.action === condition.kind ? matchPath(condition, path, places) : 'no'))

/** Whether one path fits under one of its spellings. What may land in a place that cannot be told is at least 'maybe'. */
export const matchPath = (condition: PathCondition, { spellings, mayLandElsewhere, tail }: PathFact, places: Places): Truth => {
  if (spellings === undefined) return tail !== undefined && doesTailFit(condition, tail) ? 'yes' : 'maybe'
  const known = some(spellings, spelling => matchSpelling(condition, spelling, places))
  return known === 'no' && mayLandElsewhere ? 'maybe' : known
}

/** Whether a path fits by its end alone, wherever it starts: a glob that may start anywhere has it, and no exception could. */
const doesTailFit = ({ globs, not: exceptions }: PathCondition, tail: string): boolean => {
  const startsAnywhere = ({ source }: PathGlob) => source.startsWith('**/')
  const hasTail = ({ re }: PathGlob) => testText(re, `/${tail}`) === 'yes'
  return globs.some(glob => startsAnywhere(glob) && hasTail(glob)) && exceptions.every(glob => startsAnywhere(glob) && !hasTail(glob))
}

/** A spelling fits when a glob has it and, of that same spelling, no exception does. */
export const matchSpelling = ({ kind, globs, not: exceptions }: PathCondition, spelling: string, places: Places): Truth => {
  const isIn = some(globs, glob => {
    const fits = matchGlob(glob, spelling, places, beneathAnyCase)
    return fits === 'no' && kind === 'delete' ? toTruth(holdsGlob(glob, spelling, places)) : fits
  })
  if (isIn === 'no') return 'no'
  const isOut = some(exceptions, glob => matchGlob(glob, spelling, places, relativeTo))
  return every([isIn, not(isOut)], one => one)
}

/** With a base whose directory nobody knows, it cannot be told. */
const matchGlob = ({ base, re }: PathGlob, spelling: string, places: Places, beneath: typeof relativeTo): Truth => {
  if (base === 'any') return testText(re, spelling)
  if (places[base].length === 0) return 'maybe'
  return some(places[base], directory => {
    const rest = beneath(directory, spelling)
    return rest === undefined ? 'no' : testText(re, rest)
  })
}

/** `relativeTo` for file systems that take either case, as the globs do. An exception is read strictly: it must not reach further than written. */
const beneathAnyCase: typeof relativeTo = (directory, path) => {
  const isSame = path.slice(0, directory.length).toLowerCase() === directory.toLowerCase()
  return isSame ? relativeTo(directory, directory + path.slice(directory.length)) : undefined
}

/** Whether `directory` is or holds the directory a glob starts from: deleting `~/.claude` deletes `~/.claude/settings.json`. */
const holdsGlob = (glob: PathGlob, directory: string, places: Places): boolean =>
  globRoots(glob, places).some(root => beneathAnyCase(directory, root) !== undefined)

/** The directories a glob is certain to start from, or its whole path where nothing in it is open; none for one that may start anywhere. */
const globRoots = ({ base, source }: PathGlob, places: Places): readonly string[] => {
  const relative = base === 'any' ? source : source.replace(BASE_PREFIX, '')
  const start = globStart(relative)
  const certain = start === relative ? relative : start.slice(0, start.lastIndexOf('/') + 1)
  const root = certain.replace(/\/+$/, '')
  if (base === 'any') return certain.startsWith('/') ? [root || '/'] : []
  return places[base].map(directory => (root === '' ? directory : joinPath(directory, root)))
}

const BASE_PREFIX = /^(?:~|\$\{project\})(?:\/|$)/
