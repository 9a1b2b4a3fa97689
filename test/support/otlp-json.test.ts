import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { expect, test } from 'vitest'
import { otlpProblems } from './otlp-json.ts'
import { startReceiver } from './otlp-receiver.ts'

const SPAN = {
  traceId: '5b8efff798038103d269b633813fc60c',
  spanId: 'eee19b7ec3c1b174',
  parentSpanId: '',
  name: 'castellan.decide',
  kind: 1,
  startTimeUnixNano: '1544712660000000000',
  endTimeUnixNano: '1544712661000000000',
  attributes: [
    { key: 'n', value: { intValue: '7' } },
    { key: 'all', value: { arrayValue: { values: [{ stringValue: 'a' }, { boolValue: true }] } } },
  ],
  status: { code: 2, message: 'denied' },
}

const exportOf = (span: object) => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'castellan' } }] },
      scopeSpans: [{ scope: { name: 'castellan' }, spans: [span] }],
    },
  ],
})

test('an export that conforms has no problems', () => {
  expect(otlpProblems(exportOf(SPAN))).toEqual([])
  expect(otlpProblems({ resourceSpans: [] })).toEqual([])
})

test('what the OpenTelemetry serializer writes conforms, but for the integers it writes as numbers', () => {
  const memory = new InMemorySpanExporter()
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] }).getTracer('t', '1')
  const span = tracer.startSpan('castellan.decide', { attributes: { s: 'x', n: 7, half: 0.5, yes: true, all: ['a', 'b'] }, root: true })
  span.addEvent('seen', { k: 'v' }).setStatus({ code: 2, message: 'denied' }).end()
  const bytes = JsonTraceSerializer.serializeRequest(memory.getFinishedSpans())
  const problems = otlpProblems(JSON.parse(new TextDecoder().decode(bytes)))
  expect(problems).toEqual(['resourceSpans[0].scopeSpans[0].spans[0].attributes[1].value.intValue is not a valid i64'])
})

const BAD: [string, object, string][] = [
  ['an unknown key', { ...SPAN, durationMs: 3 }, 'durationMs is not a field of Span'],
  ['a snake-case key', { ...SPAN, trace_id: SPAN.traceId }, 'trace_id is not a field of Span'],
  ['a number for a time', { ...SPAN, startTimeUnixNano: 1544712660 }, 'startTimeUnixNano is not a valid u64'],
  [
    'a number for an integer',
    { ...SPAN, attributes: [{ key: 'n', value: { intValue: 7 } }] },
    'attributes[0].value.intValue is not a valid i64',
  ],
  ['a missing id', { ...SPAN, spanId: undefined }, 'spanId is missing'],
  ['an id in base64', { ...SPAN, traceId: 'W47/95gDgQPSabYzgT/GDA==' }, 'traceId is not a valid traceId'],
  ['an id of zeros', { ...SPAN, spanId: '0000000000000000' }, 'spanId is not a valid spanId'],
  ['a kind by name', { ...SPAN, kind: 'SPAN_KIND_INTERNAL' }, 'kind is not a valid kind'],
  ['a status beyond its enum', { ...SPAN, status: { code: 3 } }, 'status.code is not a valid statusCode'],
  ['attributes as an object', { ...SPAN, attributes: { n: 7 } }, 'attributes is not a list'],
  ['a bare value', { ...SPAN, attributes: [{ key: 'n', value: 'x' }] }, 'attributes[0].value is not an object'],
  ['a null value', { ...SPAN, attributes: [{ key: 'n', value: null }] }, 'attributes[0].value is not an object'],
  [
    'two values at once',
    { ...SPAN, attributes: [{ key: 'n', value: { stringValue: 'x', boolValue: true } }] },
    'has both stringValue and boolValue',
  ],
  ['a value without a key', { ...SPAN, attributes: [{ value: { stringValue: 'x' } }] }, 'attributes[0].key is missing'],
  ['an end before the start', { ...SPAN, endTimeUnixNano: '1' }, 'ends before it starts'],
  [
    'an integer past 64 bits',
    { ...SPAN, attributes: [{ key: 'n', value: { intValue: '9223372036854775808' } }] },
    'intValue is not a valid i64',
  ],
]

test.each(BAD)('%s is told, with its path', (_what, span, problem) => {
  const problems = otlpProblems(exportOf(span))
  expect(problems.join('\n')).toContain(problem)
  expect(problems.every(found => found.startsWith('resourceSpans[0].scopeSpans[0].spans[0]'))).toBe(true)
})

test.each([[null], ['text'], [[]], [{}], [{ resourceSpans: {} }], [{ spans: [] }]])('%j is no export', body => {
  expect(otlpProblems(body)).not.toEqual([])
})

const post = (url: string, body: unknown, type = 'application/json') =>
  fetch(url, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) })

test('the receiver decodes what conforms, and refuses and keeps what does not', async () => {
  const receiver = await startReceiver()
  try {
    expect((await post(`${receiver.url}/v1/traces`, exportOf(SPAN))).status).toBe(200)
    expect(receiver.spans).toMatchObject([
      {
        name: 'castellan.decide',
        attributes: { n: 7, all: ['a', true] },
        status: { code: 2, message: 'denied' },
        resource: { 'service.name': 'castellan' },
      },
    ])
    expect((await post(`${receiver.url}/v1/traces`, exportOf({ ...SPAN, kind: 9 }))).status).toBe(400)
    expect((await post(`${receiver.url}/v1/traces`, exportOf(SPAN), 'text/plain')).status).toBe(400)
    expect((await post(`${receiver.url}/elsewhere`, {})).status).toBe(404)
    expect(receiver.spans).toHaveLength(1)
    expect(receiver.problems).toHaveLength(2)
    expect(receiver.problems[0]).toMatchObject({ service: 'castellan' })
  } finally {
    await receiver.close()
  }
})

test('the receiver misbehaves as told, and keeps no span of an export it refused', async () => {
  const receiver = await startReceiver({ statuses: [503], retryAfter: 2, partial: 4 })
  try {
    const refused = await post(`${receiver.url}/v1/traces`, exportOf(SPAN))
    expect([refused.status, refused.headers.get('retry-after'), receiver.spans.length]).toEqual([503, '2', 0])
    const partial = await post(`${receiver.url}/v1/traces`, exportOf(SPAN))
    expect(await partial.json()).toMatchObject({ partialSuccess: { rejectedSpans: '4' } })
  } finally {
    await receiver.close()
  }
})
