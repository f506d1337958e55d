import { describe, expect, it } from 'vitest';
import { type Id, ok, type Result, update, type UseCase } from '../kernel/index.js';
import { cardOf } from '../testing/play-card.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { payerOn, type PlayPayer, playPayer } from '../testing/play-payer.js';
import { playProcessor } from '../testing/play-processor.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { type ChangedLimits, type LimitChange, LIMIT_USAGES, planLimit, planRemoval, writeLimit } from './index.js';

const HALF_A_DAY = 12 * 60 * 60;

const setting: UseCase<LimitChange, ChangedLimits> = async (tx, ctx, change) => {
  const planned = await planLimit(tx, ctx, change);
  return planned.ok ? ok(writeLimit(tx, planned.value, change, () => undefined)) : planned;
};
const removing: UseCase<LimitChange, ChangedLimits> = async (tx, ctx, place) => {
  const planned = await planRemoval(tx, ctx, place);
  return planned.ok ? ok(writeLimit(tx, planned.value, place, () => undefined)) : planned;
};

type Given = Partial<LimitChange>;
const change = (over: Given): LimitChange => ({ kind: 'ALL', currency: 'USD' as never, ...over });

/** Sets a limit, and waits until the host has read it. */
async function limit({ play }: PlayPayer, over: Given): Promise<void> {
  valueOf(await play.run(setting, change(over)));
  await play.pass(2);
}

const own = ({ customerId }: PlayPayer) => ({ customerId: customerId as Id<'Customer'> });

async function usages({ play }: PlayPayer) {
  const { rows } = await play.storage.units.read(play.tenant, (reads) =>
    reads.list(LIMIT_USAGES, { order: 'asc', limit: 100 }),
  );
  return rows
    .toSorted((a, b) => b.period.length - a.period.length || a.period.localeCompare(b.period))
    .map(({ kind, period, cap, remaining, countCap, countRemaining }) => [
      ...[kind, period, cap - remaining, countCap - countRemaining],
    ]);
}

const messageOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.message);

const payees = new WeakMap<PlayPayer, Map<string, string>>();

/** The external account in dollars with this suffix, which is added once. */
async function payee(payer: PlayPayer, suffix = '890'): Promise<string> {
  const known = payees.get(payer) ?? new Map<string, string>();
  payees.set(payer, known);
  const id = known.get(suffix) ?? (await payer.dollars(suffix)).id;
  known.set(suffix, id);
  return id;
}

async function transferOut(payer: PlayPayer, amount: bigint, suffix = '890') {
  const id = await payee(payer, suffix);
  return payer.play.run(payer.play.core.transfers.out, { sourceId: payer.usd.id, destinationId: id, amount });
}

