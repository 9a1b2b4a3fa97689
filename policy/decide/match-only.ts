/** Allowlists: whether a command line would run or touch something that is not listed. What cannot be told is not listed. */
import type { Condition, RunCondition } from '../compile/compiled.ts'
import type { Facts, HostFact, PathFact } from '../facts/facts.ts'
import type { Run } from '../shell/effects.ts'
import { atLeast, atMost, every, maybe, not, some, type Truth, toTruth } from './kleene.ts'
import { matchHosts } from './match-host.ts'
import { matchPaths } from './match-path.ts'
import { matchRun } from './match-run.ts'
import { untold } from './untold.ts'
import { certainText } from './word-text.ts'

export type OnlyCondition = Extract<Condition, { kind: 'only' }>

/** Builtins that touch nothing beyond the shell they run in. */
const HARMLESS = new Set(': [ break cd continue exit false return shift test true wait'.split(' '))
/** Folders of which the system's own programs are; from anywhere else, `ls` is some file of that name. */
const SYSTEM = /^\/(usr\/)?s?bin\/(?=[^/]+$)/
const IN_CODE = maybe('code')

/** Whether some part of the command leaves the list. A call without a command does not. */
export const matchOnly = (condition: OnlyCondition, facts: Facts): Truth => {
  const { command } = facts
  if (command === undefined) return 'no'
  const known = some(
    [
      ...command.effects.map(effect => () => (effect.kind === 'run' && !effect.inScript ? matchUnlisted(condition, effect) : 'no')),
      ...condition.outside.map(one => () => matchOutside(one, facts)),
    ],
    test => test(),
  )
  const open = untold(command)
  return open === undefined ? known : atLeast(known, open)
}

/** Whether some file or host of the call is not listed. */
export const matchOutside = (one: OnlyCondition['outside'][number], facts: Facts): Truth =>
  one.kind === 'connect'
    ? matchHosts(one, { ...facts, hosts: facts.hosts?.filter(onLine) })
    : matchPaths(one, { ...facts, paths: facts.paths.filter(onLine) })

/** An allowlist is about the line alone. */
const onLine = (fact: PathFact | HostFact): boolean => !fact.inScript

/** Whether one program is not listed, or runs with a variable that is not. A program outside the system's folders goes by its path as written. */
export const matchUnlisted = (condition: OnlyCondition, run: Run): Truth => {
  const isOwnShell = run.via.length === 0 || !run.env?.length
  const called = asCalled(run)
  if (isOwnShell && HARMLESS.has(called.name ?? '')) return 'no'
  const isListed = some(condition.allow, entry => matchRun(entry, called))
  const truth = not(every([isListed, toTruth(unlistedVariable(condition, run) === undefined)], one => one))
  return run.certainty === 'may' ? atMost(truth, IN_CODE) : truth
}

/** Whether an entry has the program, wherever it stands. */
export const isEntryOf = (entry: RunCondition, run: Run): Truth => matchRun(entry, asCalled(run))

/** By the name of a program of the system, else by its path as written; by '' where that goes up. */
const asCalled = (run: Run): Run => {
  const written = certainText(run.program)
  return { ...run, name: written?.includes('/../') ? '' : written?.replace(SYSTEM, ''), certainty: undefined }
}

/** The first variable set for the program that the list has not got. */
export const unlistedVariable = ({ variables }: OnlyCondition, { env = [] }: Run): string | undefined =>
  env.find(({ name }) => !variables.includes(name))?.name
