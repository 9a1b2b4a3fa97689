/** Gates over what mods call themselves that fail, in every way at once: one mod makes a refused call of every kind for every way. */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOf, breaking, markerOf, type Target, uncaught, WAYS } from '../../support/break-seat.ts'
import { isLong, whenLong } from '../../support/long.ts'
import { listenOnLoopback } from '../../support/loopback.ts'
import { modSource } from '../../support/mod-source.ts'
import { PATIENCE_MS, playAll } from '../../support/play-all.ts'
import { type Change, runSeated, type SeatedSession } from '../../support/seated.ts'
import { spansWith } from '../../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, '../policy')
const FAILED = '[castellan.guard-failed]'
const FILES = ['fs.read', 'fs.write', 'fs.list', 'fs.stat', 'fs.exists', 'fs.ancestors']

const targets: Target[] = [
  ...[...FILES, 'env.get', 'process.run'].map(event => ({ hook: 'mod-call', event }) as const),
  { hook: 'mod-stream', event: 'process.spawn' },
  { hook: 'requests', event: 'http.fetch' },
]
const broken = allOf(...targets.map(target => breaking(target, { marked: `${target.event}` })))

type Called = { session: SeatedSession; report: Record<string, { answered?: unknown; refused?: string }>; requested: string[] }

async function calling(change: Change): Promise<Called> {
  const requested: string[] = []
  const host = await listenOnLoopback(
    createServer((request, response) => {
      requested.push(request.url ?? '')
      response.end('ok')
    }),
  )
  const files = FILES.flatMap(event => WAYS.map(way => `sealed/${markerOf(event, way)}${event === 'fs.list' ? '/file' : 'txt'}`))
  const keys = WAYS.map(way => [`KEY.${markerOf('env.get', way)}`, 'value-of-the-key'])
  try {
    const session = await runSeated({
      policy: POLICY,
      change,
      mods: { caller: modSource('caller') },
      env: { CALLER_HOST: host.url, ...Object.fromEntries(keys) },
      project: { 'sealed/NOTES.md': 'text-of-the-sealed', ...Object.fromEntries(files.map(file => [file, 'text-of-the-sealed'])) },
      prompt: 'go',
      script: [],
    })
    return { session, report: JSON.parse(session.readProject('report.json')), requested }
  } finally {
    await host.close()
  }
}

const plays = { closed: () => calling(broken), open: () => whenLong(() => calling(allOf(broken, ...targets.map(uncaught)))) }
let played: { [Name in keyof typeof plays]: Called }

beforeAll(async () => {
  played = await playAll(plays)
}, PATIENCE_MS)

const made = ({ session }: Called, event: string) => WAYS.filter(way => session.exists(`forbidden-${markerOf(event, way)}`))
const changed = ({ session }: Called) => WAYS.filter(way => session.readProject(`sealed/${markerOf('fs.write', way)}txt`) === 'changed')
const refused = ({ report }: Called, event: string) => WAYS.filter(way => report[`${event} ${way}`]?.refused?.includes(FAILED))

describe('the gates of mods that fail', () => {
  test.each(targets.map(({ event }) => event))('refuse, and are in the record as errors: %s', event => {
    expect(refused(played.closed, event ?? '')).toEqual(WAYS)
    const failures = spansWith(played.closed.session, { 'castellan.hook.event': event, 'error.type': 'guard_failure' })
    const byCaller = failures.filter(span => span.attributes['castellan.caller.plugin'] === 'caller' && span.status.code === 2)
    expect(byCaller).toHaveLength(WAYS.length)
    expect(byCaller.map(span => span.attributes['castellan.decision'])).toEqual(WAYS.map(() => 'deny'))
  })

  test('let nothing happen', () => {
    expect(JSON.stringify(played.closed.report)).not.toMatch(/text-of-the-sealed|value-of-the-key/)
    expect([made(played.closed, 'process.run'), made(played.closed, 'process.spawn'), changed(played.closed)]).toEqual([[], [], []])
    expect(played.closed.requested).toEqual([])
    expect(played.closed.session.code).toBe(0)
  })
})

test.runIf(isLong)('without their catches they are open, whichever way they fail: these sessions can tell', () => {
  const { open } = played
  for (const { event } of targets) expect(refused(open, event ?? ''), event).toEqual([])
  for (const event of ['fs.read', 'fs.ancestors'])
    for (const way of WAYS) expect(JSON.stringify(open.report[`${event} ${way}`])).toContain('text-of-the-sealed')
  for (const way of WAYS) expect(open.report[`env.get ${way}`]?.answered).toBe('value-of-the-key')
  expect([made(open, 'process.run'), made(open, 'process.spawn'), changed(open)]).toEqual([WAYS, WAYS, WAYS])
  expect(open.requested).toHaveLength(WAYS.length)
})
