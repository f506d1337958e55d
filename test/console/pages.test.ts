import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../packages/adapters-http/src/console/app/pages.js';
import { SECTIONS } from '../../packages/adapters-http/src/console/kit/sections.js';
import { hasBrowser, openBrowser, violations } from '../support/browser.js';
import { addressOf, createWorld, pageStatusOf, UNESCAPED, type World } from './world.js';

const WIDTHS = [390, 1440] as const;
const COLOURS = ['light', 'dark'] as const;
/** A section has many pages, each of which axe checks four times. */
const SECTION_MS = 300_000;
/** A folder for a screenshot of each page; none are taken without it. */
const SCREENSHOTS = process.env['CONSOLE_SCREENSHOTS'] ?? '';

describe.runIf(hasBrowser())('the console in a browser', () => {
  let browser: Browser;
  let world: World;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    [browser, world] = await Promise.all([openBrowser(), createWorld()]);
    context = await browser.newContext();
    const [name, value] = world.admin.cookie.split('=') as [string, string];
    await context.addCookies([{ name, value, url: world.console.url, httpOnly: true, sameSite: 'Strict' }]);
    page = await context.newPage();
    // A blocked script, style or image is reported here as well.
    page.on('console', (message) => complaints.push(`${page.url()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
    if (SCREENSHOTS !== '') mkdirSync(SCREENSHOTS, { recursive: true });
  });
  afterAll(() => browser?.close());

  async function look(address: string, name: string): Promise<void> {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of COLOURS) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${address} at ${width} px, ${colorScheme}`).toEqual([]);
        if (SCREENSHOTS !== '')
          await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      }
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect(wide, `${address} at ${width} px`).toBeLessThanOrEqual(width);
    }
    expect(await page.evaluate('window.ran'), `${address} ran a stored script`).toBeUndefined();
  }

  it.each(SECTIONS)(
    '%s: every page fits, is accessible, and runs no stored markup',
    { timeout: SECTION_MS },
    async (section) => {
      for (const route of allRoutes.filter((each) => each.section === section)) {
        const address = addressOf(route, world);
        const answer = await world.console.get(address, world.admin);
        expect(answer.status, `${address}: ${answer.text}`).toBe(pageStatusOf(route));
        if (!(answer.headers.get('content-type') ?? '').startsWith('text/html')) continue;
        for (const markup of UNESCAPED) expect(answer.text, address).not.toContain(markup);
        await page.goto(`${world.console.url}${address}`);
        // The browser reports the status of the page.
        if (pageStatusOf(route) === 409) complaints.length = 0;
        await look(address, `${section}-${route.scope}${route.path.replaceAll(/[^a-z]+/g, '-')}`.toLowerCase());
      }
      expect(complaints.splice(0)).toEqual([]);
    },
  );

  it('shows a picture beside the verification that it proves, fitted to its place on every screen', async () => {
    const { verification, document } = world.people;
    const address = `${world.console.tenantBase}/verifications/${verification}?document=${document}`;
    await page.goto(`${world.console.url}${address}`);
    const isFitted = `(() => {
      const [picture, place] = ['.document img', '.document'].map((name) => document.querySelector(name));
      const [inner, outer] = [picture, place].map((each) => each.getBoundingClientRect());
      return picture.naturalWidth > 0 && inner.left >= outer.left && inner.right <= outer.right;
    })()`;
    for (const width of [390, 1_440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(isFitted), `${width} px`).toBe(true);
    }
    expect(complaints).toEqual([]);
    await look(address, 'review-verification-with-document');
  });

  it('leads the keyboard to the content first', async () => {
    await page.goto(`${world.console.url}/console/`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
  });

  it('shows an error page to a form with an error, with the entered values', async () => {
    const path = `${world.console.url}/console/log?from=${encodeURIComponent('"><b>')}`;
    await page.goto(path);
    expect(await page.title()).toMatch(/^Error: Log/);
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('"><b>');
    await look('/console/log with an error', 'log-error');
    // The browser reports the status of the page.
    complaints.length = 0;
  });
});
