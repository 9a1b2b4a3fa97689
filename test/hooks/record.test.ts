import { describe, expect, test } from 'vitest'
import type { StarNext } from '../../hooks/dispatch.ts'
import { FAILED, WITHHELD } from '../../hooks/guard-failed.ts'
import { inTime } from '../../hooks/in-time.ts'
import { createNotes } from '../../hooks/notes.ts'
import { createRecorder, type EarlyRecord, type Shipper } from '../../hooks/record.ts'
import type { Decision } from '../../policy/decide/decision.ts'
import { policy } from '../policy/rules.ts'
import { fakeDoors } from './doors.ts'

const ENGINE = { plugin: 'engine', tier: 'core' }
const MOD = { plugin: 'tips', tier: 'user' }
const OWN = { plugin: 'castellan', tier: 'prepend' }

const SPOKEN: Decision = {
  verdict: 'deny',
  spoken: [
    { rule: 'a', table: 't', verdict: 'deny', certainty: 'certain', mode: 'enforce', reason: 'why', matched: 'a secret path' },
    { rule: 'b', table: 't', verdict: 'ask', certainty: 'cannot-tell', mode: 'observe', reason: 'why', matched: '' },
  ],
}
const SILENT: Decision = { verdict: 'none', spoken: [] }

type Dispatch = Partial<Omit<StarNext, 'trace'>> & { readonly trace?: readonly object[]; readonly answer?: unknown }

function bench(shipper: Partial<Shipper> = {}, mode: 'enforce' | 'observe' = 'enforce') {
  const records: EarlyRecord[] = []
  const lost: true[] = []
  const flushed: number[] = []
  const ended: unknown[] = []
  const hurried: true[] = []
  const notes = createNotes()
  let now = 100
  const ships: Shipper = {
    add(record) {
      records.push(record)
      return undefined
    },
    end: async (reason, roomMs) => void ended.push([reason, roomMs]),
    flush: async roomMs => void flushed.push(roomMs),
    countLost: () => void lost.push(true),
    hurry: async () => void hurried.push(true),
    began: () => {},
    over: () => undefined,
    ...shipper,
  }
  const isOwn = (origin: { plugin: string; tier: string }): boolean => origin.plugin === 'castellan' && origin.tier === 'prepend'
  const { record, around, recordFailure, recordUnheard } = createRecorder(
    policy([], { digest: 'd1', mode, withhold: ['audio', 'wasm'] }),
    notes,
    ships,
    isOwn,
    () => now,
  )
  const nextOf = ({ answer, trace = [], ...more }: Dispatch): StarNext => {
    const next = async () => {
      now += 7
      if (answer instanceof Error) throw answer
      return answer
    }
    return Object.assign(next, {
      event: 'tool.check',
      origin: ENGINE,
      budget: { remainingMs: 1500 },
      called: false,
      ...more,
      trace,
    }) as unknown as StarNext
  }
  return {
    notes,
    records,
    lost,
    flushed,
    ended,
    hurried,
    hear: (dispatch: Dispatch, e: object = {}) => record(fakeDoors(), e, nextOf(dispatch)),
    around: (dispatch: Dispatch, e: object, work: () => Promise<unknown>) => around(fakeDoors(), e, nextOf(dispatch), work),
    tell: (dispatch: Dispatch, e: object, answer: object | undefined) => recordUnheard(e, nextOf(dispatch), answer),
    fail: (dispatch: Dispatch, e: object = {}) => recordFailure(e, nextOf(dispatch)),
  }
}

/** The record of one dispatch. */
async function recordOf(dispatch: Dispatch, e: object = {}, note?: Decision): Promise<EarlyRecord> {
  const { hear, records, notes } = bench()
  if (note !== undefined) notes.of(e).decision = note
  await hear({ answer: {}, ...dispatch }, e)
  expect(records).toHaveLength(1)
  return records[0] as EarlyRecord
}

test('it changes nothing: the very event goes down, the very answer up', async () => {
  const { hear } = bench()
  const answer = { decision: 'allow' }
  expect(await hear({ answer })).toBe(answer)
})

