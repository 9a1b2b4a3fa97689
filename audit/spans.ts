import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BasicTracerProvider, type ReadableSpan, type SpanProcessor } from '@opentelemetry/sdk-trace-base'
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

/** Ended spans stay here until the record they belong to is complete. */
class Collected implements SpanProcessor {
  private ended: ReadableSpan[] = []
  onStart() {}
  onEnd(span: ReadableSpan) {
    this.ended.push(span)
  }
  take(): readonly ReadableSpan[] {
    const spans = this.ended
    this.ended = []
    return spans
  }
  async forceFlush() {}
  async shutdown() {}
}

export function createSpans({ version, instanceId, policy, randomHex, mask }: SpanSource): SpansOf {
  const shown = createShown(mask)
  const collected = new Collected()
  const resource = resourceFromAttributes(
    shown.attributes({
      [ATTRIBUTE.serviceName]: 'castellan',
      [ATTRIBUTE.serviceVersion]: version,
      [ATTRIBUTE.serviceInstanceId]: instanceId,
      [ATTRIBUTE.policyName]: policy.name,
      [ATTRIBUTE.policyDigest]: policy.digest,
    }),
  )
  const provider = new BasicTracerProvider({
    resource,
    sampler: new AlwaysOnSampler(),
    idGenerator: createIds(randomHex),
    spanProcessors: [collected],
  })
  const tracer = provider.getTracer(SCOPE, version)

  return record => {
    collected.take()
    const startTime = hrTimeOf(record.time)
    const endAfter = (ms: number) => hrTimeOf(record.time + durationOf(ms))
    const options = { kind: SpanKind.INTERNAL, startTime, attributes: shown.attributes(attributesOf(record)) }
    const span = tracer.startSpan(shown.text(spanNameOf(record)), options, ROOT_CONTEXT)
    if (record.guardFailure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endAfter(record.ms))
    const beneath = trace.setSpan(ROOT_CONTEXT, span)
    for (const link of record.links) {
      if (link.tier === 'core') continue
      // A link tells how long it took and not when it began: each is drawn from the start of the dispatch.
      const linkOptions = { kind: SpanKind.INTERNAL, startTime, attributes: shown.attributes(linkAttributesOf(link)) }
      tracer.startSpan(LINK_SPAN, linkOptions, beneath).end(endAfter(link.ms))
    }
    return collected.take()
  }
}
