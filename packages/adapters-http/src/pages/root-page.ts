import { makeDocument, once, sendDocument } from '../kit/cached-documents.js';
import { type AppOptions, VERIFY_PATH, VERSION } from '../kit/options.js';
import type { HttpContext } from '../kit/state.js';
import { html, type Html } from './html.js';
import { skeletonOf } from './layout.js';
import { protect } from './visit.js';

const NAME = 'Corridor';

/** Relative links, as in the reference page, because a proxy may serve the root under another path. */
const LINKS = [
  ['guides/', 'Guides', 'The documentation for those who write against the API and for operators'],
  ['docs', 'API reference', 'Every operation with its fields and responses'],
  ['openapi.json', 'OpenAPI document', 'The machine-readable API description for client generators'],
  ['healthz', 'Health', '200 while the process is alive'],
  ['readyz', 'Readiness', '200 while the host serves requests'],
] as const;

const bodyOf = ({ version, site }: AppOptions): Html =>
  html`<header>
      <p>API ${VERSION}</p>
    </header>
    <main>
      <h1>${NAME}${version !== undefined && ` ${version}`}</h1>
      <p>A self-hosted payments service.</p>
      <nav class="card" aria-label="What is here">
        <ul class="items">
          ${LINKS.filter(([href]) => href !== 'guides/' || site !== undefined).map(
            ([href, title, explanation]) =>
              html`<li>
                <span><a href="${href}">${title}</a><small>${explanation}</small></span>
              </li>`,
          )}
        </ul>
      </nav>
    </main>`;

/** The page at the root for visitors with a browser, with links to the public resources. */
export function createRootPage(options: AppOptions): (ctx: HttpContext) => Promise<void> {
  const page = once(() =>
    makeDocument(
      'text/html; charset=utf-8',
      skeletonOf((options.prefix ?? '') + VERIFY_PATH, html`${NAME}`, bodyOf(options)),
    ),
  );
  return async (ctx) => {
    protect(ctx, null);
    sendDocument(ctx, await page());
  };
}
