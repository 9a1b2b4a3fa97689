/** What castellan's pages have in common: colours, type and the band at the top. Nothing is fetched; light and dark follow the reader's setting. */
export const BASE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #f5f4ef; --card: #ffffff; --ink: #1b2227; --quiet: #5c666d; --line: #dcdad2; --code: #f1efe8;
  --good: #17694f; --good-soft: #e0f0e8; --bad: #a32d21; --bad-soft: #fae5e1; --ask: #8a5a00; --ask-soft: #fbeecd;
  --rule: #24527f; --rule-soft: #e6eef6; --marker: #fbe9b7; --marker-ink: #5f4300;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #13171a; --card: #1b2125; --ink: #e4e8ea; --quiet: #98a4ab; --line: #30383d; --code: #14191c;
    --good: #63c8a3; --good-soft: #17352b; --bad: #f08d80; --bad-soft: #41201c; --ask: #e8b95a; --ask-soft: #3b2e12;
    --rule: #8fbbe6; --rule-soft: #1b2c3d; --marker: #4a3a10; --marker-ink: #f6d98d;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
.top { background: #16282a; color: #eef3f1; padding: 2.5rem 0 2.25rem; border-bottom: 4px solid #2f8f72; }
.top.fails { border-bottom-color: #d2493a; }
.top .name { font-family: var(--mono); font-size: .9rem; color: #9cc9bb; }
.top h1 { font-size: clamp(1.7rem, 5vw, 2.5rem); line-height: 1.12; letter-spacing: -0.02em; margin: .3rem 0 .7rem; }
.top p { max-width: 44rem; color: #c6d3d0; }
.top ul { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem 1.4rem; margin-top: 1.2rem; font-size: .88rem; color: #a9bab6; }
.top b { color: #eef3f1; font-weight: 600; }
.verdict { display: inline-flex; align-items: baseline; gap: .6rem; margin-top: 1.4rem; padding: .45rem .9rem; border-radius: .5rem; background: #2f8f72; color: #fff; font-weight: 650; font-size: 1.1rem; }
.fails .verdict { background: #c23b2d; }
`
