/** Allowlists for tests, and what they say of a command. */
import { readFileSync } from 'node:fs'
import { runCase } from '../../../policy/check/run-case.ts'
import type { CompileResult } from '../../../policy/compile/result.ts'
import { indexPolicy } from '../../../policy/decide/decide.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { compile, HEAD } from '../compile/policy.ts'

export const data = (name: string): string => readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8')

/** A table with one allowlist; `more` are further keys of it. Its `allow` stands at 4:12. */
export const onlyTable = (allow: string, more = '', tests = '{ fires: [never-listed], silent: [":"] }'): string =>
  `table: t\nonly:\n  - id: t.only\n    allow: ${allow}\n    reason: Because.\n${more === '' ? '' : `    ${more}\n`}    tests: ${tests}\n`

export const compiled = (table: string): Extract<CompileResult, { ok: true }> => {
  const result = compile(HEAD, table)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result
}

export const bash = (command: string) => ({ kind: 'tool', tool: 'Bash', input: { command } }) as const

/** Everything the policy of this table says of a command. */
export const judge = (table: string) => {
  const indexed = indexPolicy(compiled(table).policy)
  return (command: string) => {
    const { decision, verdict } = runCase(indexed, bash(command), evaluateCommand)
    return { verdict, spoken: decision?.spoken[0] }
  }
}

export const verdicts = (table: string, commands: readonly string[]): readonly string[] => {
  const judged = judge(table)
  return commands.map(command => `${judged(command).verdict} ${command}`)
}
