/** `castellan test`: the rules' own tests, what they would not notice, and what they never reach. */
import { evaluateOnce } from '../../policy/check/evaluate-once.ts'
import { type FailedTest, runRuleTests } from '../../policy/check/rule-tests.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import type { CaseRow, RuleTest } from '../../policy/compile/result.ts'
import type { Evaluate } from '../../policy/facts/command-facts.ts'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { loadWithSource } from '../load-policy.ts'
import { place } from '../messages.ts'
import { readCases } from './cases.ts'
import { coverageReport } from './coverage.ts'
import { mutationReport } from './mutation.ts'
import { type Part, report, type Tally } from './tally.ts'

function sentence({ test, got, spoken, verdict }: FailedTest): string {
  const wanted = test.expect === 'fires' ? 'should fire and is silent' : 'should be silent and fires'
  const because = got === 'fired' && spoken ? `: it matched ${spoken.matched}${spoken.certainty === 'certain' ? '' : ' (cannot tell)'}` : ''
  return `${test.rule} ${wanted} on ${test.source}${because}. The policy as a whole answers ${verdict}.`
}

/** Runs them and says what failed, in the shape that `report` prints. */
export function ruleTally(policy: CompiledPolicy, tests: readonly RuleTest[], evaluate: Evaluate = evaluateCommand): Tally {
  const { passed, failed } = runRuleTests(policy, tests, evaluate)
  return {
    passed,
    failed: failed.map(one => {
      const { file, line, column, rule, expect, source } = one.test
      const message = sentence(one)
      return { line: place({ file, line, column, message }), data: { file, line, column, rule, expect, got: one.got, source, message } }
    }),
  }
}

export type TestOptions = {
  readonly json?: boolean
  /** Off with `--no-mutate`. */
  readonly mutate?: boolean
  readonly everyName?: boolean
  readonly shipped?: boolean
  readonly strictMutation?: boolean
  readonly coverage?: boolean
  readonly cases?: string
}

export function test(folder: string, options: TestOptions, io: Io): number {
  const useless =
    options.mutate !== false ? undefined : options.strictMutation ? '--strict-mutation' : options.everyName ? '--every-name' : undefined
  if (useless !== undefined) {
    io.err(`${useless} is about what --no-mutate leaves out: drop one of the two.\n`)
    return EXIT.badInput
  }
  const isWithoutUse = options.cases !== undefined && options.coverage !== true
  if (isWithoutUse) {
    io.err('--cases goes with --coverage: `castellan check` runs cases.\n')
    return EXIT.badInput
  }
  const { result, source } = loadWithSource(folder, io.cwd)
  const cases = options.cases === undefined ? undefined : readCases(options.cases, io.cwd)
  const errors = [...(result.ok ? [] : result.errors), ...(cases === undefined || cases.ok ? [] : cases.errors)]
  for (const error of errors) io.err(place(error))
  if (!result.ok || cases?.ok === false) return EXIT.badInput
  const { policy, tests } = result
  const evaluate = evaluateOnce(evaluateCommand)
  const tally = ruleTally(policy, tests, evaluate)
  const rows: readonly CaseRow[] | undefined = cases?.rows
  const own = new Set(source?.tables.map(table => table.path))
  const parts: Part[] = [
    ...(options.mutate === false ? [] : [mutationReport(policy, tests, own, evaluate, options)]),
    ...(options.coverage === true ? [coverageReport(policy, tests, rows, evaluate)] : []),
  ]
  const code = report(tally, options, io, parts)
  const isUnproven = options.strictMutation === true && parts.some(part => part.isUnproven)
  return code === EXIT.well && isUnproven ? EXIT.fails : code
}
