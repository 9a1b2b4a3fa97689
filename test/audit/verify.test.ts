import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Finding } from '../../audit/verification.ts'
import type { PlacedLine, VerifyOptions } from '../../audit/verify.ts'
import { CHAIN, HASH, KEY, keyed, logOf, otlpOf, POLICY, resealed, stampOf } from './log.ts'
import { verifyChains } from './verify-chains.ts'

const LOG = logOf()
const OTHER = logOf({ chain: 'bbbbbbbbbbbbbbbb', sessionId: 'session-2' })

const verify = (lines: Iterable<string | PlacedLine>, options: Partial<VerifyOptions> = {}) => verifyChains(lines, { ...HASH, ...options })
/** `kind line seq`, of every finding. */
const found = (lines: Iterable<string | PlacedLine>, options?: Partial<VerifyOptions>) =>
  verify(lines, options).findings.map(({ kind, line, seq }) => `${kind} ${line} ${seq}`)
const inFile = (file: string, lines: readonly string[]): PlacedLine[] => lines.map((text, at) => ({ file, line: at + 1, text }))
const without = (lines: readonly string[], at: number) => lines.filter((_, index) => index !== at)
const withLine = (lines: readonly string[], at: number, text: string) => lines.map((line, index) => (index === at ? text : line))

describe('a log that is whole', () => {
  test('one chain', () => {
    const { isWhole, records, duplicates, chains, macs } = verify(LOG, { isComplete: true })
    expect({ isWhole, records, duplicates, macs }).toEqual({ isWhole: true, records: 7, duplicates: 0, macs: 'none' })
    expect(chains).toEqual([
      expect.objectContaining({ chain: CHAIN, sessionId: 'session-1', records: 7, firstSeq: 0, lastSeq: 6, isEnded: true, findings: 0 }),
    ])
  })

  test('chains interleaved; a chain in several files, in whatever order they are given', () => {
    const mixed = LOG.flatMap((line, at) => [line, OTHER[at] ?? ''])
    expect(verify(mixed)).toMatchObject({ isWhole: true, records: 14 })
    const parts = [...inFile('b', LOG.slice(4)), ...inFile('a', LOG.slice(2, 4)), ...inFile('c', LOG.slice(0, 2))]
    expect(verify(parts)).toMatchObject({ isWhole: true, records: 7, chains: [{ firstSeq: 0, lastSeq: 6 }] })
  })

  test('delivered more than once, and out of order by the collector', () => {
    expect(verify([...LOG, ...LOG.slice(2, 5)])).toMatchObject({ isWhole: true, records: 7, duplicates: 3 })
    const spans = [otlpOf(LOG.slice(3)), otlpOf(LOG.slice(0, 4).toReversed())]
    expect(verify(spans)).toMatchObject({ isWhole: true, records: 7, duplicates: 1 })
    expect(verify([...LOG.slice(0, 3), ...spans])).toMatchObject({ isWhole: true, records: 7, duplicates: 4 })
  })

  test('without an end it is unfinished, which only a complete log may not be', () => {
    const open = logOf({ isOpen: true })
    expect(verify(open)).toMatchObject({ isWhole: true, chains: [{ isEnded: false }] })
    expect(found(open, { isComplete: true })).toEqual(['unfinished 6 5'])
  })

  test('what is not castellan’s in a collector’s file is passed over; so are blank lines and a carriage return', () => {
    const others = [
      JSON.stringify({ resourceMetrics: [] }),
      JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{ name: 'x' }] }] }] }),
    ]
    expect(verify(['', ...others, ...LOG.map(line => `${line}\r`)])).toMatchObject({ isWhole: true, records: 7 })
  })
})

