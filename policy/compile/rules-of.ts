/** The rules of a table as they are in force: compiled, overridden, with their tests. */
import type { HeadSource, OverrideSource } from '../schema/head.ts'
import { caseOf } from '../schema/parse-case.ts'
import { isOnly, rulesIn, type TableSource, type WrittenRule } from '../schema/table.ts'
import { unknownOf } from '../schema/unknown.ts'
import type { CompiledRule, Mode } from './compiled.ts'
import { conditionOf } from './condition-of.ts'
import type { Loaded } from './loaded.ts'
import { onlyConditionOf, onlyUnknownOf } from './only-condition.ts'
import type { RuleTest } from './result.ts'
import type { Verdict } from './verdict.ts'

export type RulesAndTests = { readonly rules: readonly CompiledRule[]; readonly tests: readonly RuleTest[] }

/** Mode: the override's, else the rule's, else the table's, else the head's. A rule that is off is gone, and its tests with it. */
export const rulesOf = (head: HeadSource, table: Loaded<TableSource>): RulesAndTests => {
  const data = table.data
  if (data === undefined) return { rules: [], tests: [] }
  const rules: CompiledRule[] = []
  const tests: RuleTest[] = []
  for (const rule of rulesIn(data)) {
    const override = overrideOf(head, rule.source.id)
    if (override.off !== undefined) continue
    rules.push(compiled(rule.source, data, override, head.mode ?? 'enforce'))
    tests.push(...testsOf(rule, table))
  }
  return { rules, tests }
}

const overrideOf = (head: HeadSource, id: string): OverrideSource => {
  const all = head.override ?? {}
  return Object.hasOwn(all, id) ? (all[id] ?? {}) : {}
}

const compiled = (rule: WrittenRule['source'], table: TableSource, override: OverrideSource, mode: Mode): CompiledRule => {
  const decide = override.decide ?? rule.decide ?? 'ask'
  return {
    id: rule.id,
    table: table.table,
    when: isOnly(rule) ? onlyConditionOf(rule) : conditionOf(rule.when),
    decide,
    mode: override.mode ?? rule.mode ?? table.mode ?? mode,
    reason: rule.reason.trim(),
    ...(rule.instead === undefined ? {} : { instead: rule.instead.trim() }),
    unknown: isOnly(rule) ? onlyUnknownOf(rule.unknown, decide) : lifted(unknownOf(rule.unknown), rule.decide ?? 'ask', decide),
  }
}

/** Where a pattern about such a file counts as naming it, it still does when the rule is made stricter. */
const lifted = (unknown: CompiledRule['unknown'], before: Verdict, decide: Verdict): CompiledRule['unknown'] =>
  typeof unknown === 'string' || unknown.pattern !== before ? unknown : { ...unknown, pattern: decide }

const testsOf = ({ source: rule, path }: WrittenRule, table: Loaded<TableSource>): readonly RuleTest[] =>
  (['fires', 'silent'] as const).flatMap(expect =>
    rule.tests[expect].map((source, at) => {
      const { file, line, column } = table.errorAt({ path: [...path, 'tests', expect, at], message: '' })
      const text = typeof source === 'string' ? source : JSON.stringify(source)
      return { rule: rule.id, expect, case: caseOf(source), source: text, file, line, column }
    }),
  )
