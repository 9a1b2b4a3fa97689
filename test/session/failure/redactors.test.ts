/**
 * Redactors of results, rows and requests that fail, each with all others taken away, so that it alone stands between the value and the model. Results and rows fail by a marker,
 * all ways in one session; a request that is refused ends the session, so each way has its own.
 */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOf, breaking, markerOf, OWN_WAYS, uncaught, WAYS, type Way, withoutRedactors } from '../../support/break-seat.ts'
import { isLong, whenLong } from '../../support/long.ts'
import { PATIENCE_MS, playAll } from '../../support/play-all.ts'
import { bash, say, toolUse } from '../../support/scripted-reply.ts'
import { type Change, runSeated, type SeatedSession } from '../../support/seated.ts'
import { inExports, inRequests, inRows, spansWith, toolResult } from '../../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, '../policy')
const SECRET = 'zq71-canary-value-of-the-tests'
const secretOf = (way: Way) => `${SECRET}-${way}-xyz`
const env = WAYS.map((way, at) => `KEY_${at}=${secretOf(way)}\n`).join('')

const results = { hook: 'results' } as const
const rows = { hook: 'rows' } as const
const requests = { hook: 'requests' } as const

const brokenResults = allOf(breaking(results, { marked: 'results' }), withoutRedactors(results))
const brokenRows = allOf(breaking(rows, { marked: 'rows' }), withoutRedactors(rows))
// castellan's own exports pass this hook too, and are to arrive.
const fails = (always: Way) => ({ always, only: "next.origin.plugin === 'engine'" })
const brokenRequests = (way: Way) => allOf(breaking(requests, fails(way)), withoutRedactors(requests))

/** The model reads a file with a secret value for every way to fail; the marker stands in the command, or in the file, so that only the row shows it. */
const reading = (name: 'results' | 'rows', change: Change) => {
  const fileOf = (way: Way) => (name === 'results' ? `${markerOf(name, way)}txt` : `file-${way}.txt`)
  return runSeated({
    policy: POLICY,
    change,
    prompt: 'go',
    project: { '.env': env, ...Object.fromEntries(WAYS.map(way => [fileOf(way), `${markerOf('rows', way)} ${secretOf(way)}\n`])) },
    script: [WAYS.map(way => bash(`cat ${fileOf(way)}`, way)), [say('done')]],
  })
}

/** The person's prompt holds a secret value. */
const asking = (change: Change) =>
  runSeated({ policy: POLICY, change, prompt: `Use ${secretOf('hangs')}.`, project: { '.env': env }, script: [[say('done')]] })

/** The hook that tells which rule stands behind a refused file fails, over a file that is read and holds a value. */
const refusing = () =>
  runSeated({
    policy: POLICY,
    change: breaking({ hook: 'refused-files' }, { marked: 'refused-files' }),
    prompt: 'go',
    project: { '.env': env, ...Object.fromEntries(WAYS.map(way => [`${markerOf('refused-files', way)}txt`, `${secretOf(way)}\n`])) },
    script: [WAYS.map(way => toolUse('Read', { file_path: `${markerOf('refused-files', way)}txt` }, way)), [say('done')]],
  })

const plays = {
  results: () => reading('results', brokenResults),
  openResults: () => whenLong(() => reading('results', allOf(brokenResults, uncaught(results)))),
  rows: () => reading('rows', brokenRows),
  openRows: () => whenLong(() => reading('rows', allOf(brokenRows, uncaught(rows)))),
  refusing,
  none: () => asking(withoutRedactors()),
}
const asked = Object.fromEntries(OWN_WAYS.map(way => [way, () => asking(brokenRequests(way))])) as Record<Way, () => Promise<SeatedSession>>
/** The redactors are whole, but castellan's own gate fails on the calls by which it finds and reads the files with the values. */
const unloaded = (event: string) =>
  runSeated({
    policy: POLICY,
    change: breaking({ hook: 'mod-call', event }, { always: 'throws-before' }),
    prompt: 'go',
    project: { '.env': env, notes: secretOf('hangs') },
    script: [[bash('cat notes')], [say('done')]],
  })
const unloadedPlays = { unlisted: () => unloaded('fs.list'), unread: () => unloaded('fs.read') }
const openAsked = { openThrow: () => whenLong(() => asking(allOf(brokenRequests('throws-before'), uncaught(requests)))) }

let played: { [Name in keyof (typeof plays & typeof asked & typeof openAsked & typeof unloadedPlays)]: SeatedSession }

beforeAll(async () => {
  played = await playAll({ ...plays, ...asked, ...openAsked, ...unloadedPlays })
}, PATIENCE_MS)

const leaked = (session: SeatedSession) => WAYS.filter(way => inRequests(session, secretOf(way)) > 0)
const failures = (session: SeatedSession, event: string) =>
  spansWith(session, { 'castellan.guard_failure.event': event }).filter(span => span.status.code === 2)

describe('a redactor of results that fails', () => {
  test('withholds the result, whether or not the tool has run: no request and no row holds the value', () => {
    expect(leaked(played.results)).toEqual([])
    expect(inRows(played.results, SECRET)).toBe(0)
    for (const way of WAYS) expect(toolResult(played.results, way)?.text, way).toContain('[castellan.guard-failed]')
    expect(failures(played.results, 'tool.call')).toHaveLength(WAYS.length)
  })

  test.runIf(isLong)('would leak without its catch, whichever way it fails', () => {
    expect(leaked(played.openResults)).toEqual(WAYS)
  })
})

describe('a redactor of rows that fails', () => {
  test('stores a row without its texts: no request and no row’s message holds the value', () => {
    expect(leaked(played.rows)).toEqual([])
    expect(inRows(played.rows, SECRET)).toBe(0)
    expect(failures(played.rows, 'session.append').length).toBeGreaterThanOrEqual(WAYS.length)
    expect(played.rows.code).toBe(0)
  })

  test.runIf(isLong)('would leak without its catch, where it fails before its work is handed down', () => {
    expect(leaked(played.openRows)).toEqual(['throws-before', 'hangs', 'answers-nothing'])
  })
})

describe('a redactor of requests that fails', () => {
  test.each(OWN_WAYS)('sends no raw request: %s', way => {
    expect(inRequests(played[way], SECRET)).toBe(0)
    expect(played[way].stdout).toContain('castellan: the request was not sent')
    expect(failures(played[way], 'http.fetch').length).toBeGreaterThan(0)
  })

  test.runIf(isLong)('would leak without its catch', () => {
    expect(inRequests(played.openThrow, SECRET)).toBeGreaterThan(0)
  })
})

test('the hook on refused files that fails lets no value through, and the session goes on', () => {
  expect([inRequests(played.refusing, SECRET), inRows(played.refusing, SECRET), played.refusing.code]).toEqual([0, 0, 0])
  expect(failures(played.refusing, 'tool.call')).toHaveLength(WAYS.length)
})

test.each(['unlisted', 'unread'] as const)('while the values are not known no request is sent: %s', name => {
  expect(inRequests(played[name], SECRET)).toBe(0)
  expect(played[name].stdout).toContain('[castellan.guard-failed]')
})

test('the record never holds a value, whatever fails', () => {
  for (const name of ['results', 'rows', ...OWN_WAYS] as const) {
    expect(inExports(played[name], SECRET), name).toBe(0)
    expect(played[name].audit.problems).toEqual([])
  }
})

test('with no redactor at all the value is in the request: these sessions can tell', () => {
  expect(inRequests(played.none, SECRET)).toBeGreaterThan(0)
})
