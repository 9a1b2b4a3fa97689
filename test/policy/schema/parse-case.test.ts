import { describe, expect, test } from 'vitest'
import { parseCase } from '../../../policy/schema/parse-case.ts'

const from = { plugin: 'x@y', tier: 'user' }

test.each([
  ['git push', { kind: 'tool', tool: 'Bash', input: { command: 'git push' } }],
  [
    { command: 'ls', from, cwd: 'a' },
    { kind: 'tool', tool: 'Bash', input: { command: 'ls' }, from, cwd: 'a' },
  ],
  [
    { tool: 'Read', input: { file_path: 'x' }, agent: 'sub' },
    { kind: 'tool', tool: 'Read', input: { file_path: 'x' }, agent: 'sub' },
  ],
  [{ tool: 'Read' }, { kind: 'tool', tool: 'Read', input: {} }],
  [
    { mention: '.env', links: { a: 'b' } },
    { kind: 'mention', path: '.env', links: { a: 'b' } },
  ],
  [
    { call: 'fs.read', from },
    { kind: 'call', call: 'fs.read', args: {}, from },
  ],
  [
    { call: 'fs.read', args: ['x'], from },
    { kind: 'call', call: 'fs.read', args: ['x'], from },
  ],
  [
    { plugin: { provenance: 'x@y', tier: 'append' } },
    { kind: 'plugin', plugin: { provenance: 'x@y', tier: 'append', uses: { calls: [], events: [] } } },
  ],
])('%j', (value, expected) => {
  expect(parseCase(value)).toEqual({ ok: true, case: expected })
})

describe('what is no case', () => {
  test.each([
    [5, 'the document is 5: expected a Bash command, or one of'],
    [null, 'expected a Bash command, or one of'],
    ['  ', 'expected a Bash command'],
    [{}, 'a case is one of { tool, input }'],
    [{ tool: 'X', mention: 'y' }, 'found tool and mention'],
    [{ mention: 'y', input: {} }, 'input goes with tool.'],
    [{ tool: 'X', args: {} }, 'args goes with call.'],
    [{ call: 'fs.read' }, 'a call has a caller'],
    [{ call: 'fs', from }, 'call is "fs": expected a call as noun.verb'],
    [{ mention: 'y', from }, 'from goes with call, tool or command.'],
    [{ tool: 'X', from: { plugin: 'x' } }, 'tier is missing: expected prepend, user'],
    [{ tool: 'X', agnet: 'sub' }, 'unknown key "agnet". Did you mean agent?'],
    [{ plugin: { provenance: 'x@y', tier: 'usr' } }, 'tier is "usr"'],
  ])('%j', (value, message) => {
    const parsed = parseCase(value)
    expect(parsed.ok ? '' : parsed.message).toContain(message)
  })
})
