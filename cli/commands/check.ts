/** `castellan check --cases f.jsonl`: recorded cases with what each should come to. */
import { resolve } from 'node:path'
import { type FailedRow, runCaseRows } from '../../policy/check/case-rows.ts'
import { parseCaseRows } from '../../policy/schema/parse-case-rows.ts'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'
import { EXIT } from '../exit.ts'
import type { Io } from '../io.ts'
import { loadPolicy } from '../load-policy.ts'
import { place } from '../messages.ts'
import { readText } from '../read-file.ts'
import { report } from './tally.ts'

function sentence({ row, got, rules, unknownRules }: FailedRow): string {
  if (unknownRules.length > 0) return `${row.id}: the policy has no rule ${unknownRules.join(', ')}.`
  const spoke = rules.length === 0 ? 'no rule spoke' : `spoke: ${rules.join(', ')}`
  return `${row.id}: expected ${row.expect}, got ${got} (${spoke}).`
}

export function check(folder: string, options: { readonly cases: string; readonly json?: boolean }, io: Io): number {
  const result = loadPolicy(folder, io.cwd)
  const file = readText(resolve(io.cwd, options.cases))
  const rows = file.ok ? parseCaseRows({ path: options.cases, text: file.text }) : undefined
  const errors = [
    ...(result.ok ? [] : result.errors),
    ...(file.ok ? [] : [{ file: options.cases, line: 1, column: 1, message: `The cases cannot be read: ${file.problem}.` }]),
    ...(rows === undefined || rows.ok ? [] : rows.errors),
    ...(rows?.ok && rows.rows.length === 0 ? [{ file: options.cases, line: 1, column: 1, message: 'The file holds no case.' }] : []),
  ]
  for (const error of errors) io.err(place(error))
  if (!result.ok || rows === undefined || !rows.ok || errors.length > 0) return EXIT.badInput
  const { passed, failed } = runCaseRows(result.policy, rows.rows, evaluateCommand)
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
