import { STYLE } from '../../pages/style.js';

/** The style sheet of the console: that of the hosted pages, with what an application of many pages needs. */
export const CONSOLE_STYLE = `${STYLE}
:root { --good: #1c6b34; --good-tint: #e5f3e8; --busy: #7a4d00; --busy-tint: #fbf0dc; --series-2: #8a4f7d; --series-3: #a35a00; --series-4: #3a5fa8; }
@media (prefers-color-scheme: dark) {
  :root { --good: #8fd6a3; --good-tint: #1d3525; --busy: #f0c67a; --busy-tint: #3a2f17; --series-2: #e0a8d5; --series-3: #f0b36b; --series-4: #a9c1f2; }
}
body.console { font-size: 1rem; }
.console .frame { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 100rem; margin: 0 auto; }
.console header, .console main { width: auto; margin: 0; }
.console header { padding: .75rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--card); display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: space-between; }
.console header p { color: var(--quiet); }
.console .brand { color: var(--ink); font-weight: 650; text-decoration: none; }
.console .who { display: flex; flex-wrap: wrap; gap: .35rem 1rem; align-items: center; font-size: .9375rem; color: var(--quiet); }
.console main { padding: 1rem 1.25rem 3rem; min-width: 0; }
.console .alone main { max-width: 46rem; margin: 0 auto; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .75rem 1rem; border-radius: 9px; z-index: 1; }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.menu { border-bottom: 1px solid var(--line); padding: .25rem 1.25rem; }
.menu summary { padding: .65rem 0; font-weight: 600; cursor: pointer; }
.menu ul { list-style: none; margin: 0 0 .75rem; padding: 0; }
.menu p { margin: .75rem 0 .25rem; font-size: .8125rem; color: var(--quiet); overflow-wrap: anywhere; }
.menu a { display: block; padding: .5rem .75rem; border-radius: 8px; text-decoration: none; color: var(--ink); }
/* A browser that shows the menu always opens the list of platforms after a click all the same. */
.menu .switcher { margin: 0 0 .5rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.console .menu .switcher summary { display: flex; justify-content: space-between; gap: .5rem; padding: .5rem .75rem; font-size: .9375rem; overflow-wrap: anywhere; }
.console .menu .switcher summary::after { content: " ▾"; color: var(--quiet); }
.menu .switcher ul { margin: 0; padding: 0 0 .35rem; }
.menu .switcher:not([open])::details-content { content-visibility: hidden; }
.menu .switcher a { font-size: .9375rem; }
.menu a:hover { background: var(--tint); }
.menu a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 600; }
@media (min-width: 60rem) {
  /* A browser that knows this selector shows the menu always; another one shows it after a click. */
  @supports selector(::details-content) {
    .menu details::details-content { content-visibility: visible; }
    .menu summary { display: none; }
  }
  .rows time { white-space: nowrap; }
  .console .frame { grid-template-columns: 14rem minmax(0, 1fr); }
  .menu { border-bottom: 0; border-right: 1px solid var(--line); padding: 1rem .75rem; min-height: calc(100vh - 4rem); }
  .console main { padding: 1.25rem 2rem 4rem; }
}
.crumbs ol { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem .5rem; margin: 0 0 .5rem; padding: 0; font-size: .9375rem; color: var(--quiet); }
.crumbs li + li::before { content: "/"; margin-right: .5rem; }
.part { margin: 0 0 2rem; }
.part > h2 { margin-bottom: .75rem; }
.console .card { border-radius: 12px; padding: 1.25rem; }
.console form.card { max-width: 44rem; }
.console input, .console select, .console textarea { min-height: 2.75rem; }
textarea { width: 100%; padding: .55rem .75rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: 9px; resize: vertical; }
textarea[aria-invalid=true] { border: 2px solid var(--wrong); }
.console .choice input { min-height: 1.35rem; }
.console button, .console .button { min-height: 2.75rem; padding: .5rem 1.2rem; }
.console .actions { margin-top: 1rem; }
.qr { display: block; width: 100%; max-width: 15rem; height: auto; border-radius: 9px; }
button.danger { background: var(--wrong); color: var(--card); border-color: var(--wrong); }
.console .button.quiet { background: transparent; color: var(--accent); border-color: var(--accent); }
.console .button.danger { background: transparent; color: var(--wrong); border-color: var(--wrong); }
.notes { list-style: none; margin: 0 0 1rem; padding: 0; max-width: 44rem; }
.notes li { border-left: 3px solid var(--line); padding: .1rem 0 .1rem 1rem; margin-bottom: .75rem; }
.note { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
.decision { font-size: 1.25rem; font-weight: 600; line-height: 1.4; max-width: 44rem; overflow-wrap: anywhere; }
.console code, .money, .data { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.console code { font-size: .875em; font-weight: 500; letter-spacing: 0; }
.console code.small { font-size: .75em; color: var(--quiet); overflow-wrap: break-word; }
.whole { white-space: nowrap; }
/* The whole id is in the text, so that one click selects it and a copy has all of it; only its end is seen. */
code.id { position: relative; z-index: 1; user-select: all; white-space: nowrap; cursor: copy; }
code.id::before { content: "…"; }
.money { font-variant-numeric: tabular-nums; white-space: nowrap; }
.data { background: var(--card); border: 1px solid var(--line); border-radius: 9px; padding: .75rem 1rem; margin: 0; font-size: .875rem; overflow: auto; max-height: 30rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.facts > div { display: grid; gap: 0 1rem; padding: .5rem 0; border-top: 1px solid var(--line); }
.facts { display: block; margin: 0 0 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 0 1.25rem; }
.facts > div:first-child { border-top: 0; }
.facts dd { margin: 0; min-width: 0; }
@media (min-width: 40rem) { .facts > div { grid-template-columns: 13rem minmax(0, 1fr); } }
.status { display: inline-block; padding: .1rem .55rem; border-radius: 999px; border: 1px solid currentColor; font-size: .8125rem; font-weight: 600; white-space: nowrap; color: var(--quiet); background: var(--card); }
.status.good { color: var(--good); background: var(--good-tint); }
.status.bad { color: var(--wrong); background: var(--wrong-tint); }
.status.busy { color: var(--busy); background: var(--busy-tint); }
.notice { border-left: 4px solid var(--accent); background: var(--tint); border-radius: 8px; padding: .75rem 1rem; margin: 0 0 1.25rem; }
.notice p { margin: 0; }
.notice.good { border-color: var(--good); background: var(--good-tint); }
.notice.bad { border-color: var(--wrong); background: var(--wrong-tint); }
.empty { color: var(--quiet); background: var(--card); border: 1px dashed var(--quiet); border-radius: 12px; padding: 1.25rem; }
table.rows { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); font-size: .9375rem; }
.rows th, .rows td { text-align: left; padding: .6rem .75rem; border-top: 1px solid var(--line); vertical-align: top; font-weight: 400; min-width: 0; }
.rows td > div, .rows th > div { overflow-wrap: anywhere; }
.rows .short > div { overflow-wrap: normal; }
@media (min-width: 50.01rem) { .rows .plain:not(.short) > div { min-width: 6.5rem; } }
.rows thead th { font-size: .8125rem; font-weight: 600; color: var(--quiet); border-top: 0; }
.rows .number { text-align: right; font-variant-numeric: tabular-nums; }
.rows tbody tr { position: relative; }
.rows tbody tr:has(a.row):hover { background: var(--tint); }
a.row::after { content: ""; position: absolute; inset: 0; }
a.row:focus-visible { outline: none; }
a.row:focus-visible::after { outline: 3px solid var(--accent); outline-offset: -3px; }
.rows td a, .rows td details, .rows td form { position: relative; z-index: 1; }
.narrow-only { display: none; }
.chips { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 1.25rem; padding: 0; align-items: center; }
.chips a { display: inline-block; padding: .3rem .8rem; border-radius: 999px; border: 1px solid var(--line); background: var(--card); color: var(--ink); text-decoration: none; font-size: .9375rem; overflow-wrap: anywhere; }
.chips a:hover { background: var(--tint); }
.chips a.clear { border-color: transparent; background: none; color: var(--accent); text-decoration: underline; }
@media (max-width: 50rem) {
  table.rows, .rows tbody { display: block; background: none; border: 0; }
  .rows thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .rows tbody tr { display: block; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .35rem 1rem; margin: 0 0 .75rem; }
  .rows tbody th, .rows tbody td { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: .75rem; padding: .45rem 0; }
  .rows tbody th { border-top: 0; font-weight: 600; }
  .rows tbody .number { text-align: left; }
  .rows tbody [data-label]::before { content: attr(data-label); color: var(--quiet); font-size: .8125rem; font-weight: 400; }
  /* Two lines for a row. */
  .rows .narrow-only { display: inline; }
  .dense tbody tr { display: grid; grid-template: "title amount" auto "note status" auto / minmax(45%, 1fr) fit-content(55%); gap: .2rem 1rem; padding: .7rem 1rem; }
  .dense tbody th, .dense tbody td { display: block; padding: 0; border: 0; }
  .dense tbody [data-label]::before { content: none; }
  .dense tbody .at-wide { display: none; }
  .dense .at-title { grid-area: title; font-weight: 600; }
  .dense .at-amount { grid-area: amount; }
  .dense .at-note { grid-area: note; color: var(--quiet); font-size: .875rem; }
  .dense .at-status { grid-area: status; }
  .dense tbody .at-amount, .dense tbody .at-status { text-align: right; }
}
.filters { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; margin: 0 0 1.25rem; }
details.filters { padding: 0 1.25rem; }
.filters > summary { padding: .75rem 0; font-weight: 600; cursor: pointer; }
.filters form { margin: 1rem 0; }
.filters .fields { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); }
.filters .actions { margin-top: 0; }
.pager { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; margin: 1rem 0; }
.search { display: flex; gap: .5rem; align-items: center; margin: 0; }
.search input { max-width: 18rem; }
@media (min-width: 60rem) { .search input { width: 26rem; max-width: none; } }
.figures { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); margin: 0 0 1.5rem; padding: 0; list-style: none; }
.figures li { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: .9rem 1.1rem; min-width: 0; overflow-wrap: anywhere; }
.figures strong { display: block; font-size: 1.5rem; line-height: 1.25; font-weight: 650; font-variant-numeric: tabular-nums; }
.figures span { color: var(--quiet); font-size: .9375rem; }
.charts { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fill, minmax(min(28rem, 100%), 1fr)); }
.chart { margin: 0 0 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; min-width: 0; }
.charts { margin: 0 0 1.5rem; }
.charts .chart { margin: 0; }
.chart figcaption { font-weight: 600; margin-bottom: .5rem; }
.chart svg { display: block; width: 100%; height: auto; overflow: visible; }
.chart summary { cursor: pointer; color: var(--accent); padding: .5rem 0; }
.chart text { fill: var(--quiet); font-size: 13px; font-family: inherit; }
.chart .axis { stroke: var(--line); stroke-width: 1; }
.chart .area { fill: transparent; }
.chart a:hover rect { opacity: .75; }
.chart a:focus-visible { outline: 3px solid var(--accent); }
.chart .line { fill: none; stroke-width: 2.5; }
.chart .s1 { stroke: var(--accent); } .chart .s2 { stroke: var(--series-2); stroke-dasharray: 7 4; }
.chart .s3 { stroke: var(--series-3); stroke-dasharray: 2 4; } .chart .s4 { stroke: var(--series-4); stroke-dasharray: 9 3 2 3; }
.chart .b1 { fill: var(--accent); } .chart .b2 { fill: var(--series-2); } .chart .b3 { fill: var(--series-3); } .chart .b4 { fill: var(--series-4); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 .5rem; padding: 0; font-size: .875rem; }
.legend svg { display: inline-block; width: 1.75rem; height: .75rem; vertical-align: middle; margin-right: .4rem; }
@media (max-width: 50rem) { .status { white-space: normal; overflow-wrap: anywhere; border-radius: 12px; } .rows .short > div { overflow-wrap: anywhere; } }
.actions + .part { margin-top: 2rem; }
.actions + form.card { margin-top: 1.25rem; }
.exact { display: block; }
.facts time + .hint, .console p > time + .hint, .notice > time + .hint { display: inline; margin: 0; }
.states { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .75rem; margin: 0 0 1.25rem; color: var(--quiet); }
.figures .money { color: inherit; font-size: inherit; white-space: normal; overflow-wrap: break-word; }
.tabs ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem; margin: 0 0 1rem; padding: 0; border-bottom: 1px solid var(--line); }
.tabs a { display: block; padding: .6rem .9rem; color: var(--quiet); text-decoration: none; border-bottom: 3px solid transparent; }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { color: var(--accent); font-weight: 600; border-color: currentColor; }
.document { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem; }
.document figcaption { font-weight: 600; margin-bottom: .75rem; overflow-wrap: anywhere; }
.document .picture { border: 1px solid var(--line); background: #fff; }
.document img { display: block; max-width: 100%; height: auto; margin: 0 auto; }
.document .hint { margin: .75rem 0 0; }
@media (min-width: 80rem) {
  .beside { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.5rem; }
  .beside .rows time { white-space: normal; }
  .look .document { position: sticky; top: 1rem; }
  /* A picture is seen whole beside the data; drawn pages are as wide as their place, and scroll in it. */
  .look .picture:not(.pages) img { max-height: max(20rem, calc(100vh - 16rem)); }
  .look .pages { max-height: max(20rem, calc(100vh - 16rem)); overflow-y: auto; }
}
.console form.statement .fields { display: grid; align-items: end; gap: 0 1rem; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr)); }
.lead { font-size: 1.125rem; max-width: 60rem; overflow-wrap: anywhere; }
.actions + .filters, .actions + h3 { margin-top: 1.25rem; }
.filters .fields { align-items: end; }
.rows + p, .rows + form { margin-top: 1rem; }
.rows .hint { margin: 0; font-size: .875rem; font-weight: 400; overflow-wrap: anywhere; }
.problems { background: var(--wrong-tint); border-left: 4px solid var(--wrong); border-radius: 8px; padding: .75rem 1rem .75rem 2rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
.problems li + li { margin-top: .4rem; }
.console h3 { font-size: 1rem; margin: 1.25rem 0 .6rem; }
.actions + .part, .actions + .filters { margin-top: 1.75rem; }
.narrow { max-width: 48rem; }
.timeline { list-style: none; margin: 0; padding: 0 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.timeline > li { display: grid; gap: .15rem 1.5rem; padding: .8rem 0; border-top: 1px solid var(--line); }
.timeline > li:first-child { border-top: 0; }
.timeline p { margin: 0; overflow-wrap: anywhere; }
.timeline .when { color: var(--quiet); font-size: .875rem; display: flex; flex-wrap: wrap; gap: .1rem .75rem; align-content: flex-start; }
.timeline .when .what { color: var(--ink); font-weight: 600; }
.timeline .detail { color: var(--quiet); font-size: .9375rem; overflow-wrap: anywhere; min-width: 0; }
.timeline > li > div { min-width: 0; }
@media (min-width: 50rem) {
  .timeline > li { grid-template-columns: 13rem minmax(0, 1fr); }
  .timeline .when { display: block; }
  .timeline .when time, .timeline .when .what { display: block; }
}
.lines { list-style: none; margin: .25rem 0 0; padding: 0; max-width: 52rem; }
.lines li { display: flex; flex-wrap: wrap; gap: .1rem 1rem; justify-content: space-between; padding: .2rem 0; }
.lines code { overflow-wrap: anywhere; min-width: 0; }
.lines .money { margin-left: auto; }
.total { text-align: right; padding: .6rem .75rem 0; margin: 0; font-weight: 600; }
.findings li { overflow-wrap: anywhere; margin-bottom: .5rem; }
/* Overview and platforms */
.actions + .rows, .actions + .tabs { margin-top: 1.25rem; }
.choosing { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; margin: 0 0 1.25rem; }
.choosing p { margin: 0; }
.choices ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem; margin: 0; padding: .25rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.choices a { display: block; padding: .4rem .8rem; border-radius: 7px; text-decoration: none; color: var(--ink); font-size: .9375rem; }
.choices a:hover { background: var(--tint); }
.choices a[aria-current] { background: var(--tint); color: var(--accent); font-weight: 600; }
.figures.dense { grid-template-columns: repeat(auto-fit, minmax(min(8.5rem, 100%), 1fr)); gap: .75rem; }
.figures.dense a { color: inherit; }
.figures a.tile { display: block; text-decoration: none; color: inherit; }
.figures a.tile span { text-decoration: underline; }
.rows + .hint, .charts + .hint { margin-top: .75rem; }
.part > .charts { margin-bottom: .5rem; }
.part > .rows + .charts, .hint + .charts { margin-top: 1rem; }
.console .actions + .part, .console .hint + .part { margin-top: 1.5rem; }
@media (max-width: 50rem) { .rows .money { white-space: normal; overflow-wrap: anywhere; } }
/* Sandbox: the endings are beside the form if there is room. */
@media (max-width: 74.99rem) {
  .console main:has(> .endings) { display: flex; flex-direction: column; align-items: stretch; }
  .endings { order: 1; margin-top: 2rem; }
}
@media (min-width: 75rem) {
  .endings { float: right; width: 44%; margin: 0 0 1rem 2rem; }
  .endings ~ form { display: flow-root; }
}
/* Debits and credits: a table also on a phone. */
.books { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); font-size: .9375rem; }
.books th, .books td { text-align: left; font-weight: 400; padding: .5rem .75rem; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
.books .number { text-align: right; overflow-wrap: normal; }
.books thead th { border-top: 0; }
.books thead th, .books .group th { font-size: .8125rem; font-weight: 600; color: var(--quiet); }
.books .group th { padding-top: 1rem; }
.books .hint { display: inline; margin: 0; font-size: .8125rem; font-weight: 400; }
.books .subtotal th { color: var(--quiet); }
.books .subtotal th, .books .subtotal td { border-top-style: dashed; }
.books .sums th, .books .sums td { font-weight: 650; border-top: 2px solid var(--quiet); }
@media (max-width: 50rem) { .books { font-size: .8125rem; } .books th, .books td { padding: .45rem .5rem; } }
`;
