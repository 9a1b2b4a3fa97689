import { describe, expect, test } from 'vitest'
import { hashOf } from '../../audit/chain.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { IDLE_MS } from '../../audit/trail.ts'
import { auditOf } from '../../policy/compile/audit-of.ts'
import { FULL, recordOf } from './example.ts'
import { trailBench } from './trail-bench.ts'

const ENGINE = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }
const CALL = { traceId: 'a'.repeat(32), spanId: 'c'.repeat(16) }
const BEHIND = auditOf({ endpoint: 'from-env', durability: 'behind' }).durability
const START = recordOf({ event: 'turn.start', time: 1000, ms: 1 })
const COMPLETE = recordOf({ event: 'turn.complete', time: 3000, ms: 10 })
const check = (parts: Partial<AuditRecord> = {}): AuditRecord =>
  recordOf({ event: 'tool.check', tool: 'Bash', toolUseId: 't1', decision: 'allow', time: 2000, ...parts })

const names = (spans: readonly { name: string }[]): string[] => spans.map(({ name }) => name)

test('a record leaves as spans after the start of its chain; that of a failed guard apart from the rest', async () => {
  const { trail, bodies, sent } = trailBench()
  trail.record(recordOf())
  trail.record(FULL)
  expect(names(await sent())).toEqual([
    'castellan.decide tool.check',
    'castellan.link',
    'castellan.link',
    'castellan.session.start',
    'castellan.observe tool.call',
  ])
  expect(bodies).toHaveLength(2)
  expect(trail.state()).toMatchObject({ endpoint: 'ok', sent: 5, dropped: 0 })
})

test('a record that cannot be made into spans is counted as dropped, one that cannot be sealed told as lost; nothing is thrown into the hook', async () => {
  let isDry = false
  const { trail } = trailBench(
    {},
    {
      randomHex: bytes => {
        if (isDry) throw new Error('no randomness')
        return '1'.repeat(2 * bytes)
      },
    },
  )
  await trail.tick(1)
  isDry = true
  trail.record(recordOf())
  await trail.tick(1)
  expect(trail.state()).toMatchObject({ dropped: 1, queued: 0 })
  isDry = false
  trail.record(undefined as never)
  const bench = trailBench()
  bench.trail.record(undefined as never)
  bench.trail.record(recordOf())
  await bench.sent()
  expect(bench.lines().map(line => JSON.parse(line).lost)).toEqual([undefined, { count: 1, why: 'not readable' }])
})

test('records lost for several reasons: each is told once', () => {
  const { trail, kept } = trailBench({}, { audit: { durability: BEHIND }, keeper: {} })
  trail.lose(2, 'no session')
  trail.lose(1, 'spool full')
  trail.lose(3, 'no session')
  trail.record(recordOf())
  expect(JSON.parse(kept.at(-1) ?? '').lost).toEqual({ count: 6, why: 'no session, spool full' })
})

test('what waits where no session is under way is nobody’s: it is not recorded', async () => {
  const { trail, sent } = trailBench()
  trail.end(5, 'clear')
  trail.record(recordOf())
  expect(names(await sent())).toEqual(['castellan.session.start', 'castellan.session.end'])
})

test('nothing a record does not name gets into a body as an attribute of its own', async () => {
  const { trail, bodies, sent } = trailBench()
  const link = { index: 1, plugin: 'p', tier: 'user', outcome: 'returned', ms: 1 }
  trail.record(recordOf({ links: [link] }))
  await sent()
  expect(bodies.join()).toContain('castellan.link')
})

