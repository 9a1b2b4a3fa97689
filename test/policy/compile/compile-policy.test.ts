import { describe, expect, test } from 'vitest'
import { compilePolicy } from '../../../policy/compile/compile-policy.ts'
import type { CompiledPolicy, CompiledRule, Condition } from '../../../policy/compile/compiled.ts'
import type { CompileResult } from '../../../policy/compile/result.ts'
import { ACME, compile, HEAD, tableOf } from './policy.ts'

const compiled = (result: CompileResult): Extract<CompileResult, { ok: true }> => {
  if (!result.ok) throw new Error(result.errors.map(one => `${one.file}:${one.line}:${one.column} ${one.message}`).join('\n'))
  return result
}
const acme = compiled(compilePolicy(ACME, { version: '1.2.3' }))
const ruleOf = (policy: CompiledPolicy, id: string): CompiledRule => {
  const rule = policy.rules.find(one => one.id === id)
  if (rule === undefined) throw new Error(`no rule ${id}`)
  return rule
}
const whenOf = (when: string): Condition => ruleOf(compiled(compile(HEAD, tableOf(when))).policy, 't.rule').when

test('the head', () => {
  const { name, mode, castellan, withhold, plugins, secrets, audit, seat } = acme.policy
  expect({ name, mode, castellan, withhold, audit, seat }).toEqual({
    name: 'acme-standard',
    mode: 'enforce',
    castellan: '1.2.3',
    withhold: ['audio', 'wasm'],
    audit: {
      endpoint: 'http://127.0.0.1:4318/v1/traces',
      reach: 'complete',
      headers: [
        { name: 'authorization', env: 'OTLP_AUTH' },
        { name: 'x-team', env: 'TEAM' },
      ],
      levels: { decisions: 'decision', redactions: 'decision', conversation: 'decision', noise: 'count' },
      durability: { decisions: 'memory', redactions: 'memory', conversation: 'memory', noise: 'memory' },
      spool: { cap: 16 * 1024 * 1024, full: 'drop-oldest', deadline: 2000 },
    },
    seat: { marketplace: 'acme', preset: 'standard' },
  })
  expect(plugins).toEqual({
    unlisted: 'observe',
    entries: [
      { id: { equals: 'statusline@acme-tools' }, answer: 'allow' },
      {
        tier: { equals: 'user' },
        calls: ['process.*'],
        events: ['tool.check'],
        answer: 'refuse',
        reason: 'Mods here may not start programs.',
      },
    ],
  })
  expect(secrets.env).toEqual(['GITHUB_TOKEN', 'OTLP_AUTH'])
  expect(secrets.dotenv.map(glob => [glob.source, glob.re.test('.env'), glob.re.test('apps/web/.env.local')])).toEqual([
    ['.env', true, false],
    ['apps/*/.env.*', false, true],
  ])
})

describe('where secrets come from', () => {
  const secretsIn = (text: string) => compiled(compile(`${HEAD}secrets: ${text}\n`, tableOf('{ tool: X }'))).policy.secrets

  test('what is not said is not there, and what is said twice is once', () => {
    expect(secretsIn('{ env: [A, A], dotenv: [], settings-env: false }')).toEqual({ env: ['A'], dotenv: [] })
  })

  test('a file: one or many, its format by its ending, a raw one named by its path', () => {
    expect(secretsIn('{ file: { path: ~/a.json, keys: [x.y], required: true } }').file).toEqual([
      { path: '~/a.json', format: 'json', keys: ['x.y'], required: true },
    ])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the policy's own spelling
    const paths = ['/a/b.yml', '~/.acme/.env.prod', '${project}/id_rsa', '~/.npmrc', '~/environment']
    const files = secretsIn(
      `{ file: [${paths.map(path => `{ path: "${path}" }`).join(', ')}, { path: /c.json, format: raw, name: C }] }`,
    ).file
    expect(files?.map(({ format, name }) => [format, name])).toEqual([
      ['yaml', undefined],
      ['dotenv', undefined],
      ['raw', 'id_rsa'],
      ['raw', '.npmrc'],
      ['raw', 'environment'],
      ['raw', 'C'],
    ])
  })

  test('a command: five seconds and one raw value, unless it says else', () => {
    expect(secretsIn('{ command: { name: V, argv: [/bin/v, "a b", ""] } }').command).toEqual([
      { name: 'V', argv: ['/bin/v', 'a b', ''], timeoutMs: 5000, format: 'raw' },
    ])
    const many = secretsIn('{ command: [{ name: V, argv: [v], timeout: 1.5, format: json, keys: ["*"], required: true }] }').command
    expect(many).toEqual([{ name: 'V', argv: ['v'], timeoutMs: 1500, format: 'json', keys: ['*'], required: true }])
  })

  test('the settings, and names that are forced', () => {
    expect(secretsIn('{ settings-env: true, force: [PIN, "*_PIN"] }')).toMatchObject({ settingsEnv: [], force: ['PIN', '*_PIN'] })
    expect(secretsIn('{ settings-env: ["ACME_*"] }').settingsEnv).toEqual(['ACME_*'])
  })
})

