/**
 * Redactors of what is no tool result and no row that fail: of prompts, commands, attachments, instructions, descriptions, skills, reports, summaries and
 * of what the model writes. The others are taken away, the request gate too, so that the failing one alone stands between the value and the model.
 */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  allOf,
  breaking,
  inTurn,
  MIDWAY,
  markerOf,
  passing,
  type Target,
  uncaught,
  WAYS,
  type Way,
  withoutRedactors,
} from '../../support/break-seat.ts'
import { isLong, whenLong } from '../../support/long.ts'
import { listenOnLoopback, readBody } from '../../support/loopback.ts'
import { modSource } from '../../support/mod-source.ts'
import { PATIENCE_MS, playAll } from '../../support/play-all.ts'
import { bash, say, toolUse } from '../../support/scripted-reply.ts'
import { asPersons, type Change, runSeated, type SeatedSession } from '../../support/seated.ts'
import { inExports, inRequests, inRows, spansWith, toolResult } from '../../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, '../policy')
const STEP_WAYS = [...WAYS, ...MIDWAY] as const

/** What the model is told by way of each, with a value for every way to fail; the mod `talker` says the first three, and the last two without a way. */
const CHANNELS = [
  ...([
    'section',
    'description',
    'attachment',
    'mention',
    'skill',
    'report',
    'prompt',
    'command',
    'log',
    'said',
    'asked',
    'summary',
  ] as const),
]
type Channel = (typeof CHANNELS)[number]
const canaryOf = (channel: Channel, way: string) => `zq75-${channel}-${way}-canary`
const [COMPOSED, CONTEXT] = ['zq75-compose-canary', 'zq75-context-canary']
const VALUES = [...CHANNELS.flatMap(channel => STEP_WAYS.map(way => canaryOf(channel, way))), COMPOSED, CONTEXT]
const env = VALUES.map((value, at) => `KEY_${at}=${value}\n`).join('')

/** A hook, and an expression for the way in which it fails over a dispatch. */
type Broken = { target: Target; by: string; otherwise?: 'passes' }
const answers = (event: string) => ({ hook: 'answers', event }) as const
const byName = (key: string, names: readonly string[]) => `({ ${names.map((name, at) => `${name}: '${WAYS[at]}'`).join(', ')} })[e.${key}]`
const byMark = (name: string) => `${JSON.stringify(WAYS)}.find(way => JSON.stringify(e).includes('break.${name}.' + way + '.'))`

const SECTIONS = ['memory', 'env_info_simple', 'session_guidance', 'context_management', 'user_privacy']
const otherwise = 'passes' as const
const section: Broken = { target: answers('prompt.section'), by: byName('name', SECTIONS), otherwise }
const description: Broken = {
  target: answers('tool.describe'),
  by: byName('tool', ['Agent', 'Bash', 'Read', 'Skill', 'WebFetch']),
  otherwise,
}
const ATTACHED = ['environment', 'model', 'auto_mode', 'skill_listing', 'date']
const attachment: Broken = { target: answers('prompt.attachment'), by: byName('type', ATTACHED), otherwise }
const mention: Broken = { target: { hook: 'mentions' }, by: byMark('mention'), otherwise }
const skill: Broken = { target: answers('skill.prompt'), by: byMark('skill'), otherwise }
const report: Broken = { target: answers('agent.report'), by: byMark('report'), otherwise }
const prompt: Broken = { target: { hook: 'prompts' }, by: byMark('prompt'), otherwise }
const command: Broken = { target: { hook: 'commands' }, by: byMark('command'), otherwise }
const log: Broken = { target: { hook: 'telemetry' }, by: byMark('log'), otherwise }
// Nothing in these dispatches says a way: one after the other.
const context: Broken = { target: answers('prompt.context'), by: inTurn('contexts', ['throws-after', 'throws-before', 'answers-five']) }
const compose: Broken = { target: answers('prompt.compose'), by: inTurn('composed', WAYS) }
const compaction: Broken = { target: { hook: 'compactions' }, by: inTurn('compacted', WAYS) }
const step: Broken = { target: { hook: 'steps' }, by: `e.index === 0 ? ${inTurn('stepped', STEP_WAYS)} : undefined`, otherwise }

