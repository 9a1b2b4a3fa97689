/** `castellan test`: the rules' own tests. */
import { type FailedTest, runRuleTests } from '../../policy/check/rule-tests.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import type { RuleTest } from '../../policy/compile/result.ts'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { loadPolicy } from '../load-policy.ts'
import { place } from '../messages.ts'
import { report, type Tally } from './tally.ts'

function sentence({ test, got, spoken, verdict }: FailedTest): string {
  const wanted = test.expect === 'fires' ? 'should fire and is silent' : 'should be silent and fires'
  const because = got === 'fired' && spoken ? `: it matched ${spoken.matched}${spoken.certainty === 'certain' ? '' : ' (cannot tell)'}` : ''
  return `${test.rule} ${wanted} on ${test.source}${because}. The policy as a whole answers ${verdict}.`
}

/** Runs them and says what failed, in the shape that `report` prints. */
export function ruleTally(policy: CompiledPolicy, tests: readonly RuleTest[]): Tally {
  const { passed, failed } = runRuleTests(policy, tests, evaluateCommand)
  return {
    passed,
    failed: failed.map(one => {
      const { file, line, column, rule, expect, source } = one.test
      const message = sentence(one)
      return { line: place({ file, line, column, message }), data: { file, line, column, rule, expect, got: one.got, source, message } }
    }),
  }
}

export function test(folder: string, options: { readonly json?: boolean }, io: Io): number {
  const result = loadPolicy(folder, io.cwd)
  if (!result.ok) {
    for (const error of result.errors) io.err(place(error))
    return EXIT.badInput
  }
  return report(ruleTally(result.policy, result.tests), options, io)
}
