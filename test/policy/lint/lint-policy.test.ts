import { describe, expect, it } from 'vitest'
import { compilePolicy } from '../../../policy/compile/compile-policy.ts'
import { CODES } from '../../../policy/lint/finding.ts'
import { lintPolicy } from '../../../policy/lint/lint-policy.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { HEAD, SHIPPED } from '../compile/policy.ts'
import { reference, referenceSource } from '../rules/reference.ts'

type Rule = { when: string; fires?: unknown[]; silent?: unknown[]; more?: string; decide?: string }

/** A table of rules `t.r0`, `t.r1`, each on nine lines: `when` of the first stands on line 4. */
const tableOf = (rules: readonly Rule[]): string =>
  `table: t\nrules:\n${rules
    .map(
      ({ when, fires = ['a'], silent = ['b'], more = 'mode: enforce', decide = 'ask' }, index) =>
        `  - id: t.r${index}\n    when: ${when}\n    decide: ${decide}\n    reason: Because.\n    instead: Do not.\n    ${more}\n    tests:\n      fires: ${JSON.stringify(fires)}\n      silent: ${JSON.stringify(silent)}\n`,
    )
    .join('')}`

const lint = (head: string, ...rules: Rule[]) => {
  const source = {
    head: { path: 'castellan.yaml', text: head },
    tables: rules.length === 0 ? [] : [{ path: 'rules/t.yaml', text: tableOf(rules) }],
    shipped: SHIPPED,
  }
  const result = compilePolicy(source, { version: '0.0.0' })
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return lintPolicy(source, result, evaluateCommand)
}
/** Codes but that of near misses, which these short tests do not bring along. */
const codes = (...rules: Rule[]): string[] =>
  lint(HEAD, ...rules)
    .map(one => one.code)
    .filter(code => code !== 'blind-rule')
const headCodes = (more: string): string[] => lint(`${HEAD}include: [castellan/git]\n${more}`).map(one => one.code)
const run = (checks: string): string => `{ run: { program: git, ${checks} } }`

describe('a token in the policy itself', () => {
  const TOKEN = `glpat${'-'}x7Kd93mQpLzR4tVw8YbN`
  it('is told at its place in the head and in own tables, without a character of it', () => {
    const [inHead, inRule, ...rest] = lint(`${HEAD}secrets: { env: ["${TOKEN.replace('-', '_')}"] }\n# ${TOKEN}\n`, {
      when: '{ tool: Bash }',
      fires: [`glab auth login --token ${TOKEN}`],
    }).filter(({ code }) => code === 'written-value')
    expect([inHead, inRule]).toMatchObject([
      { file: 'castellan.yaml', line: HEAD.split('\n').length + 1, column: 3, level: 'warning' },
      { file: 'rules/t.yaml', line: 10 },
    ])
    expect(rest).toEqual([])
    expect(JSON.stringify([inHead, inRule])).not.toContain('x7Kd')
  })
})

describe('the name of a tool', () => {
  it.each([['{ tool: bash }'], ['{ tool: { name: [Read, READ] } }']])('in another case means no tool: %s', when => {
    expect(codes({ when, fires: [{ tool: 'bash' }] })).toEqual(['unknown-tool'])
  })
  it.each([['{ tool: Bash }'], ['{ tool: WebSearch }'], ['{ tool: mcp__a__bash }']])('is let be: %s', when => {
    expect(codes({ when })).toEqual([])
  })
})

describe('dead conditions', () => {
  it.each([
    [run('any-flag: [-f], not-flags: [-f, -n]')],
    [run('all-flags: [[-r, -R], -f], not-flags: [-f]')],
    [run('any: [ { any-flag: -f }, { all-flags: [-n, -x] } ], not-flags: [-f, -n]')],
    ['{ mod: { call: fs.read }, caller: { tier: core } }'],
    ['{ mod: { call: fs.read }, caller: { plugin: engine } }'],
    ['{ all: [ { tool: A }, { tool: B } ] }'],
    ['{ all: [ { tool: Read }, { run: { program: git } } ] }'],
    ['{ all: [ { tool: A }, { mod: { call: fs.read } } ] }'],
    ['{ all: [ { tool: A }, { not: { tool: A } } ] }'],
    ['{ all: [ { tool: A, agent: main }, { tool: A, agent: sub } ] }'],
    ['{ read: { glob: ["~/.ssh/id", "**/x"], not: ["~/.ssh/**", "**/x"] } }'],
  ])('%s', when => {
    expect(codes({ when }).filter(code => code !== 'ask-is-deny')).toEqual(['dead-rule'])
  })

  it.each([
    [run('any-flag: [-f, -n], not-flags: [-f]')],
    ['{ mod: { call: fs.read }, caller: { tier: [core, user] } }'],
    ['{ all: [ { tool: { name: [A, B] } }, { tool: B } ] }'],
    ['{ all: [ { tool: Bash }, { run: { program: git } } ] }'],
    ['{ all: [ { tool: A }, { not: { tool: A, agent: sub } } ] }'],
    ['{ read: { glob: "~/.ssh/id", not: "~/.ssh/*/x" } }'],
    ['{ delete: { glob: "~/*", not: "~/*" } }'],
  ])('%s may hold', when => {
    expect(codes({ when }).filter(code => code !== 'ask-is-deny')).toEqual([])
  })

  it('one branch of several, and one glob of several', () => {
    expect(codes({ when: run('any: [ { any-flag: -f }, { operand: x } ], not-flags: [-f]') })).toEqual(['dead-branch'])
    const glob = lint(HEAD, { when: '{ read: { glob: ["~/.ssh/id", "**/x"], not: "~/.ssh/**" } }', silent: ['cat y'] })
    expect(glob).toMatchObject([{ code: 'covered-glob', file: 'rules/t.yaml', line: 4, column: 28, rule: 't.r0', level: 'warning' }])
  })
})