test('what a record holds of a denied call of a sub-agent', async () => {
  const link = { index: 1, plugin: 'tips', tier: 'user', outcome: 'returned', ms: 2, reason: 'x', received: ['zq7'], returned: 'zq7' }
  const e = { tool: 'Bash', input: { command: 'zq7' }, tool_use_id: 't1', agentId: 'a1' }
  expect(await recordOf({ answer: { decision: 'deny', reason: 'zq7' }, trace: [link] }, e, SPOKEN)).toEqual({
    time: 100,
    ms: 7,
    event: 'tool.check',
    tool: 'Bash',
    toolUseId: 't1',
    agent: 'sub',
    agentId: 'a1',
    caller: ENGINE,
    decision: 'deny',
    mode: 'enforced',
    policy: { name: 'acme-standard', digest: 'd1' },
    rules: [
      { id: 'a', table: 't', verdict: 'deny', certainty: 'certain', mode: 'enforce' },
      { id: 'b', table: 't', verdict: 'ask', certainty: 'cannot-tell', mode: 'observe' },
    ],
    redactions: {},
    links: [{ index: 1, plugin: 'tips', tier: 'user', outcome: 'returned', ms: 2, reason: 'x' }],
  })
})

describe('what became of it', () => {
  test.each([
    ["the answer's own word", { decision: 'ask' }, undefined, 'ask'],
    ['a refusal of a call', { deny: 'no' }, undefined, 'deny'],
    ['a refusal of a plugin', { refuse: 'no' }, undefined, 'deny'],
    ['a dropped prompt', { drop: 'no' }, undefined, 'deny'],
    ["a mod's own call, judged and let through", { value: 'text' }, SILENT, 'allow'],
    ['a dispatch nobody judged', { value: 'text' }, undefined, 'none'],
    ['an event that knows no verdict', { text: 'deny' }, undefined, 'none'],
  ] as const)('%s', async (_, answer, note, decision) => {
    expect((await recordOf({ answer, event: 'fs.read', origin: MOD }, {}, note)).decision).toBe(decision)
  })

  test('a call that the permission rules of the engine refused was denied, though castellan did not judge it', async () => {
    const { hear, records, notes } = bench()
    const e = { tool: 'Read' }
    notes.of(e).isRefusedBeneath = true
    await hear({ event: 'tool.call', answer: { isError: true, text: 'refused' } }, e)
    expect(records[0]).toMatchObject({ decision: 'deny', rules: [] })
  })

  test('the nouns withheld stand in the record of the building of $, and in no other', async () => {
    expect((await recordOf({ event: 'engine.create', answer: {} })).withheld).toEqual(['audio', 'wasm'])
    expect(await recordOf({ event: 'settings.read', answer: {} })).not.toHaveProperty('withheld')
    const { fail, records } = bench()
    fail({ event: 'engine.create' })
    expect(records[0]).not.toHaveProperty('withheld')
  })

  test('redactions, leaks and plugins stand in it', async () => {
    const { hear, records, notes } = bench()
    const plugin = { provenance: 'x@y', tier: 'user', answer: 'refuse', rule: 'entries[1]', isEnforced: true } as const
    const e = {}
    Object.assign(notes.of(e), { redactions: { A: 2 }, leaks: ['system'], plugin })
    await hear({ answer: { allow: true } }, e)
    expect(records[0]).toMatchObject({ decision: 'allow', redactions: { A: 2 }, leaks: ['system'], pluginRegistered: plugin })
  })
})

