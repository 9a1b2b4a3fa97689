/** The page's only style sheet: nothing is fetched, light and dark follow the reader's setting. */
import { BASE_STYLE } from '../../cli/page/base-style.ts'

export const STYLE = `${BASE_STYLE}main, .top > div { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
h1, h2, h3, h4, p, dl, dd, ul, ol, figure, blockquote { margin: 0; padding: 0; }
h2 { font-size: 1.35rem; line-height: 1.25; letter-spacing: -0.01em; margin: 3rem 0 .4rem; }
h3 { font-size: 1.08rem; line-height: 1.3; }
h4 { font-size: .74rem; font-weight: 600; letter-spacing: .06em; text-transform: uppercase; color: var(--quiet); margin-bottom: .35rem; }
code, pre, .literal, blockquote { font-family: var(--mono); font-size: .86rem; overflow-wrap: anywhere; }
mark { font: inherit; border-radius: .25rem; padding: .05em .3em; overflow-wrap: anywhere; }
.marker { background: var(--marker); color: var(--marker-ink); font-weight: 600; }
.value { background: var(--bad-soft); color: var(--bad); }
p, dd, small { text-wrap: pretty; }
section > p { color: var(--quiet); max-width: 48rem; }
.secrets { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1rem; margin: 1.1rem 0 .8rem; }
.secrets article, .step { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
.secrets article { padding: 1.1rem 1.2rem; }
.secrets p { color: var(--quiet); font-size: .9rem; margin-top: .15rem; }
.secrets dl { display: grid; grid-template-columns: repeat(4, 1fr); gap: .5rem; margin-top: .9rem; }
.secrets dl div { display: flex; flex-direction: column; }
.secrets dd { font-size: 1.75rem; line-height: 1.1; font-weight: 650; font-variant-numeric: tabular-nums; }
.secrets dt { font-size: .78rem; line-height: 1.3; color: var(--quiet); }
.zero dd { color: var(--good); } .leak dd { color: var(--bad); }
.note { font-size: .88rem; }
.timeline { list-style: none; margin-top: 1.2rem; position: relative; padding-left: 2.6rem; }
.timeline::before { content: ""; position: absolute; left: .95rem; top: 1rem; bottom: 1rem; width: 2px; background: var(--line); }
.step { position: relative; padding: 1.1rem 1.2rem 1.15rem; margin-bottom: 1.1rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: .95rem; }
.step > header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .3rem .8rem; }
.step h3 { flex: 1 1 16rem; }
.number { position: absolute; left: -2.6rem; top: .95rem; width: 1.95rem; height: 1.95rem; border-radius: 50%; display: grid; place-items: center; font-size: .85rem; font-weight: 650; font-variant-numeric: tabular-nums; background: var(--good-soft); color: var(--good); border: 2px solid var(--good); }
.step.fails .number { background: var(--bad-soft); color: var(--bad); border-color: var(--bad); }
.actor { font-size: .8rem; color: var(--quiet); border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .65rem; }
.step > dl { display: grid; grid-template-columns: 5.4rem minmax(0, 1fr); gap: .45rem .8rem; }
.step dt { color: var(--quiet); font-size: .88rem; }
.literal { background: var(--code); border-radius: .4rem; padding: .3rem .6rem; }
.rule { border-left: 3px solid var(--rule); background: var(--rule-soft); border-radius: 0 .45rem .45rem 0; padding: .55rem .85rem .6rem; font-size: .93rem; }
.rule + .rule { margin-top: .5rem; }
.rule > code { color: var(--rule); font-weight: 600; }
p code, dd code { background: var(--code); border-radius: .25rem; padding: .05em .3em; font-size: .85em; }
.rule p code { background: none; padding: 0; color: var(--ink); font-size: .88em; }
.instead { color: var(--quiet); } .instead b { color: var(--ink); font-weight: 600; }
blockquote { border-left: 3px solid var(--line); padding: .1rem 0 .1rem .85rem; color: var(--quiet); font-size: .82rem; }
.panes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); gap: .8rem; }
.pane { border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; min-width: 0; display: flex; flex-direction: column; }
.pane figcaption { padding: .4rem .75rem; font-weight: 600; font-size: .88rem; border-bottom: 1px solid var(--line); }
.pane figcaption span { display: block; font-weight: 400; font-size: .78rem; color: var(--quiet); }
.after figcaption { background: var(--good-soft); color: var(--good); }
.pane pre { margin: 0; flex: 1; padding: .7rem .75rem; background: var(--code); white-space: pre-wrap; font-size: .8rem; line-height: 1.55; }
.checks { list-style: none; border-top: 1px solid var(--line); padding-top: .85rem; display: grid; gap: .5rem; }
.checks li { display: flex; gap: .6rem; font-size: .93rem; }
.checks b { font-weight: 550; } .checks small { display: block; color: var(--quiet); font-size: .82rem; overflow-wrap: anywhere; }
.sign { font-weight: 700; color: var(--good); } .fails > .sign { color: var(--bad); }
table { width: 100%; border-collapse: collapse; margin: 1.1rem 0; font-size: .86rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; border-spacing: 0; overflow: hidden; border-collapse: separate; }
th { text-align: left; font-size: .78rem; font-weight: 600; color: var(--quiet); }
th, td { padding: .55rem .75rem; vertical-align: top; overflow-wrap: anywhere; }
tbody td { border-top: 1px solid var(--line); }
td:nth-child(1) { white-space: nowrap; }
td:nth-child(1), td:nth-child(4) { font-family: var(--mono); font-size: .8rem; }
.decision { display: inline-block; border-radius: .3rem; padding: 0 .45rem; font-weight: 600; white-space: nowrap; background: var(--code); color: var(--quiet); }
.decision.deny { background: var(--bad-soft); color: var(--bad); } .decision.ask { background: var(--ask-soft); color: var(--ask); } .decision.allow { background: var(--good-soft); color: var(--good); }
.source { background: var(--code); border-radius: .5rem; padding: .7rem .8rem; margin: .5rem 0 0; overflow-x: auto; font-size: .8rem; } summary { cursor: pointer; color: var(--rule); font-size: .93rem; }
.events { list-style: none; columns: 12rem; margin-top: .7rem; font-size: .84rem; }
.limits { margin: .5rem 0 0 1.1rem; display: grid; gap: .4rem; color: var(--quiet); max-width: 48rem; }
footer { max-width: 62rem; margin: 3rem auto 0; padding: 1.2rem 1.25rem 2.5rem; border-top: 1px solid var(--line); font-size: .84rem; color: var(--quiet); }
:focus-visible { outline: 2px solid var(--rule); outline-offset: 2px; }
@media (max-width: 46rem) {
  body { font-size: 15px; }
  .timeline { padding-left: 0; } .timeline::before { display: none; }
  .number { position: static; align-self: center; }
  .step { padding: 1rem; } .step h3 { flex: 1 1 10rem; } .actor { order: 3; }
  .step > dl { grid-template-columns: minmax(0, 1fr); gap: .15rem; } .step dd + dt { margin-top: .5rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, td { display: block; }
  tr + tr { border-top: 2px solid var(--line); } tr { padding: .5rem 0; }
  tbody td { border: 0; padding: .18rem .9rem; display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .6rem; }
  td::before { content: attr(data-label); color: var(--quiet); font: .78rem/1.6 system-ui, sans-serif; }
  .decision { justify-self: start; }
}
@media print { .top { color: #000; background: none; } .top * { color: #000 !important; } .step, .secrets article { break-inside: avoid; } }
`
