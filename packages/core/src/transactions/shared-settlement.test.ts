import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { expect, it } from 'vitest';
import { type Job, JOBS } from '../events/index.js';
import { instant, ok, type UnitOfWork, update } from '../kernel/index.js';
import type { CorePorts } from '../service/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';

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
