/** Gates over tool calls and mentions that fail, in every way at once: the failure is chosen by a marker in the call, so one session shows them all. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOf, breaking, markerOf, uncaught, WAYS, type Way } from '../../support/break-seat.ts'
import { isLong, whenLong } from '../../support/long.ts'
import { modSource } from '../../support/mod-source.ts'
import { PATIENCE_MS, playAll } from '../../support/play-all.ts'
import type { ScriptedReply } from '../../support/scripted-api.ts'
import { bash, toolUse } from '../../support/scripted-reply.ts'
import { type Change, runSeated, type SeatedSession } from '../../support/seated.ts'
import { inRequests, spansWith, toolResult } from '../../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, '../policy')
const FAILED = '[castellan.guard-failed]'

const textOf = (way: Way) => `text-of-the-sealed-${way}`
const fileOf = (way: Way) => `sealed/${markerOf('mentions', way)}txt`

/** A session in which the model tries a denied command for every way in which the hook of this name can fail. */
const commanding = (name: string, change: Change, later: readonly ScriptedReply[] = []) =>
  runSeated({
    policy: POLICY,
    change,
    prompt: 'go',
    script: [WAYS.map(way => bash(`touch forbidden-${markerOf(name, way)}`, way)), ...later],
  })

/** A session in which a person mentions a sealed file, and the model calls a denied tool of a mod, for every way to fail. */
const mentioning = (change: Change) =>
  runSeated({
    policy: POLICY,
    change,
    mods: { tenant: modSource('server') },
    prompt: WAYS.map(way => `@${fileOf(way)}`).join(' '),
    project: Object.fromEntries(WAYS.map(way => [fileOf(way), textOf(way)])),
    script: [WAYS.map(way => toolUse('mcp__tenant__by-tool-rule', { mark: markerOf('mod-tools', way) }, way))],
  })

const check = breaking({ hook: 'check' }, { marked: 'check' })
const mentions = breaking({ hook: 'mentions' }, { marked: 'mentions' })
const modTools = breaking({ hook: 'mod-tools' }, { marked: 'mod-tools' })
const record = breaking({ hook: 'record' }, { marked: 'record', only: "next.event === 'tool.check'" })
// The catch of the redactor around the tools of mods speaks for them too: it goes as well.
const uncaughtTools = allOf(uncaught({ hook: 'mod-tools' }), uncaught({ hook: 'results' }))
const passesOn: Change = seat => seat.replace('void castellan.recordFailure(e, next)', 'next(e)')

const plays = {
  // The engine gives a hook five seconds to end after its time is up.
  commanded: () =>
    commanding('check', check, [[bash('sleep 6')], [bash('touch forbidden-later; touch free-later'), bash('touch free-last')]]),
  mentioned: () => mentioning(allOf(mentions, modTools)),
  openCommanded: () => whenLong(() => commanding('check', allOf(check, uncaught({ hook: 'check' })))),
  openMentioned: () => whenLong(() => mentioning(allOf(mentions, modTools, uncaught({ hook: 'mentions' }), uncaughtTools))),
  recorded: () => commanding('record', record),
  passedOn: () => whenLong(() => commanding('check', allOf(check, passesOn))),
}

let played: { [Name in keyof typeof plays]: SeatedSession }

beforeAll(async () => {
  played = await playAll(plays)
}, PATIENCE_MS)

/** What happened that should not have. */
const ran = (session: SeatedSession, name = 'check') => WAYS.filter(way => session.exists(`forbidden-${markerOf(name, way)}`))
const served = (session: SeatedSession) => WAYS.filter(way => session.exists(`served-${markerOf('mod-tools', way)}`))
const attached = (session: SeatedSession) => WAYS.filter(way => inRequests(session, textOf(way)) > 0)

const failuresAt = (session: SeatedSession, event: string) => {
  const spans = spansWith(session, { 'castellan.hook.event': event, 'castellan.guard_failure.event': event })
  return spans.filter(span => span.status.code === 2 && span.attributes['error.type'] === 'guard_failure')
}

describe('a gate that fails', () => {
  test('lets no denied command run, and says so', () => {
    expect(ran(played.commanded)).toEqual([])
    for (const way of WAYS) expect(toolResult(played.commanded, way)?.text, way).toContain(FAILED)
  })

  test('lets no denied tool of a mod be served, and says so', () => {
    expect(served(played.mentioned)).toEqual([])
    for (const way of WAYS) expect(toolResult(played.mentioned, way)?.text, way).toContain(FAILED)
  })

  test('lets no sealed file be attached', () => {
    expect(attached(played.mentioned)).toEqual([])
  })

  test('is in the record every time, as an error, with the call it is about', () => {
    const ids = (session: SeatedSession, event: string) => failuresAt(session, event).map(span => span.attributes['gen_ai.tool.call.id'])
    expect(ids(played.commanded, 'tool.check').sort()).toEqual([...WAYS].sort())
    expect(ids(played.mentioned, 'tool.call').sort()).toEqual([...WAYS].sort())
    expect(failuresAt(played.mentioned, 'prompt.mention')).toHaveLength(WAYS.length)
    for (const session of [played.commanded, played.mentioned]) expect(session.audit.problems).toEqual([])
  })

  test('and hangs ends with its time: the engine has no reason to unload the seat, and the rules go on', () => {
    expect(played.commanded.debugLog).not.toContain('ignores its signal')
    expect(['forbidden-later', 'free-later', 'free-last'].filter(played.commanded.exists)).toEqual(['free-last'])
  })

  test('costs the session no more than that', () => {
    expect([played.commanded.code, played.mentioned.code]).toEqual([0, 0])
  })
})

test('a recorder that fails opens none of the gates within it', () => {
  expect(ran(played.recorded, 'record')).toEqual([])
})

describe.runIf(isLong)('what shows that these sessions can tell', () => {
  test('without its catch each gate is open, whichever way it fails', () => {
    expect(ran(played.openCommanded)).toEqual(WAYS)
    expect(served(played.openMentioned)).toEqual(WAYS)
    expect(attached(played.openMentioned)).toEqual(WAYS)
  })

  test('a recorder whose catch passes on would open the gates within', () => {
    expect(ran(played.passedOn)).toEqual(WAYS)
  })
})
