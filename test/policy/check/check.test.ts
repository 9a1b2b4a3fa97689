import { describe, expect, it } from 'vitest'
import type { Case } from '../../../policy/check/case.ts'
import { runCaseRows } from '../../../policy/check/case-rows.ts'
import { explainCase } from '../../../policy/check/explain.ts'
import { runRuleTests } from '../../../policy/check/rule-tests.ts'
import { runCase } from '../../../policy/check/run-case.ts'
import type { CaseRow, RuleTest } from '../../../policy/compile/result.ts'
import { indexPolicy } from '../../../policy/decide/decide.ts'
import type { Evaluation } from '../../../policy/shell/effects.ts'
import { policy, reads, rule, runs } from '../rules.ts'
import { evaluation, file, marker, run } from '../words.ts'

/** A toy evaluator: one run per line, `?` for what cannot be told, and `cat` reads. */
const evaluate = (line: string): Evaluation => {
  const [program = '', ...words] = line.replaceAll("'", '').split(' ')
  if (program === '?') return evaluation([], [marker()])
  return evaluation([run(program, words), ...(program === 'cat' ? words.map(word => file('read', word)) : [])])
}
const USER = { plugin: 'u', tier: 'user' } as const
const bash = (command: string): Case => ({ kind: 'tool', tool: 'Bash', input: { command } })
const rules = [
  rule('git', runs('git', 'push')),
  rule('env', reads('**/.env', /\/\.env$/), { decide: 'ask' }),
  rule('seen', runs('ls'), { mode: 'observe', unknown: 'ignore' }),
  rule('sub', {
    kind: 'all',
    of: [
      { kind: 'agent', is: 'sub' },
      { kind: 'tool', name: { equals: 'Task' }, args: [] },
    ],
  }),
]
const acme = policy(rules, { plugins: { unlisted: 'allow', entries: [{ tier: { equals: 'user' }, answer: 'refuse', reason: 'No.' }] } })
const verdict = (one: Case, given = acme) => runCase(indexPolicy(given), one, evaluate).verdict

describe('runCase', () => {
  it('judges tool calls, commands, mentions, mods’ calls and plugins', () => {
    expect(verdict(bash('git push'))).toBe('deny')
    expect(verdict(bash('git pull'))).toBe('none')
    expect(verdict(bash('ls'))).toBe('none')
    expect(verdict({ kind: 'tool', tool: 'Read', input: { file_path: '.env' } })).toBe('ask')
    expect(verdict({ kind: 'mention', path: '.env' })).toBe('deny')
    expect(verdict({ kind: 'call', call: 'fs.read', args: { path: '.env' }, from: USER })).toBe('deny')
    expect(verdict({ kind: 'call', call: 'process.run', args: { argv: ['git', 'push'] }, from: USER })).toBe('deny')
    expect(verdict({ kind: 'tool', tool: 'Task', input: {}, agent: 'sub' })).toBe('deny')
    expect(verdict({ kind: 'tool', tool: 'Task', input: {} })).toBe('none')
    const plugin: Case = { kind: 'plugin', plugin: { provenance: 'x@y', tier: 'user', uses: { calls: [], events: [] } } }
    expect(verdict(plugin)).toBe('deny')
    expect(verdict(plugin, { ...acme, mode: 'observe' })).toBe('none')
  })

  it('starts relative paths at the case’s directory and follows its links', () => {
    const cat = (cwd: string, links: Record<string, string>): Case => ({ ...bash('cat notes'), cwd, links })
    expect(verdict(cat('/x', { '/x/notes': '/etc/.env' }))).toBe('ask')
    expect(verdict(cat('sub', { 'sub/notes': '.env' }))).toBe('ask')
    expect(verdict(cat('sub', { notes: '.env' }))).toBe('none')
    expect(verdict({ ...bash('cat link/../.env'), links: { link: '/opt/dir' } })).toBe('ask')
    const home = policy([rule('h', { kind: 'read', globs: [{ base: 'project', source: '', re: /^x$/ }], not: [] })])
    expect(verdict({ ...bash('cat /mnt/p/x'), links: { '/srv/project': '/mnt/p' } }, home)).toBe('deny')
  })
})

