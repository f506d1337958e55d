import { beforeEach, describe, expect, it } from 'vitest';
import { EVENTS, type OutboxEvent } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type Instant, instant, ok, tenantKey } from '../kernel/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { operatorNamed, seededRandom } from '../testing/ports.js';
import { FIGURE_HEAD_ID, FIGURE_HEADS, FIGURES, HOUR_MS, hourOf, idOf, totalsOf } from './figure.js';
import { EVENTS_OF_A_RUN, foldFigures } from './fold-figures.js';
import {
  COUNTED_AS,
  countedAs,
  type CountedFilter,
  type CountedPayment,
  EVENTS_OF_A_READER,
  inspectFigures,
  type Overview,
} from './index.js';

let payer: PlayPayer;
let began: Instant;

beforeEach(async () => {
  payer = await playPayer();
  began = instant(payer.play.clock.now());
});

const DAY = 86_400;
const now = (): Instant => instant(payer.play.clock.now());
const overview = (from: Instant = began, to: Instant = now()): Promise<Overview> =>
  payer.play.core.figures.overview({ from, to, of: payer.play.tenant });
const fold = () => payer.play.core.work.foldFigures();
const sumOf = (
  hours: Overview['hours'],
  what: 'accepted' | 'settled' | 'failed' | 'cancelled' | 'expired' | 'returned',
) => hours.reduce((sum, hour) => sum + hour[what], 0);
const findings = () => inspectFigures(payer.play.storage.units, seededRandom());

async function transfer(suffix = '890') {
  const to = await payer.dollars(suffix);
  return valueOf(
    await payer.play.run(payer.play.core.transfers.out, {
      sourceId: payer.usd.id,
      destinationId: to.id,
      amount: 5_000n,
    }),
  );
}