test('a head that says the least', () => {
  const { policy } = compiled(compile(HEAD, tableOf('{ tool: X }')))
  expect(policy).toMatchObject({
    mode: 'enforce',
    withhold: [],
    plugins: { unlisted: 'allow', entries: [] },
    secrets: { env: [], dotenv: [] },
  })
  expect(policy.audit).toBeUndefined()
  expect(policy.seat).toEqual({ marketplace: 'acme', preset: 'standard' })
})

test('rules: order, table, verdict, mode, what is unknown', () => {
  expect(acme.policy.rules.map(({ id, table, decide, mode, unknown }) => [id, table, decide, mode, unknown])).toEqual([
    ['git.force-push', 'git', 'deny', 'observe', 'ask'],
    ['git.reset-hard', 'git', 'deny', 'enforce', 'ignore'],
    ['acme.env-files', 'acme', 'deny', 'enforce', 'ask'],
    ['acme.rm', 'acme', 'ask', 'observe', 'deny'],
    ['acme.issues', 'acme', 'ask', 'observe', 'ask'],
    ['acme.mods', 'acme', 'deny', 'observe', 'ask'],
  ])
})

test('mode: override, then rule, then table, then head', () => {
  const head = `${HEAD}mode: observe\n`
  const modeOf = (text: string, lines = '') => ruleOf(compiled(compile(head + lines, text)).policy, 't.rule').mode
  const plain = tableOf('{ tool: X }')
  const inTable = plain.replace('rules:', 'mode: enforce\nrules:')
  const inRule = inTable.replace('decide:', 'mode: observe\n    decide:')
  expect(modeOf(plain)).toBe('observe')
  expect(modeOf(inTable)).toBe('enforce')
  expect(modeOf(inRule)).toBe('observe')
  expect(modeOf(inRule, 'override: { t.rule: { mode: enforce } }\n')).toBe('enforce')
})

test("an override makes the answer to a pattern stricter too, where that was the rule's own", () => {
  const unknownIn = (unknown: string) => {
    const rule = tableOf("{ write: '**/x' }").replace('decide:', `unknown: ${unknown}\n    decide:`)
    return ruleOf(compiled(compile(`${HEAD}override: { t.rule: { decide: deny } }\n`, rule)).policy, 't.rule').unknown
  }
  expect(unknownIn('{ pattern: ask, code: ask, default: ignore }')).toEqual({ pattern: 'deny', code: 'ask', default: 'ignore' })
  expect(unknownIn('{ pattern: ignore, default: ask }')).toEqual({ pattern: 'ignore', default: 'ask' })
  expect(unknownIn('ask')).toBe('ask')
})

test('hydration is in the policy where it is written, tools by their names and by the start of a name', () => {
  const secretsOf = (lines: string) => compiled(compile(HEAD + lines, tableOf('{ tool: X }'))).policy.secrets
  expect(secretsOf('secrets: { env: [A_TOKEN] }\n')).not.toHaveProperty('hydrate')
  const { hydrate } = secretsOf('secrets: { env: [A_TOKEN], hydrate: { tools: [Bash, Bash, "mcp__my-vault__*"], env: [A_TOKEN] } }\n')
  expect(hydrate).toMatchObject({ tools: ['Bash', 'mcp__my-vault__*'], env: ['A_TOKEN'] })
  const fits = (tool: string) => hydrate?.re.test(tool)
  expect(['Bash', 'mcp__my-vault__put', 'mcp__my-vault__'].map(fits)).toEqual([true, true, true])
  expect(['BashOutput', 'xBash', 'mcp__my-vault', 'mcp__my-vaultx__put', 'Write', ''].map(fits)).toEqual(Array(6).fill(false))
  expect(secretsOf('secrets: { hydrate: {} }\n').hydrate?.re.test('Bash')).toBe(false)
})