describe('runRuleTests', () => {
  const test = (id: string, expected: RuleTest['expect'], source: string): RuleTest => ({
    rule: id,
    expect: expected,
    case: bash(source),
    source,
    file: 'f.yaml',
    line: 1,
    column: 1,
  })

  it('passes when that very rule speaks or is silent, observed and uncertain ones included', () => {
    const tests = [
      test('git', 'fires', 'git push'),
      test('seen', 'fires', 'ls'),
      test('git', 'fires', '?'),
      test('seen', 'silent', '?'),
      test('seen', 'silent', 'git push'),
    ]
    expect(runRuleTests(acme, tests, evaluate)).toEqual({ passed: 5, failed: [] })
  })

  it('tells what failed and what came instead', () => {
    const [missed, fired] = [test('seen', 'fires', 'git push'), test('git', 'silent', 'git push')]
    const { passed, failed } = runRuleTests(acme, [missed, fired, test('gone', 'silent', 'ls')], evaluate)
    expect(passed).toBe(1)
    expect(failed).toMatchObject([
      { test: missed, got: 'silent', verdict: 'deny' },
      { test: fired, got: 'fired', spoken: { rule: 'git', matched: 'git push' } },
    ])
  })
})

describe('runCaseRows', () => {
  const row = (command: string, expected: CaseRow['expect'], only?: readonly string[]): CaseRow => ({
    id: command,
    case: bash(command),
    expect: expected,
    rules: only,
    line: 1,
  })

  it('compares what would be enforced, by all rules or the named ones', () => {
    const rows = [
      row('git push', 'deny'),
      row('ls', 'none'),
      row('cat .env', 'ask'),
      row('git push', 'none', ['env']),
      row('cat .env', 'ask', ['env']),
    ]
    expect(runCaseRows(acme, rows, evaluate)).toEqual({ passed: 5, failed: [] })
  })

  it('tells what failed, and fails rows about rules there are not', () => {
    const { passed, failed } = runCaseRows(acme, [row('git push', 'none'), row('ls', 'deny'), row('ls', 'none', ['typo'])], evaluate)
    expect(passed).toBe(0)
    expect(failed).toMatchObject([
      { got: 'deny', rules: ['git'], unknownRules: [] },
      { got: 'none', rules: ['seen'], unknownRules: [] },
      { got: 'none', unknownRules: ['typo'] },
    ])
  })
})

describe('explainCase', () => {
  const explain = (one: Case) => explainCase(indexPolicy(acme), one, evaluate)

  it('shows what was found, what spoke and why, as plain data', () => {
    const told = explain({ ...bash('cat l'), links: { l: '.env' } })
    expect(JSON.parse(JSON.stringify(told))).toEqual(told)
    expect(told).toMatchObject({
      subject: 'tool',
      caller: { plugin: 'engine' },
      agent: 'main',
      effects: [
        { kind: 'run', what: 'cat l', via: [] },
        { kind: 'read', what: 'l', via: [] },
      ],
      paths: [{ action: 'read', written: 'l', spellings: ['/srv/project/l', '/srv/project/.env'], mayLandElsewhere: false }],
      spoken: [{ rule: 'env', matched: '/srv/project/.env' }],
      verdict: 'ask',
      why: 'env says ask.',
    })
  })

  it('says when an ask is a deny, when castellan cannot tell, and when nothing is enforced', () => {
    expect(explain({ kind: 'mention', path: '.env' }).why).toContain('env says ask, which is a deny here')
    expect(explain(bash('?'))).toMatchObject({
      markers: [{ kind: 'dynamic-script' }],
      why: expect.stringContaining('git may apply, castellan cannot tell'),
    })
    expect(explain(bash('ls')).why).toBe('No enforced rule speaks. Observed only: seen.')
    const looping = explain({ kind: 'mention', path: 'a', links: { a: 'a' } })
    expect(looping.paths).toMatchObject([{ spellings: ['/srv/project/a'], mayLandElsewhere: true }])
    const plugin = explain({ kind: 'plugin', plugin: { provenance: 'x@y', tier: 'user', uses: { calls: [], events: [] } } })
    expect(plugin).toMatchObject({ verdict: 'deny', why: 'No.', plugin: { entry: 0 } })
  })
})
