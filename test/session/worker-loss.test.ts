/** A mod of the person holds the worker until the engine kills it: castellan's module starts anew, with nothing it remembered. */
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { hashOf } from '../../audit/chain.ts'
import { verifyChains } from '../audit/verify-chains.ts'
import { modSource } from '../support/mod-source.ts'
import { PATIENCE_MS } from '../support/play-all.ts'
import { bash, say } from '../support/scripted-reply.ts'
import { runSeated, type SeatedSession } from '../support/seated.ts'
import { inExports, inRequests, inRows, toolResult } from '../support/session-evidence.ts'

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
      [bash('touch free-after; cat notes.txt', 'after')],
      [say(`The key is ${SECRET}.`)],
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
  expect(toolResult(session, 'after')).toMatchObject({ isError: false, text: expect.stringContaining('the key is ‹secret:KEY›') })
  expect(session.stdout).toContain('The key is ‹secret:KEY›.')
  expect(session.stdout).not.toContain(SECRET)
})

type Line = {
  chain: string
  seq: number
  hash: string
  sessionId: string
  kind?: string
  former?: { chain: string; seq: number; hash: string }
}
const recordLines = (): string[] => [
  ...new Set(session.audit.spans.map(({ attributes }) => `${attributes['castellan.audit.record'] ?? ''}`)),
]

test('the chain after it names the one before, in the same session, and the last record that was known of it', () => {
  const lines = recordLines()
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Line)
  const [first, second, ...more] = lines.filter(({ kind }) => kind === 'start').sort(({ former }) => (former === undefined ? -1 : 1))
  expect(more).toEqual([])
  expect([first?.former, second?.sessionId]).toEqual([undefined, first?.sessionId])
  const { chain, seq = -1, hash } = second?.former ?? {}
  expect(chain).toBe(first?.chain)
  // By the timer, which stood still from the call on.
  const before = lines.filter(one => one.chain === chain)
  expect(seq).toBeGreaterThan(0)
  expect(before.find(one => one.seq === seq)?.hash ?? hash).toBe(hash)
  const { findings, chains } = verifyChains(
    session.audit.exports.map(({ body }) => JSON.stringify(body)),
    { hashOf },
  )
  // What was on its way when the worker was lost may be gone with it: the first chain is then cut off, and nothing else is wrong.
  expect(findings.filter(one => one.kind !== 'anchor' || one.chain !== chain)).toEqual([])
  expect(chains.find(one => one.chain === second?.chain)?.former).toEqual({ chain, seq, isKnown: true, isEnded: false })
})

test('the record goes on', () => {
  const instances = new Set(session.audit.spans.map(span => span.resource['service.instance.id']))
  expect(instances.size).toBe(2)
  expect(session.audit.problems).toEqual([])
})
