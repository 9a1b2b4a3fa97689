/** Which plugins may load, by their provenance, their tier, what they call and what they listen to. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { modSource } from '../support/mod-source.ts'
import { PATIENCE_MS } from '../support/play-all.ts'
import { seatPlugins, writePlugin } from '../support/plugin.ts'
import type { Sandbox } from '../support/sandbox.ts'
import { bash } from '../support/scripted-reply.ts'
import { asPersons, type Built, runSeated, type SeatedSession } from '../support/seated.ts'
import { spansWith } from '../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, 'policy')

/** The visitor, that has one hook or call more. */
const visitor = (more: string) =>
  modSource('visitor').replace('export function register(on) {', `export function register(on) {\n  ${more}`)

const MODS = {
  'refused-by-name': visitor(''),
  'caller-of-models': visitor("on('command.run', { command: 'x' }, async $ => ({ text: await $.model.complete({ prompt: 'x' }) }))"),
  'hearer-of-turns': visitor("on('turn.start', ($, e, next) => next(e))"),
  'hearer-of-all': visitor("on('*', ($, e, next) => next(e))"),
  'hearer-of-all-but': visitor("on('!ui.*', ($, e, next) => next(e))"),
  'under-review': visitor("on('prompt.submit', ($, e, next) => next(e))"),
  'let-in': visitor("on('tool.call', ($, e, next) => next(e))"),
}
const REFUSED = ['refused-by-name', 'caller-of-models', 'hearer-of-turns', 'hearer-of-all', 'hearer-of-all-but'] as const

/** The person's organisation seats two mods beneath the others; the policy refuses one of them by its tier and name. */
const withInner = ({ settings }: Built, sandbox: Sandbox) => {
  const folders = ['inner', 'inner-refused'].map(name => writePlugin(join(sandbox.dir, 'helpers'), name, modSource('visitor')))
  const helpers = seatPlugins(sandbox.dir, folders, 'none')
  const seat = asPersons(settings)
  return {
    extraKnownMarketplaces: { ...seat.extraKnownMarketplaces, ...helpers.extraKnownMarketplaces },
    enabledPlugins: { ...seat.enabledPlugins, ...helpers.enabledPlugins },
    prependPlugins: seat.prependPlugins,
    appendPlugins: ['inner@test', 'inner-refused@test'],
  }
}

let session: SeatedSession

beforeAll(async () => {
  session = await runSeated({ policy: POLICY, settings: withInner, mods: MODS, prompt: 'go', script: [[bash('touch free-1')]] })
}, PATIENCE_MS)

const isIn = (name: string) => session.exists(`visited-by-${name}`)
const recordOf = (provenance: string) => spansWith(session, { 'castellan.plugin.provenance': provenance })[0]?.attributes

describe('a plugin of the person', () => {
  test.each(REFUSED)('is kept out, and the refusal is in the record: %s', name => {
    expect(session.debugLog).toMatch(new RegExp(`plugin.register: ${name} .*refused`))
    expect(isIn(name)).toBe(false)
    expect(recordOf(`${name}@inline`)).toMatchObject({ 'castellan.plugin.answer': 'refuse', 'castellan.decision': 'deny' })
  })

  test('under review is let in, and in the record as that', () => {
    expect(isIn('under-review')).toBe(true)
    expect(recordOf('under-review@inline')).toMatchObject({ 'castellan.plugin.answer': 'observe', 'castellan.decision': 'allow' })
  })

  test('that no entry is about is let in', () => {
    expect(isIn('let-in')).toBe(true)
    expect(recordOf('let-in@inline')).toMatchObject({ 'castellan.plugin.answer': 'allow', 'castellan.decision': 'allow' })
  })
})

test('a plugin of the organisation is held to entries about its tier, and to no word on the unlisted', () => {
  expect([isIn('inner'), isIn('inner-refused')]).toEqual([true, false])
  expect(recordOf('inner-refused@test')).toMatchObject({ 'castellan.plugin.answer': 'refuse', 'castellan.plugin.tier': 'append' })
})

test('the session goes on', () => {
  expect([session.code, session.exists('free-1')]).toEqual([0, true])
  expect(session.audit.problems).toEqual([])
})
