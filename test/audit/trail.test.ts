import { expect, test } from 'vitest'
import { createAuditTrail } from '../../audit/trail.ts'
import { FULL, recordOf, sourceOf } from './example.ts'

const doors = (bodies: string[]) => ({
  post: async (body: string) => {
    bodies.push(body)
    return { status: 200, headers: {}, text: '{}' }
  },
  sleep: () => new Promise<void>(() => {}),
  jitter: () => 0.5,
})
const namesIn = (body: string) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans.map(({ name }: { name: string }) => name)

test('a record leaves as spans; the one of a failed guard apart from the rest', async () => {
  const bodies: string[] = []
  const trail = createAuditTrail({ ...sourceOf(), ...doors(bodies) })
  trail.record(recordOf())
  trail.record(FULL)
  await trail.tick(0)
  expect(bodies.map(namesIn)).toEqual([
    ['castellan.decide tool.check'],
    ['castellan.link', 'castellan.link', 'castellan.observe tool.call'],
  ])
  expect(trail.state()).toMatchObject({ endpoint: 'ok', sent: 4, dropped: 0 })
})

test('a record that cannot be made into spans is counted, and throws nothing into the hook', () => {
  const trail = createAuditTrail({
    ...sourceOf({
      randomHex: () => {
        throw new Error('no randomness')
      },
    }),
    ...doors([]),
  })
  trail.record(recordOf())
  trail.record(undefined as never)
  expect(trail.state()).toMatchObject({ dropped: 2, queued: 0 })
})

test('nothing a record does not name gets into a body', async () => {
  const bodies: string[] = []
  const trail = createAuditTrail({ ...sourceOf(), ...doors(bodies) })
  const link = {
    index: 1,
    plugin: 'p',
    tier: 'user',
    outcome: 'returned',
    ms: 1,
    received: 'FAKE-hunter2-0001',
    returned: 'FAKE-hunter2-0001',
  }
  trail.record({ ...recordOf({ links: [link] }), input: 'FAKE-hunter2-0001' } as never)
  await trail.tick(0)
  expect(bodies.join()).toContain('castellan.link')
  expect(bodies.join()).not.toContain('FAKE-hunter2-0001')
})
