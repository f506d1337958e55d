import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path/posix';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents, FILES, pageOf } from '../../docs/.vitepress/pages.mjs';
import { startServer } from '../../packages/adapters-http/src/testing/server.js';
import { hasBrowser, openBrowser, violations } from '../support/browser.js';
import { buildSite, filesOf, serveFiles } from './built-site.js';

const WIDTHS = [390, 1440] as const;
const COLOURS = ['light', 'dark'] as const;
/** A folder for screenshots; none are taken without it. */
const SCREENSHOTS = process.env['SITE_SCREENSHOTS'] ?? '';

const scratch = mkdtempSync(join(tmpdir(), 'corridor-site-'));
/** The site where the host serves it, and at the root of a static host. */
const SITES = [
  ['/guides/', join(scratch, 'guides')],
  ['/', join(scratch, 'root')],
] as const;

beforeAll(async () => {
  for (const [base, folder] of SITES) await buildSite(base, folder);
}, 400_000);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const attributesOf = (html: string, name: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<[^>]*? ${name}="([^"]*)"`, 'g'))].map(([, value]) => value!.replaceAll('&amp;', '&'));

describe.each(SITES)('the site at %s', (base, folder) => {
  let files: ReadonlySet<string>;
  let pages: ReadonlyMap<string, string>;

  beforeAll(() => {
    files = new Set(filesOf(folder));
    pages = new Map(
      [...files]
        .filter((file) => file.endsWith('.html'))
        .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
    );
  });

  it('has a page for each document, and the files that documents link to', () => {
    const expected = documents().map((document) => pageOf(document).replace(/\.md$/, '.html'));
    expect([...pages.keys()].sort()).toEqual([...expected, '404.html'].sort());
    for (const file of FILES.keys()) expect(files).toContain(file);
    expect(readFileSync(join(folder, 'licences.txt'), 'utf8')).toMatch(/^vue [\d.]+\n\nThe MIT License/m);
    expect(pages.size).toBeGreaterThan(150);
  });

  it('has links and anchors that lead to something', () => {
    const ids = new Map([...pages].map(([page, html]) => [page, new Set(attributesOf(html, 'id'))]));
    let count = 0;
    const lost = [...pages].flatMap(([page, html]) =>
      [...attributesOf(html, 'href'), ...attributesOf(html, 'src')]
        .filter((link) => !/^(?:https?:|mailto:)/.test(link) && link !== '/docs')
        .filter((link) => {
          count += 1;
          const { pathname, hash } = new URL(link, `http://site${base}${page}`);
          if (!pathname.startsWith(base)) return true;
          const path = decodeURIComponent(pathname.slice(base.length));
          const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
          return !files.has(file) || (hash !== '' && !ids.get(file)!.has(decodeURIComponent(hash.slice(1))));
        })
        .map((link) => `${page}: ${link}`),
    );
    expect(lost).toEqual([]);
    expect(count).toBeGreaterThan(10_000);
  });

  it('links to the reference of the API only where the host serves it', () => {
    const linking = [...pages.values()].filter((html) => html.includes('href="/docs"'));
    expect(linking.length).toBe(base === '/guides/' ? pages.size - 1 : 0);
  });

  it('loads nothing from another host', () => {
    for (const [page, html] of pages) {
      const loaded = [...html.matchAll(/<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)="([^"]*)"/g)];
      expect(loaded.length, page).toBeGreaterThan(3);
      expect(loaded.filter(([, address]) => !address!.startsWith(base))).toEqual([]);
    }
    for (const file of files) {
      if (!file.endsWith('.css')) continue;
      expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/url\((?!["']?data:)|@import/);
    }
  });

  it('runs only scripts whose hashes its policy names, and has no inline style', () => {
    const { policy } = JSON.parse(readFileSync(join(folder, 'csp.json'), 'utf8')) as { policy: string };
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    for (const [page, html] of pages) {
      const [own = ''] = html.match(/(?<=<meta http-equiv="Content-Security-Policy" content=")[^"]*/) ?? [];
      expect(`${own}; frame-ancestors 'none'`, page).toBe(policy);
      const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)].filter(
        ([, has]) => !has!.includes(' src='),
      );
      expect(scripts.length, page).toBe(2);
      for (const [, , script] of scripts) {
        expect(policy).toContain(`'sha256-${createHash('sha256').update(script!).digest('base64')}'`);
      }
      expect(html, page).not.toMatch(/<style|<[^>]* (?:style|on[a-z]+)="/);
    }
    // What a script inserts when a reader opens another page without loading it.
    for (const file of files) {
      if (/^assets\/.*\.md\..*\.js$/.test(file)) {
        expect(readFileSync(join(folder, file), 'utf8'), file).not.toMatch(/<[^>]* style=\\?"/);
      }
    }
  });

  it('gives each page a title and a description', () => {
    const titles = new Map<string, string>();
    for (const [page, html] of pages) {
      if (page === '404.html') continue;
      const [, title = ''] = /<title>(.*?) – Corridor<\/title>/.exec(html) ?? [];
      const [, description = ''] = /<meta name="description" content="([^"]*)">/.exec(html) ?? [];
      expect(title.length, page).toBeGreaterThan(2);
      expect(description.length, `${page}: ${description}`).toBeGreaterThan(25);
      expect(description.length, page).toBeLessThanOrEqual(165);
      titles.set(page, title);
    }
    expect(titles.get('index.html')).toBe('Corridor documentation');
    expect(titles.get('areas/quotes.html')).toBe('Quotes');
  });

  it('shows neither markup nor marks that readers should not see', () => {
    for (const [page, html] of pages) {
      const text = html.replaceAll(/<(pre|code|script)\b.*?<\/\1>/gs, '');
      expect(text, page).not.toMatch(/&lt;!--|generated: |\{\{|sequenceDiagram|stateDiagram|flowchart/);
    }
  });
});

describe.runIf(hasBrowser())('the site in a browser', { timeout: 240_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
    if (SCREENSHOTS !== '') mkdirSync(SCREENSHOTS, { recursive: true });
  });
  afterAll(() => browser?.close());

  const HOSTS = [
    [
      'the host',
      async (folder: string) => ({
        url: `${(await startServer({ site: folder })).url}/guides/`,
        close: () => undefined,
      }),
    ],
    ['a static host', serveFiles],
  ] as const;

  describe.each(HOSTS)('from %s', (name, serve) => {
    let served: { readonly url: string; close(): void };
    let context: BrowserContext;
    let page: Page;
    const complaints: string[] = [];

    beforeAll(async () => {
      served = await serve(SITES[HOSTS.findIndex(([one]) => one === name)]![1]);
      context = await browser.newContext({ reducedMotion: 'reduce' });
      page = await context.newPage();
      // A blocked script or style is reported here as well.
      page.on('console', (message) => complaints.push(`${page.url()}: ${message.text()}`));
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
      page.on('request', (request) => {
        if (!request.url().startsWith(served.url)) complaints.push(`${page.url()} asks ${request.url()}`);
      });
    });
    afterAll(async () => {
      await context?.close();
      served?.close();
    });

    it.each([
      ['home', ''],
      ['guide', 'webhooks.html'],
      ['reference', 'reference/settings.html'],
      ['states', 'packages/core/states.html'],
      ['decisions', 'decisions/'],
    ])('%s fits, is accessible, and reports no problem', async (kind, path) => {
      await page.goto(served.url + path, { waitUntil: 'networkidle' });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of COLOURS) {
          await page.emulateMedia({ colorScheme });
          await expect
            .poll(() => page.evaluate('document.documentElement.classList.contains("dark")'))
            .toBe(colorScheme === 'dark');
          if (SCREENSHOTS !== '')
            await page.screenshot({ path: join(SCREENSHOTS, `${kind}-${width}-${colorScheme}.png`) });
          expect(await violations(page), `${path} at ${width} px, ${colorScheme}`).toEqual([]);
        }
        expect(
          await page.evaluate('document.documentElement.scrollWidth'),
          `${path} at ${width} px`,
        ).toBeLessThanOrEqual(width);
      }
      expect(complaints.splice(0)).toEqual([]);
    });

    it('finds a page by a word, without a network', async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(served.url, { waitUntil: 'networkidle' });
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill('idempotency');
      const results = page.locator('.VPLocalSearchBox .result');
      await results.first().waitFor();
      expect(await results.count()).toBeGreaterThan(3);
      if (SCREENSHOTS !== '') await page.screenshot({ path: join(SCREENSHOTS, 'search.png') });
      await results.first().click();
      await page.waitForURL((url) => url.href !== served.url);
      await page.locator('.vp-doc h1').waitFor();
      expect((await page.locator('.vp-doc').textContent())!.toLowerCase()).toContain('idempotency');
      expect(complaints.splice(0)).toEqual([]);
    });

    it('opens the pages of links without loading them again, and shows the same', async () => {
      await page.goto(served.url, { waitUntil: 'networkidle' });
      await page.evaluate('window.isSame = true');
      await page.locator('.vp-doc').getByRole('link', { name: 'the ledger', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();
      expect(await page.evaluate('window.isSame')).toBe(true);
      expect(complaints.splice(0)).toEqual([]);
    });
  });
});

describe.runIf(hasBrowser())('the site and the reference of the API', () => {
  it('lead to each other', { timeout: 120_000 }, async () => {
    const { url } = await startServer({ site: SITES[0][1] });
    const browser = await openBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(`${url}/guides/`, { waitUntil: 'networkidle' });
      await page.getByRole('navigation').getByRole('link', { name: 'API reference' }).click();
      await page.getByRole('heading', { name: 'Corridor', exact: true }).waitFor({ state: 'attached' });
      expect(page.url()).toBe(`${url}/docs`);
      if (SCREENSHOTS !== '') await page.screenshot({ path: join(SCREENSHOTS, 'api.png') });
      await page.getByRole('link', { name: 'Guides', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Corridor documentation' }).waitFor();
    } finally {
      await browser.close();
    }
  });
});
