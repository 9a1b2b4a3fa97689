import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compilePolicy } from '../../policy/compile/compile-policy.ts'
import { lintPolicy } from '../../policy/lint/lint-policy.ts'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'
import { HEAD, policyFiles, pushTable, putFiles, run, temporaryFolder } from './support.ts'

let work: string
beforeEach(() => {
  work = temporaryFolder()
  putFiles(work, policyFiles())
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

test('each finding with its place, its kind and its code; the count last', () => {
  putFiles(work, { 'p/rules/own.yaml': pushTable('', '"git push -f"', '"ls"') })
  const { code, out, err } = run(['lint', 'p'], work)
  expect(code).toBe(0)
  expect(err).toMatch(/^p\/rules\/own\.yaml:10:\d+: warning: own\.force-push: no silent test .* \[blind-rule\]$/m)
  expect(out).toBe('acme: 1 rule, 2 tests, 1 warning\n')
})

test('--max-warnings is the most that is well', () => {
  putFiles(work, { 'p/rules/own.yaml': pushTable('', '"git push -f"', '"ls", "ls"') })
  expect(run(['lint', 'p', '--max-warnings', '2'], work).code).toBe(0)
  expect(run(['lint', 'p', '--max-warnings', '1'], work).code).toBe(1)
  expect(run(['lint', 'p', '--max-warnings', '1', '--json'], work).code).toBe(1)
  expect(run(['lint', 'p', '--max-warnings', 'few'], work).code).toBe(2)
})

test('notes count for nothing', () => {
  const again = pushTable().replace('table: own', 'table: two').replace('own.force-push', 'two.push').replace('[-f, --force]', '[-f]')
  putFiles(work, { 'p/rules/two.yaml': again })
  const { code, out, err } = run(['lint', 'p', '--max-warnings', '0'], work)
  expect({ code, out }).toEqual({ code: 0, out: 'acme: 2 rules, 4 tests, 0 warnings, 1 note\n' })
  expect(err).toMatch(/^p\/rules\/two\.yaml:3:\d+: note: .* \[shadowed-rule\]$/m)
  expect(JSON.parse(run(['lint', 'p', '--json'], work).out)).toMatchObject({
    ok: true,
    warnings: [],
    notes: [{ code: 'shadowed-rule', level: 'note', rule: 'two.push', line: 3 }],
  })
})

test('the tables that ship are told about only when asked', () => {
  // The package's own table, with a test that is there twice.
  const table = pushTable('', '"git push -f"', '"git push", "git push"').replace('table: own', 'table: git')
  const source = {
    head: { path: 'h', text: `${HEAD}include: [castellan/git]\n` },
    tables: [],
    shipped: new Map([['castellan/git', { path: 'git.yaml', text: table }]]),
  }
  const result = compilePolicy(source, { version: '0.0.0' })
  if (!result.ok) throw new Error('it compiles')
  expect(lintPolicy(source, result, evaluateCommand)).toEqual([])
  expect(lintPolicy(source, result, evaluateCommand, { isShipped: true })).toMatchObject([{ code: 'repeated-test', file: 'git.yaml' }])
  putFiles(work, { 'q/castellan.yaml': source.head.text })
  expect(run(['lint', 'q'], work)).toMatchObject({ code: 0, err: '' })
  expect(run(['lint', 'q', '--shipped'], work).out).toMatch(/^acme: \d+ rules/)
})

test('a file that would not be read hides no error of the others', () => {
  putFiles(work, { 'p/castellan.yaml': HEAD, 'p/rules/a.yml': 'table: a', 'p/rules/b.yaml': 'table: b\nrulez: []\n' })
  const { code, err } = run(['lint', 'p'], work)
  expect(code).toBe(2)
  expect(err).toMatch(/^p\/rules\/a\.yml:1:1: /m)
  expect(err).toMatch(/^p\/rules\/b\.yaml:2:1: /m)
})