describe('a sealed record', () => {
  test('goes with its chain, number, hash and line; each holds the hash of the one before, from the policy, the session and the chain', async () => {
    const { trail, sent, lines } = trailBench()
    trail.record(recordOf())
    const spans = await sent()
    const records = lines().map(line => JSON.parse(line))
    expect(records.map(({ event, seq }) => [event, seq])).toEqual([
      ['castellan.chain', 0],
      ['tool.call', 1],
    ])
    expect(records[0].prev).toBe(hashOf(`castellan/1 abc session-1 ${records[0].chain}`))
    expect(records[1].prev).toBe(records[0].hash)
    for (const [k, span] of spans.entries())
      expect(span.attributes).toMatchObject({
        'castellan.audit.chain': records[0].chain,
        'castellan.audit.seq': k,
        'castellan.audit.hash': records[k].hash,
      })
  })

  test('was masked before: no value stands in it, in the names of secrets or in arguments, and these are not cut as the rest is', async () => {
    const value = 'FAKE-hunter2-0001'
    const { trail, bodies, sent, lines } = trailBench({}, { mask: text => text.replaceAll(value, '‹secret:PW›') })
    const args = `${'x'.repeat(1000)}${value}`
    trail.record(recordOf({ tool: `mcp__${value}__x`, redactions: { [value]: 1 }, effects: { arguments: args } } as never))
    trail.record(recordOf({ tool: 'y'.repeat(300) }))
    await sent()
    expect(bodies.join()).not.toContain(value)
    const [, first, second] = lines().map(line => JSON.parse(line))
    expect(first.effects.arguments).toBe(`${'x'.repeat(1000)}‹secret:PW›`)
    expect(second.tool).toHaveLength(256)
  })

  test('another session of the same module has another chain, whose turns are counted anew', async () => {
    const { trail, sent, lines } = trailBench()
    trail.record(START)
    trail.end(5, 'clear')
    trail.begin({ id: 'session-2', now: 6 })
    trail.record(recordOf({ sessionId: 'session-2', event: 'turn.start' }))
    trail.record(check({ sessionId: 'session-2' }))
    await sent()
    const records = lines().map(line => JSON.parse(line))
    expect(new Set(records.map(({ chain }) => chain)).size).toBe(2)
    expect(records.find(({ event }) => event === 'tool.check')).toMatchObject({ sessionId: 'session-2', turn: 1 })
  })
})

test('a chain says at its start that the key of its macs has no value, and which variable that is', async () => {
  const startOf = async (key: string | undefined, policyKey?: string) => {
    const { trail, sent, lines } = trailBench({}, { audit: policyKey === undefined ? {} : { key: policyKey } })
    trail.begin({ id: 'session-2', key, now: 1 })
    await sent()
    const { keyUnset, mac } = lines()
      .map(line => JSON.parse(line))
      .find(({ sessionId }) => sessionId === 'session-2')
    return [keyUnset, mac !== undefined]
  }
  expect(await startOf(undefined, 'AUDIT_KEY')).toEqual(['AUDIT_KEY', false])
  expect(await startOf('', 'AUDIT_KEY')).toEqual(['AUDIT_KEY', false])
  expect(await startOf('k', 'AUDIT_KEY')).toEqual([undefined, true])
  expect(await startOf(undefined)).toEqual([undefined, false])
})