describe('the limits of a customer', () => {
  it('write nothing while none is set for the payment', async () => {
    const payer = await playPayer();
    await limit(payer, { kind: 'PAYOUT', currency: 'EUR' as never, dailyAmount: 1n });
    await limit(payer, { kind: 'CARD', dailyAmount: 1n });
    const made = valueOf(await transferOut(payer, 100_000n));
    expect(made.limitUse).toBeNull();
    expect(await usages(payer)).toEqual([]);
  });

  it('refuse a transfer above what is left of the day, until the day ends', async () => {
    const payer = await playPayer();
    await limit(payer, { kind: 'PAYOUT', dailyAmount: 250_000n });
    valueOf(await transferOut(payer, 200_000n));
    const refused = await transferOut(payer, 50_001n);
    expect(refused).toMatchObject({ error: { code: 'VELOCITY_LIMIT_EXCEEDED' } });
    expect(messageOf(refused)).toBe(
      'the customer may start payouts of 2,500.00 USD in a day and has used 2,000.00 USD; send at most 500.00 USD, or wait until 2026-01-16T00:00:00.000Z',
    );
    expect((await payer.internal('USD')).available).toBe(800_000n);
    valueOf(await transferOut(payer, 50_000n));
    await payer.play.pass(HALF_A_DAY);
    valueOf(await transferOut(payer, 250_000n));
    expect(await usages(payer)).toEqual([
      ['PAYOUT', '2026-01-15', 250_000n, 2n],
      ['PAYOUT', '2026-01-16', 250_000n, 1n],
      ['PAYOUT', '2026-01', 500_000n, 3n],
    ]);
    await payer.play.pass(0);
    await payer.auditClean();
  });

  it('count payments in a day and in a month', async () => {
    const payer = await playPayer();
    await limit(payer, { dailyCount: 1, monthlyCount: 2 });
    valueOf(await transferOut(payer, 100n));
    expect(messageOf(await transferOut(payer, 100n))).toBe(
      'the customer may start 1 payments in USD in a day and has started 1; wait until 2026-01-16T00:00:00.000Z',
    );
    await payer.play.pass(2 * HALF_A_DAY);
    valueOf(await transferOut(payer, 100n));
    await payer.play.pass(2 * HALF_A_DAY);
    expect(messageOf(await transferOut(payer, 100n))).toBe(
      'the customer may start 2 payments in USD in a month and has started 2; wait until 2026-02-01T00:00:00.000Z',
    );
  });

  it('refuse a quote whose amount is above a limit alone, and its execution above what is left', async () => {
    const payer = await playPayer();
    const { id } = await payer.external();
    const quote = (amount: bigint) =>
      payer.play.run(
        payer.play.core.quotes.create,
        payer.fromAccount(payer.usd.id, id, { lockedCurrencyAmount: amount }),
      );
    await limit(payer, { monthlyAmount: 150_000n });
    const tooLarge = await quote(150_001n);
    expect(messageOf(tooLarge)).toBe(
      'the amount is more than the payments of 1,500.00 USD that the customer may start in a month; send less',
    );
    expect(codeOf(tooLarge)).toBe('VELOCITY_LIMIT_EXCEEDED');
    const [first, second] = [valueOf(await quote(100_000n)), valueOf(await quote(100_000n))];
    valueOf(await payer.execute(first.id));
    // A repetition is the same payment.
    valueOf(await payer.execute(first.id));
    expect(codeOf(await payer.execute(second.id))).toBe('VELOCITY_LIMIT_EXCEEDED');
    expect((await payer.quote(second.id)).status).toBe('PENDING');
    expect((await usages(payer)).map(([, , amount]) => amount)).toEqual([100_000n, 100_000n]);
    await payer.play.pass(0);
    await payer.auditClean();
  });

  it('are not exceeded by concurrent payments, even when the first one creates the usage', async () => {
    const payer = await playPayer();
    await limit(payer, { monthlyAmount: 300_000n });
    const { id } = await payer.external();
    const request = payer.fromAccount(payer.usd.id, id, { immediatelyExecute: true });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => payer.play.run(payer.play.core.quotes.create, request)),
    );
    expect(answers.map(codeOf).filter((code) => code === 'ok')).toHaveLength(3);
    expect(answers.map(codeOf).filter((code) => code === 'VELOCITY_LIMIT_EXCEEDED')).toHaveLength(5);
    await payer.play.pass(0);
    await payer.auditClean();
  });

  it('get back what a payment used that failed before its delivery, in its own period, and nothing of a returned one', async () => {
    const payer = await playPayer();
    await limit(payer, { dailyAmount: 500_000n });
    valueOf(await transferOut(payer, 100_000n, '002'));
    expect((await usages(payer))[0]).toEqual(['ALL', '2026-01-15', 100_000n, 1n]);
    await payer.play.pass(HALF_A_DAY);
    expect((await usages(payer))[0]).toEqual(['ALL', '2026-01-15', 0n, 0n]);
    const { id } = await payer.external('005');
    const returning = await payer.quoted(payer.fromAccount(payer.usd.id, id, { immediatelyExecute: true }));
    await payer.play.pass(0);
    await payer.play.pass(60);
    expect(await payer.payment(returning)).toMatchObject({ status: 'FAILED', failureReason: 'PAYOUT_RETURNED' });
    expect((await usages(payer))[1]).toEqual(['ALL', '2026-01-16', 100_000n, 1n]);
    await payer.auditClean();
  });

  it('refund money that arrives for a quote above what is left', async () => {
    const payer = await playPayer();
    await limit(payer, { dailyAmount: 150_000n });
    const { id } = await payer.external();
    const [first, second] = [await payer.quoted(payer.funded(id)), await payer.quoted(payer.funded(id))];
    expect(valueOf(await payer.pay(first)).status).toBe('PROCESSING');
    expect(valueOf(await payer.pay(second))).toMatchObject({ status: 'FAILED', failureReason: 'LIMIT_EXCEEDED' });
    await payer.play.pass(0);
    await payer.auditClean();
  });

  it('count collections apart from what leaves', async () => {
    const payer = await playPayer();
    await limit(payer, { dailyCount: 1 });
    await limit(payer, { kind: 'COLLECTION', dailyAmount: 100n });
    const { play, usd } = payer;
    const collect = async (amount: bigint) =>
      play.run(play.core.transfers.in, { sourceId: await payee(payer), destinationId: usd.id, amount });
    valueOf(await collect(100n));
    expect(codeOf(await collect(1n))).toBe('VELOCITY_LIMIT_EXCEEDED');
    valueOf(await transferOut(payer, 1n));
    await play.pass(0);
    await payer.auditClean();
  });

  it('may be other ones for one customer, more or less, until they are removed', async () => {
    const payer = await playPayer();
    await limit(payer, { kind: 'PAYOUT', dailyAmount: 100n });
    await limit(payer, { ...own(payer), kind: 'PAYOUT', dailyAmount: 200n });
    valueOf(await transferOut(payer, 150n));
    valueOf(await payer.play.run(removing, change({ ...own(payer), kind: 'PAYOUT' })));
    expect(codeOf(await transferOut(payer, 1n))).toBe('VELOCITY_LIMIT_EXCEEDED');
    // An own limit of what the platform does not limit.
    await limit(payer, { ...own(payer), kind: 'CONVERSION', dailyAmount: 0n });
    const { account } = await payer.internal('EUR');
    const quote = payer.fromAccount(payer.usd.id, account.id);
    expect(messageOf(await payer.play.run(payer.play.core.quotes.create, quote))).toBe(
      'the customer may start no conversions in USD; ask the operator to raise the limit',
    );
    const other = await payerOn(payer.play);
    valueOf(
      await payer.play.run(
        payer.play.core.quotes.create,
        other.fromAccount(other.usd.id, (await other.internal('EUR')).account.id),
      ),
    );
    await payer.play.pass(0);
    // These limits have no entry of the operator log, which the audit would miss.
    valueOf(await payer.play.run(removing, change({ ...own(payer), kind: 'CONVERSION' })));
    await payer.auditClean();
  });

  it('of one customer stay in force when the limit of the platform is removed', async () => {
    const payer = await playPayer();
    const other = await payerOn(payer.play);
    await limit(payer, { kind: 'PAYOUT', dailyAmount: 200n });
    await limit(payer, { ...own(payer), kind: 'PAYOUT', dailyAmount: 100n });
    const remove = () => payer.play.run(removing, change({ kind: 'PAYOUT' }));
    valueOf(await remove());
    await payer.play.pass(2);
    expect(codeOf(await transferOut(payer, 101n))).toBe('VELOCITY_LIMIT_EXCEEDED');
    valueOf(await transferOut(other, 201n));
    // The entry that stays limits nothing, and cannot be removed.
    expect(messageOf(await remove())).toBe('the platform has no limit of payouts in USD');
    await payer.play.pass(2);
    expect(codeOf(await transferOut(payer, 101n))).toBe('VELOCITY_LIMIT_EXCEEDED');
  });

  it('do not concern payments of the platform', async () => {
    const payer = await playPayer();
    await limit(payer, { dailyAmount: 0n, dailyCount: 0 });
    const { play } = payer;
    const { account } = await payer.internal('USD', 'platform');
    valueOf(await play.run(play.core.sandbox.fund, { accountId: account.id, amount: 100n }));
    const to = await payer.dollars('890', 'platform');
    valueOf(await play.run(play.core.transfers.out, { sourceId: account.id, destinationId: to.id, amount: 100n }));
    expect(await usages(payer)).toEqual([]);
  });
});

