/** What `castellan test --coverage` says: which rules nothing ever reaches. */
import { coverByTests, coverRules, type Reached } from '../../policy/check/coverage.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import type { CaseRow, RuleTest } from '../../policy/compile/result.ts'
import type { Evaluate } from '../../policy/facts/command-facts.ts'
import { plural } from '../messages.ts'
import type { Part } from './tally.ts'

function lineOf({ rule, cases }: Reached, what: string): string {
  return cases === 0 ? `${rule}: no ${what} reaches it\n` : `${rule}: reached only where castellan cannot tell, ${plural(cases, 'time')}\n`
}

/** `rows` undefined: each rule is held against the tests of the others. */
export function coverageReport(
  policy: CompiledPolicy,
  tests: readonly RuleTest[],
  rows: readonly CaseRow[] | undefined,
  evaluate: Evaluate,
): Part {
  const reached = rows === undefined ? coverByTests(policy, tests, evaluate) : coverRules(policy, rows, evaluate)
  const what = rows === undefined ? 'test of another rule' : 'case'
  const unreached = reached.filter(one => one.certain === 0)
  return {
    key: 'coverage',
    data: { by: rows === undefined ? 'tests of other rules' : 'cases', rules: reached },
    findings: [],
    summary: [
      ...unreached.map(one => lineOf(one, what)),
      `${reached.length - unreached.length} of ${plural(reached.length, 'rule')} reached by some ${what}\n`,
    ],
  }
}
