/** A process dies in the course of any write, which is done not at all, in part, or whole: what was answered for is never lost, and nothing is held for ever. */
import { expect, test } from 'vitest'
import { createMachine, lineOf, type Machine, type Running, recoverAll, type SessionOptions } from './spool-machine.ts'

const CHAINS = { sa: 'a1', sb: 'b2', sc: 'c3' }
const chainOf = (chain: string) => chain.padEnd(16, '0')

type Told = { readonly answered: string[]; readonly taken: Set<string> }

/** Keeps lines ahead, of lengths that make files be closed and used again, while the collector takes some: until the work is done, or the session died. */
async function work(machine: Machine, running: Running, chain: string, { answered, taken }: Told): Promise<void> {
  const pads = [9000, 30, 15_000, 14_000, 10, 20_000, 400, 9000, 9000, 30]
  for (const [seq, pad] of pads.entries()) {
    const line = lineOf(chain, seq, pad)
    void running.spool.keep(line, 'ahead').then(() => answered.push(line))
    await machine.pass(seq % 3 === 0 ? 600 : 1)
    if (running.isDead()) return
    if (seq === 3 || seq === 6) {
      for (let upTo = 0; upTo <= seq; upTo++) taken.add(lineOf(chain, upTo, pads[upTo]))
      running.spool.acknowledge(chainOf(chain), seq)
      await machine.pass(600)
    }
  }
}

/** A session that takes up what it finds. What the collector answered for is taken. */
async function takeUp(machine: Machine, session: string, told: Told, options: SessionOptions = {}): Promise<Running> {
  const running = machine.start(session, options)
  for (const line of await recoverAll(machine, running)) told.taken.add(line)
  return running
}

const missing = ({ answered, taken }: Told): string[] => answered.filter(line => !taken.has(line)).map(line => line.slice(-12))

/** How many writes a run does that nothing interrupts. */
async function writesOf(run: (machine: Machine) => Promise<Running>): Promise<number> {
  return (await run(createMachine())).writes()
}

const fresh = (): Told => ({ answered: [], taken: new Set() })

test('in the course of any write of a session that keeps ahead', async () => {
  const writes = await writesOf(async machine => {
    const running = machine.start('sa')
    await work(machine, running, CHAINS.sa, fresh())
    return running
  })
  expect(writes).toBeGreaterThan(12)
  for (let at = 0; at < writes; at++) {
    for (const done of [0, 0.4, 1]) {
      const machine = createMachine()
      const told = fresh()
      const running = machine.start('sa', { dies: { at, done } })
      await work(machine, running, CHAINS.sa, told)
      expect(running.isDead()).toBe(true)
      await takeUp(machine, 'sb', told)
      expect([at, done, missing(told)]).toEqual([at, done, []])
      const left = Object.keys(machine.files()).filter(name => name.endsWith('.jsonl'))
      expect([at, done, left.filter(name => /"seq":\d+,.*}\n/.test(machine.files()[name] ?? ''))]).toEqual([at, done, []])
    }
  }
})

test('in the course of any write of the session that takes up what one before it left', async () => {
  const before = async (machine: Machine, told: Told): Promise<void> => {
    const running = machine.start('sa')
    await work(machine, running, CHAINS.sa, told)
    running.kill()
  }
  const writes = await writesOf(async machine => {
    const told = fresh()
    await before(machine, told)
    return takeUp(machine, 'sb', told)
  })
  expect(writes).toBeGreaterThan(2)
  for (let at = 0; at < writes; at++) {
    for (const done of [0, 0.4, 1]) {
      const machine = createMachine()
      const told = fresh()
      await before(machine, told)
      const second = await takeUp(machine, 'sb', told, { dies: { at, done } })
      expect(second.isDead()).toBe(true)
      await takeUp(machine, 'sc', told)
      expect([at, done, missing(told)]).toEqual([at, done, []])
      expect([at, done, machine.lines()]).toEqual([at, done, []])
    }
  }
})

test('while another session lives, works and takes up beside it: each has its own, whenever the one dies', async () => {
  for (let at = 0; at < 16; at += 3) {
    for (const done of [0.4, 1]) {
      const machine = createMachine()
      const told = fresh()
      const dying = machine.start('sa', { dies: { at, done } })
      const living = machine.start('sb')
      await Promise.all([work(machine, dying, CHAINS.sa, told), work(machine, living, CHAINS.sb, told)])
      dying.kill()
      await machine.pass(31_000)
      for (const line of await recoverAll(machine, living)) told.taken.add(line)
      const own = machine.lines()
      expect([at, done, own.every(line => line.includes(`"${chainOf(CHAINS.sb)}"`))]).toEqual([at, done, true])
      living.kill()
      await takeUp(machine, 'sc', told)
      expect([at, done, missing(told)]).toEqual([at, done, []])
    }
  }
})

test('a spool that shifts its lines to the front of a file as they are taken would lose some: the test sees it', async () => {
  const machine = createMachine()
  const told = fresh()
  const running = machine.start('sa')
  await work(machine, running, CHAINS.sa, told)
  running.kill()
  const [name, text] = Object.entries(machine.files()).findLast(([file]) => file.endsWith('.jsonl')) ?? ['', '']
  machine.put(name, text.slice(text.indexOf('\n') + 1, -20))
  await takeUp(machine, 'sb', told)
  expect(missing(told)).not.toEqual([])
})
