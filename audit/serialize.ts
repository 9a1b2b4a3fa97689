import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'

const decoder = new TextDecoder()

/**
 * The body of an OTLP/HTTP JSON trace export. Two things the SDK's serializer writes are put right:
 * - `"status":{"code":0}` on every span, which says nothing, and for which some receivers refuse the whole batch, is left out;
 * - whole numbers, which it writes as JSON numbers, become decimal strings, as the format wants 64-bit integers. (Attributes still hold small ones
 *   only: past 2^53 the digits are lost before they come here.)
 * Both are looked for with their own quotes, which inside a JSON string stand after a backslash: no text of an attribute can match.
 */
export function serializeSpans(spans: readonly ReadableSpan[]): string {
  const body = decoder.decode(JsonTraceSerializer.serializeRequest([...spans]))
  return body.replace(/"status":\{"code":0\},/g, '').replace(/"intValue":(-?\d+)/g, '"intValue":"$1"')
}
