import type { Condition, RunCheck, RunCondition } from '../compile/compiled.ts'
import type { Facts } from '../facts/facts.ts'
import type { Run } from '../shell/effects.ts'
import { calledPart, firstPart, runsOf, WANTED } from './first-part.ts'
import { isMaybe } from './kleene.ts'
import { anyFlag } from './match-flags.ts'
import { matchHost } from './match-host.ts'
import { matchOutside, matchUnlisted, type OnlyCondition, unlistedVariable } from './match-only.ts'
import { matchPath, matchSpelling } from './match-path.ts'
import { matchRun } from './match-run.ts'
import { leadOf } from './match-subcommand.ts'
import { writtenText } from './word-text.ts'

export const MAX_FOUND = 120

/**
 * What a condition found, for a reason to name: `sudo > bash -c > rm -r -f /data`. A refusal may show it, so it holds no part of the call but names of
 * programs, wrappers, tools and hosts, the flags and subcommands that the rule itself names, a path that the rule's globs have for certain, and of a
 * program's words those that are spelled like paths: no word alone, no address, no assignment.
 */
export const foundText = (condition: Condition, facts: Facts): string => {
  const text = (partOf(condition, facts) ?? 'something castellan cannot tell').replace(/\s+/g, ' ')
  return text.length <= MAX_FOUND ? text : `${text.slice(0, MAX_FOUND - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

const partOf = (condition: Condition, facts: Facts): string | undefined => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return firstPart(condition.of, facts, partOf)
    case 'run': {
      const runs = runsOf(facts)
      const run = WANTED.map(isWanted => runs.find(one => isWanted(matchRun(condition, one)))).find(one => one !== undefined)
      return run && runText(condition, run)
    }
    case 'only':
      return unlistedPart(condition, facts)
    case 'read':
    case 'write':
    case 'delete': {
      const { paths, places } = facts
      const path = paths.find(one => one.action === condition.kind && matchPath(condition, one, places) === 'yes')
      return path?.spellings?.find(spelling => matchSpelling(condition, spelling, places) === 'yes')
    }
    case 'connect':
      return facts.hosts?.find(host => host.host !== undefined && matchHost(condition, host) !== 'no')?.host
    default:
      return calledPart(condition, facts)
  }
}

/** A program or a host that is not listed. A file's name is an operand of the line, so no more than that there is one. */
const unlistedPart = (condition: OnlyCondition, facts: Facts): string | undefined => {
  for (const isWanted of WANTED) {
    const run = runsOf(facts).find(one => isWanted(matchUnlisted(condition, one)))
    if (run !== undefined)
      return `${unlistedVariable(condition, run) === undefined ? '' : 'a variable for '}${runText({ checks: [] }, run)}`
    if (isWanted === isMaybe && facts.command?.markers.length) return undefined
    const one = condition.outside.find(part => isWanted(matchOutside(part, facts)))
    if (one !== undefined) return one.kind === 'connect' ? partOf(one, facts) : `the file it would ${one.kind}`
  }
  return undefined
}

const runText = ({ subcommand, checks }: Pick<RunCondition, 'subcommand' | 'checks'>, run: Run): string => {
  const words = subcommand?.find(sequence => leadOf(sequence, run.words).truth === 'yes') ?? []
  const flags = namedFlags(checks).filter(flag => anyFlag([flag], { ...run, mayHaveMoreFlags: false }, checks) === 'yes')
  const program = run.name ?? 'a program that cannot be told'
  return [...run.via, [program, ...words, ...flags, ...pathWords(run)].join(' ')].join(' > ')
}

const MAX_PATHS = 3
/** Begins like a path (`/data`, `~/x`, `./x`, `../x`) and has no character of an address, an assignment or an encoded value. */
const PATH_LIKE = /^(?:\/|~|\.{1,2}\/)[\w./~*-]{0,60}$/

const pathWords = (run: Run): readonly string[] =>
  run.words
    .map(word => writtenText(word) ?? '')
    .filter(text => PATH_LIKE.test(text))
    .slice(0, MAX_PATHS)

const namedFlags = (checks: readonly RunCheck[]): readonly string[] => [...new Set(checks.flatMap(flagsOf))]

const flagsOf = (check: RunCheck): readonly string[] => {
  if (check.check === 'any-flag') return check.flags
  if (check.check === 'all-flags') return check.groups.flat()
  return check.check === 'any' ? check.of.flat().flatMap(flagsOf) : []
}
