import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { runExample, type RunningExample, serveExample } from '../support/example-programs.js';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { type Fate, lossyProxy } from '../support/lossy-proxy.js';
import { useHost } from '../support/use-host.js';

const NAME = 'Mugs & <script>alert(1)</script>';
const PRICE = { amount: 1490, currency: expect.objectContaining({ code: 'EUR' }) };

describe('the example of a shop', () => {
  const used = useHost('sqlite', { webhooks: false });
  let folder: string;
  let port: number;
  let shop: RunningExample & { readonly url: string };

  const start = async (env: Readonly<Record<string, string>> = {}, baseUrl = used.host.baseUrl): Promise<void> => {
    shop = await serveExample('shop/shop.js', {
      cwd: folder,
      baseUrl,
      env: { SHOP_PORT: String(port), SHOP_NAME: NAME, ...env },
    });
  };
  const kill = async (): Promise<void> => {
    shop.kill();
    await shop.finished;
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'corridor-shop-'));
    port = await freePort();
    await start();
  });
  afterAll(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const corridor = () => clientOf(used.api);
  const post = (path: string, body: RequestInit['body'], headers: Readonly<Record<string, string>> = {}) =>
    fetch(shop.url + path, { method: 'POST', body: body as string, headers, redirect: 'manual' });
  const book = (): string => readFileSync(join(folder, 'orders.jsonl'), 'utf8');
  /** Orders a mug as the form of the page does. Returns the path of the order. */
  async function order(): Promise<string> {
    const response = await post('/orders', new URLSearchParams({ article: 'mug' }) as never);
    expect(response.status).toBe(303);
    return response.headers.get('location')!;
  }
  async function page(
    path: string,
  ): Promise<{ readonly state: string; readonly text: string; readonly quoteId: string }> {
    const text = await (await fetch(shop.url + path)).text();
    return {
      text,
      state: /data-state="(\w+)"/.exec(text)?.[1] ?? '',
      quoteId: /<dd>(Quote:[^<]+)</.exec(text)?.[1] ?? '',
    };
  }
  const becomes = (path: string, state: string, text = '') =>
    eventually(
      `${state} ${text}`,
      async () => {
        const found = await page(path);
        if (found.state !== state || !found.text.includes(text)) throw new Error(found.text);
        return found;
      },
      { withinMs: 25_000 },
    );
  /** Plays the customer's wallet; by default with exactly the amount. Returns what it prints. */
  async function pay(quoteId: string, ...amount: readonly string[]): Promise<string> {
    const surroundings = { cwd: folder, baseUrl: used.host.baseUrl };
    const { exitCode, stdout, stderr } = await runExample('shop/payer.js', [quoteId, ...amount], surroundings).finished;
    expect([exitCode, stderr]).toEqual([0, '']);
    return stdout;
  }
  const paymentOf = async (quoteId: string) => {
    const { transactionId } = await corridor().getQuoteById({ path: { quoteId } });
    return corridor().getTransactionById({ path: { transactionId } });
  };

  it('sells a mug: the customer sends USDC, the shop gets euros, and the webhook turns the page', async () => {
    const response = await fetch(shop.url);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const articles = await response.text();
    expect(articles).toContain('14.90 EUR');
    expect(articles).toContain('<title>Mugs &amp; &lt;script&gt;alert(1)&lt;/script&gt;</title>');
    expect(articles).not.toContain('<script');

    const path = await order();
    const { state, text, quoteId } = await page(path);
    expect(state).toBe('OPEN');
    expect(text).toMatch(/Send exactly<\/dt>\s*<dd>16\.277038 USDC</);
    expect(text).toMatch(/to the address<\/dt>\s*<dd>0x[0-9a-fA-F]{40}</);
    expect(text).toMatch(/within<\/dt>\s*<dd>(4 min \d+|5 min 0) s/);
    expect(text).not.toContain('New quote');

    expect(await pay(quoteId)).toMatch(/^Transaction:\S+ PROCESSING/);
    const paid = await becomes(path, 'PAID');
    expect(paid.text).toContain('You sent 16.277038 USDC; the shop got 14.90 EUR.');
    const payment = await paymentOf(quoteId);
    expect(payment).toMatchObject({ status: 'COMPLETED', receivedAmount: PRICE, paymentRail: 'SEPA' });
    const { destination } = payment as Extract<typeof payment, { type: 'OUTGOING' }>;
    const { accountId: externalAccountId } = destination as { accountId: string };
    const account = await corridor().getPlatformExternalAccountById({ path: { externalAccountId } });
    expect(account.accountInfo).toMatchObject({ iban: 'DE89370400440532013000', beneficiary: { legalName: NAME } });

    // A paid order gets no other quote.
    await post(`${path}/quotes`, '');
    expect((await page(path)).state).toBe('PAID');
  });

  it('refuses forged and altered webhooks, and stores a genuine one once', async () => {
    const path = await order();
    const { quoteId } = await page(path);
    await pay(quoteId);
    await becomes(path, 'PAID');
    const events = await corridor().listWebhookEvents({ query: { type: 'OUTGOING_PAYMENT.COMPLETED' } });
    const { id: eventId } = events.data[0]!;
    const sent = await corridor().signWebhookEvent({ path: { eventId } });
    const headers = sent.headers as Readonly<Record<string, string>>;
    const before = book();
    expect(before.split(eventId)).toHaveLength(2);

    const forged = JSON.stringify({ ...JSON.parse(sent.body), id: 'Webhook:01977c5e-0000-7000-8000-000000000000' });
    expect((await post('/webhooks', forged)).status).toBe(401);
    expect((await post('/webhooks', forged, headers)).status).toBe(401);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', 'a guess').update(`${eventId}.${timestamp}.${forged}`).digest('base64');
    const guessed = { 'webhook-id': eventId, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
    expect((await post('/webhooks', forged, guessed)).status).toBe(401);

    for (const _ of [1, 2]) expect((await post('/webhooks', sent.body, headers)).status).toBe(200);
    expect(book()).toBe(before);
    expect((await page(path)).state).toBe('PAID');
  });

  it('says that a wrong amount goes back, and offers another quote', async () => {
    const path = await order();
    const { quoteId } = await page(path);
    // An open quote is kept.
    await post(`${path}/quotes`, '');
    expect((await page(path)).quoteId).toBe(quoteId);

    expect(await pay(quoteId, '10.00')).toMatch(/^Transaction:\S+ FAILED FUNDING_AMOUNT_MISMATCH/);
    const gone = 'You sent 10.000000 USDC: it was not the exact amount. It went back to its sender.';
    const failed = await becomes(path, 'FAILED', gone);
    expect(failed.text).toContain('New quote');
    await Promise.all([post(`${path}/quotes`, ''), post(`${path}/quotes`, '')]);
    const second = await becomes(path, 'OPEN');
    expect(second.quoteId).not.toBe(quoteId);
    await pay(second.quoteId);
    await becomes(path, 'PAID', gone);
    expect(book().split(`"what":"quote","orderId":"${path.split('/')[2]}"`)).toHaveLength(3);
  });

  it('says that late money goes back, and offers another quote', async () => {
    const path = await order();
    const { quoteId } = await page(path);
    await corridor().advanceSandboxClock({ body: { seconds: 301 } });
    await becomes(path, 'EXPIRED', 'New quote');
    await pay(quoteId);
    const late = await becomes(path, 'FAILED', 'it arrived after the time to pay. It went back to its sender.');
    expect(late.text).toContain('New quote');
    await post(`${path}/quotes`, '');
    await pay((await becomes(path, 'OPEN')).quoteId);
    await becomes(path, 'PAID');
  });

  it('loses nothing when it is killed between the payment and its webhook', async () => {
    const path = await order();
    const { quoteId } = await page(path);
    await kill();
    await pay(quoteId);
    await eventually('the payment', async () => (await paymentOf(quoteId)).status === 'COMPLETED');
    // A power failure may leave a part of the line that was being written.
    appendFileSync(join(folder, 'orders.jsonl'), '{"what":"event","id":"Web');
    expect(book()).not.toContain(`"quoteId":"${quoteId}"`);
    await start();
    await corridor().advanceSandboxClock({ body: { seconds: 10 } });
    await becomes(path, 'PAID');
  });

  it('says that a paid order is not paid any more if the bank of the shop returns the money', async () => {
    await kill();
    await start({ SHOP_IBAN: 'DE89370400440532013005' });
    const path = await order();
    await pay((await page(path)).quoteId);
    await becomes(path, 'PAID');
    await corridor().advanceSandboxClock({ body: { seconds: 31 } });
    await becomes(path, 'FAILED', 'the bank of the shop returned the money. It went back to its sender.');
  });

  it('keeps an order for which Corridor did not answer, and gets the same quote later', async () => {
    await kill();
    let fate: Fate = 'passes';
    const proxy = await lossyProxy(used.host.baseUrl, () => fate);
    try {
      await start({}, proxy.baseUrl);
      fate = 'response is lost';
      const path = await order();
      expect(await page(path)).toMatchObject({ state: 'NEW', text: expect.stringContaining('New quote') });
      fate = 'passes';
      await post(`${path}/quotes`, '');
      const { quoteId } = await becomes(path, 'OPEN');
      const { data } = await corridor().listQuotes({ query: { status: 'PENDING' } });
      expect(data.map(({ id }) => id)).toEqual([quoteId]);
    } finally {
      proxy.close();
    }
  });

  it('leaves no part of a line in the file when the disk is full', () => {
    const orders = JSON.stringify(new URL('../../examples/shop/orders.js', import.meta.url).href);
    const script = `
      const orders = (await import(${orders})).openOrders('full.jsonl');
      try {
        for (let id = 0; id < 100; id++) orders.add({ id: String(id), article: 'mug', price: 1490 });
      } catch ({ code }) {
        console.log(code);
      }`;
    // Files of this process grow to 1024 bytes; without the signal, a write beyond fails as on a full disk.
    const full = ['-c', 'trap "" XFSZ; ulimit -f 1; exec "$@"', 'bash', process.execPath, '--input-type=module', '-e'];
    expect(spawnSync('bash', [...full, script], { cwd: folder, encoding: 'utf8' }).stdout).toBe('EFBIG\n');
    const lines = readFileSync(join(folder, 'full.jsonl'), 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(lines.map((_, index) => `${index}`));
  });

  it('answers what it does not know with a page, and refuses large bodies', async () => {
    expect((await post('/orders', new URLSearchParams({ article: 'toString' }) as never)).status).toBe(404);
    expect((await post('/webhooks', 'x'.repeat(300_000))).status).toBe(413);
    for (const path of ['/orders/1', '/orders/1/quotes', '/webhooks', '/a', '//']) {
      expect((await fetch(shop.url + path)).status, path).toBe(404);
    }
  });
});
