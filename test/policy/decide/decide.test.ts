import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompiledRule, Condition } from '../../../policy/compile/compiled.ts'
import { decide, indexPolicy, speak } from '../../../policy/decide/decide.ts'
import { candidateRules } from '../../../policy/decide/index-policy.ts'
import { stricter, verdictOf } from '../../../policy/decide/strictness.ts'
import { ENGINE, type Facts } from '../../../policy/facts/facts.ts'
import type { Run } from '../../../policy/shell/effects.ts'
import { policy, reads, rule, runs } from '../rules.ts'
import { evaluation, marker, open, run, text } from '../words.ts'

const base: Facts = { subject: 'tool', caller: ENGINE, agent: 'main', paths: [], places: { home: ['/h'], project: ['/w'] } }
const bash = (...effects: Parameters<typeof evaluation>): Facts => ({
  ...base,
  tool: { name: 'Bash', input: {} },
  command: evaluation(...effects),
})
const decided = (rules: readonly CompiledRule[], facts: Facts) => decide(indexPolicy(policy(rules)), facts)
const PUSH = bash([run('git', ['push', 'origin'])])
const UNCLEAR = bash([], [marker()])

describe('decide', () => {
  it('lets every rule speak in order, and takes the strictest of the enforced', () => {
    const rules = [
      rule('ask', runs('git'), { decide: 'ask' }),
      rule('other', runs('rm')),
      rule('deny', runs('git', 'push'), { instead: 'Open a pull request' }),
      rule('observed', runs('git'), { mode: 'observe' }),
    ]
    const decision = decided(rules, PUSH)
    expect(decision.spoken.map(one => one.rule)).toEqual(['ask', 'deny', 'observed'])
    expect(decision.verdict).toBe('deny')
    expect(decision.spoken[1]).toEqual({
      rule: 'deny',
      table: 't',
      verdict: 'deny',
      certainty: 'certain',
      mode: 'enforce',
      reason: 'Reason of deny.',
      instead: 'Open a pull request',
      matched: 'git push origin',
    })
    expect(decided(rules.slice(3), PUSH)).toMatchObject({ verdict: 'none', spoken: [{ mode: 'observe' }] })
    expect(decided(rules, base)).toEqual({ verdict: 'none', spoken: [] })
  })

  it('lets a rule that may apply speak with its unknown', () => {
    for (const unknown of ['ask', 'deny'] as const) {
      expect(decided([rule('r', runs('git'), { unknown, decide: 'ask' })], UNCLEAR)).toMatchObject({
        verdict: unknown,
        spoken: [{ certainty: 'cannot-tell', matched: 'eval "$X"' }],
      })
    }
    expect(decided([rule('r', runs('git'), { unknown: 'ignore' })], UNCLEAR).spoken).toEqual([])
    expect(decided([rule('r', { kind: 'not', of: runs('git') })], UNCLEAR)).toMatchObject({ verdict: 'ask' })
    expect(decided([rule('r', { kind: 'not', of: runs('git') })], PUSH).verdict).toBe('none')
  })

  it('counts an ask as a deny wherever nobody can be asked', () => {
    const rules = [rule('r', { kind: 'caller', tier: { equals: 'user' } }, { decide: 'ask' })]
    const caller = { plugin: 'u', tier: 'user' } as const
    expect(decided(rules, { ...base, caller })).toMatchObject({ verdict: 'ask' })
    expect(decided(rules, { ...base, caller }).spoken[0]).not.toHaveProperty('isAskAsDeny')
    for (const subject of ['mention', 'mod-call'] as const) {
      expect(decided(rules, { ...base, caller, subject })).toMatchObject({
        verdict: 'deny',
        spoken: [{ verdict: 'deny', isAskAsDeny: true }],
      })
    }
  })

  it('judges tools, MCP tools and mods’ calls by name and arguments', () => {
    const url = { path: 'options.urls.0', is: { contains: 'evil' } }
    const args = { options: { urls: ['http://evil.example'] } }
    const tool: Condition = { kind: 'tool', name: { oneOf: ['WebFetch', 'Web'] }, args: [url] }
    const mcp: Condition = { kind: 'mcp', server: { equals: 's' }, tool: { glob: /^do_.*$/, source: 'do_*' }, args: [url] }
    const mod: Condition = { kind: 'mod', calls: ['http.*', 'env.get'], args: [url] }
    const hit = (when: Condition, facts: Partial<Facts>) => decided([rule('r', when)], { ...base, ...facts }).verdict
    expect(hit(tool, { tool: { name: 'WebFetch', input: args } })).toBe('deny')
    expect(hit(tool, { tool: { name: 'WebFetch', input: { options: { urls: [] } } } })).toBe('none')
    expect(hit(tool, { tool: { name: 'Fetch', input: args } })).toBe('none')
    expect(hit(mcp, { mcp: { server: 's', tool: 'do_it' }, tool: { name: 'mcp__s__do_it', input: args } })).toBe('deny')
    expect(hit(mcp, { mcp: { server: 's', tool: 'do_it' }, call: { name: 'mcp.call', args: { args } } })).toBe('deny')
    expect(hit(mcp, { mcp: { server: 't', tool: 'do_it' }, tool: { name: 'x', input: args } })).toBe('none')
    expect(hit(mod, { call: { name: 'http.fetch', args } })).toBe('deny')
    expect(hit(mod, { call: { name: 'fs.read', args } })).toBe('none')
    expect(hit({ kind: 'mod', calls: ['env.get'], args: [] }, { call: { name: 'env.get', args } })).toBe('deny')
    expect(hit({ kind: 'all', of: [tool, { kind: 'agent', is: 'sub' }] }, { tool: { name: 'Web', input: args } })).toBe('none')
  })

  it('compares values strictly and tries expressions on bounded text', () => {
    const value = (is: Parameters<typeof matcherRule>[0], input: unknown) =>
      decided([matcherRule(is)], { ...base, tool: { name: 'T', input } }).verdict
    expect(value({ equals: 1 }, { a: 1 })).toBe('deny')
    for (const a of ['1', true, undefined]) expect(value({ equals: 1 }, { a })).toBe('none')
    expect(value({ oneOf: [true, 'x'] }, { a: true })).toBe('deny')
    expect(value({ regex: /5/, source: '5' }, { a: 5 })).toBe('none')
    expect(value({ regex: /^x/, source: '^x' }, { a: 'xy' })).toBe('deny')
    expect(value({ regex: /^x/, source: '^x' }, { a: `y${'x'.repeat(65_536)}` })).toBe('ask')
    expect(value({ contains: 'y' }, { a: `y${'x'.repeat(65_536)}` })).toBe('deny')
    expect(value({ contains: '' }, Object.create({ a: 'x' }))).toBe('none')
  })

  it('tells a person what matched, cut short and on one line', () => {
    const path = { action: 'read', written: 'l', spellings: ['/w/l', '/w/.env'] } as const
    expect(decided([rule('r', reads('**/.env', /\.env$/))], { ...base, paths: [path] }).spoken[0]?.matched).toBe('/w/.env')
    expect(decided([rule('r', runs('git'))], bash([run(undefined, ['x'])])).spoken[0]?.matched).toBe('$X x')
    const long = decided([rule('r', runs('git'))], bash([run('git', [`a\nb ${'😀'.repeat(200)}`])])).spoken[0]?.matched ?? ''
    expect(long.startsWith('git a b 😀')).toBe(true)
    expect(long.length).toBeLessThanOrEqual(120)
    expect(() => encodeURIComponent(long)).not.toThrow()
    const either: Condition = { kind: 'any', of: [{ kind: 'agent', is: 'sub' }, runs('rm'), runs('git')] }
    expect(decided([rule('r', either)], bash([run('rm', [open()]), run('git', [])])).spoken[0]?.matched).toBe('rm $X')
  })
})

