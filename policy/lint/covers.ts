/** Whether one condition holds whenever another does: certain, never guessed. */
import type { Condition, Matcher, RunCheck } from '../compile/compiled.ts'
import { matchValue } from '../decide/match-value.ts'
import { isCovered } from './contradiction.ts'
import { isSame, textOfPart } from './same.ts'

/** `wide` holds of every call that `narrow` holds of. false: it does not, or that is not certain. */
export const covers = (wide: Condition, narrow: Condition): boolean => {
  if (isSame(wide, narrow)) return true
  if (narrow.kind === 'any') return narrow.of.every(one => covers(wide, one))
  if (wide.kind === 'all') return wide.of.every(one => covers(one, narrow))
  if (wide.kind === 'any') return wide.of.some(one => covers(one, narrow))
  if (narrow.kind === 'all') return narrow.of.some(one => covers(wide, one))
  if (wide.kind === 'run' && narrow.kind === 'run') return coversRun(wide, narrow)
  const isPath = wide.kind === 'read' || wide.kind === 'write' || wide.kind === 'delete'
  if (isPath && narrow.kind === wide.kind) {
    const { globs, not, by } = wide
    if (by !== undefined && !isSame(by, narrow.by)) return false
    const isIn = narrow.globs.every(glob => isCovered(glob, globs))
    return isIn && not.every(exception => narrow.not.some(one => isSame(one, exception)))
  }
  if (wide.kind === 'tool' && narrow.kind === 'tool') return accepts(wide.name, narrow.name) && hasAll(narrow.args, wide.args)
  if (wide.kind === 'mod' && narrow.kind === 'mod') {
    return narrow.calls.every(call => wide.calls.includes(call)) && hasAll(narrow.args, wide.args)
  }
  return false
}

type RunCondition = Extract<Condition, { kind: 'run' }>

const coversRun = (wide: RunCondition, narrow: RunCondition): boolean => {
  const isProgram = wide.program === undefined || (narrow.program !== undefined && accepts(wide.program, narrow.program))
  const isLed =
    wide.subcommand === undefined ||
    (narrow.subcommand?.every(words => wide.subcommand?.some(lead => lead.every((word, at) => words[at] === word))) ?? false)
  const others = (run: RunCondition) => textOfPart({ ...run, program: undefined, subcommand: undefined, checks: undefined })
  return (
    isProgram && isLed && others(wide) === others(narrow) && wide.checks.every(check => narrow.checks.some(one => coversCheck(check, one)))
  )
}

const coversCheck = (wide: RunCheck, narrow: RunCheck): boolean => {
  if (isSame(wide, narrow)) return true
  if (wide.check === 'any-flag' && narrow.check === 'any-flag') return narrow.flags.every(flag => wide.flags.includes(flag))
  if (wide.check === 'any') return wide.of.some(branch => branch.every(one => coversCheck(one, narrow)))
  return false
}

/** Whether every name that `narrow` is certain to fit is one of `wide`'s. */
const accepts = (wide: Matcher, narrow: Matcher): boolean => {
  if (isSame(wide, narrow)) return true
  const names = 'equals' in narrow ? [narrow.equals] : 'oneOf' in narrow ? narrow.oneOf : undefined
  return names?.every(name => matchValue(wide, name) === 'yes') ?? false
}

const hasAll = (args: readonly unknown[], wanted: readonly unknown[]): boolean =>
  wanted.every(one => args.some(other => isSame(one, other)))
