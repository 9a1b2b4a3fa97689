/** The result as one self-contained page: nothing is fetched, nothing runs, everything shown is escaped. */

import { pageHead } from '../../cli/page/head.ts'
import { type Html, html } from '../../cli/page/html.ts'
import { type DemoResult, verdictOf } from '../result.ts'
import { proofOf } from './proof.ts'
import { spansOf } from './spans.ts'
import { stepOf } from './step.ts'
import { STYLE } from './style.ts'

const LIMITS = [
  'The engine is the real one, the model is a script on loopback. Each check looks at an effect (request bodies, files, the engine’s log, spans received), never at what the model says.',
  'castellan is seated here by user settings, which needs no rights and which the person can undo. An organisation seats the same folder by managed settings.',
  'The secrets are made up for this run. Even so, no character of them is shown.',
]

function topOf(result: DemoResult): Html {
  const { policy } = result
  const verdict = verdictOf(result)
  return html`<div class="top ${verdict.holds ? 'holds' : 'fails'}"><div>
<div class="name">castellan</div>
<h1>One session, one policy, every step on the record</h1>
<p>Claude tries a force-push, reads a file that holds a password and is handed a token. A sub-agent tries again, and two plugins reach for what they may not have. This is what each of them got.</p>
<div class="verdict">${verdict.line}</div>
<ul><li>engine <b>${result.engine}</b></li><li>policy <b>${policy.name}</b>, ${policy.rules} rules</li><li>digest <b>${policy.digest.slice(0, 12)}</b></li><li>took <b>${result.seconds} s</b></li></ul>
</div></div>`
}

/** The whole document. Depends on the result alone. */
export function page(result: DemoResult): string {
  return html`${pageHead(`castellan demo: ${verdictOf(result).line}`, STYLE)}
<body>
${topOf(result)}
<main>
${proofOf(result)}
<section aria-labelledby="steps"><h2 id="steps">What happened, in order</h2>
<ol class="timeline">${result.steps.map((step, at) => stepOf(step, at + 1))}</ol></section>
${spansOf(result)}
<section aria-labelledby="limits"><h2 id="limits">What this shows, and what it does not</h2>
<ul class="limits">${LIMITS.map(one => html`<li>${one}</li>`)}</ul></section>
</main>
<footer>Written by <code>npm run demo</code>.</footer>
</body>
</html>
`.markup
}