describe('the figures of payments', () => {
  it('count a payment in the hours in which it is accepted and settles', async () => {
    await transfer();
    const { expectedSettlementAt } = await transfer('891');
    await payer.play.pass(2 * DAY);
    expect(expectedSettlementAt).not.toBeNull();
    const { hours, rails, volume } = await overview();
    expect(hours).toHaveLength(49);
    // The deposit of the payer came in the same hour as the payments.
    expect(hours[0]).toMatchObject({ hour: hourOf(began), accepted: 3, settled: 1 });
    expect(hours.at(-1)).toMatchObject({ hour: hourOf(now()), accepted: 0, settled: 2 });
    expect(volume).toEqual([
      { kind: 'INCOMING', currency: 'USD', settled: 1, amount: 1_000_000n },
      { kind: 'TRANSFER', currency: 'USD', settled: 2, amount: 10_000n },
    ]);
    expect(rails).toEqual([
      expect.objectContaining({
        rail: 'sandbox-bank',
        successBps: 10_000,
        p50: { moreThan: 86_400, atMost: 172_800 },
        p95: { moreThan: 86_400, atMost: 172_800 },
      }),
    ]);
  });

  it('are the same before and after they are stored', async () => {
    await transfer();
    await payer.play.pass(60);
    const tail = await overview();
    const totals = await payer.play.core.figures.totals();
    expect(await fold()).toMatchObject({ isBehind: false });
    expect(await fold()).toEqual({ events: 0, isBehind: false });
    expect(await overview()).toEqual(tail);
    expect(await payer.play.core.figures.totals()).toEqual(totals);
    expect(await findings()).toEqual([]);
  });

  it('count a failure by its reason, and the refund as open until it ends', async () => {
    const failing = await transfer('002');
    await payer.play.core.work.runJobs();
    const { open } = await overview();
    expect(open).toMatchObject([{ environment: 'SANDBOX', kind: 'TRANSFER', count: 1 }]);
    expect(now() - open[0]!.oldestSince).toBeLessThan(300_000);
    await payer.play.pass(60);
    const after = await overview();
    expect((await payer.play.read(payer.play.core.transactions.get, { id: failing.id })).ok).toBe(true);
    expect(after.failures).toEqual([expect.objectContaining({ kind: 'TRANSFER', count: 1 })]);
    expect(after.open).toEqual([]);
    expect(after.rails[0]).toMatchObject({ settled: 1, failed: 1, successBps: 5_000 });
  });

  it('do not count a refund that bounced as one that is open, until it is tried again', async () => {
    const { play } = payer;
    const open = async () => (await overview()).open.map(({ kind, count }) => [kind, count]);
    const quote = await payer.quoted(payer.funded((await payer.external()).id));
    const arrival = {
      kind: 'arrival' as const,
      rail: 'sandbox-bank',
      paymentId: 'p1',
      reference: quote.reference!,
      currency: 'USD',
      amount: quote.totalSendingAmount - 1n,
      remitter: { name: 'Grace', account: 'X890' },
      valueDate: null,
    };
    const bounce = async (messageId: string) => {
      const { refundReference: reference } = await payer.payment(quote);
      const status = { state: 'failed', reason: 'AC04' } as const;
      const refund = { kind: 'refund', rail: 'sandbox-bank', messageId, reference: reference!, status } as const;
      expect(valueOf(await play.core.railTells('SANDBOX', refund)).effect).toBe('APPLIED');
    };
    valueOf(await play.core.railTells('SANDBOX', arrival));
    expect(await open()).toEqual([['OUTGOING', 1]]);
    await play.pass(0);
    expect(await open()).toEqual([]);
    await bounce('m1');
    expect(await open()).toEqual([]);
    const page = await play.storage.units.read(play.tenant, (reads) =>
      reads.list(EXCEPTIONS, { order: 'asc', limit: 1 }),
    );
    // The sandbox says that it paid, so the written statement of the bank decides.
    const retry = { exceptionId: page.rows[0]!.id, resolution: 'RETRIED', evidence: 'statement 7' } as const;
    const by = { by: operatorNamed('Ann'), approvedBy: operatorNamed('Bob') };
    valueOf(await play.run(play.core.treasury.resolve, { ...retry, ...by }));
    expect(await open()).toEqual([['OUTGOING', 1]]);
    await bounce('m2');
    expect(await open()).toEqual([]);
    await fold();
    expect(await findings()).toEqual([]);
  });

  it('count a return in its own hour and leave the hour of the settlement as it was', async () => {
    const { id } = await transfer();
    await payer.play.pass(60);
    const settled = await overview();
    await fold();
    await payer.play.pass(21 * DAY);
    const told = await payer.play.core.railTells('SANDBOX', {
      kind: 'payout',
      rail: 'sandbox-bank',
      messageId: 'm1',
      reference: id,
      status: { state: 'returned', returnId: 'r1', amount: 5_000n, reason: null },
    });
    expect(valueOf(told).effect).toBe('APPLIED');
    await payer.play.pass(0);
    const { hours } = await overview();
    expect(hours[0]).toEqual(settled.hours[0]);
    expect(hours.at(-1)).toMatchObject({ accepted: 0, settled: 0, failed: 0, returned: 1 });
    await fold();
    expect(await findings()).toEqual([]);
  });

  it('have the hours of the platform, and those of all platforms the hours of the host', async () => {
    valueOf(await payer.play.run(payer.play.core.sandbox.advanceClock, { seconds: 30 * DAY }));
    await payer.play.core.work.catchUp(payer.play.tenant);
    const { id } = await transfer();
    const { createdAt } = valueOf(await payer.play.read(payer.play.core.transactions.get, { id }));
    expect(createdAt - now()).toBeGreaterThan(29 * DAY * 1000);
    const { hours, open } = await overview(createdAt, createdAt);
    expect(hours).toEqual([expect.objectContaining({ hour: hourOf(createdAt), accepted: 1 })]);
    expect(open[0]!.oldestSince).toBeLessThanOrEqual(now());
    expect(sumOf((await overview()).hours, 'accepted')).toBe(1);
    const all = await payer.play.core.figures.overview({ from: began, to: now(), of: 'SANDBOX' });
    expect(sumOf(all.hours, 'accepted')).toBe(2);
    await fold();
    expect(await findings()).toEqual([]);
    expect((await overview(createdAt, createdAt)).hours).toEqual(hours);
  });

  it('add up all platforms of an environment, and keep each platform for itself', async () => {
    await transfer();
    const other = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000009' as never, 'SANDBOX');
    await fold();
    const of = (scope: Parameters<typeof payer.play.core.figures.overview>[0]['of']) =>
      payer.play.core.figures.overview({ from: began, to: now(), of: scope });
    expect((await of('SANDBOX')).hours).toEqual((await of(payer.play.tenant)).hours);
    expect((await of('PRODUCTION')).hours[0]).toMatchObject({ accepted: 0 });
    expect((await of(other)).hours[0]).toMatchObject({ accepted: 0 });
  });

  it('name what waits for an operator', async () => {
    await transfer('005');
    const { backlog, exceptions, waitingVerifications, positions, isBehind } = await overview();
    expect({ exceptions, waitingVerifications, isBehind }).toEqual({
      exceptions: [],
      waitingVerifications: 0,
      isBehind: false,
    });
    expect(positions.reduce((sum, { balance }) => sum + balance, 0n)).not.toBeNull();
    payer.play.clock.advance(90);
    expect((await overview()).backlog.jobsSeconds).toBeGreaterThanOrEqual(backlog.jobsSeconds + 90);
  });

  it('refuse a period without an end or with more than 31 days', async () => {
    await expect(overview(began, instant(began - HOUR_MS))).rejects.toThrow('hours');
    await expect(overview(began, instant(began + 32 * 24 * HOUR_MS))).rejects.toThrow('hours');
  });
});

