import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HEAD, pushTable, putFiles, run, temporaryFolder } from './support.ts'

let work: string
beforeEach(() => {
  work = temporaryFolder()
  putFiles(work, {
    'old/castellan.yaml': HEAD,
    'old/rules/own.yaml': pushTable(),
    'new/castellan.yaml': HEAD,
    'new/rules/own.yaml': pushTable().replace('decide: deny', 'decide: ask'),
    'c.jsonl': '{"id":"forced","command":"git push -f","expect":"deny"}\n"ls"\n',
  })
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

test('each change with its rules, then the count; widening fails only when asked', () => {
  const told = run(['diff', 'old', 'new', '--cases', 'c.jsonl'], work)
  expect(told).toEqual({
    code: 0,
    err: '',
    out: 'wider     forced: deny (own.force-push) -> ask (own.force-push)\n2 cases: 1 changed, 1 wider, 0 tighter\n',
  })
  expect(run(['diff', 'old', 'new', '--cases', 'c.jsonl', '--no-widen'], work).code).toBe(1)
  const back = run(['diff', 'new', 'old', '--cases', 'c.jsonl', '--no-widen'], work)
  expect(back).toMatchObject({ code: 0, out: expect.stringContaining('tighter   forced: ask') })
})

test('for machines', () => {
  expect(JSON.parse(run(['diff', 'old', 'new', '--cases', 'c.jsonl', '--json'], work).out)).toMatchObject({
    cases: 2,
    wider: 1,
    tighter: 0,
    changed: [{ id: 'forced', line: 1, old: { verdict: 'deny', rules: ['own.force-push'] }, new: { verdict: 'ask' }, widens: true }],
  })
})

test('bad policies and cases are told together; usage is usage', () => {
  putFiles(work, { 'new/castellan.yaml': `${HEAD}colour: red\n` })
  const { code, err } = run(['diff', 'old', 'new', '--cases', 'none.jsonl'], work)
  expect(code).toBe(2)
  expect(err).toMatch(/^new\/castellan\.yaml:3:/m)
  expect(err).toMatch(/^none\.jsonl:1:1: /m)
  expect(run(['diff', 'old', '--cases', 'c.jsonl'], work).code).toBe(2)
  expect(run(['diff', 'old', 'new'], work).code).toBe(2)
})

test('help shows an example', () => {
  expect(run(['diff', '--help'], work)).toMatchObject({ code: 0, out: expect.stringMatching(/Example:\n {2}\$ castellan diff /) })
})
