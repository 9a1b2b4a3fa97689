import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mutationReport } from '../../cli/commands/mutation.ts'
import { loadWithSource } from '../../cli/load-policy.ts'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'
import { policyFiles, pushTable, putFiles, run, temporaryFolder } from './support.ts'

let work: string
beforeEach(() => {
  work = temporaryFolder()
  putFiles(work, policyFiles())
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1)
const PROVEN = pushTable('', '"git push -f"', '"git push", "git fetch -f", "hg push -f"')

describe('what the tests would not notice', () => {
  test('is told as warnings with their places, changes no exit code, and the count stays last', () => {
    const { code, out, err } = run(['test', 'p'], work)
    expect({ code, last: lastLine(out) }).toEqual({ code: 0, last: '2 passed, 0 failed' })
    expect(err).toMatch(/^p\/rules\/own\.yaml:10:\d+: warning: own\.force-push: no test notices when the program git is gone\./m)
    expect(err).toMatch(/the subcommand push is gone/)
    expect(out).toMatch(/^4 changes to the rules tried: no test notices 2 of them, in 1 of 1 rule$/m)
  })

  test('with --strict-mutation it fails, and passes once the tests are there', () => {
    expect(run(['test', 'p', '--strict-mutation'], work).code).toBe(1)
    putFiles(work, { 'p/rules/own.yaml': PROVEN })
    expect(run(['test', 'p', '--strict-mutation'], work)).toMatchObject({ code: 0, err: '' })
  })

  test.each(['--strict-mutation', '--every-name'])('%s beside --no-mutate is wrong usage: nothing would be proven', option => {
    const ran = run(['test', 'p', option, '--no-mutate'], work)
    expect(ran).toEqual({ code: 2, out: '', err: `${option} is about what --no-mutate leaves out: drop one of the two.\n` })
  })

  test('what ships is counted, and told about only when asked', () => {
    const { result } = loadWithSource('p', work)
    if (!result.ok) throw new Error('it compiles')
    const report = (own: string[], options = {}) => mutationReport(result.policy, result.tests, new Set(own), evaluateCommand, options)
    expect(report([])).toMatchObject({ findings: [], isUnproven: false })
    expect(report([]).summary.join('')).toContain('2 of them in tables that ship: --shipped lists them')
    expect(report([], { shipped: true })).toMatchObject({ findings: [expect.any(String), expect.any(String)], isUnproven: true })
    expect(report(['p/rules/own.yaml'])).toMatchObject({ findings: [expect.any(String), expect.any(String)], isUnproven: true })
  })

  test('--no-mutate leaves it out, --json holds it', () => {
    expect(run(['test', 'p', '--no-mutate'], work)).toEqual({ code: 0, out: '2 passed, 0 failed\n', err: '' })
    expect(JSON.parse(run(['test', 'p', '--json'], work).out)).toMatchObject({
      passed: 2,
      mutation: { tried: 4, noticed: 2, survivors: [{ rule: 'own.force-push', change: 'wider', file: 'p/rules/own.yaml', line: 10 }, {}] },
    })
  })

  test('a test that fails is a failure, whatever the rest proves', () => {
    putFiles(work, { 'p/rules/own.yaml': pushTable('', '"git push"') })
    const { code, out } = run(['test', 'p'], work)
    expect({ code, last: lastLine(out) }).toEqual({ code: 1, last: '1 passed, 1 failed' })
    expect(out).toContain('not tried on 1 whose own tests fail')
  })
})

describe('coverage', () => {
  test('by the tests of other rules, or by cases', () => {
    putFiles(work, { 'c.jsonl': '{"command":"git push -f","expect":"deny"}\n' })
    expect(run(['test', 'p', '--coverage'], work).out).toContain('own.force-push: no test of another rule reaches it\n0 of 1 rule ')
    const { code, out } = run(['test', 'p', '--coverage', '--cases', 'c.jsonl'], work)
    expect({ code, last: lastLine(out) }).toEqual({ code: 0, last: '2 passed, 0 failed' })
    expect(out).toContain('1 of 1 rule reached by some case')
    putFiles(work, { 'c.jsonl': '"$X y"\n' })
    expect(run(['test', 'p', '--coverage', '--cases', 'c.jsonl'], work).out).toContain('reached only where castellan cannot tell, 1 time')
    const { coverage } = JSON.parse(run(['test', 'p', '--coverage', '--cases', 'c.jsonl', '--json'], work).out)
    expect(coverage).toEqual({ by: 'cases', rules: [{ rule: 'own.force-push', cases: 1, certain: 0 }] })
  })

  test('bad cases, and cases without --coverage, are bad input', () => {
    expect(run(['test', 'p', '--coverage', '--cases', 'none.jsonl'], work)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^none\.jsonl:1:1: /),
    })
    expect(run(['test', 'p', '--cases', 'c.jsonl'], work).code).toBe(2)
  })
})