describe('guard failures', () => {
  const link = (tier: string, outcome: string) => ({ index: 1, plugin: 'tips', tier, outcome, ms: 1 })

  test.each([
    ['nothing beneath it', []],
    ['what was passed by', [link('user', 'skipped')]],
    ["the organisation's own", [link('append', 'returned')]],
  ])("of a streamed call are known by the seat's own words, over %s", async (_, trace) => {
    const failed = await recordOf({ event: 'process.spawn', origin: MOD, answer: { deny: FAILED }, trace })
    expect(failed).toMatchObject({ decision: 'deny', guardFailure: { event: 'process.spawn' } })
  })

  test('of what the model writes are known by the words that stand in its place, and that no model was paid for them', async () => {
    const failed = { answer: WITHHELD, toolUses: [], usage: null }
    for (const trace of [[], [link('user', 'returned')]]) {
      const record = await recordOf({ event: 'turn.step', answer: failed, trace })
      expect(record).toMatchObject({ decision: 'none', guardFailure: { event: 'turn.step' } })
    }
  })

  test.each([
    ['a model that writes these words', { event: 'turn.step', answer: { answer: WITHHELD, usage: { output_tokens: 30 } } }],
    ['a step that was interrupted', { event: 'turn.step', answer: { answer: '', usage: null } }],
    ['a report in these words', { event: 'agent.report', answer: { text: WITHHELD } }],
    ['a mod that answers in these words', { event: 'process.spawn', answer: { deny: FAILED }, trace: [link('user', 'returned')] }],
    ['a mod that only names the mark', { event: 'process.spawn', answer: { deny: 'castellan: x [castellan.guard-failed]' } }],
    ['the same on a call', { event: 'fs.read', answer: { deny: FAILED } }],
    ['a check', { event: 'tool.check', answer: { decision: 'deny', reason: FAILED } }],
    ['a plugin', { event: 'plugin.register', answer: { refuse: FAILED } }],
    ['a row that holds it', { event: 'session.append', answer: { message: { content: [{ type: 'text', text: FAILED }] } } }],
    ['a refusal of a rule', { event: 'process.spawn', answer: { deny: 'castellan (acme-standard): Reason. [a]' } }],
    ['a result that holds it', { event: 'process.spawn', answer: { result: FAILED } }],
  ] satisfies [string, Dispatch][])('%s is none', async (_, dispatch) => {
    expect(await recordOf({ origin: MOD, ...dispatch })).not.toHaveProperty('guardFailure')
  })

  test('a hook of the seat that failed is recorded where its failure is heard, with what its refusal comes to', () => {
    const { fail, records } = bench()
    fail({ event: 'tool.check' }, { tool: 'Bash', tool_use_id: 't1' })
    fail({ event: 'http.fetch', called: true })
    fail({ event: 'http.fetch', called: true, origin: MOD })
    fail({ event: 'fs.read', called: false, origin: MOD })
    fail({ event: 'session.start' })
    for (const event of ['prompt.submit', 'session.compact']) {
      fail({ event, called: false })
      fail({ event, called: true })
    }
    expect(records[0]).toMatchObject({ tool: 'Bash', toolUseId: 't1', guardFailure: { event: 'tool.check' } })
    expect(records.map(record => record.decision)).toEqual([
      ...['deny', 'deny', 'none', 'deny', 'none'],
      ...['deny', 'none', 'deny', 'none'],
    ])
  })

  test('how it failed, where the engine says so', () => {
    const { fail, records } = bench()
    fail({ event: 'tool.check', error: { kind: 'timeout' } })
    fail({ event: 'tool.check' })
    expect(records.map(record => record.guardFailure)).toEqual([{ event: 'tool.check', kind: 'timeout' }, { event: 'tool.check' }])
  })

  test('what failed beneath the seat is no failure of the seat', () => {
    const { fail, records } = bench()
    fail({ event: 'fs.read', called: true, trace: [{ index: 1, plugin: 'engine', tier: 'core', outcome: 'rejected', ms: 1 }] })
    expect(records[0]).not.toHaveProperty('guardFailure')
  })
})

describe('it never stands in the way', () => {
  test("castellan's own calls are passed on and not recorded", async () => {
    const { hear, fail, records } = bench()
    const answer = { value: 1 }
    expect(await hear({ origin: OWN, answer })).toBe(answer)
    fail({ origin: OWN })
    expect(records).toEqual([])
  })

  test('another mod of that name is recorded', async () => {
    expect((await recordOf({ origin: { plugin: 'castellan', tier: 'user' } })).caller.tier).toBe('user')
  })

  test('a record that cannot be made, or has nowhere to go, is counted, and the answer stands', async () => {
    const full = bench({
      add: () => {
        throw new Error('full')
      },
    })
    const trace = [null as never]
    for (const [{ hear, lost }, dispatch] of [
      [full, {}],
      [bench(), { trace }],
    ] as const) {
      const answer = { decision: 'allow' }
      expect(await hear({ ...dispatch, answer })).toBe(answer)
      expect(lost).toHaveLength(1)
    }
    expect(() => full.fail({})).not.toThrow()
  })

  test('what is beneath fails as it would have without it', async () => {
    await expect(bench().hear({ answer: new Error('beneath') })).rejects.toThrow('beneath')
  })
})

describe("a session's end", () => {
  test('what is left goes out within the time the engine leaves, less its own', async () => {
    const { hear, ended, records } = bench()
    await hear({ event: 'session.end', answer: {}, budget: { remainingMs: 1500 } }, { reason: 'clear' })
    await hear({ event: 'session.end', answer: {}, budget: { remainingMs: 100 } }, { reason: 'other' })
    await hear({ event: 'turn.complete', answer: {} })
    expect(ended).toEqual([
      ['clear', 1200],
      ['other', 0],
    ])
    expect(records).toHaveLength(3)
  })

  test('a flush that fails fails nobody', async () => {
    const answer = { text: 'bye' }
    const { hear } = bench({ end: () => Promise.reject(new Error('no receiver')) })
    expect(await hear({ event: 'session.end', answer })).toBe(answer)
  })
})

