import { expect, test } from 'vitest'
import { serializeSpans } from '../../audit/serialize.ts'
import { createSpans } from '../../audit/spans.ts'
import { FULL, recordOf, sourceOf } from './example.ts'

type Span = Record<string, unknown> & { attributes: { key: string; value: Record<string, unknown> }[] }
const spansIn = (body: string) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Span[]

test('a request: one resource, one scope, hex ids, times as decimal strings, no status but of a guard that failed', () => {
  const spansOf = createSpans(sourceOf())
  const body = serializeSpans([...spansOf(FULL), ...spansOf(recordOf())])
  const { resourceSpans } = JSON.parse(body)
  expect(resourceSpans).toHaveLength(1)
  expect(resourceSpans[0].scopeSpans).toHaveLength(1)
  expect(resourceSpans[0].scopeSpans[0].scope).toEqual({ name: 'castellan.audit', version: '0.1.0' })
  const [dispatch, link, , other] = spansIn(body)
  expect(dispatch).toMatchObject({
    name: 'castellan.decide tool.check',
    kind: 1,
    startTimeUnixNano: '1700000000123500000',
    endTimeUnixNano: '1700000000135750000',
    status: { code: 2 },
    events: [],
    links: [],
  })
  expect(dispatch?.traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(dispatch?.spanId).toMatch(/^[0-9a-f]{16}$/)
  expect(dispatch).not.toHaveProperty('parentSpanId')
  expect(link).toMatchObject({ name: 'castellan.link', parentSpanId: dispatch?.spanId, traceId: dispatch?.traceId })
  for (const span of [link, other]) expect(span).not.toHaveProperty('status')
  const count = dispatch?.attributes.find(({ key }) => key === 'castellan.redaction.count')
  expect(count?.value).toEqual({ intValue: '3' })
})

test('a text that reads like what is put right stays as it is', () => {
  const text = '"status":{"code":0},"intValue":7 \\"status\\":{"code":0},'
  const [span] = spansIn(serializeSpans(createSpans(sourceOf())(recordOf({ tool: text }))))
  expect(span?.attributes.find(({ key }) => key === 'gen_ai.tool.name')?.value).toEqual({ stringValue: text })
})
