/** The result as one self-contained page: nothing is fetched, nothing runs, everything shown is escaped. */
import { type DemoResult, verdictOf } from '../result.ts'
import { type Html, html } from './html.ts'
import { proofOf } from './proof.ts'
import { spansOf } from './spans.ts'
import { stepOf } from './step.ts'
import { STYLE } from './style.ts'

const LIMITS = [
  'The engine is the real one, the model is a script on loopback. Each check looks at an effect (request bodies, files, the engine’s log, spans received), never at what the model says.',
  'castellan is seated here by user settings, which needs no rights and which the person can undo. An organisation seats the same folder by managed settings.',
  'The secrets are made up for this run. Even so, only their first four characters are shown.',
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
  const style: Html = { markup: STYLE }
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>castellan demo: ${verdictOf(result).line}</title>
<style>${style}</style>
</head>
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