const failing = (...broken: readonly Broken[]): Change =>
  allOf(
    ...broken.map(({ target, ...when }) => breaking(target, when)),
    withoutRedactors(...broken.map(({ target }) => target), { hook: 'rows' }, { hook: 'requests' }),
  )
/** The redactors of rows and requests work on what holds a command, and on nothing else. */
const gated = (event: 'rows' | 'requests') => passing({ hook: event }, "JSON.stringify(e).includes('break.command.')")
const ungated = allOf(passing({ hook: 'rows' }), passing({ hook: 'requests' }))
const open = (...broken: readonly Broken[]): Change =>
  allOf(
    ...broken.flatMap(({ target }) => [breaking(target, { always: 'throws-before' }), uncaught(target)]),
    withoutRedactors(...broken.map(({ target }) => target)),
  )

const work = (way: Way) => `Do the work of ${way}.`
const agent = (way: Way) => ({ description: 'w', prompt: work(way), subagent_type: 'general-purpose', run_in_background: false })

type Told = SeatedSession & { logged: string }
/** A session in which the engine, the person and sub-agents tell the model a value for every way to fail; the engine logs to a collector. */
const told = async (change: Change, later: readonly string[]): Promise<Told> => {
  const logged: string[] = []
  const collector = await listenOnLoopback(
    createServer(async (request, response) => {
      logged.push(await readBody(request))
      response.end('{}')
    }),
  )
  const session = await runSeated({
    policy: POLICY,
    change,
    mods: { talker: modSource('talker') },
    // The build's settings would keep prompts out of the engine's records.
    settings: built => ({ ...asPersons(built.settings), env: {} }),
    env: {
      ENABLE_TOOL_SEARCH: 'false',
      CLAUDE_CODE_ENABLE_TELEMETRY: '1',
      OTEL_LOG_USER_PROMPTS: '1',
      OTEL_LOGS_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${collector.url}/v1/logs`,
    },
    prompt: `go ${WAYS.map(way => `@${markerOf('mention', way)}md`).join(' ')}`,
    later,
    project: {
      '.env': env,
      '.claude/commands/told.md': 'Say $ARGUMENTS.\n',
      ...Object.fromEntries(WAYS.map(way => [`${markerOf('mention', way)}md`, `mentioned: ${canaryOf('mention', way)}\n`])),
      ...Object.fromEntries(
        WAYS.map(way => [
          `.claude/skills/on-${way}/SKILL.md`,
          `---\nname: on-${way}\ndescription: notes\n---\nNote ${markerOf('skill', way)} ${canaryOf('skill', way)}.\n`,
        ]),
      ),
    },
    script: {
      main: [WAYS.flatMap(way => [toolUse('Skill', { skill: `on-${way}` }), toolUse('Agent', agent(way), `agent-${way}`)])],
      rules: WAYS.map(way => ({
        match: { first: work(way), kind: 'main' },
        blocks: [say(`${markerOf('report', way)} ${canaryOf('report', way)}`)],
      })),
    },
  }).finally(collector.close)
  return { ...session, logged: logged.join('\n') }
}

/** A session in which the model says a value and calls a tool with one in every turn; after these turns the person compacts. */
const said = (change: Change, turns: readonly string[], compacted: readonly string[]) => {
  const lines = turns.flatMap(way => [`round ${way}:`, ...(compacted.includes(way) ? [`/compact about ${way}`] : [])])
  return runSeated({
    policy: POLICY,
    change,
    mods: { talker: modSource('talker') },
    prompt: lines[0] ?? '',
    later: lines.slice(1),
    project: { '.env': env },
    script: {
      rules: [
        ...turns.map(way => ({
          match: { last: `round ${way}:` },
          times: 1,
          blocks: [
            { type: 'text' as const, pieces: [`I know ${canaryOf('said', way)}`, ' now, and more', ' than that.'] },
            { ...bash(`touch ran-${way}; echo ${canaryOf('asked', way)}`, `asked-${way}`), split: 9 },
          ],
        })),
        ...turns.map(way => ({
          match: { last: `about ${way}` },
          blocks: [say(`<analysis>short</analysis><summary>It was about ${canaryOf('summary', way)}.</summary>`)],
        })),
      ],
    },
  })
}

const lines = (start: string, channel: Channel) => WAYS.map(way => `${start} ${markerOf(channel, way)} ${canaryOf(channel, way)}`)
const prompts = lines('Remember', 'prompt')
const logs = lines('Say', 'log')
const commands = lines('/told', 'command')

const plays = {
  early: () =>
    told(allOf(failing(section, description, attachment, mention, command, log), gated('rows'), gated('requests')), [...logs, ...commands]),
  late: () => told(allOf(failing(skill, report, prompt), ungated), prompts),
  openTold: () =>
    whenLong(() =>
      told(open(section, description, attachment, mention, skill, report, prompt, command, log, context), [
        ...prompts,
        ...commands,
        ...logs,
      ]),
    ),
  rounds: () => said(allOf(failing(compose, context, compaction, step), ungated), STEP_WAYS, WAYS),
  // The last message of the first turn is the engine's own: what the model says is asked for in the second.
  openRounds: () => whenLong(() => said(open(compose, compaction, step), ['first', 'throws-before'], ['throws-before'])),
}
let played: { [Name in keyof typeof plays]: Awaited<ReturnType<(typeof plays)[Name]>> }

beforeAll(async () => {
  played = await playAll(plays)
}, PATIENCE_MS)

const WITHHELD = 'castellan: the result was withheld'
const UNSENT = 'castellan: the request was not sent'

const valuesOf = (channel: Channel) => STEP_WAYS.map(way => canaryOf(channel, way))
const inBoth = (session: SeatedSession, values: readonly string[]) => [inRequests(session, ...values), inRows(session, ...values)]
const failures = (session: SeatedSession, event: string) =>
  spansWith(session, { 'castellan.guard_failure.event': event }).filter(span => span.status.code === 2).length

describe('a redactor that fails, whichever way, lets no value into a request or a row', () => {
  test.each(['section', 'description', 'attachment', 'mention'] as const)('%s', channel => {
    expect(inBoth(played.early, valuesOf(channel))).toEqual([0, 0])
  })

  test.each(['skill', 'prompt'] as const)('%s', channel => {
    expect(inBoth(played.late, valuesOf(channel))).toEqual([0, 0])
  })

  test('report: the sub-agent’s own row is not its to clean', () => {
    expect(inRequests(played.late, ...valuesOf('report'))).toBe(0)
  })

  test.each(['said', 'asked', 'summary'] as const)('%s', channel => {
    expect(inBoth(played.rounds, valuesOf(channel))).toEqual([0, 0])
    expect(played.rounds.stdout).not.toContain(`zq75-${channel}`)
  })

  test('the system prompt, and instructions', () => {
    expect(inBoth(played.rounds, [COMPOSED, CONTEXT])).toEqual([0, 0])
  })

  test('a command goes on, so that nobody is locked out of one: rows and the request are cleaned after it', () => {
    expect(inBoth(played.early, valuesOf('command'))).toEqual([0, 0])
    expect(inRequests(played.early, '‹secret:')).toBeGreaterThan(0)
  })

  test('a record for the collector goes without what it says', () => {
    expect(valuesOf('log').filter(value => played.early.logged.includes(value))).toEqual([])
    expect(played.early.logged).toContain('user_prompt')
  })
})

describe('what stands in its place', () => {
  test('is a text that says so, to the model', () => {
    const first = played.early.requests[0]?.body ?? {}
    expect(JSON.stringify(first.system).split(WITHHELD)).toHaveLength(SECTIONS.length + 1)
    expect(JSON.stringify(first.tools).split(WITHHELD)).toHaveLength(WAYS.length + 1)
    expect(JSON.stringify(first.messages).split(WITHHELD).length).toBeGreaterThan(ATTACHED.length)
    for (const way of WAYS) expect(toolResult(played.late, `agent-${way}`)?.text, way).toContain(WITHHELD)
    expect(JSON.stringify(played.rounds.requests[0]?.body?.system)).toContain(WITHHELD)
  })

  test('is the prompt, cleaned, where it had been; else it is dropped, and the person told', () => {
    const sent = WAYS.filter(way => inRequests(played.late, `Remember ${markerOf('prompt', way)} ‹secret:`) > 0)
    expect(sent).toEqual(['throws-after', 'answers-five'])
    expect(played.late.stdout.split(`"result":"Prompt dropped by a hook: ${UNSENT}`)).toHaveLength(WAYS.length - sent.length + 1)
  })

  test('of what the model writes, is what had left clean, and a word to the person; a tool runs where the whole of its call had', () => {
    const { rounds } = played
    expect(WAYS.filter(way => rounds.exists(`ran-${way}`))).toEqual(['throws-after', 'answers-five'])
    expect(['ran-throws-at-text', 'ran-throws-at-tool'].filter(rounds.exists)).toEqual([])
    const told = rounds.stdout.split('\n').filter(line => line.startsWith('{"type":"assistant"') && line.includes(WITHHELD))
    expect(told).toHaveLength(STEP_WAYS.length)
  })

  test('of a compaction, is the conversation as it was', () => {
    const { rounds } = played
    expect(rounds.stdout.split(`"result":"Not compacted · ${UNSENT}`)).toHaveLength(4)
    const last = JSON.stringify(rounds.requests.at(-1)?.body?.messages)
    expect(WAYS.filter(way => !last.includes(`round ${way}:`))).toEqual([])
  })

  test('costs the session nothing more, and the worker is not given up', () => {
    for (const name of ['early', 'late', 'rounds'] as const) {
      expect(played[name].code, name).toBe(0)
      expect(played[name].debugLog.split('hooks worker spawned'), name).toHaveLength(2)
    }
  })
})

