import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Set by the gateway itself, for counting. */
export const GATEWAY_ATTRIBUTES: readonly string[] = ['castellan.certainty']

/** Of the engine's log records: what names a person, or holds what was said, where the engine was told to write it down (seen on 2.1.332). */
export const PERSONAL: readonly string[] = [
  'prompt',
  'prompt_text',
  'response',
  'body',
  'tool_input',
  'tool_parameters',
  'user.email',
  'user.account_id',
  'user.account_uuid',
]

/** Of the engine's log records: what the collector and the queries read. */
export const ENGINE_ATTRIBUTES: readonly string[] = [
  ...PERSONAL,
  'session.id',
  'event.name',
  'event.sequence',
  'tool_use_id',
  'tool_name',
  'decision',
  'source',
  'success',
  'tool_input_size_bytes',
]

export type Component = Readonly<Record<string, unknown>> | null

export type CollectorConfig = {
  readonly receivers: Readonly<Record<string, Component>>
  readonly processors?: Readonly<Record<string, Component>>
  readonly exporters: Readonly<Record<string, Component>>
  readonly connectors?: Readonly<Record<string, Component>>
  readonly extensions?: Readonly<Record<string, Component>>
  readonly service: {
    readonly extensions?: readonly string[]
    readonly pipelines: Readonly<Record<string, { receivers: string[]; processors?: string[]; exporters: string[] }>>
  }
}

/** The type of a component, by its name. */
export const typeOf = (component: string): string => component.replace(/\/.*$/, '')

/** What every distribution has; all else that the configurations use is of contrib. */
export const CORE: readonly string[] = ['otlp', 'memory_limiter', 'batch', 'otlphttp', 'debug', 'forward']

const onlyCore = (some: Readonly<Record<string, Component>> = {}) =>
  Object.fromEntries(Object.entries(some).filter(([key]) => CORE.includes(typeOf(key))))
const names = (some: readonly string[] = []) => some.filter(key => CORE.includes(typeOf(key)))

/** What is left of a configuration without contrib: for a core collector to judge the keys of that part. Pipelines that lose an end are left out. */
export function coreOf({ receivers, processors, exporters, service }: CollectorConfig): CollectorConfig {
  const pipelines = Object.entries(service.pipelines).flatMap(([name, pipeline]) => {
    const rest = { receivers: names(pipeline.receivers), processors: names(pipeline.processors), exporters: names(pipeline.exporters) }
    return rest.receivers.length > 0 && rest.exporters.length > 0 ? [[name, rest] as const] : []
  })
  return {
    receivers: onlyCore(receivers),
    processors: onlyCore(processors),
    exporters: onlyCore(exporters),
    service: { ...service, extensions: [], pipelines: Object.fromEntries(pipelines) },
  }
}

export function collectorConfig(name: string): CollectorConfig {
  return parse(readFileSync(`deploy/collector/${name}.yaml`, 'utf8'))
}

type Counted = Readonly<Record<string, { attributes?: readonly { key: string }[] }>>

export const labelOf = (attribute: string): string => attribute.replaceAll(/\W/g, '_')

/** The series that the gateway's connectors make, as a metric store names them, each with its labels. */
export function derivedMetrics(): Map<string, string[]> {
  const { connectors = {} } = collectorConfig('gateway')
  const { spans, logs } = connectors.count as { spans: Counted; logs: Counted }
  const counted = Object.entries({ ...spans, ...logs }).map(([name, { attributes = [] }]): [string, string[]] => [
    `${labelOf(name)}_total`,
    attributes.map(({ key }) => labelOf(key)),
  ])
  const { namespace, dimensions } = connectors.spanmetrics as { namespace: string; dimensions: { name: string }[] }
  return new Map([...counted, [`${namespace}_duration_seconds_bucket`, ['le', ...dimensions.map(({ name }) => labelOf(name))]]])
}

/** What collectors say of themselves, what findings.sh writes, and what the rules and a rollout record. */
export const OTHER_METRICS: ReadonlyMap<string, string[]> = new Map([
  ...[
    'sent_spans',
    'send_failed_spans',
    'send_failed_log_records',
    'enqueue_failed_spans',
    'enqueue_failed_log_records',
    'queue_size',
    'queue_capacity',
  ].map((name): [string, string[]] => [`otelcol_exporter_${name}`, ['job', 'exporter']]),
  ['castellan_findings', ['finding']],
  ['castellan_findings_time_seconds', []],
  ['castellan_policy_deployed', ['castellan_policy_digest']],
  ['castellan:denials:rate15m', []],
])
