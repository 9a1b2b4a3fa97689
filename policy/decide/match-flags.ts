import type { RunCheck } from '../compile/compiled.ts'
import type { Run } from '../shell/effects.ts'
import { every, MAY_BE_EXCEPTED, maybe, not, type Truth, toTruth } from './kleene.ts'
import { certainStart, certainText } from './word-text.ts'

/** The shortest abbreviation of a long option that counts: `--fo` for `--force`. */
const MIN_ABBREVIATION = 4
const UNCLEAR = maybe('argument')

/**
 * Whether one of `flags` is on the run: spelled out, or abbreviated (`--forc`). An option that `checks` name themselves abbreviates nothing:
 * in a rule about `--force` and `--force-with-lease` each is itself. Long options count before the subcommand too (`npm --force publish`).
 */
export const anyFlag = (flags: readonly string[], run: Run, checks: readonly RunCheck[]): Truth => {
  if (isSpelledOut(flags, run) || isAbbreviated(flags, run, checks)) return 'yes'
  return run.mayHaveMoreFlags ? UNCLEAR : 'no'
}

/** Whether none of `flags` is on the run. An abbreviation proves no absence and no presence: the program may read it as something else. */
export const noFlag = (flags: readonly string[], run: Run, checks: readonly RunCheck[]): Truth => {
  if (isSpelledOut(flags, run)) return 'no'
  return isAbbreviated(flags, run, checks) ? UNCLEAR : run.mayHaveMoreFlags ? MAY_BE_EXCEPTED : 'yes'
}

/** Whether every option is one of `flags`. An abbreviation is none of them. */
export const flagsWithin = (flags: readonly string[], run: Run): Truth =>
  run.flags.every(flag => flags.includes(flag)) ? not(run.mayHaveMoreFlags ? UNCLEAR : 'no') : 'no'

/** Whether every option before the subcommand is one of `flags`. The value of one may stand between them, or in its word. */
export const globalsWithin = (flags: readonly string[], { args, words }: Run): Truth => {
  const [subcommand] = words
  return every(subcommand === undefined ? args : args.slice(0, args.indexOf(subcommand)), arg => {
    if (arg.isMany) return UNCLEAR
    const start = certainStart(arg)
    const [name = ''] = start.split('=', 1)
    const mayGoOn = name === start && certainText(arg) === undefined
    const isListed = (flags.includes(name) && !mayGoOn) || (!start.startsWith('--') && flags.includes(start.slice(0, 2)))
    return toTruth(!start.startsWith('-') || isListed)
  })
}

const isSpelledOut = (flags: readonly string[], run: Run): boolean =>
  flags.some(flag => run.flags.includes(flag) || (flag.startsWith('--') && run.globals.includes(flag)))

const isAbbreviated = (flags: readonly string[], run: Run, checks: readonly RunCheck[]): boolean => {
  const fits = (given: string) => given.startsWith('--') && given.length >= MIN_ABBREVIATION && flags.some(flag => flag.startsWith(given))
  const candidates = [...run.flags, ...run.globals].filter(fits)
  return candidates.length > 0 && candidates.some(given => !namedFlags(checks).has(given))
}

const namedFlags = (checks: readonly RunCheck[]): ReadonlySet<string> => new Set(checks.flatMap(flagsOf))

const flagsOf = (check: RunCheck): readonly string[] => {
  if (check.check === 'any-flag' || check.check === 'not-flags') return check.flags
  if (check.check === 'all-flags') return check.groups.flat()
  return check.check === 'any' ? check.of.flat().flatMap(flagsOf) : []
}
