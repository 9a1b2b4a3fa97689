/** Markers on the way back: refused where they would be written, and where the policy says so, executed as the values they stand for. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOf, passing } from '../support/break-seat.ts'
import { modSource } from '../support/mod-source.ts'
import { PATIENCE_MS, playAll } from '../support/play-all.ts'
import { type Block, bash, say, toolUse } from '../support/scripted-reply.ts'
import { type Change, runSeated, type SeatedSession } from '../support/seated.ts'
import { UNATTENDED } from '../support/session.ts'
import { formsOf, inExports, inRequests, inRows, spansWith, toolResult } from '../support/session-evidence.ts'

const SERVER = join(import.meta.dirname, 'round-trips/server.mjs')
const marker = (name: string) => `‹secret:${name}›`

const V = {
  RT_TOKEN: 'zq8 canary "of" the environment',
  BY_BASH: 'zq8-canary-by-bash',
  BY_FAILURE: 'zq8-canary-by-failure',
  BY_WRITE: 'zq8-canary-by-write',
  BY_EDIT: 'zq8-canary-by-edit',
  BY_MCP: 'zq8-canary-by-mcp',
  BY_RULE: 'zq8-canary-by-rule',
  BY_VALUE: 'forbidden-zq8-canary',
  BY_PERMISSION: 'zq8-canary-by-permission',
  BY_WORDS: 'zq8 canary; of words',
} as const
const { RT_TOKEN, ...inFile } = V
const dotenv = Object.entries(inFile).map(([name, value]) => `${name}='${value}'\n`)

const hydrated = () =>
  runSeated({
    policy: join(import.meta.dirname, 'round-trips'),
    mods: { listener: modSource('listener') },
    env: { RT_TOKEN, ENABLE_TOOL_SEARCH: 'false' },
    args: [...UNATTENDED, '--output-format', 'json', '--mcp-config', 'mcp.json'],
    prompt: 'Use them.',
    project: {
      '.env': dotenv.join(''),
      'edit.txt': `key=${V.BY_EDIT}\nrest\n`,
      'mcp.json': JSON.stringify({ mcpServers: { vault: { command: process.execPath, args: [SERVER], env: { KEPT: 'mcp.out' } } } }),
      '.claude/settings.json': JSON.stringify({ permissions: { deny: ['Bash(printf refused*)'] } }),
    },
    script: [
      [
        bash(`printf %s ${marker('BY_BASH')} | tee bash.out`, 'bash'),
        bash(`printf %s ${marker('BY_FAILURE')} >&2; exit 3`, 'failure'),
        toolUse('Write', { file_path: 'write.txt', content: `k=${marker('BY_WRITE')}\n` }, 'write'),
        toolUse('Read', { file_path: 'edit.txt' }, 'read'),
        toolUse('mcp__vault__put', { text: marker('BY_MCP') }, 'mcp'),
        bash(`touch forbidden-${marker('BY_RULE')}`, 'rule'),
        bash(`touch ${marker('BY_VALUE')}`, 'value'),
        bash(`printf refused ${marker('BY_PERMISSION')}`, 'permission'),
        bash(`echo ${marker('BY_WORDS')}`, 'words'),
        bash('printf %s "$CASTELLAN_RT_TOKEN" | tee env.out', 'env'),
      ],
      [
        toolUse(
          'Edit',
          { file_path: 'edit.txt', old_string: `key=${marker('BY_EDIT')}`, new_string: `token: ${marker('BY_EDIT')}!` },
          'edit',
        ),
      ],
      [say('done')],
    ],
  })

/** Without managed settings a person's mod hears what castellan sets in the environment, and what came out of calls that were handed nothing. */
const KNOWN_HEARD = /^(?:env\.set |classic\.PostToolUse .*"tool_use_id":"(?:read|env)")/

const VALUE = 'zq8-canary-in-the-file'
const DIGITS = 736_451_920_183
const NOTES = `a: zq\nkey=${VALUE}\n`
const edit = (old_string: string, new_string: string, id: string, more: object = {}): Block =>
  toolUse('Edit', { file_path: 'notes.txt', old_string, new_string, ...more }, id)
