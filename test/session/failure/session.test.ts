/** Hooks about the session itself that fail: settings, plugins, start, the status, the record. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOf, breaking, markerOf, OWN_WAYS, uncaught, WAYS, type Way } from '../../support/break-seat.ts'
import { isLong, whenLong } from '../../support/long.ts'
import { modSource } from '../../support/mod-source.ts'
import { PATIENCE_MS, playAll } from '../../support/play-all.ts'
import { bash, say } from '../../support/scripted-reply.ts'
import { type Change, runSeated, type SeatedSession } from '../../support/seated.ts'
import { inRequests, inRows, spansWith } from '../../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, '../policy')
const SECRET = 'zq72-canary-value-of-the-tests'

/** A mod answers the engine's settings, while castellan's own start and its status fail: the rules and the redactor are to hold all the same. */
const starting = (change: Change) =>
  runSeated({
    policy: POLICY,
    change,
    mods: { unloader: modSource('unloader') },
    prompt: 'go',
    later: ['/castellan'],
    project: { '.env': `KEY=${SECRET}\n`, 'notes.txt': `the key is ${SECRET}\n` },
    script: [[bash('touch free-1; cat notes.txt'), bash('touch forbidden-1')], [say('done')]],
  })

/** Mods that the policy refuses by their names load, one for every way to fail. */
const visiting = (change: Change) =>
  runSeated({
    policy: POLICY,
    change,
    mods: Object.fromEntries(WAYS.map(way => [`refused-${way}`, modSource('visitor')])),
    versions: Object.fromEntries(WAYS.map(way => [`refused-${way}`, `0.0.1-${markerOf('plugins', way)}0`])),
    prompt: 'go',
    script: [],
  })

const recording = () =>
  runSeated({
    policy: POLICY,
    change: breaking({ hook: 'record' }, { marked: 'record', only: "next.event === 'classic.PreToolUse'" }),
    prompt: 'go',
    script: [WAYS.map(way => bash(`echo x >> ran-${markerOf('record', way)}`))],
  })

const settings = { hook: 'settings' } as const
const plugins = { hook: 'plugins' } as const
const failing = (always: Way) =>
  allOf(...[settings, { hook: 'start' } as const, { hook: 'status' } as const].map(target => breaking(target, { always })))

const started = Object.fromEntries(OWN_WAYS.map(way => [way, () => starting(failing(way))])) as Record<Way, () => Promise<SeatedSession>>
/** Without a start there is no command to ask: of the ways that leave none, the status fails in a session of its own. */
const UNSTARTED: readonly Way[] = OWN_WAYS.filter(way => ['throws-before', 'hangs', 'answers-nothing'].includes(way))
const status = (always: Way) =>
  runSeated({ policy: POLICY, change: breaking({ hook: 'status' }, { always }), prompt: '/castellan', script: [] })
const told = Object.fromEntries(UNSTARTED.map(way => [`status-${way}`, () => status(way)])) as Record<
  `status-${Way}`,
  () => Promise<SeatedSession>
>
const plays = {
  visited: () => visiting(breaking(plugins, { marked: 'plugins' })),
  openVisited: () => whenLong(() => visiting(allOf(breaking(plugins, { marked: 'plugins' }), uncaught(plugins)))),
  recorded: recording,
  openStarted: () => whenLong(() => starting(allOf(breaking(settings, { always: 'throws-before' }), uncaught(settings)))),
  ...started,
  ...told,
}

let played: { [Name in keyof typeof plays]: SeatedSession }

beforeAll(async () => {
  played = await playAll(plays)
}, PATIENCE_MS)

/** How many settings the engine took from a mod, as it tells in its log alone. */
const taken = ({ debugLog }: SeatedSession) =>
  Math.max(...[...debugLog.matchAll(/(\d+) keys answered otherwise/g)].map(([, keys]) => Number(keys)))

const visitors = (session: SeatedSession) => WAYS.filter(way => session.exists(`visited-by-refused-${way}`))

describe('the guard of settings that fails', () => {
  test.each(OWN_WAYS)('takes no answer of a mod: %s', way => {
    expect(taken(played[way])).toBe(0)
  })

  test.runIf(isLong)('would without its catch: this session can tell', () => {
    expect(taken(played.openStarted)).toBeGreaterThan(0)
  })
})

describe('a start that fails', () => {
  test.each(OWN_WAYS)('stops neither the session, nor the rules, nor the redactor: %s', way => {
    const session = played[way]
    expect(session.code).toBe(0)
    expect(['free-1', 'forbidden-1'].filter(session.exists)).toEqual(['free-1'])
    expect([inRequests(session, SECRET), inRows(session, SECRET)]).toEqual([0, 0])
    expect(inRequests(session, '‹secret:KEY›')).toBeGreaterThan(0)
  })
})

describe('the gate of plugins that fails', () => {
  test('lets none in, and is in the record', () => {
    expect(visitors(played.visited)).toEqual([])
    const failures = spansWith(played.visited, { 'castellan.guard_failure.event': 'plugin.register' })
    expect(failures.map(span => [span.status.code, span.attributes['castellan.decision']])).toEqual(WAYS.map(() => [2, 'deny']))
  })

  test.runIf(isLong)('would let them in without its catch: this session can tell', () => {
    expect(visitors(played.openVisited)).toEqual(WAYS)
  })
})

test('a recorder that fails where no gate stands changes nothing: calls run, and once', () => {
  expect(WAYS.map(way => played.recorded.readProject(`ran-${markerOf('record', way)}`))).toEqual(WAYS.map(() => 'x\n'))
  expect(played.recorded.code).toBe(0)
})

test.each(OWN_WAYS)('a status that fails asks no model, and tells the person so: %s', way => {
  const isAlone = UNSTARTED.includes(way)
  const session = (played as Readonly<Record<string, SeatedSession>>)[isAlone ? `status-${way}` : way] as SeatedSession
  expect(session.requests.filter(request => request.kind === 'main')).toHaveLength(isAlone ? 0 : 2)
  // The engine takes a number for an answer without a text.
  expect(session.stdout).toContain(way === 'answers-five' ? '' : 'castellan: the status could not be read')
})
