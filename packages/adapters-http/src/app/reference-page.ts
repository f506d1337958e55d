import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { makeDocument, once, sendDocument } from './cached-documents.js';
import type { HttpContext } from './state.js';

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

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Corridor API reference</title>
</head>
<body>
<div id="reference"></div>
<script src="docs/reference.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const START = `Scalar.createApiReference('#reference', ${JSON.stringify({
  url: 'openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  showDeveloperTools: 'never',
})});
`;

const page = once(() => makeDocument('text/html; charset=utf-8', PAGE));
const start = once(() => makeDocument('text/javascript; charset=utf-8', START));
const bundle = once(async () =>
  makeDocument(
    'text/javascript; charset=utf-8',
    await readFile(createRequire(import.meta.url).resolve('@scalar/api-reference/browser/standalone.js')),
  ),
);

export async function servePage(ctx: HttpContext): Promise<void> {
  ctx.set('Content-Security-Policy', POLICY);
  sendDocument(ctx, await page());
}

export async function serveStart(ctx: HttpContext): Promise<void> {
  sendDocument(ctx, await start());
}

/** The bundle from the npm package, read from disk on first use. */
export async function serveBundle(ctx: HttpContext): Promise<void> {
  sendDocument(ctx, await bundle());
  ctx.set('Cache-Control', 'public, max-age=86400');
}
