import { type Attributes, type SpanContext, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { ATTRIBUTE } from './attributes.ts'
import { durationOf, hrTimeOf } from './hr-time.ts'
import { createIds, type RandomHex } from './ids.ts'
import type { AuditRecord } from './record.ts'
import type { SealedRecord } from './sealed-record.ts'
import { createShown, type Mask } from './shown.ts'
import { attributesOf, linkAttributesOf, sealAttributesOf } from './span-attributes.ts'
import { LINK_SPAN, spanNameOf } from './span-name.ts'
import type { Place } from './traces.ts'

export type SpanSource = {
  readonly version: string
  /** Names this loaded module among all that report. */
  readonly instanceId: string
  readonly policy: { readonly name: string; readonly digest: string }
  readonly randomHex: RandomHex
  /** Every string of a span passes it before it is cut to length. */
  readonly mask: Mask
}

/** Where the span of a record stands: under which other one, and as which itself where that was told to others before. */
export type Standing = { readonly under?: Place; readonly as?: Place }

/** A record as it was sealed, and the line that it is kept as. */
export type Sealed = { readonly record: SealedRecord; readonly line: string }

/** The spans of one record: the dispatch first, then its links. Throws only if the randomness handed in does. */
export type SpansOf = (record: AuditRecord | Sealed, standing?: Standing) => readonly ReadableSpan[]

const SCOPE = 'castellan.audit'

type Ended = {
  readonly name: string
  readonly attributes: Attributes
  readonly time: number
  readonly ms: number
  readonly as: Place
  readonly under?: Place | undefined
  readonly hasFailed?: boolean
}

const contextOf = (place: Place): SpanContext => ({ ...place, traceFlags: TraceFlags.SAMPLED })

export function createSpans({ version, instanceId, policy, randomHex, mask }: SpanSource): SpansOf {
  const shown = createShown(mask)
  // What the serializer reads of a resource; nothing is ever detected or merged into it.
  const resource = {
    attributes: shown.attributes({
      [ATTRIBUTE.serviceName]: 'castellan',
      [ATTRIBUTE.serviceVersion]: version,
      [ATTRIBUTE.serviceInstanceId]: instanceId,
      [ATTRIBUTE.policyName]: policy.name,
      [ATTRIBUTE.policyDigest]: policy.digest,
    }),
  } as Resource
  const ids = createIds(randomHex)
  const instrumentationScope = { name: SCOPE, version }

  // A record is whole when its spans are made: each is written down as ended, in the SDK's own shape for that, which its serializer takes.
  const ended = ({ name, attributes, time, ms, as, under, hasFailed = false }: Ended): ReadableSpan => {
    const spanContext = contextOf(as)
    const duration = durationOf(ms)
    return {
      name: shown.text(name),
      kind: SpanKind.INTERNAL,
      spanContext: () => spanContext,
      ...(under === undefined ? {} : { parentSpanContext: contextOf(under) }),
      startTime: hrTimeOf(time),
      endTime: hrTimeOf(time + duration),
      duration: hrTimeOf(duration),
      status: { code: hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
      attributes,
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

  return (given, { under, as: own } = {}) => {
    const { record, seal } = 'line' in given ? { record: given.record, seal: sealAttributesOf(given) } : { record: given, seal: {} }
    const traceId = (under ?? own)?.traceId ?? ids.generateTraceId()
    const as = own ?? { traceId, spanId: ids.generateSpanId() }
    const { time } = record
    const span = ended({
      name: spanNameOf(record),
      // What was sealed was masked and cut before: another letter, and it could not be checked.
      attributes: { ...shown.attributes(attributesOf(record)), ...seal },
      time,
      ms: 'ms' in record ? (record.ms ?? 0) : 0,
      as,
      under,
      hasFailed: 'guardFailure' in record && record.guardFailure !== undefined,
    })
    // A link tells how long it took and not when it began: each is drawn from the start of the dispatch.
    const links = 'links' in record ? record.links.filter(link => link.tier !== 'core') : []
    return [
      span,
      ...links.map(link =>
        ended({
          name: LINK_SPAN,
          attributes: shown.attributes(linkAttributesOf(link)),
          time,
          ms: link.ms,
          as: { traceId: as.traceId, spanId: ids.generateSpanId() },
          under: as,
        }),
      ),
    ]
  }
}