describe('levels', () => {
  test('what is only counted is a number in the next checkpoint; what is nothing is nowhere', async () => {
    const { trail, sent, lines } = trailBench({ noise: 'count', conversation: 'none' })
    for (const event of ['ui.render', 'ui.render', 'command.describe', 'session.append']) trail.record(recordOf({ event }))
    trail.end(5, 'other')
    expect(names(await sent())).toEqual(['castellan.session.start', 'castellan.session.end'])
    expect(JSON.parse(lines()[1] ?? '')).toMatchObject({ kind: 'end', reason: 'other', counts: { 'ui.render': 2, 'command.describe': 1 } })
  })

  test('the same check of the same call is recorded once, and the next checkpoint says how often it was asked again; another answer is recorded again', async () => {
    const { trail, sent, lines } = trailBench()
    for (const decision of ['allow', 'allow', 'allow', 'deny', 'deny'] as const) trail.record(check({ decision }))
    trail.record(check({ toolUseId: 't2' }))
    trail.end(9, 'other')
    await sent()
    const records = lines().map(line => JSON.parse(line))
    expect(records.filter(({ event }) => event === 'tool.check').map(one => [one.toolUseId, one.decision])).toEqual([
      ['t1', 'allow'],
      ['t1', 'deny'],
      ['t2', 'allow'],
    ])
    expect(records.at(-1)).toMatchObject({ kind: 'end', counts: {}, repeats: { t1: 3 } })
  })

  test('a check of the same call that would do something else is a record of its own, however it is answered', async () => {
    const { trail, sent, lines } = trailBench()
    for (const program of ['git', 'curl', 'curl']) trail.record(check({ effects: { programs: [program] } }))
    trail.end(9, 'other')
    await sent()
    const records = lines().map(line => JSON.parse(line))
    expect(records.filter(({ event }) => event === 'tool.check').map(one => one.effects.programs)).toEqual([['git'], ['curl']])
    expect(records.at(-1)).toMatchObject({ repeats: { t1: 1 } })
  })

  test('a checkpoint tells what was asked again since the one before; what is more than it holds is counted', async () => {
    const { trail, sent, lines } = trailBench()
    trail.record(START)
    for (let call = 0; call < 258; call++) for (let times = 0; times < 2; times++) trail.record(check({ toolUseId: `c${call}` }))
    trail.record(COMPLETE)
    trail.record(check({ toolUseId: 'c0' }))
    trail.end(4000, 'other')
    await sent()
    const [turn, end] = lines()
      .map(line => JSON.parse(line))
      .filter(({ repeats }) => repeats !== undefined)
    expect([Object.keys(turn.repeats).length, turn.repeats.c0, turn.counts]).toEqual([256, 1, { 'tool.check': 2 }])
    expect([end.repeats, end.counts]).toEqual([{ c0: 1 }, {}])
  })

  test('with the reach of decisions, what no gate had a word on is counted', async () => {
    const { trail, sent } = trailBench({}, { audit: { reach: 'decisions' } })
    trail.record(check())
    trail.record(recordOf())
    trail.record(recordOf({ redactions: { TOKEN: 1 } }))
    expect(names(await sent())).toEqual(['castellan.redact tool.call', 'castellan.session.start', 'castellan.decide tool.check'])
  })
})

describe('checkpoints', () => {
  test('at the end of a turn, which they are the span of', async () => {
    const { trail, sent, lines } = trailBench()
    trail.record(START)
    trail.record(recordOf({ event: 'ui.render' }))
    trail.record(COMPLETE)
    const turn = (await sent()).find(({ name }) => name === 'castellan.turn')
    expect(turn?.attributes['castellan.turn']).toBe(1)
    expect([turn?.start, turn?.end]).toEqual([1000n * 1_000_000n, 3010n * 1_000_000n])
    expect(JSON.parse(lines().at(-1) ?? '')).toMatchObject({
      event: 'castellan.checkpoint',
      turn: 1,
      ms: 2010,
      counts: { 'ui.render': 1 },
      dropped: 0,
      head: { seq: 2 },
    })
  })

  test('when nothing was said for a while', async () => {
    const { trail, lines } = trailBench()
    await trail.tick(IDLE_MS - 1)
    expect(lines()).toHaveLength(1)
    await trail.tick(IDLE_MS)
    await trail.tick(IDLE_MS + 500)
    expect(lines().map(line => JSON.parse(line).event)).toEqual(['castellan.chain', 'castellan.checkpoint'])
  })

  test('the end of a session closes the turn that is under way', async () => {
    const { trail, sent } = trailBench()
    trail.record(START)
    trail.end(4000, 'other')
    expect(names(await sent())).toEqual([
      'castellan.session.start',
      'castellan.observe turn.start',
      'castellan.turn',
      'castellan.session.end',
    ])
  })
})

