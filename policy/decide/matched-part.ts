import type { Condition } from '../compile/compiled.ts'
import type { Facts } from '../facts/facts.ts'
import type { Run } from '../shell/effects.ts'
import { calledPart, firstPart, runsOf, WANTED } from './first-part.ts'
import { isMaybe, type Truth } from './kleene.ts'
import { matchHost } from './match-host.ts'
import { matchOutside, matchUnlisted, type OnlyCondition, unlistedVariable } from './match-only.ts'
import { matchPath, matchSpelling } from './match-path.ts'
import { matchRun } from './match-run.ts'

const MAX_LENGTH = 120

/** The part of the call that makes a condition hold, or leaves it open, for a person to read. It may hold a secret: never for a refusal. */
export const matchedPart = (condition: Condition, facts: Facts): string => cut(partOf(condition, facts) ?? subjectOf(facts))

const partOf = (condition: Condition, facts: Facts): string | undefined => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return firstPart(condition.of, facts, partOf)
    case 'run':
      return runPart(condition, facts)
    case 'only':
      return unlistedPart(condition, facts)
    case 'read':
    case 'write':
    case 'delete':
      return pathPart(condition, facts)
    case 'connect': {
      const host = firstCertain(facts.hosts ?? [], one => matchHost(condition, one))
      return host === undefined ? markerPart(facts.command) : (host.host ?? host.written)
    }
    case 'unread':
      return facts.command?.markers.find(marker => condition.kinds.includes(marker.kind))?.source
    default:
      return calledPart(condition, facts)
  }
}

const runPart = (condition: Extract<Condition, { kind: 'run' }>, facts: Facts): string | undefined => {
  const run = firstCertain(runsOf(facts), one => matchRun(condition, one))
  return run === undefined ? markerPart(facts.command) : runText(run)
}

/** What an allowlist has not got: the first program, file or host for certain, else the first that may be. */
const unlistedPart = (condition: OnlyCondition, facts: Facts): string | undefined => {
  const { command } = facts
  for (const isWanted of WANTED) {
    const run = runsOf(facts).find(one => isWanted(matchUnlisted(condition, one)))
    if (run !== undefined) {
      const variable = unlistedVariable(condition, run)
      return variable === undefined ? runText(run) : `${variable}=… ${runText(run)}`
    }
    if (isWanted === isMaybe && command?.markers.length) break
    const one = condition.outside.find(part => isWanted(matchOutside(part, facts)))
    if (one !== undefined) return `${one.kind} ${partOf(one, facts)}`
  }
  return markerPart(command)
}

/** The first place on the line that does not tell what it does. */
const markerPart = (command: Facts['command']): string | undefined => {
  const marker = command?.markers[0]
  return marker && (marker.source || marker.kind)
}

/** The first item that fits for certain, else the first that may. */
const firstCertain = <T>(items: readonly T[], test: (item: T) => Truth): T | undefined =>
  items.find(one => test(one) === 'yes') ?? items.find(one => isMaybe(test(one)))

/** A program and its arguments as they were written. */
export const runText = (run: Run): string => [run.program, ...run.args].map(word => word.source).join(' ')

const pathPart = (
  condition: Extract<Condition, { kind: 'read' | 'write' | 'delete' }>,
  { paths, places, command }: Facts,
): string | undefined => {
  const own = paths.filter(path => path.action === condition.kind)
  const path = firstCertain(own, one => matchPath(condition, one, places))
  if (path === undefined) return markerPart(command)
  return path.spellings?.find(spelling => matchSpelling(condition, spelling, places) === 'yes') ?? path.written
}

const subjectOf = ({ tool, call, paths }: Facts): string => tool?.name ?? call?.name ?? paths[0]?.written ?? ''

/** One line, at most `MAX_LENGTH` code units, never half a character. */
const cut = (text: string): string => {
  const line = text
    .slice(0, MAX_LENGTH * 2)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
