import { describe, expect, test } from 'vitest'
import { parseReport, reportDifferences } from '../../cli/build/engine-report.ts'
import type { SeatPlan } from '../../cli/build/plan.ts'

const PLAN: SeatPlan = {
  hooks: [
    { hook: 'withhold', event: 'engine.create', purpose: 'x', hasCatch: false },
    { hook: 'check', event: 'tool.check', purpose: 'x', hasCatch: true },
    {
      hook: 'ceiling',
      event: 'tool.check',
      matcher: { text: 'op', has: { op: { anyOf: [{ is: 'fs.read' }, { is: 'fs.list' }] } } },
      purpose: 'x',
      hasCatch: true,
    },
  ],
  calls: ['env.get', 'http.fetch'],
  env: ['HOME'],
  sets: [],
  hosts: ['127.0.0.1:4318'],
  unreadHosts: 0,
  withholds: ['audio'],
  states: ['castellan.head'],
}

/** The engine's own report of a seat as planned, as `plugin validate --strict --json` printed it (shortened to what it holds of interest). */
const rightModule = () => ({
  module: './seat.js',
  uses: {
    events: ['engine.create', 'tool.check'],
    calls: ['http.fetch', 'env.get'],
    env: { reads: ['HOME'], writes: [] as string[] },
    state: { reads: [{ plugin: 'castellan', key: 'head' }], writes: [{ plugin: 'castellan', key: 'head' }] },
    hosts: { named: ['127.0.0.1:4318'], unread: [] as string[] },
  },
  hooks: [
    { pattern: 'engine.create', matcher: { has: {} as object }, defaultKeys: [], isGate: false, hasCatch: false },
    { pattern: 'tool.check', matcher: { has: {} as object }, defaultKeys: [], isGate: true, hasCatch: true },
    {
      pattern: 'tool.check',
      matcher: { has: { op: { anyOf: [{ is: 'fs.read' }, { is: 'fs.list' }] } } as object },
      defaultKeys: [],
      isGate: true,
      hasCatch: true,
    },
  ],
  nextTo: ['append'],
  nouns: { adds: [] as string[], addsUnlessThere: [] as string[], withholds: ['audio'], replaces: [] as string[] },
})

type Module = ReturnType<typeof rightModule>

function differences(change: (module: Module) => void, around: object = {}): string[] {
  const module = rightModule()
  change(module)
  const part = { errors: [], warnings: [], notes: [] }
  const report = {
    success: true,
    strict: true,
    manifest: { ...part, type: 'plugin', modules: [] },
    contents: [{ ...part, type: 'hooks', modules: [module] }],
    provides: { modules: [{ path: 'hooks/seat.js' }], hooks: [], skills: [] },
    ...around,
  }
  const parsed = parseReport(JSON.stringify(report))
  if (parsed === undefined) throw new Error('the report is not read')
  return reportDifferences(parsed, PLAN)
}

test('the planned seat has no difference', () => {
  expect(differences(() => {})).toEqual([])
})

describe('each difference is one line', () => {
  const cases: [string, (module: Module) => void, string][] = [
    ['an unplanned hook', m => m.hooks.push({ ...m.hooks[1], pattern: 'tool.call' } as Module['hooks'][0]), 'tool.call'],
    ['a hook twice', m => m.hooks.push(m.hooks[1] as Module['hooks'][0]), 'not planned'],
    ['an unplanned call', m => m.uses.calls.push('process.run'), 'process.run'],
    ['a missing call', m => m.uses.calls.pop(), 'env.get'],
    ['another env name', m => m.uses.env.reads.push('TOKEN'), 'TOKEN'],
    ['an env write', m => m.uses.env.writes.push('PATH'), 'PATH'],
    ['state', m => m.uses.state.writes.push({ plugin: 'castellan', key: 'x' }), 'castellan.x'],
    ['state that is not kept', m => Object.assign(m.uses.state, { reads: [], writes: [] }), 'castellan.head'],
    ['another host', m => m.uses.hosts.named.push('example.com'), 'example.com'],
    ['an unread host', m => m.uses.hosts.unread.push('http.fetch'), 'cannot read where'],
    ['a noun not withheld', m => m.nouns.withholds.pop(), 'audio'],
    ['a noun added', m => m.nouns.adds.push('castellan'), 'castellan'],
  ]
  test.each(cases)('%s', (_, change, word) => {
    const found = differences(change)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(word)
    expect(found[0]).not.toContain('\n')
  })

  test('a missing hook', () => expect(differences(m => m.hooks.pop())[0]).toContain('is planned, and the engine does not read it'))

  test('another matcher is an unplanned and a missing hook', () => {
    const found = differences(m => {
      if (m.hooks[2]) m.hooks[2].matcher.has = { op: { is: 'fs.read' } }
    })
    expect(found).toHaveLength(2)
  })

  test('a gate without .catch is named as what it is', () => {
    const found = differences(m => {
      if (m.hooks[1]) m.hooks[1].hasCatch = false
    })
    expect(found.some(line => line.includes('would open when it fails'))).toBe(true)
  })
})

describe('the report around the module', () => {
  test('errors and warnings count, those of the manifest too', () => {
    const manifest = { type: 'plugin', errors: [{ message: 'no name' }], warnings: [], modules: [] }
    expect(differences(() => {}, { manifest })).toEqual(['error: no name'])
    const contents = [{ type: 'hooks', errors: [], warnings: [{ message: 'TS2322' }], modules: [rightModule()] }]
    expect(differences(() => {}, { contents })).toEqual(['warning: TS2322'])
  })

  test('a refusal without a reason counts', () => {
    expect(differences(() => {}, { success: false })).toHaveLength(1)
  })

  test('no module, and something more than a module, count', () => {
    const contents = [{ type: 'hooks', errors: [], warnings: [], modules: null }]
    expect(differences(() => {}, { contents })[0]).toContain('the engine reads 0')
    expect(differences(() => {}, { provides: { modules: [{}], mcpServers: [{}] } })[0]).toContain('mcpServers')
  })

  test.each(['', 'not JSON', '{}', '{"success":true}'])('%j is no report', text => {
    expect(parseReport(text)).toBeUndefined()
  })
})
