import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { main } from '../../cli/main.ts'
import { HEAD, policyFiles, pushTable, putFiles, run, temporaryFolder } from './support.ts'

let work: string
beforeEach(() => {
  work = temporaryFolder()
  putFiles(work, policyFiles())
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1)

describe('usage', () => {
  test.each([['--help'], ['build', '--help'], ['lint', '--help'], ['test', '--help'], ['check', '--help'], ['explain', '--help']])(
    '%s %s is well and shows an example',
    (...argv) => {
      const { code, out } = run(argv, work)
      expect(code).toBe(0)
      expect(out).toMatch(/Example:\n {2}\$ castellan /)
    },
  )

  test.each([
    [['nonsense']],
    [['lint', '--nonsense']],
    [['build', 'p']],
    [['check', 'p']],
    [['build', 'p', '--out']],
    [['lint', 'p', 'q']],
  ])('%j is a usage error', argv => {
    const { code, err } = run(argv, work)
    expect(code).toBe(2)
    expect(err).toMatch(/error:/)
  })

  test('without a policy: the folder itself, then policies/reference, then a message', () => {
    expect(run(['lint'], `${work}/p`)).toMatchObject({ code: 0 })
    putFiles(work, { 'policies/reference/castellan.yaml': HEAD.replace('acme', 'ref') })
    expect(run(['lint'], work).out).toContain('ref: 0 rules')
    rmSync(`${work}/policies`, { recursive: true })
    expect(run(['lint'], work)).toMatchObject({ code: 2, err: expect.stringContaining('Name a policy folder') })
  })

  test('a bug is one line that asks to be told, and its stack only for who wants it', () => {
    const said: string[] = []
    const io = { out: () => {}, err: (text: string) => void said.push(text), cwd: undefined as unknown as string, env: {} }
    expect(main(['lint', 'p'], io)).toBe(70)
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(/^castellan: this is a bug, please report it.*\n$/)
    expect(main(['lint', 'p'], { ...io, env: { CASTELLAN_DEBUG: '1' } })).toBe(70)
    expect(said.at(-1)).toMatch(/\n {4}at /)
  })
})

/** Policies that are wrong, by what is wrong: the file and line that the message must name, and a word of it. */
const BAD: [string, Record<string, string>, RegExp][] = [
  ['an unknown key', { 'p/castellan.yaml': `${HEAD}colour: red\n` }, /^p\/castellan\.yaml:3:\d+: .*colour/m],
  ['YAML that is none', { 'p/castellan.yaml': 'policy: [\n' }, /^p\/castellan\.yaml:\d+:\d+: /m],
  ['a table that is none', { 'p/rules/own.yaml': 'table: own\nrules: 3\n' }, /^p\/rules\/own\.yaml:2:\d+: /m],
  [
    'a duplicate id',
    { 'p/rules/two.yaml': pushTable().replace('table: own', 'table: two') },
    /^p\/rules\/two\.yaml:3:\d+: .*own\.force-push/m,
  ],
  [
    'an unknown include',
    { 'p/castellan.yaml': `${HEAD}include: [castellan/nothing]\n` },
    /^p\/castellan\.yaml:3:\d+: .*castellan\/nothing/m,
  ],
  [
    'an alias bomb',
    {
      'p/castellan.yaml': `a: &a [x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((n, i) => `${n}: &${n} [${`*${'abcdefg'[i]},`.repeat(9)}]\n`).join('')}`,
    },
    /^p\/castellan\.yaml:\d+:\d+: .*(alias|anchor)/im,
  ],
  [
    'a regex that could blow up',
    { 'p/rules/own.yaml': pushTable().replace('any-flag: [-f, --force]', () => "operand: { regex: '(a+)+$' }") },
    /^p\/rules\/own\.yaml:4:\d+: /m,
  ],
]

describe('bad input is told with file, line and column, exit 2', () => {
  test.each(BAD)('%s', (_, files, told) => {
    putFiles(work, files)
    for (const argv of [
      ['lint', 'p'],
      ['test', 'p'],
      ['explain', 'p', '--tool', 'Bash'],
      ['build', 'p', '--out', 'o', '--unchecked'],
    ]) {
      const { code, err, out } = run(argv, work)
      expect(code, argv[0]).toBe(2)
      expect(err).toMatch(told)
      expect(out).toBe('')
    }
    const asJson = run(['lint', 'p', '--json'], work)
    expect(asJson.code).toBe(2)
    expect(JSON.parse(asJson.out)).toMatchObject({ ok: false, errors: [expect.objectContaining({ line: expect.any(Number) })] })
  })

  test('errors of several files come together', () => {
    putFiles(work, { 'p/castellan.yaml': `${HEAD}colour: red\n`, 'p/rules/own.yaml': 'table: own\nrules: 3\n' })
    const { err } = run(['lint', 'p'], work)
    expect(err).toMatch(/castellan\.yaml:3/)
    expect(err).toMatch(/own\.yaml:2/)
  })

  test('what a terminal would obey is shown, not sent', () => {
    putFiles(work, { 'p/castellan.yaml': `${HEAD}"\\e[2Jx": red\n` })
    const { err } = run(['lint', 'p'], work)
    expect(err).not.toContain('\u001b')
  })
})

describe('lint', () => {
  test('a policy that is well', () => {
    const { code, out, err } = run(['lint', 'p'], work)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe('acme: 1 rule, 2 tests, 0 warnings\n')
  })

  test('a warning is told and is no failure', () => {
    putFiles(work, { 'p/rules/own.yaml': pushTable().replace('    instead: Push a new branch.\n', '') })
    expect(run(['lint', 'p'], work)).toMatchObject({ code: 0, err: expect.stringMatching(/^p\/rules\/own\.yaml:\d+:\d+: warning: /) })
    expect(JSON.parse(run(['lint', 'p', '--json'], work).out).warnings).toHaveLength(1)
  })
})

describe('test', () => {
  test('closes with the count, alone on the last line', () => {
    const { code, out } = run(['test', 'p'], work)
    expect(code).toBe(0)
    expect(lastLine(out)).toBe('2 passed, 0 failed')
  })

  test('a rule that fires where it should not, and one that does not where it should', () => {
    putFiles(work, { 'p/rules/own.yaml': pushTable('', '"git push"', '"git push -f"') })
    const { code, out, err } = run(['test', 'p'], work)
    expect(code).toBe(1)
    expect(lastLine(out)).toBe('0 passed, 2 failed')
    expect(err).toMatch(/^p\/rules\/own\.yaml:9:\d+: own\.force-push should fire and is silent on git push\b/m)
    expect(err).toMatch(/^p\/rules\/own\.yaml:10:\d+: own\.force-push should be silent and fires on git push -f: it matched git push -f/m)
    expect(JSON.parse(run(['test', 'p', '--json'], work).out)).toMatchObject({
      passed: 0,
      failed: 2,
      failures: [{ rule: 'own.force-push' }, {}],
    })
  })
})

describe('check', () => {
  const rows = (...all: object[]): void => putFiles(work, { 'c.jsonl': all.map(one => JSON.stringify(one)).join('\n') })
  const check = (...more: string[]) => run(['check', 'p', '--cases', 'c.jsonl', ...more], work)

  test('cases that come out as they say', () => {
    rows({ command: 'git push -f', expect: 'deny' }, { tool: 'Bash', input: { command: 'ls' }, expect: 'none' })
    const { code, out } = check()
    expect({ code, last: lastLine(out) }).toEqual({ code: 0, last: '2 passed, 0 failed' })
  })

  test('a miss names the row, what was expected and what came', () => {
    rows({ id: 'a', command: 'ls', expect: 'none' }, { id: 'b', command: 'git push -f', expect: 'ask' })
    const { code, out, err } = check()
    expect({ code, last: lastLine(out) }).toEqual({ code: 1, last: '1 passed, 1 failed' })
    expect(err).toBe('c.jsonl:2:1: b: expected ask, got deny (spoke: own.force-push).\n')
    expect(JSON.parse(check('--json').out)).toMatchObject({ passed: 1, failed: 1, failures: [{ id: 'b', expect: 'ask', got: 'deny' }] })
  })

  test('a row about a rule the policy has not got fails', () => {
    rows({ id: 'a', command: 'ls', expect: 'none', rules: ['own.misspelt'] })
    expect(check()).toMatchObject({ code: 1, err: expect.stringContaining('own.misspelt') })
  })

  test.each([
    ['a line that is no case', 'nonsense\n'],
    ['a case of nothing known', '{"toll":"Bash","expect":"deny"}\n'],
    ['nothing in JSON', 'null\n'],
    ['no case at all', '\n\n'],
  ])('%s is bad input', (_, text) => {
    putFiles(work, { 'c.jsonl': text })
    expect(check()).toMatchObject({ code: 2, err: expect.stringMatching(/^c\.jsonl:1:\d+: /) })
  })

  test('a line of nothing is no empty file', () => {
    putFiles(work, { 'c.jsonl': '"ls"\nnull\n3\n' })
    expect(check().err).toMatch(/^c\.jsonl:2:1: This line is null: expected a Bash command.*\nc\.jsonl:3:1: the document is 3: [^Y]*\n$/)
  })

  test('a missing file is bad input', () =>
    expect(check()).toMatchObject({ code: 2, err: expect.stringMatching(/^c\.jsonl:1:1: .*no such file/) }))
})

test.each([[['lint', '--jsn']], [['redact', 'build.log']], [['check']], [['nothing']]])(
  'wrong usage says where the right one stands: %j',
  argv => {
    expect(run(argv, work)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^error: .*\n(\(Did you mean.*\n)?\nAdd --help/) })
  },
)

