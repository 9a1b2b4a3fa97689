import { expect, it } from 'vitest'
import { coverByTests, coverRules } from '../../../policy/check/coverage.ts'
import type { RuleTest } from '../../../policy/compile/result.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { policy, rule, runs } from '../rules.ts'

const bash = (command: string) => ({ kind: 'tool', tool: 'Bash', input: { command } }) as const
const two = policy([rule('a', runs('git')), rule('b', runs('rm')), rule('c', runs('dd'), { unknown: 'ignore', mode: 'observe' })])
const row = (command: string) => ({ id: command, case: bash(command), expect: 'none', line: 1 }) as const
const ruleTest = (of: string, command: string): RuleTest => ({
  rule: of,
  expect: 'fires',
  case: bash(command),
  source: command,
  file: 'f',
  line: 1,
  column: 1,
})

it('counts the cases that reach each rule, and those that do for certain', () => {
  expect(coverRules(two, [row('git x; dd'), row('git y'), row('$X y')], evaluateCommand)).toEqual([
    { rule: 'a', cases: 3, certain: 2 },
    { rule: 'b', cases: 1, certain: 0 },
    { rule: 'c', cases: 1, certain: 1 },
  ])
})

it('does not count the tests of a rule for the rule itself', () => {
  expect(coverByTests(two, [ruleTest('a', 'git x'), ruleTest('b', 'git x; rm y')], evaluateCommand)).toMatchObject([
    { rule: 'a', cases: 1 },
    { rule: 'b', cases: 0 },
    { rule: 'c', cases: 0 },
  ])
})
