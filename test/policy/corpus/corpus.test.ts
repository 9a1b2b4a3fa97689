import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runCaseRows } from '../../../policy/check/case-rows.ts'
import { runRuleTests } from '../../../policy/check/rule-tests.ts'
import { compilePolicy } from '../../../policy/compile/compile-policy.ts'
import type { CaseRow } from '../../../policy/compile/result.ts'
import { parseCaseRows } from '../../../policy/schema/parse-case-rows.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { shippedTables } from '../rules/reference.ts'

const FOLDER = 'test/policy/corpus'
const read = (path: string) => ({ path, text: readFileSync(path, 'utf8') })
const tables = readdirSync(`${FOLDER}/rules`).map(name => read(`${FOLDER}/rules/${name}`))
const compiled = compilePolicy({ head: read(`${FOLDER}/castellan.yaml`), tables, shipped: shippedTables }, { version: '0.0.0' })
if (!compiled.ok) throw new Error(compiled.errors.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'))
const { policy, tests } = compiled

const rowsOf = (name: string): readonly CaseRow[] => {
  const parsed = parseCaseRows(read(`${FOLDER}/${name}`))
  if (!parsed.ok) throw new Error(parsed.errors.map(({ line, message }) => `${line} ${message}`).join('\n'))
  return parsed.rows
}

/** The rows that come out otherwise than they say: by the runner of `castellan check`, from a run over all of the file. */
const missesOf = (rows: readonly CaseRow[]): Record<string, string> => {
  const { failed, passed } = runCaseRows(policy, rows, evaluateCommand)
  expect(passed + failed.length).toBe(rows.length)
  return Object.fromEntries(failed.map(({ row, got }) => [row.id, `${row.expect}: ${got}`]))
}

/** What comes out otherwise, by reason. */
const each = (outcome: string, ...ids: readonly string[]): Record<string, string> => Object.fromEntries(ids.map(id => [id, outcome]))

/** The reports want a question, for a guard that does not know `chronic` or what `split --filter` is; the line tells what runs. */
const TOLD = each('ask: deny', 'dev-093', 'dev-149')
/** zsh's own syntax: asked, which the rows accept. */
const ZSH_FORMS = each(
  'deny: ask',
  ...['zsh-006', 'zsh-007', 'zsh-011', 'zsh-016', 'zsh-019', 'zsh-020', 'zsh-022', 'root-084', 'env-084', 'root-085', 'env-085'],
  ...['root-089', 'env-089', 'root-091', 'env-091', 'root-094', 'env-094', 'root-095', 'env-095', 'root-097', 'env-097'],
)
describe('the policy of the corpus', () => {
  // Those of the tables that ship are run with the tables.
  it('passes the tests of its own rules', () => {
    const own = tests.filter(test => /^(own|listed)\./.test(test.rule))
    expect(own.length).toBeGreaterThan(0)
    const { failed } = runRuleTests(policy, own, evaluateCommand)
    expect(failed.map(({ test, got }) => `${test.rule} is ${got}: ${test.source}`)).toEqual([])
  })
})

describe.each([
  ['cases.jsonl', TOLD],
  ['forms.jsonl', ZSH_FORMS],
  ['own-cases.jsonl', {}],
  ['own-cases-2.jsonl', {}],
  ['own-cases-3.jsonl', {}],
])('%s', (file, misses) => {
  const rows = rowsOf(file)

  it('comes out as it says, but for what is known', () => expect(missesOf(rows)).toEqual(misses))

  it('stops nothing innocent', () => {
    const innocent = rows.filter(row => row.expect === 'none')
    expect(innocent.length).toBeGreaterThan(0)
    expect(missesOf(innocent)).toEqual({})
  })
})

type Intent = { readonly intent: string; readonly rules: readonly string[]; readonly rows: readonly string[] }

const intents = readFileSync(`${FOLDER}/intents.jsonl`, 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Intent)

/** The wish for a program that is one team's own: no table that ships can list it. */
const OWN_LISTS = new Set(['listed.handoff'])

describe('what the reports asked of a guard', () => {
  const shipped = new Set(policy.rules.filter(rule => shippedTables.has(`castellan/${rule.table}`)).map(rule => rule.id))
  const cases = rowsOf('cases.jsonl')
  const missed = missesOf(cases)

  it('is told of every report, once', () => {
    const rows = intents.flatMap(one => one.rows)
    expect([...rows].sort()).toEqual(cases.map(row => row.id).sort())
    expect(new Set(intents.map(one => one.intent)).size).toBe(intents.length)
  })

  it.each(intents)('$intent is answered by tables that ship', ({ rules, rows }) => {
    const own = rules.filter(id => !OWN_LISTS.has(id))
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter(id => !shipped.has(id))).toEqual([])
    const held = cases.filter(row => rows.includes(row.id))
    expect(held.filter(row => !row.rules?.every(id => rules.includes(id))).map(row => row.id)).toEqual([])
    expect(held.map(row => row.id).filter(id => id in missed && !(id in TOLD))).toEqual([])
  })
})