describe('explain', () => {
  test.each([
    [['--tool', 'bash', '--input', '{"command":"git push -f"}'], 'the engine has no tool "bash". Did you mean Bash?'],
    [['--tool', 'Bash'], 'Bash takes "command" in its --input, and there is none: castellan cannot tell what such a call would do.'],
    [['--tool', 'Bash', '--input', '"ls"'], 'Bash takes "command" in its --input'],
    [['--tool', 'Read', '--input', '{"path":".env"}'], 'Read takes "file_path" in its --input'],
  ])('what was probably meant otherwise is noted: %j', (argv, note) => {
    expect(run(['explain', 'p', ...argv], work)).toMatchObject({ code: 0, err: expect.stringContaining(`note: ${note}`) })
  })
  test.each([
    [['--tool', 'Bash', '--input', 'ls'], `--input is not JSON: write a map in single quotes, like '{"command":"git push -f"}'.\n`],
    [['--call', 'fs.read', '--args', '.env'], `--args is not JSON: write a map in single quotes, like '{"path":".env"}'.\n`],
  ])('what is no JSON is told with what would be, and not repeated: %j', (argv, err) => {
    expect(run(['explain', 'p', ...argv], work)).toEqual({ code: 2, out: '', err })
  })
  test.each([
    [['--tool', 'mcp__a__b']],
    [['--tool', 'Glob']],
    [['--tool', 'WebSearch']],
    [['--tool', 'Bash', '--input', '{"command":"ls"}']],
    [['--mention', 'x']],
  ])('and nothing else: %j', argv => expect(run(['explain', 'p', ...argv], work).err).toBe(''))

  const explain = (...argv: string[]) => run(['explain', 'p', ...argv], work)

  test('facts, the rule with the matching part, the decision and why', () => {
    const { code, out } = explain('--tool', 'Bash', '--input', JSON.stringify({ command: "cd x && sh -c 'git push -f origin'" }))
    expect(code).toBe(0)
    expect(out).toMatch(/^facts .*run git push -f origin/ms)
    expect(out).toMatch(/^rules +own\.force-push: deny$/m)
    expect(out).toMatch(/matched +git push -f/)
    expect(out).toMatch(/reason +It rewrites what others have\./)
    expect(out).toMatch(/instead +Push a new branch\./)
    expect(out).toMatch(/^decision +deny$/m)
    expect(out).toMatch(/^why +own\.force-push says deny\.$/m)
    expect(out).not.toContain('\u001b')
  })

  test('nothing to say', () => {
    const { out } = explain('--tool', 'Bash', '--input', '{"command":"ls"}')
    expect(out).toMatch(/^rules +none speaks$/m)
    expect(out).toMatch(/^decision +none: what is beneath decides$/m)
  })

  test('a mention, a mod, its own ask that nobody can be asked', () => {
    putFiles(work, {
      'p/rules/more.yaml': `table: more\nrules:\n  - id: more.secret\n    when: { read: '**/.env' }\n    decide: ask\n    reason: It is secret.\n    tests: { fires: [{ mention: .env }], silent: [{ mention: x }] }\n`,
    })
    expect(explain('--mention', 'sub/.env').out).toMatch(/^decision +deny$/m)
    expect(explain('--mention', '.env', '--cwd', 'sub').out).toContain('/srv/project/sub/.env')
    expect(explain('--call', 'fs.read', '--args', '{"path":"/srv/project/.env"}', '--from', 'tips@inline', '--tier', 'user').out).toMatch(
      /^by +tips@inline \(tier user\)/m,
    )
    expect(explain('--tool', 'Read', '--input', '{"file_path":".env"}', '--agent', 'sub').out).toMatch(/^by .*a sub-agent$/m)
    expect(explain('--tool', 'Read', '--input', '{"file_path":".env"}').out).toMatch(/^decision +ask$/m)
  })

  test('for machines', () => {
    const found = JSON.parse(explain('--tool', 'Bash', '--input', '{"command":"git push -f"}', '--json').out)
    expect(found).toMatchObject({
      policy: 'acme',
      verdict: 'deny',
      spoken: [{ rule: 'own.force-push', matched: expect.stringContaining('git push -f') }],
    })
  })

  test.each([
    [['--tool', 'Bash', '--input', '{']],
    [['--tool', 'Bash', '--mention', 'x']],
    [[]],
    [['--call', 'fs.read', '--args', 'x']],
    [['--call', 'fs.read', '--tier', 'nowhere']],
    [['--tool', 'Bash', '--agent', 'third']],
  ])('%j is bad input', argv => {
    const { code, err } = explain(...argv)
    expect(code).toBe(2)
    expect(err).not.toBe('')
  })
})
