import { expect, test } from 'vitest'
import type { EarlyRecord } from '../../hooks/record.ts'
import { createShipping } from '../../hooks/shipping.ts'
import { recordOf } from '../audit/example.ts'
import { policy } from '../policy/rules.ts'
import { fakeDoors } from './doors.ts'

const ENDPOINT = 'http://127.0.0.1:4318/v1/traces'
const AUDITED = policy([], { audit: { endpoint: ENDPOINT, reach: 'complete', headers: [] } })
const SECRET = 'zq7-fixture-value-1'

const { sessionId: _, ...EARLY } = recordOf()
const record = (parts: Partial<EarlyRecord> = {}): EarlyRecord => ({ ...EARLY, ...parts })

function bench(status = 200) {
  const bodies: string[] = []
  const post = async (body: string) => {
    bodies.push(body)
    return { status, headers: {}, text: '' }
  }
  const doors = fakeDoors({}, { post })
  const shipping = createShipping(AUDITED, text => text.replaceAll(SECRET, '‹secret:A›'))
  return { bodies, doors, shipping }
}

test('a policy without audit ships nothing and has no state', async () => {
  const doors = fakeDoors()
  const shipping = createShipping(policy([]), text => text)
  shipping.start(doors, 's')
  shipping.add(record())
  await shipping.flush(10)
  expect([shipping.state(), doors.asked]).toEqual([undefined, []])
})

test('records made before the session is known wait for it, and leave under its name', async () => {
  const { bodies, doors, shipping } = bench()
  shipping.add(record({ event: 'plugin.register' }))
  expect(shipping.state()).toMatchObject({ state: 'idle', queued: 1, sent: 0 })
  shipping.start(doors, 'session-9')
  shipping.add(record())
  expect(bodies).toEqual([])
  await shipping.flush(1000)
  expect(bodies.join()).toContain('plugin.register')
  expect(bodies.join()).toContain('session-9')
  expect(shipping.state()).toMatchObject({ endpoint: ENDPOINT, state: 'ok', queued: 0, dropped: 0 })
})

test('they leave by the timer, of which there is one however often a session starts', async () => {
  const { bodies, doors, shipping } = bench()
  shipping.start(doors, 'a')
  shipping.start(doors, 'b')
  expect(doors.asked.filter(door => door === 'every')).toHaveLength(1)
  shipping.add(record())
  doors.tick()
  await shipping.flush(1000)
  expect(bodies.join()).toContain('"b"')
})

test('what finds no room before the session is known is counted, and so is what could not be made', () => {
  const { shipping } = bench()
  for (let i = 0; i < 2005; i++) shipping.add(record())
  shipping.countLost()
  expect(shipping.state()).toMatchObject({ queued: 2000, dropped: 6 })
})

test.each([
  ['a denial', { decision: 'deny' }, 1],
  ['a redaction', { redactions: { TOKEN: 1 } }, 1],
  ['an allowed call', { decision: 'allow' }, 0],
] as const)('%s leaves at once where it is urgent, and waits for the timer where it is not', async (_, parts, posts) => {
  const { bodies, doors, shipping } = bench()
  shipping.start(doors, 's')
  shipping.add(record(parts))
  for (let i = 0; i < 4; i++) await undefined
  expect(bodies).toHaveLength(posts)
})

test('where there is no room before the session is known, what is urgent takes the place of the oldest that is not', async () => {
  const { bodies, doors, shipping } = bench()
  shipping.add(record({ event: 'oldest.event' }))
  shipping.add(record({ event: 'early.denied', decision: 'deny' }))
  for (let i = 0; i < 1998; i++) shipping.add(record())
  shipping.add(record({ event: 'late.denied', decision: 'deny' }))
  expect(shipping.state()).toMatchObject({ queued: 2000, dropped: 1 })
  shipping.start(doors, 's')
  await shipping.flush(1000)
  expect(bodies.join()).toMatch(/early\.denied[\s\S]*late\.denied/)
  expect(bodies.join()).not.toContain('oldest.event')
})

test('a receiver that fails is told in the state, and nothing is thrown', async () => {
  const { doors, shipping } = bench(503)
  shipping.start(doors, 's')
  shipping.add(record())
  await shipping.flush(1000)
  expect(shipping.state()).toMatchObject({ state: 'failing', sent: 0 })
  expect(shipping.state()?.lastFailure).toBeDefined()
})

test('a registered secret that got into a record is masked', async () => {
  const { bodies, doors, shipping } = bench()
  shipping.start(doors, 's')
  shipping.add(record({ tool: `mcp__${SECRET}__x` }))
  await shipping.flush(1000)
  expect(bodies.join()).not.toContain(SECRET)
  expect(bodies.join()).toContain('‹secret:A›')
})

test('a hurried send leaves before the session starts, under its name, and fails nobody', async () => {
  const { bodies, doors, shipping } = bench()
  shipping.add(record({ event: 'plugin.register' }))
  await shipping.hurry({ ...doors, sessionId: () => Promise.reject(new Error('no session')) })
  expect(bodies).toEqual([])
  await shipping.hurry({ ...doors, sessionId: async () => 'session-early' })
  expect(bodies.join()).toContain('session-early')
  expect(bodies.join()).toContain('plugin.register')
})