const matcherRule = (is: NonNullable<Extract<Condition, { kind: 'caller' }>['plugin']>) =>
  rule('r', { kind: 'tool', name: { equals: 'T' }, args: [{ path: 'a', is }] })

describe('the index', () => {
  const QUERY = run('psql', [], { code: { language: 'sql', text: text('drop') } })
  const leaf = fc.constantFrom<Condition>(
    runs('git'),
    runs('git', 'push'),
    { kind: 'run', checks: [] },
    { kind: 'run', checks: [{ check: 'code', text: { contains: 'drop' } }] },
    { kind: 'run', program: { equals: 'rm' }, checks: [{ check: 'code', language: { equals: 'sql' } }] },
    { kind: 'run', program: { oneOf: ['rm', 'ls'] }, checks: [] },
    { kind: 'run', program: { glob: /^g.*$/, source: 'g*' }, checks: [] },
    reads('**/.env', /\/\.env$/),
    { kind: 'delete', globs: [{ base: 'home', source: '~/x', re: /^x$/ }], not: [] },
    { kind: 'tool', name: { equals: 'Bash' }, args: [] },
    { kind: 'tool', name: { contains: 'a' }, args: [] },
    { kind: 'mcp', server: { equals: 's' }, args: [] },
    { kind: 'mcp', args: [] },
    { kind: 'mod', calls: ['fs.read', 'fs.write'], args: [] },
    { kind: 'mod', calls: ['fs.*'], args: [] },
    { kind: 'caller', tier: { equals: 'user' } },
    { kind: 'agent', is: 'sub' },
  )
  const { condition } = fc.letrec<{ condition: Condition }>(tie => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.record({ kind: fc.constantFrom('all' as const, 'any' as const), of: fc.array(tie('condition'), { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('not' as const), of: tie('condition') }),
    ),
  }))
  const rules = fc
    .array(
      fc.tuple(
        condition,
        fc.constantFrom('deny' as const, 'ask' as const),
        fc.constantFrom('deny' as const, 'ask' as const, 'ignore' as const),
      ),
      { maxLength: 12 },
    )
    .map(all => all.map(([when, verdict, unknown], at) => rule(`r${at}`, when, { decide: verdict, unknown })))
  const facts: fc.Arbitrary<Facts> = fc.record({
    subject: fc.constantFrom('tool' as const, 'mention' as const, 'mod-call' as const),
    caller: fc.constantFrom(ENGINE, { plugin: 'u', tier: 'user' as const }),
    agent: fc.constantFrom('main' as const, 'sub' as const),
    places: fc.constantFrom(base.places, { home: [], project: [] }),
    tool: fc.constantFrom(undefined, { name: 'Bash', input: {} }, { name: 'Task', input: {} }),
    mcp: fc.constantFrom(undefined, { server: 's', tool: 't' }, { server: 'q', tool: 't' }),
    call: fc.constantFrom(undefined, { name: 'fs.read', args: {} }, { name: 'fs.list', args: {} }, { name: 'env.get', args: {} }),
    paths: fc.subarray([
      { action: 'read' as const, written: '', spellings: ['/w/.env'] },
      { action: 'read' as const, written: '', spellings: ['/w/a'], mayLandElsewhere: true as const },
      { action: 'delete' as const, written: '', spellings: ['/h'] },
      { action: 'write' as const, written: '', spellings: undefined },
    ]),
    command: fc.option(
      fc.record({
        effects: fc.subarray([run('git', ['push']), run('git', [open()]), run('rm', ['x']), run(undefined, []), run('go', []), QUERY]),
        markers: fc.subarray([marker()]),
      }),
      { nil: undefined },
    ),
  })

  it('leaves out no rule that would speak', () => {
    let spoke = 0
    fc.assert(
      fc.property(rules, facts, (all, found) => {
        const plain = all.flatMap(one => speak(one, found) ?? [])
        spoke += plain.length
        expect(decided(all, found)).toEqual({ verdict: verdictOf(plain), spoken: plain })
      }),
      { seed: 20260104, numRuns: 2000 },
    )
    expect(spoke).toBeGreaterThan(1000)
  })

  it('asks only the rules about the programs on the line', () => {
    const many = Array.from({ length: 500 }, (_, at) =>
      rule(`r${at}`, { kind: 'all', of: [{ kind: 'agent', is: 'main' }, runs(`p${at}`)] }),
    )
    const indexed = indexPolicy(policy([...many, rule('git', runs('git'))]))
    expect(candidateRules(indexed, PUSH).map(one => one.id)).toEqual(['git'])
    expect(candidateRules(indexed, UNCLEAR)).toHaveLength(501)
  })

  it('asks rules about code only where some is handed over, or may be', () => {
    const indexed = indexPolicy(policy([rule('code', { kind: 'run', checks: [{ check: 'code', text: { contains: 'drop' } }] })]))
    const asked = (...effects: readonly Run[]) => candidateRules(indexed, { ...PUSH, command: evaluation(effects) }).length
    expect([asked(QUERY), asked(run(undefined, [])), asked(run('psql', []))]).toEqual([1, 1, 0])
  })
})

describe('strictness', () => {
  it('puts deny over ask over allow over none, in either order', () => {
    const order = ['none', 'allow', 'ask', 'deny'] as const
    for (const [i, a] of order.entries()) for (const [j, b] of order.entries()) expect(stricter(a, b)).toBe(order[Math.max(i, j)])
  })
})