describe('rules that say again what another says', () => {
  const wide = { when: run('subcommand: push'), fires: ['git push'] }
  const narrow = { when: run('subcommand: push, any-flag: -f'), fires: ['git push -f'] }

  it('the same condition', () => {
    expect(codes(wide, wide)).toEqual(['duplicate-rule'])
  })

  it('a wider one that is as strict, as a note', () => {
    const [note, ...rest] = lint(HEAD, { ...wide, silent: ['git x'] }, { ...narrow, silent: ['git x'] })
    expect(note).toMatchObject({ code: 'shadowed-rule', level: 'note', rule: 't.r1', message: expect.stringContaining('t.r0') })
    expect(rest).toEqual([])
  })

  it.each([
    ['looser', { ...wide }, { ...narrow, decide: 'deny' }],
    ['observed', { ...wide, more: 'mode: observe' }, narrow],
    ['silent where it cannot tell', { ...wide, more: 'unknown: ignore' }, narrow],
    ['of other flags', { when: run('subcommand: push, any-flag: -n') }, narrow],
    ['of another subcommand', { when: run('subcommand: push x') }, narrow],
    ['of another agent', { when: `{ all: [ ${run('subcommand: push')}, { agent: sub } ] }` }, narrow],
    ['with an exception', { when: '{ read: { glob: "/a/**", not: "/a/b" } }' }, { when: '{ read: "/a/c" }', fires: ['cat /a/c'] }],
  ])('not one that is %s', (_, first, second) => {
    expect(codes(first, second)).not.toContain('shadowed-rule')
  })

  it.each([
    ['{ read: "/a/**" }', '{ read: "/a/c" }', 'cat /a/c'],
    ['{ any: [ { run: { program: [a, b] } }, { tool: X } ] }', '{ run: { program: a, operand: x }, agent: main }', 'a x'],
  ])('%s over %s', (first, second, command) => {
    expect(codes({ when: first, fires: [command] }, { when: second, fires: [command] })).toEqual(['shadowed-rule'])
  })
})

describe('tests', () => {
  it('near misses that come near, and those that do not', () => {
    const blind = (silent: unknown[], when = run('subcommand: push')): boolean =>
      lint(HEAD, { when, silent }).some(one => one.code === 'blind-rule')
    expect(blind(['ls', 'hg push', { tool: 'Read', input: { file_path: 'x' } }])).toBe(true)
    expect(blind(['ls', 'git fetch'])).toBe(false)
    expect(blind(['ls'], '{ read: "**/.env" }')).toBe(true)
    expect(blind([{ mention: 'x' }], '{ read: "**/.env" }')).toBe(false)
    expect(blind([{ tool: 'Read', input: {} }], '{ tool: { name: WebFetch, args: { url: x } } }')).toBe(true)
    expect(blind([{ tool: 'WebFetch', input: {} }], '{ tool: { name: WebFetch, args: { url: x } } }')).toBe(false)
  })

  it('one that is there twice, in whatever words, at its own place', () => {
    const findings = lint(HEAD, { when: run('operand: x'), fires: ['git x'], silent: ['git y', { command: 'git y' }] })
    expect(findings).toMatchObject([{ code: 'repeated-test', line: 11, column: 24 }])
  })
})

describe('values', () => {
  it.each([
    ['{ run: { program: /usr/bin/git } }', 'fits-nothing', 4, 29],
    [run('any-flag: [-x, -rf]'), 'fits-nothing', 4, 49],
    ['{ read: "**" }', 'fits-everything', 4, 19],
    ['{ tool: { name: X, args: { a: { regex: ".*x.*" } } } }', 'slow-regex', 4, 50],
  ])('%s: %s', (when, code, line, column) => {
    expect(lint(HEAD, { when }).filter(one => one.code === code)).toMatchObject([{ code, line, column }])
  })

  it('an ask where nobody can be asked is a note', () => {
    expect(lint(HEAD, { when: '{ mod: { call: fs.read } }' })).toContainEqual(
      expect.objectContaining({ code: 'ask-is-deny', level: 'note' }),
    )
    expect(codes({ when: '{ mod: { call: fs.read } }', decide: 'deny' })).toEqual([])
  })
})

