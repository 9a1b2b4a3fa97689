/** What the tools make of an allowlist: explain, lint, the tests' own test, the mirror, replay. */
import { describe, expect, it } from 'vitest'
import { ruleCandidates } from '../../../cli/build/mirror/rule-mirror.ts'
import { planSeat } from '../../../cli/build/plan.ts'
import { sourceOf } from '../../../cli/build/policy-module.ts'
import { judgeCall } from '../../../cli/replay/judge-call.ts'
import { explainCase } from '../../../policy/check/explain.ts'
import { mutateRules } from '../../../policy/check/mutation.ts'
import { candidateRules, indexPolicy } from '../../../policy/decide/index-policy.ts'
import { lintPolicy } from '../../../policy/lint/lint-policy.ts'
import { evaluateCommand } from '../../../policy/shell/evaluate.ts'
import { HEAD, SHIPPED } from '../compile/policy.ts'
import { bash, compiled, data, onlyTable } from './allowlists.ts'

const tests = (fires: readonly string[], silent: readonly string[]): string => JSON.stringify({ fires, silent })

describe('explain', () => {
  const explain = (command: string) => explainCase(indexPolicy(compiled(data('ci-bot.yaml')).policy), bash(command), evaluateCommand)

  it('names every part that is not listed', () => {
    const found = explain('ls; git push; HUNTER=1 cat x > ~/y && sudo ls | curl https://example.org; $X')
    expect(found.considered).toMatchObject([
      {
        rule: 'ci.only-listed',
        holds: 'yes',
        unlisted: ['git push', 'HUNTER=… cat x', 'sudo ls', '$X', 'write /home/person/y', 'connect example.org', 'dynamic-program at $X'],
      },
    ])
  })

  it('says that all of it is', () => {
    const [considered] = explain('ls').considered
    expect(considered).toMatchObject({ holds: 'no', silentBecause: 'all that would run and be touched is listed' })
    expect(considered).not.toHaveProperty('unlisted')
  })
})

describe('lint', () => {
  const lint = (allow: string, fires: readonly string[], silent: readonly string[]): string[] => {
    const text = onlyTable(allow, 'instead: Ask.', tests(fires, silent))
    const source = { head: { path: 'castellan.yaml', text: HEAD }, tables: [{ path: 'rules/0.yaml', text }], shipped: SHIPPED }
    return lintPolicy(source, compiled(text), evaluateCommand).map(one => `${one.line}:${one.column} ${one.level} ${one.code}`)
  }

  it('finds nothing where each entry is used', () => {
    expect(lint('[{ program: ls }, { program: git, subcommand: log }]', ['rm x'], ['ls', 'git log'])).toEqual([])
  })

  it('an entry that no silent test uses', () => {
    expect(lint('[{ program: ls }, { program: git, subcommand: log }]', ['git log', 'rm x'], ['ls'])).toEqual(['4:30 warning unused-entry'])
  })

  it('entries that run what they are handed: those that nobody reads are warned of, the others noted', () => {
    expect(lint('[{ program: [bash, python3.12] }, { program: ls }]', ['rm x'], ['bash -c ls'])).toEqual([
      '4:24 warning wide-entry',
      '4:24 warning wide-entry',
    ])
    expect(lint('[{ program: [env, xargs, sudo] }]', ['rm x'], ['env'])).toEqual(Array(3).fill('4:24 note wide-entry'))
    expect(lint('[{ program: find }]', ['rm x'], ['find .'])).toEqual(['4:24 note wide-entry'])
    expect(lint('[{ program: node, operand: scripts/x.js }]', ['rm x'], ['node scripts/x.js'])).toEqual([])
    expect(lint('[{ program: { glob: "*" } }]', [': > x'], ['ls'])).toEqual(['4:24 warning fits-everything'])
    expect(lint('[{ program: bwrap }]', ['rm x'], [':'])).toEqual(['4:13 warning unused-entry', '4:24 warning unused-entry'])
  })

  it('flags that nothing can equal, and slow expressions', () => {
    expect(lint('[{ program: rm, not-flags: -rf }]', ['rm -r x'], ['rm'])).toEqual(['4:39 warning fits-nothing'])
    expect(lint('[{ program: rm, operand: { regex: "^.*a.*$" } }]', ['rm x'], ['rm'])).toEqual(['4:46 warning slow-regex'])
    expect(lint('[{ program: ./gradlew }]', ['rm x'], ['./gradlew'])).toEqual([])
  })
})

