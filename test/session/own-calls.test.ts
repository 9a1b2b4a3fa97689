/** What castellan calls itself: where a person seats it their mods hear that, under managed settings none does, with the engine's own guard or without. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canUseManaged } from '../support/managed.ts'
import { modSource } from '../support/mod-source.ts'
import { bash, say } from '../support/scripted-reply.ts'
import { runSeated, type SeatedOptions } from '../support/seated.ts'

const swallowed = (more: Partial<SeatedOptions> = {}) =>
  runSeated({
    policy: join(import.meta.dirname, 'policy'),
    mods: { swallower: modSource('swallower') },
    prompt: 'go',
    script: [[bash('touch forbidden-1', 'denied')], [say('done')]],
    ...more,
  })

test('seated by a person: a mod of theirs can answer in the place of the collector, which then hears of nothing', async () => {
  const { audit, exists } = await swallowed()
  expect([audit.exports.length, exists('forbidden-1')]).toEqual([0, false])
})

test.runIf(canUseManaged())('under managed settings no mod hears it, without the engine’s own guard either', async () => {
  const { audit } = await swallowed({
    managed: ({ settings }) => ({ ...settings, prependPlugins: settings.prependPlugins.slice(1), permissions: {} }),
  })
  const names = audit.spans.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['castellan.session.start', 'castellan.decide tool.check', 'castellan.session.end']))
})
