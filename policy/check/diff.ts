import type { CompiledPolicy } from '../compile/compiled.ts'
import type { CaseRow } from '../compile/result.ts'
import { type IndexedPolicy, indexPolicy } from '../decide/decide.ts'
import { stricter } from '../decide/strictness.ts'
import type { Evaluate } from '../facts/command-facts.ts'
import type { Case, Expect } from './case.ts'
import { runCase } from './run-case.ts'

/** What one policy says of a case: what would be enforced, and the enforced rules behind it (`plugins` for a word on a plugin). */
export type Said = { readonly verdict: Expect; readonly rules: readonly string[] }

/** A case on which two policies differ. `widens`: the new one lets more through than the old one. */
export type Changed = { readonly row: CaseRow; readonly old: Said; readonly new: Said; readonly widens: boolean }

/** The cases that change verdict from one policy to the other, in their order. A row's `expect` and `rules` do not count. */
export const diffPolicies = (
  policies: { readonly old: CompiledPolicy; readonly new: CompiledPolicy },
  rows: readonly CaseRow[],
  evaluate: Evaluate,
): readonly Changed[] => {
  const before = indexPolicy(policies.old)
  const after = indexPolicy(policies.new)
  return rows.flatMap(row => {
    const [old, now] = [saidOf(before, row.case, evaluate), saidOf(after, row.case, evaluate)]
    if (old.verdict === now.verdict) return []
    return [{ row, old, new: now, widens: stricter(old.verdict, now.verdict) === old.verdict }]
  })
}

const saidOf = (indexed: IndexedPolicy, one: Case, evaluate: Evaluate): Said => {
  const { verdict, decision } = runCase(indexed, one, evaluate)
  if (decision === undefined) return { verdict, rules: verdict === 'none' ? [] : ['plugins'] }
  const behind = decision.spoken.filter(spoken => spoken.mode === 'enforce' && spoken.verdict === verdict)
  return { verdict, rules: behind.map(spoken => spoken.rule) }
}