describe('traces', () => {
  const parentsOf = (spans: readonly { name: string; parentSpanId: string; traceId: string }[]) =>
    Object.fromEntries(spans.map(({ name, parentSpanId, traceId }) => [name, [traceId, parentSpanId]]))

  test('where the engine sends none, a turn is a trace of castellan’s own, and so is the session', async () => {
    const { trail, sent } = trailBench()
    trail.record(recordOf({ event: 'plugin.register' }))
    trail.record(START)
    trail.record(check())
    trail.record(COMPLETE)
    trail.end(4000, 'other')
    const spans = await sent()
    const of = (name: string) => spans.find(span => span.name === name)
    const parents = parentsOf(spans)
    const [start, turn] = [of('castellan.session.start'), of('castellan.turn')]
    expect(start?.parentSpanId).toBe('')
    expect(turn?.parentSpanId).toBe('')
    expect(parents['castellan.register']).toEqual([start?.traceId, start?.spanId])
    expect(parents['castellan.session.end']).toEqual([start?.traceId, start?.spanId])
    for (const name of ['castellan.observe turn.start', 'castellan.decide tool.check'])
      expect(parents[name]).toEqual([turn?.traceId, turn?.spanId])
    expect(turn?.traceId).not.toBe(start?.traceId)
  })

  test('a turn hangs under the interaction that the engine told of, a call under the decision about it, told after the record was made', async () => {
    const { trail, sent } = trailBench()
    trail.learn('user_prompt', undefined, ENGINE, 900)
    trail.record(START)
    trail.record(check())
    trail.record(check({ toolUseId: 't2', decision: 'deny' }))
    trail.learn('tool_decision', 't1', CALL, 2100)
    trail.record(COMPLETE)
    // A call that the engine tells nothing of waits through a few ticks, and no longer.
    for (let tick = 0; tick < 3; tick++) await trail.tick(3000 + tick)
    const spans = await sent()
    expect(parentsOf(spans.filter(({ name }) => name !== 'castellan.decide tool.check'))).toMatchObject({
      'castellan.observe turn.start': [ENGINE.traceId, ENGINE.spanId],
      'castellan.turn': [ENGINE.traceId, ENGINE.spanId],
    })
    const checks = spans.filter(({ name }) => name === 'castellan.decide tool.check')
    expect(Object.fromEntries(checks.map(one => [one.attributes['gen_ai.tool.call.id'], one.parentSpanId]))).toEqual({
      t1: CALL.spanId,
      t2: ENGINE.spanId,
    })
  })

  test('a prompt that the engine tells of between two sessions belongs to the second', async () => {
    const { trail, sent } = trailBench()
    trail.learn('user_prompt', undefined, { ...ENGINE, traceId: 'd'.repeat(32) }, 800)
    trail.end(5, 'clear')
    trail.learn('user_prompt', undefined, ENGINE, 900)
    trail.begin({ id: 'session-2', now: 6 })
    trail.record(START)
    trail.record(COMPLETE)
    expect((await sent()).find(({ name }) => name === 'castellan.turn')?.traceId).toBe(ENGINE.traceId)
  })

  test('a prompt belongs to its own turn alone', async () => {
    const { trail, sent } = trailBench()
    trail.learn('user_prompt', undefined, ENGINE, 900)
    trail.record(START)
    trail.record(COMPLETE)
    trail.record({ ...START, time: 5000 })
    trail.record(check())
    const [one] = (await sent()).filter(({ name }) => name === 'castellan.decide tool.check')
    expect(one?.traceId).not.toBe(ENGINE.traceId)
    expect(one?.parentSpanId).not.toBe('')
  })

  test('a denied call waits for its place, and no longer than it takes; a mod’s own leaves at once', async () => {
    const { trail, spans } = trailBench()
    await trail.tick(800)
    trail.learn('user_prompt', undefined, ENGINE, 900)
    trail.record(START)
    trail.record(check({ decision: 'deny' }))
    await trail.hurry(2000, false)
    expect(names(spans())).not.toContain('castellan.decide tool.check')
    trail.record(check({ decision: 'deny', toolUseId: 'mod', caller: { plugin: 'tips', tier: 'user' } }))
    await trail.hurry(2000, false)
    expect(spans().filter(({ name }) => name === 'castellan.decide tool.check')).toHaveLength(1)
    trail.learn('tool_decision', 't1', CALL, 2100)
    await trail.flush(1000)
    expect(spans().find(({ parentSpanId }) => parentSpanId === CALL.spanId)?.attributes['gen_ai.tool.call.id']).toBe('t1')
  })

  test.each([undefined, null, 'x', {}, { traceId: '0'.repeat(32), spanId: 'b'.repeat(16) }, { ...ENGINE, spanId: 'B'.repeat(16) }])(
    '%j is no place',
    async span => {
      const { trail, sent } = trailBench()
      trail.learn('user_prompt', undefined, span, 900)
      trail.record(START)
      trail.record(COMPLETE)
      expect((await sent()).find(({ name }) => name === 'castellan.turn')?.parentSpanId).toBe('')
    },
  )
})

