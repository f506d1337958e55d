import { describe, expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS, type PayoutStatus } from '../accounts/index.js';
import { JOBS } from '../events/index.js';
import { ok, update } from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import type { Quote } from './index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';
import { fixedClock } from '../testing/ports.js';

const DELIVERED: PayoutStatus = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null };
const S = 'OUTGOING_PAYMENT.';
const KEPT = [`${S}PROCESSING`, `${S}COMPLETED`, `${S}FAILED`, `${S}REFUND_PENDING`, `${S}REFUND_FAILED`];

async function executed(payer: PlayPayer, over: Parameters<PlayPayer['fromAccount']>[2] = {}, suffix = '890') {
  const made = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external(suffix)).id, over));
  valueOf(await payer.execute(made.id));
  await payer.play.pass(0);
  return made;
}

const inTransit = async ({ play }: PlayPayer, { id }: Quote): Promise<bigint | undefined> =>
  (await play.storage.units.read(play.tenant, (reads) => reads.get(BALANCES, id)))?.available;
const deleteCustomer = ({ play, customerId }: PlayPayer) => play.run(play.core.customers.delete, { id: customerId });

describe('a returned payout', () => {
  it('of a customer who was deleted meanwhile stays in transit, and its refund fails', async () => {
    const payer = await playPayer();
    const made = await executed(payer, { lockedCurrencyAmount: 1_000_000n }, '005');
    expect((await payer.payment(made)).status).toBe('COMPLETED');
    valueOf(await deleteCustomer(payer));
    await payer.play.pass(31);
    expect(await payer.payment(made)).toMatchObject({
      status: 'FAILED',
      failureReason: 'PAYOUT_RETURNED',
      refundStatus: 'FAILED',
    });
    expect(payer.eventsOf(made.transactionId)).toEqual(KEPT);
    expect(await inTransit(payer, made)).toBe(1_000_000n);
    await payer.auditClean();
  });

  it('that the rail keeps is not refunded', async () => {
    const rails = bankRails({
      submit: async () => ({ ...DELIVERED, checkAfterSeconds: 30 }),
      status: async () => ({
        state: 'failed',
        reason: 'COMPLIANCE_REJECTED',
        refundReason: 'TRANSACTION_FAILED',
        refundable: false,
      }),
    });
    const payer = await playPayer({ rails });
    const made = await executed(payer);
    await payer.play.pass(30);
    expect(await payer.payment(made)).toMatchObject({ status: 'FAILED', refundStatus: 'FAILED' });
    expect(await payer.internal('USD')).toMatchObject({ available: 900_000n, held: 0n });
    expect(await inTransit(payer, made)).toBe(100_000n);
    expect(payer.eventsOf(made.transactionId)).toEqual(KEPT);
    await payer.auditClean();
  });
});

