/** Policies for tests. */
import { readFileSync } from 'node:fs'
import { compilePolicy } from '../../../policy/compile/compile-policy.ts'
import type { CompileResult, PolicySource } from '../../../policy/compile/result.ts'

export const data = (path: string): string => readFileSync(new URL(`data/${path}`, import.meta.url), 'utf8')

export const SHIPPED_GIT = { path: 'policy/rules/git.yaml', text: data('shipped/git.yaml') }

export const SHIPPED: PolicySource['shipped'] = new Map([['castellan/git', SHIPPED_GIT]])

export const ACME: PolicySource = {
  head: { path: 'castellan.yaml', text: data('acme/castellan.yaml') },
  tables: [{ path: 'rules/acme.yaml', text: data('acme/rules/acme.yaml') }],
  shipped: SHIPPED,
}

export const HEAD = 'policy: p\nseat: { marketplace: acme }\n'

/** A policy of a head and tables `rules/0.yaml`, `rules/1.yaml` and so on. */
export const compile = (head: string, ...tables: string[]): CompileResult =>
  compilePolicy(
    {
      head: { path: 'castellan.yaml', text: head },
      tables: tables.map((text, i) => ({ path: `rules/${i}.yaml`, text })),
      shipped: SHIPPED,
    },
    { version: '1.2.3' },
  )

/** A table with one rule, from its `when` in one line (`{ read: "**\/x" }`), in which the `when` stands at 4:11. */
export const tableOf = (when: string, { id = 't.rule', more = '' } = {}): string =>
  `table: ${id.split('.')[0]}\nrules:\n  - id: ${id}\n    when: ${when}\n    decide: ask\n    reason: Because.\n    tests: { fires: [a], silent: [b] }\n${more}`

/** `file:line:column message` of every error; none for a policy that compiles. */
export const errorsOf = (result: CompileResult): string[] =>
  result.ok ? [] : result.errors.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`)
