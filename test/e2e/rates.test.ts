import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ecbDocument } from '../../packages/adapters-rails/src/testing/ecb-document.js';
import { expecting, refused } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import { addAccount, createCustomer, fundedAccount, payoutRequest, quotePayout } from '../support/scenario.js';

interface Rate {
  readonly sourceCurrency: { readonly code: string };
  readonly destinationCurrency: { readonly code: string };
  readonly exchangeRate: number;
  readonly updatedAt: string;
}
interface Institution {
  readonly bankName: string;
  readonly country: string;
  readonly currency: string;
}
interface Vasps {
  readonly data: readonly { readonly vaspName: string }[];
  readonly hasMore: boolean;
  readonly nextCursor?: string;
}

let ecb: Server;
let isDown = false;
const ecbSettings = () => ({
  CORRIDOR_RATE_SOURCES: 'ecb,stablecoins',
  CORRIDOR_ECB_URL: `http://127.0.0.1:${(ecb.address() as AddressInfo).port}/eurofxref-daily.xml`,
  CORRIDOR_ECB_ALLOW_PRIVATE: 'true',
});

beforeAll(async () => {
  ecb = createServer((_request, response) => {
    if (isDown) response.writeHead(503).end();
    else response.end(ecbDocument(new Date().toISOString().slice(0, 10)));
  }).listen(0, '127.0.0.1');
  await once(ecb, 'listening');
});
afterAll(() => {
  ecb.close();
});

describe('a host with the rates of the ECB', () => {
  let deployment: Deployment;
  let host: Host;

  beforeAll(async () => {
    deployment = await createDeployment('sqlite');
    const institutions = join(deployment.dataDirectory, 'institutions.json');
    writeFileSync(institutions, JSON.stringify({ KE: { KES: ['M-Pesa'] }, NG: { NGN: ['Example Bank'] } }));
    host = await deployment.launch({ ...ecbSettings(), CORRIDOR_INSTITUTIONS_FILE: institutions });
  });
  afterAll(async () => {
    try {
      await host.stop();
    } finally {
      await deployment.remove();
    }
  });

  const ratesOf = (filter: Readonly<Record<string, string>>) =>
    expecting(200, host.api.get<{ data: readonly Rate[] }>('/exchange-rates', filter));

  it('derives cross rates, and has none for currencies that the ECB does not publish', async () => {
    const { api } = host;
    const { data } = await ratesOf({ sourceCurrency: 'USD', destinationCurrency: 'MXN' });
    // The expected rate is 21.3206 / 1.1568, from the ECB's rates in euros.
    expect(data).toMatchObject([
      { destinationPaymentRail: 'SPEI', exchangeRate: 18.43067082 },
      { destinationPaymentRail: 'SWIFT', exchangeRate: 18.43067082 },
    ]);
    expect(data[0]!.updatedAt).toMatch(/T00:00:00\.000Z$/);
    expect((await ratesOf({ sourceCurrency: 'USDC', destinationCurrency: 'EUR' })).data[0]!.exchangeRate).toBe(
      0.00008644536653,
    );
    await refused(400, 'QUOTE_REQUEST_FAILED', api.get('/exchange-rates', { sourceCurrency: 'BTC' }));
    const all = await ratesOf({});
    expect(all.data.some((rate) => rate.destinationCurrency.code === 'NGN')).toBe(false);
  });

  it("lists the operator's institutions and the bundled VASPs page by page", async () => {
    const { api } = host;
    const found = async (filter: Readonly<Record<string, string>>) =>
      (await expecting(200, api.get<{ data: readonly Institution[] }>('/discoveries', filter))).data.map(
        ({ bankName, country, currency }) => [bankName, country, currency],
      );
    expect(await found({})).toEqual([
      ['M-Pesa', 'KE', 'KES'],
      ['Example Bank', 'NG', 'NGN'],
    ]);
    expect(await found({ country: 'NG', currency: 'NGN' })).toEqual([['Example Bank', 'NG', 'NGN']]);
    await refused(400, 'INVALID_INPUT', api.get('/discoveries', { country: 'Kenya' }));

    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Vasps = await expecting(200, api.get<Vasps>('/vasps', { limit: 50, cursor }));
      names.push(...page.data.map(({ vaspName }) => vaspName));
      expect(page.hasMore).toBe(page.nextCursor !== undefined);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toContain('Coinbase');
    await refused(400, 'INVALID_INPUT', api.get('/vasps', { cursor: 'forged' }));
  });
});

describe('a host whose ECB goes down', () => {
  /** The interval at which the host checks the age of its rates. */
  const LOOKS_EVERY_MS = 10_000;
  let deployment: Deployment;
  let host: Host;

  beforeAll(async () => {
    // A host in this process uses the timers of this process, which the test moves like the clock.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    deployment = await createDeployment('sqlite', ecbSettings());
    host = await deployment.start();
  });
  afterAll(async () => {
    try {
      await host.stop();
    } finally {
      vi.useRealTimers();
      isDown = false;
      await deployment.remove();
    }
  });

  it('quotes from the cache, fails after 15 minutes, and recovers with the ECB', async () => {
    const { api } = host;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const { id: from } = await fundedAccount(api, customer.id, 'USD', 1);
    const { id: to } = await addAccount(api, customer.id, 'MXN');
    isDown = true;
    await host.advance(600);
    const quote = await quotePayout(api, { from, to, amount: 10_000 });
    expect(quote.totalReceivingAmount).toBe(183_385);
    await host.advance(301);
    const quoting = () => api.post('/quotes', payoutRequest({ from, to, amount: 10_000 }));
    await refused(400, 'QUOTE_REQUEST_FAILED', quoting());
    await refused(
      400,
      'QUOTE_REQUEST_FAILED',
      api.get('/exchange-rates', { sourceCurrency: 'USD', destinationCurrency: 'MXN' }),
    );
    isDown = false;
    await vi.advanceTimersByTimeAsync(LOOKS_EVERY_MS);
    await eventually('new rates', async () => (await quoting()).status === 201, { everyMs: 250 });
  });
});
