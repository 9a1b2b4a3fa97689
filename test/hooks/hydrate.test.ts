import { describe, expect, test } from 'vitest'
import { createCastellan } from '../../hooks/castellan.ts'
import type { Doors } from '../../hooks/doors.ts'
import { createHydration } from '../../hooks/hydrate.ts'
import type { CompiledPolicy } from '../../policy/compile/compiled.ts'
import { withPatterns } from '../../redact/pattern-layer.ts'
import { policy as policyOf, rule, runs } from '../policy/rules.ts'
import { fakeDoors, PROJECT } from './doors.ts'

const ENGINE = { plugin: 'engine', tier: 'core' }
const VALUE = 'zq7-fixture-value-1'
const WORDS = 'zq7 fixture; of words'
const MARKER = '‹secret:TOKEN›'
const FILES = { [`${PROJECT}/.env`]: `WORDS='${WORDS}'\nTWICE=zq7-first-value\n`, [`${PROJECT}/a.env`]: 'TWICE=zq7-second-value\n' }
const SECRETS = {
  env: ['TOKEN'],
  dotenv: [{ source: '*.env', re: /^[a-z]*\.env$/ }],
  hydrate: { tools: ['Bash', 'Write', 'mcp__vault__*'], re: /^(?:Bash|Write|Edit|mcp__vault__.*)$/, env: ['TOKEN'] },
}
const operand = (re: RegExp) => ({ ...runs('touch'), checks: [{ check: 'operand', is: { source: 'x', glob: re } }] }) as never
const RULES = [
  rule('forbidden', operand(/^forbidden/)),
  rule('asked', operand(/^asked/), { decide: 'ask' }),
  rule('value', operand(/^zq7/), { reason: '{found}: no.' }),
]

const bench = (more: Partial<Doors> = {}, policy: Partial<CompiledPolicy> = {}) => {
  const questions: unknown[] = []
  const allows = async (tool: string, input: unknown) => questions.push([tool, input]) > 0
  const castellan = createCastellan(policyOf(RULES, { secrets: SECRETS, ...policy }), { createHydration })
  const doors = fakeDoors({ env: { TOKEN: VALUE }, files: FILES }, { allows, ...more })
  const hydrate = (tool: string, given: object, origin: { plugin: string; tier: string } = ENGINE) =>
    castellan.hydrate?.(doors, { tool, tool_use_id: 't1', ...given }, origin)
  return { castellan, doors, hydrate, questions }
}

describe('markers of a listed tool', () => {
  test('become values, wherever they stand, and the permissions are asked about that call', async () => {
    const { hydrate, questions } = bench()
    const sent = { tool: 'Bash', tool_use_id: 't1', command: `curl -H ${VALUE} ${VALUE}` }
    expect(await hydrate('Bash', { command: `curl -H ${MARKER} ${MARKER}` })).toEqual({ send: sent })
    expect(questions).toEqual([['Bash', { command: sent.command }]])
    const deep = (text: string) => ({ list: [{ text, n: 1 }], $shadowed: { tool: text } })
    expect(await hydrate('mcp__vault__put', deep(`<${MARKER}>`))).toMatchObject({ send: deep(`<${VALUE}>`) })
    expect(await hydrate('Write', { content: '‹secret:WORDS›' })).toMatchObject({ send: { content: WORDS } })
  })

  test('a marker of a token that only its shape tells has no value: the call is refused, whatever the tool', async () => {
    const secrets = { ...SECRETS, patterns: [{ name: 'stripe' }] }
    const castellan = createCastellan(policyOf(RULES, { secrets }), { withPatterns, createHydration })
    const doors = fakeDoors({ env: { TOKEN: VALUE } }, { allows: async () => true })
    for (const tool of ['Bash', 'Write']) {
      const call = { tool, tool_use_id: 't1', command: 'echo ‹secret:pattern.stripe›' }
      expect(await castellan.hydrate?.(doors, call, ENGINE)).toMatchObject({ deny: expect.stringContaining('no known value') })
    }
  })

  test.each([
    ['no marker', 'Bash', { command: 'ls' }, ENGINE],
    ['a marker of no known name', 'Bash', { command: 'echo ‹secret:OTHER›' }, ENGINE],
    ['a tool that is not listed', 'NotebookEdit', { new_source: MARKER }, ENGINE],
    ["a mod's own call", 'Bash', { command: MARKER }, { plugin: 'tips', tier: 'user' }],
  ])('with %s stay what they are', async (_, tool, given, origin) => {
    const { hydrate, questions } = bench()
    expect([await hydrate(tool, given, origin), questions]).toEqual([undefined, []])
  })

  test('stay markers in a policy that hydrates nothing', async () => {
    const { hydrate } = bench({}, { secrets: { env: ['TOKEN'], dotenv: [] } })
    expect(await hydrate('Bash', { command: MARKER })).toBeUndefined()
  })
})

