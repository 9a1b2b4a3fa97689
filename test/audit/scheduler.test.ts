import { SpanStatusCode } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { describe, expect, test } from 'vitest'
import type { Reply } from '../../audit/outcome.ts'
import { createScheduler, MAX_QUEUED_SPANS, POST_TIMEOUT_MS } from '../../audit/scheduler.ts'

type Answer = number | Reply | Error | 'hang'

/** A scheduler against a collector that answers by a script (then 200), with sleeps that end when told. */
function bench(script: Answer[] = []) {
  const posts: string[] = []
  const sleeps: { ms: number; end: () => void }[] = []
  const scheduler = createScheduler({
    serialize: spans => spans.map(({ name }) => name).join(),
    jitter: () => 0.5,
    sleep: ms => new Promise<void>(resolve => sleeps.push({ ms, end: resolve })),
    post: async body => {
      posts.push(body)
      const answer = script.shift() ?? 200
      if (answer === 'hang') return new Promise<Reply>(() => {})
      if (answer instanceof Error) throw answer
      return typeof answer === 'number' ? { status: answer, headers: {}, text: '' } : answer
    },
  })
  /** As whoever has a bound does, and whoever has none: one of the two sends. */
  const tick = async (now: number): Promise<void> => {
    await Promise.all([scheduler.tick(now), scheduler.tick(now, true)])
  }
  const endSleeps = (ms: number) => {
    for (const sleep of sleeps.splice(0)) if (sleep.ms === ms) sleep.end()
  }
  return { scheduler: { ...scheduler, tick }, tick: scheduler.tick, posts, endSleeps }
}
const span = (name: string, code = SpanStatusCode.UNSET) => ({ name, status: { code } }) as unknown as ReadableSpan
const link = () => span('castellan.link')
const spans = (n: number) => Array.from({ length: n }, (_, k) => span(`${k}`))
const settled = () => new Promise(resolve => setImmediate(resolve))

test('tells which spans a receiver took, and of no others', async () => {
  const script: Answer[] = [503, 200, 400]
  const told: string[] = []
  const scheduler = createScheduler({
    serialize: spans => spans.map(({ name }) => name).join(),
    jitter: () => 0.5,
    sleep: () => new Promise(() => {}),
    post: async () => ({ status: script.shift() as number, headers: {}, text: '' }),
    taken: taken => void told.push(taken.map(({ name }) => name).join()),
  })
  scheduler.add([span('a'), span('b')])
  await scheduler.tick(0, true)
  expect(told).toEqual([])
  await scheduler.tick(1000)
  scheduler.add([span('refused')])
  await scheduler.tick(2000)
  expect(told).toEqual(['a,b'])
})