test('every failure is in the record, which holds no value', () => {
  const { early, late, rounds } = played
  const counted = (session: SeatedSession, ...events: string[]) => events.map(event => failures(session, event))
  // The engine takes a number for a command's answer without a text.
  expect(counted(early, 'prompt.section', 'tool.describe', 'prompt.mention', 'command.run')).toEqual([5, 5, 5, 4])
  expect(failures(early, 'prompt.attachment')).toBeGreaterThanOrEqual(WAYS.length)
  expect(counted(late, 'skill.prompt', 'agent.report', 'prompt.submit')).toEqual([5, 5, 5])
  expect(counted(rounds, 'turn.step', 'session.compact', 'prompt.compose')).toEqual([STEP_WAYS.length, 5, 5])
  expect(failures(rounds, 'prompt.context')).toBeGreaterThan(1)
  for (const session of Object.values(played).filter(one => one !== undefined)) {
    expect(inExports(session, ...VALUES)).toBe(0)
    expect(session.audit.problems).toEqual([])
  }
})

describe.runIf(isLong)('without its catch a hook that fails is open: these sessions can tell', () => {
  test.each(['section', 'description', 'attachment', 'mention', 'skill', 'report', 'prompt', 'command'] as const)('%s', channel => {
    expect(inRequests(played.openTold, canaryOf(channel, 'throws-before'))).toBeGreaterThan(0)
  })

  test.each(['said', 'asked'] as const)('%s', channel => {
    expect(inRequests(played.openRounds, canaryOf(channel, 'throws-before'))).toBeGreaterThan(0)
  })

  test('the system prompt, instructions, a summary, a record for the collector', () => {
    expect(inRequests(played.openRounds, COMPOSED)).toBeGreaterThan(0)
    expect(inRequests(played.openTold, CONTEXT)).toBeGreaterThan(0)
    expect(inRows(played.openRounds, canaryOf('summary', 'throws-before'))).toBeGreaterThan(0)
    expect(played.openTold.logged).toContain(canaryOf('log', 'throws-before'))
  })
})
