// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions and the policy's own spellings
import { describe, expect, it, test } from 'vitest'
import { runRuleTests } from '../../../policy/check/rule-tests.ts'
import { runCase } from '../../../policy/check/run-case.ts'
import type { Condition } from '../../../policy/compile/compiled.ts'
import { indexPolicy } from '../../../policy/decide/decide.ts'
import { matchCondition } from '../../../policy/decide/match-condition.ts'
import { ENGINE, type Facts } from '../../../policy/facts/facts.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { shown } from '../truth.ts'
import { evaluation, run } from '../words.ts'
import { bash, compiled, data, judge, onlyTable, verdicts } from './allowlists.ts'

const FACTS: Facts = { subject: 'tool', caller: ENGINE, agent: 'main', paths: [], places: { home: [], project: [] } }

type Row = { readonly input: { readonly command: string }; readonly rule_intent: string; readonly expect: string; readonly source: string }

/** `[allowed: git log, ls]` as entries: a program, and its subcommand where there is one. */
const allowOf = (intent: string): string => {
  const names = /\[allowed: (.*)\]$/.exec(intent)?.[1]?.split(', ') ?? []
  const entries = names.map(name => {
    const [program, ...subcommand] = name.split(' ')
    return { program, ...(subcommand.length > 0 && { subcommand: subcommand.join(' ') }) }
  })
  return JSON.stringify(entries)
}

const ROWS = data('reported.jsonl')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Row)

test.each(ROWS)('reported: $input.command ($source)', ({ input, rule_intent, expect: verdict }) => {
  expect(judge(onlyTable(allowOf(rule_intent)))(input.command).verdict).toBe(verdict)
})

test('the example table holds its own tests', () => {
  const { policy, tests } = compiled(data('ci-bot.yaml'))
  expect(runRuleTests(policy, tests, evaluateCommand)).toEqual({ passed: tests.length, failed: [] })
  expect(tests.length).toBeGreaterThan(20)
})

describe('a line', () => {
  const table = onlyTable(
    '[ { program: [ls, cat, echo, find, xargs, env, tee, curl, sort] }, { program: git, subcommand: [status, log] } ]',
    'write: "/tmp/**"',
  )
  const { listed, unlisted } = JSON.parse(data('lines.json')) as Record<'listed' | 'unlisted', string[]>

  it('that leaves the list in any part of it is asked about', () => {
    expect(verdicts(table, unlisted)).toEqual(unlisted.map(command => `ask ${command}`))
  })

  it('that stays in the list is let be', () => {
    expect(verdicts(table, listed)).toEqual(listed.map(command => `none ${command}`))
  })

  it('without a command, and a call that runs none, is let be', () => {
    expect(verdicts(table, ['', '# rm x', '\n\n'])).toEqual(['none ', 'none # rm x', 'none \n\n'])
    const indexed = indexPolicy(compiled(table).policy)
    const write = { kind: 'tool', tool: 'Write', input: { file_path: '/etc/x', content: '' } } as const
    expect(runCase(indexed, write, evaluateCommand).verdict).toBe('none')
    expect(runCase(indexed, { kind: 'tool', tool: 'WebFetch', input: { url: 'https://x.org' } }, evaluateCommand).verdict).toBe('none')
    expect(runCase(indexed, { kind: 'tool', tool: 'PowerShell', input: { command: 'ls' } }, evaluateCommand).verdict).toBe('ask')
  })

  it('is judged where links lead as well', () => {
    const links = { 'src/out': '/etc/out', '/tmp/out': '/etc/out' }
    const indexed = indexPolicy(compiled(table).policy)
    const verdict = (command: string, more = {}) => runCase(indexed, { ...bash(command), ...more }, evaluateCommand).verdict
    expect([verdict('ls > /tmp/out'), verdict('ls > /tmp/out', { links })]).toEqual(['none', 'ask'])
  })
})

describe('what cannot be told', () => {
  const said = (more: string, command: string) => {
    const { verdict, spoken } = judge(onlyTable('[{ program: ls }]', more))(command)
    return `${verdict} ${spoken?.certainty}`
  }

  it('counts as the rule itself, unless it says otherwise', () => {
    expect(said('', '$CMD')).toBe('ask cannot-tell')
    expect(said('decide: deny', '$CMD')).toBe('deny cannot-tell')
    expect(said('decide: deny', 'rm x')).toBe('deny certain')
    expect(said('decide: deny\n    unknown: ask', '$CMD')).toBe('ask cannot-tell')
    expect(said('decide: deny\n    unknown: { parse-error: ask }', '$CMD')).toBe('deny cannot-tell')
    expect(said('decide: deny\n    unknown: { parse-error: ask }', 'ls ((')).toBe('ask cannot-tell')
    expect(said('write: "**"\n    connect: "*"', 'ls ((')).toBe('ask cannot-tell')
  })

  it('a program seen inside code is listed, or may be run', () => {
    const [when] = compiled(onlyTable('[{ program: ls }]')).policy.rules.map(rule => rule.when)
    const truth = (name: string) =>
      shown(matchCondition(when as Condition, { ...FACTS, command: evaluation([run(name, [], { certainty: 'may' })]) }))
    expect([truth('ls'), truth('rm'), shown(matchCondition(when as Condition, FACTS))]).toEqual(['no', 'maybe', 'no'])
  })
})

