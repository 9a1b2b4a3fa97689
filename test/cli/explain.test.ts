import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { policyFiles, putFiles, run, temporaryFolder } from './support.ts'

let work: string
beforeEach(() => {
  work = temporaryFolder()
  putFiles(work, policyFiles())
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

const explain = (command: string, ...more: string[]) =>
  run(['explain', 'p', '--tool', 'Bash', '--input', JSON.stringify({ command }), ...more], work).out

test('each effect with its chain and columns, and the lines of a command of several', () => {
  const told = explain("ls && sudo sh -c 'git push -f' > out.txt")
  expect(told).toMatch(/^facts +run ls {2}\(columns 1-2\)$/m)
  expect(told).toMatch(/run git push -f {2}\(columns 7-\d+; through sudo > sh -c\)$/m)
  expect(told).toMatch(/write out\.txt -> \/srv\/project\/out\.txt {2}\(columns /)
  expect(explain('ls\n  pwd')).toMatch(/run pwd {2}\(line 2, columns 3-5\)$/m)
})

test('markers with their text, and rules that stay silent with the first condition that failed', () => {
  expect(explain('ls; $X y')).toMatch(/cannot tell what runs: dynamic-program at \$X y {2}\(columns 5-8\)/)
  expect(explain('git push origin main')).toMatch(/^silent +own\.force-push: any-flag -f, --force: not in git push origin main$/m)
  expect(explain('ls')).toMatch(/^silent +no other of the 1 rule is about such a call$/m)
})

test('a query as rules hear it, on one line', () => {
  const told = explain("psql -c 'SELECT 1; -- x\nDROP TABLE t'").replace(/\s+/g, ' ')
  expect(told).toContain('; heard as sql: SELECT 1; DROP TABLE t)')
})

test('whether markers of secrets become values in such a call', () => {
  expect(explain('ls')).not.toMatch(/^hydrates/m)
  const head = policyFiles()['p/castellan.yaml'] ?? ''
  putFiles(work, { 'p/castellan.yaml': `${head}\nsecrets: { env: [A_TOKEN] }\n` })
  expect(explain('ls')).toMatch(/^hydrates +no: markers of secrets stay markers$/m)
  putFiles(work, { 'p/castellan.yaml': `${head}\nsecrets: { env: [A_TOKEN], hydrate: { tools: [Bash] } }\n` })
  expect(explain('ls')).toMatch(/^hydrates +markers of secrets become their values/m)
})

test('fits 100 columns, whatever was asked', () => {
  const told = explain(`git push -f ${'x'.repeat(300)}; ${'echo hello '.repeat(40)}`)
  expect(Math.max(...told.split('\n').map(line => line.length))).toBeLessThanOrEqual(100)
})

test('JSON holds places, markers and every rule that was looked at', () => {
  expect(JSON.parse(explain('git push', '--json'))).toMatchObject({
    effects: [{ kind: 'run', what: 'git push', via: [], at: { start: 0, end: 8, line: 1, column: 1 } }],
    markers: [],
    considered: [{ rule: 'own.force-push', speaks: false, holds: 'no', silentBecause: expect.any(String) }],
  })
})
