import { type Attributes, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { ATTRIBUTE } from './attributes.ts'
import { durationOf, hrTimeOf } from './hr-time.ts'
import { createIds, type RandomHex } from './ids.ts'
import type { AuditRecord } from './record.ts'
import { createShown, type Mask } from './shown.ts'
import { attributesOf, linkAttributesOf } from './span-attributes.ts'
import { LINK_SPAN, spanNameOf } from './span-name.ts'

export type SpanSource = {
  readonly version: string
  /** Names this loaded module among all that report. */
  readonly instanceId: string
  readonly policy: { readonly name: string; readonly digest: string }
  readonly randomHex: RandomHex
  /** Every string of a span passes it before it is cut to length. */
  readonly mask: Mask
}

/** The spans of one record: the dispatch first, then its links. Throws only if the randomness handed in does. */
export type SpansOf = (record: AuditRecord) => readonly ReadableSpan[]

const SCOPE = 'castellan.audit'

type Ended = {
  readonly name: string
  readonly attributes: Attributes
  readonly record: AuditRecord
  readonly ms: number
  readonly traceId: string
  readonly parent?: ReadableSpan
  readonly hasFailed?: boolean
}

/** What the serializer reads of a resource; nothing is ever detected or merged into it. */
function resourceOf(attributes: Attributes): Resource {
  const resource: Resource = { attributes, merge: () => resource, getRawAttributes: () => Object.entries(attributes) }
  return resource
}

export function createSpans({ version, instanceId, policy, randomHex, mask }: SpanSource): SpansOf {
  const shown = createShown(mask)
  const resource = resourceOf(
    shown.attributes({
      [ATTRIBUTE.serviceName]: 'castellan',
      [ATTRIBUTE.serviceVersion]: version,
      [ATTRIBUTE.serviceInstanceId]: instanceId,
      [ATTRIBUTE.policyName]: policy.name,
      [ATTRIBUTE.policyDigest]: policy.digest,
    }),
  )
  const ids = createIds(randomHex)
  const instrumentationScope = { name: SCOPE, version }

  // A record is whole when its spans are made: each is written down as ended, in the SDK's own shape for that, which its serializer takes.
  const ended = ({ name, attributes, record, ms, traceId, parent, hasFailed = false }: Ended): ReadableSpan => {
    const spanContext = { traceId, spanId: ids.generateSpanId(), traceFlags: TraceFlags.SAMPLED }
    const duration = durationOf(ms)
    return {
      name: shown.text(name),
      kind: SpanKind.INTERNAL,
      spanContext: () => spanContext,
      ...(parent === undefined ? {} : { parentSpanContext: parent.spanContext() }),
      startTime: hrTimeOf(record.time),
      endTime: hrTimeOf(record.time + duration),
      duration: hrTimeOf(duration),
      status: { code: hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
      attributes: shown.attributes(attributes),
      links: [],
      events: [],
      ended: true,
      resource,
      instrumentationScope,
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    }
  }

  return record => {
    const traceId = ids.generateTraceId()
    const hasFailed = record.guardFailure !== undefined
    const parent = ended({ name: spanNameOf(record), attributes: attributesOf(record), record, ms: record.ms, traceId, hasFailed })
    // A link tells how long it took and not when it began: each is drawn from the start of the dispatch.
    const tookPart = record.links.filter(link => link.tier !== 'core')
    return [
      parent,
      ...tookPart.map(link => ended({ name: LINK_SPAN, attributes: linkAttributesOf(link), record, ms: link.ms, traceId, parent })),
    ]
  }
}
