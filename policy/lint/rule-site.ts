import type { CompiledPolicy, CompiledRule } from '../compile/compiled.ts'
import { load } from '../compile/loaded.ts'
import type { PolicyError, RuleTest, SourceFile } from '../compile/result.ts'
import { rulesIn, tableShape, type WrittenRule } from '../schema/table.ts'
import type { Code, Finding } from './finding.ts'

type Path = readonly (string | number)[]

/** A rule with the place it is written in. */
export type RuleSite = {
  readonly rule: CompiledRule
  readonly source: WrittenRule['source']
  readonly tests: readonly RuleTest[]
  /** The place of a part of the rule (`['when', 'run']`), or of the nearest thing around it. */
  readonly at: (path: Path) => PolicyError
}

/** The rules of these tables that are in the policy; one that is off has no site. The tables compile, or there is no policy. */
export const sitesOf = (files: readonly SourceFile[], policy: CompiledPolicy, tests: readonly RuleTest[]): readonly RuleSite[] =>
  files.flatMap(file => {
    const table = load(file, tableShape)
    return (table.data === undefined ? [] : rulesIn(table.data)).flatMap(({ source, path: where }) => {
      const rule = policy.rules.find(one => one.id === source.id)
      const at = (path: Path): PolicyError => table.errorAt({ path: [...where, ...path], message: '' })
      return rule === undefined ? [] : [{ rule, source, tests: tests.filter(one => one.rule === rule.id), at }]
    })
  })

/** A finding at a part of a rule. */
export const found = (site: RuleSite, code: Code, path: Path, message: string, level: Finding['level'] = 'warning'): Finding => ({
  ...site.at(path),
  message,
  code,
  level,
  rule: site.rule.id,
})

/** Where in a value this text stands; the first place, outermost first. */
export const pathTo = (value: unknown, text: string, path: Path = []): Path | undefined => {
  if (value === text) return path
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, one] of Object.entries(value)) {
    const inner = pathTo(one, text, [...path, Array.isArray(value) ? Number(key) : key])
    if (inner !== undefined) return inner
  }
  return undefined
}