describe('what was done to it is told by its place', () => {
  test('a record edited', () => {
    expect(found(withLine(LOG, 2, (LOG[2] ?? '').replace('"decision":"deny"', '"decision":"allow"')))).toEqual(['edited 3 2'])
  })

  test('a record edited and sealed again: the next does not fit', () => {
    expect(found(withLine(LOG, 2, resealed(LOG[2] ?? '', { decision: 'allow' })))).toEqual(['broken 4 3'])
  })

  test('the last record edited and sealed again: who saw its hash knows', () => {
    const forged = withLine(LOG, 6, resealed(LOG[6] ?? '', { reason: 'clear' }))
    expect(found(forged)).toEqual([])
    expect(found([...forged, stampOf(LOG[6] ?? '')])).toEqual(['anchor 8 6'])
    expect(found([stampOf(LOG[6] ?? ''), ...forged])).toEqual(['anchor 1 6'])
  })

  test.each([
    [0, ['gap 1 1']],
    [3, ['gap 4 4']],
    [6, []],
  ])('record %i removed', (at, expected) => {
    expect(found(without(LOG, at))).toEqual(expected)
  })

  test('several removed', () => {
    const { findings } = verify([...LOG.slice(0, 2), ...LOG.slice(5)])
    expect(findings).toEqual([expect.objectContaining({ kind: 'gap', line: 3, seq: 5 })])
    expect(findings[0]?.message).toBe('records 2 to 4 of the chain are missing before it')
    expect(found(LOG.slice(3))).toEqual(['gap 1 3'])
    expect(found(LOG.slice(3), { isPart: true })).toEqual([])
    expect(found([...LOG.slice(1, 3), ...LOG.slice(4)], { isPart: true })).toEqual(['gap 3 4'])
  })

  test('records put in another order', () => {
    const [a = '', b = '', c = '', d = '', ...rest] = LOG
    expect(found([a, c, b, d, ...rest])).toEqual(['order 3 1'])
  })

  test('truncated: told where it must be complete, and where somebody saw more', () => {
    const cut = LOG.slice(0, 4)
    expect(found(cut)).toEqual([])
    expect(found(cut, { isComplete: true })).toEqual(['unfinished 4 3'])
    expect(found([...cut, stampOf(LOG[5] ?? '')])).toEqual(['anchor 4 3'])
    const { seq, hash } = JSON.parse(LOG[5] ?? '')
    expect(found(cut, { anchors: [{ chain: CHAIN, seq, hash }] })).toEqual(['anchor 4 3'])
    expect(found(LOG, { anchors: [{ chain: CHAIN, seq, hash }] })).toEqual([])
    expect(found(OTHER, { anchors: [{ chain: CHAIN, seq, hash }] })).toEqual(['anchor 0 undefined'])
  })

  test('two that saw another record of one number, before it was read: neither takes the place of the other', () => {
    const forged = resealed(LOG[6] ?? '', { reason: 'clear' })
    const seen = [stampOf(LOG[6] ?? ''), stampOf(forged)]
    for (const stamps of [seen, seen.toReversed()])
      expect(verify([...LOG.slice(0, 6), ...stamps, forged]).findings.map(({ kind, seq }) => `${kind} ${seq}`)).toEqual(['anchor 6'])
  })

  test('a half line, as a crash leaves one', () => {
    expect(found([...LOG.slice(0, 3), (LOG[3] ?? '').slice(0, 100)])).toEqual(['unreadable 4 undefined'])
    expect(found([{ file: 'f', line: 1, text: undefined }])).toEqual(['unreadable 1 undefined'])
  })

  test('a file restored from a backup: the chain after it knows how far it was', () => {
    const backup = LOG.slice(0, 4)
    const { seq, hash } = JSON.parse(LOG[5] ?? '')
    const next = logOf({ chain: 'cccccccccccccccc', former: { chain: CHAIN, seq, hash } })
    const places = (one: Finding) => `${one.kind} ${one.file}:${one.line} ${one.chain} ${one.seq}`
    const { findings } = verify([...inFile('old.jsonl', backup), ...inFile('next.jsonl', next)])
    expect(findings.map(places)).toEqual([`anchor old.jsonl:4 ${CHAIN} 3`])
    expect(verify([...inFile('next.jsonl', next), ...inFile('old.jsonl', LOG)]).isWhole).toBe(true)
  })

  test('a chain after a lost worker names the one it follows: whether that is here, and has its end, is told, and is no finding', () => {
    const at = (line = ''): { seq: number; hash: string } => JSON.parse(line)
    const { seq, hash } = at(LOG[3])
    const next = logOf({ chain: 'cccccccccccccccc', former: { chain: CHAIN, seq, hash } })
    const formerOf = (lines: readonly string[], options = {}) => {
      const verification = verify([...lines, ...next], options)
      const { former } = verification.chains.find(({ chain }) => chain === 'cccccccccccccccc') ?? {}
      return [former, verification.findings.map(one => `${one.kind} ${one.chain} ${one.seq}`)]
    }
    const told = { chain: CHAIN, seq: 3 }
    expect(formerOf([])).toEqual([{ ...told, isKnown: false, isEnded: false }, []])
    expect(formerOf(LOG.slice(0, 5))).toEqual([{ ...told, isKnown: true, isEnded: false }, []])
    expect(formerOf(LOG)).toEqual([{ ...told, isKnown: true, isEnded: true }, []])
    expect(formerOf(LOG.slice(0, 3))[1]).toEqual([`anchor ${CHAIN} 2`])
    expect(formerOf([], { isComplete: true })[1]).toEqual([`missing ${CHAIN} undefined`])
    const others = logOf({ sessionId: 'session-2' })
    const stranger = logOf({ chain: 'cccccccccccccccc', former: { chain: CHAIN, seq, hash: at(others[3]).hash } })
    expect(found([...others, ...stranger])).toEqual([expect.stringMatching(/^session \d+ 0$/)])
  })

  test('a whole chain taken out: who names it is told, and is a finding where the log must be complete', () => {
    const stamp = stampOf(LOG[6] ?? '')
    const { seq, hash } = JSON.parse(LOG[6] ?? '')
    const next = logOf({ chain: 'cccccccccccccccc', former: { chain: CHAIN, seq, hash } })
    const recovered = { event: 'castellan.recovered', sessionId: 's', from: { chain: CHAIN, records: 2, lastSeq: 6 } } as never
    const finder = logOf({ chain: 'dddddddddddddddd', records: [recovered] })
    const bare = otlpOf(LOG.slice(0, 1)).replace('castellan.audit.record', 'x')
    for (const [line, by] of [
      [stamp, 'a stamp on the engine’s records'],
      [bare, 'a span'],
      [next.join('\n'), 'the chain cccccccccccccccc, which follows it,'],
      [finder.join('\n'), 'the chain dddddddddddddddd, which found records of it,'],
    ] as const) {
      const lines = [...inFile('other', OTHER), ...inFile('names', line.split('\n'))]
      const told = { chain: CHAIN, file: 'names', message: `no record of it is here, and ${by} names it` }
      const { isWhole, absent } = verify(lines)
      expect([isWhole, absent]).toEqual([true, [expect.objectContaining(told)]])
      const complete = verify(lines, { isComplete: true })
      expect(complete.findings).toEqual([expect.objectContaining({ kind: 'missing', ...told })])
      expect([complete.isWhole, complete.findingCount, complete.absent]).toEqual([false, 1, []])
      // In whatever order the files are given, and with one record of it there it is another finding, or none.
      expect(verify(lines.toReversed(), { isComplete: true }).findings.map(({ kind }) => kind)).toContain('missing')
      expect(verify([...lines, ...inFile('log', LOG)], { isComplete: true })).toMatchObject({ isWhole: true, absent: [] })
    }
    const both = verify([...OTHER, stamp, stamp, ...next], { isComplete: true })
    expect(both.findings.map(({ kind, line, message }) => `${kind} ${line} ${message}`)).toEqual([
      'missing 8 no record of it is here, and a stamp on the engine’s records and the chain cccccccccccccccc, which follows it, name it',
    ])
  })

  test('stamps that come before the records are all held to them, however many there are', () => {
    const long = logOf({ records: Array.from({ length: 1200 }, () => ({ event: 'tool.call' })) })
    const stamps = long.map(line => stampOf(line))
    const forged = withLine(long, 1201, resealed(long[1201] ?? '', { counts: {} })).slice(0, 1202)
    expect(found([...stamps.slice(0, 1202), ...forged])).toEqual(['anchor 1202 1201'])
  })

  test('repeated with a change', () => {
    const changed = resealed(LOG[2] ?? '', { decision: 'allow' })
    const { findings } = verify([...inFile('a', LOG), ...inFile('b', [changed])])
    expect(findings).toEqual([expect.objectContaining({ kind: 'duplicate', file: 'b', line: 1, seq: 2 })])
    expect(findings[0]?.message).toContain('a:3')
  })

  test('two chains swapped: a record relabelled, a file under the name of another', () => {
    const relabelled = OTHER.map(line => line.replaceAll('bbbbbbbbbbbbbbbb', CHAIN))
    expect(found(relabelled)).toEqual(expect.arrayContaining(['edited 1 0', 'broken 1 0']))
    const resealedStart = resealed(OTHER[0] ?? '', { chain: CHAIN })
    expect(found([resealedStart])).toEqual(['broken 1 0'])
    expect(found(inFile('s-bbbbbbbbbbbbbbbb-0.jsonl', LOG.slice(0, 1)))).toEqual(['shape 1 0'])
    expect(found(inFile(`s-${CHAIN}-0.jsonl`, LOG))).toEqual([])
  })

  test('a record of another session or policy in the chain', () => {
    const moved = resealed(LOG[2] ?? '', { sessionId: 'session-2' })
    expect(found(withLine(LOG, 2, moved))).toEqual(['session 3 2', 'broken 4 3'])
    const other = resealed(LOG[2] ?? '', { policy: { name: 'x', digest: 'e'.repeat(64) } })
    expect(found(withLine(LOG, 2, other))).toEqual(['policy 3 2', 'broken 4 3'])
  })

  test('a policy that was never deployed', () => {
    expect(found(LOG, { isKnownPolicy: digest => digest === POLICY.digest })).toEqual([])
    expect(found(LOG, { isKnownPolicy: () => false })).toEqual(['policy 1 0'])
  })

  test('a letter that looks the same', () => {
    const line = LOG[3] ?? ''
    expect(line).toContain('Ä')
    expect(found(withLine(LOG, 3, line.normalize('NFD')))).toEqual(['edited 4 3'])
    expect(found(withLine(LOG, 3, line.replace('Ä', '\\u00c4')))).toEqual(['edited 4 3'])
  })

  test('said twice in one line: readers may differ about which counts', () => {
    const line = LOG[2] ?? ''
    expect(found(withLine(LOG, 2, line.replace('"decision":"deny"', '"decision":"allow","decision":"deny"')))).toEqual(['edited 3 2'])
    expect(found(withLine(LOG, 2, ` ${line}`))).toEqual(['edited 3 2'])
  })

  test('a start in the midst, none at the head, more after the end, a checkpoint of another head', () => {
    const again = resealed(LOG[0] ?? '', { seq: 7, prev: JSON.parse(LOG[6] ?? '').hash })
    expect(found([...LOG, again])).toEqual(expect.arrayContaining(['shape 8 7']))
    expect(found([resealed(LOG[1] ?? '', { seq: 0 })])).toEqual(['shape 1 0'])
    const head = { seq: 3, hash: JSON.parse(LOG[3] ?? '').hash }
    expect(found(withLine(LOG, 5, resealed(LOG[5] ?? '', { head })))).toEqual(['shape 6 5', 'broken 7 6'])
  })

  test('in a span as well as in a line', () => {
    const body = otlpOf(LOG)
    expect(found([body.replace('\\"deny\\"', '\\"danz\\"')])).toEqual(['edited 1 2'])
    expect(found([body.replace('castellan.audit.record', 'castellan.audit.recorb')])).toEqual(['gap 1 1'])
    expect(found([otlpOf(without(LOG, 3))])).toEqual(['gap 1 4'])
  })

  test('another session found more of it than there is', () => {
    const recovered = { event: 'castellan.recovered', sessionId: 's', from: { chain: CHAIN, records: 2, lastSeq: 6 } } as never
    const next = logOf({ chain: 'cccccccccccccccc', records: [recovered] })
    expect(found([...inFile('a', LOG.slice(0, 4)), ...inFile('b', next)])).toEqual(['anchor 4 3'])
    expect(found([...inFile('a', LOG), ...inFile('b', next)])).toEqual([])
  })
})

