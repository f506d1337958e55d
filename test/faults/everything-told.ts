import type { Clock } from '@corridor/core/ports';
import { type BaseRecord, EVENTS, type Job, type JobKind, JOBS, type KindOf } from '@corridor/core/records';
import { audit, everyRecord } from '@corridor/core/internal';
import { nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { expect } from 'vitest';
import { openReadable } from '../../packages/adapters-storage/src/testing/readable.js';
import { type Api, expecting } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import type { Deployment, Host } from '../support/host.js';
import { accountOf } from '../support/scenario.js';
import type { Receiver } from '../support/webhook-receiver.js';
import type { Page, Transaction } from '../support/wire.js';
import type { Load } from './load.js';
import { SANDBOX_SECONDS } from './outcomes.js';

type Storage = ReturnType<Deployment['open']>;

/** Opens the database of a deployment next to its hosts. */
export async function inDatabase<T>(deployment: Deployment, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = deployment.open();
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/**
 * Throws the findings of the audit. It runs in this process, which saves the start of `corridor audit`. `clock` is that
 * of the hosts.
 */
export async function auditIsClean(deployment: Deployment, clock: Clock = systemClock): Promise<void> {
  const { findings } = await inDatabase(deployment, (storage) =>
    audit({ units: storage.units, clock, ...nodeCrypto, sealer: null }),
  );
  expect(findings).toEqual([]);
}

export const recordsIn = <T extends BaseRecord>(storage: Storage, kind: KindOf<T>): Promise<readonly T[]> =>
  storage.units.read(null, async (reads) => {
    const records: T[] = [];
    for await (const record of everyRecord(reads, kind)) records.push(record);
    return records;
  });

export const recordsOf = <T extends BaseRecord>(deployment: Deployment, kind: KindOf<T>): Promise<readonly T[]> =>
  inDatabase(deployment, (storage) => recordsIn(storage, kind));

/** Jobs that the sandbox schedules for later. */
const LATER: ReadonlySet<JobKind> = new Set<JobKind>(['payout.check', 'pull.check', 'fees.sweep']);

/** Waits until a host has finished all due work, and after the sandbox's longest delay the rest as well. */
export async function everythingSettles(deployment: Deployment, host: Host): Promise<void> {
  await inDatabase(deployment, async (storage) => {
    await nothingWaits(storage, (job) => !LATER.has(job.kind));
    await host.advance(SANDBOX_SECONDS);
    await nothingWaits(storage, () => true);
  });
}

/** Waits until no event and no counted job is left. */
async function nothingWaits(storage: Storage, counts: (job: Job) => boolean): Promise<void> {
  await eventually(
    'the end of all work',
    async () => {
      const jobs = (await recordsIn(storage, JOBS)).filter(counts);
      if (jobs.length > 0) throw new Error(`${jobs.length} jobs, such as ${describe(jobs[0])}`);
      const queued = (await recordsIn(storage, EVENTS)).filter(({ status }) => status === 'QUEUED');
      if (queued.length > 0) throw new Error(`${queued.length} events, such as ${describe(queued[0])}`);
      return true;
    },
    { withinMs: 60_000, everyMs: 200 },
  );
}

const describe = (record: unknown): string =>
  JSON.stringify(record, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** Each acknowledged payment and deposit exists once, as it was acknowledged, and there are no others. */
export async function everythingAcknowledgedIsThereOnce(api: Api, load: Load): Promise<void> {
  const all = await allTransactions(api);
  const outgoing = new Map(all.filter(({ type }) => type === 'OUTGOING').map((one) => [one.id, one]));
  const incoming = all.filter(({ type }) => type === 'INCOMING');

  const transferred = (way: 'in' | 'out') => load.transfers.filter(({ direction }) => direction === way);
  const ids = [...load.payments.map(({ quote }) => quote.transactionId), ...transferred('out').map(({ id }) => id)];
  expect(
    all
      .map(({ id }) => id)
      .filter((id) => outgoing.has(id))
      .sort(),
  ).toEqual([...ids].sort());
  for (const { quote, outcome, payer, from } of load.payments) {
    const misfunded = !outcome.events.includes('OUTGOING_PAYMENT.PROCESSING');
    expect(outgoing.get(quote.transactionId), quote.id).toMatchObject({
      status: outcome.status,
      customerId: payer.customerId,
      quoteId: quote.id,
      source: { sourceType: from === 'account' ? 'ACCOUNT' : 'REALTIME_FUNDING' },
      sentAmount: { amount: quote.totalSendingAmount + (misfunded ? 1 : 0), currency: { code: 'USD' } },
      ...(outcome.refund === undefined ? {} : { refund: { status: outcome.refund } }),
      ...(misfunded ? {} : { receivedAmount: { amount: quote.totalReceivingAmount, currency: { code: 'EUR' } } }),
    });
  }

  const byId = new Map(all.map((one) => [one.id, one]));
  for (const { id, outcome, amount } of load.transfers) {
    expect(byId.get(id), id).toMatchObject({
      status: outcome.status,
      sentAmount: { amount },
      receivedAmount: { amount },
      ...(outcome.refund === undefined ? {} : { refund: { status: outcome.refund } }),
    });
  }

  const collected = new Set(transferred('in').map(({ id }) => id));
  expect(incoming.filter(({ id }) => collected.has(id))).toHaveLength(collected.size);
  const deposited = incoming.filter(({ id }) => !collected.has(id));
  const came = deposited.map(({ destination, receivedAmount }) => `${destination.accountId} ${receivedAmount?.amount}`);
  expect(came.sort()).toEqual(load.deposits.map(({ accountId, amount }) => `${accountId} ${amount}`).sort());
  await balancesAreWhatWasAcknowledged(api, load);
}

async function balancesAreWhatWasAcknowledged(api: Api, load: Load): Promise<void> {
  for (const payer of load.payers) {
    const came = sum(load.deposits.filter((one) => one.accountId === payer.source).map(({ amount }) => amount));
    const own = load.payments.filter((one) => one.payer === payer);
    const spent = own.filter(({ from, outcome }) => from === 'account' && outcome.refund !== 'COMPLETED');
    const received = own.filter(({ to }) => to === 'account inside');
    const moved = load.transfers.filter((one) => one.payer === payer && one.outcome.status === 'COMPLETED');
    const net = sum(moved.map(({ direction, amount }) => (direction === 'in' ? amount : -amount)));
    const expected = {
      USD: came + net - sum(spent.map(({ quote }) => quote.totalSendingAmount)),
      EUR: sum(received.map(({ quote }) => quote.totalReceivingAmount)),
    };
    for (const [currency, amount] of Object.entries(expected)) {
      const account = await accountOf(api, payer.customerId, currency);
      expect({ available: account.balance.amount, total: account.totalBalance.amount }, currency).toEqual({
        available: amount,
        total: amount,
      });
    }
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** All transactions of the platform, page by page. */
export async function allTransactions(api: Api): Promise<readonly Transaction[]> {
  const all: Transaction[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await expecting(200, api.get<Page<Transaction>>('/transactions', { limit: 100, cursor }));
    all.push(...page.data);
    if (!page.hasMore) return all;
    cursor = page.nextCursor;
  }
}

interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly resource: string;
  readonly status: string;
}

/** Stored events by position, which is the order of delivery. No list of core has this order. */
async function eventsInOrder({ address }: Deployment): Promise<readonly StoredEvent[]> {
  const database = await openReadable(address);
  try {
    const query = 'select id, type, resource, status from readable_events order by position';
    return (await database.rows(query)) as unknown as readonly StoredEvent[];
  } finally {
    await database.close();
  }
}

/** The types of the events of each resource, in the order of their first arrival. */
export type Told = ReadonlyMap<string, readonly string[]>;

/**
 * Expects that the receiver has every event of the database, in the order of its resource, and with the same body in
 * each repetition. Returns the types by resource.
 */
export async function everyEventArrived(deployment: Deployment, receiver: Receiver): Promise<Told> {
  const events = await eventsInOrder(deployment);
  expect(events.filter(({ status }) => status !== 'DELIVERED')).toEqual([]);

  const bodies = new Map<string, string>();
  const arrived = new Map<string, string[]>();
  const stored = new Map(events.map((event) => [event.id, event]));
  for (const { event, body, headers } of receiver.deliveries) {
    const text = body.toString('utf8');
    expect(headers['webhook-id']).toBe(event.id);
    expect(bodies.get(event.id) ?? text, `the body of ${event.id}`).toBe(text);
    bodies.set(event.id, text);
    const resource = stored.get(event.id)?.resource;
    if (resource === undefined) throw new Error(`${event.id} arrived and is not in the database`);
    const before = arrived.get(resource);
    // A repetition follows its original directly: the next event of a resource waits for the one before it.
    if (before === undefined) arrived.set(resource, [event.id]);
    else if (before.at(-1) !== event.id) before.push(event.id);
  }
  const required = new Map<string, string[]>();
  for (const { id, resource } of events) required.set(resource, [...(required.get(resource) ?? []), id]);
  expect(Object.fromEntries(arrived)).toEqual(Object.fromEntries(required));
  return new Map([...arrived].map(([resource, ids]) => [resource, ids.map((id) => stored.get(id)!.type)]));
}

/** Expects the events of each payment that belong to its outcome. */
export function paymentsWereTold(load: Load, told: Told): void {
  for (const { quote, outcome } of load.payments) {
    expect(told.get(quote.transactionId), quote.transactionId).toEqual(outcome.events);
  }
  for (const { id, outcome } of load.transfers) expect(told.get(id), id).toEqual(outcome.events);
}
