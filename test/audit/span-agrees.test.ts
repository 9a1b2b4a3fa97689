import { describe, expect, test } from 'vitest'
import type { AuditRecord } from '../../audit/record.ts'
import { FULL } from './example.ts'
import { CHAIN, HASH, logOf, otlpOf, POLICY, resealed, stampOf } from './log.ts'
import { verifyChains } from './verify-chains.ts'

type Attribute = { key: string; value: Record<string, unknown> }
type Span = { name: string; attributes: Attribute[]; [field: string]: unknown }
type Body = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[] }

/** A chain whose second record says all that a dispatch can, and whose third tells of two that were lost. */
const LOG = logOf({ records: [{ ...FULL, sessionId: 'session-1' }, { lost: { count: 2, why: 'queue full' } } as Partial<AuditRecord>] })
const bodyOf = (lines: readonly string[] = LOG): Body => JSON.parse(otlpOf(lines))
const spansIn = (body: Body): Span[] => body.resourceSpans[0]?.scopeSpans[0]?.spans.filter(({ name }) => name !== 'castellan.link') ?? []
const spanOf = (body: Body, seq: number): Span => {
  const found = spansIn(body)[seq]
  if (found === undefined) throw new Error(`no span ${seq}`)
  return found
}
const verified = (body: Body, more: readonly string[] = [], options = {}) =>
  verifyChains([JSON.stringify(body), ...more], { ...HASH, ...options })
const told = (body: Body, more?: readonly string[], options?: object) =>
  verified(body, more, options).findings.map(({ kind, line, seq, message }) => `${kind} ${line} ${seq}: ${message}`)

/** Not compared: the record, which is what they are held to. */
const APART = ['castellan.audit.record']
const every = LOG.flatMap((_, seq) =>
  spanOf(bodyOf(), seq)
    .attributes.filter(({ key }) => !APART.includes(key))
    .map(({ key }) => [seq, key] as const),
)
const OTHER: Record<string, unknown> = { stringValue: 'other', intValue: '77', boolValue: false, arrayValue: { values: [] } }
const otherThan = (value: Record<string, unknown>) => Object.fromEntries(Object.keys(value).map(kind => [kind, OTHER[kind]]))

