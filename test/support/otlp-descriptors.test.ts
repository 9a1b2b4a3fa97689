import { describe, expect, test } from 'vitest'
import { serializeSpans } from '../../audit/serialize.ts'
import { createSpans } from '../../audit/spans.ts'
import { FULL, recordOf, sourceOf } from '../audit/example.ts'
import { descriptorProblems, officialFields, type Signal } from './otlp-descriptors.ts'
import { otlpProblems } from './otlp-json.ts'
import { type MessageName, OTLP_TRACES } from './otlp-schema.ts'

const IDS = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const TIMES = { startTimeUnixNano: '1796032942452000000', endTimeUnixNano: '1796032942452900000' }
const attribute = (key: string, value: object) => ({ key, value })
const span = (more: object) => ({
  resourceSpans: [
    { scopeSpans: [{ scope: { name: 'castellan.audit' }, spans: [{ ...IDS, name: 'castellan.decide', kind: 1, ...TIMES, ...more }] }] },
  ],
})
const log = (more: object) => ({
  resourceLogs: [
    { scopeLogs: [{ logRecords: [{ timeUnixNano: TIMES.startTimeUnixNano, severityNumber: 13, eventName: 'tool_decision', ...more }] }] },
  ],
})
const sum = (more: object) => ({
  resourceMetrics: [
    {
      scopeMetrics: [
        { metrics: [{ name: 'n', sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: [{ asInt: '3', ...more }] } }] },
      ],
    },
  ],
})

test('what castellan ships conforms', () => {
  const spansOf = createSpans(sourceOf())
  const body = serializeSpans([...spansOf(FULL), ...spansOf(recordOf())])
  expect(descriptorProblems('traces', JSON.parse(body))).toEqual([])
})

const GOOD: [string, Signal, object][] = [
  [
    'values of every kind, a status, an event, a link',
    'traces',
    span({
      status: { code: 2, message: 'x' },
      parentSpanId: '',
      events: [{ name: 'e', timeUnixNano: TIMES.endTimeUnixNano }],
      links: [IDS],
      attributes: [
        attribute('list', { arrayValue: { values: [{ stringValue: 'x' }, { boolValue: true }] } }),
        attribute('map', { kvlistValue: { values: [attribute('k', { doubleValue: 1.5 })] } }),
        attribute('bytes', { bytesValue: 'AAA=' }),
        attribute('n', { intValue: '-7' }),
      ],
    }),
  ],
  ['a log record in a trace', 'logs', log({ ...IDS, flags: 1 })],
  ['a log record without one', 'logs', log({ traceId: '', spanId: '' })],
  ['a sum', 'metrics', sum({ startTimeUnixNano: TIMES.startTimeUnixNano, timeUnixNano: TIMES.endTimeUnixNano })],
]

const BAD: [string, Signal, object, RegExp][] = [
  ['an unknown key', 'traces', span({ severity: 'high' }), /severity is not a field of Span/],
  ['a snake_case key', 'traces', span({ parent_span_id: IDS.spanId }), /parent_span_id is not a field/],
  ['an enum by name', 'traces', span({ kind: 'SPAN_KIND_INTERNAL' }), /kind is no number of SpanKind/],
  ['an enum of no such number', 'traces', span({ kind: 17 }), /kind is no number of SpanKind/],
  ['a 64-bit integer as a number', 'traces', span({ attributes: [attribute('n', { intValue: 3 })] }), /intValue is not a valid int64/],
  ['a 64-bit integer out of range', 'traces', span({ startTimeUnixNano: `${2n ** 64n}` }), /startTimeUnixNano is not a valid fixed64/],
  ['no trace id', 'traces', span({ traceId: undefined }), /traceId is not 32 hexadecimal digits/],
  ['an id of zeros', 'traces', span({ spanId: '0'.repeat(16) }), /spanId is not 16/],
  ['a short id', 'traces', span({ traceId: 'abcd' }), /traceId is not 32/],
  ['an id in base64', 'traces', span({ traceId: 'CvdlGRbNQ92ESOshHIAxnA==' }), /traceId is not 32/],
  ['two values in one attribute', 'traces', span({ attributes: [attribute('n', { stringValue: 'x', boolValue: true })] }), /has both/],
  ['a number for a name', 'traces', span({ name: 7 }), /name is not a valid string/],
  ['a list that is none', 'traces', span({ attributes: {} }), /attributes is not a list/],
  ['a link to nowhere', 'traces', span({ links: [{}] }), /links\[0\]\.traceId is missing/],
  [
    'an index into the string table that profiles alone have',
    'traces',
    span({ attributes: [{ key: 'a', keyStrindex: 1 }] }),
    /keyStrindex is not/,
  ],
  ['an empty export', 'traces', {}, /resourceSpans is missing/],
  ['an unknown key of a log record', 'logs', log({ event_name: 'x' }), /event_name is not a field of LogRecord/],
  ['a log record in a trace of zeros', 'logs', log({ traceId: '0'.repeat(32) }), /traceId is not 32/],
  ['two values in one point', 'metrics', sum({ asDouble: 1.5 }), /has both/],
]

describe('against the official descriptors', () => {
  test.each(GOOD)('%s conforms', (_, signal, body) => {
    expect(descriptorProblems(signal, body)).toEqual([])
  })
  test.each(BAD)('%s does not', (_, signal, body, problem) => {
    expect(descriptorProblems(signal, body).join('\n')).toMatch(problem)
  })

  // The receiver of the session tests uses the quick check: the official files and it must never part.
  const traces = [...GOOD, ...BAD].flatMap(([name, signal, body]) => (signal === 'traces' ? [[name, body] as const] : []))
  test.each(traces)("the receiver's own check says the same of %s", (_, body) => {
    const copy = JSON.parse(JSON.stringify(body))
    expect(otlpProblems(copy).length > 0).toBe(descriptorProblems('traces', copy).length > 0)
  })
})

test("the receiver's own schema has every official message and field, but for those that castellan never sends", () => {
  const official = officialFields()
  const own = new Map(Object.entries(OTLP_TRACES).map(([name, { fields }]) => [name, Object.keys(fields)]))
  const leftOut = [...official].flatMap(([name, fields]) =>
    fields.filter(field => !own.get(name)?.includes(field)).map(field => `${name}.${field}`),
  )
  const invented = [...own].flatMap(([name, fields]) =>
    fields.filter(field => !official.get(name as MessageName)?.includes(field)).map(field => `${name}.${field}`),
  )
  expect(invented).toEqual([])
  const references = ['schemaUrl', 'type', 'idKeys', 'descriptionKeys'].map(field => `EntityRef.${field}`)
  expect(leftOut).toEqual(['Resource.entityRefs', 'KeyValue.keyStrindex', 'AnyValue.stringValueStrindex', ...references])
})
