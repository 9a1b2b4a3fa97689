/** One value for every way into a model request, a row of the transcript or the output: none of them comes through, by any. */
import { readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { run } from '../cli/support.ts'
import { withoutRedactors } from '../support/break-seat.ts'
import { PATIENCE_MS, playAll } from '../support/play-all.ts'
import { createSandbox, filesUnder, textOf } from '../support/sandbox.ts'
import { type Block, bash, say, toolUse } from '../support/scripted-reply.ts'
import { type Change, runSeated, type SeatedSession } from '../support/seated.ts'
import { runSession, type Session, UNATTENDED } from '../support/session.ts'
import { formsOf, inExports, inRequests, inRows, spansWith } from '../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, 'policy')
const SERVER = join(import.meta.dirname, 'channels/server.mjs')
const SUB = 'Read the notes and report.'
const BACK = 'Work behind the others.'
const PAGE = 'Do what your page says.'

const CHANNELS = [
  'read',
  'stdout',
  'stderr',
  'failure',
  'big',
  'mcp-result',
  'mcp-fail',
  'mcp-throw',
  'mcp-description',
  'mcp-instructions',
  'mention',
  'claude-md',
  'nested',
  'skill',
  'slash',
  'prompt',
  'sub-prompt',
  'sub-result',
  'sub-report',
  'back-report',
  'agent-body',
  'summary',
  'compact-words',
  'reattached',
  'system',
  'model-text',
  'model-input',
  'hook',
] as const
type Channel = (typeof CHANNELS)[number]
const nameOf = (channel: Channel) => `BY_${channel.replaceAll('-', '_').toUpperCase()}`
const V = Object.fromEntries(CHANNELS.map(channel => [channel, `zq9-${channel}-canary`])) as Record<Channel, string>

const agent = (prompt: string, type: string, background = false) => ({
  description: 'work',
  prompt,
  subagent_type: type,
  run_in_background: background,
})
const pieces = (text: string, size: number) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []

const channels = (change: Change) =>
  runSeated({
    policy: POLICY,
    change,
    args: [...UNATTENDED, '--append-system-prompt', `The word is ${V.system}.`, '--mcp-config', 'mcp.json'],
    prompt: `Read @mentioned.md, and remember ${V.prompt}.`,
    later: [`/told ${V.slash}`, `/compact keep ${V['compact-words']}`, 'go on'],
    env: { ENABLE_TOOL_SEARCH: 'false' },
    project: {
      '.env': CHANNELS.map(channel => `${nameOf(channel)}='${V[channel]}'\n`).join(''),
      'CLAUDE.md': `Rule: ${V['claude-md']}.\n`,
      'nested/CLAUDE.md': `Nested rule: ${V.nested}.\n`,
      'nested/a.txt': 'plain\n',
      'mentioned.md': `mentioned: ${V.mention}\n`,
      'read.txt': `read: ${V.read}\n`,
      're.txt': `again: ${V.reattached}\n`,
      'sub.txt': `sub: ${V['sub-result']}\n`,
      'mcp.json': JSON.stringify({
        mcpServers: {
          teller: {
            command: process.execPath,
            args: [SERVER],
            env: {
              TOLD: V['mcp-result'],
              FAILED: V['mcp-fail'],
              THROWN: V['mcp-throw'],
              DESCRIBED: V['mcp-description'],
              INSTRUCTED: V['mcp-instructions'],
            },
          },
        },
      }),
      '.claude/settings.json': JSON.stringify({
        hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: `echo 'hook says zq9-hook-''canary'` }] }] },
      }),
      '.claude/skills/noted/SKILL.md': `---\nname: noted\ndescription: notes\n---\nNote ${V.skill}.\n`,
      '.claude/commands/told.md': 'Say $ARGUMENTS.\n',
      '.claude/agents/worker.md': `---\nname: worker\ndescription: works\n---\nYou know ${V['agent-body']}.\n`,
    },
    script: {
      main: [
        [
          toolUse('Agent', agent(BACK, 'general-purpose', true), 'behind'),
          toolUse('Read', { file_path: 'read.txt' }, 'read'),
          toolUse('Read', { file_path: 're.txt' }, 'reattached'),
          toolUse('Read', { file_path: 'nested/a.txt' }, 'nested'),
          bash("echo 'zq9-stdout-''canary'", 'stdout'),
          bash("echo 'zq9-stderr-''canary' >&2", 'stderr'),
          bash("echo 'zq9-failure-''canary' >&2; exit 3", 'failure'),
          bash('for i in $(seq 1 3000); do echo "line $i zq9-big-"canary; done', 'big'),
          toolUse('mcp__teller__tell', {}, 'mcp-tell'),
          toolUse('mcp__teller__fail', {}, 'mcp-fail'),
          toolUse('mcp__teller__throw', {}, 'mcp-throw'),
          toolUse('Skill', { skill: 'noted' }, 'skill'),
        ],
        [
          toolUse('Agent', agent(`${SUB} It is ${V['sub-prompt']}.`, 'general-purpose'), 'agent'),
          toolUse('Agent', agent(PAGE, 'worker'), 'page'),
        ],
        [
          { type: 'text', pieces: pieces(`I know ${V['model-text']} now.`, 5) },
          { ...bash(`echo ${V['model-input']}`, 'model-input'), split: 5 } as Block,
        ],
        ...Array.from({ length: 6 }, () => [say('on')]),
      ],
      rules: [
        { match: { first: SUB, kind: 'main' }, times: 1, blocks: [bash('cat sub.txt', 'sub')] },
        { match: { first: SUB, kind: 'main' }, blocks: [say(`The report: ${V['sub-report']}.`)] },
        { match: { first: BACK, kind: 'main' }, blocks: [say(`From behind: ${V['back-report']}.`)] },
        { match: { first: PAGE, kind: 'main' }, blocks: [say('read')] },
        ...['REMINDER: Do NOT call any tools', 'how to write this summary'].map(last => ({
          match: { last },
          blocks: [say(`<analysis>short</analysis><summary>It was about ${V.summary}.</summary>`)],
        })),
      ],
    },
  })

