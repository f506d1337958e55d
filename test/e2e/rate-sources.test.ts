import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { krakenTicker } from '../../packages/adapters-rails/src/testing/kraken-ticker.js';
import { openReadable } from '../../packages/adapters-storage/src/testing/readable.js';
import { expecting } from '../support/api.js';
import { createDeployment, DATABASES, type Deployment, type Host } from '../support/host.js';
import {
  addAccount,
  createCustomer,
  executeQuote,
  fundedAccount,
  type PayoutCurrency,
  quotePayout,
  settled,
} from '../support/scenario.js';
import { eventually } from '../support/eventually.js';

const KEY = 'Bearer key-that-no-log-may-show';
/** The mid-rates are 1.1568 dollars and 21.32 pesos for a euro. */
const PRICES = '{"EURUSD":{"bid":1.1567,"ask":1.1569},"EURMXN":{"bid":21.30,"ask":21.34},"at":"2999-01-01T00:00:00Z"}';

interface Row {
  readonly exchangeRate: number;
  readonly receivingAmount: number;
  readonly destinationPaymentRail?: string;
}

describe.each(DATABASES)('a host with rates of a JSON endpoint and of an exchange, on %s', (database) => {
  let market: Server;
  let prices = PRICES;
  let deployment: Deployment;
  let host: Host;

  beforeAll(async () => {
    market = createServer(({ url, headers }, response) => {
      if (url?.startsWith('/ticker?pair=') === true) return void response.end(krakenTicker());
      if (url !== '/prices' || headers.authorization !== KEY) return void response.writeHead(401).end(KEY);
      response.end(prices.replace('2999-01-01T00:00:00Z', new Date().toISOString()));
    }).listen(0, '127.0.0.1');
    await once(market, 'listening');
    const address = `http://127.0.0.1:${(market.address() as AddressInfo).port}`;

    deployment = await createDeployment(database);
    const file = (name: string, content: unknown): string => {
      const path = join(deployment.dataDirectory, name);
      writeFileSync(path, JSON.stringify(content));
      return path;
    };
    const acme = {
      name: 'acme',
      environments: ['SANDBOX', 'PRODUCTION'],
      url: `${address}/prices`,
      allowPrivate: true,
      pairs: ['USD', 'MXN'].map((quote) => ({ base: 'EUR', quote })),
      bid: '/{base}{quote}/bid',
      ask: '/{base}{quote}/ask',
      time: '/at',
      headers: { authorization: { env: 'ACME_KEY' } },
    };
    host = await deployment.start({
      ACME_KEY: KEY,
      CORRIDOR_RATE_SOURCES: 'http:acme,kraken',
      CORRIDOR_RATES_FILE: file('rates.json', { sources: [acme] }),
      CORRIDOR_KRAKEN_URL: `${address}/ticker`,
      CORRIDOR_KRAKEN_ALLOW_PRIVATE: 'true',
      CORRIDOR_RATE_CACHE_SECONDS: '1',
      CORRIDOR_CORRIDORS_FILE: file('corridors.json', {
        corridors: [{ source: 'USD', destination: 'EUR', rail: 'SEPA', spreadBps: 100 }],
      }),
    });
  });
  afterAll(async () => {
    try {
      await host.stop();
      expect(host.stderr()).not.toContain('key-that-no-log-may-show');
    } finally {
      market.close();
      await deployment.remove();
    }
  });

  /** Quotes a payment of a new customer. */
  async function quoted(from: string, to: PayoutCurrency, amount: number) {
    const customer = await createCustomer(host.api, { currencies: [from] });
    const { id } = await fundedAccount(host.api, customer.id, from, amount);
    const account = await addAccount(host.api, customer.id, to);
    return quotePayout(host.api, { from: id, to: account.id, amount });
  }
  const basisOf = async (id: string): Promise<unknown> => {
    const readable = await openReadable(deployment.address);
    try {
      const [row] = await readable.rows(`select rate_basis from readable_quotes where id = '${id}'`);
      return JSON.parse(String(row!['rate_basis']));
    } finally {
      await readable.close();
    }
  };
  const at = expect.any(Number);

  it('quotes the rate that it shows, less the spread of the corridor, and keeps what it was computed from', async () => {
    const filter = { sourceCurrency: 'USD', destinationCurrency: 'EUR', sendingAmount: 100_000 };
    const { data } = await expecting(200, host.api.get<{ data: readonly Row[] }>('/exchange-rates', filter));
    const by = (rail: string) => data.find(({ destinationPaymentRail }) => destinationPaymentRail === rail);
    expect(by('SEPA_INSTANT')).toMatchObject({ exchangeRate: 0.8644536653 });
    // 1,000 dollars less the fee of 5: 995 / 1.1568 × 0.99.
    expect(by('SEPA')).toMatchObject({ exchangeRate: 0.8558091286, receivingAmount: 85_153 });
    const quote = await quoted('USD', 'EUR', 100_000);
    expect(quote).toMatchObject({ exchangeRate: 0.8558091286, totalReceivingAmount: 85_153 });
    expect(quote).not.toHaveProperty('rateBasis');
    expect(await basisOf(quote.id)).toMatchObject({
      spreadBps: 100,
      origins: [{ source: 'http:acme', asOf: at }],
    });
    await executeQuote(host.api, quote.id);
    expect(await settled(host.api, quote.transactionId)).toMatchObject({ receivedAmount: { amount: 85_153 } });
    await deployment.audit();
  });

  it('quotes a rate of both sources over a currency that both have, and keeps both', async () => {
    const quote = await quoted('MXN', 'BTC', 1_000_000);
    // 10,000 pesos less the fee of 50, at 21.32 pesos for a euro, and 98,205.65 euros for a bitcoin.
    expect(quote.totalReceivingAmount).toBe(475_225);
    expect(await basisOf(quote.id)).toMatchObject({
      spreadBps: 0,
      origins: [
        { source: 'http:acme', asOf: at },
        { source: 'kraken', asOf: at },
      ],
    });
  });

  it('keeps the former rates and says why, if an answer is unusable', async () => {
    prices = PRICES.replace('1.1569', '1.1566');
    const before = host.stderr().length;
    await host.advance(2);
    await eventually('a refusal', async () => host.stderr().slice(before).includes('rates were not refreshed'), {
      everyMs: 250,
    });
    expect(host.stderr()).toContain('the bid of EUR/USD is above its ask');
    expect(host.stderr()).toContain('"source":"http:acme"');
    expect((await quoted('USD', 'EUR', 100_000)).totalReceivingAmount).toBe(85_153);
    prices = PRICES;
  });

  it('does not start with a source that the file lacks, or without the variable of its key', async () => {
    const rates = { CORRIDOR_RATES_FILE: join(deployment.dataDirectory, 'rates.json') };
    await expect(deployment.start({ ...rates, CORRIDOR_RATE_SOURCES: 'http:other', ACME_KEY: KEY })).rejects.toThrow(
      'CORRIDOR_RATE_SOURCES: http:other is not a source of CORRIDOR_RATES_FILE',
    );
    await expect(deployment.start({ ...rates, CORRIDOR_RATE_SOURCES: 'http:acme' })).rejects.toThrow(
      'sources.0.headers.authorization: the environment variable ACME_KEY is missing or empty',
    );
  });
});
