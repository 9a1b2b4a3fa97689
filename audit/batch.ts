import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'

export const MAX_BATCH_SPANS = 512
/** `$.http.fetch` refuses a body over 4,194,304 characters. */
export const MAX_BODY_CHARACTERS = 4_000_000

const min = Math.min

export type Serialize = (spans: readonly ReadableSpan[]) => string

/** `body` undefined: the first span alone could not be written, or is too long to send. */
export type Cut = { readonly count: number; readonly body: string | undefined }

/** The body of as many spans from the front as one request may hold: halved until it fits. Never throws. `spans` is not empty. */
export function cutBatch(spans: readonly ReadableSpan[], serialize: Serialize): Cut {
  let count = min(spans.length, MAX_BATCH_SPANS)
  for (;;) {
    const body = written(spans.slice(0, count), serialize)
    const isSendable = body !== undefined && body.length <= MAX_BODY_CHARACTERS
    if (isSendable) return { count, body }
    if (count === 1) return { count, body: undefined }
    count >>= 1
  }
}

function written(spans: readonly ReadableSpan[], serialize: Serialize): string | undefined {
  try {
    return serialize(spans)
  } catch {
    return undefined
  }
}
