import { describe, expect, test } from 'vitest'
import type { Keeper, KeeperState } from '../../audit/keeper.ts'
import type { Head } from '../../audit/trail.ts'
import type { Doors } from '../../hooks/doors.ts'
import type { EarlyRecord } from '../../hooks/record.ts'
import { createShipping, type Shipping } from '../../hooks/shipping.ts'
import { recordOf } from '../audit/example.ts'
import { audited, policy } from '../policy/rules.ts'
import { fakeDoors } from './doors.ts'

const ENDPOINT = 'http://127.0.0.1:4318/v1/traces'
const AUDITED = policy([], { audit: audited(ENDPOINT) })
const SECRET = 'zq7-fixture-value-1'

const { sessionId: _, ...EARLY } = recordOf()
const record = (parts: Partial<EarlyRecord> = {}): EarlyRecord => ({ ...EARLY, ...parts })

/** The sealed records in OTLP bodies, by number. */
const recordsIn = <Line extends { readonly seq: number }>(bodies: readonly string[]): Line[] =>
  bodies
    .flatMap(body => [...body.matchAll(/"castellan\.audit\.record","value":\{"stringValue":("(?:[^"\\]|\\.)*")/g)])
    .map(([, text]) => JSON.parse(JSON.parse(text as string)) as Line)
    .sort((a, b) => a.seq - b.seq)

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

const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await undefined
}
/** A dispatch from its beginning to its end. */
const dispatch = async ({ began, over }: Shipping, doors: Doors): Promise<void> => {
  began(doors, false)
  await settled()
  await over(doors)
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

describe('where a worker was lost', () => {
  type Line = { readonly chain: string; readonly seq: number; readonly hash: string; readonly former?: object }
  const chain = 'c'.repeat(16)
  const before = { sessionId: 'session-9', chain, seq: 4, hash: 'd'.repeat(64) }
  const started = async (more: Partial<Doors>, sessionId = 'session-9') => {
    const bodies: string[] = []
    const post = async (body: string) => {
      bodies.push(body)
      return { status: 200, headers: {}, text: '' }
    }
    const doors = fakeDoors({}, { post, sessionId: async () => sessionId, ...more })
    const shipping = createShipping(AUDITED, text => text)
    await shipping.hurry(doors)
    const lines = (): Line[] => recordsIn(bodies)
    return { shipping, doors, lines }
  }

  test('the chain says which one it follows, where it is of the same session', async () => {
    const { lines } = await started({ remembered: async () => before })
    expect(lines()[0]?.former).toEqual({ chain, seq: 4, hash: before.hash })
    const other = await started({ remembered: async () => before }, 'session-10')
    expect(other.lines()[0]?.former).toBeUndefined()
  })

  test('what cannot be remembered holds nothing up', async () => {
    const fails = () => Promise.reject(new Error('no state'))
    const { lines } = await started({ remembered: fails, remember: fails })
    expect(lines()).toHaveLength(1)
  })

  test('the head of the chain is remembered as it begins, and by the timer where it has moved', async () => {
    const heads: Head[] = []
    const { shipping, doors, lines } = await started({ remember: async head => void heads.push(head) })
    doors.tick()
    shipping.add(record())
    shipping.add(record())
    expect(heads).toHaveLength(1)
    doors.tick()
    doors.tick()
    await shipping.flush(1000)
    expect(heads).toEqual(
      [lines()[0], lines()[2]].map(one => ({ sessionId: 'session-9', chain: one?.chain, seq: one?.seq, hash: one?.hash })),
    )
  })
})

test('a collector that answers gets what came in four ticks in one request; one that fails is tried at each', async () => {
  const postsOf = async (status: number) => {
    const { bodies, doors, shipping } = bench(status)
    shipping.start(doors, 's')
    await dispatch(shipping, doors)
    bodies.length = 0
    for (let tick = 0; tick < 9; tick++) {
      shipping.add(record())
      doors.tick()
      await dispatch(shipping, doors)
    }
    return bodies.length
  }
  expect(await postsOf(200)).toBe(3)
  expect(await postsOf(400)).toBe(9)
})

test('a collector that answers does not wait with many', async () => {
  const { bodies, doors, shipping } = bench()
  shipping.start(doors, 's')
  await dispatch(shipping, doors)
  bodies.length = 0
  for (const count of [1, 70]) {
    for (let at = 0; at < count; at++) shipping.add(record())
    doors.tick()
    await dispatch(shipping, doors)
  }
  expect(bodies).toHaveLength(2)
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
  ['the end of a turn', { event: 'turn.complete' }, 1],
  ['an allowed call', { decision: 'allow' }, 0],
] as const)(
  '%s leaves at once where it is urgent or ends a turn, and waits for the timer where it does neither',
  async (_, parts, posts) => {
    const { bodies, doors, shipping } = bench()
    shipping.start(doors, 's')
    await dispatch(shipping, doors)
    bodies.length = 0
    shipping.add(record(parts))
    for (let i = 0; i < 4; i++) await undefined
    expect(bodies).toHaveLength(posts)
  },
)

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

describe('with a keeper', () => {
  const KEPT: KeeperState = { waiting: 1, unwritten: 0, bytes: 900, dropped: 0, torn: 0, recovered: 0 }

  function kept(more: Partial<Keeper> = {}) {
    const lines: string[] = []
    const acknowledged: [string, number][] = []
    const left: string[] = []
    const keeper: Keeper = {
      keep: async line => void lines.push(line),
      acknowledge: (chain, upToSeq) => void acknowledged.push([chain, upToSeq]),
      recover: async () => [],
      hurry: () => void left.push(`hurries, ${acknowledged.length > 0}`),
      leave: async roomMs => void left.push(`leaves, ${acknowledged.length > 0}, ${roomMs > 900}`),
      state: () => KEPT,
      ...more,
    }
    const sessions: string[] = []
    const each = { decisions: 'ahead', redactions: 'ahead', conversation: 'ahead', noise: 'memory' } as const
    const bodies: string[] = []
    const post = async (body: string) => {
      bodies.push(body)
      return { status: 200, headers: {}, text: '' }
    }
    const doors = fakeDoors({}, { post })
    const shipping = createShipping(
      policy([], { audit: { ...audited(ENDPOINT), durability: each } }),
      text => text,
      (_, sessionId) => {
        sessions.push(sessionId)
        return keeper
      },
    )
    return { doors, shipping, lines, acknowledged, left, sessions, bodies }
  }

  test('each record is kept before what it is about goes on, and acknowledged once the collector has it', async () => {
    const { doors, shipping, lines, acknowledged, sessions } = kept()
    shipping.start(doors, 'session-1')
    await shipping.add(record({ event: 'tool.check', decision: 'allow' }))
    expect(lines.map(line => (JSON.parse(line) as { event: string }).event)).toEqual(['castellan.chain', 'tool.check'])
    expect(acknowledged).toEqual([])
    await shipping.flush(1000)
    expect(acknowledged.at(-1)).toEqual([(JSON.parse(lines[0] as string) as { chain: string }).chain, 1])
    expect(sessions).toEqual(['session-1'])
    expect(shipping.state()?.kept).toEqual(KEPT)
  })

  test('one that cannot be kept rejects, for the gate to refuse', async () => {
    const { doors, shipping } = kept({ keep: () => Promise.reject(new Error('EROFS')) })
    shipping.start(doors, 'session-1')
    await expect(shipping.add(record({ event: 'tool.check', decision: 'allow' }))).rejects.toThrow('EROFS')
  })

  describe('while the session’s name is not known, as after /clear', () => {
    const cleared = async (full: 'refuse' | 'drop-oldest', idOf: () => Promise<string>) => {
      const lines: string[] = []
      const keeper: Keeper = {
        keep: async line => void lines.push(line),
        acknowledge() {},
        recover: async () => [],
        hurry() {},
        leave: async () => {},
        state: () => KEPT,
      }
      const { spool, ...rest } = audited(ENDPOINT)
      const durability = { decisions: 'ahead', redactions: 'memory', conversation: 'memory', noise: 'memory' } as const
      const shipping = createShipping(
        policy([], { audit: { ...rest, durability, spool: { ...spool, full, deadline: 20 } } }),
        text => text,
        () => keeper,
      )
      const doors = fakeDoors({}, { post: () => never(), sessionId: idOf })
      shipping.start(doors, 'before')
      await shipping.end('clear', 1)
      lines.length = 0
      return { shipping, lines }
    }
    const check = record({ event: 'tool.check', decision: 'allow' })

    test('what must be kept first is waited for, and kept', async () => {
      const { shipping, lines } = await cleared('refuse', async () => 'after')
      await shipping.add(check)
      expect(lines.map(line => (JSON.parse(line) as { event: string }).event)).toEqual(['castellan.chain', 'tool.check'])
    })

    test('it is refused where the name is not told', async () => {
      const { shipping } = await cleared('refuse', () => never())
      await expect(shipping.add(check)).rejects.toThrow('the session is not known')
    })

    test('and goes on where the policy does not ask for that', async () => {
      const { shipping } = await cleared('drop-oldest', () => never())
      expect(shipping.add(check)).toBeUndefined()
    })
  })

  test('what sessions before left is asked for at the start, and again as it is taken', async () => {
    const left = [
      ['a1', 0],
      ['a1', 1],
    ].map(([chain, seq]) =>
      JSON.stringify({
        ...record(),
        sessionId: 'before',
        v: 1,
        chain: `${chain}`.padEnd(16, '0'),
        seq,
        hash: 'h'.repeat(64),
        prev: 'p'.repeat(64),
      }),
    )
    const { doors, shipping, bodies, acknowledged } = kept({ recover: async () => left.splice(0, 1) })
    shipping.start(doors, 'session-1')
    for (let turns = 0; turns < 3; turns++) {
      await shipping.flush(1000)
      doors.tick()
      await Promise.resolve()
    }
    await shipping.flush(1000)
    expect(left).toEqual([])
    expect(bodies.join()).toContain('before')
    expect(acknowledged).toContainEqual(['a1'.padEnd(16, '0'), 1])
    expect(bodies.join()).toContain('castellan.recovered')
  })

  test('while much waits to be sent, no more is asked for', async () => {
    let asked = 0
    const recover = async () => {
      asked++
      return []
    }
    const { doors, shipping } = kept({ recover })
    shipping.start({ ...doors, post: () => Promise.reject(new Error('ECONNREFUSED')) }, 'session-1')
    for (let i = 0; i < 80; i++) void shipping.add(record({ event: 'tool.call', toolUseId: `t${i}` }))
    doors.tick()
    doors.tick()
    expect(asked).toBe(1)
  })

  test('what the keeper dropped, and what a dead session left half written, is told by the next record, once', async () => {
    let dropped = 0
    let torn = 0
    const { doors, shipping, lines } = kept({ state: () => ({ ...KEPT, dropped, torn }) })
    shipping.start(doors, 'session-1')
    dropped = 3
    torn = 1
    doors.tick()
    doors.tick()
    await shipping.add(record({ event: 'tool.check', decision: 'allow' }))
    await shipping.add(record({ event: 'tool.check', decision: 'allow', toolUseId: 'other' }))
    expect(lines.slice(1).map(line => (JSON.parse(line) as { lost?: object }).lost)).toEqual([
      { count: 4, why: 'spool full, half written' },
      undefined,
    ])
  })

  test('at the end of the session it writes before the collector is asked, and leaves once all is away, in what is left of the time', async () => {
    const { doors, shipping, left } = kept()
    shipping.start(doors, 'session-1')
    await shipping.end('other', 1000)
    expect(left).toEqual(['hurries, false', 'leaves, true, true'])
  })
})

const ids = (bodies: readonly string[]) => [...new Set(bodies.join().match(/session-\d/g))]

test.each(['clear', 'resume'])(
  'after a session that ended by %s the next has a chain of its own, once the engine gives it a name',
  async reason => {
    let id = 'session-1'
    const bodies: string[] = []
    const post = async (body: string) => ({ status: 200, headers: {}, text: '', sent: bodies.push(body) })
    const doors = fakeDoors({}, { post, sessionId: async () => id })
    const shipping = createShipping(AUDITED, text => text)
    shipping.start(doors, id)
    await shipping.end(reason, 1000)
    const before = bodies.length
    expect(bodies.join()).toContain('castellan.session.end')
    shipping.add(record())
    for (let i = 0; i < 8; i++) await undefined
    expect(shipping.state()).toMatchObject({ queued: 1 })
    id = 'session-2'
    shipping.add(record())
    for (let i = 0; i < 8; i++) await undefined
    await shipping.flush(1000)
    expect(ids(bodies.slice(before))).toEqual(['session-2'])
    expect(shipping.state()).toMatchObject({ queued: 0, dropped: 0 })
  },
)

test('after a session that ended with the process nothing is begun', async () => {
  const { bodies, doors, shipping } = bench()
  shipping.start(doors, 'session-1')
  await shipping.end('other', 1000)
  const before = bodies.length
  shipping.add(record())
  doors.tick()
  for (let i = 0; i < 8; i++) await undefined
  expect(bodies).toHaveLength(before)
})

test('an engine’s record is stamped before there is a chain, with it, and where there is no audit; its own attributes stay', () => {
  const e = { event: 'user_prompt', attributes: { 'session.id': 's' }, to: 'collector' }
  const guard = { 'castellan.guard.version': '0.1.0', 'castellan.policy.digest': '' }
  const { doors, shipping } = bench()
  expect(shipping.stamped(e)).toEqual({ ...e, attributes: { 'session.id': 's', ...guard } })
  shipping.start(doors, 's')
  expect(shipping.stamped(e).attributes).toMatchObject({
    'session.id': 's',
    ...guard,
    'castellan.audit.seq': 0,
    'castellan.audit.dropped': 0,
  })
  expect(createShipping(policy([]), text => text).stamped(e)).toEqual({ ...e, attributes: { 'session.id': 's', ...guard } })
  expect(() => shipping.stamped({ attributes: null, event: 7 } as never)).not.toThrow()
})

test('the key of the records’ macs is asked for where the session starts early', async () => {
  const { bodies, doors, shipping } = bench()
  await shipping.hurry({ ...doors, auditKey: async () => 'k' })
  expect(bodies.join()).toContain('\\"mac\\"')
})

test('a record that must be kept first is waited for, and what was kept before is sent again', async () => {
  const lines: string[] = []
  const keeper: Keeper = {
    keep: async line => void lines.push(line),
    acknowledge() {},
    recover: async () => ['{"event":"x","chain":"c","seq":0,"time":1,"sessionId":"session-0"}'],
    hurry() {},
    leave: async () => {},
    state: () => ({ waiting: 0, unwritten: 0, bytes: 0, dropped: 0, torn: 0, recovered: 0 }),
  }
  const bodies: string[] = []
  const post = async (body: string) => ({ status: 200, headers: {}, text: '', sent: bodies.push(body) })
  const durability = { decisions: 'ahead', redactions: 'memory', conversation: 'memory', noise: 'memory' } as const
  const shipping = createShipping(
    policy([], { audit: { ...audited(ENDPOINT), durability } }),
    text => text,
    () => keeper,
  )
  shipping.start(fakeDoors({}, { post }), 's')
  await shipping.add(record())
  expect(lines.map(line => JSON.parse(line).event).slice(0, 2)).toEqual(['castellan.chain', 'tool.call'])
  await shipping.flush(1000)
  expect(bodies.join()).toContain('session-0')
})

const never = <T>(): Promise<T> => new Promise(() => undefined)
const tense = () => {
  const bodies: string[] = []
  const doors = fakeDoors(
    {},
    {
      post: body => {
        bodies.push(body)
        return never()
      },
    },
  )
  const { spool, ...rest } = audited(ENDPOINT)
  const shipping = createShipping(policy([], { audit: { ...rest, spool: { ...spool, deadline: 1 } } }), text => text)
  return { bodies, doors, shipping }
}

describe('a request is begun in a dispatch, which is over once castellan has heard of it', () => {
  /** Whether the dispatch is over at once, and then, after castellan has heard. */
  const overOf = async (shipping: Shipping, doors: Doors) => {
    let isOver = false
    void Promise.resolve(shipping.over(doors)).then(() => {
      isOver = true
    })
    await settled()
    const atOnce = isOver
    void shipping.bounded(never())
    await settled()
    return [atOnce, isOver]
  }

  test('before anybody answered: none but there', async () => {
    const { bodies, doors, shipping } = tense()
    shipping.start(doors, 's')
    doors.tick()
    await settled()
    expect(bodies).toEqual([])
    shipping.began(doors, false)
    await settled()
    expect(bodies).toHaveLength(1)
    expect(await overOf(shipping, doors)).toEqual([false, true])
  })

  /** What a timer sends by itself, so long after the last dispatch. */
  const byTimer = async (ms: number, event: string): Promise<number> => {
    let now = 1_000_000
    const bodies: string[] = []
    const post = async (body: string) => ({ status: 200, headers: {}, text: '', sent: bodies.push(body) })
    const doors = fakeDoors({}, { post })
    const shipping = createShipping(
      AUDITED,
      text => text,
      undefined,
      () => now,
    )
    shipping.start(doors, 's')
    await dispatch(shipping, doors)
    shipping.add(record({ event }))
    bodies.length = 0
    now += ms
    for (let tick = 0; tick < 4; tick++) doors.tick()
    await settled()
    const sent = bodies.length
    await dispatch(shipping, doors)
    expect(bodies.length).toBe(1)
    return sent
  }

  test.each([
    ['while dispatches come and go: none', 4000, 'tool.call', 0],
    ['in a turn: none', 60_000, 'turn.start', 0],
    ['where nothing goes on', 6000, 'tool.call', 1],
  ])('by the timer, %s; the next dispatch has what is left', async (_, ms, event, sent) => {
    expect(await byTimer(ms, event)).toBe(sent)
  })

  test('one that lasts sends what comes to be owed in the meantime, and nothing once it is over', async () => {
    const { bodies, doors, shipping } = bench()
    shipping.start(doors, 's')
    await dispatch(shipping, doors)
    shipping.add(record({ event: 'turn.start' }))
    shipping.began(doors, true)
    const sentAfterATick = async () => {
      shipping.add(record())
      for (let tick = 0; tick < 4; tick++) doors.tick()
      await new Promise(done => setTimeout(done, 600))
      return bodies.length
    }
    expect(await sentAfterATick()).toBe(2)
    await shipping.over(doors)
    expect(await sentAfterATick()).toBe(2)
  })

  test('where another dispatch begins meanwhile, none follows it but in a dispatch of its own', async () => {
    const { bodies, doors, shipping } = bench()
    let answer = (): void => {}
    const slow: Doors = {
      ...doors,
      async post(body) {
        bodies.push(body)
        await new Promise<void>(done => {
          answer = done
        })
        return { status: 200, headers: {}, text: '' }
      },
    }
    shipping.start(doors, 's')
    shipping.began(slow, false)
    await settled()
    void shipping.bounded(never())
    await shipping.over(slow)
    for (let at = 0; at < 100; at++) shipping.add(record())
    doors.tick()
    const other = { ...slow }
    shipping.began(other, true)
    await settled()
    answer()
    await settled()
    expect(bodies).toHaveLength(1)
    shipping.began({ ...slow }, false)
    await settled()
    expect(bodies).toHaveLength(2)
    void shipping.over(other)
  })

  test('what a mod was denied while another is under way follows it, and the dispatch is over no sooner than that', async () => {
    const { doors, shipping } = bench()
    const bodies: string[] = []
    const answers: (() => void)[] = []
    const slow: Doors = {
      ...doors,
      async post(body) {
        bodies.push(body)
        await new Promise<void>(done => answers.push(done))
        return { status: 200, headers: {}, text: '' }
      },
    }
    shipping.start(doors, 's')
    shipping.began(slow, false)
    await settled()
    void shipping.bounded(never())
    shipping.add(record({ decision: 'deny', toolUseId: 'stolen', caller: { plugin: 'tips', tier: 'user' } }))
    let isOver = false
    void Promise.resolve(shipping.over(slow)).then(() => {
      isOver = true
    })
    await settled()
    expect([isOver, bodies.length]).toEqual([false, 1])
    answers.shift()?.()
    await settled()
    expect([isOver, bodies.length, bodies[1]?.includes('stolen')]).toEqual([false, 2, true])
    void shipping.bounded(never())
    await settled()
    expect(isOver).toBe(true)
  })

  test('at the end of a turn', async () => {
    const { bodies, doors, shipping } = bench()
    shipping.start(doors, 's')
    await dispatch(shipping, doors)
    const hung: Doors = {
      ...doors,
      post: body => {
        bodies.push(body)
        return never()
      },
    }
    shipping.began(hung, false)
    shipping.add(record({ event: 'turn.complete' }))
    expect(await overOf(shipping, hung)).toEqual([false, true])
    expect(bodies).toHaveLength(2)
  })

  test('one that was heard holds no other dispatch', async () => {
    const { doors, shipping } = tense()
    shipping.start(doors, 's')
    shipping.began(doors, false)
    await settled()
    void shipping.bounded(never())
    await shipping.over(doors)
    shipping.began(doors, false)
    shipping.add(record({ event: 'turn.complete' }))
    expect(shipping.over(doors)).toBeUndefined()
  })

  test('one that castellan never hears of holds it for a second', async () => {
    const { doors, shipping } = tense()
    shipping.start(doors, 's')
    shipping.began(doors, false)
    await settled()
    await shipping.over(doors)
  })
})

test('before anybody answered, what a mod was denied leaves at once, and what Claude was denied does not', async () => {
  const { bodies, doors, shipping } = tense()
  shipping.start(doors, 's')
  shipping.add(record({ decision: 'deny' }))
  await new Promise(resolve => setImmediate(resolve))
  expect(bodies).toEqual([])
  shipping.add(record({ decision: 'deny', caller: { plugin: 'tips', tier: 'user' } }))
  await new Promise(resolve => setImmediate(resolve))
  expect(bodies).toHaveLength(1)
})

test('where there is nothing to send a dispatch does not wait', async () => {
  const { bodies, doors, shipping } = bench()
  shipping.start(doors, 's')
  await dispatch(shipping, doors)
  shipping.began(doors, false)
  expect([bodies.length, shipping.over(doors)]).toEqual([1, undefined])
})

test('its own request is given up the deadline after its turn, or after it was begun where there is none; one that is answered comes to its answer', async () => {
  const { doors, shipping } = tense()
  shipping.start(doors, 's')
  const late = { deny: 'castellan: no answer' }
  expect(await shipping.bounded(never())).toEqual(late)
  expect(await shipping.bounded(Promise.resolve('sent'))).toBe('sent')
  shipping.add(record({ event: 'turn.start' }))
  let answer: unknown
  const asked = shipping.bounded(never()).then(given => {
    answer = given
  })
  shipping.add(record({ event: 'turn.complete', agent: 'sub' }))
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(answer).toBeUndefined()
  shipping.add(record({ event: 'turn.complete' }))
  await asked
  expect(answer).toEqual(late)
})
