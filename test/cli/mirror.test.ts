import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { covers } from '../../cli/build/mirror/covers.ts'
import { type Mirror, mirrorPolicy } from '../../cli/build/mirror/mirror.ts'
import { ruleCandidates } from '../../cli/build/mirror/rule-mirror.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import { factsOfCase } from '../../policy/check/case-facts.ts'
import { runCase } from '../../policy/check/run-case.ts'
import { indexPolicy } from '../../policy/decide/decide.ts'
import { evaluateCommand } from '../../policy/shell/evaluate.ts'
import { HEAD, putFiles, temporaryFolder } from './support.ts'

let work: string
beforeEach(() => {
  work = temporaryFolder()
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

/** The mirror of one rule: its `when` and its tests as flow YAML. */
function mirrored(when: string, fires: string, silent: string, more = ''): Mirror {
  const rule = `table: t\nrules:\n  - id: t.x\n    when: ${when}\n    decide: deny\n    reason: r\n    instead: i\n${more}    tests: { fires: [${fires}], silent: [${silent}] }\n`
  putFiles(work, { 'p/castellan.yaml': HEAD, 'p/rules/t.yaml': rule })
  const loaded = loadPolicy('p', work)
  if (!loaded.ok) throw new Error(loaded.errors.map(error => error.message).join('\n'))
  return mirrorPolicy(loaded.policy, loaded.tests)
}

const WRITE = (path: string) => `{ tool: Write, input: { file_path: ${path}, content: x } }`
const READ = (path: string) => `{ tool: Read, input: { file_path: ${path} } }`

describe('what has a mirror', () => {
  test('tools and MCP tools by name are mirrored whole', () => {
    expect(mirrored('{ tool: { name: WebFetch } }', '{ tool: WebFetch, input: {} }', 'ls')).toMatchObject({
      deny: ['WebFetch'],
      rules: [{ extent: 'whole', missing: [] }],
    })
    const mcp = '{ mcp: { server: db, tool: { one-of: [drop, wipe] } } }'
    expect(mirrored(mcp, '{ tool: mcp__db__drop, input: {} }', '{ tool: mcp__db__read, input: {} }').deny).toEqual([
      'mcp__db__drop',
      'mcp__db__wipe',
    ])
    expect(mirrored('{ mcp: { server: db } }', '{ tool: mcp__db__drop, input: {} }', 'ls').deny).toEqual(['mcp__db'])
  })

  test('paths are mirrored partly: commands reach files in other ways', () => {
    const { deny, rules } = mirrored("{ write: ['/etc/x/**', '~/y'] }", WRITE('/etc/x/a'), WRITE('/etc/z'))
    expect(deny).toEqual(['Edit(//etc/x/**)', 'Edit(~/y)'])
    expect(rules).toMatchObject([{ extent: 'partly' }])
  })

  test('the branches of any: that have one', () => {
    const { deny, rules } = mirrored("{ any: [{ read: '~/y' }, { mod: { call: env.get } }] }", READ('/home/person/y'), 'ls')
    expect(deny).toEqual(['Read(~/y)'])
    expect(rules[0]?.missing).toContain("permission rules do not bind mods' own calls")
  })

  test('an ask goes into ask', () => {
    putFiles(work, {
      'p/castellan.yaml': HEAD,
      'p/rules/t.yaml':
        'table: t\nrules:\n  - { id: t.a, when: { tool: { name: WebFetch } }, decide: ask, reason: r, tests: { fires: [{ tool: WebFetch, input: {} }], silent: [ls] } }\n',
    })
    const loaded = loadPolicy('p', work)
    if (!loaded.ok) throw new Error('not loaded')
    expect(mirrorPolicy(loaded.policy, loaded.tests)).toMatchObject({ deny: [], ask: ['WebFetch'] })
  })
})

describe('what has none, and why', () => {
  test.each([
    [
      'observed rules',
      '{ tool: { name: WebFetch } }',
      '{ tool: WebFetch, input: {} }',
      'ls',
      '    mode: observe\n',
      'observed, not enforced',
    ],
    [
      'several conditions at once',
      '{ tool: { name: WebFetch }, agent: sub }',
      '{ tool: WebFetch, input: {}, agent: sub }',
      '{ tool: WebFetch, input: {} }',
      '',
      'several conditions',
    ],
    ['a not', '{ not: { tool: { name: Read } } }', 'ls', READ('x'), '', 'exceptions'],
    ['arguments', '{ tool: { name: WebFetch, args: { url: x } } }', '{ tool: WebFetch, input: { url: x } }', 'ls', '', 'arguments'],
    [
      'exceptions of a glob',
      "{ read: { glob: '**/.env*', not: ['**/.env.example'] } }",
      READ('.env'),
      READ('.env.example'),
      '',
      'exceptions',
    ],
    ['the program behind a file', "{ write: { glob: '**/y', by: tee } }", 'tee y', WRITE('y'), '', 'which program touches the file'],
    ['what a line does not tell', '{ unread: stdin-script }', 'cat x | sh', 'sh x', '', 'what a line does not tell'],
    [
      'the value of an option',
      '{ run: { program: gh, option: { flag: -X, value: DELETE } } }',
      'gh -X DELETE',
      'gh -X GET',
      '',
      'condition on option',
    ],
    ['delete alone', "{ delete: '/etc/x' }", 'rm /etc/x', WRITE('/etc/x'), '', 'delete without saying write'],
  ])('%s', (_, when, fires, silent, more, reason) => {
    const { deny, rules } = mirrored(when, fires, silent, more)
    expect(deny).toEqual([])
    expect(rules).toMatchObject([{ extent: 'none' }])
    expect(rules[0]?.missing.join(' ')).toContain(reason)
  })
})

describe('what would be wider than the rule does not stand', () => {
  test('a Read rule refuses writing too: a silent test that writes forbids it', () => {
    const { deny, rules } = mirrored("{ read: '~/y' }", READ('/home/person/y'), WRITE('/home/person/y'))
    expect(deny).toEqual([])
    expect(rules[0]?.missing.join(' ')).toContain('would refuse what a silent test lets through')
  })

  test('a rule about a folder name covers what lies in it: a silent command that reads there forbids it', () => {
    expect(mirrored("{ read: '**/.env' }", 'cat .env', 'cat .env/bin/activate').deny).toEqual([])
    expect(mirrored("{ read: '**/.env' }", 'cat .env', 'cat .envrc').deny).toEqual(['Read(//**/.env)'])
  })

  test('an exception for flags leaves the bare line alone', () => {
    const { deny } = mirrored(
      '{ run: { program: git, subcommand: push, any-flag: [-f], not-flags: [-n] } }',
      'git push -f',
      'git push -f -n',
    )
    expect(deny).toEqual(['Bash(git push -f)'])
  })

  test('a head that does not make the rule speak: find reads -xd as one word', () => {
    const { deny, rules } = mirrored('{ run: { program: find, all-flags: [[-x], [-d]] } }', 'find -x -d', 'find -x')
    expect(deny).toEqual(['Bash(find -x -d:*)', 'Bash(find -d -x:*)'])
    expect(rules[0]?.missing.join(' ')).toContain('`Bash(find -xd:*)` would refuse more than the rule does')
  })

  test('only a file that no exception takes out stands beside exceptions', () => {
    const when = "{ read: { glob: ['~/.aws/credentials', '~/.aws/config', '~/.aws/*'], not: ['**/config'] } }"
    expect(mirrored(when, READ('/home/person/.aws/credentials'), READ('/home/person/.aws/config')).deny).toEqual([
      'Read(~/.aws/credentials)',
    ])
  })
})

test('of the reference policy: every command that stands is stopped by the policy, and no silent test of its rule is covered', () => {
  const root = join(import.meta.dirname, '../..')
  const loaded = loadPolicy(join(root, 'policies/reference'), root)
  if (!loaded.ok) throw new Error(loaded.errors[0]?.message)
  const { policy, tests } = loaded
  const indexed = indexPolicy(policy)
  const { deny, ask, rules } = mirrorPolicy(policy, tests)
  expect(deny.length).toBeGreaterThan(20)
  for (const text of [...deny, ...ask]) {
    const command = /^Bash\((.*?)(:\*)?\)$/.exec(text)
    for (const line of command ? [command[1] ?? '', ...(command[2] ? [`${command[1]} zz`] : [])] : []) {
      const { verdict } = runCase(indexed, { kind: 'tool', tool: 'Bash', input: { command: line } }, evaluateCommand)
      expect(verdict, line).not.toBe('none')
    }
  }
  for (const rule of policy.rules) {
    const kept = new Set(rules.find(one => one.rule === rule.id)?.permissions)
    const standing = ruleCandidates(rule).found.filter(candidate => kept.has(candidate.text))
    for (const one of tests.filter(silent => silent.rule === rule.id && silent.expect === 'silent')) {
      if (one.case.kind === 'plugin') continue
      const facts = factsOfCase(one.case, evaluateCommand)
      expect(
        standing.filter(candidate => covers(candidate, facts)).map(candidate => candidate.text),
        one.source,
      ).toEqual([])
    }
  }
})
