import { describe, expect, test } from 'vitest'
import { argumentsOf } from '../../hooks/call-arguments.ts'
import { createJudge } from '../../hooks/judge.ts'
import { createMentionGate } from '../../hooks/mention.ts'
import { createModCallGate } from '../../hooks/mod-call.ts'
import { createNotes } from '../../hooks/notes.ts'
import { createPluginGate } from '../../hooks/plugins.ts'
import { createSessionFacts } from '../../hooks/session.ts'
import { createShell } from '../../hooks/shell.ts'
import { createTally } from '../../hooks/tally.ts'
import { createToolGates } from '../../hooks/tools.ts'
import type { CompiledPolicy, CompiledRule, Condition } from '../../policy/compile/compiled.ts'
import { policy as policyOf, reads, rule, runs } from '../policy/rules.ts'
import { fakeDoors, PROJECT } from './doors.ts'

const ENGINE = { plugin: 'engine', tier: 'core' }
const MOD = { plugin: 'tips', tier: 'user' }
const ORG = { plugin: 'house', tier: 'append' }
const BELOW = { decision: 'allow' } as const

const ENV_FILE = reads('**/.env', /(?:^|\/)\.env$/)
const RULES: readonly CompiledRule[] = [
  rule('env', ENV_FILE, { instead: 'Read the example.' }),
  rule('push', runs('git', 'push'), { decide: 'ask' }),
  rule('watched', runs('curl'), { mode: 'observe' }),
  rule('merge', { kind: 'mcp', tool: { equals: 'merge' }, args: [{ path: 'tool', is: { equals: 'x' } }] }),
]

function gatesOf(policy: CompiledPolicy = policyOf(RULES)) {
  const [notes, tally] = [createNotes(), createTally()]
  const judge = createJudge(policy, createSessionFacts(), createShell())
  return {
    notes,
    read: tally.read,
    ...createToolGates(policy, judge, notes, tally),
    mention: createMentionGate(policy, judge, notes, tally),
    modCall: createModCallGate(policy, judge, notes, tally),
    plugin: createPluginGate(policy, notes, tally),
  }
}

const bash = (command: string, more: object = {}) => ({ tool: 'Bash', input: { command }, tool_use_id: 't1', ...more })

describe('tool.check', () => {
  test('a rule that speaks decides, its text names policy, reason, way out and id', async () => {
    const { check } = gatesOf()
    const answer = await check(fakeDoors(), { tool: 'Read', input: { file_path: '.env' }, tool_use_id: 't1' }, ENGINE, BELOW)
    expect(answer).toEqual({ decision: 'deny', reason: 'castellan (acme-standard): Reason of env. Instead: read the example. [env]' })
  })

  test('where no rule speaks, the answer of what is beneath goes up as the very object it was', async () => {
    const below = { decision: 'allow', rule: 'Bash(ls:*)' } as const
    expect(await gatesOf().check(fakeDoors(), bash('ls'), ENGINE, below)).toBe(below)
  })

  test('a stricter answer of what is beneath stands over a rule', async () => {
    const below = { decision: 'deny', reason: 'a managed rule' } as const
    expect(await gatesOf().check(fakeDoors(), bash('git push'), ENGINE, below)).toBe(below)
  })

  test('a file behind a link is judged by where it leads', async () => {
    const doors = fakeDoors({ files: { [`${PROJECT}/a`]: '' }, links: { [`${PROJECT}/notes`]: `${PROJECT}/.env` } })
    const answer = await gatesOf().check(doors, { tool: 'Read', input: { file_path: 'notes' }, tool_use_id: 't1' }, ENGINE, BELOW)
    expect(answer.decision).toBe('deny')
  })

  test('a session that cannot be read is no allow', async () => {
    const doors = fakeDoors({}, { cwd: () => Promise.reject(new Error('gone')) })
    await expect(gatesOf().check(doors, bash('ls'), ENGINE, BELOW)).rejects.toThrow()
  })

  test('an observed rule lets go, and stands in the note and the tally', async () => {
    const { check, notes, read } = gatesOf()
    const e = bash('curl https://x.example')
    expect(await check(fakeDoors(), e, ENGINE, BELOW)).toBe(BELOW)
    expect(notes.peek(e)?.decision?.spoken.map(({ rule, mode }) => [rule, mode])).toEqual([['watched', 'observe']])
    expect(read()).toMatchObject({ denied: 0, observed: 1 })
  })

  test("a query of the engine's own guard is judged and not counted; a call that is asked about twice counts once", async () => {
    const { check, read } = gatesOf()
    const guard = { plugin: 'cc-plugin-sec-default', tier: 'prepend' }
    await check(fakeDoors(), { tool: 'Bash', input: { command: 'git push' } }, guard, BELOW)
    expect(read().asked).toBe(0)
    for (let i = 0; i < 2; i++) await check(fakeDoors(), bash('git push'), ENGINE, BELOW)
    await check(fakeDoors(), bash('git push', { tool_use_id: 't2' }), ENGINE, BELOW)
    expect(read().asked).toBe(2)
  })

  test('a path is looked up only where a rule is about paths', async () => {
    const doors = fakeDoors()
    const { check } = gatesOf(policyOf([rule('push', runs('git', 'push'))]))
    await check(doors, { tool: 'Read', input: { file_path: '/elsewhere/x' }, tool_use_id: 't1' }, ENGINE, BELOW)
    expect(doors.asked).not.toContain('realPath /elsewhere/x')
  })
})