describe('the head', () => {
  it('what hydrates is a note, and a tool that is not known a warning', () => {
    const hydrating = (list: string) => headCodes(`secrets: { env: [A_TOKEN], hydrate: ${list} }\n`)
    expect(hydrating('{ tools: [Bash, mcp__vault__put] }')).toEqual(['hydrates'])
    expect(hydrating('{ env: [A_TOKEN] }')).toEqual(['hydrates'])
    expect(hydrating('{ tools: [Bahs, Edit] }')).toEqual(['hydrates', 'unknown-tool'])
    expect(hydrating('{}')).toEqual([])
  })

  it('variables that hold no secret', () => {
    expect(headCodes('secrets: { env: [GITHUB_TOKEN, PATH, LC_ALL] }\n')).toEqual(['not-a-secret', 'not-a-secret'])
  })

  it.each([
    ['settings-env: [ACME_TOKEN, HOME]', ['not-a-secret']],
    ['settings-env: ["*"]', ['fits-everything']],
    ['force: [PIN, "*"]', ['fits-everything']],
    ['dotenv: ["**"]', ['fits-everything']],
    ['dotenv: ["**/*"]', ['fits-everything']],
    ['dotenv: [".env", "**/.env.*", "config/*.env", "*.md"]', []],
    ['dotenv: ["**/vendor/*.env"]', ['fits-nothing']],
    ['dotenv: ["vendor/**/.env", "**/x/vendor"]', []],
    ['file: { path: /home/alice/x.json, keys: ["*"] }', ['one-person', 'fits-everything']],
    ['file: [{ path: ~/x.json, keys: ["db.*"] }, { path: /Users/bob/x }]', ['one-person']],
    ['file: { path: /etc/acme/key }', []],
    ['command: { name: V, argv: [vault, print] }', ['loose-program']],
    ['command: [{ name: V, argv: [/usr/bin/vault], format: json, keys: ["**"] }]', ['fits-everything']],
  ])('secrets: { %s }', (section, expected) => {
    expect(headCodes(`secrets: { ${section} }\n`)).toEqual(expected)
  })

  it('an odd source is told at its own place', () => {
    const findings = lint(
      `${HEAD}include: [castellan/git]\nsecrets:\n  command:\n    - { name: A, argv: [/bin/a] }\n    - { name: B, argv: [b] }\n`,
    )
    expect(findings).toMatchObject([{ code: 'loose-program', line: 7, column: 25 }])
  })

  it.each([
    ['{ tier: user, answer: allow }', '{ id: a@b, tier: user, answer: allow }', true],
    ['{ uses: { calls: [process.*] }, answer: allow }', '{ uses: { calls: [process.run] }, answer: allow }', true],
    ['{ id: { glob: "*@b" }, answer: allow }', '{ id: [a@b, c@b], answer: allow }', true],
    ['{ tier: user, answer: allow }', '{ id: a@b, answer: allow }', false],
    ['{ uses: { calls: [process.run] }, answer: allow }', '{ uses: { calls: [process.*] }, answer: allow }', false],
    ['{ id: a@b, tier: user, answer: allow }', '{ id: a@b, answer: allow }', false],
  ])('%s hides %s: %s', (first, second, isHidden) => {
    expect(headCodes(`plugins: { entries: [ ${first}, ${second} ] }\n`)).toEqual(isHidden ? ['hidden-entry'] : [])
  })

  it('what is observed without a record', () => {
    expect(headCodes('mode: observe\n')).toEqual(['unrecorded-observe'])
    expect(headCodes('plugins: { unlisted: observe }\n')).toEqual(['unrecorded-observe'])
    expect(headCodes('mode: observe\naudit: { endpoint: "http://127.0.0.1:4318/v1/traces" }\n')).toEqual([])
  })
})

it('every finding of the compiler has a code of its own', () => {
  const rule = { when: '{ tool: X }', decide: 'deny', more: 'unknown: ignore', silent: [{ tool: 'X', input: {} }] }
  expect(codes(rule)).toEqual(['ignores-unknown'])
  expect(lint(HEAD).map(one => one.code)).toEqual(['no-rule'])
  expect(headCodes('plugins: { entries: [{ id: a@b, answer: refuse }] }\n')).toEqual(['no-reason'])
  expect(Object.keys(CODES).every(code => /^[a-z]+(-[a-z]+)*$/.test(code))).toBe(true)
})

it('has nothing to say of the reference policy', () => {
  if (!reference.ok) throw new Error('the reference policy does not compile')
  expect(lintPolicy(referenceSource, reference, evaluateCommand)).toEqual([])
})
