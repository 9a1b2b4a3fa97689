/** A scalar of OTLP/JSON: 64-bit integers are decimal strings, ids are hexadecimal, bytes base64. `?` allows the empty string. */
export type Scalar =
  | 'string'
  | 'boolean'
  | 'double'
  | 'u32'
  | 'u64'
  | 'i64'
  | 'base64'
  | 'traceId'
  | 'spanId'
  | 'spanId?'
  | 'kind'
  | 'statusCode'

/** What a field holds: a scalar, a message by name, or a list of either. */
export type FieldType = Scalar | MessageName | readonly [Scalar | MessageName]

/** The messages of a trace export. */
export type MessageName =
  | 'ExportTraceServiceRequest'
  | 'ResourceSpans'
  | 'Resource'
  | 'ScopeSpans'
  | 'InstrumentationScope'
  | 'Span'
  | 'Event'
  | 'Link'
  | 'Status'
  | 'KeyValue'
  | 'AnyValue'
  | 'ArrayValue'
  | 'KeyValueList'

/** One message: its fields, the ones a receiver cannot do without, and whether at most one field may be set. */
export type MessageType = {
  fields: Readonly<Record<string, FieldType>>
  required?: readonly string[]
  isOneOf?: true
}

const attributes = { attributes: ['KeyValue'], droppedAttributesCount: 'u32' } as const

/** The trace part of opentelemetry-proto, by its JSON names. A resource's entity references are left out, so they read as unknown. */
export const OTLP_TRACES: Readonly<Record<MessageName, MessageType>> = {
  ExportTraceServiceRequest: { fields: { resourceSpans: ['ResourceSpans'] }, required: ['resourceSpans'] },
  ResourceSpans: { fields: { resource: 'Resource', scopeSpans: ['ScopeSpans'], schemaUrl: 'string' } },
  Resource: { fields: attributes },
  ScopeSpans: { fields: { scope: 'InstrumentationScope', spans: ['Span'], schemaUrl: 'string' } },
  InstrumentationScope: { fields: { name: 'string', version: 'string', ...attributes } },
  Span: {
    fields: {
      traceId: 'traceId',
      spanId: 'spanId',
      traceState: 'string',
      parentSpanId: 'spanId?',
      flags: 'u32',
      name: 'string',
      kind: 'kind',
      startTimeUnixNano: 'u64',
      endTimeUnixNano: 'u64',
      ...attributes,
      events: ['Event'],
      droppedEventsCount: 'u32',
      links: ['Link'],
      droppedLinksCount: 'u32',
      status: 'Status',
    },
    required: ['traceId', 'spanId', 'name', 'startTimeUnixNano', 'endTimeUnixNano'],
  },
  Event: { fields: { timeUnixNano: 'u64', name: 'string', ...attributes } },
  Link: {
    fields: { traceId: 'traceId', spanId: 'spanId', traceState: 'string', ...attributes, flags: 'u32' },
    required: ['traceId', 'spanId'],
  },
  Status: { fields: { message: 'string', code: 'statusCode' } },
  KeyValue: { fields: { key: 'string', value: 'AnyValue' }, required: ['key'] },
  AnyValue: {
    fields: {
      stringValue: 'string',
      boolValue: 'boolean',
      intValue: 'i64',
      doubleValue: 'double',
      arrayValue: 'ArrayValue',
      kvlistValue: 'KeyValueList',
      bytesValue: 'base64',
    },
    isOneOf: true,
  },
  ArrayValue: { fields: { values: ['AnyValue'] } },
  KeyValueList: { fields: { values: ['KeyValue'] } },
}
