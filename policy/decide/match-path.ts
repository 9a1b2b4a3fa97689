import type { Matcher, PathGlob, PathsCondition } from '../compile/compiled.ts'
import type { Facts, PathFact, Places } from '../facts/facts.ts'
import { beneathAnyCase, relativeTo } from '../facts/lexical-path.ts'
import { globRoots } from './glob-roots.ts'
import { atLeast, every, found, type Maybe, maybe, not, some, type Truth, toTruth } from './kleene.ts'
import { matchPattern } from './match-pattern.ts'
import { matchValue, testText } from './match-value.ts'
import { untold } from './untold.ts'

/** Whether some path of the call fits. Where a command line does not tell all it does, it may touch any path. */
export const matchPaths = (condition: PathsCondition, { paths, places, command }: Facts): Truth => {
  const known = some(paths, path => {
    if (path.action !== condition.kind) return 'no'
    const fits = matchPath(condition, path, places)
    return fits === 'no' || condition.by === undefined ? fits : every([fits, matchBy(condition.by, path)], truth => truth)
  })
  const open = command && untold(command)
  return open === undefined ? known : atLeast(known, open)
}

/** Only a command line has programs: a file tool is none. */
const matchBy = (is: Matcher, { by = [] }: PathFact): Truth =>
  some(by, name => (name === undefined ? maybe('dynamic-program') : matchValue(is, name)))

const UNTOLD = maybe('path')
const MAY: Readonly<Record<NonNullable<PathFact['may']>, Maybe>> = { code: maybe('code'), argument: maybe('argument') }

/** Whether one path fits under one of its spellings. What may land in a place that cannot be told may fit; what may not be touched at all never surely does. */
export const matchPath = (condition: PathsCondition, path: PathFact, places: Places): Truth =>
  found(fitOf(condition, path, places), path.inScript, path.may && MAY[path.may])

const fitOf = (condition: PathsCondition, path: PathFact, places: Places): Truth => {
  const { spellings, mayLandElsewhere, tail } = path
  if (path.pattern !== undefined) return matchPattern(condition, path, places)
  if (spellings === undefined) return tail !== undefined && doesTailFit(condition, tail) ? 'yes' : UNTOLD
  const known = some(spellings, spelling => matchSpelling(condition, spelling, places))
  return mayLandElsewhere ? atLeast(known, UNTOLD) : known
}

/** Whether a path fits by its end alone, wherever it starts: a glob that may start anywhere has it, and no exception could. */
const doesTailFit = ({ globs, not: exceptions }: PathsCondition, tail: string): boolean => {
  const startsAnywhere = ({ source }: PathGlob) => source.startsWith('**/')
  const hasTail = ({ re }: PathGlob) => testText(re, `/${tail}`) === 'yes'
  return globs.some(glob => startsAnywhere(glob) && hasTail(glob)) && exceptions.every(glob => startsAnywhere(glob) && !hasTail(glob))
}

/** A spelling fits when a glob has it and, of that same spelling, no exception does. */
export const matchSpelling = ({ kind, globs, not: exceptions }: PathsCondition, spelling: string, places: Places): Truth => {
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
  if (places[base].length === 0) return UNTOLD
  return some(places[base], directory => {
    const rest = beneath(directory, spelling)
    return rest === undefined ? 'no' : testText(re, rest)
  })
}

/** Whether `directory` is or holds the directory a glob starts from: deleting `~/.claude` deletes `~/.claude/settings.json`. */
const holdsGlob = (glob: PathGlob, directory: string, places: Places): boolean =>
  globRoots(glob, places).some(root => beneathAnyCase(directory, root) !== undefined)