describe('tick', () => {
  test('sends what waits and counts it', async () => {
    const { scheduler, posts } = bench()
    expect(scheduler.state()).toEqual({ endpoint: 'idle', sent: 0, refused: 0, dropped: 0, queued: 0, lastFailure: undefined })
    scheduler.add([span('a'), span('b')])
    expect(scheduler.state().queued).toBe(2)
    await scheduler.tick(0)
    expect(posts).toEqual(['a,b'])
    expect(scheduler.state()).toEqual({ endpoint: 'ok', sent: 2, refused: 0, dropped: 0, queued: 0, lastFailure: undefined })
    await scheduler.tick(1)
    expect(posts).toHaveLength(1)
  })

  test('batches of 512, all in one pass', async () => {
    const { scheduler, posts } = bench()
    scheduler.add(spans(1100))
    await scheduler.tick(0)
    expect(posts.map(body => body.split(',').length)).toEqual([512, 512, 76])
    expect(scheduler.state().sent).toBe(1100)
  })

  test('spans with a status go in a batch of their own, before the others', async () => {
    const { scheduler, posts } = bench([400, 200])
    scheduler.add([span('plain')])
    scheduler.add([span('failed', SpanStatusCode.ERROR), span('its-link')])
    await scheduler.tick(0)
    expect(posts).toEqual(['failed', 'plain,its-link'])
    expect(scheduler.state()).toMatchObject({ sent: 2, refused: 1 })
  })

  test('what is urgent goes before what is not, however long that has waited', async () => {
    const { scheduler, posts } = bench()
    scheduler.add([span('plain')])
    scheduler.add([span('denied'), span('its-link')], 'urgent')
    scheduler.add([span('failed', SpanStatusCode.ERROR)], 'urgent')
    await scheduler.tick(0)
    expect(posts).toEqual(['failed', 'denied,its-link,plain'])
  })

  test('a batch is kept until it is answered for, and waits longer each time', async () => {
    const { scheduler, posts } = bench([503, new Error('connect ECONNREFUSED'), 200])
    scheduler.add([span('a')])
    await scheduler.tick(1000)
    expect(scheduler.state()).toMatchObject({ endpoint: 'failing', sent: 0, queued: 1, lastFailure: 'HTTP 503' })
    await scheduler.tick(1499)
    expect(posts).toHaveLength(1)
    await scheduler.tick(1500)
    expect(scheduler.state()).toMatchObject({ queued: 1, lastFailure: 'ECONNREFUSED' })
    await scheduler.tick(2499)
    expect(posts).toHaveLength(2)
    scheduler.add([span('b')])
    await scheduler.tick(2500)
    expect(posts).toEqual(['a', 'a', 'a', 'b'])
    expect(scheduler.state()).toMatchObject({ endpoint: 'ok', sent: 2, queued: 0 })
  })

  test('Retry-After is heeded', async () => {
    const { scheduler, posts } = bench([{ status: 429, headers: { 'retry-after': '30' }, text: '' }])
    scheduler.add([span('a')])
    await scheduler.tick(0)
    await scheduler.tick(29_999)
    expect(posts).toHaveLength(1)
    await scheduler.tick(30_000)
    expect(posts).toHaveLength(2)
  })

  test('a clock set back does not hold a batch for ever', async () => {
    const { scheduler, posts } = bench([503])
    scheduler.add([span('a')])
    await scheduler.tick(1_000_000_000)
    await scheduler.tick(5)
    expect(posts).toHaveLength(2)
  })

  test('what is refused is counted and not sent again; the next batch goes on', async () => {
    const { scheduler, posts } = bench([400, 200])
    scheduler.add(spans(513))
    await scheduler.tick(0)
    expect(posts).toHaveLength(2)
    expect(scheduler.state()).toEqual({ endpoint: 'ok', sent: 1, refused: 512, dropped: 0, queued: 0, lastFailure: 'HTTP 400' })
  })

  test('a partial success counts what was rejected', async () => {
    const { scheduler } = bench([{ status: 200, headers: {}, text: '{"partialSuccess":{"rejectedSpans":"2"}}' }])
    scheduler.add(spans(5))
    await scheduler.tick(0)
    expect(scheduler.state()).toMatchObject({ endpoint: 'ok', sent: 3, refused: 2, lastFailure: '2 of 5 spans rejected' })
  })

  test('a post that never settles is given up, and tried again', async () => {
    const { scheduler, posts, endSleeps } = bench(['hang', 200])
    scheduler.add([span('a')])
    const tick = scheduler.tick(0)
    await settled()
    expect(posts).toHaveLength(1)
    endSleeps(POST_TIMEOUT_MS)
    await tick
    expect(scheduler.state()).toMatchObject({ endpoint: 'failing', queued: 1, lastFailure: 'no answer within 10 s' })
    await scheduler.tick(10_000)
    expect(scheduler.state()).toMatchObject({ sent: 1, queued: 0 })
  })

  test('one pass at a time: a tick meanwhile joins it', async () => {
    const { scheduler, posts, endSleeps } = bench(['hang'])
    scheduler.add([span('a')])
    const ticks = [scheduler.tick(0), scheduler.tick(1)]
    await settled()
    expect(posts).toHaveLength(1)
    endSleeps(POST_TIMEOUT_MS)
    await Promise.all(ticks)
    expect(posts).toHaveLength(1)
  })

  test('while nobody answered, only who has a bound sends; once somebody did, and be it the network, everybody', async () => {
    const { tick, scheduler, posts, endSleeps } = bench(['hang', new Error('connect ECONNREFUSED'), 200])
    scheduler.add([span('a')])
    await tick(0)
    expect(posts).toHaveLength(0)
    const bounded = tick(1, true)
    await settled()
    endSleeps(POST_TIMEOUT_MS)
    await bounded
    await tick(60_000)
    expect(posts).toHaveLength(1)
    await tick(60_000, true)
    expect(posts).toHaveLength(2)
    await tick(120_000)
    expect(posts).toHaveLength(3)
    expect(scheduler.state()).toMatchObject({ sent: 1, queued: 0 })
  })

  test('what is too long is halved until it is taken, and what comes after it is cut as short; a span that is too long alone is refused', async () => {
    const { scheduler, posts } = bench([413, 413, 200, 413])
    scheduler.add(spans(4))
    scheduler.add([span('late')])
    await scheduler.tick(0)
    expect(posts).toEqual(['0,1,2,3,late', '0,1', '0', '1', '2', '3', 'late'])
    expect(scheduler.state()).toMatchObject({ sent: 4, refused: 1, dropped: 0, queued: 0 })
  })

  test('doors that throw where they should reject do no harm', async () => {
    const broken = () => {
      throw new Error('at once')
    }
    const scheduler = createScheduler({ post: broken, sleep: broken, jitter: broken, serialize: () => 'x' })
    scheduler.add([span('a')])
    await scheduler.tick(0)
    await scheduler.flush(100)
    expect(scheduler.state().queued).toBe(1)
  })
})

