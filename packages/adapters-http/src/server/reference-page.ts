import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Core } from '@corridor/core';
import { splitTenant } from '@corridor/core/internal';
import { makeDocument, once, sendDocument } from '../kit/cached-documents.js';
import type { HttpContext } from '../kit/state.js';

/** The page loads nothing from other hosts and sends nothing to them. The bundle injects its own styles. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Above the reference, which leaves space for a bar of this height. */
const BAR = `<style>
:root { --scalar-custom-header-height: 3rem; }
.bar { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 3rem; padding: 0 1.25rem; display: flex; align-items: center; background: #fff; color: #0b5f63; border-bottom: 1px solid #c9d0d2; font: 1rem system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.bar a { color: inherit; }
.dark-mode .bar { background: #1b2529; color: #7fd1cb; border-color: #46565c; }
</style>
<nav class="bar" aria-label="Documentation"><a href="guides/">Guides</a></nav>
`;

const pageOf = (hasSite: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Corridor API reference</title>
</head>
<body>
${hasSite ? BAR : ''}<div id="reference"></div>
<script src="docs/reference.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/** Languages of generated samples that the page does not show: it has curl, and the samples of the document. */
const HIDDEN_LANGUAGES = [
  ...['c', 'clojure', 'csharp', 'dart', 'fsharp', 'go', 'http', 'java', 'js', 'kotlin', 'node', 'objc', 'ocaml', 'php'],
  ...['powershell', 'python', 'r', 'ruby', 'rust', 'swift'],
];

/** The start of the page. A credential that the reader enters stays in memory (`persistAuth`). */
const start = (hasTryIt: boolean): string =>
  `Scalar.createApiReference('#reference', ${JSON.stringify({
    url: 'openapi.json',
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    hideTestRequestButton: !hasTryIt,
    persistAuth: false,
    authentication: { preferredSecurityScheme: 'BasicAuth' },
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    hiddenClients: {
      ...Object.fromEntries(HIDDEN_LANGUAGES.map((language) => [language, true])),
      shell: ['httpie', 'wget'],
    },
  })});
`;

const starts = {
  withTryIt: once(() => makeDocument('text/javascript; charset=utf-8', start(true))),
  withoutTryIt: once(() => makeDocument('text/javascript; charset=utf-8', start(false))),
};
const { resolve } = createRequire(import.meta.url);
/** The build copies the bundle of the reference page into this package. */
const bundle = once(async () =>
  makeDocument(
    'text/javascript; charset=utf-8',
    await readFile(join(dirname(resolve('@corridor/adapters-http/package.json')), 'dist/vendor/reference-page.js')),
  ),
);

/** The page links to the documentation if the host serves it. */
export function createServePage(hasSite: boolean): (ctx: HttpContext) => Promise<void> {
  const page = once(() => makeDocument('text/html; charset=utf-8', pageOf(hasSite)));
  return async (ctx) => {
    ctx.set('Content-Security-Policy', POLICY);
    sendDocument(ctx, await page());
  };
}

/** How long an answer about the platforms is used: anyone can ask, and the answer reads all of them. */
const KNOWN_FOR_MS = 1_000;

/** The page sends requests only on a host without a platform in production. */
export function createServeStart(
  { platforms }: Pick<Core, 'platforms'>,
  now: () => number,
): (ctx: HttpContext) => Promise<void> {
  let known: { readonly isSandbox: Promise<boolean>; readonly from: number } | null = null;

  async function ask(): Promise<boolean> {
    const tenants = await platforms.listTenants();
    return tenants.every(({ id }) => splitTenant(id).environment === 'SANDBOX');
  }

  function isSandbox(): Promise<boolean> {
    // If the clock was set back, the age of the answer is unknown, so it is not used.
    if (known === null || now() < known.from || now() >= known.from + KNOWN_FOR_MS) {
      const asked = { isSandbox: ask(), from: now() };
      known = asked;
      asked.isSandbox.catch(() => {
        if (known === asked) known = null;
      });
    }
    return known.isSandbox;
  }

  return async (ctx) => sendDocument(ctx, await ((await isSandbox()) ? starts.withTryIt : starts.withoutTryIt)());
}

/** The bundle, read from disk on first use. */
export async function serveBundle(ctx: HttpContext): Promise<void> {
  sendDocument(ctx, await bundle());
  ctx.set('Cache-Control', 'public, max-age=86400');
}