describe('what is kept', () => {
  const durability = { decisions: 'ahead', redactions: 'behind', conversation: 'memory', noise: 'memory' } as const

  test('is what the policy says, in order; that alone is waited for which must be kept first', async () => {
    const { trail, kept } = trailBench({}, { audit: { durability }, keeper: {} })
    expect(trail.record(check())).toBeInstanceOf(Promise)
    expect(trail.record(recordOf({ event: 'session.append', redactions: { A: 1 } }))).toBeUndefined()
    expect(trail.record(recordOf({ event: 'session.append' }))).toBeUndefined()
    expect(kept.map(line => JSON.parse(line)).map(({ event, seq }) => [event, seq])).toEqual([
      ['castellan.chain', 0],
      ['tool.check', 1],
      ['session.append', 2],
    ])
  })

  test('a keeper that fails is heard by whoever must wait, and by nobody else', async () => {
    const keep = () => Promise.reject(new Error('no room'))
    const { trail } = trailBench({}, { audit: { durability }, keeper: { keep } })
    await expect(trail.record(check())).rejects.toThrow('no room')
    expect(trail.record(recordOf({ event: 'session.append', redactions: { A: 1 } }))).toBeUndefined()
  })

  test('is acknowledged up to the first that no receiver has taken', async () => {
    const statuses = [200, 503, 200]
    const { trail, acknowledged, kept } = trailBench(
      {},
      { audit: { durability }, keeper: {}, post: async () => ({ status: statuses.shift() ?? 200, headers: {}, text: '{}' }) },
    )
    const chain = JSON.parse(kept[0] ?? '').chain
    await trail.tick(0)
    trail.record(check())
    trail.record(check({ toolUseId: 't2', guardFailure: { event: 'tool.check' } }))
    await trail.tick(1)
    expect(acknowledged).toEqual([[chain, 0]])
    await trail.tick(2000)
    expect(acknowledged.at(-1)).toEqual([chain, 2])
  })

  test.each([
    ['refused for what is in it', 400, { count: 1, why: 'refused by the collector: HTTP 400' }],
    ['refused for who sends it', 401, { count: 1, why: 'refused by the collector: HTTP 401: its address or credentials are wrong' }],
  ])('%s: what is lost is told by the next record, and let go of; what can be sent by another session stays', async (_, status, lost) => {
    const statuses = [200, status]
    const { trail, acknowledged, kept } = trailBench(
      {},
      { audit: { durability }, keeper: {}, post: async () => ({ status: statuses.shift() ?? 200, headers: {}, text: '{}' }) },
    )
    const chain = JSON.parse(kept[0] ?? '').chain
    await trail.tick(0)
    trail.record(status === 400 ? check() : recordOf({ event: 'session.append' }))
    if (status === 401) trail.record(check())
    await trail.tick(1000)
    trail.record(check({ toolUseId: 't2' }))
    expect(JSON.parse(kept.at(-1) ?? '').lost).toEqual(lost)
    await trail.tick(2000)
    expect(acknowledged.at(-1)).toEqual([chain, status === 400 ? 2 : 1])
    expect(trail.state().refused).toBeGreaterThan(0)
  })

  test('a record that is refused may tell of others: the next tells of these as well', async () => {
    const statuses = [200, 400]
    const { trail, kept } = trailBench(
      {},
      { audit: { durability }, keeper: {}, post: async () => ({ status: statuses.shift() ?? 200, headers: {}, text: '{}' }) },
    )
    await trail.tick(0)
    trail.lose(3, 'spool full')
    trail.record(check())
    await trail.tick(1000)
    trail.record(check({ toolUseId: 't2' }))
    expect(JSON.parse(kept.at(-1) ?? '').lost).toEqual({ count: 4, why: 'refused by the collector: HTTP 400' })
  })

  test('what a collector rejects of what it takes is told by the next record', async () => {
    const texts = ['{"partialSuccess":{"rejectedSpans":"1"}}']
    const { trail, kept } = trailBench(
      {},
      { audit: { durability }, keeper: {}, post: async () => ({ status: 200, headers: {}, text: texts.shift() ?? '{}' }) },
    )
    await trail.tick(0)
    trail.record(check())
    expect(JSON.parse(kept.at(-1) ?? '').lost).toEqual({ count: 1, why: 'rejected by the collector' })
  })

  test('what an earlier session left is sent as it was sealed, told of, and acknowledged under its own chain', async () => {
    const before = trailBench({}, { audit: { durability }, keeper: {} })
    before.trail.record(check({ sessionId: 'session-1' }))
    let n = 500
    const after = trailBench({}, { keeper: {}, randomHex: bytes => (++n).toString(16).padStart(2 * bytes, '0') })
    after.trail.recovered([...before.kept, '{'], 7)
    await after.sent()
    const lines = after.spans().map(({ attributes }) => String(attributes['castellan.audit.record']))
    expect(lines).toEqual(expect.arrayContaining(before.kept))
    const chain = JSON.parse(before.kept[0] ?? '').chain
    const told = lines.map(line => JSON.parse(line)).find(({ event }) => event === 'castellan.recovered')
    expect(told).toMatchObject({ from: { chain, records: 2, lastSeq: 1 }, lost: { count: 1, why: 'not readable' } })
    expect(after.acknowledged).toContainEqual([chain, 1])
  })
})

