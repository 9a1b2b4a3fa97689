/** The session's start failed to learn what the session is called: it is recorded all the same. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modSource } from '../support/mod-source.ts'
import { bash, say } from '../support/scripted-reply.ts'
import { runSeated } from '../support/seated.ts'
import { spansWith } from '../support/session-evidence.ts'

test('a mod that keeps the name of the session back at its start keeps no record back', async () => {
  const session = await runSeated({
    policy: join(import.meta.dirname, 'policy'),
    mods: { forgetter: modSource('forgetter') },
    prompt: 'go',
    script: [[bash('touch free-1', 'free'), bash('touch forbidden-1', 'denied')], [say('done')]],
  })
  expect(['free-1', 'forbidden-1'].filter(session.exists)).toEqual(['free-1'])
  const checks = spansWith(session, { 'castellan.hook.event': 'tool.check' })
  expect(checks.map(({ attributes }) => attributes['castellan.decision']).toSorted()).toEqual(['allow', 'deny'])
  expect(session.audit.spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['castellan.session.start', 'castellan.session.end']))
})
