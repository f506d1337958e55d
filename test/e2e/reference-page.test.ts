import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, openBrowser } from '../support/browser.js';
import { BOOTSTRAP } from '../support/host.js';
import { productionPlatform } from '../support/production.js';
import { useHost } from '../support/use-host.js';

describe.runIf(hasBrowser())('the reference page', { timeout: 120_000 }, () => {
  const used = useHost('sqlite', { webhooks: false });
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];
  const address = (): string => new URL('/docs', used.host.baseUrl).href;
  const open = async (hash: string): Promise<void> => {
    // Another fragment of the same address would not load the page again.
    await page.goto('about:blank');
    await page.goto(address() + hash);
    await page.getByRole('heading', { name: 'Corridor', exact: true }).waitFor({ state: 'attached' });
  };

  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
    page.on('request', (request) => {
      if (!request.url().startsWith(new URL('/', address()).href)) problems.push(`asks ${request.url()}`);
    });
  });
  afterAll(() => browser?.close());

  it('groups the operations by area, and shows each as a call of curl and of the client', async () => {
    await open('');
    for (const name of ['Platform', 'Customers', 'Accounts', 'Payments', 'Agents', 'Sandbox']) {
      await page.getByText(name, { exact: true }).first().waitFor();
    }
    await page.goto(`${address()}#tag/cross-currency-transfers/POST/2025-10-13/quotes`);
    const sample = page.locator('.request-card', { hasText: '/quotes' }).first();
    await expect.poll(() => sample.textContent(), { timeout: 20_000 }).toContain('curl');
    const client = page.getByRole('option', { name: '@corridor/client' });
    // The page draws the sample again while it loads, which closes an open list.
    await expect
      .poll(
        async () => {
          if (!(await client.isVisible())) await sample.getByRole('button', { name: /curl/i }).click({ timeout: 5000 });
          await client.click({ timeout: 5000 });
          return true;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await expect.poll(() => sample.textContent()).toContain('corridor.createQuote({');
  });

  it('sends a request with a credential that it does not keep', async () => {
    await page.evaluate('localStorage.clear()');
    await open('');
    await page.locator('.cm-content').first().click();
    await page.keyboard.type(BOOTSTRAP.clientId);
    await page.getByPlaceholder('********').first().fill(BOOTSTRAP.clientSecret);
    await page.goto(`${address()}#tag/platform-configuration/GET/2025-10-13/config`);
    await page
      .getByRole('button', { name: /Test Request/ })
      .first()
      .click();
    const answered = page.waitForResponse((response) => response.url().endsWith('/2025-10-13/config'));
    await page.getByRole('button', { name: /^Send/ }).first().click();
    expect((await answered).status()).toBe(200);
    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(stored).not.toContain(BOOTSTRAP.clientSecret);
    expect(stored).not.toContain(BOOTSTRAP.clientId);
    expect(problems).toEqual([]);
  });

  it('sends no requests if the host has a platform in production', async () => {
    await productionPlatform(used.deployment, used.api, 'USD');
    await open('#tag/platform-configuration/GET/2025-10-13/config');
    await page.getByText('Read the platform configuration').first().waitFor();
    expect(await page.getByRole('button', { name: /Test Request/ }).count()).toBe(0);
  });
});