describe('the limits of card payments', () => {
  it('decline an authorization, and count what is settled in the end', async () => {
    const payer = await playPayer();
    const network = await cardOf(payer);
    await limit(payer, { kind: 'CARD', dailyAmount: 5_000n });
    const use = await network.approved({ amount: 3_000n });
    expect(valueOf(await network.asked({ amount: 2_001n }))).toMatchObject({
      approved: false,
      reason: 'LIMIT_EXCEEDED',
    });
    expect((await usages(payer))[0]).toEqual(['CARD', '2026-01-15', 3_000n, 1n]);
    await network.told('clear', use, 1_000n);
    expect((await usages(payer))[0]).toEqual(['CARD', '2026-01-15', 3_000n, 1n]);
    await network.told('clear', use, 0n);
    expect((await usages(payer))[0]).toEqual(['CARD', '2026-01-15', 1_000n, 1n]);
    // What the merchant returns is not given back.
    await network.told('return', use, 1_000n);
    expect((await usages(payer))[0]).toEqual(['CARD', '2026-01-15', 1_000n, 1n]);
    const reversed = await network.approved({ amount: 4_000n });
    await network.told('clear', reversed, 0n);
    expect((await usages(payer))[0]).toEqual(['CARD', '2026-01-15', 1_000n, 1n]);
    await payer.play.pass(0);
    await payer.auditClean();
  });

  it('count what the network has decided, beyond the limit too, and a changed authorization', async () => {
    const payer = await playPayer();
    const network = await cardOf(payer);
    await limit(payer, { kind: 'CARD', dailyAmount: 1_000n });
    const use = await network.approved({ amount: 3_000n, mode: 'told' });
    await network.told('advise', use, 3_500n);
    expect((await usages(payer))[0]).toEqual(['CARD', '2026-01-15', 3_500n, 1n]);
    expect(valueOf(await network.asked({ amount: 1n }))).toMatchObject({ approved: false, reason: 'LIMIT_EXCEEDED' });
    // A merchant's money is not limited, and neither is a verification.
    await network.approved({ direction: 'CREDIT', amount: 9_000n });
    expect(valueOf(await network.asked({ amount: 0n }))).toMatchObject({ approved: true });
    await payer.play.pass(0);
    await payer.auditClean();
  });

  it('count what a use grows by, on the day on which it grows, and no other payment', async () => {
    const payer = await playPayer();
    const processor = playProcessor(await cardOf(payer));
    await limit(payer, { kind: 'CARD', dailyAmount: 1_500n, dailyCount: 1 });
    await processor.told('authorization');
    const declined = { kind: 'declined', reason: 'LIMIT_EXCEEDED' };
    expect(await processor.told('increment', { amount: 501n })).toEqual(declined);
    await processor.told('increment', { amount: 500n });
    await payer.play.pass(HALF_A_DAY * 2);
    await processor.told('increment', { amount: 1_400n });
    await processor.told('increment', { amount: 300n, decision: 'APPROVED' });
    const byDay = async () => (await usages(payer)).filter(([, period]) => (period as string).length === 10);
    expect(await byDay()).toEqual([
      ['CARD', '2026-01-15', 1_500n, 1n],
      ['CARD', '2026-01-16', 1_700n, 0n],
    ]);
    expect(await processor.told('increment', { amount: 1n })).toEqual(declined);
    // What is taken back is taken first from what was added last.
    await processor.told('reversal', { amount: 1_800n });
    expect(await byDay()).toEqual([
      ['CARD', '2026-01-15', 1_400n, 1n],
      ['CARD', '2026-01-16', 0n, 0n],
    ]);
    await payer.auditClean();
  });

  it('are not exceeded by concurrent authorizations', async () => {
    const payer = await playPayer();
    const network = await cardOf(payer);
    await limit(payer, { kind: 'CARD', dailyCount: 2 });
    const verdicts = await Promise.all(Array.from({ length: 6 }, () => network.asked()));
    expect(verdicts.filter((verdict) => valueOf(verdict).approved)).toHaveLength(2);
    await payer.play.pass(0);
    await payer.auditClean();
  });
});