test('from the first refused plugin on the records of plugins are sent at once: the engine may load the module anew', async () => {
  const { hear, hurried } = bench()
  await hear({ event: 'plugin.register', answer: { allow: true } })
  await hear({ event: 'tool.check', answer: { decision: 'deny' } })
  expect(hurried).toHaveLength(0)
  await hear({ event: 'plugin.register', answer: { refuse: 'no' } })
  await hear({ event: 'plugin.register', answer: { allow: true } })
  await hear({ event: 'tool.check', answer: { decision: 'deny' } })
  expect(hurried).toHaveLength(2)
})

test('what comes up waits for its record where that must be kept first', async () => {
  let isKept = false
  const kept = bench({
    add: async () => {
      await undefined
      isKept = true
    },
  })
  const answer = { decision: 'allow' }
  expect(await kept.hear({ answer })).toBe(answer)
  expect(isKept).toBe(true)
})

describe('a record that cannot be kept, where the policy says to refuse', () => {
  const told: EarlyRecord[] = []
  const full = (mode: 'enforce' | 'observe' = 'enforce') =>
    bench(
      {
        add(record) {
          told.push(record)
          return Promise.reject(new Error('ENOSPC'))
        },
      },
      mode,
    )

  test.each(['allow', 'ask'])('a call that would be let through (%s) is refused, told why, and recorded as refused', async decision => {
    told.length = 0
    expect(await full().hear({ answer: { decision } })).toEqual({
      decision: 'deny',
      reason: expect.stringContaining('(ENOSPC) [castellan.unrecorded]'),
    })
    expect(told.map(record => record.decision)).toEqual([decision, 'deny'])
  })

  test.each([
    ['a refusal stands, with its own reason', { answer: { decision: 'deny', reason: 'a rule' } }],
    ['of what has been done it is too late to refuse', { event: 'tool.call', answer: { text: 'done' } }],
  ])('%s', async (_, dispatch) => {
    expect(await full().hear(dispatch)).toBe(dispatch.answer)
  })

  test('a policy that only observes refuses nothing', async () => {
    const answer = { decision: 'allow' }
    expect(await full('observe').hear({ answer })).toBe(answer)
  })

  test('a failure of a hook is recorded without waiting', () => {
    expect(() => full().fail({})).not.toThrow()
  })
})

test('a dispatch that the recorder does not hear is recorded where it is judged', () => {
  const { tell, records, notes } = bench()
  const e = { tool: 'Read', op: 'fs.read' }
  notes.of(e).decision = SPOKEN
  tell({ origin: MOD }, e, { decision: 'deny', reason: 'x' })
  expect(records).toMatchObject([{ event: 'tool.check', decision: 'deny', caller: MOD, rules: [{ id: 'a' }, { id: 'b' }] }])
})

test('a hook within that does not end ends with the time it has', async () => {
  const { hear, records } = bench()
  const clock = new AbortController()
  const heard = hear({ answer: new Promise(() => {}), signal: clock.signal })
  clock.abort()
  await expect(heard).rejects.toThrow('out of time')
  expect(records).toEqual([])
})

test('a hook whose time is up before it waits does not wait', async () => {
  await expect(inTime(new Promise(() => {}), AbortSignal.abort())).rejects.toThrow('out of time')
})

describe('a gate that records itself', () => {
  const around = (answer: unknown) => {
    const { records, around } = bench()
    const work = async () => {
      if (answer instanceof Error) throw answer
      return answer
    }
    return { records, done: around({}, { tool: 'Bash' }, work) }
  }

  test('answers what its work comes to, and is recorded once', async () => {
    const answer = { decision: 'deny' }
    const { records, done } = around(answer)
    expect(await done).toBe(answer)
    expect(records).toMatchObject([{ decision: 'deny', tool: 'Bash' }])
    expect(records[0]).not.toHaveProperty('guardFailure')
  })

  test.each([new Error('broken'), undefined, 5])('that fails with %s is recorded as failed, and fails', async answer => {
    const { records, done } = around(answer)
    if (answer instanceof Error) await expect(done).rejects.toThrow('broken')
    else expect(await done).toBe(answer)
    expect(records).toMatchObject([{ guardFailure: { event: 'tool.check' } }])
  })
})
