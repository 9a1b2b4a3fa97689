/** What only the files together can tell: includes, names that must be unique, overrides, what may not be withheld. */
import type { HeadSource } from '../schema/head.ts'
import type { TableSource } from '../schema/table.ts'
import { didYouMean } from './closest.ts'
import { type Loaded, partOf } from './loaded.ts'
import { AUDIT_CALLS, COMMAND_CALLS, nounsOf } from './own-calls.ts'
import type { PolicyError, SourceFile } from './result.ts'
import { show } from './show.ts'

/** The shipped tables that the head includes, and what is wrong with the list. */
export const included = (
  head: Loaded<HeadSource>,
  shipped: ReadonlyMap<string, SourceFile>,
): { readonly files: readonly SourceFile[]; readonly errors: readonly PolicyError[] } => {
  const names = partOf(head.value, 'include')
  const files: SourceFile[] = []
  const errors: PolicyError[] = []
  const seen = new Set<string>()
  for (const [index, name] of (Array.isArray(names) ? names : []).entries()) {
    if (typeof name !== 'string') continue
    const file = shipped.get(name)
    const path = ['include', index]
    if (file === undefined) {
      const known = [...shipped.keys()].sort()
      const list = known.length === 0 ? 'none ships with this castellan' : `these ship: ${known.join(', ')}`
      errors.push(
        head.errorAt({
          path,
          message: `no table ${show(name)}; ${list}.${didYouMean(name, known)} Your own tables go into rules/ and need no include.`,
        }),
      )
    } else if (seen.has(name)) errors.push(head.errorAt({ path, message: `${show(name)} is included twice: keep one.` }))
    else files.push(file)
    seen.add(name)
  }
  return { files, errors }
}

type Named = { readonly name: string; readonly error: (message: string) => PolicyError; readonly at: PolicyError }

/** Rule ids and table names that are there a second time. */
export const repeated = (tables: readonly Loaded<TableSource>[]): readonly PolicyError[] => [
  ...secondOnes('table', tables.flatMap(tableName)),
  ...secondOnes('rule id', tables.flatMap(ruleIds)),
]

const secondOnes = (what: string, all: readonly Named[]): readonly PolicyError[] => {
  const first = new Map<string, PolicyError>()
  const errors: PolicyError[] = []
  for (const { name, error, at } of all) {
    const before = first.get(name)
    if (before === undefined) first.set(name, at)
    else
      errors.push(
        error(`the ${what} ${show(name)} is taken by ${before.file}:${before.line}:${before.column}: give this one another name.`),
      )
  }
  return errors
}

const named = (table: Loaded<TableSource>, name: unknown, path: readonly (string | number)[]): readonly Named[] => {
  if (typeof name !== 'string') return []
  const error = (message: string) => table.errorAt({ path, message })
  return [{ name, error, at: error('') }]
}

const tableName = (table: Loaded<TableSource>): readonly Named[] => named(table, partOf(table.value, 'table'), ['table'])

const ruleIds = (table: Loaded<TableSource>): readonly Named[] =>
  uncheckedRules(table).flatMap(({ rule, path }) => named(table, partOf(rule, 'id'), [...path, 'id']))

/** What stands where rules and allowlists do, whether or not the schema let it through. */
const uncheckedRules = ({ value }: Loaded<TableSource>) =>
  ['rules', 'only'].flatMap(key => {
    const list = partOf(value, key)
    return (Array.isArray(list) ? list : []).map((rule: unknown, index) => ({ rule, path: [key, index] }))
  })

/** Overrides of rules that are not there, or that would loosen one. Not judged while some table cannot be read: its rules are not known. */
export const overrideErrors = (head: Loaded<HeadSource>, tables: readonly Loaded<TableSource>[]): readonly PolicyError[] => {
  const overrides = partOf(head.value, 'override')
  const isKnown = tables.every(table => table.value !== undefined)
  if (!isKnown || typeof overrides !== 'object' || overrides === null || Array.isArray(overrides)) return []
  const decided = new Map<string, unknown>()
  for (const table of tables) {
    for (const { rule } of uncheckedRules(table)) {
      const id = partOf(rule, 'id')
      if (typeof id === 'string') decided.set(id, partOf(rule, 'decide'))
    }
  }
  const errors: PolicyError[] = []
  for (const [id, override] of Object.entries(overrides)) {
    if (!decided.has(id)) {
      errors.push(
        head.errorAt({ path: ['override'], key: id, message: `no rule ${show(id)} is in this policy.${didYouMean(id, decided.keys())}` }),
      )
      continue
    }
    const isLooser = decided.get(id) === 'deny' && partOf(override, 'decide') === 'ask'
    if (isLooser) {
      const message = `${id} says deny, and an override only tightens: keep deny, or take it out of force with mode: observe or off: "why".`
      errors.push(head.errorAt({ path: ['override', id, 'decide'], message }))
    }
  }
  return errors
}

/** Nouns that this policy itself gives castellan a need for, beside those that it needs under every policy. */
export const withholdErrors = (head: Loaded<HeadSource>): readonly PolicyError[] => {
  const list = partOf(head.value, 'withhold')
  const hasCommands = partOf(partOf(head.value, 'secrets'), 'command') !== undefined
  const needs = nounsOf({
    ...(partOf(head.value, 'audit') === undefined ? {} : AUDIT_CALLS),
    ...(hasCommands ? COMMAND_CALLS : {}),
  })
  return (Array.isArray(list) ? list : []).flatMap((noun, index) => {
    const why = typeof noun === 'string' ? needs.get(noun) : undefined
    return why === undefined
      ? []
      : [head.errorAt({ path: ['withhold', index], message: `${noun} cannot be withheld: this policy needs it (${why}).` })]
  })
}
