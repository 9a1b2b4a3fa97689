import { describe, expect, it, test } from 'vitest'
import { PLAIN_VARIABLES } from '../../../policy/compile/only-condition.ts'
import { compile, errorsOf, HEAD } from '../compile/policy.ts'
import { compiled, onlyTable } from './allowlists.ts'

const errors = (table: string, head = HEAD): string[] => errorsOf(compile(head, table)).map(one => one.replace('rules/0.yaml:', ''))
const starts = (found: readonly string[], expected: readonly string[]): void =>
  expect(found.map((one, at) => one.slice(0, expected[at]?.length))).toEqual(expected)

describe('what is wrong with an allowlist is told where it stands', () => {
  test.each<readonly [allow: string, expected: readonly string[]]>([
    ['x', ['4:12 allow is "x": expected a list of programs']],
    ['[{}]', ['4:13 program is missing: expected a name']],
    ['[{ program: "git*" }]', ['4:24 program: "git*" would be compared as it is']],
    ['[{ programm: git }]', ['4:13 program is missing', '4:15 unknown key "programm". Did you mean program?']],
    ['[{ program: git, subcomand: log }]', ['4:29 unknown key "subcomand". Did you mean subcommand?']],
    ['[{ program: git, ref: { force: true } }]', ['4:29 unknown key "ref". Known keys: program, subcommand, globals,']],
    ['[{ program: git, globals: -C }]', ['4:13 allow[0]: globals stand before a subcommand']],
    ['[{ program: git, subcommand: "-p log" }]', ['4:41 subcommand is "-p log"']],
    ['[{ program: ls, only-flags: [--color=x] }]', ['4:41 only-flags[0] is "--color=x": expected a flag']],
    ['[{ program: ls, operand: { regex: "(a+)+" } }]', ['4:37 operand: the regex "(a+)+" repeats']],
  ])('allow: %s', (allow, expected) => starts(errors(onlyTable(allow)), expected))

  test.each<readonly [more: string, expected: readonly string[]]>([
    ['wirte: "/tmp/**"', ['6:5 unknown key "wirte". Did you mean write?']],
    ['write: tmp', ['6:12 write: the glob "tmp" does not say where']],
    ['connect: "https://x.org"', ['6:14 connect: a host alone']],
    ['variables: [A-B]', ['6:17 variables[0] is "A-B": expected the name of a variable']],
    ['decide: allow', ['6:13 decide is "allow": expected deny or ask']],
    ['unknown: ignore', ['6:14 unknown: what cannot be told is not listed']],
    ['unknown: { path: ignore }', ['6:14 unknown: what cannot be told is not listed']],
    ['when: { read: "**" }', ['6:5 unknown key "when". Known keys: id, allow, write,']],
    ['agent: both', ['6:12 agent is "both": expected main or sub']],
  ])('%s', (more, expected) => starts(errors(onlyTable('[]', more)), expected))

  it('a table is rules or allowlists', () => {
    starts(errors('table: t\n'), ['1:1 the document: nothing is in it: write rules: [...], or only: [...]'])
    starts(errors('table: t\nonyl: []\n'), ['2:1 unknown key "onyl". Did you mean only?'])
    starts(errors('table: t\nonly: []\n'), ['2:7 only is an empty list: expected a list of at least one allowlist'])
    const rule = '\nrules:\n  - { id: t.a, when: { read: "~/x" }, decide: ask, reason: R., tests: { fires: [a], silent: [b] } }\n'
    starts(errors(onlyTable('[]') + rule.slice(1)), ['1:1 the document: rules and allowlists do not mix'])
    starts(errors(rule.slice(1).replace('tests:', 'only: [], tests:').replace('rules', 'table: t\nrules')), ['3:64 unknown key "only".'])
  })

  it('its id is one of the policy, for other tables and for overrides', () => {
    const two = errorsOf(compile(HEAD, onlyTable('[]'), onlyTable('[]').replace('table: t', 'table: u')))
    starts(two, ['rules/1.yaml:3:9 the rule id "t.only" is taken by rules/0.yaml:3:9'])
    starts(errors(onlyTable('[]'), `${HEAD}override: { t.onyl: { decide: deny } }\n`), [
      'castellan.yaml:3:13 no rule "t.onyl" is in this policy. Did you mean t.only?',
    ])
    const loose = errors(onlyTable('[]', 'decide: deny'), `${HEAD}override: { t.only: { decide: ask } }\n`)
    starts(loose, ['castellan.yaml:3:31 t.only says deny, and an override only tightens'])
  })
})

describe('an allowlist compiles', () => {
  it('to one rule that asks, and what cannot be told counts as the rule', () => {
    const [rule] = compiled(onlyTable('[{ program: ls }]')).policy.rules
    expect(rule).toMatchObject({ id: 't.only', table: 't', decide: 'ask', unknown: 'ask', mode: 'enforce', when: { kind: 'only' } })
    expect(rule?.when).toMatchObject({ allow: [{ kind: 'run', program: { equals: 'ls' }, checks: [] }], variables: PLAIN_VARIABLES })
    const overridden = compile(`${HEAD}override: { t.only: { decide: deny, mode: observe } }\n`, onlyTable('[]'))
    expect(overridden.ok && overridden.policy.rules[0]).toMatchObject({ decide: 'deny', unknown: 'deny', mode: 'observe' })
    const off = compile(`${HEAD}override: { t.only: { off: "for now" } }\n`, onlyTable('[]'))
    expect(off.ok && [off.policy.rules, off.tests]).toEqual([[], []])
  })

  it('with its tests where they stand', () => {
    const { tests } = compiled(onlyTable('[]'))
    expect(tests.map(({ expect: wanted, source, line, column }) => [wanted, source, line, column])).toEqual([
      ['fires', 'never-listed', 6, 22],
      ['silent', ':', 6, 46],
    ])
  })

  it('a deny without an instead is told', () => {
    expect(compiled(onlyTable('[]', 'decide: deny')).warnings.map(one => `${one.line} ${one.code}`)).toEqual(['3 no-instead'])
  })
})
