/** Whether the tests of a policy would notice if a rule, or a part of it, were gone. */
import type { CompiledPolicy, CompiledRule, Condition } from '../compile/compiled.ts'
import type { RuleTest } from '../compile/result.ts'
import { verdictWhen } from '../decide/decide.ts'
import { matchCondition } from '../decide/match-condition.ts'
import type { Evaluate } from '../facts/command-facts.ts'
import type { Facts } from '../facts/facts.ts'
import { factsOfCase } from './case-facts.ts'
import { type Mutant, mutantsOf } from './mutants.ts'

/** A change that no test notices. `at`: the test after which the one that is missing would stand. */
export type Survivor = {
  readonly rule: string
  readonly dropped: string
  readonly change: Mutant['change'] | 'off'
  readonly at: Pick<RuleTest, 'file' | 'line' | 'column'>
}

export type Mutation = {
  /** Changes tried. */
  readonly tried: number
  readonly survivors: readonly Survivor[]
  /** Rules with a test that does not come out as it says: nothing was tried on them. */
  readonly skipped: readonly string[]
}

/** A test with what happens in it, found once. */
type Known = { readonly test: RuleTest; readonly facts: Facts | undefined }

/**
 * Switches off each rule and takes out each of its conditions, checks, alternatives and exceptions in turn, and asks the rule's own tests. They alone can
 * tell: a test is about one rule. `isEveryName` tries each glob and name of a list as well. A change that leaves the rule the same in meaning is told as well.
 */
export const mutateRules = (
  policy: CompiledPolicy,
  tests: readonly RuleTest[],
  evaluate: Evaluate,
  { isEveryName = false } = {},
): Mutation => {
  const survivors: Survivor[] = []
  const skipped: string[] = []
  let tried = 0
  for (const rule of policy.rules) {
    const own = tests.filter(test => test.rule === rule.id).map(test => ({ test, facts: factsOf(test, evaluate) }))
    const first = own[0]
    if (first === undefined) continue
    if (!own.every(one => isAsSaid(rule, rule.when, one))) {
      skipped.push(rule.id)
      continue
    }
    const mutants = [
      { dropped: 'the rule itself', change: 'off' as const, when: NEVER },
      ...mutantsOf(rule.when).filter(one => isEveryName || !one.isListed),
    ]
    tried += mutants.length
    for (const { dropped, change, when } of mutants) {
      if (!own.every(one => isAsSaid(rule, when, one))) continue
      const wanted = change === 'wider' ? 'silent' : 'fires'
      const { file, line, column } = own.findLast(one => one.test.expect === wanted)?.test ?? first.test
      survivors.push({ rule: rule.id, dropped, change, at: { file, line, column } })
    }
  }
  return { tried, survivors, skipped }
}

const NEVER: Condition = { kind: 'any', of: [] }

const factsOf = ({ case: one }: RuleTest, evaluate: Evaluate): Facts | undefined =>
  one.kind === 'plugin' ? undefined : factsOfCase(one, evaluate)

/** Whether the test comes out as it says with this condition in the rule's place. */
const isAsSaid = (rule: CompiledRule, when: Condition, { test, facts }: Known): boolean => {
  const truth = facts === undefined ? 'no' : matchCondition(when, facts)
  const isSpeaking = verdictWhen(truth, rule) !== undefined
  return isSpeaking === (test.expect === 'fires')
}
