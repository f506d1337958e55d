import { describe, expect, it } from 'vitest';
import { type Api, createApi, expecting, refused } from '../support/api.js';
import { printedCredential } from '../support/credentials.js';
import { eventually, pause } from '../support/eventually.js';
import { BOOTSTRAP } from '../support/host.js';
import {
  addAccount,
  balances,
  createCustomer,
  fundedAccount,
  quotePayout,
  readQuote,
  readTransaction,
} from '../support/scenario.js';
import { databasesOf } from '../support/tiers.js';
import { useHost } from '../support/use-host.js';
import type { Page } from '../support/wire.js';

interface Clock {
  readonly now: string;
  readonly aheadSeconds: number;
}

interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly resource: string;
  readonly status: string;
  readonly attempts: number;
  readonly nextAttemptAt?: string;
  readonly lastError?: string;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const FUNDED = 50_000;
const SENT = 10_000;

const clock = (api: Api): Promise<Clock> => expecting(200, api.get<Clock>('/sandbox/clock'));
const advance = (api: Api, seconds: number): Promise<Clock> =>
  expecting(200, api.post<Clock>('/sandbox/clock/advance', { seconds }));

async function payer(api: Api, ending?: string) {
  const customer = await createCustomer(api, { currencies: ['USD'] });
  const source = await fundedAccount(api, customer.id, 'USD', FUNDED);
  const payee = await addAccount(api, customer.id, 'EUR', ending);
  return { customerId: customer.id, from: source.id, to: payee.id };
}

