/** What a post came to. */

/** The receiver's answer; header names in lower case. */
export type Reply = { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly text?: string }

export type Outcome =
  /** Taken, but for `rejected` spans. */
  | { readonly kind: 'sent'; readonly rejected: number }
  /** Never to be taken as it is. `isHeld`: not for what is in it, so that it may be taken once somebody has seen to the settings. */
  | { readonly kind: 'refused'; readonly why: string; readonly isHeld?: true; readonly isTooLong?: true }
  /** `isSilent`: nobody answered, neither the receiver nor the network. */
  | { readonly kind: 'retry'; readonly why: string; readonly retryAfter?: string; readonly isSilent?: true }

/** 408 is not in OTLP's list; a proxy that says it means "again". */
const RETRYABLE: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])
/** Of who sends, or where to. */
const HELD: ReadonlySet<number> = new Set([401, 403, 404, 407])

/** Codes that say what went wrong and nothing else. Any other word of an error stays here. */
const ERROR_CODES =
  /\b(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|EPROTO|CERT_HAS_EXPIRED)\b/

const parse = JSON.parse

/** How many spans of a batch of `spans` a 2xx answer says were not taken. It is a decimal string, or absent, or nonsense: then none. */
function rejectedIn(text: string | undefined, spans: number): number {
  try {
    const told = Number(parse(text ?? '')?.partialSuccess?.rejectedSpans)
    return told > 0 && told <= spans ? told : 0
  } catch {
    return 0
  }
}

export function outcomeOf(reply: Reply | undefined, spans: number): Outcome {
  const status = reply?.status
  if (typeof status !== 'number') return { kind: 'retry', why: 'no answer' }
  if (status >= 200 && status < 300) return { kind: 'sent', rejected: rejectedIn(reply?.text, spans) }
  if (RETRYABLE.has(status)) return { kind: 'retry', why: `HTTP ${status}`, retryAfter: reply?.headers?.['retry-after'] }
  if (HELD.has(status)) return { kind: 'refused', why: `HTTP ${status}: its address or credentials are wrong`, isHeld: true }
  return { kind: 'refused', why: `HTTP ${status}`, ...(status === 413 && { isTooLong: true }) }
}

/** The outcome of a post that rejected. */
export function failureOf(error: unknown): Outcome {
  const message = typeof error === 'object' && error !== null && 'message' in error ? `${error.message}` : ''
  const code = ERROR_CODES.exec(message)?.[0]
  return code === undefined ? { kind: 'retry', why: 'the request failed', isSilent: true } : { kind: 'retry', why: code }
}
