import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PluginEntry } from '../../../policy/compile/compiled.ts'
import { doesPatternSelect } from '../../../policy/decide/event-patterns.ts'
import { judgePlugin } from '../../../policy/decide/judge-plugin.ts'
import { isNameIn } from '../../../policy/decide/name-glob.ts'
import type { PluginFacts } from '../../../policy/decide/plugin.ts'
import { policy } from '../rules.ts'

const plugin = (more: Partial<PluginFacts> = {}): PluginFacts => ({
  provenance: 'x@acme',
  tier: 'user',
  uses: { calls: [], events: [] },
  ...more,
})
const judge = (entries: readonly PluginEntry[], facts: PluginFacts, unlisted: PluginEntry['answer'] = 'allow') =>
  judgePlugin(policy([], { plugins: { unlisted, entries } }), facts)
const calling = (...calls: string[]) => plugin({ uses: { calls, events: [] } })
const hearing = (...events: string[]) => plugin({ uses: { calls: [], events } })

describe('judgePlugin', () => {
  it('takes the first entry that matches, else the word on the unlisted', () => {
    const entries: readonly PluginEntry[] = [
      { id: { equals: 'good@acme' }, answer: 'allow' },
      { tier: { equals: 'user' }, calls: ['process.*'], answer: 'refuse', reason: 'Mods here may not start programs.' },
      { calls: ['process.run'], answer: 'observe' },
    ]
    expect(judge(entries, plugin({ provenance: 'good@acme', uses: { calls: ['process.run'], events: [] } }))).toMatchObject({
      answer: 'allow',
      entry: 0,
    })
    expect(judge(entries, calling('fs.read', 'process.run'))).toEqual({
      answer: 'refuse',
      entry: 1,
      reason: 'Mods here may not start programs.',
    })
    expect(judge(entries, { ...calling('process.run'), tier: 'append' })).toMatchObject({ answer: 'observe', entry: 2 })
    expect(judge(entries, calling('fs.read'))).toEqual({ answer: 'allow', reason: expect.stringContaining('not listed') })
    expect(judge([], plugin(), 'refuse')).toMatchObject({ answer: 'refuse' })
  })

  it('wants every condition of an entry', () => {
    const entry: PluginEntry = { calls: ['fs.*'], events: ['tool.call'], answer: 'refuse' }
    expect(judge([entry], plugin({ uses: { calls: ['fs.read'], events: ['tool.call'] } })).answer).toBe('refuse')
    expect(judge([entry], calling('fs.read')).answer).toBe('allow')
    expect(judge([entry], hearing('tool.call')).answer).toBe('allow')
  })

  it('counts what the plugin’s own patterns select', () => {
    const entry: PluginEntry = { events: ['tool.call'], answer: 'refuse' }
    for (const pattern of ['*', 'tool.*', 'tool.call', '!x', '!tool.check', '!fs.*'])
      expect(judge([entry], hearing(pattern)).answer).toBe('refuse')
    for (const pattern of ['tool.check', 'fs.*', '!tool.call', '!tool.*', '!*'])
      expect(judge([entry], hearing(pattern)).answer).toBe('allow')
    expect(judge([entry], hearing('!tool.call', 'tool.call')).answer).toBe('refuse')
    expect(judge([{ events: ['tool.*'], answer: 'refuse' }], hearing('!tool.call')).answer).toBe('refuse')
  })

  it('lets a provenance too long to tell be refused, never allowed', () => {
    const id = { regex: /^good/, source: '^good' }
    const facts = plugin({ provenance: `good${'x'.repeat(70_000)}` })
    expect(judge([{ id, answer: 'allow' }], facts, 'refuse').answer).toBe('refuse')
    expect(judge([{ id, answer: 'refuse' }], facts).answer).toBe('refuse')
  })
})

describe('patterns', () => {
  /** Every name of up to five of `a`, `b`, `.`, and a `z` that no pattern spells. */
  const NAMES = ['']
  for (const name of NAMES) if (name.length < 5) NAMES.push(...['a', 'b', 'z', '.'].map(sign => name + sign))
  const piece = fc.constantFrom('a', 'b', '.', '*')
  const glob = fc.array(piece, { maxLength: 4 }).map(pieces => pieces.join(''))
  const asExpression = (text: string) => new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)

  it('hold the names an expression would', () => {
    fc.assert(
      fc.property(glob, fc.constantFrom(...NAMES), (pattern, name) => {
        expect(isNameIn(pattern, name)).toBe(asExpression(pattern).test(name))
      }),
      { seed: 20260105, numRuns: 2000 },
    )
  })

  it('select what their expansion over all short names selects', () => {
    const short = fc.array(piece, { maxLength: 2 }).map(pieces => pieces.join(''))
    fc.assert(
      fc.property(short, short, fc.boolean(), (pattern, wanted, isNegated) => {
        const [selected, meant] = [asExpression(pattern), asExpression(wanted)]
        const expected = NAMES.some(name => meant.test(name) && selected.test(name) !== isNegated)
        expect(doesPatternSelect(isNegated ? `!${pattern}` : pattern, wanted)).toBe(expected)
      }),
      { seed: 20260106, numRuns: 500 },
    )
  })
})
