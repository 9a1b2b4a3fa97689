import { describe, expect, it } from 'vitest'
import { explainCase } from '../../../policy/check/explain.ts'
import type { Condition } from '../../../policy/compile/compiled.ts'
import { indexPolicy } from '../../../policy/decide/decide.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { policy, reads, rule, runs } from '../rules.ts'

const push: Condition = {
  kind: 'run',
  program: { equals: 'git' },
  subcommand: [['push']],
  checks: [{ check: 'any-flag', flags: ['-f'] }],
}
const env: Condition = {
  kind: 'read',
  globs: [{ base: 'any', source: '**/.env*', re: /\/\.env[^/]*$/ }],
  not: [{ base: 'any', source: '**/*.example', re: /\.example$/ }],
}
const acme = indexPolicy(
  policy([
    rule('push', push),
    rule('env', env),
    rule('key', reads('**/id', /\/id$/), { unknown: 'ignore' }),
    rule('sub', { kind: 'all', of: [runs('git'), { kind: 'agent', is: 'sub' }] }),
    rule('either', { kind: 'any', of: [runs('git', 'pull'), runs('git', 'fetch')] }),
    rule('but', { kind: 'all', of: [runs('git'), { kind: 'not', of: runs('git', 'status') }] }),
    rule('other', runs('rm'), { unknown: 'ignore' }),
  ]),
)
const explain = (command: string) => explainCase(acme, { kind: 'tool', tool: 'Bash', input: { command } }, evaluateCommand)
const because = (command: string) =>
  Object.fromEntries(explain(command).considered.flatMap(one => (one.silentBecause === undefined ? [] : [[one.rule, one.silentBecause]])))

describe('explainCase', () => {
  it('says where each effect stands, and through what it came', () => {
    const { effects } = explain("ls &&\n  sudo sh -c 'git push -f' > out")
    expect(effects).toContainEqual({ kind: 'run', what: 'ls', via: [], at: { start: 0, end: 2, line: 1, column: 1 } })
    const pushed = effects.find(one => one.what === 'git push -f')
    expect(pushed).toMatchObject({ via: ['sudo', 'sh -c'], at: { line: 2, column: 3 } })
    expect(effects.find(one => one.kind === 'write')).toMatchObject({ what: 'out', at: { line: 2 } })
  })

  it('says what code a program is handed, as rules hear it', () => {
    const [run] = explain('psql -c "SELECT \'a\' FROM $T -- all"').effects
    expect(run?.code).toEqual({ language: 'sql', text: "SELECT '' FROM …" })
    expect(explain('psql app').effects[0]).not.toHaveProperty('code')
  })

  it('says where it cannot tell', () => {
    expect(explain('ls; $X y').markers).toMatchObject([{ kind: 'dynamic-program', source: '$X y', at: { start: 4, line: 1, column: 5 } }])
  })

  it('names the first condition that failed of every rule that was looked at, and of no other', () => {
    expect(because('git status -s')).toEqual({
      push: 'subcommand push: not in git status -s',
      sub: 'agent sub: it is main',
      either: 'subcommand pull: not in git status -s; subcommand fetch: not in git status -s',
      but: 'not (run git status), which holds',
    })
    expect(because('git push x; git fetch -f')).toMatchObject({ push: 'any-flag -f: not in git push x' })
  })

  it('tells an exception from a glob that does not fit', () => {
    expect(because('cat .env.example')).toEqual({
      env: 'read: the exception **/*.example holds for .env.example',
      key: 'read **/id: not /srv/project/.env.example',
    })
  })

  it('tells a rule that ignores what it cannot tell, and one that speaks', () => {
    const { considered } = explain('$X y')
    expect(considered.find(one => one.rule === 'other')).toMatchObject({
      speaks: false,
      holds: 'maybe',
      unknown: ['dynamic-program'],
      silentBecause: expect.stringContaining('unknown: ignore'),
    })
    expect(considered.find(one => one.rule === 'push')).toEqual({
      rule: 'push',
      table: 't',
      decide: 'deny',
      mode: 'enforce',
      speaks: true,
      holds: 'maybe',
      unknown: ['dynamic-program'],
    })
  })
})
