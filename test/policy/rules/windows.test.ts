import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runCase } from '../../../policy/check/run-case.ts'
import { indexPolicy } from '../../../policy/decide/decide.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { reference } from './reference.ts'

type Row = {
  readonly id: string
  readonly tool: string
  readonly input: { readonly command: string }
  readonly expect: string
  readonly rule?: string
}

const rows = readFileSync('test/policy/rules/data/windows.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Row)
if (!reference.ok) throw new Error('the reference policy does not compile')
const indexed = indexPolicy(reference.policy)

describe('the shipped rules, written for sh, on PowerShell and cmd', () => {
  it.each(rows.map(row => [`${row.id} ${row.expect}: ${row.input.command}`, row] as const))(
    '%s',
    (_, { tool, input, expect: wanted, rule }) => {
      const { verdict, decision } = runCase(indexed, { kind: 'tool', tool, input }, evaluateCommand)
      const spoken = decision?.spoken.map(one => one.rule) ?? []
      expect({ verdict, spoken: verdict === wanted ? [] : spoken }).toEqual({ verdict: wanted, spoken: [] })
      if (rule !== undefined) expect(spoken).toContain(rule)
    },
  )
})
