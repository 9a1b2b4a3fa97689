import { expect, test } from 'vitest'
import { ANNOTATIONS, parseCaseRows } from '../../../policy/schema/parse-case-rows.ts'

const rowsOf = (...lines: string[]) => parseCaseRows({ path: 'c.jsonl', text: lines.join('\n') })

test('every shape of a row', () => {
  expect(
    rowsOf(
      '"git push"',
      '',
      '{"command":"ls","expect":"deny","rules":["git.a","git.b"]}\r',
      '{"id":7,"mention":".env","expect":"ask"}',
      '{"id":"dev-001","source":"a report","kind":"bypass","tool":"Bash","input":{"command":"x"},"rule_intent":"no-x","expect":"none","note":"n"}',
    ),
  ).toEqual({
    ok: true,
    rows: [
      { id: 'line 1', case: { kind: 'tool', tool: 'Bash', input: { command: 'git push' } }, expect: 'none', line: 1 },
      { id: 'line 3', case: { kind: 'tool', tool: 'Bash', input: { command: 'ls' } }, expect: 'deny', rules: ['git.a', 'git.b'], line: 3 },
      { id: '7', case: { kind: 'mention', path: '.env' }, expect: 'ask', line: 4 },
      { id: 'dev-001', case: { kind: 'tool', tool: 'Bash', input: { command: 'x' } }, expect: 'none', line: 5 },
    ],
  })
})

test('annotations may hold anything', () => {
  const notes = Object.fromEntries(ANNOTATIONS.map(key => [key, { any: ['thing'] }]))
  expect(rowsOf(JSON.stringify({ command: 'x', expect: 'none', ...notes })).ok).toBe(true)
})

test('all errors of all lines, each with its place', () => {
  const result = rowsOf(
    'git push -f',
    '{"command":"ls","expect":"denny"}',
    '{"command":"ls","expct":"deny"}',
    '{"id":"a","command":"x","expect":"none"}',
    '  {"id":"a","command":"x","expect":"none"}',
    '{"tool":"X","expect":"none","from":{"plugin":"a","tier":"root"}}',
    '{"command":"x","expect":"none","rules":[]}',
    '[1]',
  )
  const found = result.ok ? [] : result.errors.map(one => `${one.file}:${one.line}:${one.column} ${one.message}`)
  const expected = [
    'c.jsonl:1:1 This line is not JSON: expected a Bash command in quotes',
    'c.jsonl:2:26 expect is "denny": expected deny, ask or none. Did you mean deny?',
    'c.jsonl:3:1 expect is missing: expected deny, ask or none.',
    'c.jsonl:3:17 unknown key "expct". Did you mean expect?',
    'c.jsonl:5:9 the id "a" is taken by line 4',
    'c.jsonl:6:57 tier is "root"',
    'c.jsonl:7:40 rules is an empty list',
    'c.jsonl:8:1 the document is a list: expected a Bash command in quotes',
  ]
  expect(found.map((one, i) => one.slice(0, expected[i]?.length))).toEqual(expected)
})
