import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HEAD, pushTable, putFiles, run, temporaryFolder } from '../support.ts'

const MORE = `table: more
rules:
  - id: more.secret
    when: { read: ['**/.env', '~/.ssh/**', '\${project}/private/**'] }
    decide: ask
    reason: It is secret.
    tests: { fires: [{ mention: .env }], silent: [{ mention: x }] }
  - id: more.seen
    when: { run: { program: ls } }
    decide: deny
    mode: observe
    unknown: ignore
    reason: It is looked at.
    tests: { fires: [ls], silent: [pwd] }
  - id: more.sub
    when: { run: { program: pwd }, agent: sub }
    decide: deny
    unknown: ignore
    reason: It is a sub-agent.
    tests: { fires: [{ command: pwd, agent: sub }], silent: [pwd] }
`
let work: string
let calls: number
beforeEach(() => {
  work = temporaryFolder()
  calls = 0
  putFiles(work, { 'p/castellan.yaml': HEAD, 'p/rules/own.yaml': pushTable(), 'p/rules/more.yaml': MORE })
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

/** A row as the engine writes it, with what matters here. */
const row = (name: string, input: object, more: object = {}): string =>
  JSON.stringify({
    parentUuid: 'u',
    isSidechain: false,
    type: 'assistant',
    message: {
      id: 'msg_0',
      role: 'assistant',
      content: [
        { type: 'text', text: 'on it' },
        { type: 'tool_use', id: `toolu_${calls++}`, name, input },
      ],
    },
    timestamp: '2026-11-30T14:54:32.518Z',
    cwd: '/home/dev/app',
    sessionId: 's',
    ...more,
  })
const bash = (command: string, more: object = {}): string => row('Bash', { command, description: 'x' }, more)
const START = JSON.stringify({ type: 'user', message: { role: 'user', content: 'hello' }, cwd: '/home/dev/app', sessionId: 's' })
const put = (path: string, ...rows: string[]): void => putFiles(work, { [path]: `${[START, ...rows].join('\n')}\n` })
const replay = (...argv: string[]) => run(['replay', ...argv, '--policy', 'p'], work)
const told = (...argv: string[]) => JSON.parse(replay(...argv, '--json').out)

describe('what would have been said', () => {
  test('per rule, per program, with examples and where they stand', () => {
    put(
      't/a.jsonl',
      bash('git push -f origin main'),
      bash('cd x && git push --force'),
      bash('git status'),
      row('Read', { file_path: '/home/dev/app/.env' }),
    )
    put('t/deep/b.jsonl', bash('ls'), bash('$X now'))
    const { code, out, err } = replay('t')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^own\.force-push +2 +1 +1$/m)
    expect(out).toMatch(/^ {2}git push -f origin main {2}\(t\/a\.jsonl:2\)$/m)
    expect(out).toMatch(/^more\.seen \(observed\) +1 +0 +0$/m)
    expect(out).toMatch(/^git +3 +2 +0$/m)
    expect(out).toMatch(/^2 transcripts, 6 calls$/m)
    expect(out).toMatch(/^2 denied, 2 asked, 1 only observed, 1 untouched$/m)
    expect(told('t')).toMatchObject({
      policy: 'acme',
      calls: 6,
      judged: 6,
      denied: 2,
      asked: 2,
      observed: 1,
      rules: [{ rule: 'own.force-push', deny: 2, ask: 1, unsure: 1 }, {}, {}],
      programs: expect.arrayContaining([{ program: 'git', calls: 3, deny: 2, ask: 0 }]),
    })
  })

  test('from the row’s own directory, the session’s project and its person’s home; a sub-agent is one', () => {
    put(
      't/a.jsonl',
      bash('cat .env', { cwd: '/home/dev/app/sub' }),
      bash('cat ~/.ssh/id'),
      bash('cat /home/dev/.ssh/id'),
      bash('cat /home/other/.ssh/id'),
      bash('cat ../private/x', { cwd: '/home/dev/app/sub' }),
      bash('pwd', { isSidechain: true, agentId: 'a1' }),
      bash('pwd'),
    )
    expect(told('t')).toMatchObject({
      calls: 7,
      asked: 4,
      denied: 1,
      rules: [
        { rule: 'more.secret', ask: 4 },
        { rule: 'more.sub', deny: 1 },
      ],
    })
  })

  test('a home that the transcript does not tell is the one that is named', () => {
    put('t/a.jsonl', bash('cat /data/me/.ssh/id', { cwd: '/srv/x' }))
    putFiles(work, { 't/a.jsonl': `${bash('cat /data/me/.ssh/id', { cwd: '/srv/x' })}\n` })
    expect(told('t', '--home', '/data/me').asked).toBe(1)
    expect(told('t', '--home', '/data/you').asked).toBe(0)
  })
})

describe('transcripts as they are', () => {
  test('broken lines are counted; rows of other kinds and what a person pasted hold no call', () => {
    const pasted = JSON.stringify({
      message: { role: 'user', content: [{ type: 'tool_use', name: 'Bash', input: { command: 'git push -f' } }] },
    })
    put(
      't/a.jsonl',
      '{"type":"assis',
      'null',
      '[]',
      '',
      pasted,
      JSON.stringify({ type: 'summary' }),
      row('Bash', { command: 7 }),
      bash('git push -f'),
    )
    const { code, out } = replay('t')
    expect(code).toBe(0)
    expect(out).toContain('1 transcript, 2 calls; 3 broken lines left out')
    expect(told('t')).toMatchObject({ brokenLines: 3, denied: 1, asked: 1 })
  })

  test('a call that a resumed session copied counts once', () => {
    const pushed = bash('git push -f')
    put('t/a.jsonl', pushed)
    put('t/b.jsonl', pushed, bash('git push -f'))
    expect(told('t').denied).toBe(2)
  })

  test('files by name, folders with all beneath them, each once; links in folders are not followed', () => {
    put('t/a.jsonl', bash('git push -f'))
    put('t/notes.txt', bash('git push -f'))
    put('elsewhere/b.jsonl', bash('git push -f'))
    symlinkSync(join(work, 'elsewhere'), join(work, 't/link'))
    expect(told('t', 't/a.jsonl')).toMatchObject({ files: 1, calls: 1 })
    expect(told('t/notes.txt', 'elsewhere').calls).toBe(2)
  })
})

describe('a sample', () => {
  beforeEach(() => put('t/a.jsonl', ...Array.from({ length: 50 }, (_, i) => bash(i % 2 === 0 ? 'git push -f' : 'pwd'))))

  test('judges so many calls, and the same for the same seed', () => {
    const [one, again, other] = [told('t', '--sample', '10'), told('t', '--sample', '10'), told('t', '--sample', '10', '--seed', '9')]
    expect(one).toMatchObject({ calls: 50, judged: 10 })
    expect(one.denied).toBeGreaterThan(0)
    expect(again).toEqual(one)
    expect(other.rules[0].examples).not.toEqual(one.rules[0].examples)
    expect(replay('t', '--sample', '10').out).toContain('50 calls, 10 of them judged')
    expect(told('t', '--sample', '100').denied).toBe(25)
  })

  test('as many examples as asked', () => {
    expect(told('t', '--examples', '0').rules[0].examples).toEqual([])
    expect(told('t', '--examples', '7').rules[0].examples).toHaveLength(7)
  })
})

test('no secret is printed, in text or JSON, wherever it stands in a call', () => {
  const canary = `gh${'p_'}Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56Qr78`
  const password = 'correct horse battery'
  put(
    't/a.jsonl',
    bash(`git push -f https://x:${canary}@example.org/a.git`),
    bash(`TOKEN=${canary} git push -f`),
    bash(`git push -f --password "${password}"`),
    bash(`/opt/${canary} && git push -f`),
    row('Read', { file_path: `/home/dev/${canary}/.env`, apiKey: password }),
  )
  for (const { out, err } of [replay('t', '--examples', '9'), replay('t', '--examples', '9', '--json')]) {
    expect(out).toContain('‹masked›')
    for (const text of [out, err]) {
      expect(text).not.toContain(canary)
      expect(text).not.toContain('horse')
    }
  }
})

test('a bar on a terminal alone, and never in the output', () => {
  put('t/a.jsonl', bash('ls'))
  expect(replay('t').err).toBe('')
})

test.each([
  [['replay', 'none', '--policy', 'p'], /none cannot be read/],
  [['replay', 'empty', '--policy', 'p'], /No transcript/],
  [['replay', 'p', '--policy', 'nowhere'], /nowhere/],
  [['replay'], /missing required argument/],
  [['replay', 't', '--policy', 'p', '--sample', 'few'], /whole number/],
])('%j is bad input', (argv, message) => {
  putFiles(work, { 'empty/readme': 'x' })
  const { code, err } = run(argv as string[], work)
  expect(code).toBe(2)
  expect(err).toMatch(message)
})

test('help shows an example', () => {
  expect(run(['replay', '--help'], work)).toMatchObject({ code: 0, out: expect.stringMatching(/Example:\n {2}\$ castellan replay /) })
})