describe('a payment that started before its beneficiary or its payer was deleted', () => {
  /** The write of a deletion that found nothing open when it began. */
  const deleteAccount = ({ play }: PlayPayer, id: string) =>
    play.storage.units.run(play.tenant, async (tx) => {
      const account = (await tx.get(EXTERNAL_ACCOUNTS, id))!;
      return ok(update(tx, play.context(), EXTERNAL_ACCOUNTS, account, { isDeleted: true }));
    });
  const FAILED = [`${S}PROCESSING`, `${S}FAILED`, `${S}REFUND_PENDING`, `${S}REFUND_COMPLETED`];

  it.each(['from an account', 'by real-time funding'])('is not delivered to a deleted account (%s)', async (way) => {
    let submitted = 0;
    const rails = bankRails({ submit: async () => (submitted++, DELIVERED) });
    const payer = await playPayer({ rails });
    const { id } = await payer.external();
    const byAccount = way === 'from an account';
    const made = await payer.quoted(byAccount ? payer.fromAccount(payer.usd.id, id) : payer.funded(id));
    await deleteAccount(payer, id);
    valueOf<unknown>(await (byAccount ? payer.execute(made.id) : payer.pay(made)));
    await payer.play.pass(0);
    expect(submitted).toBe(0);
    expect(await payer.payment(made)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_CANNOT_RECEIVE',
      refundStatus: 'COMPLETED',
    });
    expect(payer.eventsOf(made.transactionId)).toEqual(FAILED);
    expect(await payer.internal('USD')).toMatchObject({ available: 1_000_000n, held: 0n });
    await payer.auditClean();
  });

  it('by real-time funding is refunded to the payer if the customer was deleted', async () => {
    const payer = await playPayer();
    const spent = await executed(payer, { lockedCurrencyAmount: 1_000_000n });
    const made = await payer.quoted(payer.funded(spent.destinationId));
    valueOf(await deleteCustomer(payer));
    valueOf(await payer.pay(made));
    await payer.play.pass(0);
    expect(await payer.payment(made)).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_EXECUTION_FAILED',
      refundStatus: 'COMPLETED',
    });
    expect(payer.eventsOf(made.transactionId)).toEqual(FAILED);
    await payer.auditClean();
  });

  it('continues if it was submitted to its rail', async () => {
    const rails = bankRails({
      submit: async () => ({ state: 'pending', checkAfterSeconds: 5 }),
      status: async () => DELIVERED,
    });
    const payer = await playPayer({ rails });
    const made = await executed(payer);
    await deleteAccount(payer, made.destinationId);
    await payer.play.pass(5);
    expect((await payer.payment(made)).status).toBe('COMPLETED');
    await payer.auditClean();
  });
});

describe('a slow rail', () => {
  it('has its answer booked at the time of the answer, not of the call', async () => {
    const clock = fixedClock();
    const slow = async (): Promise<PayoutStatus> => (clock.advance(8), DELIVERED);
    const payer = await playPayer({ clock, rails: bankRails({ submit: slow }) });
    const asked = clock.now();
    const platformFeeOverride = { fixed: { amount: 50n, currency: 'USD' }, variableBps: 0 };
    const made = await payer.quoted(
      payer.fromAccount(payer.usd.id, (await payer.external()).id, { platformFeeOverride }),
    );
    valueOf(await payer.execute(made.id));
    await payer.play.core.work.runJobs();
    expect((await payer.payment(made)).settledAt).toBe(asked + 8_000);
    const jobs = await payer.play.storage.units.read(payer.play.tenant, (reads) =>
      reads.list(JOBS, { order: 'asc', limit: 10 }),
    );
    const sweeps = jobs.rows.filter(({ kind }) => kind === 'fees.sweep');
    expect(sweeps.map(({ dueAt }) => dueAt > clock.now())).toEqual([true]);
  });

  it('may name a delay in fractions of a millisecond', async () => {
    const rails = bankRails({
      submit: async () => ({ state: 'pending', checkAfterSeconds: 1 / 3 }),
      status: async () => ({ state: 'pending', checkAfterSeconds: 2 / 3 }),
    });
    const payer = await playPayer({ rails });
    const made = await executed(payer);
    await payer.play.pass(1);
    const { rows } = await payer.play.storage.units.read(payer.play.tenant, (reads) =>
      reads.list(JOBS, { order: 'asc', limit: 10 }),
    );
    expect(rows.find(({ subject }) => subject === made.transactionId)).toMatchObject({
      kind: 'payout.check',
      dueAt: payer.play.clock.now() + 667,
      lastError: null,
      trace: null,
    });
  });

  it('is asked again the named delay after its answer, also if another host asks meanwhile', async () => {
    const clock = fixedClock();
    const pending = async (): Promise<PayoutStatus> => (clock.advance(8), { state: 'pending', checkAfterSeconds: 5 });
    const payer = await playPayer({ clock, rails: bankRails({ submit: pending, status: async () => DELIVERED }) });
    const asked = clock.now();
    await executed(payer);
    const other = await playCore({ storage: payer.play.storage, clock }, { existing: true });
    expect(clock.now()).toBe(asked + 8_000);
    clock.advance(4.999);
    expect(await other.core.work.runJobs()).toBe(0);
    clock.advance(0.001);
    expect(await other.core.work.runJobs()).toBe(1);
  });
});