test('a rule that is off is gone, with its tests', () => {
  expect(acme.policy.rules.some(rule => rule.id === 'git.stash-drop')).toBe(false)
  expect(acme.tests.some(one => one.rule === 'git.stash-drop')).toBe(false)
})

describe('conditions', () => {
  test('run', () => {
    expect(ruleOf(acme.policy, 'git.force-push').when).toEqual({
      kind: 'run',
      program: { equals: 'git' },
      subcommand: [['push'], ['send-pack']],
      checks: [
        { check: 'not-flags', flags: ['-n', '--dry-run'] },
        {
          check: 'any',
          of: [
            [{ check: 'any-flag', flags: ['-f', '--force'] }],
            [{ check: 'operand', is: { glob: expect.any(RegExp), source: '+*' } }],
            [{ check: 'any', of: [[{ check: 'not-flags', flags: ['-n'] }]] }],
          ],
        },
      ],
    })
    expect(whenOf('{ run: { program: git, subcommand: [stash drop, "remote  set-url"] } }')).toMatchObject({
      subcommand: [
        ['stash', 'drop'],
        ['remote', 'set-url'],
      ],
    })
    expect(whenOf('{ run: { program: { regex: "^RM$", ignore-case: true } } }')).toMatchObject({
      program: { regex: /^RM$/i, source: '^RM$' },
    })
  })

  test('an option and its values, each an alternative', () => {
    const option = (value: string) => whenOf(`{ run: { program: kubectl, option: { flag: [-n, --namespace], value: ${value} } } }`)
    const prod = { check: 'option', flags: ['-n', '--namespace'], is: { equals: 'prod' } }
    expect(option('{ equals: prod }')).toMatchObject({ checks: [prod] })
    expect(option('[{ equals: prod }, "prod-*"]')).toMatchObject({
      checks: [{ check: 'any', of: [[prod], [{ ...prod, is: { source: 'prod-*' } }]] }],
    })
  })

  test('several operands are alternatives', () => {
    expect(ruleOf(acme.policy, 'acme.rm').when).toMatchObject({
      kind: 'all',
      of: [
        {
          kind: 'run',
          program: { oneOf: ['rm', 'shred'] },
          checks: [
            {
              check: 'all-flags',
              groups: [
                ['-r', '-R', '--recursive'],
                ['-f', '--force'],
              ],
            },
            { check: 'any', of: [[{ check: 'operand', is: { source: '/*' } }], [{ check: 'operand', is: { equals: '.' } }]] },
          ],
        },
        { kind: 'not', of: { kind: 'caller', tier: { equals: 'core' } } },
      ],
    })
  })

  test('paths, with exceptions and conditions', () => {
    const { when } = ruleOf(acme.policy, 'acme.env-files')
    if (when.kind !== 'all') throw new Error('not all')
    const [read, caller, agent] = when.of
    if (read?.kind !== 'read' || caller?.kind !== 'caller') throw new Error('not read and caller')
    expect(read.globs.map(({ base, source }) => [base, source])).toEqual([
      ['any', '**/.env*'],
      ['home', '~/.ssh/**'],
    ])
    expect(read.globs[0]?.re.test('/srv/project/.env.local')).toBe(true)
    expect(read.globs[1]?.re.test('.ssh/id_ed25519')).toBe(true)
    expect(read.not.map(({ re }) => [re.test('/a/.env.example'), re.test('/a/.env')])).toEqual([[true, false]])
    expect(caller.tier).toEqual({ oneOf: ['user', 'append'] })
    expect(caller.plugin && 'glob' in caller.plugin && caller.plugin.glob.test('statusline@acme-tools')).toBe(true)
    expect(agent).toEqual({ kind: 'agent', is: 'sub' })
  })

  test('mcp, tool, mod', () => {
    expect(ruleOf(acme.policy, 'acme.issues').when).toEqual({
      kind: 'mcp',
      server: { equals: 'github' },
      tool: { regex: /^(create|delete)_/i, source: '^(create|delete)_' },
      args: [{ path: 'repo.name', is: { oneOf: ['a', 2, true] } }],
    })
    expect(ruleOf(acme.policy, 'acme.mods').when).toEqual({
      kind: 'any',
      of: [
        { kind: 'mod', calls: ['fs.write', 'process.run'], args: [{ path: 'path', is: { contains: 'secret' } }] },
        {
          kind: 'tool',
          name: { oneOf: ['WebFetch', 'WebSearch'] },
          args: [{ path: 'url', is: { glob: expect.any(RegExp), source: 'http://*' } }],
        },
        { kind: 'tool', name: { equals: 'NotebookEdit' }, args: [] },
      ],
    })
  })
})