describe('the ceiling: managed deny rules bind mods', () => {
  const covered = { tool: 'Read', input: { file_path: '/x' }, ceiling: 'deny' } as const
  const unread = { tool: 'Read', input: { file_path: '/x' }, isCeilingUnread: true } as const

  test.each([covered, unread])('a file call of a user-tier mod is refused: %j', e => {
    const { ceiling, notes, read } = gatesOf()
    expect(ceiling(e, MOD)).toEqual({
      decision: 'deny',
      reason: expect.stringMatching(/^castellan \(acme-standard\): .*castellan\.ceiling\]/),
    })
    expect(notes.peek(e)?.decision?.verdict).toBe('deny')
    expect(read().denied).toBe(1)
  })

  test.each([ENGINE, ORG])('nobody else is: %j', origin => {
    expect(gatesOf().ceiling(covered, origin)).toBeUndefined()
    expect(gatesOf().ceiling(unread, origin)).toBeUndefined()
  })

  test('without a ceiling, or with one that asks, nothing is said', () => {
    expect(gatesOf().ceiling({ tool: 'Read', input: {} }, MOD)).toBeUndefined()
    expect(gatesOf().ceiling({ tool: 'Read', input: {}, ceiling: 'ask' }, MOD)).toBeUndefined()
  })

  test("it binds a mod's own tool call too, beside the rules", async () => {
    const { check } = gatesOf()
    expect((await check(fakeDoors(), bash('ls', { ceiling: 'deny' }), MOD, BELOW)).decision).toBe('deny')
    expect(await check(fakeDoors(), bash('ls', { ceiling: 'deny' }), ENGINE, BELOW)).toBe(BELOW)
    expect((await check(fakeDoors(), bash('git push', { ceiling: 'deny' }), MOD, BELOW)).reason).toMatch(/\[push\].*castellan\.ceiling\]/)
  })

  test('a policy that observes lets go and notes it', () => {
    const { ceiling, notes, read } = gatesOf(policyOf([], { mode: 'observe' }))
    expect(ceiling(covered, MOD)).toBeUndefined()
    expect(notes.peek(covered)?.decision).toMatchObject({ verdict: 'none', spoken: [{ rule: 'castellan.ceiling', mode: 'observe' }] })
    expect(read()).toMatchObject({ denied: 0, observed: 1 })
  })
})

