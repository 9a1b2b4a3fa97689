/** Ten thousand records, a disk that fails now and then, a collector that takes some: whatever is not kept is counted, and what must be kept is. */
import { expect, test } from 'vitest'
import { createMachine, type Fault, lineOf, recoverAll, type SessionOptions } from './spool-machine.ts'

const CHAIN = 'a1'.padEnd(16, '0')
const FAULTS: readonly (Fault | undefined)[] = [undefined, undefined, 'full', 'read-only', 'hung']

/** Numbers from 0 to 1, the same each time. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648
  }
}

async function run(seed: number, options: SessionOptions, count: number) {
  const machine = createMachine()
  const running = machine.start('sa', options)
  const { spool } = running
  const random = seeded(seed)
  const answered = new Set<string>()
  const refused: number[] = []
  let taken = -1
  for (let seq = 0; seq < count; seq++) {
    const line = lineOf('a1', seq, Math.floor(random() * 600))
    const durability = random() < 0.5 ? 'ahead' : 'behind'
    spool.keep(line, durability).then(
      () => durability === 'ahead' && answered.add(line),
      () => refused.push(seq),
    )
    if (seq % 50 !== 49) continue
    await machine.pass(Math.floor(random() * 1500))
    machine.release()
    machine.break(FAULTS[Math.floor(random() * FAULTS.length)])
    if (random() < 0.3) {
      taken += Math.floor(random() * (seq - taken))
      spool.acknowledge(CHAIN, taken)
    }
  }
  machine.break()
  machine.release()
  await machine.pass(40_000)
  machine.release()
  await machine.pass(40_000)
  return { machine, running, answered, refused, taken }
}

const seqOf = (line: string): number => (JSON.parse(line) as { seq: number }).seq

test.each([1, 2])('with room for all, nothing is lost, whatever the disk did: seed %i', async seed => {
  const { machine, running, taken } = await run(seed, { full: 'drop-oldest' }, 10_000)
  const { waiting, unwritten, dropped } = running.spool.state()
  expect([waiting, unwritten, dropped]).toEqual([9999 - taken, 0, 0])
  running.kill()
  const recovered = await recoverAll(machine, machine.start('sb'))
  expect([...new Set(recovered.map(seqOf))].filter(seq => seq > taken)).toEqual(
    Array.from({ length: 9999 - taken }, (_, at) => taken + 1 + at),
  )
})

test.each([4])('without room, each record was taken, waits or was counted: seed %i', async seed => {
  const { running, taken } = await run(seed, { full: 'drop-oldest', cap: 1 << 18 }, 10_000)
  const { waiting, dropped, bytes } = running.spool.state()
  expect(bytes).toBeLessThanOrEqual(1 << 18)
  expect(waiting).toBeLessThanOrEqual(9999 - taken)
  expect(dropped).toBeGreaterThan(0)
  expect(dropped).toBeLessThanOrEqual(10_000 - waiting)
})

test.each([6])('where the policy refuses, what was answered for is taken or there: seed %i', async seed => {
  const { machine, running, answered, refused, taken } = await run(seed, { full: 'refuse', cap: 1 << 20 }, 10_000)
  expect(refused.length).toBeGreaterThan(0)
  running.kill()
  const recovered = new Set((await recoverAll(machine, machine.start('sb'))).map(seqOf))
  expect([...answered].map(seqOf).filter(seq => seq > taken && !recovered.has(seq))).toEqual([])
})
