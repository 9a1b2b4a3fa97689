import type { Condition, RunCheck } from '../compile/compiled.ts'
import type { Facts } from '../facts/facts.ts'
import type { Run, Word } from '../shell/effects.ts'
import { every, some, type Truth } from './kleene.ts'
import { anyFlag, noFlag } from './match-flags.ts'
import { matchOperand } from './match-operand.ts'
import { leadOf } from './match-subcommand.ts'
import { matchValue } from './match-value.ts'

export type RunCondition = Extract<Condition, { kind: 'run' }>

/** Whether one program that would run fits in every respect. Where the line does not tell all it runs, the answer is at least 'maybe'. */
export const matchRuns = (condition: RunCondition, { command }: Facts): Truth => {
  if (command === undefined) return 'no'
  const known = some(command.effects, effect => (effect.kind === 'run' ? asCertain(effect, matchRun(condition, effect)) : 'no'))
  return known === 'no' && command.markers.length > 0 ? 'maybe' : known
}

/** What was seen inside code of another language may run: it never counts for certain. */
const asCertain = ({ certainty }: Run, truth: Truth): Truth => (certainty === 'may' && truth === 'yes' ? 'maybe' : truth)

/** Whether this one run fits. A program that cannot be told may be the one meant, however its arguments would be read. */
export const matchRun = ({ program, subcommand, checks }: RunCondition, run: Run): Truth => {
  if (program !== undefined && run.name === undefined) return 'maybe'
  const named: Truth = program === undefined ? 'yes' : matchValue(program, run.name)
  if (named === 'no') return 'no'
  const leads = subcommand?.map(sequence => leadOf(sequence, run.words)) ?? [{ truth: 'yes' as const, operands: run.words }]
  return some(leads, ({ truth, operands }) => {
    if (truth === 'no') return 'no'
    const fits = every(checks, check => matchCheck(check, run, operands, checks))
    return every([named, truth, fits], one => one)
  })
}

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
    case 'any':
      return some(check.of, checks => every(checks, one => matchCheck(one, run, operands, all)))
  }
}
