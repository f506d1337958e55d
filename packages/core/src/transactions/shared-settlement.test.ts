import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe, expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS, type PayoutStatus, RailUnavailable } from '../accounts/index.js';
import { type Job, JOBS } from '../events/index.js';
import { instant, ok, type UnitOfWork, update } from '../kernel/index.js';
import type { CorePorts } from '../service/index.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';

/** A storage that counts units of work and can give a job to another host right after it was claimed. */
function watchedStorage() {
  const storage = createMemoryStorage();
  const watched = { runs: 0, lost: null as string | null };
  const units: UnitOfWork = {
    ...storage.units,
    run: (tenant, work) => {
      watched.runs += 1;
      return storage.units.run(tenant, work);
    },
  };
  const jobs: CorePorts['storage']['jobs'] = {
    ...storage.jobs,
    async claim(claim) {
      const claimed = await storage.jobs.claim(claim);
      const lost = claimed.find(({ subject }) => subject === watched.lost);
      if (lost !== undefined) await takeOver(storage.units, lost);
      return claimed;
    },
  };
  return { storage: { ...storage, units, jobs }, watched };
}

const takeOver = (units: UnitOfWork, job: Job) =>
  units.run(job.tenant, async (tx) => {
    update(tx, { now: job.updatedAt }, JOBS, job, { leaseUntil: instant(job.leaseUntil + 60_000) });
    return ok();
  });

async function executed(payer: PlayPayer, count: number, destination: string) {
  const quotes = [];
  for (let i = 0; i < count; i++) {
    const terms = { lockedCurrencyAmount: 1_000n };
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, destination, terms));
    valueOf(await payer.execute(quote.id));
    quotes.push(quote);
  }
  return quotes;
}

it('payments that settle at the same time share units of work', async () => {
  const { storage, watched } = watchedStorage();
  const payer = await playPayer({ storage });
  const quotes = await executed(payer, 48, (await payer.external()).id);
  watched.runs = 0;
  await payer.play.core.work.runJobs();
  for (const quote of quotes) expect((await payer.payment(quote)).status).toBe('COMPLETED');
  // Three units to submit 48 payments and three to settle them.
  expect(watched.runs).toBe(6);
  await payer.auditClean();
});

it('a payment that fails or that another host has taken over does not hold up those that settle with it', async () => {
  const { storage, watched } = watchedStorage();
  const payer = await playPayer({ storage });
  const external = (await payer.external()).id;
  const [lost] = await executed(payer, 1, external);
  const failing = await executed(payer, 2, (await payer.external('002')).id);
  const inside = await executed(payer, 2, (await payer.internal('EUR')).account.id);
  const good = await executed(payer, 5, external);
  watched.lost = lost!.transactionId;
  await payer.play.core.work.runJobs();
  const statuses = async (of: typeof good) => Promise.all(of.map(async (quote) => (await payer.payment(quote)).status));
  expect(new Set(await statuses([...good, ...inside]))).toEqual(new Set(['COMPLETED']));
  expect(new Set(await statuses(failing))).toEqual(new Set(['FAILED']));
  expect(await statuses([lost!])).toEqual(['PROCESSING']);
  watched.lost = null;
  await payer.play.pass(120);
  expect(await statuses([lost!])).toEqual(['COMPLETED']);
  expect(payer.eventsOf(lost!.transactionId).filter((type) => type === 'OUTGOING_PAYMENT.COMPLETED')).toHaveLength(1);
  await payer.auditClean();
});