describe('an entry', () => {
  const cases = (allow: string, listed: string[], unlisted: string[], more = ''): void => {
    expect(verdicts(onlyTable(allow, more), [...listed, ...unlisted])).toEqual([
      ...listed.map(command => `none ${command}`),
      ...unlisted.map(command => `ask ${command}`),
    ])
  }

  it('has every operand, where a rule has some', () => {
    cases('[{ program: cat, operand: ["docs/*", "*.md"] }]', ['cat docs/a b.md', 'cat'], ['cat docs/a /etc/shadow', 'cat "$F"'])
    cases('[{ program: make, operand: build }]', ['make -s build', 'make'], ['make build deploy'])
  })

  it('has every option, with only-flags', () => {
    cases('[{ program: ls, only-flags: [-l, -a, --color] }]', ['ls', 'ls -la x', 'ls --color=auto'], ['ls -laR', 'ls --col', 'ls $X'])
  })

  it('has the options before the subcommand that it names, and no other', () => {
    cases(
      '[{ program: git, subcommand: log, globals: [-C, --git-dir] }]',
      ['git log -p', 'git -C log log', 'git --git-dir=x log', 'git -C "$D" log', 'git -C"$D" log', 'git --git-dir="$D" log'],
      [
        'git -p log',
        'git -C log -p log',
        'git -C log',
        'git -c a=b log',
        'git "$X" log',
        'git -C x $S',
        'git -C $D log',
        'git --git-dir"$D" log',
        'git -"$D" log',
      ],
    )
    cases('[{ program: git, subcommand: log }]', ['git --no-pager log'], ['git -C x log', 'git --no-pager -p log'])
    cases('[{ program: git, subcommand: log, globals: -C }]', ['git -C x log'], ['git --no-pager log'])
    cases('[{ program: tool, subcommand: run }]', ['tool run --fast'], ['tool --config run', 'tool --config run rm', 'tool'])
  })

  it('takes the other checks of a rule', () => {
    cases('[{ program: npm, subcommand: publish, any-flag: --dry-run }]', ['npm publish --dry-run'], ['npm publish', 'npm publish $X'])
    cases('[{ program: sh }, { program: ls, via: "sh -c" }]', ["sh -c 'ls'"], ['ls'])
    cases('[{ program: ssh }, { program: ls, remote: true }]', ['ssh h.org ls'], ['ls', 'ssh x.org ls'], 'connect: h.org')
    cases('[{ program: ls, env: { A: "1" } }]', ['A=1 ls'], ['ls', 'A=2 ls', 'A=1 B=1 ls'])
  })

  it('names a program of the system, or a path as it is written', () => {
    cases(
      '[{ program: [ls, ./gradlew, x/ls] }]',
      ['ls', 'x/ls', '/bin/ls', '/usr/bin/ls', './gradlew x'],
      ['./ls', 'gradlew', '/usr/bin/x/ls', '../gradlew'],
    )
    cases('[{ program: { glob: "/opt/*" } }]', ['/opt/a/b'], ['/opt/../etc/x', 'a'])
  })
})