describe('a span and its sealed record', () => {
  test('agree as castellan makes them', () => {
    expect(verified(bodyOf())).toMatchObject({ findings: [], isWhole: true, records: 5 })
  })

  test.each(every)('record %i: %s changed, taken off, put on twice', (seq, key) => {
    for (const change of [
      ({ attributes }: Span) => attributes.map(one => (one.key === key ? { key, value: otherThan(one.value) } : one)),
      ({ attributes }: Span) => attributes.filter(one => one.key !== key),
      ({ attributes }: Span) => [...attributes, ...attributes.filter(one => one.key === key)],
    ]) {
      const body = bodyOf()
      const span = spanOf(body, seq)
      span.attributes = change(span)
      expect(told(body)).toContainEqual(expect.stringMatching(new RegExp(`^attribute 1 ${seq}: ${key.replaceAll('.', '\\.')} `)))
    }
  })

  test('a hash that is one, and another, is an anchor that does not hold', () => {
    const body = bodyOf()
    const span = spanOf(body, 1)
    span.attributes = span.attributes.map(one =>
      one.key === 'castellan.audit.hash' ? { ...one, value: { stringValue: 'e'.repeat(64) } } : one,
    )
    expect(told(body)).toEqual(['anchor 1 1: record 1 of the chain is another here: its hash was eeeeeeeeeeee'])
  })

  test('what is said is told where it is a word, and never a text that somebody could have written a secret into', () => {
    const body = bodyOf()
    const span = spanOf(body, 1)
    const put = (key: string, value: Record<string, unknown>) => {
      span.attributes = [...span.attributes.filter(one => one.key !== key), { key, value }]
    }
    put('castellan.decision', { stringValue: 'allow' })
    put('castellan.turn', { intValue: '4' })
    put('castellan.agent.id', { stringValue: 'hunter2' })
    put('castellan.hook.event', { stringValue: 'a text with hunter2 in it' })
    put('castellan.audit.counted', { intValue: '5' })
    expect(told(body)).toEqual([
      'attribute 1 1: castellan.decision is allow on the span: the record says deny',
      'attribute 1 1: castellan.hook.event is another on the span than in the record',
      'attribute 1 1: castellan.turn is 4 on the span: the record says 3',
      'attribute 1 1: castellan.agent.id is another on the span than in the record',
      'attribute 1 1: castellan.audit.counted is on the span, 5: the record says nothing of it',
    ])
  })

  test.each([
    ['the name', { name: 'castellan.observe tool.check' }],
    ['the start', { startTimeUnixNano: '1' }],
    ['the end', { endTimeUnixNano: '1' }],
    ['the status', { status: undefined }],
  ])('%s, by which queries look for it', (what, change) => {
    const body = bodyOf()
    Object.assign(spanOf(body, 1), change)
    expect(told(body)).toEqual([`attribute 1 1: ${what} of the span is not what the record makes it`])
  })

  test('what a collector adds is its own', () => {
    const body = bodyOf()
    spanOf(body, 1).attributes.push({ key: 'castellan.certainty', value: { stringValue: 'certain' } })
    expect(told(body)).toEqual([])
  })

  test('a span delivered again with a change', () => {
    const again = bodyOf(LOG.slice(1, 2))
    spanOf(again, 0).attributes = spanOf(again, 0).attributes.filter(({ key }) => key !== 'castellan.decision')
    expect(told(bodyOf(), [JSON.stringify(again)])).toEqual(['attribute 2 1: castellan.decision is not on the span: the record says deny'])
  })

  test('a record that was edited, or sealed anew without sense, is told as that, and throws nothing', () => {
    const body = bodyOf()
    const line = resealed(LOG[1] ?? '', { rules: 7, redactions: null, caller: 'x', links: {}, time: 'now' })
    spanOf(body, 1).attributes = spanOf(body, 1).attributes.map(one =>
      one.key === 'castellan.audit.record' ? { ...one, value: { stringValue: line } } : one,
    )
    expect(() => told(body)).not.toThrow()
    const edited = JSON.stringify(bodyOf()).replace('\\"decision\\":\\"deny\\"', '\\"decision\\":\\"allow\\"')
    expect(told(JSON.parse(edited)).map(one => one.split(':')[0])).toEqual(['edited 1 1'])
  })

  test('two sealed records on one span: readers may take either', () => {
    const body = bodyOf()
    const span = spanOf(body, 1)
    span.attributes.push({ key: 'castellan.audit.record', value: { stringValue: LOG[2] } })
    expect(told(body)).toContain('unreadable 1 undefined: in a span: its record is no text, or stands there twice')
  })
})

describe('the policy that a resource and a stamp name', () => {
  const OTHER_POLICY = { name: 'other', digest: 'e2'.repeat(32) }
  const elsewhere = () => JSON.parse(otlpOf(LOG, OTHER_POLICY)) as Body

  test('is that of the record, unless another session shipped what was left behind', () => {
    expect(told(elsewhere())).toEqual([
      'attribute 1 undefined: castellan.policy.digest of the span’s resource is another than in the record',
    ])
    const recovered = { event: 'castellan.recovered', sessionId: 's', from: { chain: CHAIN, records: 5, lastSeq: 4 } } as never
    expect(told(elsewhere(), logOf({ chain: 'cccccccccccccccc', records: [recovered], policy: OTHER_POLICY }))).toEqual([])
    expect(told(elsewhere(), [], { isPart: true })).toEqual([])
    expect(told(JSON.parse(otlpOf(LOG, { ...POLICY, name: 'other' })))).toEqual([
      'attribute 1 undefined: castellan.policy.name of the span’s resource is another than in the record',
    ])
  })

  test('is that of the chain', () => {
    const stamp = (digest: string) => {
      const body = JSON.parse(stampOf(LOG[3] ?? ''))
      body.resourceLogs[0].scopeLogs[0].logRecords[0].attributes.push({ key: 'castellan.policy.digest', value: { stringValue: digest } })
      return JSON.stringify(body)
    }
    expect(told(bodyOf(), [stamp(POLICY.digest)])).toEqual([])
    const finding = 'castellan.policy.digest of the stamp is another than in the records of its chain'
    expect(told(bodyOf(), [stamp(OTHER_POLICY.digest)])).toEqual([`attribute 2 undefined: ${finding}`])
    expect(verifyChains([stamp(OTHER_POLICY.digest), ...LOG], HASH).findings.map(({ kind }) => kind)).toEqual(['attribute'])
  })
})