/** One session without a seat reads a file; the next, with one, goes on from its transcript; the last goes on without one from what `castellan scrub` made of it. */
const resumed = async (): Promise<SeatedSession & { scrubbed: Session }> => {
  const sandbox = createSandbox()
  const project = { '.env': `${nameOf('read')}='${V.read}'\n`, 'read.txt': `read: ${V.read}\n` }
  await runSession({
    sandbox,
    project,
    prompt: 'Read it.',
    args: UNATTENDED,
    script: [[toolUse('Read', { file_path: 'read.txt' }, 'read')], [say('read')]],
  })
  const args = [...UNATTENDED, '--continue']
  const seated = await runSeated({ sandbox, policy: POLICY, prompt: 'Go on.', args, script: [[say('on')]] })
  const saved = join(sandbox.home, '.claude')
  // What was written within the last two minutes may belong to a session that lives.
  for (const file of filesUnder(saved, '.jsonl')) utimesSync(file, 0, 0)
  const ran = run(['scrub', saved, '--dotenv', '.env', '--no-backup'], sandbox.cwd)
  if (ran.code !== 0) throw new Error(ran.err)
  const scrubbed = await runSession({ sandbox, settings: {}, prompt: 'And on.', args, script: [[say('far')]] })
  return { ...seated, scrubbed }
}
const plays = { whole: () => channels(seat => seat), open: () => channels(withoutRedactors()), resumed }
let played: { [Play in keyof typeof plays]: Awaited<ReturnType<(typeof plays)[Play]>> }

beforeAll(async () => {
  played = await playAll(plays)
}, PATIENCE_MS)

/** Files of the engine's in which the value stands as it is, by what the engine keeps there. */
function keptIn({ homeDir, sandbox }: SeatedSession, value: string): string[] {
  const inHome = filesUnder(homeDir, '').filter(file => statSync(file).isFile() && textOf(file).includes(value))
  const places = inHome.flatMap(file => (file.endsWith('.jsonl') && !file.includes('mcp-logs') ? rowsWith(file, value) : [placeOf(file)]))
  return [...new Set(textOf(join(sandbox.dir, 'debug.log')).includes(value) ? [...places, 'debug log'] : places)].sort()
}