describe('a change of a limit', () => {
  const plan = async ({ play }: PlayPayer, over: Given) =>
    play.run((tx, ctx, asked: LimitChange) => planLimit(tx, ctx, asked), change(over));

  it('loosens if a customer may start more than before', async () => {
    const payer = await playPayer();
    const loosens = async (over: Given) => valueOf(await plan(payer, over)).loosens;
    expect(await loosens({ dailyAmount: 1n })).toBe(false);
    await limit(payer, { dailyAmount: 100n, monthlyCount: 5 });
    expect(await loosens({ dailyAmount: 99n })).toBe(false);
    expect(await loosens({ dailyAmount: 101n })).toBe(true);
    expect(await loosens({ dailyAmount: 99n, monthlyCount: 6 })).toBe(true);
    expect(await loosens({ monthlyCount: null })).toBe(true);
    expect(await loosens({ monthlyAmount: 1_000n })).toBe(false);
    expect(await loosens({ ...own(payer), dailyAmount: 50n })).toBe(false);
    expect(await loosens({ ...own(payer), dailyAmount: 150n })).toBe(true);
    await limit(payer, { ...own(payer), dailyAmount: 50n });
    const removal = await payer.play.run(
      (tx, ctx, place: LimitChange) => planRemoval(tx, ctx, place),
      change(own(payer)),
    );
    expect(valueOf(removal).loosens).toBe(true);
  });

  it('is refused if it contradicts itself, changes nothing, or names no customer', async () => {
    const payer = await playPayer();
    expect(messageOf(await plan(payer, { dailyAmount: 2n, monthlyAmount: 1n }))).toBe('Invalid input: monthlyAmount');
    expect(messageOf(await plan(payer, { dailyCount: 2, monthlyCount: 1 }))).toBe('Invalid input: monthlyCount');
    expect(codeOf(await plan(payer, {}))).toBe('CONFLICT');
    expect(
      codeOf(
        await plan(payer, { customerId: 'Customer:018bcfe5-6800-7000-8000-00000000dead' as never, dailyCount: 1 }),
      ),
    ).toBe('USER_NOT_FOUND');
    expect(messageOf(await payer.play.run(removing, change({})))).toBe('the platform has no limit of payments in USD');
  });

  it('counts from the limit that is in force', async () => {
    const payer = await playPayer();
    await limit(payer, { dailyAmount: 500n });
    valueOf(await transferOut(payer, 400n));
    await limit(payer, { dailyAmount: 300n });
    expect(codeOf(await transferOut(payer, 1n))).toBe('VELOCITY_LIMIT_EXCEEDED');
    await limit(payer, { dailyAmount: 450n });
    valueOf(await transferOut(payer, 50n));
    expect(codeOf(await transferOut(payer, 1n))).toBe('VELOCITY_LIMIT_EXCEEDED');
    await payer.play.pass(0);
    await payer.auditClean();
  });
});

describe('the audit', () => {
  it('reports a usage, and a payment, that does not count what payments have used', async () => {
    const payer = await playPayer();
    const { play } = payer;
    await limit(payer, { dailyAmount: 500n });
    const made = valueOf(await transferOut(payer, 400n));
    await play.pass(0);
    await payer.auditClean();
    const id = `${payer.customerId}/ALL/USD/2026-01-15`;
    const altered = await play.run(async (tx, ctx) => {
      const usage = (await tx.get(LIMIT_USAGES, id))!;
      update(tx, ctx, LIMIT_USAGES, usage, { remaining: usage.remaining + 1n });
      const payment = (await tx.get(TRANSACTIONS, made.id))!;
      update(tx, ctx, TRANSACTIONS, payment, { limitUse: { ...payment.limitUse!, amount: 300n } });
      return ok();
    }, undefined);
    valueOf(altered);
    expect((await play.core.ledger.audit()).findings).toEqual([
      `limits count another amount of ${made.id} than its state says`,
      `${payer.customerId}/ALL/USD/2026-01 has 4.00 USD used in 1 payments, its payments sum to 3.00 USD in 1`,
      `${id} has 3.99 USD used in 1 payments, its payments sum to 3.00 USD in 1`,
    ]);
  });
});
