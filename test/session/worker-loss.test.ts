/** A mod of the person holds the worker until the engine kills it: castellan's module starts anew, with nothing it remembered. */
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { modSource } from '../support/mod-source.ts'
import { PATIENCE_MS } from '../support/play-all.ts'
import { bash, say } from '../support/scripted-reply.ts'
import { runSeated, type SeatedSession } from '../support/seated.ts'
import { inExports, inRequests, inRows } from '../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, 'policy')
const SECRET = 'zq74-canary-value-of-the-tests'

let session: SeatedSession

beforeAll(async () => {
  session = await runSeated({
    policy: POLICY,
    mods: { hog: modSource('hog') },
    prompt: 'go',
    project: { '.env': `KEY=${SECRET}\n`, 'notes.txt': `the key is ${SECRET}\n` },
    script: [
      [bash('touch free-before; cat notes.txt')],
      [bash('echo hog-now')],
      [bash('touch forbidden-after')],
      [bash('touch free-after; cat notes.txt')],
      [say('done')],
    ],
  })
}, PATIENCE_MS)

test('the worker was lost, and another started', () => {
  expect(session.debugLog).toMatch(/hooks worker spawned[\s\S]*hooks worker spawned/)
})

test('the rules hold after it', () => {
  expect(['free-before', 'forbidden-after', 'free-after'].filter(session.exists)).toEqual(['free-before', 'free-after'])
  expect(session.code).toBe(0)
})

test('the values are loaded again: none is in a request, a row or the record', () => {
  expect([inRequests(session, SECRET), inRows(session, SECRET), inExports(session, SECRET)]).toEqual([0, 0, 0])
  expect(inRequests(session, '‹secret:KEY›')).toBeGreaterThan(0)
})

test('the record goes on', () => {
  const instances = new Set(session.audit.spans.map(span => span.resource['service.instance.id']))
  expect(instances.size).toBe(2)
  expect(session.audit.problems).toEqual([])
})