describe('macs', () => {
  const signed = logOf({ key: KEY })

  test('the right key, and no key', () => {
    expect(verify(signed, keyed(KEY))).toMatchObject({ isWhole: true, macs: 'checked' })
    expect(verify(signed)).toMatchObject({ isWhole: true, macs: 'unchecked' })
  })

  test('another key; records without a mac; a record sealed again without the key', () => {
    expect(found(signed, keyed('another'))).toHaveLength(7)
    expect(found(LOG, keyed(KEY))).toHaveLength(7)
    const forged = withLine(signed, 6, resealed(signed[6] ?? '', { reason: 'clear' }))
    expect(found(forged)).toEqual([])
    expect(found(forged, keyed(KEY))).toEqual(['mac 7 6'])
  })

  test('a mac taken off some', () => {
    const { mac: _, ...bare } = JSON.parse(signed[6] ?? '')
    expect(found(withLine(signed, 6, JSON.stringify(bare)))).toEqual(['mac 7 6'])
  })
})

test('a log made up to be long to tell of is told of in part', () => {
  const lines = Array.from({ length: 1500 }, (_, n) => `${n}`)
  expect(verify(lines)).toMatchObject({ isWhole: false, findingCount: 1500, findings: { length: 1000 } })
})

test('any record in the place of any field', () => {
  const line = LOG[0] ?? ''
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(JSON.parse(line)), 'head', 'from', 'lost', 'mac'), fc.jsonValue(), (key, value) => {
      expect(() => verify([JSON.stringify({ ...JSON.parse(line), [key]: value })])).not.toThrow()
    }),
    { numRuns: 300, seed: 7 },
  )
})

test('any byte changed in any line is found', () => {
  const signed = logOf({ key: KEY })
  const bytes = signed.map(line => Buffer.from(line))
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(), fc.integer({ min: 1, max: 255 }), (line, at, change) => {
      const changed = Buffer.from(bytes[line] ?? [])
      const index = at % changed.length
      changed[index] = (changed[index] ?? 0) ^ change
      // As a file is read: a line break in a line makes two of it.
      const lines = withLine(signed, line, changed.toString('utf8')).join('\n').split('\n')
      expect(verify(lines, keyed(KEY)).isWhole).toBe(false)
    }),
    { numRuns: 600, seed: 11 },
  )
})
