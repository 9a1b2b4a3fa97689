/** What a mod does by itself has no check before it: where decisions are kept ahead, a record that it was let through is on the disk before it goes on. */
import { expect, test } from 'vitest'
import type { Keeper } from '../../audit/keeper.ts'
import { createCastellan } from '../../hooks/castellan.ts'
import type { Origin } from '../../hooks/doors.ts'
import type { CompiledAudit, Mode } from '../../policy/compile/compiled.ts'
import { audited, policy } from '../policy/rules.ts'
import { fakeDoors } from './doors.ts'

const MOD: Origin = { plugin: 'tips', tier: 'user' }
const ENGINE: Origin = { plugin: 'engine', tier: 'core' }

type Line = {
  readonly event: string
  readonly decision?: string
  readonly isBegun?: true
  readonly tool?: string
  readonly caller?: Origin
}

/** `settles`: what becomes of each `keep`. */
async function seated(settles: () => Promise<void>, decisions: CompiledAudit['durability']['decisions'] = 'ahead', mode: Mode = 'enforce') {
  const kept: Line[] = []
  const keeper: Keeper = {
    keep(line) {
      const said = JSON.parse(line) as Line
      if (said.isBegun) kept.push(said)
      return settles()
    },
    acknowledge() {},
    recover: async () => [],
    hurry: () => {},
    leave: async () => {},
    state: () => ({ waiting: 0, unwritten: 0, bytes: 0, dropped: 0, torn: 0, recovered: 0 }),
  }
  const audit = audited('http://127.0.0.1:4318/v1/traces')
  const each = { decisions, redactions: 'behind', conversation: 'behind', noise: 'memory' } as const
  const castellan = createCastellan(policy([], { mode, audit: { ...audit, durability: each } }), { createSpool: () => keeper })
  const tools = async () => [
    { name: 'mcp__tips__run', registeredBy: { plugin: 'tips', tier: 'user' } },
    { name: 'mcp__tickets__list', registeredBy: { plugin: 'engine', tier: 'core' } },
  ]
  const doors = fakeDoors({}, { tools, post: async () => ({ status: 200, headers: {}, text: '' }) })
  await castellan.start(doors)
  return { castellan, doors, kept }
}

const well = async (): Promise<void> => {}
const full = (): Promise<void> => Promise.reject(new Error('ENOSPC'))

test.each(['process.run', 'process.spawn', 'fs.write', 'http.fetch'])('%s of a mod goes on once the record of it is kept', async call => {
  let done: (() => void) | undefined
  const { castellan, doors, kept } = await seated(() => new Promise(resolve => (done = resolve)))
  let answer: unknown = 'waits'
  void castellan.modCall(doors, call, { argv: ['true'] }, MOD).then(result => {
    answer = result
  })
  for (let turns = 0; turns < 20; turns++) await undefined
  await new Promise(resolve => setImmediate(resolve))
  expect([answer, kept]).toEqual(['waits', [expect.objectContaining({ event: call, decision: 'allow', caller: MOD, isBegun: true })]])
  done?.()
  await new Promise(resolve => setImmediate(resolve))
  expect(answer).toBeUndefined()
})

test('where it cannot be kept, and the policy says to refuse, it is refused and told why', async () => {
  const { castellan, doors } = await seated(full)
  expect(await castellan.modCall(doors, 'process.run', {}, MOD)).toEqual({
    deny: expect.stringContaining('(ENOSPC) [castellan.unrecorded]'),
  })
})

test('so is a tool that a mod registered; one of a server is checked, and recorded there', async () => {
  const { castellan, doors, kept } = await seated(full)
  expect(await castellan.modTool(doors, { tool: 'mcp__tips__run', tool_use_id: 't1' }, ENGINE)).toEqual({
    deny: expect.stringContaining('[castellan.unrecorded]'),
  })
  expect(kept).toMatchObject([{ event: 'tool.call', tool: 'mcp__tips__run' }])
  expect(await castellan.modTool(doors, { tool: 'mcp__tickets__list', tool_use_id: 't2' }, ENGINE)).toBeUndefined()
  expect(kept).toHaveLength(1)
})

test('what only reads, and what is not a mod of the person, waits for no record', async () => {
  const { castellan, doors, kept } = await seated(full)
  for (const call of ['fs.read', 'fs.list', 'fs.stat', 'fs.exists', 'fs.ancestors'])
    expect(await castellan.modCall(doors, call, { path: '/a' }, MOD)).toBeUndefined()
  expect(await castellan.modCall(doors, 'process.run', {}, { plugin: 'sec', tier: 'prepend' })).toBeUndefined()
  expect(kept).toEqual([])
})

test.each(['memory', 'behind'] as const)('nor does anything where decisions are kept %s', async decisions => {
  const { castellan, doors, kept } = await seated(well, decisions)
  expect(await castellan.modCall(doors, 'process.run', {}, MOD)).toBeUndefined()
  expect(await castellan.modTool(doors, { tool: 'mcp__tips__run', tool_use_id: 't1' }, ENGINE)).toBeUndefined()
  expect(kept).toEqual([])
})

test('a policy that only observes refuses nothing for want of a record', async () => {
  const { castellan, doors, kept } = await seated(full, 'ahead', 'observe')
  expect(await castellan.modCall(doors, 'process.run', {}, MOD)).toBeUndefined()
  expect(kept).toHaveLength(1)
})
