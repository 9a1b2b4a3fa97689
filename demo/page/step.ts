import { type Html, html, NOTHING, prose } from '../../cli/page/html.ts'
import type { Check, ShownRule, Step } from '../result.ts'
import { passageOf } from './passage.ts'

const ruleOf = ({ id, reason, instead }: ShownRule): Html =>
  html`<div class="rule"><code>${id}</code><p>${prose(reason)}</p>${
    instead === undefined ? NOTHING : html`<p class="instead"><b>Instead</b> ${prose(instead)}</p>`
  }</div>`

const checkOf = ({ claim, holds, seen }: Check): Html =>
  html`<li class="${holds ? 'holds' : 'fails'}"><span class="sign" aria-label="${holds ? 'holds' : 'fails'}">${holds ? '✓' : '✗'}</span><div><b>${claim}</b><small>${seen}</small></div></li>`

/** One step of the timeline. */
export function stepOf(step: Step, number: number): Html {
  const holds = step.checks.every(check => check.holds)
  return html`<li class="step ${holds ? 'holds' : 'fails'}" id="step-${number}">
<header><span class="number">${number}</span><h3>${step.title}</h3><span class="actor">${step.actor}</span></header>
<dl><dt>Asked</dt><dd class="${step.isLiteral ? 'literal' : 'spoken'}">${step.isLiteral ? step.asked : prose(step.asked)}</dd><dt>Happened</dt><dd>${prose(step.happened)}</dd></dl>
${step.rules.length === 0 ? NOTHING : html`<section class="rules"><h4>${step.rules.length === 1 ? 'The rule that spoke' : 'The rules that spoke'}</h4>${step.rules.map(ruleOf)}</section>`}
${step.told === undefined ? NOTHING : html`<section><h4>What the model was told</h4><blockquote>${step.told}</blockquote></section>`}
${step.passage === undefined ? NOTHING : passageOf(step.passage)}
${step.source === undefined ? NOTHING : html`<details><summary>The plugin’s source</summary><pre class="source" tabindex="0">${step.source}</pre></details>`}
<ul class="checks">${step.checks.map(checkOf)}</ul>
</li>`
}