test('tests of rules: what they say and where they stand', () => {
  const of = (rule: string) => acme.tests.filter(one => one.rule === rule)
  expect(of('git.force-push')).toEqual([
    {
      rule: 'git.force-push',
      expect: 'fires',
      case: { kind: 'tool', tool: 'Bash', input: { command: 'git push -f' } },
      source: 'git push -f',
      file: 'policy/rules/git.yaml',
      line: 13,
      column: 22,
    },
    {
      rule: 'git.force-push',
      expect: 'silent',
      case: { kind: 'tool', tool: 'Bash', input: { command: 'git push' } },
      source: 'git push',
      file: 'policy/rules/git.yaml',
      line: 13,
      column: 45,
    },
  ])
  expect(of('acme.mods').map(one => one.case)).toEqual([
    {
      kind: 'call',
      call: 'fs.write',
      args: { path: 'secret' },
      from: { plugin: 'x@y', tier: 'user' },
      cwd: '/srv/project/a',
      links: { a: 'b' },
      agent: 'sub',
    },
    { kind: 'plugin', plugin: { provenance: 'x@y', tier: 'user', uses: { calls: ['fs.read'], events: [] } } },
    { kind: 'tool', tool: 'Bash', input: { command: 'ls' }, agent: 'main' },
  ])
  expect(of('acme.env-files')[1]?.case).toEqual({ kind: 'mention', path: '.env.example' })
})

