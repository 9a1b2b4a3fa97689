/** Records kept on the disk: a session that dies leaves them to the next, and where they cannot be kept nothing runs. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOf } from '../../audit/chain.ts'
import { misfitOf } from '../../audit/misfit.ts'
import { type Owner, readOwner, readStat } from '../../audit/spool-owner.ts'
import type { PlacedLine } from '../../audit/verify.ts'
import type { CompiledAudit } from '../../policy/compile/compiled.ts'
import { verifyChains } from '../audit/verify-chains.ts'
import { type Receiver, startReceiver } from '../support/otlp-receiver.ts'
import { PATIENCE_MS } from '../support/play-all.ts'
import { createSandbox, type Sandbox, textOf } from '../support/sandbox.ts'
import { bash, say } from '../support/scripted-reply.ts'
import { asPersons, buildSeat } from '../support/seated.ts'
import { runSession, type Session, type SessionOptions, UNATTENDED } from '../support/session.ts'
import { toolResult } from '../support/session-evidence.ts'

const POLICY = join(import.meta.dirname, 'policy')
const NOWHERE = 'http://127.0.0.1:9/v1/traces'
const DATA = '.claude/plugins/data/castellan-acme'

const ahead = (full: 'drop-oldest' | 'refuse'): Partial<CompiledAudit> => ({
  durability: { decisions: 'ahead', redactions: 'ahead', conversation: 'ahead', noise: 'memory' },
  spool: { cap: 1 << 24, full, deadline: 2000 },
})

const run = (sandbox: Sandbox, endpoint: string, full: 'drop-oldest' | 'refuse', options: Omit<SessionOptions, 'prompt' | 'sandbox'>) => {
  const built = buildSeat(join(sandbox.dir, 'seat'), POLICY, endpoint, undefined, undefined, ahead(full))
  return runSession({ prompt: 'go', args: UNATTENDED, timeoutMs: PATIENCE_MS, ...options, sandbox, settings: asPersons(built.settings) })
}

type Line = { chain: string; seq: number; event: string; kind?: string; toolUseId?: string; decision?: string; from?: { chain: string } }
const linesIn = (text: string): Line[] => text.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as Line]))

/** What lies in the spool, by file. */
function spooled({ home }: Sandbox): Record<string, string> {
  const folder = join(home, DATA, 'audit')
  return Object.fromEntries(readdirSync(folder).map(name => [name, textOf(join(folder, name))]))
}
const linesOf = (files: Record<string, string>): Line[] =>
  Object.entries(files).flatMap(([name, text]) => (name.endsWith('.jsonl') ? linesIn(text) : []))

/** The sealed lines that a receiver was sent, in the order of each chain, each once: the promise is that none is missing. */
const received = ({ spans }: Pick<Receiver, 'spans'>): Line[] => {
  const lines = new Set(spans.map(({ attributes }) => `${attributes['castellan.audit.record'] ?? ''}`))
  return linesIn([...lines].join('\n')).sort((a, b) => a.seq - b.seq)
}

/** The lines of the spool as `castellan audit verify` reads them. */
const placed = (files: Record<string, string>): PlacedLine[] =>
  Object.entries(files)
    .filter(([file]) => file.endsWith('.jsonl'))
    .flatMap(([file, text]) => text.split('\n').map((one, at) => ({ file, line: at + 1, text: one })))
const verified = (lines: Iterable<PlacedLine | string>) => verifyChains(lines, { hashOf, misfitOf, isPart: true })

/** Owners of chains that, by what the system tells, still run. */
const running = (files: Record<string, string>): Owner[] =>
  Object.entries(files)
    .flatMap(([name, text]) => (name.endsWith('.live') ? [readOwner(text)] : []))
    .filter(owner => typeof owner === 'object')
    .filter(({ pid, began }) => readStat(textOf(`/proc/${pid}/stat`))?.began === began)