describe('the queue', () => {
  test('is bounded; a record goes in whole or is counted as dropped whole', async () => {
    const { scheduler } = bench()
    scheduler.add(spans(MAX_QUEUED_SPANS - 1))
    scheduler.add([span('x'), span('y')])
    expect(scheduler.state()).toMatchObject({ queued: MAX_QUEUED_SPANS - 1, dropped: 2 })
    scheduler.add([span('z')])
    expect(scheduler.state()).toMatchObject({ queued: MAX_QUEUED_SPANS, dropped: 2 })
  })

  test('that is full gives urgent spans the place of the oldest plain records, whole', async () => {
    const { scheduler, posts } = bench()
    scheduler.add([span('old'), link(), link()])
    scheduler.add(spans(MAX_QUEUED_SPANS - 3))
    scheduler.add([span('denied'), span('denied-link')], 'urgent')
    expect(scheduler.state()).toMatchObject({ queued: MAX_QUEUED_SPANS - 1, dropped: 3 })
    await scheduler.tick(0)
    expect(posts[0]).toMatch(/^denied,denied-link,/)
    expect(posts.join()).not.toMatch(/old|castellan/)
    expect(scheduler.state()).toMatchObject({ sent: MAX_QUEUED_SPANS - 1, dropped: 3, queued: 0 })
  })

  test('that is full of urgent spans keeps those it has', async () => {
    const { scheduler, posts } = bench()
    scheduler.add([span('plain')])
    scheduler.add(spans(MAX_QUEUED_SPANS - 1), 'urgent')
    scheduler.add([span('late'), span('late-link')], 'urgent')
    expect(scheduler.state()).toMatchObject({ queued: MAX_QUEUED_SPANS, dropped: 2 })
    await scheduler.tick(0)
    expect(posts.at(-1)).toMatch(/,plain$/)
  })

  test('counts what is under way', async () => {
    const { scheduler } = bench(['hang'])
    scheduler.add(spans(MAX_QUEUED_SPANS))
    void scheduler.tick(0)
    await settled()
    scheduler.add([span('x')])
    expect(scheduler.state()).toMatchObject({ queued: MAX_QUEUED_SPANS, dropped: 1 })
  })

  test('a span that cannot be written is dropped alone', async () => {
    const posts: string[] = []
    const scheduler = createScheduler({
      serialize: list => {
        if (list.some(({ name }) => name === '2')) throw new Error('cannot')
        return list.map(({ name }) => name).join()
      },
      jitter: () => 0,
      sleep: () => new Promise(() => {}),
      post: async body => {
        posts.push(body)
        return { status: 200 }
      },
    })
    scheduler.add(spans(4))
    await scheduler.tick(0, true)
    expect(posts.join().split(',').toSorted()).toEqual(['0', '1', '3'])
    expect(scheduler.state()).toMatchObject({ sent: 3, dropped: 1, queued: 0 })
  })
})

describe('flush', () => {
  test('waits for no backoff', async () => {
    const { scheduler, posts } = bench([503, 200])
    scheduler.add([span('a')])
    await scheduler.tick(0)
    await scheduler.flush(1000)
    expect(posts).toHaveLength(2)
    expect(scheduler.state()).toMatchObject({ sent: 1, queued: 0 })
  })

  test('tries a collector that is down once, not until the time is up', async () => {
    const { scheduler, posts } = bench([503, 503, 503])
    scheduler.add(spans(1000))
    await scheduler.flush(1000)
    expect(posts).toHaveLength(1)
    expect(scheduler.state()).toMatchObject({ sent: 0, queued: 1000 })
  })

  test('waits for the pass under way, then sends what came meanwhile', async () => {
    const { scheduler, posts } = bench()
    scheduler.add([span('a')])
    void scheduler.tick(0)
    await Promise.resolve()
    await Promise.resolve()
    scheduler.add([span('b')])
    await scheduler.flush(1000)
    expect(posts).toEqual(['a', 'b'])
  })

  test('a pass under way that fails is followed by one more try', async () => {
    const { scheduler, posts } = bench([503, 200])
    scheduler.add([span('a')])
    void scheduler.tick(0)
    await scheduler.flush(1000)
    expect(posts).toEqual(['a', 'a'])
    expect(scheduler.state()).toMatchObject({ sent: 1, queued: 0 })
  })

  test('a post that hangs is left behind when the time is up, and nothing is lost from the count', async () => {
    const { scheduler, endSleeps } = bench(['hang'])
    scheduler.add([span('a')])
    const flush = scheduler.flush(1200)
    await settled()
    endSleeps(1200)
    await flush
    expect(scheduler.state()).toMatchObject({ sent: 0, queued: 1 })
  })

  test('no room, no wait', async () => {
    const { scheduler, posts } = bench()
    scheduler.add([span('a')])
    for (const room of [0, -5, Number.NaN]) await scheduler.flush(room)
    expect(posts).toEqual([])
  })
})