describe('tools that mods registered', () => {
  const NAME = 'mcp__tips__merge'
  const registeredBy = (tier: string) => async () => [{ name: NAME, registeredBy: { plugin: 'tips', tier } }, { name: 'Bash' }]
  const call = { tool: NAME, tool_use_id: 't1', $shadowed: { tool: 'x' } }

  test('one of a user-tier mod is judged, an argument that the call itself names included', async () => {
    const { modTool, notes, read } = gatesOf()
    const answer = await modTool(fakeDoors({}, { tools: registeredBy('user') }), call, ENGINE)
    expect(answer).toEqual({ deny: expect.stringContaining('[merge]') })
    expect([notes.peek(call)?.decision?.verdict, read().denied]).toEqual(['deny', 1])
  })

  test.each([['append'], ['builtin']])('one of tier %s goes on unjudged: tool.check decides it', async tier => {
    const { modTool, notes } = gatesOf()
    expect(await modTool(fakeDoors({}, { tools: registeredBy(tier) }), call, ENGINE)).toBeUndefined()
    expect(notes.peek(call)).toBeUndefined()
  })

  test('one of a server, registered by nobody, goes on', async () => {
    expect(await gatesOf().modTool(fakeDoors(), call, ENGINE)).toBeUndefined()
  })

  test('the engine is asked until it says that a mod registered it, and no more', async () => {
    const { modTool } = gatesOf()
    const early = fakeDoors()
    await modTool(early, call, ENGINE)
    const doors = fakeDoors({}, { tools: registeredBy('user') })
    for (let i = 0; i < 3; i++) expect(await modTool(doors, call, ENGINE)).toBeDefined()
    expect([early, doors].map(({ asked }) => asked.filter(door => door === 'tools').length)).toEqual([1, 1])
  })

  test('an ask is a deny: it may run without anybody being asked', async () => {
    const policy = policyOf([rule('any', { kind: 'tool', name: { equals: NAME }, args: [] }, { decide: 'ask' })])
    expect(await gatesOf(policy).modTool(fakeDoors({}, { tools: registeredBy('user') }), call, ENGINE)).toEqual({
      deny: expect.stringContaining('[any]'),
    })
  })

  test('what observes lets go, and is counted', async () => {
    const policy = policyOf([rule('any', { kind: 'tool', name: { equals: NAME }, args: [] }, { mode: 'observe' })])
    const { modTool, read } = gatesOf(policy)
    expect(await modTool(fakeDoors({}, { tools: registeredBy('user') }), call, ENGINE)).toBeUndefined()
    expect(read().observed).toBe(1)
  })

  test('a list of tools that cannot be had is no allow', async () => {
    const doors = fakeDoors({}, { tools: () => Promise.reject(new Error('gone')) })
    await expect(gatesOf().modTool(doors, call, ENGINE)).rejects.toThrow()
  })

  test("arguments stand beside the call's own keys, and one of such a name is moved", () => {
    expect(argumentsOf({ tool: 'T', tool_use_id: 'i', agentId: 'a', ...{ path: '/x' } })).toEqual({ path: '/x' })
    expect(argumentsOf({ tool: 'T', ...{ path: '/x' }, $shadowed: { tool: 'inner', agentId: 'b' } })).toEqual({
      path: '/x',
      tool: 'inner',
      agentId: 'b',
    })
  })
})

describe('file tools that the engine refused before tool.check', () => {
  const read = { tool: 'Read', file_path: '.env', tool_use_id: 't1' }
  const refused = { isError: true, text: 'Permission denied.' } as const

  test("the rule behind it is told in the engine's place, noted and counted", async () => {
    const { refusedFile, notes, read: totals } = gatesOf()
    expect(await refusedFile(fakeDoors(), read, ENGINE, refused)).toEqual({ deny: expect.stringContaining('[env]') })
    expect([notes.peek(read)?.decision?.verdict, totals().denied]).toEqual(['deny', 1])
  })

  test('an answer, an error no rule speaks about, and a call that was judged go up as they came', async () => {
    const { refusedFile, check } = gatesOf()
    const answer = { result: 'A=1' }
    expect(await refusedFile(fakeDoors(), read, ENGINE, answer)).toBe(answer)
    expect(await refusedFile(fakeDoors(), { ...read, ...{ file_path: 'notes' } }, ENGINE, refused)).toBe(refused)
    await check(fakeDoors(), { tool: 'Read', input: { file_path: '.env' }, tool_use_id: 't1' }, ENGINE, BELOW)
    expect(await refusedFile(fakeDoors(), read, ENGINE, refused)).toBe(refused)
  })

  test.each([
    ['File is in a directory that is denied by your permission settings.', true],
    ['<tool_use_error>File is covered by a Read deny rule in your permission settings and cannot be written.</tool_use_error>', true],
    ['File does not exist. Note: denied by your permission settings.', undefined],
  ])("a refusal by rules that the policy does not have is noted as the engine's: %s", async (text, isRefusedBeneath) => {
    const { refusedFile, notes, read: totals } = gatesOf()
    const e = { tool: 'Read', file_path: 'notes', tool_use_id: 't9' }
    const answer = { isError: true, text } as const
    expect(await refusedFile(fakeDoors(), e, ENGINE, answer)).toBe(answer)
    expect([notes.peek(e)?.isRefusedBeneath, notes.peek(e)?.decision, totals().denied]).toEqual([isRefusedBeneath, undefined, 0])
  })
})

describe('@ mentions', () => {
  test('a file that a rule denies, or asks about, is refused; another goes on', async () => {
    const { mention, notes, read } = gatesOf(policyOf([rule('env', ENV_FILE, { decide: 'ask' })]))
    const e = { mention: '.env', path: `${PROJECT}/.env` }
    expect(await mention(fakeDoors(), e, ENGINE)).toEqual({ deny: expect.stringContaining('[env]') })
    expect(notes.peek(e)?.decision?.spoken[0]?.isAskAsDeny).toBe(true)
    expect(await mention(fakeDoors(), { mention: 'a', path: `${PROJECT}/a` }, ENGINE)).toBeUndefined()
    expect(read().denied).toBe(1)
  })

  test('a link is followed', async () => {
    const doors = fakeDoors({ links: { [`${PROJECT}/a`]: '/elsewhere/.env' } })
    expect(await gatesOf().mention(doors, { mention: 'a', path: `${PROJECT}/a` }, ENGINE)).toBeDefined()
  })
})

