import { beforeEach, expect, it } from 'vitest';
import type { InternalAccount } from '../accounts/index.js';
import { schedule } from '../events/index.js';
import { createIds, type CurrencyCode, ok } from '../kernel/index.js';
import { BALANCES, chart, post, POSTINGS, receivableOf } from '../ledger/index.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { seededRandom } from '../testing/ports.js';
import { NEVER_SHORT } from '../transactions/index.js';

const USD = 'USD' as CurrencyCode;

let play: PlayCore;
let own: InternalAccount;
let sweeps = 0;
beforeEach(async () => {
  play = await playCore();
  const page = valueOf(await play.read(play.core.accounts.listInternal, { ownerType: 'PLATFORM', currency: USD }));
  own = page.data[0]!.account;
});

/** The fees that payments have left; negative after a return that took more than there was. */
async function feesAre(amount: bigint): Promise<void> {
  const unit = { ctx: play.context(), ids: createIds(play.clock, seededRandom(`fees ${amount}`)) };
  const lines = [
    { account: chart.fees(play.tenant, USD), amount },
    { account: chart.clearing('SANDBOX', 'sandbox-bank', USD), amount: -amount },
  ];
  const posted = await play.storage.units.run(play.tenant, async (tx) => {
    post({ ...unit, tx }, { kind: 'SETTLEMENT', cause: 'Transaction:1', lines }, NEVER_SHORT);
    return ok();
  });
  valueOf(posted);
}

/** Sweeps, and returns the number of entries that sweeps have made so far. */
async function sweep(): Promise<number> {
  const ids = createIds(play.clock, seededRandom(`sweep ${sweeps++}`));
  const ctx = play.context();
  const scheduled = await play.storage.units.run(play.tenant, async (tx) => {
    schedule({ tx, ctx, ids }, { kind: 'fees.sweep', subject: USD, dueAt: ctx.hostNow });
    return ok();
  });
  valueOf(scheduled);
  await play.pass(0);
  return play.storage.units.read(play.tenant, async (reads) => {
    expect(await reads.sum(POSTINGS, 'amount', { account: chart.fees(play.tenant, USD).name }, 0, null)).toBe(0n);
    const { rows } = await reads.list(POSTINGS, { where: { entryCause: own.id }, order: 'asc', limit: 50 });
    return rows.filter(({ kind }) => kind === 'FEE_SWEEP').length;
  });
}
const balances = () =>
  play.storage.units.read(play.tenant, async (reads) => [
    (await reads.get(BALANCES, own.id))?.available ?? 0n,
    (await reads.get(BALANCES, receivableOf(own.id)))?.available ?? 0n,
  ]);

it('fees that were collected go to the account of the platform, once', async () => {
  await feesAre(350n);
  expect(await sweep()).toBe(1);
  expect(await sweep()).toBe(1);
  expect(await balances()).toEqual([350n, 0n]);
  const told = play.delivered.filter(({ type }) => type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED');
  expect(told.map(({ resource, available }) => [resource, available])).toEqual([[own.id, 350n]]);
});

it('fees that are missing are taken back from the platform, which owes what it does not have', async () => {
  await feesAre(250n);
  await sweep();
  const after: (readonly bigint[])[] = [];
  for (const amount of [-100n, -200n, 80n]) {
    await feesAre(amount);
    await sweep();
    after.push(await balances());
  }
  expect(after).toEqual([
    [150n, 0n],
    [0n, 50n],
    [30n, 0n],
  ]);
  expect(await sweep()).toBe(4);
});
