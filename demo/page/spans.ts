import { type Html, html } from '../../cli/page/html.ts'
import type { DemoResult, SpanRow } from '../result.ts'
import { cellsOf, SPAN_HEAD } from '../shown-text.ts'

const DECISIONS: Readonly<Record<string, string>> = { deny: 'deny', refuse: 'deny', ask: 'ask', allow: 'allow' }

function rowOf(row: SpanRow): Html {
  const kind = DECISIONS[row.decision] ?? 'none'
  const cells = cellsOf(row).map((cell, at) => {
    const label = SPAN_HEAD[at] ?? ''
    return label === 'decision'
      ? html`<td data-label="${label}"><span class="decision ${kind}">${cell}</span></td>`
      : html`<td data-label="${label}">${cell}</td>`
  })
  return html`<tr>${cells}</tr>`
}

/** The spans that the receiver got: the rows in which castellan spoke, and how many there were of each event. */
export function spansOf({ spans }: DemoResult): Html {
  return html`<section aria-labelledby="spans"><h2 id="spans">The spans received</h2>
<p>${spans.received} spans over OTLP. Below are the ${spans.rows.length} dispatches in which castellan spoke. A link is a plugin beneath castellan in the chain: what it did with the dispatch is in the record, what it saw is not.</p>
<table><thead><tr>${SPAN_HEAD.map(one => html`<th scope="col">${one}</th>`)}</tr></thead><tbody>${spans.rows.map(rowOf)}</tbody></table>
<details><summary>All dispatches, by event</summary><ul class="events">${spans.events.map(({ event, count }) => html`<li><code>${event}</code> ${count}</li>`)}</ul></details></section>`
}
