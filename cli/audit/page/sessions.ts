import { type Html, html, NOTHING } from '../../page/html.ts'
import type { SessionSummary, Summary } from '../summary.ts'
import { remarksOf, type Told } from '../told.ts'
import { dateTime, number, period, plural, timeOfDay } from './words.ts'

const BINS = 120
/** So many are unfolded: what needs a look, not all there is. */
const OPEN = 3

/** Records over time, those that were denied or failed in their own colour. */
function stripOf({ minutes }: SessionSummary): Html {
  const keys = [...minutes.keys()]
  const first = keys.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY)
  const span = keys.reduce((most, one) => Math.max(most, one), first) - first + 1
  const bins = Array.from({ length: Math.min(BINS, span) }, () => ({ all: 0, bad: 0 }))
  for (const [minute, { all, bad }] of minutes) {
    const bin = bins[Math.min(bins.length - 1, Math.floor(((minute - first) * bins.length) / span))]
    if (bin === undefined) continue
    bin.all += all
    bin.bad += bad
  }
  if (bins.length < 3) return NOTHING
  const most = bins.reduce((top, { all }) => Math.max(top, all), 1)
  const width = 1000 / bins.length
  const bars = bins.map(({ all, bad }, at) => {
    if (all === 0) return ''
    const [height, badHeight] = [Math.max(2, (36 * all) / most), bad === 0 ? 0 : Math.max(3, (36 * bad) / most)]
    const bar = (size: number, kind: string): string =>
      `<rect${kind} x="${(at * width).toFixed(1)}" y="${(36 - size).toFixed(1)}" width="${(width * 0.8).toFixed(1)}" height="${size.toFixed(1)}"/>`
    return bar(height, '') + (bad === 0 ? '' : bar(badHeight, ' class="bad"'))
  })
  return {
    markup: `<svg class="strip" viewBox="0 0 1000 36" preserveAspectRatio="none" role="img" aria-label="records over time">${bars.join('')}</svg>`,
  }
}

const kindsOf = ({ decision, redactions, guardFailure, lost, leaks, plugin }: Told): string => {
  const isBad = guardFailure !== undefined || lost !== undefined || leaks.length > 0 || plugin?.answer === 'refuse'
  return [
    decision === 'deny' ? 'is-deny' : '',
    decision === 'ask' ? 'is-ask' : '',
    redactions.length > 0 ? 'is-redact' : '',
    isBad ? 'is-bad' : '',
  ]
    .filter(kind => kind !== '')
    .join(' ')
}

const WORDS: ReadonlySet<string> = new Set(['allow', 'deny', 'ask'])

/** The rows, with the day before each first one of it where the session went on over several. */
function rowsOf(shown: readonly Told[], isLong: boolean): readonly Html[] {
  let day = ''
  return shown.flatMap(told => {
    const own = dateTime(told.time).slice(0, 10)
    const isNew = isLong && own !== day
    day = own
    return isNew ? [html`<li class="day">${own}</li>`, rowOf(told)] : [rowOf(told)]
  })
}

function rowOf(told: Told): Html {
  const { decision, event, tool, caller, tier, isSubAgent, redactions, effects } = told
  const word = WORDS.has(decision)
    ? html`<span class="word ${decision}">${decision}</span>`
    : redactions.length > 0
      ? html`<span class="word redact">redact</span>`
      : html`<span class="word">${event === 'castellan.chain' ? told.kind : '·'}</span>`
  const who = tier === 'core' || caller === '' ? (isSubAgent ? 'a sub-agent' : '') : `by ${caller} (${tier})`
  const remarks = remarksOf({ ...told, effects: [] })
  return html`<li class="row ${kindsOf(told)}"><time>${timeOfDay(told.time)}</time><span>${word}</span><span class="what"><code>${tool || event}</code>${tool === '' && who === '' ? NOTHING : html`<small>${[tool === '' ? '' : event, who].filter(part => part !== '').join(', ')}</small>`}</span><span class="why">${remarks.map(one => html`<span>${one}</span>`)}${effects.length > 0 ? html`<span class="effects">${effects.join(', ')}</span>` : NOTHING}</span></li>`
}

const badge = (kind: string, count: number, word: string): Html =>
  count === 0 ? NOTHING : html`<span class="word ${kind}">${number(count)} ${word}</span>`

function sessionOf(session: SessionSummary, isOpen: boolean): Html {
  const { sessionId, firstTime, lastTime, records, denied, asked, redacted, failures, shown, unshown } = session
  const rows = shown.toSorted((a, b) => a.time - b.time)
  const open: Html = { markup: isOpen ? ' open' : '' }
  return html`<details class="session"${open}><summary><h3><code>${sessionId.slice(0, 64) || '(no name)'}</code></h3>
<div class="words">${badge('deny', denied, 'denied')}${badge('ask', asked, 'asked')}${badge('redact', redacted, 'redacted')}${badge('bad', failures, 'failed')}<span class="word">${plural(records, 'record')}</span></div>
<div class="period">${period(firstTime, lastTime)}</div>${stripOf(session)}</summary>
<ol class="rows">${rowsOf(rows, dateTime(firstTime).slice(0, 10) !== dateTime(lastTime).slice(0, 10))}</ol>${unshown > 0 ? html`<p class="more">and ${number(unshown)} more of this kind: <code>castellan audit show --session ${sessionId.slice(0, 8)}</code></p>` : NOTHING}</details>`
}

const PICKS = [
  ['all', 'all'],
  ['deny', 'denied'],
  ['ask', 'asked'],
  ['redact', 'redacted'],
  ['bad', 'failures, leaks, refused plugins'],
] as const

/** A timeline for each session: what was denied, asked, redacted, refused or failed. The newest stand first. */
export function sessionsOf({ sessions, otherRecords }: Summary): Html {
  const all = [...sessions.values()].sort((a, b) => b.lastTime - a.lastTime)
  const picks = PICKS.map(
    ([id, _], at): Html => ({ markup: `<input class="pick" type="radio" name="pick" id="pick-${id}"${at === 0 ? ' checked' : ''}>` }),
  )
  return html`<section aria-labelledby="sessions"><h2 id="sessions">What happened, session by session</h2>
<p>Records in which a rule spoke, a value was replaced, a plugin was refused or something failed; the others are counted. Times are UTC.</p>
${picks}<div class="chips">${PICKS.map(([id, word]) => html`<label for="pick-${id}">${word}</label>`)}</div>
${all.map((session, at) => sessionOf(session, at < OPEN))}
${otherRecords > 0 ? html`<p class="more">${plural(otherRecords, 'record')} of further sessions are in the numbers above and not in this list.</p>` : NOTHING}</section>`
}
