import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Api, expecting, refused } from '../support/api.js';
import { createDeployment, DATABASES, type Deployment, type Host } from '../support/host.js';
import {
  addAccount,
  balances,
  createCustomer,
  executeQuote,
  fundedAccount,
  pay,
  payoutRequest,
  quoteFunding,
  quotePayout,
  transactionWhen,
} from '../support/scenario.js';
import type { Quote } from '../support/wire.js';

const USD_EUR = { source: 'USD', destination: 'EUR' };
const USD_MXN = { source: 'USD', destination: 'MXN' };
const DAILY_VOLUME = 30_000;
const CORRIDORS = {
  corridors: [
    { ...USD_EUR, dailyVolume: DAILY_VOLUME },
    { ...USD_MXN, variableFeeBps: 0, minAmount: 500, maxAmount: 90_000, transactionCap: 50_000, quoteSeconds: 60 },
  ],
  providerRequirements: [{ currency: 'GBP', customerFields: ['BIRTH_DATE', 'NATIONALITY'] }],
};

/** The number of concurrent payments, half of them at each of two hosts. */
const PAYMENTS = 100;
const SENT = 1_000;
const TIMEOUT_MS = 120_000;

describe.each(DATABASES)('corridors of a host on %s', (database) => {
  let deployment: Deployment;
  let hosts: readonly Host[];
  let api: Api;
  let customerId = '';

  beforeAll(async () => {
    deployment = await createDeployment(database);
    const file = join(deployment.dataDirectory, 'corridors.json');
    writeFileSync(file, JSON.stringify(CORRIDORS));
    const env = { CORRIDOR_CORRIDORS_FILE: file };
    const first = await deployment.start(env);
    // SQLite is tested with one host.
    hosts = database === 'postgres' ? [first, await deployment.start(env)] : [first, first];
    ({ api } = first);
    customerId = (await createCustomer(api, { currencies: ['USD', 'GBP'] })).id;
  });
  afterAll(async () => {
    try {
      for (const host of new Set(hosts)) await host.stop();
      await deployment.audit();
    } finally {
      await deployment.remove();
    }
  });

  /** Payments that are quoted and executed in one request, at both hosts at once. */
  const payAtOnce = (from: string, to: string): Promise<readonly Answer<Quote>[]> =>
    Promise.all(
      Array.from({ length: PAYMENTS }, (_, index) =>
        hosts[index % hosts.length]!.api.post<Quote>('/quotes', {
          ...payoutRequest({ from, to, amount: SENT }),
          immediatelyExecute: true,
        }),
      ),
    );
  const statuses = (answers: readonly Answer<unknown>[], status: number) =>
    answers.filter((answer) => answer.status === status);
  const codes = (answers: readonly Answer<unknown>[]) =>
    new Set(answers.filter(({ status }) => status >= 400).map(({ body }) => (body as { code: string }).code));

  it(
    'accept concurrent payments up to exactly their daily volume',
    async () => {
      const { id: from } = await fundedAccount(api, customerId, 'USD', PAYMENTS * SENT);
      const { id: to } = await addAccount(api, customerId, 'EUR');
      const answers = await payAtOnce(from, to);
      expect(statuses(answers, 201)).toHaveLength(DAILY_VOLUME / SENT);
      expect(codes(answers)).toEqual(new Set(['DAILY_VOLUME_LIMIT_EXCEEDED']));
      const [late] = statuses(answers, 429);
      expect(Number(late!.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(late!.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
      expect((await balances(api, customerId, 'USD'))[0]).toBe(PAYMENTS * SENT - DAILY_VOLUME);

      // A quote above the volume can be created, because it may be executed on another day.
      const quote = await quotePayout(api, { from, to, amount: SENT });
      await refused(429, 'DAILY_VOLUME_LIMIT_EXCEEDED', api.post(`/quotes/${quote.id}/execute`));
      expect((await expecting(200, api.get<Quote>(`/quotes/${quote.id}`))).status).toBe('PENDING');
      // Money that arrives above the volume is sent back.
      const funding = await quoteFunding(api, { customerId, to, amount: SENT });
      expect(await pay(api, funding.id)).toMatchObject({ status: 'FAILED', failureReason: 'LIMIT_EXCEEDED' });
    },
    TIMEOUT_MS,
  );

  it(
    'accept as many concurrent payments as the balance covers',
    async () => {
      const other = (await createCustomer(api, { currencies: ['USD'] })).id;
      const { id: from } = await fundedAccount(api, other, 'USD', 20 * SENT);
      const { id: to } = await addAccount(api, other, 'MXN');
      const answers = await payAtOnce(from, to);
      expect(statuses(answers, 201)).toHaveLength(20);
      expect(statuses(answers, 400)).toHaveLength(PAYMENTS - 20);
      expect(codes(answers)).toEqual(new Set(['INVALID_AMOUNT']));
      expect((await balances(api, other, 'USD'))[0]).toBe(0);
    },
    TIMEOUT_MS,
  );

  it('apply their own range, cap, fee and validity, as the listed rates show', async () => {
    const { id: from } = await fundedAccount(api, customerId, 'USD', 1);
    const { id: to } = await addAccount(api, customerId, 'MXN');
    const quoting = (amount: number) => api.post('/quotes', payoutRequest({ from, to, amount }));
    await refused(400, 'AMOUNT_OUT_OF_RANGE', quoting(499));
    await refused(400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED', quoting(50_001));
    await refused(400, 'AMOUNT_OUT_OF_RANGE', quoting(90_001));
    const quote = await quotePayout(api, { from, to, amount: 50_000 });
    expect(quote).toMatchObject({ feesIncluded: 0, totalReceivingAmount: 925_000 });
    expect(Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)).toBe(60_000);
    const filter = { sourceCurrency: 'USD', destinationCurrency: 'MXN', sendingAmount: 50_000 };
    const { data } = await expecting(200, api.get<{ data: readonly object[] }>('/exchange-rates', filter));
    const terms = {
      minSendingAmount: 500,
      maxSendingAmount: 50_000,
      sendingAmount: 50_000,
      receivingAmount: 925_000,
      exchangeRate: 18.5,
      fees: { fixed: 0, total: 0 },
    };
    expect(data).toMatchObject(
      ['SPEI', 'SWIFT'].map((destinationPaymentRail) => ({ destinationPaymentRail, ...terms })),
    );
  });

  it('require the customer fields that their providers require', async () => {
    const { supportedCurrencies } = await expecting(
      200,
      api.get<{ supportedCurrencies: readonly Readonly<Record<string, unknown>>[] }>('/config'),
    );
    const required = Object.fromEntries(
      supportedCurrencies.map((of) => [String(of['currencyCode']), of['providerRequiredCustomerFields']]),
    );
    expect(required).toMatchObject({ USD: [], GBP: ['BIRTH_DATE', 'NATIONALITY'] });
    const { id: from } = await fundedAccount(api, customerId, 'GBP', SENT);
    const { id: to } = await addAccount(api, customerId, 'EUR');
    const { details } = await refused(
      400,
      'MISSING_MANDATORY_USER_INFO',
      api.post('/quotes', payoutRequest({ from, to, amount: SENT })),
    );
    expect(details).toMatchObject({ fields: ['BIRTH_DATE', 'NATIONALITY'] });
    await expecting(200, api.patch(`/customers/${customerId}`, { birthDate: '1990-12-10', nationality: 'GB' }));
    await quotePayout(api, { from, to, amount: SENT });
  });

  it('restore the volume of a failed payment', async () => {
    // Another platform of the host has its own volume; the command line creates it.
    const { stdout } = await deployment.command('platform', 'create', '--name', 'Second', '--currencies', 'USD');
    const credential = {
      clientId: /client id: (\S+)/.exec(stdout)![1]!,
      clientSecret: /client secret: (\S+)/.exec(stdout)![1]!,
    };
    const second = api.as(credential);
    const customer = await createCustomer(second, { currencies: ['USD'] });
    const { id: from } = await fundedAccount(second, customer.id, 'USD', 2 * DAILY_VOLUME);
    const failing = await addAccount(second, customer.id, 'EUR', '002');
    const lost = await quotePayout(second, { from, to: failing.id, amount: DAILY_VOLUME });
    await executeQuote(second, lost.id);
    await transactionWhen(second, lost.transactionId, 'a refund', ({ refund }) => refund?.status === 'COMPLETED');
    const { id: to } = await addAccount(second, customer.id, 'EUR');
    const made = await quotePayout(second, { from, to, amount: DAILY_VOLUME });
    await executeQuote(second, made.id);
    const more = await quotePayout(second, { from, to, amount: 100 });
    await refused(429, 'DAILY_VOLUME_LIMIT_EXCEEDED', second.post(`/quotes/${more.id}/execute`));
  });
});

it('an invalid corridors file stops the start with its name', async () => {
  const deployment = await createDeployment('sqlite');
  const file = join(deployment.dataDirectory, 'corridors.json');
  writeFileSync(file, JSON.stringify({ corridors: [{ ...USD_EUR, maxAmout: 5 }] }));
  try {
    await expect(deployment.launch({ CORRIDOR_CORRIDORS_FILE: file })).rejects.toThrow(
      new RegExp(`ended with 1\\ncorridor: CORRIDOR_CORRIDORS_FILE: ${file} corridors\\.0: .*maxAmout`),
    );
  } finally {
    await deployment.remove();
  }
});
