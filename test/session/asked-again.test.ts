/** What is asked of the same call again is no second record, but told; another answer, or another command, is a record of its own. */
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { modSource } from '../support/mod-source.ts'
import { PATIENCE_MS } from '../support/play-all.ts'
import { seatPlugins, writePlugin } from '../support/plugin.ts'
import { bash, say } from '../support/scripted-reply.ts'
import { asPersons, runSeated, type SeatedSession } from '../support/seated.ts'

type Line = {
  event: string
  toolUseId?: string
  decision?: string
  effects?: { programs?: string[] }
  repeats?: Record<string, number>
  counts?: Record<string, number>
}
let lines: Line[]
let session: SeatedSession

beforeAll(async () => {
  session = await runSeated({
    policy: join(import.meta.dirname, 'policy'),
    settings: (built, sandbox) => {
      const own = asPersons(built.settings)
      const above = seatPlugins(sandbox.dir, [writePlugin(sandbox.dir, 'twice', modSource('twice'))], 'none')
      return {
        extraKnownMarketplaces: { ...own.extraKnownMarketplaces, ...above.extraKnownMarketplaces },
        enabledPlugins: { ...own.enabledPlugins, ...above.enabledPlugins },
        prependPlugins: [...above.prependPlugins, ...own.prependPlugins],
      }
    },
    mods: { fickle: modSource('fickle'), other: modSource('other') },
    prompt: 'go',
    script: [
      [bash('touch free-1', 'free'), bash('touch forbidden-1', 'denied'), bash('touch free-2', 'changed'), bash('touch free-3', 'other')],
      [say('done')],
    ],
  })
  const texts = new Set(session.audit.spans.map(({ attributes }) => `${attributes['castellan.audit.record'] ?? ''}`))
  lines = [...texts].flatMap(text => (text === '' ? [] : [JSON.parse(text) as Line]))
}, PATIENCE_MS)

const decisions = (id: string) =>
  lines.filter(({ event, toolUseId }) => event === 'tool.check' && toolUseId === id).map(one => one.decision)

test('asked again and answered the same: one record, and the next checkpoint says how often', () => {
  expect([decisions('free'), decisions('denied')]).toEqual([['allow'], ['deny']])
  const told = lines.filter(({ repeats }) => repeats !== undefined)
  expect(told.map(({ event, repeats }) => [event, repeats])).toEqual([['castellan.checkpoint', { free: 1, denied: 1, other: 2 }]])
  expect(told[0]?.counts).not.toHaveProperty('tool.check')
})

test('asked again and answered otherwise: a record each', () => {
  expect(decisions('changed').sort()).toEqual(['allow', 'deny'])
  expect(['free-1', 'forbidden-1', 'free-2'].filter(session.exists)).toEqual(['free-1'])
})

test('a mod that has a call run a second time, as another command: a record each', () => {
  expect(['free-3', 'hidden-1'].filter(session.exists)).toEqual(['free-3', 'hidden-1'])
  const checks = lines.filter(({ event, toolUseId }) => event === 'tool.check' && toolUseId === 'other')
  expect(checks.map(({ effects }) => effects?.programs)).toEqual([['touch'], ['cp']])
})
