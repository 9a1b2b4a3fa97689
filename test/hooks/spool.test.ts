import { describe, expect, test } from 'vitest'
import { createMachine, lineOf, type Running, recoverAll } from './spool-machine.ts'

const A = 'a1'
const B = 'b2'
const OWNER_A = `sa-${A.padEnd(16, '0')}`
const chainOf = (chain: string) => chain.padEnd(16, '0')
const MIB = 1024 * 1024

/** What became of a `keep`, once the machine has had its turns. */
function watched(promise: Promise<void>): { state: string } {
  const seen = { state: 'waits' }
  promise.then(
    () => {
      seen.state = 'kept'
    },
    error => {
      seen.state = `refused: ${error.message}`
    },
  )
  return seen
}

describe('keeping', () => {
  test('ahead: the line is on the disk when it is answered for, under a name of session and chain, and who writes stands beside it', async () => {
    const machine = createMachine()
    const { spool } = machine.start('sa')
    const seen = watched(spool.keep(lineOf(A, 0), 'ahead'))
    await machine.pass()
    expect(seen.state).toBe('kept')
    expect(Object.keys(machine.files())).toEqual([`${OWNER_A}.live`, `${OWNER_A}-0.jsonl`])
    expect(machine.files()[`${OWNER_A}-0.jsonl`]).toBe(`${lineOf(A, 0)}\n`)
    expect(spool.state()).toEqual({ waiting: 1, unwritten: 0, bytes: lineOf(A, 0).length + 1, dropped: 0, torn: 0, recovered: 0 })
  })

  test('behind: it is answered for at once, and on the disk within a second, many lines with one write', async () => {
    const machine = createMachine()
    const { spool, writes } = machine.start('sa', { durability: 'behind' })
    for (let seq = 0; seq < 40; seq++) await spool.keep(lineOf(A, seq), 'behind')
    expect(machine.lines()).toEqual([])
    expect(spool.state()).toMatchObject({ waiting: 40, unwritten: 40 })
    await machine.pass(1000)
    expect(machine.lines()).toHaveLength(40)
    expect(writes()).toBe(2)
  })

  test('many lines ahead at once share writes, and all are kept in their order', async () => {
    const machine = createMachine()
    const { spool, writes } = machine.start('sa')
    const seen = Array.from({ length: 30 }, (_, seq) => watched(spool.keep(lineOf(A, seq), 'ahead')))
    await machine.pass()
    expect(seen.every(({ state }) => state === 'kept')).toBe(true)
    expect(machine.lines()).toEqual(Array.from({ length: 30 }, (_, seq) => lineOf(A, seq)))
    expect(writes()).toBeLessThan(5)
  })

  test('a file is closed once it is long, so that no write is', async () => {
    const machine = createMachine()
    const { spool } = machine.start('sa')
    for (let seq = 0; seq < 12; seq++) {
      void spool.keep(lineOf(A, seq, 10_000), 'ahead')
      await machine.pass()
    }
    const lengths = Object.entries(machine.files()).flatMap(([name, text]) => (name.endsWith('.jsonl') ? [text.length] : []))
    expect(lengths).toHaveLength(3)
    expect(Math.max(...lengths)).toBeLessThan(45_000)
  })

  test('what is acknowledged whole is emptied, and its file is used again; what is not stays', async () => {
    const machine = createMachine()
    const { spool } = machine.start('sa')
    for (let seq = 0; seq < 8; seq++) void spool.keep(lineOf(A, seq, 10_000), 'ahead')
    await machine.pass(1000)
    spool.acknowledge(chainOf(A), 4)
    await machine.pass(1000)
    expect(machine.lines()).toEqual([4, 5, 6, 7].map(seq => lineOf(A, seq, 10_000)))
    expect(spool.state()).toMatchObject({ waiting: 3 })
    spool.acknowledge(chainOf(A), 7)
    await machine.pass(1000)
    expect([machine.lines(), spool.state().waiting]).toEqual([[], 0])
    void spool.keep(lineOf(A, 8), 'ahead')
    await machine.pass(1000)
    expect(machine.lines()).toEqual([lineOf(A, 8)])
    expect(Object.keys(machine.files()).filter(name => name.endsWith('.jsonl'))).toHaveLength(1)
  })

  test('what somebody deletes or cuts is written again with the next look', async () => {
    const machine = createMachine()
    const { spool } = machine.start('sa')
    for (let seq = 0; seq < 8; seq++) void spool.keep(lineOf(A, seq, 10_000), 'ahead')
    await machine.pass(1000)
    machine.wipe()
    await machine.pass(31_000)
    expect(machine.lines()).toHaveLength(8)
    machine.put(`${OWNER_A}-0.jsonl`, 'cut')
    await machine.pass(31_000)
    expect(machine.lines().map(line => (JSON.parse(line) as { seq: number }).seq)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(machine.files()[`${OWNER_A}.live`]).toBeDefined()
  })

  test('what is acknowledged while it is being written is emptied after', async () => {
    const machine = createMachine()
    machine.break('hung')
    const { spool } = machine.start('sa')
    void spool.keep(lineOf(A, 0), 'ahead')
    await machine.pass(100)
    machine.break()
    machine.release()
    machine.break('hung')
    await machine.pass(100)
    spool.acknowledge(chainOf(A), 0)
    machine.break()
    machine.release()
    await machine.pass(1000)
    expect([machine.lines(), spool.state().waiting]).toEqual([[], 0])
  })
})

describe('a disk that fails', () => {
  test.each([
    ['full', 'ENOSPC'],
    ['read-only', 'EROFS'],
  ] as const)(
    '%s: where the policy refuses, the call is refused and told why; once it is well again, nothing of before is missing',
    async (kind, code) => {
      const machine = createMachine()
      const { spool } = machine.start('sa', { full: 'refuse' })
      void spool.keep(lineOf(A, 0), 'ahead')
      await machine.pass()
      machine.break(kind)
      const seen = watched(spool.keep(lineOf(A, 1), 'ahead'))
      await machine.pass()
      expect(seen.state).toBe(`refused: ${code}`)
      expect(spool.state()).toMatchObject({ waiting: 2, unwritten: 1, lastFailure: code })
      machine.break()
      const after = watched(spool.keep(lineOf(A, 2), 'ahead'))
      await machine.pass()
      expect(after.state).toBe('kept')
      expect(machine.lines()).toEqual([0, 1, 2].map(seq => lineOf(A, seq)))
      expect(spool.state().lastFailure).toBeUndefined()
    },
  )

  test.each(['full', 'read-only'] as const)(
    '%s: where it drops the oldest, the call goes on, and the line waits for a disk',
    async kind => {
      const machine = createMachine()
      machine.break(kind)
      const { spool } = machine.start('sa')
      const seen = watched(spool.keep(lineOf(A, 0), 'ahead'))
      await machine.pass()
      expect([seen.state, spool.state().unwritten]).toEqual(['kept', 1])
      machine.break()
      await machine.pass(1000)
      expect(machine.lines()).toEqual([lineOf(A, 0)])
    },
  )

  test('hung: nobody waits longer than the deadline, and the next not even that', async () => {
    const machine = createMachine()
    machine.break('hung')
    const { spool } = machine.start('sa', { full: 'refuse', deadline: 700 })
    const first = watched(spool.keep(lineOf(A, 0), 'ahead'))
    await machine.pass(699)
    expect(first.state).toBe('waits')
    await machine.pass(1)
    expect(first.state).toBe('refused: not written within 0.7 s')
    const second = watched(spool.keep(lineOf(A, 1), 'ahead'))
    await machine.pass()
    expect(second.state).toBe('refused: not written within 0.7 s')
    machine.break()
    machine.release()
    await machine.pass()
    const third = watched(spool.keep(lineOf(A, 2), 'ahead'))
    await machine.pass()
    expect(third.state).toBe('kept')
    expect(machine.lines()).toEqual([0, 1, 2].map(seq => lineOf(A, seq)))
  })

  test('hung for good: after half a minute the lines go to another file', async () => {
    const machine = createMachine()
    const { spool } = machine.start('sa')
    void spool.keep(lineOf(A, 0), 'ahead')
    await machine.pass()
    machine.break('hung')
    const seen = watched(spool.keep(lineOf(A, 1), 'ahead'))
    await machine.pass(2000)
    expect(seen.state).toBe('kept')
    machine.break()
    await machine.pass(31_000)
    expect(machine.files()[`${OWNER_A}-1.jsonl`]).toBe(`${lineOf(A, 0)}\n${lineOf(A, 1)}\n`)
    expect(spool.state()).toMatchObject({ waiting: 2, unwritten: 0 })
  })
})

describe('room', () => {
  test('drop-oldest: the newest are kept, what went is counted', async () => {
    const machine = createMachine()
    const { spool } = machine.start('sa', { cap: MIB, durability: 'behind' })
    for (let seq = 0; seq < 300; seq++) {
      await spool.keep(lineOf(A, seq, 10_000), 'behind')
      await machine.pass(100)
    }
    await machine.pass(1000)
    const { waiting, dropped, bytes } = spool.state()
    expect(waiting + dropped).toBe(300)
    expect(bytes).toBeLessThanOrEqual(MIB)
    expect(machine.lines()).toHaveLength(waiting)
    expect(machine.lines()).toContain(lineOf(A, 299, 10_000))
    expect(machine.lines()).not.toContain(lineOf(A, 0, 10_000))
  })

  test('refuse: a line without room is refused, one that came before stays, and an acknowledgement makes room', async () => {
    const machine = createMachine()
    const { spool } = machine.start('sa', { cap: MIB, full: 'refuse' })
    const seen = Array.from({ length: 11 }, (_, seq) => watched(spool.keep(lineOf(A, seq, 100_000), 'ahead')))
    await machine.pass()
    expect(seen.map(({ state }) => state).slice(-2)).toEqual(['kept', 'refused: the spool is full'])
    expect(spool.state()).toMatchObject({ waiting: 10, dropped: 1 })
    spool.acknowledge(chainOf(A), 9)
    const after = watched(spool.keep(lineOf(A, 11, 100_000), 'ahead'))
    await machine.pass()
    expect(after.state).toBe('kept')
  })

  test('the cap is over all sessions: what the dead left goes first, the oldest of it before the rest; what the living have is let be', async () => {
    const machine = createMachine()
    const fill = async (session: string, chain: string, count: number): Promise<Running> => {
      const running = machine.start(session, { cap: MIB })
      for (let seq = 0; seq < count; seq++) void running.spool.keep(lineOf(chain, seq, 100_000), 'ahead')
      await machine.pass(1000)
      return running
    }
    const dead = await fill('sd', 'd1', 4)
    dead.kill()
    await fill('sl', 'e1', 4)
    const mine = await fill('sm', 'f1', 4)
    await machine.pass(31_000)
    await machine.pass(31_000)
    const chains = machine.lines().map(line => (JSON.parse(line) as { chain: string }).chain.slice(0, 2))
    expect(chains.filter(chain => chain === 'e1')).toHaveLength(4)
    expect(chains.filter(chain => chain === 'f1')).toHaveLength(4)
    expect(chains.filter(chain => chain === 'd1').length).toBeLessThan(4)
    expect(machine.lines().join('').length).toBeLessThanOrEqual(MIB)
    expect(mine.spool.state().dropped + chains.length).toBe(12)
  })

  test('refuse: what others have counts', async () => {
    const machine = createMachine()
    const other = machine.start('so', { cap: MIB })
    for (let seq = 0; seq < 9; seq++) void other.spool.keep(lineOf(B, seq, 100_000), 'ahead')
    await machine.pass()
    const { spool } = machine.start('sa', { cap: MIB, full: 'refuse' })
    await machine.pass()
    const seen = [0, 1].map(seq => watched(spool.keep(lineOf(A, seq, 100_000), 'ahead')))
    await machine.pass()
    expect(seen.map(({ state }) => state)).toEqual(['kept', 'refused: the spool is full'])
  })

  test('what is no record, or endless, is not kept', async () => {
    const machine = createMachine()
    const { spool } = machine.start('sa', { full: 'refuse' })
    const seen = ['{}', 'nonsense', lineOf(A, 0, 2 * MIB)].map(line => watched(spool.keep(line, 'ahead')))
    await machine.pass()
    expect(seen.map(({ state }) => state)).toEqual(['refused: no sealed record', 'refused: no sealed record', 'refused: the spool is full'])
    expect(spool.state()).toMatchObject({ waiting: 0, dropped: 3 })
  })
})

describe('sessions before', () => {
  const left = async (machine: ReturnType<typeof createMachine>, count = 3): Promise<Running> => {
    const running = machine.start('sa')
    for (let seq = 0; seq < count; seq++) void running.spool.keep(lineOf(A, seq), 'ahead')
    await machine.pass()
    return running
  }

  test('what a killed session left is handed out once, and its file emptied once it was taken', async () => {
    const machine = createMachine()
    ;(await left(machine)).kill()
    const next = machine.start('sb')
    expect(await recoverAll(machine, next)).toEqual([0, 1, 2].map(seq => lineOf(A, seq)))
    expect(machine.files()).toEqual({})
    expect(next.spool.state()).toMatchObject({ recovered: 3, dropped: 0 })
    expect(await recoverAll(machine, next)).toEqual([])
  })

  test('a live session is let be, however long it is silent, where its process can be asked about', async () => {
    const machine = createMachine()
    await left(machine)
    const before = machine.files()
    const next = machine.start('sb')
    expect(await recoverAll(machine, next)).toEqual([])
    await machine.pass(3_600_000)
    expect(await recoverAll(machine, next)).toEqual([])
    expect(Object.keys(machine.files()).sort()).toEqual(Object.keys(before).sort())
  })

  test('a number that another process has by now is no sign of life', async () => {
    const machine = createMachine()
    ;(await left(machine)).kill()
    const name = `${OWNER_A}.live`
    const owner = JSON.parse(machine.files()[name] as string) as { began: string }
    machine.put(name, JSON.stringify({ ...owner, began: '12' }))
    machine.start('sc', { process: '100' })
    expect(await recoverAll(machine, machine.start('sb'))).toHaveLength(3)
  })

  test.each([
    ['of another machine at the same folder', 'there'],
    ['where the system tells nothing of processes', 'none'],
  ])('%s: it is taken for dead after five minutes of silence, and not before', async (_, space) => {
    const machine = createMachine()
    const running = machine.start('sa', { space })
    void running.spool.keep(lineOf(A, 0), 'ahead')
    await machine.pass(600_000)
    const next = machine.start('sb')
    expect(await recoverAll(machine, next)).toEqual([])
    running.kill()
    await machine.pass(200_000)
    expect(await recoverAll(machine, next)).toEqual([])
    await machine.pass(200_000)
    expect(await recoverAll(machine, next)).toEqual([lineOf(A, 0)])
  })

  test('one that was only asleep has its files back: nothing of it is emptied', async () => {
    const machine = createMachine()
    const asleep = machine.start('sa', { space: 'there' })
    void asleep.spool.keep(lineOf(A, 0), 'ahead')
    await machine.pass()
    const [name] = Object.keys(machine.files()).filter(one => one.endsWith('.live'))
    const owner = machine.files()[name as string] as string
    asleep.kill()
    await machine.pass(400_000)
    const next = machine.start('sb')
    const handed = next.spool.recover()
    await machine.pass(300)
    expect(await handed).toHaveLength(1)
    // It wakes, and says that it is there, before the collector has answered.
    machine.put(name as string, owner)
    next.spool.acknowledge(chainOf(A), 0)
    await machine.pass(100)
    expect(machine.lines()).toEqual([lineOf(A, 0)])
  })

  test('a worker that was lost: the module of the same session and process takes up what the former one left', async () => {
    const machine = createMachine()
    await left(machine)
    const again = machine.start('sa', { process: '100' })
    expect(await recoverAll(machine, again)).toHaveLength(3)
  })

  test('two that come at once: one of them has it', async () => {
    const machine = createMachine()
    ;(await left(machine)).kill()
    const two = [machine.start('sb'), machine.start('sc')]
    const got = two.map(({ spool }) => spool.recover())
    await machine.pass(1000)
    expect((await Promise.all(got)).map(lines => lines.length).sort()).toEqual([0, 3])
  })

  test('two that come at once, one of them slow: the one that came last has it', async () => {
    const machine = createMachine()
    ;(await left(machine)).kill()
    const two = [machine.start('sb'), machine.start('sc', { lagMs: 100 })]
    const got = two.map(({ spool }) => spool.recover())
    await machine.pass(1000)
    expect((await Promise.all(got)).map(lines => lines.length)).toEqual([0, 3])
  })

  test('what was handed out and not taken is handed out again after a minute, and is recovered once', async () => {
    const machine = createMachine()
    ;(await left(machine)).kill()
    const { spool } = machine.start('sb')
    const once = async () => {
      const lines = spool.recover()
      await machine.pass(1000)
      return (await lines).length
    }
    expect([await once(), await once()]).toEqual([3, 0])
    await machine.pass(60_000)
    expect(await once()).toBe(3)
    expect(spool.state().recovered).toBe(3)
  })

  test('one that went in good order is taken up at once; what it had shipped is gone', async () => {
    const machine = createMachine()
    const { spool } = await left(machine)
    spool.acknowledge(chainOf(A), 2)
    void spool.keep(lineOf(A, 3), 'behind')
    void spool.leave(0)
    await machine.pass(300)
    expect(await recoverAll(machine, machine.start('sb', { space: 'there' }))).toEqual([lineOf(A, 3)])
  })

  test('a session that goes on after its end, as after /clear, says again that it is there', async () => {
    const machine = createMachine()
    const { spool } = await left(machine)
    void spool.leave(0)
    await machine.pass(300)
    void spool.keep(lineOf(A, 3), 'ahead')
    await machine.pass()
    expect(await recoverAll(machine, machine.start('sb'))).toEqual([])
  })

  test('at the end of a session a disk that is slow has what is left of its time', async () => {
    const machine = createMachine()
    const { spool } = machine.start('sa', { lagMs: 200 })
    void spool.keep(lineOf(A, 0), 'behind')
    const seen = watched(spool.leave(800))
    await machine.pass(500)
    expect(seen.state).toBe('waits')
    await machine.pass(200)
    expect([seen.state, machine.files()]).toEqual(['kept', { [`${OWNER_A}-0.jsonl`]: `${lineOf(A, 0)}\n` }])
  })

  test('what has not been written is written before the session waits for anybody else', async () => {
    const machine = createMachine()
    const { spool } = machine.start('sa')
    void spool.keep(lineOf(A, 0), 'behind')
    spool.hurry()
    await machine.pass(1)
    expect(machine.files()[`${OWNER_A}-0.jsonl`]).toBe(`${lineOf(A, 0)}\n`)
  })

  test('the end of a session waits for no disk', async () => {
    const machine = createMachine()
    const { spool } = machine.start('sa')
    machine.break('hung')
    void spool.keep(lineOf(A, 0), 'behind')
    const seen = watched(spool.leave(0))
    await machine.pass(250)
    expect(seen.state).toBe('kept')
  })

  test('a cut line, nonsense and lines of another chain are not handed out; what stands between them is', async () => {
    const machine = createMachine()
    ;(await left(machine)).kill()
    const name = `${OWNER_A}-0.jsonl`
    const text = machine.files()[name] as string
    machine.put(name, `\0\0\n${text}${lineOf(B, 9)}\n${lineOf(A, 3).slice(0, 30)}`)
    const next = machine.start('sb')
    expect(await recoverAll(machine, next)).toHaveLength(3)
    expect(next.spool.state()).toMatchObject({ recovered: 3, dropped: 0, torn: 3 })
  })

  test('files that are not of a spool, or hold nothing that can be read, stay as they are', async () => {
    const machine = createMachine()
    const kept = {
      'notes.txt': 'x',
      [`${OWNER_A}-0.jsonl`]: 'nonsense\nof somebody\n',
      [`../sd-${chainOf('d1')}-0.jsonl`]: `${lineOf('d1', 0)}\n`,
    }
    for (const [name, text] of Object.entries(kept)) machine.put(name, text)
    await machine.pass(400_000)
    expect(await recoverAll(machine, machine.start('sb'))).toEqual([])
    expect(machine.files()).toMatchObject(kept)
  })

  describe('a file of a dead session that cannot be read stays as it is', () => {
    const C = 'c3'
    const FILE = `${OWNER_A}-0.jsonl`
    const machineWithTwo = async () => {
      const machine = createMachine()
      for (const [session, chain] of [
        ['sa', A],
        ['sc', C],
      ] as const) {
        const running = machine.start(session)
        void running.spool.keep(lineOf(chain, 0, 600), 'ahead')
        await machine.pass(10)
        running.kill()
      }
      machine.lock(FILE)
      return machine
    }

    test('and keeps nobody from what others left', async () => {
      const machine = await machineWithTwo()
      const { spool } = machine.start('sb')
      const recovered = spool.recover()
      await machine.pass(1000)
      expect(await recovered).toEqual([lineOf(C, 0, 600)])
      spool.acknowledge(chainOf(C), 0)
      await machine.pass(1000)
      expect(machine.lines()).toEqual([lineOf(A, 0, 600)])
    })

    test('and keeps nobody from making room', async () => {
      const machine = await machineWithTwo()
      machine.start('sb', { cap: 1000 })
      await machine.pass(1000)
      expect(machine.lines()).toEqual([lineOf(A, 0, 600)])
    })
  })

  test('a folder that cannot be read is nothing to recover from, and keeps nobody from keeping', async () => {
    const machine = createMachine()
    ;(await left(machine)).kill()
    machine.break('unreadable')
    const next = machine.start('sb')
    expect(await recoverAll(machine, next)).toEqual([])
    const seen = watched(next.spool.keep(lineOf(B, 0), 'ahead'))
    await machine.pass()
    expect(seen.state).toBe('kept')
  })
})

describe('a session that leaves says of no file that it is there', () => {
  const OWN = `sb-${chainOf(B)}.live`
  const dead = async (machine: ReturnType<typeof createMachine>): Promise<void> => {
    const running = machine.start('sa')
    void running.spool.keep(lineOf(A, 0), 'ahead')
    await machine.pass()
    running.kill()
  }

  test.each([
    ['while it claims', 0, 100],
    ['while the claim is being written', 100, 20],
  ])('%s what another left: the next has it at once', async (_, lagMs, afterMs) => {
    const machine = createMachine()
    await dead(machine)
    const { spool } = machine.start('sb', { lagMs })
    const claimed = spool.recover()
    await machine.pass(afterMs)
    void spool.leave(0)
    await machine.pass(1000)
    expect(await claimed).toEqual([])
    expect(Object.keys(machine.files())).toEqual([`${OWNER_A}-0.jsonl`])
    expect(await recoverAll(machine, machine.start('sc'))).toEqual([lineOf(A, 0)])
  })

  test('it claims nothing any more, though its timer still asks', async () => {
    const machine = createMachine()
    await dead(machine)
    const before = machine.files()
    const { spool } = machine.start('sb')
    await machine.pass()
    void spool.leave(0)
    await machine.pass(300)
    expect(await recoverAll(machine, { ...machine.start('sb'), spool })).toEqual([])
    expect(machine.files()).toEqual(before)
  })

  test('while it says that it is there, as every half minute', async () => {
    const machine = createMachine()
    const { spool } = machine.start('sb', { lagMs: 60 })
    void spool.keep(lineOf(B, 0), 'ahead')
    await machine.pass(1000)
    machine.put(OWN, 'not written again yet')
    await machine.pass(29_020)
    void spool.leave(0)
    await machine.pass(40)
    expect(machine.files()[OWN]).toContain('"session":"sb"')
    await machine.pass(60_000)
    expect(Object.keys(machine.files())).toEqual([`sb-${chainOf(B)}-0.jsonl`])
  })

  test('when it empties a file that was taken late', async () => {
    const machine = createMachine()
    const { spool } = machine.start('sb')
    void spool.keep(lineOf(B, 0), 'ahead')
    await machine.pass()
    void spool.leave(0)
    await machine.pass(300)
    spool.acknowledge(chainOf(B), 0)
    await machine.pass(60_000)
    expect(machine.files()).toEqual({})
  })

  test('what it gives back was emptied before, where it was taken', async () => {
    const machine = createMachine()
    await dead(machine)
    const { spool } = machine.start('sb', { lagMs: 50 })
    const claimed = spool.recover()
    await machine.pass(1000)
    expect(await claimed).toHaveLength(1)
    spool.acknowledge(chainOf(A), 0)
    void spool.leave(0)
    await machine.pass(1000)
    expect(machine.files()).toEqual({})
  })
})

describe('a `.live` file with nothing beside it', () => {
  const bare = async (machine: ReturnType<typeof createMachine>, options = {}): Promise<Running> => {
    const running = machine.start('sa', options)
    void running.spool.keep(lineOf(A, 0), 'ahead')
    await machine.pass()
    running.spool.acknowledge(chainOf(A), 0)
    await machine.pass(1000)
    expect(Object.keys(machine.files())).toEqual([`${OWNER_A}.live`])
    return running
  }

  test('is emptied by the next session, where its own is gone', async () => {
    const machine = createMachine()
    ;(await bare(machine)).kill()
    machine.start('sb')
    await machine.pass()
    expect(machine.files()).toEqual({})
  })

  test('stays where its own lives, or may live', async () => {
    const machine = createMachine()
    await bare(machine, { space: 'there' })
    const before = machine.files()
    machine.start('sb')
    machine.start('sc', { space: 'there' })
    await machine.pass(100)
    expect(machine.files()).toEqual(before)
  })
})
