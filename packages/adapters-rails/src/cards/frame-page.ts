import { createHash } from 'node:crypto';
import type { CardSecrets } from './card-number.js';

const STYLE = `
:root { color-scheme: light dark; --ground: #ffffff; --ink: #1d2a2f; --quiet: #55646b; --line: #c9d0d2; }
@media (prefers-color-scheme: dark) { :root { --ground: #1b2529; --ink: #edf2f2; --quiet: #a9b8bd; --line: #46565c; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin: 0 0 .75rem; font-size: 1rem; font-weight: 600; }
dl { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem 1rem; margin: 0; }
dl div:first-child { grid-column: 1 / -1; }
dt { color: var(--quiet); font-size: .875rem; }
dd { margin: 0; font-size: 1.25rem; font-variant-numeric: tabular-nums; letter-spacing: .02em; }
p { margin: 0; }
`;

/** The page's only style sheet, as the hash that its content security policy allows. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;

const pair = (name: string, value: string): string => `<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** All values come from the issuer and are digits, so nothing needs escaping. */
export const cardPage = ({ number, code, expMonth, expYear }: CardSecrets): string =>
  page(
    'Card details',
    `<dl>${[
      pair('Card number', (number.match(/.{1,4}/g) ?? []).join(' ')),
      pair('Expires', `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`),
      pair('Security code', code),
    ].join('')}</dl>`,
  );

export const gonePage = (): string =>
  page('Card details', '<p>This link was already used or has expired. Please request the card details again.</p>');

export const plainPage = (text: string): string => page('Card details', `<p>${text}</p>`);