describe('files, hosts and variables', () => {
  const ask = (more: string, ...commands: string[]) =>
    verdicts(onlyTable('[{ program: [ls, cat, tee, rm, curl, export] }]', more), commands)

  it('nothing is written or deleted, and nobody contacted, unless it is listed', () => {
    expect(ask('', 'ls > x', 'rm x', 'curl x.org', 'ls > /dev/null', 'ls >&2')).toEqual([
      'ask ls > x',
      'ask rm x',
      'ask curl x.org',
      'none ls > /dev/null',
      'none ls >&2',
    ])
    expect(ask('write: "**"\n    connect: "*"', 'ls > x', 'ls > "$F"', 'rm x', 'curl x.org', 'curl "$U"').join()).not.toContain('ask')
  })

  it('deleting a folder above what is listed is not listed', () => {
    expect(ask('write: "/tmp/a/**"', 'rm -r /tmp/a/b', 'rm -r /tmp', 'rm -r /')).toEqual([
      'none rm -r /tmp/a/b',
      'ask rm -r /tmp',
      'ask rm -r /',
    ])
  })

  it('exceptions to what may be written count, and letters keep their case', () => {
    const more = 'write: { glob: "/srv/project/**", not: "**/.git/**" }'
    expect(ask(more, 'ls > a', 'ls > .git/config', 'ls > /SRV/project/a', 'ls > .GIT/config')).toEqual([
      'none ls > a',
      'ask ls > .git/config',
      'ask ls > /SRV/project/a',
      'ask ls > .GIT/config',
    ])
    expect(ask('write: ["/tmp/[a-z]*"]', 'ls > /tmp/a', 'ls > /tmp/A', 'ls > /TMP/a').map(one => one.slice(0, 4))).toEqual([
      'none',
      'ask ',
      'ask ',
    ])
  })

  it('reading is free until a list says what may be read', () => {
    const more = 'read: "${project}/**"'
    expect(ask('', 'cat /etc/passwd', 'cat "$F"').join()).not.toContain('ask')
    expect(ask(more, 'cat a', 'cat /etc/passwd', 'cat < ~/x', 'cat "$F"', 'cat *.md')).toEqual([
      'none cat a',
      'ask cat /etc/passwd',
      'ask cat < ~/x',
      'ask cat "$F"',
      'none cat *.md',
    ])
  })

  it('hosts', () => {
    expect(ask('connect: [a.org, "*.b.org"]', 'curl a.org', 'curl x.b.org', 'curl b.org', 'curl "$H"', 'curl a.org c.org')).toEqual([
      'none curl a.org',
      'none curl x.b.org',
      'ask curl b.org',
      'ask curl "$H"',
      'ask curl a.org c.org',
    ])
  })

  it('variables: those that change nothing, or the ones that are listed', () => {
    expect(ask('', 'CI=1 LANG=C ls', 'PATH=. ls', 'A=1 ls')).toEqual(['none CI=1 LANG=C ls', 'ask PATH=. ls', 'ask A=1 ls'])
    expect(ask('variables: [A]', 'A=1 ls', 'CI=1 ls', 'export A=1; ls')).toEqual(['none A=1 ls', 'ask CI=1 ls', 'none export A=1; ls'])
    expect(ask('variables: []', 'CI=1 ls')).toEqual(['ask CI=1 ls'])
  })
})

describe('whom it is about', () => {
  it('one agent, one caller', () => {
    const indexed = indexPolicy(compiled(onlyTable('[]', 'agent: sub\n    caller: { plugin: engine }')).policy)
    const verdict = (more: object) => runCase(indexed, { ...bash('ls'), ...more }, evaluateCommand).verdict
    expect([verdict({}), verdict({ agent: 'sub' })]).toEqual(['none', 'ask'])
    const call = { kind: 'call', call: 'process.run', args: { argv: ['ls'] }, from: { plugin: 'x@y', tier: 'user' }, agent: 'sub' } as const
    expect(runCase(indexed, call, evaluateCommand).verdict).toBe('none')
  })

  it('programs of mods too, where nobody can be asked', () => {
    const indexed = indexPolicy(compiled(onlyTable('[{ program: ls }]')).policy)
    const call = (argv: string[]) => ({ kind: 'call', call: 'process.run', args: { argv }, from: { plugin: 'x@y', tier: 'user' } }) as const
    expect(runCase(indexed, call(['rm', 'x']), evaluateCommand).verdict).toBe('deny')
    expect(runCase(indexed, call(['ls']), evaluateCommand).verdict).toBe('none')
  })
})

describe('what is told of it', () => {
  const table = onlyTable('[{ program: [ls, tee, curl] }, { program: git, subcommand: log }]', 'instead: "Not {found}."')
  const told = (command: string) => {
    const { spoken } = judge(table)(command)
    return [spoken?.matched, spoken?.instead]
  }

  it.each([
    ['ls; sudo rm hunter2', 'sudo rm hunter2', 'Not sudo.'],
    ["ls; sh -c 'rm hunter2'", "sh -c 'rm hunter2'", 'Not sh.'],
    ['ls && git push hunter2', 'git push hunter2', 'Not git.'],
    ['ls > hunter2', 'write /srv/project/hunter2', 'Not the file it would write.'],
    ['curl -u hunter2 x.org', 'connect x.org', 'Not x.org.'],
    ['HUNTER2=1 ls', 'HUNTER2=… ls', 'Not a variable for ls.'],
    ['ls (( hunter2', 'ls (( hunter2', 'Not something castellan cannot tell.'],
    ['$X; rm x', 'rm x', 'Not rm.'],
  ])('%s', (command, matched, instead) => {
    expect(told(command)).toEqual([matched, instead])
  })
})