const inPieces = (block: Block, split: number) => ({ ...block, split }) as Block

const refused = (change: Change) =>
  runSeated({
    policy: join(import.meta.dirname, 'policy'),
    change,
    prompt: 'Change them.',
    project: { '.env': `IN_FILE=${VALUE}\nDIGITS=${DIGITS}\n`, 'notes.txt': NOTES },
    script: [
      [
        toolUse('Read', { file_path: 'notes.txt' }, 'read'),
        toolUse('Write', { file_path: 'copy.txt', content: `key=${marker('IN_FILE')}\n` }, 'write'),
        bash(`cat > command.txt <<'EOF'\nkey=${marker('IN_FILE')}\nEOF`, 'command'),
        bash(`echo ${marker('IN_FILE')} 2> /dev/null`, 'spoken'),
        inPieces(toolUse('Write', { file_path: 'digits.txt', content: DIGITS }, 'number'), 5),
        inPieces(toolUse('Bash', { command: 'touch ran.txt', description: DIGITS }, 'ran'), 7),
      ],
      [edit(`key=${marker('IN_FILE')}`, 'key=', 'marked')],
      [edit('q', 'q\n', 'cut', { replace_all: true })],
      [edit('a: zq', 'b: zq', 'clear')],
      [say('done')],
    ],
  })

const plays = {
  hydrated,
  whole: () => refused(seat => seat),
  open: () => refused(allOf(passing({ hook: 'check' }), passing({ hook: 'refused-files' }))),
}
let played: { [Play in keyof typeof plays]: SeatedSession }

beforeAll(async () => {
  played = await playAll(plays)
}, PATIENCE_MS)

describe('where nothing hydrates', () => {
  const REASON = 'castellan.round-trip'

  test('a marker is not written', () => {
    const { whole } = played
    expect(toolResult(whole, 'write')).toMatchObject({ isError: true, text: expect.stringContaining(REASON) })
    expect(toolResult(whole, 'write')?.text).toContain(marker('IN_FILE'))
    expect(whole.exists('copy.txt')).toBe(false)
    expect(toolResult(whole, 'marked')).toMatchObject({ isError: true, text: expect.stringContaining(REASON) })
  })

  test('nor by a command; one that only speaks of it runs', () => {
    const { whole } = played
    expect(toolResult(whole, 'command')).toMatchObject({ isError: true, text: expect.stringContaining(REASON) })
    expect(whole.exists('command.txt')).toBe(false)
    expect(toolResult(whole, 'spoken')).toMatchObject({ isError: false, text: expect.stringContaining(marker('IN_FILE')) })
  })

  test('a call with a value that stands as a number is one that can be read: refused with the reason, or run', () => {
    const { whole } = played
    expect(toolResult(whole, 'number')).toMatchObject({ isError: true, text: expect.stringContaining(REASON) })
    expect(toolResult(whole, 'number')?.text).toContain(marker('DIGITS'))
    expect([toolResult(whole, 'ran')?.isError, whole.exists('ran.txt')]).toEqual([false, true])
    expect(inRequests(whole, `${DIGITS}`)).toBe(0)
  })

  test('an edit that cuts a value is refused, one beside it runs', () => {
    const { whole } = played
    expect(toolResult(whole, 'cut')).toMatchObject({ isError: true, text: expect.stringContaining(REASON) })
    expect(toolResult(whole, 'clear')).toMatchObject({ isError: false })
    expect(whole.readProject('notes.txt')).toBe(NOTES.replace('a: ', 'b: '))
  })

  test('without the check the marker is written and the value is cut: this session can tell', () => {
    const { open } = played
    expect(open.readProject('copy.txt')).toContain(marker('IN_FILE'))
    expect(open.readProject('command.txt')).toContain(marker('IN_FILE'))
    expect(open.readProject('notes.txt')).toContain('zq\n8-canary')
  })
})

