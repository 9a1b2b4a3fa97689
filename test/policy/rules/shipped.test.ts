import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runRuleTests } from '../../../policy/check/rule-tests.ts'
import { runCase } from '../../../policy/check/run-case.ts'
import { indexPolicy } from '../../../policy/decide/decide.ts'
import { verdictOf } from '../../../policy/decide/strictness.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { allTables, reference } from './reference.ts'

type Row = {
  readonly id: string
  readonly kind?: string
  readonly tool: string
  readonly input: unknown
  readonly rules?: readonly string[]
  readonly expect: 'deny' | 'ask' | 'none'
  readonly ask_ok?: true
}

const DATA = 'test/policy/rules/data'
const MIN_TESTS = 3
const MAX_REASON = 160

const rowsOf = (name: string): readonly Row[] =>
  readFileSync(`${DATA}/${name}.jsonl`, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Row)

const compiled = (result: typeof reference) => {
  if (result.ok) return result
  throw new Error(result.errors.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`).join('\n'))
}
const { policy, warnings } = compiled(reference)
const indexed = indexPolicy(policy)
const all = compiled(allTables)
const allIndexed = indexPolicy(all.policy)

/** What the whole policy says, and what the rules meant by the row say of it. */
const judge = (row: Row) => {
  const { verdict, decision } = runCase(indexed, { kind: 'tool', tool: row.tool, input: row.input }, evaluateCommand)
  const spoken = decision?.spoken ?? []
  const meant = row.rules === undefined ? spoken : spoken.filter(one => row.rules?.includes(one.rule))
  return { whole: verdict, meant: verdictOf(meant), spoken: spoken.map(one => one.rule) }
}

describe('the reference policy', () => {
  it('compiles without a warning, and so do all tables together', () => {
    expect([warnings, all.warnings]).toEqual([[], []])
    const tables = new Set(policy.rules.map(rule => rule.table))
    expect([...tables].sort()).toEqual(['acme', 'destructive-files', 'git', 'secret-files', 'self-protection'])
  })

  it('does what the demo, the example settings and the README say', () => {
    expect(policy).toMatchObject({
      mode: 'enforce',
      withhold: ['audio', 'wasm'],
      secrets: { env: ['GITHUB_TOKEN', 'CASTELLAN_DEMO_TOKEN'] },
      audit: { endpoint: 'http://127.0.0.1:4318/v1/traces', reach: 'complete' },
      seat: { marketplace: 'acme', preset: 'standard' },
    })
    const runner = { provenance: 'runner@inline', tier: 'user', uses: { calls: ['process.run'], events: [] } } as const
    const reader = { provenance: 'reader@inline', tier: 'user', uses: { calls: ['fs.read'], events: [] } } as const
    const verdictOn = (plugin: typeof runner | typeof reader) => runCase(indexed, { kind: 'plugin', plugin }, evaluateCommand).verdict
    expect([verdictOn(runner), verdictOn(reader)]).toEqual(['deny', 'none'])
    expect(policy.plugins.entries.map(entry => entry.answer)).toContain('observe')
    const kinds = policy.rules.filter(rule => rule.table === 'acme').map(rule => JSON.stringify(rule.when))
    for (const kind of ['mcp', 'tool', 'mod', 'agent']) expect(kinds.some(when => when.includes(`"kind":"${kind}"`))).toBe(true)
  })
})

describe('the shipped tables', () => {
  it('pass the tests of their rules', () => {
    const { failed, passed } = runRuleTests(all.policy, all.tests, evaluateCommand)
    expect(failed.map(({ test, got }) => `${test.rule} is ${got}: ${test.source}`)).toEqual([])
    expect(passed).toBe(all.tests.length)
  })

  it.each(all.policy.rules.map(rule => [rule.id, rule] as const))(
    '%s says why and what to do instead, and is shown at work',
    (id, rule) => {
      const own = all.tests.filter(test => test.rule === id)
      for (const expected of ['fires', 'silent']) {
        const cases = own.filter(test => test.expect === expected).map(test => JSON.stringify(test.case))
        expect(new Set(cases).size).toBeGreaterThanOrEqual(MIN_TESTS)
      }
      for (const text of [rule.reason, rule.instead ?? '']) expect(text).toMatch(/^[A-Z`].*\.$/)
      expect(rule.reason).not.toMatch(/[.!?] /)
      expect(rule.reason.length).toBeLessThanOrEqual(MAX_REASON)
    },
  )

  it('fire for certain in at least one test of each rule: a rule that only ever cannot tell says nothing', () => {
    const isCertain = (rule: string): boolean =>
      all.tests.some(test => {
        if (test.rule !== rule || test.expect !== 'fires') return false
        const { decision } = runCase(allIndexed, test.case, evaluateCommand)
        return decision?.spoken.some(one => one.rule === rule && one.certainty === 'certain') ?? false
      })
    expect(all.policy.rules.map(rule => rule.id).filter(id => !isCertain(id))).toEqual([])
  })
})

describe('everyday work', () => {
  it.each(rowsOf('everyday').map(row => [row.id, row] as const))('%s', (_, row) => {
    const { whole, spoken } = judge(row)
    expect({ verdict: whole, spoken: whole === row.expect ? [] : spoken }).toEqual({ verdict: row.expect, spoken: [] })
  })
})

describe('what people reported, and the forms of it', () => {
  const rows = [...rowsOf('reported'), ...rowsOf('forms')]

  it('names rules that exist', () => {
    const ids = new Set(policy.rules.map(rule => rule.id))
    expect(rows.flatMap(row => row.rules ?? []).filter(id => !ids.has(id))).toEqual([])
  })

  it('stops nothing innocent', () => {
    const innocent = rows.filter(row => row.expect === 'none')
    expect(innocent.length).toBeGreaterThan(50)
    expect(innocent.filter(row => judge(row).meant !== 'none').map(row => [row.id, judge(row).spoken])).toEqual([])
  })

  it('reaches every bypass but the known gaps', () => {
    const gaps = JSON.parse(readFileSync(`${DATA}/known-gaps.json`, 'utf8')) as { silent: string[]; asked: string[] }
    const found: typeof gaps = { silent: [], asked: [] }
    for (const row of rows) {
      const { whole, meant } = judge(row)
      const isAskEnough = row.expect === 'ask' || row.ask_ok === true
      const isReached = row.expect === 'none' || meant !== 'none' || (isAskEnough && whole !== 'none')
      if (!isReached) (whole === 'none' ? found.silent : found.asked).push(row.id)
    }
    expect(found).toEqual(gaps)
  })
})