test('what stays on disk is what docs/redaction.md lists, with its remedies, and nothing else', () => {
  const kept = CHANNELS.flatMap(channel => keptIn(played.whole, V[channel]).map(place => `${channel}: ${place}`))
  const page = readFileSync(join(import.meta.dirname, '../../docs/redaction.md'), 'utf8')
  const listed = [...page.matchAll(/^\| `([a-z-]+)` \| ([^|]*) \| ([^|]+) \| ([^|]+) \|$/gm)].flatMap(([, channel = '', places = '']) =>
    [...places.matchAll(/`([^`]+)`/g)].map(([, place]) => `${channel}: ${place}`),
  )
  expect(kept.sort()).toEqual(listed.sort())
})

test('a big output is whole on disk, with markers in it', () => {
  const { homeDir, requests } = played.whole
  const [file = ''] = filesUnder(homeDir, '.txt').filter(path => path.includes('tool-results'))
  expect(textOf(file).split('\n').slice(2998, 3000)).toEqual([`line 2999 ‹secret:BY_BIG›`, `line 3000 ‹secret:BY_BIG›`])
  expect(JSON.stringify(requests.at(-1)?.body ?? '')).not.toContain('canary')
})

describe('a transcript that was kept raw, resumed under the seat', () => {
  test('is cleaned in the request, and the record says so', () => {
    const { resumed } = played
    expect(inRows(resumed, V.read)).toBeGreaterThan(0)
    expect([inRequests(resumed, ...formsOf(V.read)), inRequests(resumed, `‹secret:${nameOf('read')}›`) > 0]).toEqual([0, true])
    const [leak] = spansWith(resumed, { 'castellan.hook.event': 'http.fetch', 'castellan.redaction.is_leak': true })
    expect(leak?.attributes['castellan.redaction.channels']).toContain('user.tool_result')
  })

  test('and scrubbed, it resumes without a seat as it was, and sends no value', () => {
    const { scrubbed } = played.resumed
    expect([scrubbed.code, scrubbed.stdout.trim()]).toEqual([0, 'far'])
    expect(scrubbed.debugLog).not.toContain('castellan@acme')
    expect(played.resumed.debugLog).toContain('castellan@acme')
    const [request] = scrubbed.requests.filter(({ kind }) => kind === 'main')
    for (const said of ['Read it.', 'Go on.', 'And on.', `read: ‹secret:${nameOf('read')}›`]) expect(request?.raw).toContain(said)
    expect([inRequests(scrubbed, ...formsOf(V.read)), inRows(scrubbed, ...formsOf(V.read))]).toEqual([0, 0])
  })
})

function placeOf(file: string): string {
  const known = ['tool-results', 'mcp-logs', 'file-history', 'history.jsonl', 'plugins/data']
  return known.find(part => file.includes(part)) ?? file
}

function rowsWith(file: string, value: string): string[] {
  const rows = textOf(file)
    .split('\n')
    .filter(line => line.includes(value))
    .map(line => JSON.parse(line) as Record<string, unknown>)
  return rows.flatMap(row =>
    Object.entries(row)
      .filter(([, part]) => JSON.stringify(part).includes(value))
      .map(([key]) => `${String(row.type)}.${key}`),
  )
}

describe('a value, by each way to the model', () => {
  test.each(CHANNELS)('%s: in no request, no row and no output', channel => {
    const forms = formsOf(V[channel])
    const { whole } = played
    expect([inRequests(whole, ...forms), inRows(whole, ...forms), whole.stdout.split(V[channel]).length - 1]).toEqual([0, 0, 0])
    expect(inRequests(whole, `‹secret:${nameOf(channel)}›`)).toBeGreaterThan(0)
  })

  test.each(CHANNELS)('%s would be in a request without the redactors: this session can tell', channel => {
    expect(inRequests(played.open, ...formsOf(V[channel]))).toBeGreaterThan(0)
  })
})

test('only what no hook hears comes as far as a request, and the record says where in it that stood', () => {
  const leaks = spansWith(played.whole, { 'castellan.hook.event': 'http.fetch', 'castellan.redaction.is_leak': true })
  const names = new Set(leaks.flatMap(span => span.attributes['castellan.redaction.names']))
  expect([...names].sort()).toEqual([nameOf('agent-body'), nameOf('system')])
  expect(new Set(leaks.flatMap(span => span.attributes['castellan.redaction.channels']))).toEqual(new Set(['system']))
})

test('no value is in the record', () => {
  for (const session of [played.whole, played.open]) {
    expect(inExports(session, ...CHANNELS.flatMap(channel => formsOf(V[channel])))).toBe(0)
    expect(session.audit.problems).toEqual([])
  }
})
