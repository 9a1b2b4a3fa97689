/** Spans as they were received, folded into rows: a dispatch with its links. */
import { ATTRIBUTE } from '../audit/attributes.ts'
import { LINK_SPAN } from '../audit/span-name.ts'
import type { ReceivedSpan } from '../test/support/otlp-spans.ts'
import type { SpanRow, SpanSummary } from './result.ts'

const textOf = (span: ReceivedSpan, key: string): string => String(span.attributes[key] ?? '')

function listOf(span: ReceivedSpan, key: string): string[] {
  const value = span.attributes[key]
  return Array.isArray(value) ? value.map(String) : []
}

function rowOf(span: ReceivedSpan, links: readonly ReceivedSpan[]): SpanRow {
  const plugin = textOf(span, ATTRIBUTE.pluginProvenance)
  const isRefused = textOf(span, ATTRIBUTE.pluginAnswer) === 'refuse'
  return {
    event: textOf(span, ATTRIBUTE.hookEvent),
    tool: plugin || textOf(span, ATTRIBUTE.toolName) || textOf(span, ATTRIBUTE.genAiToolName),
    decision: isRefused ? 'refuse' : textOf(span, ATTRIBUTE.decision),
    rules: listOf(span, ATTRIBUTE.rules),
    redactions: listOf(span, ATTRIBUTE.redactionNames),
    caller: [textOf(span, ATTRIBUTE.callerPlugin), textOf(span, ATTRIBUTE.callerTier)].filter(part => part !== '').join(', '),
    agent: textOf(span, ATTRIBUTE.agent),
    links: links.map(link => ({
      plugin: textOf(link, ATTRIBUTE.linkPlugin),
      tier: textOf(link, ATTRIBUTE.linkTier),
      outcome: textOf(link, ATTRIBUTE.linkOutcome),
      ms: Number(link.end - link.start) / 1e6,
    })),
  }
}

const hasSpoken = (row: SpanRow): boolean => row.rules.length > 0 || row.redactions.length > 0 || row.decision === 'refuse'

const byStart = (one: ReceivedSpan, other: ReceivedSpan): number => (one.start < other.start ? -1 : one.start > other.start ? 1 : 0)

/** Every dispatch that was recorded, in order of its start. */
export function rowsOf(spans: readonly ReceivedSpan[]): SpanRow[] {
  const links = spans.filter(span => span.name === LINK_SPAN)
  const dispatches = spans.filter(span => span.name !== LINK_SPAN).sort(byStart)
  return dispatches.map(span =>
    rowOf(
      span,
      links.filter(link => link.parentSpanId === span.spanId),
    ),
  )
}

/** What is shown of them: the rows in which castellan spoke, and the rest as counts. */
export function summaryOf(rows: readonly SpanRow[], received: number): SpanSummary {
  const counts = new Map<string, number>()
  for (const { event } of rows) counts.set(event, (counts.get(event) ?? 0) + 1)
  const events = [...counts].map(([event, count]) => ({ event, count })).sort((one, other) => other.count - one.count)
  return { received, rows: rows.filter(hasSpoken), events }
}
