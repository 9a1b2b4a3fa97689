import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { evaluateOnce } from '../../../policy/check/evaluate-once.ts'
import { mutateRules } from '../../../policy/check/mutation.ts'
import { runCase } from '../../../policy/check/run-case.ts'
import { compilePolicy } from '../../../policy/compile/compile-policy.ts'
import type { PolicySource } from '../../../policy/compile/result.ts'
import { indexPolicy } from '../../../policy/decide/decide.ts'
import { lintPolicy } from '../../../policy/lint/lint-policy.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { shippedTables } from './reference.ts'

const NAMES = ['packages', 'containers', 'kubernetes', 'infrastructure', 'cloud', 'databases', 'services']

/** These tables alone, as a policy would include them. */
const source: PolicySource = {
  head: {
    path: 'operations/castellan.yaml',
    text: `policy: operations\ninclude: [${NAMES.map(name => `castellan/${name}`).join(', ')}]\nseat: { marketplace: acme, preset: standard }\n`,
  },
  tables: [],
  shipped: shippedTables,
}
const compiled = compilePolicy(source, { version: '0.0.0' })
if (!compiled.ok) throw new Error(compiled.errors.map(one => `${one.file}:${one.line}:${one.column} ${one.message}`).join('\n'))
const { policy, tests } = compiled
const evaluate = evaluateOnce(evaluateCommand)
const indexed = indexPolicy(policy)

const verdictOn = (command: string) => runCase(indexed, { kind: 'tool', tool: 'Bash', input: { command } }, evaluate).verdict

describe('the tables for operations', () => {
  it('compile and lint without a finding', () => {
    const findings = lintPolicy(source, compiled, evaluate, { isShipped: true })
    const own = findings.filter(({ file }) => NAMES.some(name => file.endsWith(`/${name}.yaml`)))
    expect(own.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([])
  })

  it('have no part that their tests would not miss', () => {
    const { survivors, skipped, tried } = mutateRules(policy, tests, evaluate)
    expect([survivors.map(({ rule, dropped }) => `${rule} without ${dropped}`), skipped]).toEqual([[], []])
    expect(tried).toBeGreaterThan(policy.rules.length * 5)
  })

  // What holds for every table that ships is in shipped.test.ts.
  it('name their rules after themselves', () => {
    expect(policy.rules.filter(rule => !rule.id.startsWith(`${rule.table}.`)).map(rule => rule.id)).toEqual([])
  })
})

const rowsOf = <Row>(name: string): readonly Row[] =>
  readFileSync(`test/policy/rules/data/${name}.jsonl`, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Row)

describe('a day of operations', () => {
  const rows = rowsOf<{ command: string; expect: string }>('operations')

  it('is let pass where it reads, builds, starts and asks, with variables in it or not', () => {
    const innocent = rows.filter(row => row.expect === 'none')
    expect(innocent.length).toBeGreaterThan(350)
    expect(innocent.filter(({ command }) => verdictOn(command) !== 'none').map(row => row.command)).toEqual([])
  })

  it('is asked about or denied where it deletes, publishes, opens or shows, in every form', () => {
    const others = rows.filter(row => row.expect !== 'none')
    expect(others.length).toBeGreaterThan(140)
    const found = others.map(({ command }) => ({ command, expect: verdictOn(command) }))
    expect(found).toEqual(others)
  })
})

describe('destructive SQL', () => {
  const rows = rowsOf<{ input: { command: string }; expect: string }>('sql')

  it.each(rows.map(row => [row.input.command, row.expect] as const))('as reported: %s', (command, expected) => {
    expect(verdictOn(command)).toBe(expected)
  })
})