describe('warnings', () => {
  const warningsOf = (result: CompileResult) =>
    compiled(result).warnings.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`)
  const deny = (when: string, more = '') => tableOf(when).replace('decide: ask', 'decide: deny').replace('    tests:', `${more}    tests:`)

  test('none for a policy that says all', () => {
    expect(acme.warnings).toEqual([])
  })
  test('a deny without an instead, and one that lets pass what it cannot tell', () => {
    expect(warningsOf(compile(HEAD, deny('{ tool: X }', '    unknown: ignore\n')))).toEqual([
      'rules/0.yaml:3:9 t.rule denies without an instead: say what to do in its place.',
      'rules/0.yaml:7:14 t.rule denies, and lets pass what it cannot tell: a variable gets around it.',
    ])
  })
  test.each([
    ['{ read: "**" }', ['rules/0.yaml:4:19 the glob "**" fits every path there is.']],
    ['{ any: [{ write: ["~/x", "**/*"] }] }', ['rules/0.yaml:4:36 the glob "**/*" fits every path there is.']],
    ['{ not: { delete: { glob: "/**" } } }', ['rules/0.yaml:4:36 the glob "/**" fits every path there is.']],
    ['{ read: ["~/**", "/etc/**", "**/*.env"] }', []],
  ])('%s', (when, expected) => {
    expect(warningsOf(compile(HEAD, tableOf(when)))).toEqual(expected)
  })
  test('a policy without rules, an open endpoint, a mute refusal', () => {
    const head = `${HEAD}audit: { endpoint: "http://collector.example/v1/traces" }\nplugins: { entries: [{ id: a@b, answer: refuse }] }\n`
    expect(warningsOf(compile(head))).toEqual([
      'castellan.yaml:1:1 the policy has no rule: include a table, or write one under rules/.',
      'castellan.yaml:3:20 records leave this machine unencrypted: use https.',
      'castellan.yaml:4:22 a refusal without a reason: a person will be told no more than that.',
    ])
  })
  test('what ships is not the author’s to change', () => {
    expect(warningsOf(compile(`${HEAD}include: [castellan/git]\noverride: { git.reset-hard: { mode: observe } }\n`))).toEqual([])
  })
})

describe('the digest', () => {
  test('is the same for the same input, whatever the order of the files', () => {
    const tables = [...ACME.tables, { path: 'rules/other.yaml', text: tableOf('{ tool: X }') }]
    const there = compiled(compilePolicy({ ...ACME, tables }, { version: '1' }))
    const back = compiled(compilePolicy({ ...ACME, tables: tables.toReversed() }, { version: '1' }))
    expect(back).toEqual(there)
    expect(there.policy.digest).toMatch(/^[0-9a-f]{64}$/)
  })
  test.each([
    ['castellan’s version', (): CompileResult => compilePolicy(ACME, { version: '9' })],
    ['one glob', (): CompileResult => edited('"**/.env*"', '"**/.envx*"')],
    ['the flags of a regex', (): CompileResult => edited(', ignore-case: true', '')],
    ['a reason', (): CompileResult => edited('It deletes a lot.', 'It deletes much.')],
  ])('changes with %s', (_name, other) => {
    expect(compiled(other()).policy.digest).not.toBe(acme.policy.digest)
  })
  test('does not change with comments, tests and layout', () => {
    expect(compiled(edited('fires: [rm -rf /srv]', '# a comment\n      fires:\n        - rm -rf /other')).policy.digest).toBe(
      acme.policy.digest,
    )
  })
  const edited = (from: string, to: string): CompileResult => {
    const [table] = ACME.tables
    if (!table?.text.includes(from)) throw new Error(`no ${from}`)
    return compilePolicy({ ...ACME, tables: [{ ...table, text: table.text.replace(from, to) }] }, { version: '1.2.3' })
  }
})

test('a rule that names a program of Windows means it without its ending too', () => {
  expect(whenOf('{ run: { program: curl.EXE } }')).toMatchObject({ program: { oneOf: ['curl.EXE', 'curl'] } })
  expect(whenOf('{ run: { program: [claude, claude.exe] } }')).toMatchObject({ program: { oneOf: ['claude', 'claude.exe'] } })
})

test('what stands around a program', () => {
  const checksOf = (run: string) => {
    const when = whenOf(`{ run: { program: git, ${run} } }`)
    return when.kind === 'run' ? when.checks : []
  }
  expect(whenOf('{ unread: stdin-script }')).toEqual({ kind: 'unread', kinds: ['stdin-script'] })
  expect(whenOf('{ write: { glob: "**/a", by: [sed, tee] } }')).toMatchObject({ kind: 'write', by: { oneOf: ['sed', 'tee'] } })
  expect(checksOf('not-operand: ["*.py", x]')).toMatchObject([
    { check: 'not-operand', is: { source: '*.py' } },
    { check: 'not-operand', is: { source: 'x' } },
  ])
  expect(checksOf('written: { contains: x }')).toEqual([{ check: 'written', is: { contains: 'x' } }])
  expect(checksOf('option: { flag: -X, value: "P*" }')).toMatchObject([{ check: 'option', flags: ['-X'], is: { source: 'P*' } }])
  expect(checksOf('option: { flag: [-X, --request], value: [PUT, POST] }')).toMatchObject([
    { check: 'any', of: ['PUT', 'POST'].map(source => [{ check: 'option', flags: ['-X', '--request'], is: { source } }]) },
  ])
  expect(checksOf('ref: { force: true, destination: main }')).toEqual([
    { check: 'ref', force: true, destination: { glob: /^(?:main)$/u, source: 'main' } },
  ])
  expect(checksOf('ref: { destination: [main, "release/*"] }')).toMatchObject([
    { check: 'any', of: [[{ check: 'ref', destination: { source: 'main' } }], [{ check: 'ref', destination: { source: 'release/*' } }]] },
  ])
  expect(checksOf('env: A')).toEqual([{ check: 'env', name: 'A' }])
  expect(checksOf('env: [A, B]')).toEqual([{ check: 'any', of: [[{ check: 'env', name: 'A' }], [{ check: 'env', name: 'B' }]] }])
  expect(checksOf('env: { A: "1", B: { contains: x } }')).toEqual([
    { check: 'env', name: 'A', is: { equals: '1' } },
    { check: 'env', name: 'B', is: { contains: 'x' } },
  ])
  expect(checksOf('via: [sudo, doas], remote: false')).toEqual([
    { check: 'via', is: { oneOf: ['sudo', 'doas'] } },
    { check: 'remote', is: false },
  ])
  expect(checksOf('code: { language: python, text: "*rmtree*" }')).toMatchObject([
    { check: 'code', language: { equals: 'python' }, text: { source: '*rmtree*' } },
  ])
  expect(checksOf('code: { contains: rmtree }')).toEqual([{ check: 'code', text: { contains: 'rmtree' } }])
  expect(checksOf('any: [{ via: ssh }, { remote: true }]')).toMatchObject([
    { check: 'any', of: [[{ check: 'via' }], [{ check: 'remote' }]] },
  ])
})
