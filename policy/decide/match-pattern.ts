import type { PathGlob, PathsCondition } from '../compile/compiled.ts'
import type { PathFact, Places } from '../facts/facts.ts'
import { beneathAnyCase } from '../facts/lexical-path.ts'
import type { PathLanguage, PathPattern } from '../facts/path-language.ts'
import { literalTokens, type PathToken, SLASH } from '../facts/path-token.ts'
import { type GlobLanguage, globLanguage } from './glob-language.ts'
import { globRoots } from './glob-roots.ts'
import { atLeast, maybe, some, type Truth } from './kleene.ts'
import { testText } from './match-value.ts'
import { isWithinGlob, lastNameAt, somePathOf, spelledInCommon } from './pattern-meets-glob.ts'

type Tokens = readonly PathToken[]

/**
 * Whether a path that is not wholly known fits: 'no' where the pattern and the globs have no path in common, 'yes' where all it may become is in one
 * of them and no exception could hold, else it cannot be told.
 */
export const matchPattern = (condition: PathsCondition, { pattern, mayLandElsewhere }: PathFact, places: Places): Truth => {
  if (pattern === undefined) return 'no'
  const fits = some(languagesOf(pattern), tokens => {
    const isIn = some(condition.globs, glob => matchGlob(glob, tokens, condition.kind, pattern, places))
    if (isIn === 'no') return 'no'
    const isOut = some(condition.not, glob => matchException(glob, tokens, places))
    if (isOut === 'yes') return 'no'
    return isIn === 'yes' && isOut !== 'no' ? isOut : isIn
  })
  return mayLandElsewhere ? atLeast(fits, ELSEWHERE) : fits
}

const ELSEWHERE = maybe('path')

const languages = new WeakMap<PathLanguage, readonly Tokens[]>()

/** A pattern as lists of tokens, one for each start. Made once: each is held against every glob there is. */
const languagesOf = (language: PathLanguage): readonly Tokens[] => {
  const { starts, tokens } = language
  const before = languages.get(language)
  if (before !== undefined) return before
  const made = starts === undefined ? [tokens] : starts.map(start => (start === '/' ? tokens : [...literalTokens(start), ...tokens]))
  languages.set(language, made)
  return made
}

/** Whether a glob proves to take all that a pattern may become. One path of it, tried first, is the cheap answer for most pairs. */
const isWithin = (tokens: Tokens, glob: PathGlob, directory: string, language: GlobLanguage): boolean => {
  const path = somePathOf(tokens)
  const tried = glob.base === 'any' ? path : beneathAnyCase(directory, path)
  return tried !== undefined && testText(glob.re, tried) === 'yes' && isWithinGlob(tokens, language)
}

const directoriesOf = ({ base }: PathGlob, places: Places): readonly string[] => (base === 'any' ? ['/'] : places[base])

const doMeet = (tokens: Tokens, alternative: Tokens): boolean => spelledInCommon(tokens, alternative) >= 0

const matchGlob = (glob: PathGlob, tokens: Tokens, action: PathFact['action'], pattern: PathPattern, places: Places): Truth => {
  const directories = directoriesOf(glob, places)
  if (directories.length === 0) return ELSEWHERE
  return some(directories, directory => {
    const language = globLanguage(glob, directory)
    const all = action === 'delete' ? [...language, ...heldFolders(glob, places)] : language
    if (!all.some(alternative => doMeet(tokens, alternative))) return 'no'
    if (isWithin(tokens, glob, directory, language)) return 'yes'
    const likely = languagesOf(pattern.likely ?? pattern)
    return maybe(likely.some(one => isNamed(one, glob, all)) ? 'pattern' : 'path')
  })
}

const matchException = (glob: PathGlob, tokens: Tokens, places: Places): Truth =>
  some(directoriesOf(glob, places), directory => {
    const language = globLanguage(glob, directory, true)
    if (!language.some(alternative => doMeet(tokens, alternative))) return 'no'
    return isWithin(tokens, glob, directory, language) ? 'yes' : maybe('pattern')
  })

/** Deleting a folder deletes what a glob names inside it: the folders from the root down to where the glob starts. */
const heldFolders = (glob: PathGlob, places: Places): readonly Tokens[] =>
  globRoots(glob, places).flatMap(root => {
    const segments = root.split('/').slice(1)
    return segments.map((_, at) => literalTokens(`/${segments.slice(0, at + 1).join('/')}`))
  })

/**
 * Whether the pattern is about this glob, and does not merely take it in among everything else: it spells at least half of the last name, or all of
 * the folder that the glob names. `*` and `*.json` are about nothing in particular.
 */
const isNamed = (pattern: Tokens, glob: PathGlob, language: readonly Tokens[]): boolean =>
  language.some(alternative => {
    const spelled = spelledInCommon(pattern, alternative)
    if (spelled < 0) return false
    const name = alternative.slice(lastNameAt(alternative))
    const letters = name.filter(token => token.kind === 'char').length
    const isHalf = letters > 0 && spelled * 2 >= letters
    return isHalf || areHiddenAlone(pattern, name) || isInFolderOf(pattern, alternative, glob)
  })

const isDot = (token: PathToken | undefined): boolean => token?.kind === 'char' && token.char === '.'

/** `.*` is about hidden files, and about every one of them. */
const areHiddenAlone = (pattern: Tokens, name: Tokens): boolean => {
  const own = pattern.slice(lastNameAt(pattern))
  return isDot(name[0]) && isDot(own[0]) && own.filter(token => token.kind === 'char').length === 1
}

/** The pattern spells the folder that stands in the glob beyond its base. */
const isInFolderOf = (pattern: Tokens, alternative: Tokens, { base, source }: PathGlob): boolean => {
  const folders = source.split('/').slice(0, -1)
  const isAnywhere = base === 'any' && !source.startsWith('/')
  const isBare = folders.length < 2 || folders.slice(1).some(folder => /[*?[{]/.test(folder))
  if (isAnywhere || isBare) return false
  // `x/**` is the folder x, and whatever it holds.
  const isWhole = alternative.at(-1)?.kind === 'any' && alternative.at(-3)?.kind === 'split'
  const folder = isWhole ? [...alternative.slice(0, -3), SLASH] : alternative.slice(0, lastNameAt(alternative))
  return folder.every((token, at) => {
    const own = pattern[at]
    return token.kind === 'char' && own?.kind === 'char' && own.char.toLowerCase() === token.char.toLowerCase()
  })
}
