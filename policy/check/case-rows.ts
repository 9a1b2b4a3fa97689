import type { CompiledPolicy } from '../compile/compiled.ts'
import type { CaseRow } from '../compile/result.ts'
import { indexPolicy } from '../decide/decide.ts'
import { verdictOf } from '../decide/strictness.ts'
import type { Evaluate } from '../facts/command-facts.ts'
import type { Expect } from './case.ts'
import { runCase } from './run-case.ts'

/** A row that did not come out as expected. */
export type FailedRow = {
  readonly row: CaseRow
  readonly got: Expect
  /** The rules that spoke, observed ones included. */
  readonly rules: readonly string[]
  /** Ids in the row's `rules` that the policy has not got: such a row always fails. */
  readonly unknownRules: readonly string[]
}

/** Runs rows of a cases file against the policy as it would be deployed: an observed rule answers `none`. A row's `rules` limits it to those. */
export const runCaseRows = (policy: CompiledPolicy, rows: readonly CaseRow[], evaluate: Evaluate) => {
  const indexed = indexPolicy(policy)
  const ids = new Set(policy.rules.map(rule => rule.id))
  const failed: FailedRow[] = []
  for (const row of rows) {
    const result = runCase(indexed, row.case, evaluate)
    const spoken = result.decision?.spoken.filter(one => row.rules?.includes(one.rule) ?? true) ?? []
    const got = result.decision === undefined ? result.verdict : verdictOf(spoken)
    const unknownRules = row.rules?.filter(id => !ids.has(id)) ?? []
    const isAsExpected = got === row.expect && unknownRules.length === 0
    if (!isAsExpected) failed.push({ row, got, rules: spoken.map(one => one.rule), unknownRules })
  }
  return { passed: rows.length - failed.length, failed } as const
}
