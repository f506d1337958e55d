import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../support/api.js';
import { hasBrowser, openBrowser, violations } from '../support/browser.js';
import { createCustomer } from '../support/scenario.js';
import { useHost } from '../support/use-host.js';
import { type HomeSite, homeSite } from '../support/visitor.js';

interface Invitation {
  readonly code: string;
  readonly url: string;
}

/** Allows for the axe accessibility check of every page. */
const IN_A_BROWSER_MS = 60_000;
const PHONE = 390;

describe.runIf(hasBrowser())('the page of an invitation in a browser', () => {
  const used = useHost('sqlite', { webhooks: false });
  let browser: Browser;
  let site: HomeSite;
  let inviterUma: string;

  beforeAll(async () => {
    [browser, site] = await Promise.all([openBrowser(), homeSite()]);
    await expecting(
      200,
      used.api.patch('/config', { umaDomain: 'pay.example', invitationUri: `${site.url}/join?code={code}#/welcome` }),
    );
    inviterUma = (await createCustomer(used.api)).umaAddress;
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), site?.close()]);
  });

  const invite = (more: object = {}) =>
    expecting(201, used.api.post<Invitation>('/invitations', { inviterUma, ...more }));

  /** Checks the page on a phone and on a desk, in light and in dark, and returns the last one. */
  async function everywhere(url: string, check: (page: Page) => Promise<void>): Promise<void> {
    for (const width of [PHONE, 1_280]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme });
        const page = await context.newPage();
        const requests: string[] = [];
        page.on('request', (request) => requests.push(new URL(request.url()).host));
        await page.goto(url);
        expect(await violations(page), `${colorScheme} ${width}`).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect(new Set(requests)).toEqual(new Set([new URL(url).host]));
        await check(page);
        await context.close();
      }
    }
  }
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

  it(
    'shows who invites, and leads to the platform by its button, with the keyboard too',
    { timeout: IN_A_BROWSER_MS },
    async () => {
      const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
      const { code, url } = await invite({ firstName: 'Bob', amountToSend: 1_250, expiresAt });
      await everywhere(url, async (page) => {
        expect(await heading(page)).toBe('You are invited, Bob');
        expect(await page.getByRole('banner').innerText()).toBe('Invitation from Sandbox');
        expect(await page.getByRole('main').innerText()).toContain('12.50 USD, after you have claimed the invitation');
        // Set by the style sheet, which proves that the page could load it.
        const button = page.getByRole('link', { name: 'Continue to Sandbox' });
        const { height = 0 } = (await button.boundingBox()) ?? {};
        expect(height).toBeGreaterThanOrEqual(44);
      });
      const page = await browser.newPage();
      await page.goto(url);
      await page.getByText(code, { exact: true }).click();
      expect(await page.evaluate('getSelection().toString()')).toBe(code);
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Continue to Sandbox');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${site.url}/join?code=${code}#/welcome`);
      expect(site.visits).toContainEqual({ path: `/join?code=${code}`, referrer: undefined });
      await page.close();
    },
  );

  it('keeps long and unusual names within a phone', { timeout: IN_A_BROWSER_MS }, async () => {
    const names = ['x'.repeat(255), '<img src=x onerror=alert(1)>', 'שלום back', '李'.repeat(200)];
    for (const firstName of names) {
      const { url } = await invite({ firstName });
      const context = await browser.newContext({ viewport: { width: PHONE, height: 844 } });
      const page = await context.newPage();
      await page.goto(url);
      expect(await heading(page)).toBe(`You are invited, ${firstName}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE);
      expect(await violations(page)).toEqual([]);
      await context.close();
    }
  });

  it('says why an invitation cannot be claimed', { timeout: IN_A_BROWSER_MS }, async () => {
    const [claimed, cancelled, expired] = [
      await invite(),
      await invite(),
      await invite({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() }),
    ];
    const invitee = await createCustomer(used.api);
    await expecting(200, used.api.post(`/invitations/${claimed.code}/claim`, { inviteeUma: invitee.umaAddress }));
    await expecting(200, used.api.post(`/invitations/${cancelled.code}/cancel`));
    await expecting(200, used.api.post('/sandbox/clock/advance', { seconds: 3_601 }));
    const unknown = cancelled.url.replace(cancelled.code, '2222222222222222');
    for (const [url, title, status] of [
      [claimed.url, 'This invitation has been claimed', 410],
      [cancelled.url, 'This invitation was withdrawn', 410],
      [expired.url, 'This invitation has expired', 410],
      [unknown, 'Invitation not found', 404],
    ] as const) {
      expect((await fetch(url)).status).toBe(status);
      await everywhere(url, async (page) => {
        expect(await heading(page)).toBe(title);
        expect(await page.getByRole('link').count()).toBe(0);
      });
    }
  });
});