describe.each(databasesOf(import.meta.url))('the test clock on %s', (database) => {
  const used = useHost(database);
  const eventsOf = async (resource: string) =>
    (await expecting(200, used.api.get<Page<StoredEvent>>('/webhooks/events', { resource }))).data;

  it('expires a quote, completes a slow payment and returns another one at their times', async () => {
    const { api } = used;
    const before = Date.parse((await clock(api)).now);
    const [idle, slow, returned] = [await payer(api), await payer(api, '003'), await payer(api, '005')];
    const unused = await quotePayout(api, { ...idle, amount: SENT });
    const six = await quotePayout(api, { ...slow, amount: SENT }, { immediatelyExecute: true });
    const back = await quotePayout(api, { ...returned, amount: SENT }, { immediatelyExecute: true });

    // The request that advances the clock waits for due jobs: both payouts are submitted when it is answered.
    await advance(api, 10);
    expect(await readTransaction(api, back.transactionId)).toMatchObject({ status: 'COMPLETED' });
    expect(await readTransaction(api, six.transactionId)).toMatchObject({ status: 'PROCESSING' });
    await advance(api, 30);
    expect(await readTransaction(api, back.transactionId)).toMatchObject({
      status: 'FAILED',
      failureReason: 'PAYOUT_RETURNED',
      refund: { status: 'COMPLETED' },
    });
    expect(await balances(api, returned.customerId, 'USD')).toEqual([FUNDED, FUNDED]);
    expect(await readQuote(api, unused.id)).toMatchObject({ status: 'PENDING' });

    await advance(api, 5 * MINUTE);
    expect(await readQuote(api, unused.id)).toMatchObject({ status: 'EXPIRED' });
    expect(await readTransaction(api, six.transactionId)).toMatchObject({ status: 'PROCESSING' });
    await advance(api, MINUTE);
    const done = await readTransaction(api, six.transactionId);
    expect(done).toMatchObject({ status: 'COMPLETED' });
    expect(Date.parse(done.settledAt!) - before).toBeGreaterThanOrEqual(6 * MINUTE * 1000);

    await advance(api, HOUR - 6 * MINUTE - 40);
    expect(await clock(api)).toMatchObject({ aheadSeconds: HOUR });
    expect(Date.parse((await createCustomer(api)).createdAt) - before).toBeGreaterThanOrEqual(HOUR * 1000);
  });

  it('retries a webhook with delays up to half an hour, gives up after seven days, and sends it again on request', async () => {
    const { api, receiver } = used;
    // Only one event is queued: with several, the host tries one and delays the others.
    await eventually('an empty queue', async () => {
      const { data } = await expecting(200, api.get<Page<StoredEvent>>('/webhooks/events', { status: 'QUEUED' }));
      return data.length === 0;
    });
    let refuses = true;
    receiver.answerWith((_delivery, response) => void response.writeHead(refuses ? 503 : 200).end());
    const customer = await createCustomer(api);
    const head = async (): Promise<StoredEvent> => (await eventsOf(customer.id)).at(-1)!;
    await eventually('the first attempt', async () => (await head()).attempts === 1 && (await head()).lastError);

    const gaps: number[] = [];
    for (let attempts = 1; attempts <= 12; attempts++) {
      const { now } = await clock(api);
      const event = await head();
      expect(event).toMatchObject({ type: 'CUSTOMER.KYC_PENDING', status: 'QUEUED', attempts });
      const gap = (Date.parse(event.nextAttemptAt!) - Date.parse(now)) / 1000;
      gaps.push(gap);
      await advance(api, Math.max(1, Math.ceil(gap)));
      // The request that advances the clock waits for the attempt and its outcome.
      expect((await head()).attempts, `after ${gap} s`).toBe(attempts + 1);
    }
    for (const [index, gap] of gaps.entries()) {
      const least = Math.min(5 * 2 ** index, 1500);
      expect(gap, `gap ${index + 1}`).toBeGreaterThan(least - 5);
      expect(gap, `gap ${index + 1}`).toBeLessThanOrEqual(least * 1.2 + 1);
    }
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1800);

    await advance(api, 7 * DAY);
    expect((await head()).status).toBe('FAILED');
    expect(await head()).toMatchObject({ lastError: 'the endpoint answered 503' });
    const { id } = await head();

    const payload = (await expecting(200, api.get<{ payload: unknown }>(`/webhooks/events/${id}`))).payload;
    refuses = false;
    const again = await expecting(200, api.post<StoredEvent>(`/webhooks/events/${id}/redeliver`));
    expect(again).toMatchObject({ id, status: 'QUEUED', attempts: 0 });
    await eventually('its delivery', async () => (await head()).status === 'DELIVERED');
    const deliveries = receiver.deliveries.filter(({ event }) => event.id === id);
    expect(deliveries.at(-1)?.event).toEqual(payload);
    expect(new Set(deliveries.map(({ body }) => body.toString())).size).toBe(1);
  });

  it('advances once per idempotency key, and refuses invalid steps', async () => {
    const { api } = used;
    const { aheadSeconds } = await clock(api);
    const step = () => api.post<Clock>('/sandbox/clock/advance', { seconds: HOUR }, { idempotencyKey: 'step' });
    const [one, two] = await Promise.all([step(), step()]);
    expect(two.text).toBe(one.text);
    expect(await clock(api)).toMatchObject({ aheadSeconds: aheadSeconds + HOUR });
    for (const seconds of [0, -5, 1.5, '60', 400 * DAY]) {
      await refused(400, 'INVALID_INPUT', api.post('/sandbox/clock/advance', { seconds }));
    }
    for (let i = 0; i < 9; i++) await advance(api, 366 * DAY);
    await refused(400, 'INVALID_INPUT', api.post('/sandbox/clock/advance', { seconds: 366 * DAY }));
  });

  it('is refused in production', async () => {
    const { api, deployment } = used;
    const made = await deployment.command('platform', 'create', '--name', 'Real', '--environment', 'PRODUCTION');
    const production = api.as(printedCredential(made));
    await refused(403, 'FORBIDDEN', production.post('/sandbox/clock/advance', { seconds: 1 }));
    await refused(403, 'FORBIDDEN', production.get('/sandbox/clock'));
  });
});

describe.each(databasesOf(import.meta.url, 'postgres'))('two hosts on one Postgres', () => {
  const used = useHost('postgres');

  it("see each other's clock steps within a second, and never go back", async () => {
    const second = await used.deployment.start();
    const api = createApi(() => second.baseUrl, BOOTSTRAP);
    try {
      const slow = await payer(used.api, '003');
      const quote = await quotePayout(used.api, { ...slow, amount: SENT }, { immediatelyExecute: true });
      await advance(used.api, 1);
      let last = 0;
      const watch = async (of: Api): Promise<number> => {
        const at = Date.parse((await createCustomer(of)).createdAt);
        expect(at).toBeGreaterThanOrEqual(last);
        return at;
      };
      last = await watch(api);
      const stepped = Date.parse((await advance(used.api, HOUR)).now);
      await eventually('the step at the other host', async () => (last = await watch(api)) >= stepped, {
        withinMs: 1_500,
        everyMs: 100,
      });
      await pause(1_100);
      last = await watch(api);
      // Six minutes have passed by either clock, whichever host continued the payment.
      await eventually('the payment', async () => {
        const { status } = await readTransaction(api, quote.transactionId);
        return status === 'COMPLETED';
      });
      await advance(api, HOUR);
      expect(await clock(used.api)).toMatchObject({ aheadSeconds: 2 * HOUR + 1 });
    } finally {
      await second.stop();
    }
  });
});
