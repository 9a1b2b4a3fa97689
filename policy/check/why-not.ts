/** Why a condition does not hold of a call: the first part of it that failed, and what stood there instead. */
import type { Condition, PathsCondition } from '../compile/compiled.ts'
import { cut } from '../compile/show.ts'
import { matchCondition } from '../decide/match-condition.ts'
import { matchPath } from '../decide/match-path.ts'
import { matchRun, type RunCondition } from '../decide/match-run.ts'
import { runText } from '../decide/matched-part.ts'
import { printsHelp } from '../decide/prints-help.ts'
import type { Facts } from '../facts/facts.ts'
import type { Run } from '../shell/effects.ts'
import { checkText, conditionText, matcherText } from './condition-text.ts'

/** One line for a person. Only for a condition that is a certain 'no' of these facts. */
export const whyNot = (condition: Condition, facts: Facts): string => {
  switch (condition.kind) {
    case 'all': {
      const failed = condition.of.find(one => matchCondition(one, facts) === 'no')
      return failed === undefined ? conditionText(condition) : whyNot(failed, facts)
    }
    case 'any':
      return [...new Set(condition.of.map(one => whyNot(one, facts)))].join('; ')
    case 'not':
      return `not (${conditionText(condition.of)}), which holds`
    case 'run':
      return whyNotRun(condition, facts)
    case 'only':
      return facts.command === undefined ? 'an allowlist of programs: no command line runs' : 'all that would run and be touched is listed'
    case 'read':
    case 'write':
    case 'delete':
      return whyNotPath(condition, facts)
    case 'caller':
      return `${conditionText(condition)}: it is ${facts.caller.plugin}, tier ${facts.caller.tier}`
    case 'agent':
      return `${conditionText(condition)}: it is ${facts.agent}`
    default:
      return conditionText(condition)
  }
}

/** A condition by its parts, each added to those before it. */
type Step = { readonly upTo: RunCondition; readonly text: string }

const stepsOf = (condition: RunCondition): readonly Step[] => {
  const { program, subcommand, checks } = condition
  const bare: RunCondition = { kind: 'run', program, checks: [] }
  return [
    ...(program === undefined ? [] : [{ upTo: bare, text: `program ${matcherText(program)}` }]),
    ...(subcommand === undefined
      ? []
      : [{ upTo: { ...bare, subcommand }, text: `subcommand ${subcommand.map(words => words.join(' ')).join(' or ')}` }]),
    ...checks.map((check, at) => ({ upTo: { ...condition, checks: checks.slice(0, at + 1) }, text: checkText(check) })),
  ]
}

/** Of several programs, the one that came furthest. */
const whyNotRun = (condition: RunCondition, { command }: Facts): string => {
  const runs = command?.effects.filter((effect): effect is Run => effect.kind === 'run') ?? []
  const steps = stepsOf(condition)
  let best: { readonly run: Run; readonly step: number } | undefined
  for (const run of runs) {
    const failed = steps.findIndex(one => matchRun(one.upTo, run) === 'no')
    const step = failed < 0 ? steps.length : failed
    if (best === undefined || step > best.step) best = { run, step }
  }
  if (best === undefined) return `${conditionText(condition)}: no program runs`
  // It fits in all it says, and still does nothing.
  if (best.step === steps.length && printsHelp(best.run)) return `${cut(runText(best.run))} only prints its help`
  const failed = steps[best.step]?.text ?? conditionText(condition)
  const isOther = best.step === 0 && condition.program !== undefined
  return isOther ? `${failed}: it does not run here` : `${failed}: not in ${cut(runText(best.run))}`
}

const DONE = { read: 'read', write: 'written', delete: 'deleted' } as const
/** More globs than this are counted, not listed. */
const MAX_GLOBS = 3

const whyNotPath = (condition: PathsCondition, { paths, places }: Facts): string => {
  const { kind, globs } = condition
  const own = paths.filter(path => path.action === kind)
  if (own.length === 0) return `${kind}: nothing is ${DONE[kind]}`
  const excepted = own.find(path => matchPath({ ...condition, not: [] }, path, places) !== 'no')
  if (excepted === undefined) {
    const written = globs.length > MAX_GLOBS ? `its ${globs.length} globs` : globs.map(one => one.source).join(', ')
    return `${kind} ${written}: not ${cut(own.map(path => path.spellings?.[0] ?? path.written).join(', '))}`
  }
  const exception = condition.not.find(one => matchPath({ ...condition, not: [one] }, excepted, places) === 'no')
  return `${kind}: the exception ${exception?.source ?? condition.not.map(one => one.source).join(', ')} holds for ${cut(excepted.written)}`
}
