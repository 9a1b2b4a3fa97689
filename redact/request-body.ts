import { type Hits, hasHits } from './hits.ts'
import type { Redactor } from './redactor.ts'

const parse = JSON.parse
const stringify = JSON.stringify

/** A body that the Messages API reads: what else goes out has no words to spare. */
const isModelRequest = (body: unknown): boolean => typeof body === 'object' && body !== null && 'messages' in body

export type RedactedBody =
  /** No secret in it: send the body as it was. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'redacted'; readonly body: string; readonly hits: Hits }
  /** Not JSON, or too deeply nested to look at: nobody can say what is in it. */
  | { readonly kind: 'unreadable' }

/**
 * The body of a model request without the secrets in it. It is parsed, so a value is compared with what a string stands for, whatever its escapes.
 * A name that stands twice in one object is seen once by a parser: where that hides a secret, the body is written anew without it. Never throws.
 */
export function redactRequestBody(body: string, redactor: Redactor): RedactedBody {
  try {
    const read: unknown = parse(body)
    const { value, hits, isCut } = redactor.deep(read, isModelRequest(read) ? 'api' : 'free')
    if (isCut) return { kind: 'unreadable' }
    const written = stringify(value)
    if (hasHits(hits)) return { kind: 'redacted', body: written, hits }
    if (written === body) return { kind: 'unchanged' }
    const hidden = redactor.text(body).hits
    return hasHits(hidden) ? { kind: 'redacted', body: written, hits: hidden } : { kind: 'unchanged' }
  } catch {
    return { kind: 'unreadable' }
  }
}
