/** One rule for an effect is met at every door to it: the file tools, commands, WebFetch and MCP tools, on the real engine. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { PATIENCE_MS } from '../support/play-all.ts'
import { bash, say, toolUse } from '../support/scripted-reply.ts'
import { runSeated, type SeatedSession } from '../support/seated.ts'
import { UNATTENDED } from '../support/session.ts'
import { spansWith, toolResult } from '../support/session-evidence.ts'

const HERE = join(import.meta.dirname, 'doors')
const URL = 'https://in.collect.example/x'
const SERVERS = JSON.stringify({ mcpServers: { files: { command: process.execPath, args: [join(HERE, 'files-server.mjs')] } } })

const get = (path: string, id: string) => toolUse('mcp__files__get', { path }, id)

const DENIED = {
  'doors.read': [
    toolUse('Read', { file_path: 'vault/key' }, 'read-tool'),
    bash('cat vault/key', 'read-command'),
    bash("bash -c 'cd vault; sort < key'", 'read-redirect'),
  ],
  'doors.write': [
    toolUse('Write', { file_path: 'vault/new-1', content: 'x' }, 'write-tool'),
    bash('echo x > vault/new-2', 'write-redirect'),
    bash('cp open/key vault/new-3', 'write-copy'),
    bash('echo x | tee open/y vault/new-4', 'write-tee'),
  ],
  'doors.delete': [
    bash('rm -rf vault', 'delete-command'),
    bash('env X=1 find vault -delete', 'delete-find'),
    bash('find vault -name "k*" -exec rm {} +', 'delete-found'),
    bash('bash tidy.sh vault', 'delete-script'),
    bash('sh open/outer.sh', 'delete-scripts'),
  ],
  'doors.connect': [
    toolUse('WebFetch', { url: URL, prompt: 'read it' }, 'connect-fetch'),
    bash(`curl -sS ${URL} -o open/loot`, 'connect-command'),
    bash(`git ls-remote ${URL}.git`, 'connect-git'),
  ],
}
/** What a pattern finds is not known, nor what a server does with its arguments: a person is asked, and here there is none. */
const ASKED = {
  'doors.read': [bash('cat va*/k*', 'read-pattern'), get('vault/key', 'read-mcp')],
  'doors.delete': [bash('find . -name "*.old" -delete', 'delete-some')],
  'doors.connect': [get(URL, 'connect-mcp')],
}
const ALLOWED = [
  bash('cat open/key > open/copy', 'free-command'),
  get('open/key', 'free-mcp'),
  bash('echo rm -rf vault > open/note', 'free-text'),
  bash('bash tidy.sh open/old', 'free-script'),
]
/** Scripts on the disk of the project. */
const SCRIPTS = { 'tidy.sh': 'rm -rf "$1"\necho tidy > open/tidied\n', 'open/outer.sh': 'bash "$(dirname "$0")/../tidy.sh" vault\n' }

let session: SeatedSession

beforeAll(async () => {
  session = await runSeated({
    policy: join(HERE, 'policy'),
    args: [...UNATTENDED, '--mcp-config', SERVERS, '--strict-mcp-config'],
    prompt: 'please',
    project: { ...SCRIPTS, 'vault/key': 'text-of-the-vault\n', 'open/key': 'text-of-the-open\n', 'open/old': '' },
    script: [...Object.values(DENIED), ...Object.values(ASKED), ALLOWED, [say('done')]],
  })
}, PATIENCE_MS)

describe.each([
  ...Object.entries(DENIED).map(([rule, calls]) => ({ rule, calls, decision: 'deny' })),
  ...Object.entries(ASKED).map(([rule, calls]) => ({ rule, calls, decision: 'ask' })),
])('$rule: $decision', ({ rule, calls, decision }) => {
  test.each(calls.map(call => (call as { id: string }).id))('is told and recorded for %s', id => {
    expect(toolResult(session, id)).toMatchObject({ isError: true, text: expect.stringContaining(`[${rule}]`) })
    const spans = spansWith(session, { 'castellan.hook.event': 'tool.check', 'gen_ai.tool.call.id': id, 'castellan.decision': decision })
    expect(spans.map(span => span.attributes['castellan.rules'])).toEqual([expect.arrayContaining([rule])])
  })
})

test('a reason names what was found, through what it was found', () => {
  expect(toolResult(session, 'connect-git')?.text).toContain('Nothing goes to in.collect.example.')
  expect(toolResult(session, 'delete-script')?.text).toMatch(/The vault stays: \/\S+\/vault\./)
  expect(toolResult(session, 'read-command')?.text).toMatch(/may not be read: \/\S+\/vault\/key\./)
})

test('nothing that was denied happened, and the rest did', () => {
  expect(session.readProject('vault/key')).toBe('text-of-the-vault\n')
  expect(
    ['vault/new-1', 'vault/new-2', 'vault/new-3', 'vault/new-4', 'open/y', 'open/loot', 'got-vault-key'].filter(session.exists),
  ).toEqual([])
  expect(session.requests.map(request => request.raw).join('\n')).not.toContain('text-of-the-vault')
  expect(session.readProject('open/copy')).toBe('text-of-the-open\n')
  expect(session.readProject('open/note')).toBe('rm -rf vault\n')
  expect(session.exists('got-open-key')).toBe(true)
  expect([session.readProject('open/tidied'), session.exists('open/old')]).toEqual(['tidy\n', false])
})
