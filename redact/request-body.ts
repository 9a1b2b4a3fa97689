import type { RedactedText } from './deep.ts'
import { type Hits, hasHits, NO_HITS } from './hits.ts'
import { leakChannels } from './leak-channels.ts'
import type { Redactor } from './redactor.ts'
import { unsigned } from './unsigned.ts'

const parse = JSON.parse
const stringify = JSON.stringify
const isArray = Array.isArray

/** A request repeats the texts of the one before it: those without a secret are known by the redactor that looked. */
const MAX_KNOWN = 4_194_304
let knownTo: Redactor | undefined
let known = 0
const clean = new Set<string>()

/** `redactor.text`, which a text that was clean before costs next to nothing; the texts kept are bounded by their units. */
function textOnce(redactor: Redactor): (text: string) => RedactedText {
  return text => {
    if (knownTo !== redactor || known > MAX_KNOWN) {
      clean.clear()
      known = 0
      knownTo = redactor
    }
    if (clean.has(text)) return { text, hits: NO_HITS }
    const redacted = redactor.text(text)
    if (redacted.text === text) clean.add(text)
    known += text.length
    return redacted
  }
}

/** A body that the Messages API reads: what else goes out has no words to spare. */
const isModelRequest = (body: unknown): boolean => typeof body === 'object' && body !== null && 'messages' in body

type Messages = { readonly messages: unknown }
type Message = { readonly content?: unknown } | null

/** The redacted request without the signatures that no longer fit. `before`: the request as it was. */
const withoutSignatures = (request: Messages, before: Messages): Messages => {
  const { messages } = request
  if (!isArray(messages) || !isArray(before.messages)) return request
  const were: readonly Message[] = before.messages
  const unsignedOnes = messages.map((message: Message, at) => {
    const content = unsigned(message?.content, were[at]?.content)
    return content === message?.content ? message : { ...message, content }
  })
  return { ...request, messages: unsignedOnes }
}

export type RedactedBody =
  /** No secret in it: send the body as it was. */
  | { readonly kind: 'unchanged' }
  /** `channels`: where in the request the secrets stood, see `leakChannels`. */
  | { readonly kind: 'redacted'; readonly body: string; readonly hits: Hits; readonly channels: readonly string[] }
  /** Not JSON, or too deeply nested to look at: nobody can say what is in it. */
  | { readonly kind: 'unreadable' }

/**
 * The body of a model request without the secrets in it. It is parsed, so a value is compared with what a string stands for, whatever its escapes.
 * A name that stands twice in one object is seen once by a parser: where that hides a secret, the body is written anew without it. Never throws.
 */
export function redactRequestBody(body: string, redactor: Redactor): RedactedBody {
  try {
    const read: unknown = parse(body)
    const isModel = isModelRequest(read)
    const { value, hits, isCut } = redactor.deep(read, isModel ? 'api' : 'free', textOnce(redactor))
    if (isCut) return { kind: 'unreadable' }
    const isChanged = hasHits(hits)
    const written = stringify(isModel && isChanged ? withoutSignatures(value as Messages, read as Messages) : value)
    if (isChanged) return { kind: 'redacted', body: written, hits, channels: leakChannels(read, redactor) }
    if (written === body) return { kind: 'unchanged' }
    const hidden = redactor.text(body).hits
    return hasHits(hidden) ? { kind: 'redacted', body: written, hits: hidden, channels: ['hidden'] } : { kind: 'unchanged' }
  } catch {
    return { kind: 'unreadable' }
  }
}
