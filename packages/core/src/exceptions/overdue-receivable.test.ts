import { expect, it } from 'vitest';
import { type Job, JOBS, schedule } from '../events/index.js';
import { createIds, type Id, newRecord, ok, plusSeconds } from '../kernel/index.js';
import { BALANCES, lineId, type Posting, POSTINGS } from '../ledger/index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { seededRandom } from '../testing/ports.js';
import { EXCEPTIONS, overdueReceivable, owedLine, unsettledOf } from './index.js';

const ACCOUNT = 'InternalAccount:1';
const DAY = 86_400;

/** An account whose postings the test writes: its debts, and the credits that settle them. */
async function world(receivableDays = 5) {
  const play = await playCore();
  const { units } = play.storage;
  const ids = createIds(play.clock, seededRandom('overdue'));
  let entries = 0;
  const unit = async (work: (tx: Parameters<Parameters<typeof units.run>[1]>[0]) => void): Promise<void> => {
    const done = await units.run(play.tenant, async (tx) => {
      work(tx);
      return ok();
    });
    valueOf(done);
  };
  /** Posts an amount on the receivables of the account, as the second line of its entry; negative for a debt. */
  const posted = async (amount: bigint, account = `receivables:${ACCOUNT}`): Promise<Id<'JournalEntry'>> => {
    entries += 1;
    const entryId = `JournalEntry:018bcfe5-6800-7000-8000-${String(entries).padStart(12, '0')}` as Id<'JournalEntry'>;
    const line = { entryId, kind: 'DEPOSIT', cause: 'Transaction:1', entryCause: null, currency: 'USD' } as const;
    await unit((tx) => {
      const lines = [
        { account: `available:${ACCOUNT}`, amount: -amount },
        { account, amount },
      ];
      for (const [index, of] of lines.entries()) {
        tx.add(POSTINGS, { ...line, ...of, ...newRecord(lineId(entryId, index), play.context()) } as never);
      }
    });
    return entryId;
  };
  const owed = (available: bigint) =>
    unit((tx) =>
      tx.add(BALANCES, {
        currency: 'USD',
        available,
        held: 0n,
        ...newRecord(`receivables:${ACCOUNT}`, play.context()),
      } as never),
    );
  const jobs = async () =>
    (await units.read(play.tenant, (reads) => reads.list(JOBS, { order: 'asc', limit: 9 }))).rows;
  return {
    play,
    posted,
    owed,
    jobs,
    unsettled: async (entryId: Id<'JournalEntry'>) =>
      units.read(play.tenant, async (reads) => unsettledOf(reads, await owedLine(reads, entryId))),
    async scheduled(subject: string): Promise<Job> {
      const ctx = play.context();
      const dueAt = plusSeconds(ctx.hostNow, 1_000 * DAY);
      await unit((tx) => schedule({ tx, ctx, ids }, { kind: 'receivable.overdue', subject, dueAt }));
      return (await jobs()).find((job) => job.subject === subject)!;
    },
    runs: async (job: Job) =>
      valueOf(await overdueReceivable({ units, ids, receivableDays })(play.context(), job, undefined as never)),
    exceptions: async () =>
      (await units.read(play.tenant, (reads) => reads.list(EXCEPTIONS, { order: 'asc', limit: 9 }))).rows,
  };
}

it('the oldest debt is settled first', async () => {
  const { posted, owed, unsettled } = await world();
  const first = await posted(-100n);
  const second = await posted(-50n);
  await posted(30n);
  await owed(120n);
  // 30 of the first debt are settled.
  expect([await unsettled(first), await unsettled(second)]).toEqual([70n, 50n]);
});

it.each([
  [150n, 100n, 50n],
  [151n, 100n, 50n],
  [149n, 99n, 50n],
  [51n, 1n, 50n],
  [50n, 0n, 50n],
  [49n, 0n, 49n],
  [0n, 0n, 0n],
])('of %s that are owed, %s and %s are unsettled', async (left, ofFirst, ofSecond) => {
  const { posted, owed, unsettled } = await world();
  const [first, second] = [await posted(-100n), await posted(-50n)];
  await owed(left);
  expect([await unsettled(first), await unsettled(second)]).toEqual([ofFirst, ofSecond]);
});

it('an account that never owed anything has nothing unsettled', async () => {
  const { posted, unsettled } = await world();
  expect(await unsettled(await posted(-100n))).toBe(0n);
});

it('later debts of more than one page are counted, and those of other accounts are not', async () => {
  const { posted, owed, unsettled } = await world();
  const first = await posted(-1_000n);
  for (let i = 0; i < 201; i++) await posted(-1n);
  await posted(-500n, 'receivables:InternalAccount:2');
  await owed(1_201n);
  expect(await unsettled(first)).toBe(1_000n);
  const { posted: post, owed: owes, unsettled: left } = await world();
  const old = await post(-1_000n);
  for (let i = 0; i < 201; i++) await post(-1n);
  await owes(300n);
  expect(await left(old)).toBe(99n);
});

it('the line of a debt is the one that increases a receivable', async () => {
  const { play, posted } = await world();
  const debt = await posted(-100n);
  const line = (await play.storage.units.read(play.tenant, (reads) => owedLine(reads, debt))) satisfies Posting;
  expect([line.id, line.account, line.amount]).toEqual([lineId(debt, 1), `receivables:${ACCOUNT}`, -100n]);
  const settled = await posted(100n);
  await expect(play.storage.units.read(play.tenant, (reads) => owedLine(reads, settled))).rejects.toThrow(settled);
});

it('a debt becomes an exception at its deadline, and not before', async () => {
  const { play, posted, owed, scheduled, runs, jobs, exceptions } = await world();
  const debt = await posted(-100n);
  await owed(70n);
  const job = await scheduled(debt);
  play.clock.advance(5 * DAY - 1);
  await runs(job);
  expect(await exceptions()).toEqual([]);
  const [waiting] = await jobs();
  expect(waiting!.dueAt).toBe(plusSeconds(play.clock.now(), 1));
  play.clock.advance(1);
  await runs(waiting!);
  expect(await jobs()).toEqual([]);
  expect(await exceptions()).toMatchObject([
    {
      kind: 'RECEIVABLE_OVERDUE',
      status: 'OPEN',
      subject: ACCOUNT,
      reference: debt,
      rail: null,
      currency: 'USD',
      amount: 70n,
    },
  ]);
});

it('a debt that is settled at its deadline becomes no exception', async () => {
  const { play, posted, owed, scheduled, runs, jobs, exceptions } = await world();
  const job = await scheduled(await posted(-100n));
  await owed(0n);
  play.clock.advance(5 * DAY);
  await runs(job);
  expect([await exceptions(), await jobs()]).toEqual([[], []]);
});

it('the work waits at most 30 days at a time', async () => {
  const { play, posted, scheduled, runs, jobs } = await world(365);
  await runs(await scheduled(await posted(-100n)));
  expect((await jobs()).map(({ dueAt }) => dueAt)).toEqual([plusSeconds(play.clock.now(), 30 * DAY)]);
});