describe("mods' own calls", () => {
  const store: Condition = { kind: 'mod', calls: ['store.set'], args: [{ path: 'key', is: { equals: 'k' } }] }
  const policy = policyOf([...RULES, rule('store', store, { decide: 'ask' })])

  test.each([
    ['fs.read', { path: '.env' }, 'env'],
    ['fs.stat', { path: `${PROJECT}/.env` }, 'env'],
    ['store.set', { key: 'k', value: 1 }, 'store'],
    ['process.run', { argv: ['git', 'push'] }, 'push'],
  ])('%s of a user-tier mod is judged', async (call, e, id) => {
    const { modCall, notes, read } = gatesOf(policy)
    expect(await modCall(fakeDoors(), call, e, MOD)).toEqual({ deny: expect.stringContaining(`[${id}]`) })
    expect([notes.peek(e)?.decision?.verdict, read().denied]).toEqual(['deny', 1])
  })

  test.each([ENGINE, ORG, { plugin: 'castellan', tier: 'prepend' }])('the same of %j is not', async origin => {
    const { modCall, notes } = gatesOf(policy)
    const e = { path: '.env' }
    const doors = fakeDoors()
    expect(await modCall(doors, 'fs.read', e, origin)).toBeUndefined()
    expect([notes.peek(e), doors.asked]).toEqual([undefined, []])
  })

  test('one that no rule speaks about goes on, judged', async () => {
    const { modCall, notes } = gatesOf(policy)
    const e = { path: 'notes' }
    expect(await modCall(fakeDoors(), 'fs.read', e, MOD)).toBeUndefined()
    expect(notes.peek(e)?.decision).toEqual({ verdict: 'none', spoken: [] })
  })

  test('the note of a streamed call waits to be taken', async () => {
    const { modCall, notes } = gatesOf(policy)
    const e = { argv: ['git', 'push'] }
    await modCall(fakeDoors(), 'process.spawn', e, MOD)
    expect(notes.takeStream('process.spawn', { argv: ['git', 'push'] })?.decision?.verdict).toBe('deny')
  })
})

describe('plugins that are about to load', () => {
  const entries = [
    { calls: ['process.*'], answer: 'refuse', reason: 'No programs.' },
    { id: { equals: 'seen@acme' }, answer: 'observe' },
  ] as const
  const plugin = (provenance: string, tier = 'user', calls: string[] = []) => ({ name: 'n', provenance, tier, uses: { calls, events: [] } })
  const gateOf = (unlisted: 'allow' | 'refuse' | 'observe', mode: 'enforce' | 'observe' = 'enforce') =>
    gatesOf(policyOf([], { mode, plugins: { unlisted, entries } }))

  test('an entry refuses in any tier, in its own words', () => {
    const { plugin: gate, notes, read } = gateOf('allow')
    for (const tier of ['user', 'append', 'builtin']) {
      const e = plugin('x@y', tier, ['process.run'])
      expect(gate(fakeDoors(), e)).toBe('castellan (acme-standard): No programs.')
      expect(notes.peek(e)?.plugin).toMatchObject({ provenance: 'x@y', tier, answer: 'refuse', isEnforced: true })
    }
    expect(read().pluginsRefused).toBe(3)
  })

  test('what is said of the unlisted is said of what people install alone', () => {
    const { plugin: gate, notes } = gateOf('refuse')
    expect(gate(fakeDoors(), plugin('x@inline'))).toMatch(/^castellan \(acme-standard\): /)
    for (const tier of ['prepend', 'append', 'builtin']) {
      const e = plugin('x@acme', tier)
      expect(gate(fakeDoors(), e)).toBeUndefined()
      expect(notes.peek(e)?.plugin?.answer).toBe('allow')
    }
  })

  test('what is observed lets go, and so does a policy that observes', () => {
    for (const [gate, e] of [
      [gateOf('refuse'), plugin('seen@acme')],
      [gateOf('observe'), plugin('x@inline')],
      [gateOf('refuse', 'observe'), plugin('x@inline')],
    ] as const) {
      expect(gate.plugin(fakeDoors(), e)).toBeUndefined()
      expect(gate.notes.peek(e)?.plugin).toMatchObject({ isEnforced: false })
      expect(gate.read().pluginsRefused).toBe(0)
    }
  })
})