test.each([
  ['while nobody answers', 503],
  ['after it was refused for who sends it', 401],
])('what an earlier session left is handed out again after a while: %s it is neither sent nor told of once more', async (_, status) => {
  const before = trailBench({}, { audit: { durability: BEHIND }, keeper: {} })
  before.trail.record(check())
  let n = 500
  const after = trailBench(
    {},
    {
      audit: { durability: BEHIND },
      keeper: {},
      randomHex: bytes => (++n).toString(16).padStart(2 * bytes, '0'),
      post: async () => ({ status, headers: {}, text: '' }),
    },
  )
  after.trail.recovered(before.kept, 7)
  await after.trail.tick(1000)
  const { queued, refused } = after.trail.state()
  after.trail.recovered(before.kept, 70_000)
  expect(after.trail.state()).toMatchObject({ queued, refused })
  expect(after.kept.filter(line => line.includes('castellan.recovered'))).toHaveLength(1)
})

test('the stamp tells the chain, its last record and what was dropped, and of one that ended its end', () => {
  const { trail } = trailBench()
  trail.record(recordOf())
  const stamp = trail.stamp()
  expect(stamp).toMatchObject({ 'castellan.audit.seq': 1, 'castellan.audit.dropped': 0 })
  expect(stamp['castellan.audit.head']).toMatch(/^[0-9a-f]{64}$/)
  trail.end(1, 'clear')
  const ended = trail.stamp()
  expect(ended).toMatchObject({ 'castellan.audit.chain': stamp['castellan.audit.chain'], 'castellan.audit.seq': 2 })
  trail.begin({ id: 'session-2', now: 2 })
  expect(trail.stamp()).toMatchObject({ 'castellan.audit.seq': 0 })
  expect(trail.stamp()['castellan.audit.chain']).not.toBe(ended['castellan.audit.chain'])
})
