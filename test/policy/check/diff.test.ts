import { expect, it } from 'vitest'
import { diffPolicies } from '../../../policy/check/diff.ts'
import type { CompiledRule } from '../../../policy/compile/compiled.ts'
import type { CaseRow } from '../../../policy/compile/result.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { policy, rule, runs } from '../rules.ts'

const row = (command: string, line = 1): CaseRow => ({
  id: command,
  case: { kind: 'tool', tool: 'Bash', input: { command } },
  expect: 'none',
  line,
})
const changes = (old: CompiledRule[], now: CompiledRule[], ...commands: string[]) =>
  diffPolicies({ old: policy(old), new: policy(now) }, commands.map(row), evaluateCommand).map(one => [
    one.row.id,
    `${one.old.verdict} ${one.old.rules}`,
    `${one.new.verdict} ${one.new.rules}`,
    one.widens,
  ])
const git = (more = {}) => rule('git', runs('git'), more)
const ask = { decide: 'ask' } as const

it('tells the cases that change, with the rules behind each verdict, and which are let pass further', () => {
  expect(changes([git(), rule('rm', runs('rm'), ask)], [git(ask), rule('dd', runs('dd'))], 'git x', 'rm x', 'dd x', 'ls')).toEqual([
    ['git x', 'deny git', 'ask git', true],
    ['rm x', 'ask rm', 'none ', true],
    ['dd x', 'none ', 'deny dd', false],
  ])
})

it('counts an observed rule as none, and another rule with the same verdict as no change', () => {
  expect(changes([git()], [git({ mode: 'observe' })], 'git x')).toEqual([['git x', 'deny git', 'none ', true]])
  expect(changes([git()], [rule('other', runs('git'))], 'git x')).toEqual([])
})

it('judges plugins as well', () => {
  const plugin: CaseRow = {
    id: 'p',
    case: { kind: 'plugin', plugin: { provenance: 'x@y', tier: 'user', uses: { calls: [], events: [] } } },
    expect: 'none',
    line: 1,
  }
  const refusing = policy([], { plugins: { unlisted: 'refuse', entries: [] } })
  expect(diffPolicies({ old: refusing, new: policy([]) }, [plugin], evaluateCommand)).toMatchObject([
    { old: { verdict: 'deny', rules: ['plugins'] }, new: { verdict: 'none' }, widens: true },
  ])
})
