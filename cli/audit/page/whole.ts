import type { ChainSummary, Finding, Verification } from '../../../audit/verification.ts'
import { type Html, html, NOTHING } from '../../page/html.ts'
import { formerText } from '../verification-text.ts'
import { number, period, plural } from './words.ts'

const MACS: Readonly<Record<Verification['macs'], string>> = {
  checked: 'The records’ macs were checked: only somebody who has the key can have written them.',
  unchecked: 'The records carry macs, which were not checked: the key was not given.',
  none: 'The records carry no macs: somebody who can write these files, and whatever else holds their hashes, could have made all of it anew.',
}

/** Whether the logs are whole, and what is wrong with them. */
export function wholeOf(verification: Verification): Html {
  const { isWhole, records, chains, absent, duplicates, macs, findings, findingCount } = verification
  const open = chains.filter(chain => !chain.isEnded).length
  const again =
    duplicates === 0 ? '' : ` ${plural(duplicates, 'delivery', 'deliveries')} repeated a record that was there already, which does no harm.`
  const ends =
    open === 0
      ? 'Every chain has its end.'
      : `${plural(open, 'chain')} of ${number(chains.length)} ${open === 1 ? 'has' : 'have'} no end: sessions that still run, were killed, or a log that was cut off.`
  const told = isWhole
    ? `Each of the ${plural(records, 'record')} is as it was sealed, and follows the one before it.`
    : `${plural(findingCount, 'finding')}: something was changed, removed, put in, or never arrived.`
  return html`<section aria-labelledby="whole"><h2 id="whole">Is the log whole?</h2>
<p>${told} ${ends}${again} ${MACS[macs]}</p>
${findings.length === 0 ? NOTHING : findingsOf(findings, findingCount)}${absent.length === 0 ? NOTHING : absentOf(absent)}
<details class="plain"><summary>${plural(chains.length, 'chain')}</summary><div class="card scroll"><table><thead><tr><th>chain</th><th>session</th><th>policy</th><th class="n">records</th><th>from, to (UTC)</th><th>end</th></tr></thead><tbody>${chains.slice(0, MAX_CHAINS).map(chainOf)}</tbody></table></div>
${chains.length > MAX_CHAINS ? html`<p class="more">and ${number(chains.length - MAX_CHAINS)} more</p>` : NOTHING}</details></section>`
}

const MAX_FINDINGS = 200
const MAX_CHAINS = 500

const findingsOf = (findings: readonly Finding[], count: number): Html => {
  const shown = findings.slice(0, MAX_FINDINGS)
  const more = count - shown.length
  return html`<div class="card scroll findings"><table><thead><tr><th>where</th><th>what</th><th>chain</th><th class="n">record</th></tr></thead><tbody>${shown.map(
    ({ file, line, kind, message, chain, seq }) =>
      html`<tr><td>${line === 0 ? file : `${file}:${line}`}</td><td><span class="word bad">${kind}</span> ${message}</td><td><code>${chain ?? ''}</code></td><td class="n">${seq === undefined ? '' : String(seq)}</td></tr>`,
  )}</tbody></table>${more > 0 ? html`<p class="more">and ${number(more)} more: <code>castellan audit verify</code> tells them</p>` : NOTHING}</div>`
}

const absentOf = (absent: Verification['absent']): Html => {
  const shown = absent.slice(0, MAX_FINDINGS)
  return html`<p>${plural(absent.length, 'chain')} ${absent.length === 1 ? 'is' : 'are'} named in these files, and no record of ${absent.length === 1 ? 'it' : 'them'} is in them.</p>
<div class="card scroll"><table><thead><tr><th>where</th><th>what</th><th>chain</th></tr></thead><tbody>${shown.map(
    ({ file, line, message, chain }) => html`<tr><td>${`${file}:${line}`}</td><td>${message}</td><td><code>${chain}</code></td></tr>`,
  )}</tbody></table>${absent.length > shown.length ? html`<p class="more">and ${number(absent.length - shown.length)} more</p>` : NOTHING}</div>`
}

const chainOf = ({ chain, sessionId, policyDigest, records, firstTime, lastTime, isEnded, former, findings, lost }: ChainSummary): Html => {
  const notes = [
    isEnded ? 'ended' : 'no end',
    ...(former === undefined ? [] : [formerText(former)]),
    ...(lost > 0 ? [`${number(lost)} lost`] : []),
    ...(findings > 0 ? [plural(findings, 'finding')] : []),
  ]
  return html`<tr><td><code>${chain}</code></td><td><code>${sessionId.slice(0, 36)}</code></td><td><code>${policyDigest?.slice(0, 12) ?? '?'}</code></td><td class="n">${number(records)}</td><td class="when">${period(firstTime, lastTime)}</td><td>${notes.join(', ')}</td></tr>`
}
