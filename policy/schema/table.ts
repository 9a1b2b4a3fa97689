/** A table: its rules, or its allowlists. */
import type { z } from 'zod'
import { type OnlySource, onlyList } from './only.ts'
import { KEBAB, mode, type RuleSource, ruleShape } from './rule.ts'
import { complain, listOf, strict, word } from './strict.ts'

const BOTH = 'rules and allowlists do not mix: keep one of rules and only here, and give the other a table of its own.'
const NEITHER = 'nothing is in it: write rules: [...], or only: [...] for a list of what alone may run.'

export const tableShape = strict('a table: a map with table and rules, or table and only', {
  table: word('a name of lower-case words joined by -', KEBAB),
  mode: mode.optional(),
  rules: listOf('a list of at least one rule', ruleShape).optional(),
  only: onlyList.optional(),
}).check(
  complain(table => {
    if (table.rules !== undefined && table.only !== undefined) return BOTH
    return table.rules === undefined && table.only === undefined ? NEITHER : undefined
  }),
)
export type TableSource = z.infer<typeof tableShape>

/** A rule as it is written, of either sort, and where in its table it stands. */
export type WrittenRule = { readonly source: RuleSource | OnlySource; readonly path: readonly [string, number] }

/** Every rule of a table, in its order. */
export const rulesIn = ({ rules = [], only = [] }: TableSource): readonly WrittenRule[] => [
  ...rules.map((source, index) => ({ source, path: ['rules', index] as const })),
  ...only.map((source, index) => ({ source, path: ['only', index] as const })),
]

export const isOnly = (source: RuleSource | OnlySource): source is OnlySource => 'allow' in source
