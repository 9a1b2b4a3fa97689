/** A mod that is denied a call holds the worker from that moment on, to take the record of its denial along. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modSource } from '../support/mod-source.ts'
import { say } from '../support/scripted-reply.ts'
import { runSeated } from '../support/seated.ts'
import { spansWith } from '../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, 'policy')

test('the denial is with the collector all the same', async () => {
  const session = await runSeated({
    policy: POLICY,
    mods: { eraser: modSource('eraser') },
    prompt: 'go',
    project: { 'sealed/note.txt': 'text-of-the-sealed\n' },
    script: [[say('done')]],
    timeoutMs: 110_000,
  })
  expect(session.debugLog).toMatch(/hooks worker spawned[\s\S]*hooks worker spawned/)
  const denied = spansWith(session, {
    'castellan.hook.event': 'fs.read',
    'castellan.caller.plugin': 'eraser',
    'castellan.decision': 'deny',
  })
  expect(denied.map(span => span.attributes['castellan.rules'])).toEqual([['session.sealed']])
})
