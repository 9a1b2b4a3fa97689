/** `castellan check --cases f.jsonl`: recorded cases with what each should come to. */
import { type FailedRow, runCaseRows } from '../../policy/check/case-rows.ts'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { loadPolicy } from '../load-policy.ts'
import { place } from '../messages.ts'
import { readCases } from './cases.ts'
import { report } from './tally.ts'

function sentence({ row, got, rules, unknownRules }: FailedRow): string {
  if (unknownRules.length > 0) return `${row.id}: the policy has no rule ${unknownRules.join(', ')}.`
  const spoke = rules.length === 0 ? 'no rule spoke' : `spoke: ${rules.join(', ')}`
  return `${row.id}: expected ${row.expect}, got ${got} (${spoke}).`
}

export function check(folder: string, options: { readonly cases: string; readonly json?: boolean }, io: Io): number {
  const result = loadPolicy(folder, io.cwd)
  const cases = readCases(options.cases, io.cwd)
  for (const error of [...(result.ok ? [] : result.errors), ...(cases.ok ? [] : cases.errors)]) io.err(place(error))
  if (!result.ok || !cases.ok) return EXIT.badInput
  const { passed, failed } = runCaseRows(result.policy, cases.rows, evaluateCommand)
  return report(
    {
      passed,
      failed: failed.map(one => {
        const message = sentence(one)
        const { id, line, expect } = one.row
        const data = { file: options.cases, line, id, expect, got: one.got, rules: one.rules, unknownRules: one.unknownRules }
        return { line: place({ file: options.cases, line, column: 1, message }), data }
      }),
    },
    options,
    io,
  )
}
