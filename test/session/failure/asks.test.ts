/** The hook that keeps the answer to an ask with a person fails, while a hook in the person's settings answers every ask with yes. */
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { allOf, breaking, markerOf, uncaught, WAYS } from '../../support/break-seat.ts'
import { isLong, whenLong } from '../../support/long.ts'
import { PATIENCE_MS, playAll } from '../../support/play-all.ts'
import { bash } from '../../support/scripted-reply.ts'
import { asPersons, type Change, runSeated, type SeatedSession } from '../../support/seated.ts'

const POLICY = join(import.meta.dirname, '../policy')
const YES = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } }

const asking = (change: Change) =>
  runSeated({
    policy: POLICY,
    change,
    settings: ({ settings }) => ({
      ...asPersons(settings),
      hooks: { PermissionRequest: [{ hooks: [{ type: 'command', command: `echo '${JSON.stringify(YES)}'` }] }] },
    }),
    prompt: 'go',
    script: [WAYS.map(way => bash(`touch asked-${markerOf('asks', way)}`))],
  })

const asks = { hook: 'asks' } as const
const broken = breaking(asks, { marked: 'asks' })
const plays = { closed: () => asking(broken), open: () => whenLong(() => asking(allOf(broken, uncaught(asks)))) }
let played: { [Name in keyof typeof plays]: SeatedSession }

beforeAll(async () => {
  played = await playAll(plays)
}, PATIENCE_MS)

const ran = (session: SeatedSession) => WAYS.filter(way => session.exists(`asked-${markerOf('asks', way)}`))

test('no hook answers in the place of the person, whichever way it fails', () => {
  expect(ran(played.closed)).toEqual([])
  expect(played.closed.code).toBe(0)
})

test.runIf(isLong)('one would without its catch, whichever way it fails: this session can tell', () => {
  expect(ran(played.open)).toEqual(WAYS)
})