describe('a hydrated call', () => {
  test('is executed with the value, and answered with the marker', () => {
    const { hydrated } = played
    expect(hydrated.readProject('bash.out')).toBe(V.BY_BASH)
    expect(hydrated.readProject('write.txt')).toBe(`k=${V.BY_WRITE}\n`)
    expect(hydrated.readProject('edit.txt')).toBe(`token: ${V.BY_EDIT}!\nrest\n`)
    expect(hydrated.readProject('mcp.out')).toBe(V.BY_MCP)
    expect(toolResult(hydrated, 'bash')).toMatchObject({ isError: false, text: expect.stringContaining(marker('BY_BASH')) })
    expect(toolResult(hydrated, 'mcp')).toMatchObject({ isError: false, text: expect.stringContaining(marker('BY_MCP')) })
    expect(toolResult(hydrated, 'failure')).toMatchObject({ isError: true, text: expect.stringContaining(marker('BY_FAILURE')) })
  })

  test('is refused by a rule, by what a rule says of the value, by a permission, and where the shell would read the value as more than a word', () => {
    const { hydrated } = played
    const texts = ['rule', 'value', 'permission', 'words'].map(id => toolResult(hydrated, id)?.text)
    expect(texts[0]).toContain('session.forbidden')
    expect(texts[1]).toContain('session.forbidden')
    expect(texts[2]).toContain('castellan.round-trip')
    expect(texts[3]).toContain('secrets.hydrate.env')
    expect([hydrated.exists('forbidden-zq8-canary'), hydrated.exists(V.BY_RULE)]).toEqual([false, false])
  })

  test('a command finds what the policy shares in its environment', () => {
    expect(played.hydrated.readProject('env.out')).toBe(RT_TOKEN)
    expect(toolResult(played.hydrated, 'env')?.text).toContain(marker('RT_TOKEN'))
  })

  test('is named in the record', () => {
    const [call] = spansWith(played.hydrated, { 'castellan.hook.event': 'tool.call', 'gen_ai.tool.call.id': 'bash' })
    expect(call?.attributes).toMatchObject({ 'castellan.hydration.names': ['BY_BASH'], 'castellan.redaction.names': ['BY_BASH'] })
    const [refusal] = spansWith(played.hydrated, { 'castellan.hook.event': 'tool.call', 'gen_ai.tool.call.id': 'rule' })
    expect(refusal?.attributes).toMatchObject({ 'castellan.decision': 'deny', 'security_rule.name': 'session.forbidden' })
    expect(refusal?.attributes).not.toHaveProperty('castellan.hydration.names')
  })

  test.each(Object.entries(V))(
    '%s is in no request, no transcript, no output and no record, and no mod of a person hears it',
    (_, value) => {
      const { hydrated } = played
      const forms = formsOf(value)
      const kept = hydrated.transcripts.map(({ text }) => text).join('')
      const count = (text: string) => forms.reduce((sum, form) => sum + text.split(form).length - 1, 0)
      expect([inRequests(hydrated, ...forms), inRows(hydrated, ...forms), inExports(hydrated, ...forms)]).toEqual([0, 0, 0])
      expect([count(kept), count(hydrated.stdout), count(hydrated.stderr), count(hydrated.debugLog)]).toEqual([0, 0, 0, 0])
      const heard = hydrated.readProject('heard.txt').split('\n')
      expect(heard.filter(line => count(line) > 0 && !KNOWN_HEARD.test(line))).toEqual([])
      const callsOf = (id: string) => heard.filter(line => line.startsWith('tool.call ') && line.includes(`"tool_use_id":"${id}"`))
      expect([callsOf('bash').length, callsOf('read').length]).toEqual([0, 1])
    },
  )

  test('what a permission forbids is refused before anything is put in, and stands nowhere as a call with the value', () => {
    const { permission_denials = [] } = JSON.parse(played.hydrated.stdout) as { permission_denials?: unknown[] }
    expect(JSON.stringify(permission_denials)).not.toContain('zq8')
    expect(toolResult(played.hydrated, 'permission')).toMatchObject({ isError: true, text: expect.stringContaining('permission rule') })
  })
})
