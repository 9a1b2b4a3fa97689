import type { IdGenerator } from '@opentelemetry/sdk-trace-base'

/** So many random bytes, in lower-case hexadecimal. */
export type RandomHex = (bytes: number) => string

/** An id of nothing but zeros means "none". */
const notNone = (id: string) => (/^0*$/.test(id) ? `${id.slice(1)}1` : id)

/** The ids of spans and traces from the randomness handed in; the SDK's own generator uses `Math.random`, which is no source for an audit. */
export function createIds(randomHex: RandomHex): IdGenerator {
  return {
    generateTraceId: () => notNone(randomHex(16)),
    generateSpanId: () => notNone(randomHex(8)),
  }
}
