import { type Html, html, NOTHING } from '../../page/html.ts'
import type { Asked, Count, PluginCount, RuleCount, Summary } from '../summary.ts'
import { dateTime, number, plural } from './words.ts'

const MAX_ROWS = 50

const byCount = <Value extends Count>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] =>
  [...map].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))

const rest = (all: number): Html => (all > MAX_ROWS ? html`<p class="more">and ${number(all - MAX_ROWS)} more</p>` : NOTHING)

/** Which rules spoke, and how often. */
export function rulesOf({ rules }: Summary): Html {
  const rows = byCount(rules)
  const most = rows[0]?.[1].count ?? 1
  if (rows.length === 0) return html`<section aria-labelledby="rules"><h2 id="rules">Denials by rule</h2><p>No rule spoke.</p></section>`
  return html`<section aria-labelledby="rules"><h2 id="rules">Denials by rule</h2>
<div class="key"><span><i class="deny"></i>denied</span><span><i class="ask"></i>asked</span><span><i class="observe"></i>only observed</span></div>
<div class="card scroll"><table><thead><tr><th>rule</th><th class="bars"></th><th class="n">denied</th><th class="n">asked</th><th class="n">observed</th><th>of</th><th>last (UTC)</th></tr></thead><tbody>${rows
    .slice(0, MAX_ROWS)
    .map(([id, rule]) => ruleRow(id, rule, most))}</tbody></table>${rest(rows.length)}</div></section>`
}

function ruleRow(id: string, { count, deny, ask, observed, tools, last }: RuleCount, most: number): Html {
  const part = (kind: string, n: number): Html =>
    n === 0 ? NOTHING : { markup: `<i class="${kind}" style="width:${((100 * n) / count).toFixed(1)}%"></i>` }
  const width: Html = { markup: `${Math.max(2, (100 * count) / most).toFixed(1)}%` }
  const names = [...tools].sort(([, a], [, b]) => b - a).map(([name]) => name)
  const shown = names.length > 4 ? `${names.slice(0, 4).join(', ')} …` : names.join(', ')
  return html`<tr><td><code>${id}</code></td><td class="bars"><div class="bar" style="width:${width}">${part('deny', deny)}${part('ask', ask)}${part('observe', observed)}</div></td><td class="n">${number(deny)}</td><td class="n">${number(ask)}</td><td class="n">${number(observed)}</td><td>${shown}</td><td class="when">${dateTime(last)}</td></tr>`
}

/** Who asked for what was denied, or put before a person. */
export function askersOf({ asked }: Summary): Html {
  const rows = byCount(asked).map(([, one]) => one)
  if (rows.length === 0) return NOTHING
  return html`<section aria-labelledby="askers"><h2 id="askers">Who asked, and for what</h2>
<p>Of what was denied or put before a person. The model asks through tools; a person’s mods ask by calls of their own.</p>
<div class="card scroll"><table><thead><tr><th>who</th><th>for</th><th class="n">denied</th><th class="n">asked</th><th>last (UTC)</th></tr></thead><tbody>${rows
    .slice(0, MAX_ROWS)
    .map(askerRow)}</tbody></table>${rest(rows.length)}</div></section>`
}

const askerRow = ({ who, tool, deny, ask, last }: Asked): Html =>
  html`<tr><td>${who}</td><td><code>${tool}</code></td><td class="n">${number(deny)}</td><td class="n">${number(ask)}</td><td class="when">${dateTime(last)}</td></tr>`

function countsCard(id: string, title: string, what: string, none: string, counts: ReadonlyMap<string, Count>): Html {
  const rows = byCount(counts)
  const list = rows
    .slice(0, MAX_ROWS)
    .map(([name, { count, last }]) => html`<li><code>${name}</code><b>${number(count)}</b><small>last ${dateTime(last)}</small></li>`)
  return html`<article class="card"><h3 id="${id}">${title}</h3>${rows.length === 0 ? html`<p class="quiet">${none}</p>` : html`<p class="quiet">${what}</p><ul class="counts">${list}</ul>${rest(rows.length)}`}</article>`
}

const pluginRow = ({ id, tier, answer, isEnforced, count, last }: PluginCount): Html => {
  const said = answer === 'refuse' ? (isEnforced ? 'refused' : 'would be refused; it was let in') : 'let in, and recorded'
  return html`<li><code>${id || '(no name)'}</code><b>${number(count)}</b><small>tier ${tier}, ${said}; last ${dateTime(last)}</small></li>`
}

function pluginsCard({ plugins }: Summary): Html {
  const rows = byCount(plugins).map(([, one]) => one)
  return html`<article class="card"><h3 id="plugins">Plugins at the door</h3>${rows.length === 0 ? html`<p class="quiet">None was refused.</p>` : html`<ul class="counts">${rows.slice(0, MAX_ROWS).map(pluginRow)}</ul>${rest(rows.length)}`}</article>`
}

/** Secrets, plugins, failures and losses, a card each. */
export function cardsOf(summary: Summary): Html {
  const { redactions, leaks, failures, losses, totals } = summary
  return html`<section aria-labelledby="rest"><h2 id="rest">Secrets, plugins, failures</h2><div class="cards">
${countsCard('redactions', 'Redactions by secret', 'Values that were replaced by a marker before the model, or anybody else, read them.', 'No secret value came up.', redactions)}
${countsCard('leaks', 'Leaks at the gate', 'Values found in a request on its way out: something before castellan had let them through. They were taken out there.', 'No value reached the last gate.', leaks)}
${pluginsCard(summary)}
${countsCard('failures', 'Guard failures', 'castellan’s own hook failed, and its constant refusal answered.', 'No guard failed.', failures)}
${countsCard('losses', 'Records lost', `${plural(totals.lost, 'record')} could not be kept, by castellan’s own account.`, 'None, by castellan’s own account.', losses)}
</div></section>`
}
