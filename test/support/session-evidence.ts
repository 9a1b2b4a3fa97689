import type { ReceivedSpan } from './otlp-spans.ts'
import type { SeatedSession } from './seated.ts'
import type { Session } from './session.ts'

type Loose = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What the model was handed back for a tool call. */
export type ToolResult = { text: string; isError: boolean }

/** The result of the tool call of this id, as it stood in a request body; undefined where none held it. */
export function toolResult({ requests }: Pick<Session, 'requests'>, id: string): ToolResult | undefined {
  const messages = requests.flatMap(request => listOf(request.body?.messages))
  const blocks = messages.flatMap(message => (isObject(message) ? listOf(message.content) : []))
  const found = blocks.find(block => isObject(block) && block.type === 'tool_result' && block.tool_use_id === id)
  if (!isObject(found)) return undefined
  const text = typeof found.content === 'string' ? found.content : JSON.stringify(found.content)
  return { text, isError: found.is_error === true }
}

/** How often these texts stand in the bodies of all requests of a session, as they were sent. */
export function inRequests({ requests }: Pick<Session, 'requests'>, ...texts: readonly string[]): number {
  return count(requests.map(request => request.raw).join('\n'), texts)
}

/** How often they stand in the messages of the rows that the engine kept: what the model would be sent again. */
export function inRows({ transcripts }: Pick<Session, 'transcripts'>, ...texts: readonly string[]): number {
  const messages = transcripts.flatMap(kept => kept.rows.map(row => JSON.stringify(row.message ?? '')))
  return count(messages.join('\n'), texts)
}

/** How often they stand in what a receiver was sent. */
export function inExports({ audit }: Pick<SeatedSession, 'audit'>, ...texts: readonly string[]): number {
  return count(JSON.stringify(audit.exports.map(sent => sent.body)), texts)
}

function count(haystack: string, texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + haystack.split(text).length - 1, 0)
}

/** A value as it is, and as it reads in JSON inside JSON, up to four times over: each form once. */
export function formsOf(value: string): string[] {
  const forms = [value]
  for (let depth = 0; depth < 4; depth++) forms.push(JSON.stringify(forms.at(-1)).slice(1, -1))
  return [...new Set(forms)]
}

/** The spans of dispatches (not of their links) that carry all of these attributes. */
export function spansWith({ audit }: Pick<SeatedSession, 'audit'>, attributes: Readonly<Record<string, unknown>>): ReceivedSpan[] {
  return audit.spans.filter(span =>
    Object.entries(attributes).every(([key, value]) => JSON.stringify(span.attributes[key]) === JSON.stringify(value)),
  )
}

/** The links beneath a dispatch's span, as `plugin outcome`. */
export function linksOf({ audit }: Pick<SeatedSession, 'audit'>, span: ReceivedSpan): string[] {
  const links = audit.spans.filter(one => one.parentSpanId === span.spanId && one.traceId === span.traceId)
  return links.map(({ attributes }) => `${attributes['castellan.link.plugin']} ${attributes['castellan.link.outcome']}`)
}
