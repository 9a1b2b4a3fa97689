import type { CompiledPolicy } from '../compile/compiled.ts'
import type { RuleTest } from '../compile/result.ts'
import { indexPolicy } from '../decide/decide.ts'
import type { Decision, Spoken } from '../decide/decision.ts'
import type { Evaluate } from '../facts/command-facts.ts'
import { runCase } from './run-case.ts'

/** A rule test that did not come out as it says. */
export type FailedTest = {
  readonly test: RuleTest
  readonly got: 'fired' | 'silent'
  /** What the rule itself said, when it fired. */
  readonly spoken?: Spoken
  /** What the whole policy would answer. */
  readonly verdict: Decision['verdict']
}

/** Runs every rule test. A test is about its rule alone: it fires when that rule speaks, whether enforced or observed, certain or not. */
export const runRuleTests = (policy: CompiledPolicy, tests: readonly RuleTest[], evaluate: Evaluate) => {
  const indexed = indexPolicy(policy)
  const failed: FailedTest[] = []
  for (const test of tests) {
    const { decision, verdict } = runCase(indexed, test.case, evaluate)
    const spoken = decision?.spoken.find(one => one.rule === test.rule)
    const isAsSaid = (spoken !== undefined) === (test.expect === 'fires')
    if (!isAsSaid) failed.push({ test, got: spoken === undefined ? 'silent' : 'fired', spoken, verdict })
  }
  return { passed: tests.length - failed.length, failed } as const
}
