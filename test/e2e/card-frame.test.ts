import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../support/api.js';
import { hasBrowser, openBrowser, violations } from '../support/browser.js';
import { activeCard } from '../support/cards.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import { createCustomer, fundedAccount } from '../support/scenario.js';

const NUMBER = /(\d{4} ){3}\d{4}/;

/** A platform's page that frames the address in its query. */
async function framingSite(): Promise<{ readonly origin: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const framed = new URL(request.url ?? '/', 'http://site').searchParams.get('frame') ?? '';
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>Shop</title><iframe title="card" src="${framed}"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe.runIf(hasBrowser())('the page that shows a card, in a browser', () => {
  let deployment: Deployment;
  let host: Host;
  let browser: Browser;
  let allowed: Awaited<ReturnType<typeof framingSite>>;
  let foreign: Awaited<ReturnType<typeof framingSite>>;
  let cardId = '';
  let last4 = '';

  beforeAll(async () => {
    [allowed, foreign] = await Promise.all([framingSite(), framingSite()]);
    deployment = await createDeployment('sqlite', { CORRIDOR_CARD_FRAME_ORIGINS: allowed.origin });
    [host, browser] = await Promise.all([deployment.start(), openBrowser()]);
    const customer = await createCustomer(host.api, { currencies: ['USD'] });
    const account = await fundedAccount(host.api, customer.id, 'USD', 1_000);
    const card = await activeCard(host.api, customer.id, [account.id]);
    [cardId, last4] = [card.id, card.last4!];
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    for (const site of [allowed, foreign]) site?.server.close();
    await host?.stop();
    await deployment?.remove();
  });

  const reveal = async (): Promise<string> =>
    (await expecting(200, host.api.post<{ panEmbedUrl: string }>(`/cards/${cardId}/reveal`))).panEmbedUrl;

  it('shows number, expiry and code once, and is accessible', { timeout: 60_000 }, async () => {
    const page = await browser.newPage();
    const url = await reveal();
    await page.goto(url);
    const text = await page.locator('main').innerText();
    expect(NUMBER.exec(text)?.[0]?.slice(-4)).toBe(last4);
    expect(text).toMatch(/Expires\s+\d\d\/\d\d\s+Security code\s+\d{3}/);
    expect(await page.evaluate("getComputedStyle(document.querySelector('dl')).display")).toBe('grid');
    expect(await violations(page)).toEqual([]);
    await page.reload();
    expect(await page.locator('main').innerText()).not.toMatch(NUMBER);
    expect(await violations(page)).toEqual([]);
    await page.close();
  });

  it('can be framed by the configured origins only', { timeout: 60_000 }, async () => {
    const page = await browser.newPage();
    const framedBy = async (origin: string): Promise<string> => {
      await page.goto(`${origin}/?frame=${encodeURIComponent(await reveal())}`, { waitUntil: 'load' });
      const frame = page.frames().find((each) => each !== page.mainFrame());
      return (await frame?.locator('body').innerText()) ?? '';
    };
    expect(await framedBy(allowed.origin)).toMatch(NUMBER);
    expect(await framedBy(foreign.origin)).not.toMatch(NUMBER);
    await page.close();
  });
});