describe('a host that counts', () => {
  /** Copies of an event of a new payment, each of a payment of its own. */
  async function plant(count: number): Promise<void> {
    const { id } = await transfer();
    const { units } = payer.play.storage;
    const { rows } = await units.read(payer.play.tenant, (reads) =>
      reads.list(EVENTS, { where: { resource: id }, order: 'asc', limit: 1 }),
    );
    const [like] = rows as [OutboxEvent];
    valueOf(
      await units.run(payer.play.tenant, async (tx) => {
        for (let i = 0; i < count; i++) tx.add(EVENTS, { ...like, id: `Webhook:planted/${i}` as never });
        return ok();
      }),
    );
  }

  it('counts a backlog in parts, while a reader adds a bounded number of events and says so', async () => {
    await fold();
    await plant(2 * EVENTS_OF_A_READER);
    const first = await overview();
    expect(first.isBehind).toBe(true);
    let accepted = sumOf(first.hours, 'accepted');
    expect(accepted).toBeLessThanOrEqual(EVENTS_OF_A_READER + 2);
    for (let run = await fold(); run.isBehind; run = await fold()) {
      expect(run.events).toBe(EVENTS_OF_A_RUN);
      const grown = sumOf((await overview()).hours, 'accepted');
      expect(grown).toBeGreaterThanOrEqual(accepted);
      accepted = grown;
    }
    const last = await overview();
    expect(last.isBehind).toBe(false);
    expect(sumOf(last.hours, 'accepted')).toBe(2 * EVENTS_OF_A_READER + 2);
  });

  it('adds nothing twice if two hosts count at once, or one dies before or after its commit', async () => {
    const { storage, clock } = payer.play;
    const other = await playCore({ storage, clock }, { existing: true });
    await transfer();
    await payer.play.pass(60);
    const expected = await payer.play.core.figures.totals();
    const before = foldFigures({
      clock,
      units: { ...storage.units, run: () => Promise.reject(new Error('the host has died')) },
    });
    await expect(before()).rejects.toThrow('died');
    const runs = await Promise.all([fold(), other.core.work.foldFigures(), fold(), other.core.work.foldFigures()]);
    expect(runs.filter(({ events }) => events > 0)).toHaveLength(1);
    await transfer('891');
    const after = foldFigures({
      clock,
      units: {
        ...storage.units,
        run: async (...given) => {
          await storage.units.run(...given);
          throw new Error('the host has died');
        },
      },
    });
    await expect(after()).rejects.toThrow('died');
    expect(await fold()).toEqual({ events: 0, isBehind: false });
    const totals = await payer.play.core.figures.totals();
    const transfers = (of: typeof totals) => of.cells.find(({ kind }) => kind === 'TRANSFER')!.accepted;
    expect(transfers(totals)).toBe(transfers(expected) + 1);
    expect(await findings()).toEqual([]);
  });
});

