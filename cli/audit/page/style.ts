import { BASE_STYLE } from '../../page/base-style.ts'

/** The page's only style sheet. The chips above the sessions filter by themselves: nothing on the page runs. */
export const STYLE = `${BASE_STYLE}
main, .top > div { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
h1, h2, h3, p, dl, dd, ul, ol { margin: 0; padding: 0; }
h2 { font-size: 1.3rem; line-height: 1.25; letter-spacing: -0.01em; margin: 2.8rem 0 .3rem; scroll-margin-top: 1rem; }
h3 { font-size: 1rem; line-height: 1.3; }
code { font-family: var(--mono); font-size: .86em; overflow-wrap: anywhere; }
a { color: var(--rule); text-underline-offset: .15em; }
section > p, .quiet { color: var(--quiet); max-width: 48rem; font-size: .93rem; text-wrap: pretty; }
.tiles { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(6.35rem, 1fr)); gap: .55rem; margin-top: -1.4rem; }
.tiles a { display: flex; flex-direction: column; height: 100%; padding: .75rem .8rem .7rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; color: inherit; text-decoration: none; box-shadow: 0 1px 3px rgb(0 0 0 / .07); }
.tiles a:hover { border-color: var(--rule); }
.tiles b { font-size: 1.6rem; line-height: 1.15; font-weight: 650; font-variant-numeric: tabular-nums; }
.tiles span { font-size: .8rem; line-height: 1.3; color: var(--quiet); }
.tiles .bad b { color: var(--bad); } .tiles .ask b { color: var(--ask); } .tiles .zero b { color: var(--quiet); font-weight: 500; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; margin-top: .9rem; overflow: hidden; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: .9rem; margin-top: .9rem; }
.cards .card { margin: 0; padding: .95rem 1.1rem 1rem; }
.cards h3 { margin-bottom: .5rem; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .88rem; }
th { text-align: left; font-size: .77rem; font-weight: 600; color: var(--quiet); white-space: nowrap; }
th, td { padding: .5rem .9rem; vertical-align: top; overflow-wrap: anywhere; }
tbody tr { border-top: 1px solid var(--line); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.when { white-space: nowrap; color: var(--quiet); font-variant-numeric: tabular-nums; font-size: .82rem; }
.counts { list-style: none; font-size: .9rem; }
.counts li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .2rem .8rem; padding: .3rem 0; border-top: 1px solid var(--line); }
.counts li:first-child { border-top: 0; }
.counts b { font-weight: 600; font-variant-numeric: tabular-nums; }
.counts small { grid-column: 1 / -1; color: var(--quiet); font-size: .8rem; }
.bar { display: flex; height: .5rem; min-width: 2px; border-radius: .25rem; overflow: hidden; background: var(--line); }
.bar i { display: block; height: 100%; min-width: 2px; } .bar .deny { background: var(--bad); } .bar .ask { background: var(--ask); } .bar .observe { background: var(--quiet); opacity: .6; }
td.bars { width: 26%; min-width: 7rem; padding-top: .85rem; }
.key { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; font-size: .8rem; color: var(--quiet); margin-top: .5rem; }
.key i { display: inline-block; width: .65rem; height: .65rem; border-radius: .15rem; margin-right: .35rem; vertical-align: -.03rem; }
.key .deny { background: var(--bad); } .key .ask { background: var(--ask); } .key .observe { background: var(--quiet); opacity: .6; }
.word { display: inline-block; border-radius: .3rem; padding: 0 .45rem; font-size: .8rem; font-weight: 600; white-space: nowrap; background: var(--code); color: var(--quiet); }
.word.deny, .word.bad { background: var(--bad-soft); color: var(--bad); } .word.ask { background: var(--ask-soft); color: var(--ask); } .word.allow, .word.good { background: var(--good-soft); color: var(--good); } .word.redact { background: var(--marker); color: var(--marker-ink); }
.findings td:first-child { white-space: nowrap; font-family: var(--mono); font-size: .8rem; }
.chips { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .4rem; padding: .7rem 0; background: var(--paper); }
.chips label { cursor: pointer; font-size: .86rem; padding: .2rem .8rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); color: var(--quiet); }
.chips label:hover { border-color: var(--rule); }
.pick { position: absolute; opacity: 0; pointer-events: none; }
.pick:focus-visible ~ .chips { outline: 2px solid var(--rule); outline-offset: 2px; border-radius: .5rem; }
#pick-all:checked ~ .chips [for=pick-all], #pick-deny:checked ~ .chips [for=pick-deny], #pick-ask:checked ~ .chips [for=pick-ask], #pick-redact:checked ~ .chips [for=pick-redact], #pick-bad:checked ~ .chips [for=pick-bad] { background: var(--rule); border-color: var(--rule); color: var(--paper); font-weight: 600; }
#pick-deny:checked ~ .session .row:not(.is-deny), #pick-ask:checked ~ .session .row:not(.is-ask), #pick-redact:checked ~ .session .row:not(.is-redact), #pick-bad:checked ~ .session .row:not(.is-bad) { display: none; }
.session { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; margin-bottom: 1rem; }
.session summary { cursor: pointer; list-style: none; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .3rem 1rem; padding: .95rem 1.1rem; border-radius: .75rem; }
.session summary::-webkit-details-marker { display: none; }
.session summary h3::before { content: "▸"; display: inline-block; width: 1.1rem; color: var(--quiet); }
.session[open] summary h3::before { content: "▾"; }
.session .period { color: var(--quiet); font-size: .84rem; padding-left: 1.1rem; font-variant-numeric: tabular-nums; }
.session .words { display: flex; flex-wrap: wrap; gap: .3rem; justify-content: flex-end; align-content: start; }
.strip { grid-column: 1 / -1; display: block; width: 100%; height: 2.2rem; margin-top: .35rem; }
.strip rect { fill: var(--line); } .strip .bad { fill: var(--bad); }
.rows { list-style: none; border-top: 1px solid var(--line); padding: .3rem 0; }
.row { display: grid; grid-template-columns: 5.6rem 4.6rem minmax(9rem, 15rem) minmax(0, 1fr); gap: .2rem .8rem; padding: .42rem 1.1rem; font-size: .89rem; align-items: baseline; }
.row time { color: var(--quiet); font-variant-numeric: tabular-nums; font-size: .82rem; }
.row .what { overflow-wrap: anywhere; } .row .what small { display: block; color: var(--quiet); font-size: .8rem; }
.day { padding: .7rem 1.1rem .25rem; font-size: .8rem; font-weight: 600; color: var(--quiet); }
.row .why { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .5rem; overflow-wrap: anywhere; min-width: 0; }
.row .why span { min-width: 0; overflow-wrap: anywhere; }
.row .why .effects { color: var(--quiet); font-size: .84rem; }
.row.is-bad, .row.is-deny { box-shadow: inset 3px 0 0 var(--bad); } .row.is-ask { box-shadow: inset 3px 0 0 var(--ask); }
.more { padding: .5rem 1.1rem .8rem; color: var(--quiet); font-size: .86rem; }
details.plain summary { cursor: pointer; color: var(--rule); font-size: .92rem; margin-top: .8rem; }
footer { max-width: 68rem; margin: 3rem auto 0; padding: 1.2rem 1.25rem 2.5rem; border-top: 1px solid var(--line); font-size: .84rem; color: var(--quiet); }
:focus-visible { outline: 2px solid var(--rule); outline-offset: 2px; }
.top { padding-bottom: 3.4rem; }
@media (max-width: 46rem) {
  body { font-size: 15px; }
  .tiles { grid-template-columns: repeat(2, 1fr); }
  .session summary { grid-template-columns: minmax(0, 1fr); } .session .words { justify-content: flex-start; padding-left: 1.1rem; }
  .row { grid-template-columns: auto 1fr; } .row .what, .row .why { grid-column: 1 / -1; }
  td.bars { display: none; } th.bars { display: none; }
}
@media print { .chips, .pick { display: none; } .top { color: #000; background: none; } .top * { color: #000 !important; } .row, .card { break-inside: avoid; } }
`
