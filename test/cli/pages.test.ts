import { readFileSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { planSeat } from '../../cli/build/plan.ts'
import { loadPolicy } from '../../cli/load-policy.ts'
import { HEAD, putFiles, run, temporaryFolder } from './support.ts'

const pageOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const blocksOf = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text ?? '')

let work: string
beforeEach(() => {
  work = temporaryFolder()
})
afterEach(() => rmSync(work, { recursive: true, force: true }))

describe('the policy that the README writes', () => {
  const README = pageOf('README.md')
  beforeEach(() => {
    const files = blocksOf(README, 'yaml').map(text => [/^# (\S+)\n/.exec(text)?.[1] ?? '', text])
    expect(files.map(([path]) => path)).toEqual(['my-policy/castellan.yaml', 'my-policy/rules/acme.yaml'])
    putFiles(work, Object.fromEntries(files))
  })

  test('has nothing doubtful in it', () =>
    expect(run(['lint', 'my-policy', '--max-warnings', '0'], work)).toMatchObject({ code: 0, err: '' }))
  test('has tests that notice every change to its rule', () =>
    expect(run(['test', 'my-policy', '--strict-mutation'], work)).toMatchObject({ code: 0, err: '' }))
  test('is asked about as the README shows', () => {
    const [, input = ''] = /--tool Bash --input '(.*)'/.exec(README) ?? []
    expect(run(['explain', 'my-policy', '--tool', 'Bash', '--input', input], work).out).toMatch(/^decision +deny$/m)
  })
})

test('the README lists every event that a seat hooks, and no other', () => {
  const head = `policy: acme
seat: { marketplace: acme }
include: [castellan/git]
withhold: [audio]
secrets: { env: [A_TOKEN], hydrate: { tools: [Bash] } }
audit: { endpoint: "https://otel.example/v1/traces", reach: complete }
`
  putFiles(work, { 'p/castellan.yaml': head })
  const loaded = loadPolicy('p', work)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.errors))
  const [table = ''] = /\| event \| what the seat does [\s\S]*?\n\n/.exec(pageOf('README.md')) ?? []
  const listed = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, events = '']) =>
    [...events.matchAll(/`([a-z]+(?:\.\w+)+|\*)`/g)].map(([, event]) => event),
  )
  expect([...new Set(listed)].sort()).toEqual([...new Set(planSeat(loaded.policy).hooks.map(({ event }) => event))].sort())
})

test('the case that the page on redaction shows is one, and passes', () => {
  putFiles(work, { 'cases.jsonl': blocksOf(pageOf('docs/redaction.md'), 'json').join('') })
  expect(run(['redact', 'check', '--cases', 'cases.jsonl'], work)).toEqual({ code: 0, out: '1 passed, 0 failed\n', err: '' })
})

test.each(['git', 'ci-bot'])('the table %s of the policy language has nothing doubtful in it', table => {
  const block = blocksOf(pageOf('docs/policy.md'), 'yaml').find(text => text.startsWith(`table: ${table}\n`))
  putFiles(work, { 'p/castellan.yaml': HEAD, 'p/rules/own.yaml': block ?? '' })
  expect(run(['lint', 'p', '--max-warnings', '0'], work)).toMatchObject({ code: 0, err: '' })
  expect(run(['test', 'p', '--strict-mutation'], work)).toMatchObject({ code: 0, err: '' })
})