describe('the audit', () => {
  const stored = async () => {
    const { units } = payer.play.storage;
    const ids = [totalsOf('SANDBOX'), { tenant: payer.play.tenant, hour: hourOf(began) }].map(idOf);
    return units.read(null, (reads) => reads.getMany(FIGURES, ids));
  };

  async function alter(change: (row: Awaited<ReturnType<typeof stored>>[number]) => object | null): Promise<void> {
    const rows = await stored();
    valueOf(
      await payer.play.storage.units.run(null, async (tx) => {
        for (const row of rows) {
          const after = change(row);
          if (after === null) tx.remove(FIGURES, row);
          else tx.change(FIGURES, row, { ...row, ...after, version: row.version + 1 });
        }
        return ok();
      }),
    );
  }

  beforeEach(async () => {
    await transfer();
    await fold();
    expect(await findings()).toEqual([]);
  });

  it('names each wrong figure of the hour and of the totals', async () => {
    await alter(({ cells }) => ({ cells: cells.map((cell) => ({ ...cell, settled: cell.settled + 1, amount: 1n })) }));
    const hour = new Date(hourOf(began)).toISOString();
    const found = await findings();
    expect(found).toContain(
      `settled of INCOMING/sandbox-bank/USD in the figures of ${payer.play.tenant} at ${hour} is 2, the events say 1`,
    );
    const amounts = found.filter((each) => each.startsWith('amount of INCOMING/sandbox-bank/USD in the totals'));
    expect(amounts).toEqual([expect.stringMatching(/ is 0\.01 USD, the events say [\d,]+\.\d\d USD$/)]);
    expect((await payer.play.core.ledger.audit()).findings).toEqual(found);
  });

  it('names figures that are missing, and open payments that are not', async () => {
    await alter(({ hour }) => (hour === 0 ? { open: {} } : null));
    const found = await findings();
    expect(found.some((each) => each.includes('is missing, the events say'))).toBe(true);
    expect(found.some((each) => each.startsWith('open payments in the totals of'))).toBe(true);
  });

  it('finds figures whose head is lost, so that they would be counted twice', async () => {
    const { units } = payer.play.storage;
    valueOf(
      await units.run(null, async (tx) => {
        tx.remove(FIGURE_HEADS, (await tx.get(FIGURE_HEADS, FIGURE_HEAD_ID))!);
        return ok();
      }),
    );
    expect((await findings()).some((each) => each.includes('the events say missing'))).toBe(true);
  });

  it('reads the payments of one hour from their events, which the payments themselves confirm', async () => {
    const { units } = payer.play.storage;
    const page = await units.read(payer.play.tenant, (reads) => reads.list(TRANSACTIONS, { order: 'asc', limit: 10 }));
    const { cells } = await payer.play.core.figures.totals();
    expect(cells.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(page.rows.length);
  });
});

describe('the payments that a figure counts', () => {
  const listed = async (filter: Omit<CountedFilter, 'limit' | 'cursor'>): Promise<readonly CountedPayment[]> => {
    const all: CountedPayment[] = [];
    for (let cursor: string | undefined; ;) {
      const page = valueOf(
        await payer.play.read(payer.play.core.payments.counted, { ...filter, limit: 2, ...(cursor && { cursor }) }),
      );
      all.push(...page.data);
      if (page.nextCursor === undefined) return all;
      cursor = page.nextCursor;
    }
  };

  it('are as many as the figure, by outcome, rail, kind, currency and reason, and in each hour', async () => {
    await transfer();
    await transfer('003');
    await transfer('004');
    await payer.play.pass(2 * DAY);
    await transfer('891');
    const { hours, rails, volume, failures, open } = await overview();
    const from = hours[0]!.hour;
    const before = instant(hours.at(-1)!.hour + HOUR_MS);
    for (const as of COUNTED_AS) {
      expect(await listed({ as, from, before }), as).toHaveLength(sumOf(hours, as));
      for (const rail of rails) expect(await listed({ as, from, before, rail: rail.rail }), as).toHaveLength(rail[as]);
      for (const { hour, [as]: count } of hours.filter((each) => each[as] > 0))
        expect(await listed({ as, from: hour, before: instant(hour + HOUR_MS) }), as).toHaveLength(count);
    }
    for (const { kind, currency, settled } of volume)
      expect(await listed({ as: 'settled', from, before, kind, currency })).toHaveLength(settled);
    expect(failures.length).toBeGreaterThan(0);
    for (const { kind, reason, count } of failures)
      expect(await listed({ as: countedAs(reason), from, before, kind, reason })).toHaveLength(count);
    const { core } = payer.play;
    for (const { kind, count } of open) {
      const found = valueOf(await payer.play.read(core.payments.search, { isOpen: true, kind, limit: 100 }));
      expect(found.data, kind).toHaveLength(count);
    }
    expect(open.length).toBeGreaterThan(0);
  });

  it('fill each page of those that failed, although refunds were completed meanwhile', async () => {
    const suffixes = ['002', '003', '004'];
    for (const suffix of suffixes) await transfer(suffix);
    await payer.play.core.work.runJobs();
    await payer.play.pass(60);
    const { data } = valueOf(
      await payer.play.read(payer.play.core.payments.counted, { as: 'failed', limit: suffixes.length }),
    );
    expect(data).toHaveLength(suffixes.length);
  });

  it('are those of host time for the figures of all platforms, when the test clock is ahead', async () => {
    const { core, tenant, run } = payer.play;
    valueOf(await run(core.sandbox.advanceClock, { seconds: 30 * DAY }));
    await core.work.catchUp(tenant);
    await transfer();
    const { hours } = await core.figures.overview({ from: began, to: now(), of: 'SANDBOX' });
    const [from, before] = [hours[0]!.hour, instant(hours.at(-1)!.hour + HOUR_MS)];
    expect(await listed({ as: 'accepted', from, before, isHostTime: true })).toHaveLength(sumOf(hours, 'accepted'));
    expect(await listed({ as: 'accepted', from, before })).not.toHaveLength(sumOf(hours, 'accepted'));
  });
});
