/** The proof: what the engine is about to send to the model, read whole, cleaned, or not sent. */
import type { Redactor } from '../redact/redactor.ts'
import { redactRequestBody } from '../redact/request-body.ts'
import type { Count } from './count-hits.ts'
import type { Notes } from './notes.ts'

export type FetchInput = {
  readonly url: string
  readonly init?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
}
export type Request<E> = { readonly send: E; readonly deny?: undefined } | { readonly deny: string }

const UNREADABLE =
  'castellan: this request was not sent: its body is not readable as JSON, so it could not be checked for secret values. /clear starts afresh; if it stays, tell whoever runs castellan here.'
const signed = (names: string): string =>
  `castellan: this request was not sent: it holds a secret value (${names}) and is signed (AWS SigV4), so the value cannot be taken out of it. /clear starts afresh; a Bedrock API key in place of the signature lets castellan clean requests.`

/** The engine signs a request to Bedrock over its body before any hook is asked (seen on 2.1.332); one with an API key carries no date. */
const isSigned = (e: FetchInput): boolean => Object.keys(e.init?.headers ?? {}).some(name => name.toLowerCase() === 'x-amz-date')

/** What may be sent in place of the engine's request. Whatever had to be cut here slipped past the source, and is noted as a leak. */
export function redactRequest<E extends FetchInput>(redactor: Redactor, count: Count, notes: Notes, e: E): Request<E> {
  const body = e.init?.body
  if (body === undefined || body === '') return { send: e }
  if (typeof body !== 'string') return { deny: UNREADABLE }
  const read = redactRequestBody(body, redactor)
  if (read.kind === 'unchanged') return { send: e }
  if (read.kind === 'unreadable') return { deny: UNREADABLE }
  count(e, read.hits)
  notes.of(e).leaks = read.channels
  if (isSigned(e)) return { deny: signed(Object.keys(read.hits).join(', ')) }
  return { send: { ...e, init: { ...e.init, body: read.body } } }
}
