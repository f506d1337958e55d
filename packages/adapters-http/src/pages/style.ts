/** The style sheet of the hosted pages. Colours have a contrast of at least 4.5:1 in light and dark mode. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f5f4f0; --card: #ffffff; --ink: #1d2a2f; --quiet: #55646b; --line: #c9d0d2;
  --accent: #0b5f63; --on-accent: #ffffff; --tint: #e6f1f0; --wrong: #a3211b; --wrong-tint: #fcefed;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12191c; --card: #1b2529; --ink: #edf2f2; --quiet: #a9b8bd; --line: #46565c;
    --accent: #7fd1cb; --on-accent: #06282a; --tint: #20363a; --wrong: #ffb4ab; --wrong-tint: #3a201e;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; overflow-wrap: break-word; background: var(--ground); color: var(--ink);
  font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
header, main, footer { width: min(38rem, 100%); margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.75rem; }
header p { margin: 0; color: var(--quiet); font-size: .9375rem; }
main { padding-top: 1rem; padding-bottom: 2rem; }
footer { padding-bottom: 2.5rem; color: var(--quiet); font-size: .875rem; }
h1 { margin: .25rem 0 .75rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em; font-weight: 650; }
h2 { margin: 0 0 .5rem; font-size: 1.1875rem; line-height: 1.3; }
p { margin: 0 0 1rem; }
a { color: var(--accent); text-underline-offset: .15em; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.5rem; margin: 0 0 1.25rem; }
code { font: 600 1.0625rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: .06em; user-select: all; -webkit-user-select: all; overflow-wrap: anywhere; }
.steps { list-style: none; display: flex; gap: .5rem; margin: 1.25rem 0 .5rem; padding: 0; }
.steps li { flex: 1; border-top: 4px solid var(--line); padding-top: .4rem; font-size: .8125rem; color: var(--quiet); }
.steps li.done { border-color: var(--accent); }
.steps li[aria-current] { border-color: var(--accent); color: var(--ink); font-weight: 600; }
.count { margin: 0; color: var(--quiet); font-size: .9375rem; }
fieldset { border: 0; margin: 0 0 1.25rem; padding: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .5rem; font-weight: 650; font-size: 1.0625rem; }
.field { margin: 0 0 1.125rem; }
.pair { display: grid; gap: 0 1rem; }
@media (min-width: 32rem) { .pair { grid-template-columns: 1fr 1fr; } }
label { display: block; font-weight: 550; margin-bottom: .3rem; }
.hint { display: block; color: var(--quiet); font-size: .9375rem; margin-bottom: .35rem; }
.error { display: block; color: var(--wrong); font-size: .9375rem; font-weight: 550; margin-bottom: .35rem; }
input, select {
  width: 100%; min-height: 3rem; padding: .55rem .75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--quiet); border-radius: 9px;
}
input[type=file] { padding: .6rem; }
input[aria-invalid=true], select[aria-invalid=true] { border: 2px solid var(--wrong); }
.choice { display: flex; align-items: flex-start; gap: .65rem; margin: 0 0 .35rem; min-height: 2.75rem; padding-top: .5rem; }
.choice input { width: 1.35rem; min-height: 1.35rem; height: 1.35rem; margin: .1rem 0 0; flex: none; accent-color: var(--accent); }
.choice label { margin: 0; font-weight: 400; }
button, .button {
  display: inline-block; min-height: 3rem; padding: .65rem 1.4rem; border: 1px solid transparent; border-radius: 9px;
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer;
  background: var(--accent); color: var(--on-accent);
}
button.quiet { background: transparent; color: var(--accent); border-color: var(--accent); }
button:hover, .button:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.25rem; margin-top: 1.5rem; }
.actions + .hint { margin: 1rem 0 0; }
.summary { border: 2px solid var(--wrong); background: var(--wrong-tint); border-radius: 14px; padding: 1.125rem 1.5rem; margin: 0 0 1.25rem; }
.summary ul { margin: .25rem 0 0; padding-left: 1.15rem; }
.summary a { color: var(--wrong); }
.note { background: var(--tint); border-radius: 10px; padding: .85rem 1.1rem; margin: 0 0 1.25rem; }
.note p:last-child { margin-bottom: 0; }
.items { list-style: none; margin: 0 0 1rem; padding: 0; }
.items li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem; padding: .8rem 0; border-top: 1px solid var(--line); }
.items li:last-child { border-bottom: 1px solid var(--line); }
.items small { display: block; color: var(--quiet); font-size: .9375rem; overflow-wrap: anywhere; }
.items form { margin: 0; }
.items button { min-height: 2.75rem; padding: .4rem 1rem; }
dl { margin: 0; display: grid; gap: 0 1rem; }
@media (min-width: 32rem) { dl { grid-template-columns: 12rem 1fr; } }
dt { color: var(--quiet); }
dd { margin: 0 0 .6rem; overflow-wrap: anywhere; }
@media (prefers-reduced-motion: no-preference) { button, .button { transition: filter .12s; } }
@media (forced-colors: active) { .steps li[aria-current], .steps li.done { border-top-color: Highlight; } }
`;

export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b5f63"/><path d="M9 17l5 5 9-12" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>';