describe('a session that dies, two at once after it, and one more', () => {
  const sandbox = createSandbox()
  let left: Record<string, string>
  let killed: Session
  let two: Session[]
  let last: Session
  let collector: Receiver

  beforeAll(async () => {
    killed = await run(sandbox, NOWHERE, 'drop-oldest', {
      script: [[bash('touch running; sleep 3', 'fatal')], [say('done')]],
      endedBy: { file: 'running', signal: 'SIGKILL' },
    })
    left = spooled(sandbox)
    collector = await startReceiver()
    const script = (name: string) => [[bash(`touch ${name}; sleep 3`, name)], [say('done')]]
    two = await Promise.all([
      run(sandbox, `${collector.url}/v1/traces`, 'drop-oldest', { script: script('one') }),
      run(sandbox, `${collector.url}/v1/traces`, 'drop-oldest', { script: script('two'), endedBy: { file: 'two', signal: 'SIGTERM' } }),
    ])
    // The one that was told to go may have had no time for what it had taken up, nor for its own.
    last = await run(sandbox, `${collector.url}/v1/traces`, 'drop-oldest', { script: script('three') })
  }, PATIENCE_MS * 3)
  afterAll(() => collector.close())

  test('it was killed in the course of the call', () => {
    expect([killed.code, killed.exists('running')]).toEqual([null, true])
    expect(killed.debugLog).not.toContain('session.end')
  })

  test('the record of the call was on the disk before the call ran', () => {
    expect(linesOf(left)).toContainEqual(expect.objectContaining({ event: 'tool.check', toolUseId: 'fatal', decision: 'allow' }))
    const seqs = linesOf(left).map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.map((_, at) => at))
  })

  test('what it left verifies as a part of a log, and with a record taken out or changed does not', () => {
    const lines = placed(left)
    expect(verified(lines)).toMatchObject({ findings: [], isWhole: true, records: linesOf(left).length })
    const kinds = (some: PlacedLine[]) => verified(some).findings.map(({ kind }) => kind)
    expect(kinds(lines.filter(({ text }) => !text?.includes('"seq":2,')))).toEqual(['gap'])
    const changed = lines.map(one => ({ ...one, text: one.text?.replace('"decision":"allow"', '"decision":"deny"') }))
    expect(kinds(changed)).toContain('edited')
  })

  test('what arrived verifies as well: spans that another session sent say what was sealed', () => {
    const { findings, chains } = verified(collector.exports.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body)))
    expect(findings).toEqual([])
    expect(chains.map(({ chain }) => chain)).toContain(linesOf(left)[0]?.chain)
  })

  test('those that come next ship all of it, and say that they did', () => {
    const chain = linesOf(left)[0]?.chain
    const lines = received(collector)
    expect(lines.filter(line => line.chain === chain)).toEqual(linesOf(left))
    expect(lines.filter(line => line.event === 'castellan.recovered').map(line => line.from?.chain)).toContain(chain)
  })

  test('each of the three chains arrived to its end, of the session that was told to go as well', () => {
    expect([...two, last].map(({ exists }) => ['one', 'two', 'three'].map(exists))).toEqual(Array(3).fill([true, true, true]))
    const lines = received(collector)
    const ends = lines.filter(line => line.event === 'castellan.chain' && line.kind === 'end')
    expect(ends).toHaveLength(3)
    for (const end of ends) {
      const seqs = lines.filter(line => line.chain === end.chain).map(({ seq }) => seq)
      expect(seqs).toEqual(Array.from({ length: end.seq + 1 }, (_, at) => at))
    }
    expect(collector.problems).toEqual([])
  })

  test('no record is left on the disk, and whoever is said to be there has gone', () => {
    const files = spooled(sandbox)
    expect(linesOf(files)).toEqual([])
    expect(running(files)).toEqual([])
  })
})

describe('a data folder that cannot be written', () => {
  let session: Session

  beforeAll(async () => {
    session = await run(createSandbox(), NOWHERE, 'refuse', {
      // A file in the place of the folder: no user can write beneath it, root neither.
      home: { [`${DATA}/audit`]: 'a file\n' },
      script: [[bash('touch unrecorded', 'first')], [say('done')]],
    })
  }, PATIENCE_MS)

  test('where the policy refuses, the call is not run, and the person and the model are told why', () => {
    expect(session.exists('unrecorded')).toBe(false)
    const { isError, text } = toolResult(session, 'first') ?? { isError: false, text: '' }
    expect(isError).toBe(true)
    expect(text).toMatch(/no record of it could be kept \(E[A-Z]+\) \[castellan\.unrecorded\]/)
  })

  test('the session goes on', () => {
    expect([session.code, session.stdout.trim()]).toEqual([0, 'done'])
  })
})