describe('a call is refused, and told without a value', () => {
  const gone = async () => false
  const served = async () => [{ name: 'mcp__vault__put', registeredBy: { plugin: 'tips', tier: 'user' } }]
  test.each([
    ['a shell would read it as more than a word', 'Bash', 'echo ‹secret:WORDS›', '$CASTELLAN_NAME', {}],
    ['its name has several values', 'Bash', 'echo ‹secret:TWICE›', 'several values', {}],
    ['a rule denies the call', 'Bash', `touch forbidden-${MARKER}`, '[forbidden]', {}],
    ['a rule asks about it: the dialog would show it', 'Bash', `touch asked-${MARKER}`, '[asked]', {}],
    ['a rule is about the value', 'Bash', `touch ${MARKER}`, '[value]', {}],
    ['the permissions do not allow it', 'Bash', `echo ${MARKER}`, '$CASTELLAN_TOKEN', { allows: gone }],
    ["a person's mod serves the tool", 'mcp__vault__put', MARKER, "person's mod", { tools: served }],
  ])('where %s', async (_, tool, command, told, doors) => {
    const { hydrate } = bench(doors)
    const answer = await hydrate(tool, { command })
    expect(answer?.deny).toContain(told)
    expect(JSON.stringify(answer)).not.toContain('zq7')
  })

  test('where nobody can say whether the permissions allow it', async () => {
    const { castellan, doors } = bench()
    const { allows: _, ...closed } = doors
    expect((await castellan.hydrate?.(closed, { tool: 'Bash', command: MARKER } as never, ENGINE))?.deny).toBeDefined()
    await expect(bench({ allows: () => Promise.reject(new Error('gone')) }).hydrate('Bash', { command: MARKER })).rejects.toThrow()
  })

  test('a policy that observes lets the rules speak, and puts in what can be', async () => {
    const { hydrate } = bench({}, { mode: 'observe' })
    expect(await hydrate('Write', { content: MARKER })).toMatchObject({ send: { content: VALUE } })
    expect((await hydrate('Bash', { command: 'echo ‹secret:WORDS›' }))?.deny).toBeDefined()
  })
})

describe("people's mods", () => {
  test('do not hear of a hydrated call, nor of the question about it', async () => {
    let isHiddenWhenAsked: boolean | undefined
    const { castellan, doors, hydrate } = bench({
      allows: async () => {
        isHiddenWhenAsked = castellan.isHidden?.({})
        return true
      },
    })
    await castellan.redactor(doors)
    expect([castellan.isHidden?.({}), castellan.isHidden?.({ tool_use_id: 't1' })]).toEqual([false, false])
    await hydrate('Bash', { command: MARKER })
    expect([isHiddenWhenAsked, castellan.isHidden?.({ tool_use_id: 't1' }), castellan.isHidden?.({ tool_use_id: 't2' })]).toEqual([
      true,
      true,
      false,
    ])
  })
})

test('a worker that remembers no call hides what holds a value, and everything until it knows them', async () => {
  const { castellan, doors } = bench()
  const told = (command: string) => castellan.isHidden?.({ tool_use_id: 't1', tool_input: { command } } as never)
  expect(told('ls')).toBe(true)
  await castellan.redactor(doors)
  expect([told('ls'), told(`echo ${MARKER}`), told(`echo ${VALUE}`)]).toEqual([false, false, true])
})

test('a call stays hidden while many others are handed values', async () => {
  const { castellan, hydrate } = bench()
  for (let at = 0; at < 1030; at++) await hydrate('Write', { content: MARKER, tool_use_id: `w${at}` })
  expect([0, 100, 1029].map(at => castellan.isHidden?.({ tool_use_id: `w${at}` }))).toEqual([false, true, true])
  expect(castellan.isHidden?.({})).toBe(true)
})

test("castellan's own question is answered by what is beneath, another's by the rules", async () => {
  const { castellan, doors } = bench()
  const below = { decision: 'allow' } as const
  const e = { tool: 'Bash', input: { command: 'touch forbidden' } }
  expect(await castellan.check(doors, e, { plugin: 'castellan', tier: 'prepend' }, below)).toBe(below)
  for (const origin of [ENGINE, { plugin: 'castellan', tier: 'user' }])
    expect((await castellan.check(doors, e, origin, below)).decision).toBe('deny')
  const call = { ...e, tool_use_id: 't1' }
  expect((await castellan.check(doors, call, { plugin: 'castellan', tier: 'prepend' }, below)).decision).toBe('deny')
})

test('a start shares what results are cleaned of, and nothing else', async () => {
  const shared: boolean[] = []
  const share: Doors['share'] = async isSecret => void shared.push(isSecret(VALUE), isSecret('short'), isSecret('localhost'))
  const { castellan, doors } = bench({ share })
  await castellan.start(doors)
  expect(shared).toEqual([true, false, false])
})
