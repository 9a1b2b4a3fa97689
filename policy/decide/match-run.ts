import type { Condition, Matcher, RunCheck } from '../compile/compiled.ts'
import type { Facts } from '../facts/facts.ts'
import type { Run, Word } from '../shell/effects.ts'
import { namesBehind } from '../shell/globbed-program.ts'
import { atLeast, every, found, maybe, not, some, type Truth, toTruth } from './kleene.ts'
import { matchCode, matchEnv, matchVia } from './match-around.ts'
import { anyFlag, flagsWithin, globalsWithin, noFlag } from './match-flags.ts'
import { matchOperand } from './match-operand.ts'
import { matchOption } from './match-option.ts'
import { matchRef } from './match-ref.ts'
import { leadOf } from './match-subcommand.ts'
import { matchValue } from './match-value.ts'
import { printsHelp } from './prints-help.ts'
import { untold } from './untold.ts'

export type RunCondition = Extract<Condition, { kind: 'run' }>

/** Whether one program that would run fits in every respect. Where the line does not tell all it runs, it may. */
export const matchRuns = (condition: RunCondition, { command }: Facts): Truth => {
  if (command === undefined) return 'no'
  const known = some(command.effects, effect => {
    const fits = effect.kind === 'run' && matchRun(condition, effect)
    return !fits || fits === 'no' || printsHelp(effect as Run) ? 'no' : fits
  })
  const open = untold(command)
  return open === undefined ? known : atLeast(known, open)
}

const NO_PROGRAM = maybe('dynamic-program')
const IN_CODE = maybe('code')

/**
 * Whether this one run fits. A program that cannot be told may be the one meant, however its arguments would be read.
 * What was seen inside code of another language may run: it never counts for certain.
 */
export const matchRun = (condition: RunCondition, run: Run): Truth => found(fitOf(condition, run), run.inScript, run.certainty && IN_CODE)

const fitOf = ({ program, subcommand, checks }: RunCondition, run: Run): Truth => {
  const isBehind = program !== undefined && run.name === undefined && namesBehind(run.program.pieces, literalsOf(program)).length > 0
  if (program !== undefined && run.name === undefined && !isBehind) return NO_PROGRAM
  const named: Truth = program === undefined || isBehind ? 'yes' : matchValue(program, run.name)
  if (named === 'no') return 'no'
  const leads = subcommand?.map(sequence => leadOf(sequence, run.words)) ?? [{ truth: 'yes' as const, operands: run.words }]
  return some(leads, ({ truth, operands }) => {
    if (truth === 'no') return 'no'
    const fits = every(checks, check => matchCheck(check, run, operands, checks))
    return every([named, truth, fits], one => one)
  })
}

const literalsOf = (is: Matcher): readonly string[] => ('equals' in is ? [String(is.equals)] : 'oneOf' in is ? is.oneOf.map(String) : [])

const matchCheck = (check: RunCheck, run: Run, operands: readonly Word[], all: readonly RunCheck[]): Truth => {
  switch (check.check) {
    case 'any-flag':
      return anyFlag(check.flags, run, all)
    case 'all-flags':
      return every(check.groups, group => anyFlag(group, run, all))
    case 'not-flags':
      return noFlag(check.flags, run, all)
    case 'operand':
      return matchOperand(check.is, operands)
    case 'not-operand':
      return not(matchOperand(check.is, operands))
    case 'written':
      return matchValue(check.is, run.program.source)
    case 'option':
      return matchOption(check, run)
    case 'ref':
      return matchRef(check, run, operands, all)
    case 'env':
      return matchEnv(check, run)
    case 'via':
      return matchVia(check, run)
    case 'remote':
      return toTruth((run.isRemote === true) === check.is)
    case 'code':
      return matchCode(check, run)
    case 'operands':
      return every(operands, word => some(check.of, is => matchOperand(is, [word])))
    case 'only-flags':
      return flagsWithin(check.flags, run)
    case 'globals':
      return globalsWithin(check.flags, run)
    case 'any':
      return some(check.of, checks => every(checks, one => matchCheck(one, run, operands, all)))
  }
}
