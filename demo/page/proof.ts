import { type Html, html } from '../../cli/page/html.ts'
import type { DemoResult, SecretCount } from '../result.ts'
import { transcriptNote } from '../shown-text.ts'

const secretOf = ({ name, source, onDisk, inRequests, markersInRequests, inSpans }: SecretCount): Html => html`<article>
<h3><code>${name}</code></h3><p>from ${source}</p>
<dl><div><dd>${onDisk}</dd><dt>in the project’s files</dt></div><div class="${inRequests === 0 ? 'zero' : 'leak'}"><dd>${inRequests}</dd><dt>in the requests</dt></div><div><dd>${markersInRequests}</dd><dt>markers there</dt></div><div class="${inSpans === 0 ? 'zero' : 'leak'}"><dd>${inSpans}</dd><dt>in the spans</dt></div></dl>
</article>`

/** How often each secret value stood where. */
export function proofOf({ secrets, requests }: DemoResult): Html {
  return html`<section class="proof" aria-labelledby="proof"><h2 id="proof">What reached the model</h2>
<p>Both values were searched for in the whole text of all ${requests} requests of the session, its sub-agent’s among them.</p>
<div class="secrets">${secrets.map(secretOf)}</div>
<p class="note">${transcriptNote(secrets)}</p></section>`
}
