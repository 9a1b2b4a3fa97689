/** An allowlist through the commands: the example table of the tests, in a folder of its own. */
import { readFileSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HEAD, putFiles, run, temporaryFolder } from './support.ts'

const TABLE = readFileSync(new URL('../policy/only/data/ci-bot.yaml', import.meta.url), 'utf8')

let work: string
beforeEach(() => {
  work = temporaryFolder()
  putFiles(work, {
    'p/castellan.yaml': HEAD,
    'p/rules/ci-bot.yaml': TABLE,
    'c.jsonl':
      '{"id":"list","command":"ls","expect":"none"}\n{"id":"push","command":"git push","expect":"ask","rules":["ci.only-listed"]}\n',
  })
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

const without = (line: string): string => {
  if (!TABLE.includes(line)) throw new Error(`no ${line}`)
  return TABLE.replace(line, '')
}

test('lint, test and check are content with it', () => {
  expect(run(['lint', 'p', '--max-warnings', '0'], work).code).toBe(0)
  expect(run(['test', 'p', '--strict-mutation'], work)).toMatchObject({ code: 0, err: '' })
  expect(run(['check', 'p', '--cases', 'c.jsonl'], work)).toMatchObject({ code: 0, out: '2 passed, 0 failed\n' })
})

test('an entry less, and a test of its own fails, at its place', () => {
  putFiles(work, { 'p/rules/ci-bot.yaml': without('      - { program: tee }\n') })
  const { code, out, err } = run(['test', 'p'], work)
  expect(code).toBe(1)
  expect(out + err).toMatch(/p\/rules\/ci-bot\.yaml:\d+:11: .*ci\.only-listed/)
})

test('an entry whose test is gone is warned of, by lint and by test', () => {
  putFiles(work, { 'p/rules/ci-bot.yaml': without('        - git status && npm ci\n').replace('        - CI=1 timeout 60 npm test\n', '') })
  const at = /p\/rules\/ci-bot\.yaml:\d+:\d+: warning: ci\.only-listed: /
  const linted = run(['lint', 'p'], work)
  expect(linted.err.match(/\[unused-entry\]/g)).toHaveLength(2)
  expect(linted.err).toMatch(at)
  expect(run(['test', 'p'], work).err).toMatch(/no test notices when the entry run npm ci or test.* is gone/)
})

test('a wrong key is told with its place and what was meant', () => {
  putFiles(work, { 'p/rules/ci-bot.yaml': TABLE.replace('subcommand: [ci, test]', 'sub-command: [ci, test]') })
  const { code, err } = run(['check', 'p', '--cases', 'c.jsonl'], work)
  expect({ code, err }).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^p\/rules\/ci-bot\.yaml:7:25: unknown key "sub-command"\. Did you mean subcommand\?/m),
  })
})

test('explain lists what is not on the list', () => {
  const told = run(['explain', 'p', '--tool', 'Bash', '--input', '{"command":"ls; sudo cat x > ~/y"}'], work).out
  expect(told).toMatch(
    /^rules +ci\.only-listed: ask\n +unlisted sudo cat x\n +unlisted write \/home\/person\/y\n +reason +sudo is not on the list/m,
  )
})

test('diff: a longer list is wider, a shorter one tighter', () => {
  putFiles(work, {
    'longer/castellan.yaml': HEAD,
    'longer/rules/ci-bot.yaml': TABLE.replace('[status, log, diff]', '[status, log, diff, push]'),
  })
  expect(run(['diff', 'p', 'longer', '--cases', 'c.jsonl', '--no-widen'], work)).toMatchObject({
    code: 1,
    out: expect.stringContaining('wider     push: ask (ci.only-listed) -> none'),
  })
  expect(run(['diff', 'longer', 'p', '--cases', 'c.jsonl', '--no-widen'], work).code).toBe(0)
})

test('replay counts what would have been asked', () => {
  const call = (id: string, command: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command } })
  const row = { type: 'assistant', cwd: '/srv/project', message: { role: 'assistant', content: [call('a', 'ls'), call('b', 'sudo rm x')] } }
  putFiles(work, { 't/session.jsonl': `${JSON.stringify(row)}\n` })
  const told = JSON.parse(run(['replay', 't', '--policy', 'p', '--json'], work).out)
  expect(told).toMatchObject({ rules: [{ rule: 'ci.only-listed', ask: 1, deny: 0 }] })
})