describe('test takes allowlists apart', () => {
  const survivors = (allow: string, fires: readonly string[], silent: readonly string[], more = '', options = {}): string[] => {
    const { policy, tests: own } = compiled(onlyTable(allow, more, tests(fires, silent)))
    return mutateRules(policy, own, evaluateCommand, options).survivors.map(one => `${one.change} ${one.dropped}`)
  }
  const TWO = '[{ program: ls }, { program: git, subcommand: [log, status], not-flags: --all }]'
  const FIRES = ['git log --all', 'git push', 'hg log', 'rm x']

  it('each entry needs a silent test, each of its conditions a firing one', () => {
    expect(survivors(TWO, FIRES, ['ls', 'git log'])).toEqual([])
    expect(survivors(TWO, FIRES, ['git log'])).toEqual(['wider the entry run ls'])
    expect(survivors(TWO, FIRES.slice(1), ['ls', 'git log'])).toEqual(['narrower not-flags --all'])
    expect(survivors(TWO, ['git log --all', 'hg log'], ['ls', 'git log'])).toEqual(['narrower the subcommand log or status'])
  })

  it('names of a list, subcommands among them, only when asked', () => {
    expect(survivors(TWO, FIRES, ['ls', 'git log'], '', { isEveryName: true })).toEqual(['wider the subcommand status of several'])
    expect(survivors('[{ program: [ls, cat] }]', ['hg x'], ['ls'], '', { isEveryName: true })).toEqual(['wider the program cat of several'])
  })

  it('what may be written, read, contacted and set', () => {
    const more = 'write: "/tmp/**"\n    read: "~/**"\n    connect: x.org\n    variables: [A, CI]'
    const fires = ['ls > /etc/x', 'ls < /etc/x', 'ls > /dev/tcp/y.org/1 ', 'rm']
    const silent = ['A=1 ls > /tmp/x', 'ls < ~/x', 'ssh x.org']
    const allow = '[{ program: [ls, ssh] }]'
    expect(survivors(allow, fires, silent, `write: ["/tmp/**", "/dev/tcp/**"]${more.slice(16)}`)).toEqual([])
    expect(survivors(allow, ['rm'], ['ls'], more)).toEqual([
      'narrower the list for write',
      'wider for write, /tmp/**',
      'narrower the list for read',
      'wider for read, ~/**',
      'narrower the list for connect',
      'wider for connect, x.org',
      'wider the variable A',
    ])
  })
})

describe('the seat', () => {
  const { policy } = compiled(data('ci-bot.yaml'))

  it('has no mirror, and says why', () => {
    expect(policy.rules.map(ruleCandidates)).toEqual([
      { found: [], missing: ['permission rules name what is refused, and cannot say "everything but"'] },
    ])
  })

  it('judges the programs of mods, and no request of theirs', () => {
    const events = planSeat(policy).hooks.map(one => one.event)
    expect(events).toContain('process.run')
    expect(events).not.toContain('http.fetch')
  })

  it('looks at every call with a command, and at no other', () => {
    const indexed = indexPolicy(policy)
    const looked = (command: string) => candidateRules(indexed, { ...FACTS, command: evaluateCommand(command) }).length
    expect([looked('ls'), looked('x=1'), looked(''), candidateRules(indexed, FACTS).length]).toEqual([1, 1, 1, 0])
  })

  it('carries a small table', () => {
    expect(sourceOf(policy.rules[0]?.when).length).toBeLessThan(1700)
  })
})

const FACTS = {
  subject: 'tool',
  caller: { plugin: 'engine', tier: 'core' },
  agent: 'main',
  paths: [],
  places: { home: [], project: [] },
} as const

it('replay names the program that was not listed', () => {
  const indexed = indexPolicy(compiled(data('ci-bot.yaml')).policy)
  const where = { cwd: '/srv/project', project: '/srv/project', home: '/home/person' }
  const about = (command: string) =>
    judgeCall(indexed, { tool: 'Bash', input: { command }, isSub: false } as never, where, evaluateCommand).about.get('ci.only-listed')
  expect([about('ls; sudo rm x'), about('ls'), about('ls > x')]).toEqual(['sudo', undefined, 'Bash'])
})