describe('a payment that needs units of its own leaves the other five their shared units:', () => {
  const DELIVERED: PayoutStatus = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null };
  const FAILED: PayoutStatus = {
    state: 'failed',
    reason: 'ACCOUNT_INVALID',
    refundReason: 'TRANSACTION_FAILED',
    refundable: true,
  };

  async function world() {
    const { storage, watched } = watchedStorage();
    const answers = new Map<string, () => Promise<PayoutStatus>>();
    const rails = bankRails({ submit: async ({ reference }) => answers.get(reference)?.() ?? DELIVERED });
    const reported: unknown[] = [];
    const payer = await playPayer({ storage, rails, report: (_, details) => void reported.push(details) });
    const external = await payer.external();
    /** Runs the due jobs, and returns the number of units of work. */
    const runs = async () => {
      watched.runs = 0;
      await payer.play.core.work.runJobs();
      return watched.runs;
    };
    const five = () => executed(payer, 5, external.id);
    const one = async (destination: string) => (await executed(payer, 1, destination))[0]!;
    return { payer, answers, reported, external, runs, five, one };
  }
  const statusOf = async (payer: PlayPayer, quotes: Parameters<PlayPayer['payment']>[0][]) => [
    ...new Set(await Promise.all(quotes.map(async (quote) => (await payer.payment(quote)).status))),
  ];

  it('none, if its rail has not delivered yet', async () => {
    const { payer, answers, reported, external, runs, five, one } = await world();
    const odd = await one(external.id);
    answers.set(odd.transactionId, async () => ({ state: 'pending', checkAfterSeconds: 60 }));
    const others = await five();
    expect(await runs()).toBe(2);
    expect([await statusOf(payer, [odd]), await statusOf(payer, others)]).toEqual([['PROCESSING'], ['COMPLETED']]);
    expect(reported).toEqual([]);
  });

  it('one, to settle inside this ledger', async () => {
    const { payer, reported, runs, five, one } = await world();
    const odd = await one((await payer.internal('EUR')).account.id);
    const others = await five();
    expect(await runs()).toBe(3);
    expect(await statusOf(payer, [odd, ...others])).toEqual(['COMPLETED']);
    expect(reported).toEqual([]);
    await payer.auditClean();
  });

  it('one, to fail because its destination was deleted', async () => {
    const { payer, reported, runs, five, one } = await world();
    const { id } = await payer.external('891');
    const odd = await one(id);
    const { play } = payer;
    await play.storage.units.run(play.tenant, async (tx) =>
      ok(update(tx, play.context(), EXTERNAL_ACCOUNTS, (await tx.get(EXTERNAL_ACCOUNTS, id))!, { isDeleted: true })),
    );
    const others = await five();
    expect(await runs()).toBe(3);
    expect([await statusOf(payer, [odd]), await statusOf(payer, others)]).toEqual([['FAILED'], ['COMPLETED']]);
    expect(await payer.payment(odd)).toMatchObject({ submittedAt: null, failureReason: 'ACCOUNT_CANNOT_RECEIVE' });
    expect(reported).toEqual([]);
    await payer.auditClean();
  });

  it('one, to book that its rail cannot deliver', async () => {
    const { payer, answers, reported, external, runs, five, one } = await world();
    const odd = await one(external.id);
    answers.set(odd.transactionId, async () => FAILED);
    const others = await five();
    expect(await runs()).toBe(3);
    expect([await statusOf(payer, [odd]), await statusOf(payer, others)]).toEqual([['FAILED'], ['COMPLETED']]);
    expect(reported).toEqual([]);
    await payer.auditClean();
  });

  it('one, if its money came from outside, because its payer may be deleted', async () => {
    const { payer, reported, external, runs, five } = await world();
    const odd = await payer.quoted(payer.funded(external.id, { lockedCurrencyAmount: 1_000n }));
    valueOf(await payer.pay(odd));
    const others = await five();
    expect(await runs()).toBe(3);
    expect(await statusOf(payer, [odd, ...others])).toEqual(['COMPLETED']);
    expect(reported).toEqual([]);
    await payer.auditClean();
  });

  it('two, after an attempt that failed', async () => {
    const { payer, answers, reported, external, runs, five, one } = await world();
    const odd = await one(external.id);
    answers.set(odd.transactionId, () => Promise.reject(new RailUnavailable('sandbox-bank', 'submit', 'no answer')));
    await runs();
    expect(reported).toHaveLength(1);
    answers.clear();
    payer.play.clock.advance(1);
    const others = await five();
    expect(await runs()).toBe(4);
    expect(await statusOf(payer, [odd, ...others])).toEqual(['COMPLETED']);
    expect(reported).toHaveLength(1);
    await payer.auditClean();
  });
});
