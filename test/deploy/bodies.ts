/** OTLP bodies as a collector passes them on, and the rows that its ClickHouse exporter makes of them. */

type Attribute = { key: string; value: Record<string, unknown> }
type Resource = { resource?: { attributes: Attribute[] } }
type Span = { name: string; traceId: string; startTimeUnixNano: string; attributes: Attribute[] }
type LogRecord = { timeUnixNano: string; attributes: Attribute[] }
export type TraceBody = { resourceSpans: (Resource & { scopeSpans: { spans: Span[] }[] })[] }
export type LogBody = { resourceLogs: (Resource & { scopeLogs: { logRecords: LogRecord[] }[] })[] }

/** One row of otel_traces or otel_logs: what the exporter writes of it, as far as the views read it. */
export type Row = {
  Timestamp: string
  TraceId: string
  SpanName: string
  ServiceName: string
  ResourceAttributes: Map<string, string>
  own: Map<string, string>
}
/** As in ClickHouse: text, lists and maps as JSON. */
function textOf({ value }: Attribute): string {
  const [plain] = Object.values(value)
  return typeof plain === 'object' ? JSON.stringify(plain) : String(plain)
}
const mapOf = (attributes: Attribute[] = []) => new Map(attributes.map(attribute => [attribute.key, textOf(attribute)]))
const timeOf = (nanoseconds: string) => new Date(Number(BigInt(nanoseconds) / 1_000_000n)).toISOString().replace('T', ' ').replace('Z', '')

/** The rows that the exporter makes of a body. */
export function rowsOf(body: TraceBody | LogBody): Row[] {
  const parts =
    'resourceSpans' in body
      ? body.resourceSpans.flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans.map(span => ({ resource, item: { ...span, time: span.startTimeUnixNano } }))),
        )
      : body.resourceLogs.flatMap(({ resource, scopeLogs }) =>
          scopeLogs.flatMap(({ logRecords }) =>
            logRecords.map(log => ({ resource, item: { name: '', traceId: '', ...log, time: log.timeUnixNano } })),
          ),
        )
  return parts.map(({ resource, item }) => {
    const ResourceAttributes = mapOf(resource?.attributes)
    const ServiceName = ResourceAttributes.get('service.name') ?? ''
    return {
      Timestamp: timeOf(item.time),
      TraceId: item.traceId,
      SpanName: item.name,
      ServiceName,
      ResourceAttributes,
      own: mapOf(item.attributes),
    }
  })
}
