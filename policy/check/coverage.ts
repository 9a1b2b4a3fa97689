/** Which rules are ever reached by what is known to happen. */
import type { CompiledPolicy } from '../compile/compiled.ts'
import type { CaseRow, RuleTest } from '../compile/result.ts'
import { indexPolicy } from '../decide/decide.ts'
import type { Evaluate } from '../facts/command-facts.ts'
import type { Case } from './case.ts'
import { runCase } from './run-case.ts'

/** How many cases a rule speaks about; `certain`: without those where castellan cannot tell whether it applies. */
export type Reached = { readonly rule: string; readonly cases: number; readonly certain: number }

/** Every rule with the rows that reach it, in the policy's order. Observed rules count as the others do. */
export const coverRules = (policy: CompiledPolicy, rows: readonly CaseRow[], evaluate: Evaluate): readonly Reached[] =>
  cover(policy, rows, evaluate)

/** Every rule with the tests of *other* rules that reach it. */
export const coverByTests = (policy: CompiledPolicy, tests: readonly RuleTest[], evaluate: Evaluate): readonly Reached[] =>
  cover(policy, tests, evaluate)

const cover = (policy: CompiledPolicy, cases: readonly { case: Case; rule?: string }[], evaluate: Evaluate): readonly Reached[] => {
  const indexed = indexPolicy(policy)
  const counts = new Map(policy.rules.map(rule => [rule.id, { cases: 0, certain: 0 }]))
  for (const one of cases) {
    for (const { rule, certainty } of runCase(indexed, one.case, evaluate).decision?.spoken ?? []) {
      const count = rule === one.rule ? undefined : counts.get(rule)
      if (count === undefined) continue
      count.cases += 1
      if (certainty === 'certain') count.certain += 1
    }
  }
  return [...counts].map(([rule, count]) => ({ rule, ...count }))
}
