/** Logs as one self-contained page: nothing is fetched, nothing runs, everything shown is escaped. */
import type { Verification } from '../../../audit/verification.ts'
import { pageHead } from '../../page/head.ts'
import { type Html, html } from '../../page/html.ts'
import type { Summary } from '../summary.ts'
import { sessionsOf } from './sessions.ts'
import { STYLE } from './style.ts'
import { askersOf, cardsOf, rulesOf } from './tables.ts'
import { wholeOf } from './whole.ts'
import { dateTime, number, period, plural } from './words.ts'

export type Report = {
  readonly summary: Summary
  readonly verification: Verification
  /** As they were named. */
  readonly files: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

function topOf({ summary, verification, files }: Report): Html {
  const { sessions, totals } = summary
  const { isWhole, findingCount, chains } = verification
  const policies = [...new Set(chains.map(chain => chain.policyDigest?.slice(0, 12) ?? '?'))]
  const times = [...sessions.values()]
  const from = times.reduce((least, { firstTime }) => Math.min(least, firstTime), Number.POSITIVE_INFINITY)
  const to = times.reduce((most, { lastTime }) => Math.max(most, lastTime), 0)
  const named = files.length > 3 ? `${files.slice(0, 3).join(', ')} and ${files.length - 3} more` : files.join(', ')
  return html`<div class="top ${isWhole ? 'holds' : 'fails'}"><div>
<div class="name">castellan audit</div>
<h1>${plural(sessions.size, 'session')}, ${plural(totals.denied, 'denial')}, ${plural(totals.asked, 'question')}</h1>
<div class="verdict">${isWhole ? 'The log is whole' : `The log is not whole: ${plural(findingCount, 'finding')}`}</div>
<ul><li>from <b>${period(Number.isFinite(from) ? from : 0, to)}</b> UTC</li><li>${policies.length === 1 ? 'policy' : 'policies'} <b>${policies.slice(0, 4).join(', ')}${policies.length > 4 ? ' …' : ''}</b></li><li><b>${plural(totals.records, 'record')}</b></li><li>read from <b>${named}</b></li></ul>
</div></div>`
}

const tile = (to: string, count: number, word: string, kind: '' | 'bad' | 'ask'): Html =>
  html`<li class="${count === 0 ? 'zero' : kind}"><a href="#${to}"><b>${number(count)}</b><span>${word}</span></a></li>`

function tilesOf({ summary: { totals, plugins }, verification }: Report): Html {
  const refused = [...plugins.values()].filter(one => one.answer === 'refuse').reduce((sum, one) => sum + one.count, 0)
  return html`<ul class="tiles">
${tile('rules', totals.denied, 'denied', 'bad')}${tile('rules', totals.asked, 'asked', 'ask')}${tile('rules', totals.observed, 'only observed', '')}
${tile('redactions', totals.redacted, 'values redacted', '')}${tile('leaks', totals.leaks, 'leaks at the gate', 'bad')}${tile('plugins', refused, 'plugins refused', 'ask')}
${tile('failures', totals.failures, 'guard failures', 'bad')}${tile('losses', totals.lost, 'records lost', 'bad')}${tile('whole', verification.findingCount, 'findings', 'bad')}
</ul>`
}

const TITLE = 'castellan audit: '

/** Whether a text begins as `reportPage` does. */
export const isReportPage = (text: string): boolean => text.startsWith('<!doctype html>') && text.includes(`<title>${TITLE}`)

/** The whole document. Depends on the report alone. */
export function reportPage(report: Report): string {
  const { summary, verification, now } = report
  return html`${pageHead(`${TITLE}${verification.isWhole ? 'whole' : plural(verification.findingCount, 'finding')}, ${plural(summary.totals.denied, 'denial')}`, STYLE)}
<body>
${topOf(report)}
<main>
${tilesOf(report)}
${wholeOf(verification)}
${rulesOf(summary)}
${askersOf(summary)}
${cardsOf(summary)}
${sessionsOf(summary)}
</main>
<footer>Written by <code>castellan audit report</code> at ${dateTime(now)} UTC. What a record holds, and what the chain proves, is in castellan’s documentation: no arguments, results or paths are in it, unless the policy asks for them.</footer>
</body>
</html>
`.markup
}
