import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FundingRefund,
  INTERNAL_ACCOUNT,
  INTERNAL_ACCOUNTS,
  type PullRefund,
  type RailRefundStatus,
} from '../accounts/index.js';
import { createIds, ok, transition, type Tx } from '../kernel/index.js';
import { BALANCES, chart } from '../ledger/index.js';
import { MAX_AMOUNT, MAX_COMPUTED } from '../money/index.js';
import type { Quote } from '../quotes/index.js';
import { BANK, FUNDED, GRACE, type PlayBank, playBank, refundingRails, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer } from '../testing/play-payer.js';
import { operatorNamed, seededRandom } from '../testing/ports.js';
import { retryRefund } from './refund.js';

const COMPLETED = { state: 'completed' } as const;
const FAILED = { state: 'failed', reason: 'AC04' } as const;
const PENDING = { state: 'pending', checkAfterSeconds: 40 } as const;
const LITTLE = 5n;
const out = (...what: readonly string[]) => what.map((each) => `OUTGOING_PAYMENT.${each}`);

let payer: PlayPayer;
let bank: PlayBank;
const on = async (of: Parameters<typeof playBank>[0]) => {
  bank = await playBank(of);
  ({ payer } = bank);
};
afterEach(() => expect(bank.failures).toEqual([]));
/** What the bank was asked to refund, and its answer. */
const asked: FundingRefund[] = [];
let answer: RailRefundStatus;
/** The references that the bank reports as failed, whatever its answer is. */
const failed = new Set<string>();
let meanwhile: (refund: FundingRefund) => Promise<unknown>;
beforeEach(async () => {
  asked.length = 0;
  failed.clear();
  answer = COMPLETED;
  meanwhile = async () => null;
  await on({
    rails: refundingRails(async (refund) => {
      asked.push(refund);
      await meanwhile(refund);
      return failed.has(refund.reference) ? FAILED : answer;
    }),
  });
});

/** A quote for which less arrived than it needs. */
async function misfunded(): Promise<Quote> {
  const quote = await payer.quoted(payer.funded((await payer.external()).id));
  valueOf(await bank.arrives(quote.reference!, LITTLE, { paymentId: 'p1' }));
  await payer.play.pass(0);
  return quote;
}
const hears = async (reference: string, status: RailRefundStatus) =>
  valueOf(await bank.tell({ kind: 'refund', reference, status })).effect;
const referenceOf = async (quote: Quote) => (await payer.payment(quote)).refundReference!;
const retry = async () => {
  const { core, run } = payer.play;
  const open = (await bank.exceptions()).find(({ status }) => status === 'OPEN')!;
  failed.add(open.reference.replace('/bounced', ''));
  return run(core.treasury.resolve, { exceptionId: open.id, resolution: 'RETRIED', by: operatorNamed('Ann') });
};
const clearing = () => chart.clearing('SANDBOX', BANK, payer.usd.currency).name;

describe('a refund to a payer outside', () => {
  it('names to the rail what arrived, and completes with its answer', async () => {
    const begun = payer.play.clock.now();
    const quote = await misfunded();
    const { refundReference: reference, ...payment } = await payer.payment(quote);
    expect(reference).toMatch(/^Refund:/);
    expect(payment).toMatchObject({
      status: 'FAILED',
      sentAmount: LITTLE,
      refundStatus: 'COMPLETED',
      refundInitiatedAt: begun,
      refundSettledAt: begun,
    });
    const arrival = { paymentId: 'p1', remitter: GRACE, valueDate: '2026-01-15' };
    expect(asked).toEqual([{ reference, currency: 'USD', amount: LITTLE, arrival, submittedAt: begun }]);
    const transit = chart.inTransit(quote.id, payer.usd.currency).name;
    expect((await bank.entries(payment.id)).slice(-2)).toEqual([
      ['FUNDING', { [clearing()]: -LITTLE, [transit]: LITTLE }],
      ['FUNDING_REFUND', { [transit]: -LITTLE, [clearing()]: LITTLE }],
    ]);
    expect(payer.eventsOf(payment.id)).toEqual(out('FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'));
    expect(await bank.jobs(payment.id)).toEqual([]);
    await payer.auditClean();
  });

  it('that is pending is asked again after the named delay, under the same reference', async () => {
    answer = PENDING;
    const quote = await misfunded();
    expect(await payer.payment(quote)).toMatchObject({ refundStatus: 'PENDING', refundSettledAt: null });
    expect(await bank.jobs(quote.transactionId)).toEqual([['refund.advance', 40]]);
    answer = COMPLETED;
    await payer.play.pass(40);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
    expect((await payer.payment(quote)).refundSettledAt).toBe(payer.play.clock.now());
    expect(await bank.jobs(quote.transactionId)).toEqual([]);
  });

  it('is of the first payment if a second one arrives for the same quote', async () => {
    answer = PENDING;
    const quote = await misfunded();
    const second = valueOf(await bank.arrives(quote.reference!, 7n, { paymentId: 'p2' }));
    expect(second.deposit).toMatchObject({ amount: 7n, status: 'IN_SUSPENSE' });
    await payer.play.pass(40);
    const reference = await referenceOf(quote);
    const ofQuote = asked.filter((refund) => refund.reference === reference);
    expect(ofQuote.map(({ amount, arrival }) => [amount, arrival?.paymentId])).toEqual([
      [LITTLE, 'p1'],
      [LITTLE, 'p1'],
    ]);
  });

  it('is not asked about again if a message has ended it during the call', async () => {
    answer = PENDING;
    meanwhile = ({ reference }) => hears(reference, COMPLETED);
    const quote = await misfunded();
    expect((await payer.payment(quote)).refundStatus).toBe('COMPLETED');
    expect(await bank.jobs(quote.transactionId)).toEqual([]);
    await payer.auditClean();
  });

  it('is not asked for again if a message has ended it before the next check', async () => {
    answer = PENDING;
    const quote = await misfunded();
    expect(await hears(await referenceOf(quote), COMPLETED)).toBe('APPLIED');
    await payer.play.pass(40);
    expect(asked).toHaveLength(1);
    expect(await bank.jobs(quote.transactionId)).toEqual([]);
    await payer.auditClean();
  });

  it('that the rail cannot send leaves the money in transit and opens an exception, once', async () => {
    answer = FAILED;
    const quote = await misfunded();
    const reference = await referenceOf(quote);
    expect(await payer.payment(quote)).toMatchObject({ refundStatus: 'FAILED', refundSettledAt: null });
    expect(await bank.sumOn(chart.inTransit(quote.id, payer.usd.currency).name)).toBe(LITTLE);
    const exception = { kind: 'REFUND_FAILED', subject: quote.transactionId, rail: BANK, currency: 'USD' };
    expect(await bank.exceptions()).toMatchObject([{ ...exception, reference, amount: LITTLE }]);
    expect(payer.eventsOf(quote.transactionId)).toEqual(out('FAILED', 'REFUND_PENDING', 'REFUND_FAILED'));
    expect(await hears(reference, FAILED)).toBe('NONE');
    expect(await hears(reference, PENDING)).toBe('NONE');
    expect(await hears(reference, COMPLETED)).toBe('CONTRADICTED');
    expect((await bank.exceptions())[1]).toMatchObject({
      kind: 'RAIL_CONTRADICTION',
      subject: quote.transactionId,
      reference: `${reference} completed`,
      rail: BANK,
      currency: 'USD',
      amount: LITTLE,
    });
    expect((await payer.payment(quote)).refundStatus).toBe('FAILED');
    await payer.auditClean();
  });

  it('that an operator retries has a new reference, and counts each bounce', async () => {
    const quote = await misfunded();
    const first = await referenceOf(quote);
    expect(await hears(first, FAILED)).toBe('APPLIED');
    const transit = chart.inTransit(quote.id, payer.usd.currency).name;
    expect((await bank.entries(quote.transactionId)).at(-1)).toEqual([
      'REFUND_BOUNCED',
      { [clearing()]: -LITTLE, [transit]: LITTLE },
    ]);
    valueOf(await retry());
    expect((await payer.payment(quote)).refundStatus).toBe('PENDING');
    expect(await bank.jobs(quote.transactionId)).toEqual([['refund.advance', 0]]);
    await payer.play.pass(0);
    const second = await referenceOf(quote);
    expect(second).toMatch(/^Refund:/);
    expect(asked.map(({ reference }) => reference)).toEqual([first, first, second]);
    expect(await hears(second, FAILED)).toBe('APPLIED');
    expect((await bank.exceptions()).map(({ kind, reference, amount }) => [kind, reference, amount])).toEqual([
      ['REFUND_FAILED', `${first}/bounced`, LITTLE],
      ['REFUND_FAILED', `${second}/bounced`, LITTLE],
    ]);
    expect((await payer.payment(quote)).corrections).toMatchObject({ refundBounces: 2 });
    expect(payer.eventsOf(quote.transactionId)).toEqual(
      out('FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED', 'REFUND_FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'),
    );
    await payer.auditClean();
  });

  it('that was tried again is a contradiction if the rail says later that it had sent the former one', async () => {
    const quote = await misfunded();
    const first = await referenceOf(quote);
    expect(await hears(first, FAILED)).toBe('APPLIED');
    valueOf(await retry());
    await payer.play.pass(0);
    const second = await referenceOf(quote);
    const before = await payer.payment(quote);
    expect(await hears(first, FAILED)).toBe('NONE');
    expect(await hears(first, PENDING)).toBe('NONE');
    expect((await bank.exceptions()).map(({ kind }) => kind)).toEqual(['REFUND_FAILED']);
    expect(await hears(first, COMPLETED)).toBe('CONTRADICTED');
    expect(await hears(first, COMPLETED)).toBe('CONTRADICTED');
    expect((await bank.exceptions()).slice(1)).toMatchObject([
      {
        kind: 'RAIL_CONTRADICTION',
        subject: quote.transactionId,
        reference: `${first} completed`,
        amount: LITTLE,
        reason: `${BANK} reports the refund of ${quote.transactionId} as completed, but ${first} had failed and was tried again as ${second}, which is COMPLETED`,
      },
    ]);
    expect(await payer.payment(quote)).toEqual(before);
    expect(await payer.play.core.payments.findAnywhere(first)).toMatchObject([{ type: 'Refund', id: first }]);
    await payer.auditClean();
  });

  it('that the rail cannot send because the payer took the money back is complete, and makes good the loss', async () => {
    answer = PENDING;
    const quote = await misfunded();
    valueOf(await bank.tell({ kind: 'reversal', paymentId: 'p1', amount: LITTLE, reason: null }));
    const loss = chart.loss('SANDBOX', payer.usd.currency).name;
    expect(await bank.sumOn(loss)).toBe(-LITTLE);
    const reference = await referenceOf(quote);
    expect(await hears(reference, FAILED)).toBe('APPLIED');
    const transit = chart.inTransit(quote.id, payer.usd.currency).name;
    expect((await bank.entries(quote.transactionId)).at(-1)).toEqual([
      'FUNDING_RECOVERED',
      { [transit]: -LITTLE, [loss]: LITTLE },
    ]);
    expect(await payer.payment(quote)).toMatchObject({
      refundStatus: 'COMPLETED',
      refundSettledAt: payer.play.clock.now(),
      corrections: { fundingRecovered: true },
    });
    const opened = await bank.exceptions();
    for (const status of [FAILED, COMPLETED]) expect(await hears(reference, status)).toBe('CONTRADICTED');
    expect((await bank.exceptions()).slice(opened.length)).toMatchObject([
      { kind: 'RAIL_CONTRADICTION', reference: `${reference} failed`, amount: LITTLE },
      { kind: 'RAIL_CONTRADICTION', reference: `${reference} completed`, amount: LITTLE },
    ]);
    expect(await bank.sumOn(loss)).toBe(0n);
    await payer.auditClean();
  });

  it('is heard only from the rail by which the money arrived', async () => {
    const quote = await misfunded();
    const message = { kind: 'refund', reference: await referenceOf(quote), status: FAILED } as const;
    expect(await bank.tell({ ...message, rail: 'sandbox-crypto' })).toMatchObject({
      error: { code: 'FORBIDDEN', message: expect.stringContaining('has no refund through sandbox-crypto') as string },
    });
    expect((await payer.payment(quote)).refundStatus).toBe('COMPLETED');
  });
});

describe('a refund to an account that was collected from', () => {
  const refunds: PullRefund[] = [];
  const collecting = (payout: 'failed' | 'pending', state: RailRefundStatus = COMPLETED) => {
    refunds.length = 0;
    const failed = { reason: 'ACCOUNT_INVALID', refundReason: 'TIMEOUT', refundable: true } as const;
    return on({
      rails: bankRails(
        { submit: async () => (payout === 'failed' ? { state: 'failed', ...failed } : PENDING) },
        {
          submit: async () => ({ state: 'collected', checkAfterSeconds: null }),
          refund: async (refund) => (refunds.push(refund), state),
        },
      ),
    });
  };
  const pulled = async () => {
    const request = payer.fromAccount((await payer.dollars()).id, (await payer.external()).id);
    const quote = await payer.quoted({ ...request, immediatelyExecute: true });
    await payer.play.pass(0);
    return payer.payment(quote);
  };

  it('names the collection to the rail', async () => {
    await collecting('failed');
    const begun = payer.play.clock.now();
    const payment = await pulled();
    expect(payment).toMatchObject({ refundStatus: 'COMPLETED', refundReason: 'TIMEOUT', refundSettledAt: begun });
    const pull = {
      reference: payment.id,
      account: { accountType: 'US_ACCOUNT', accountNumber: '123456890', routingNumber: '021000021' },
      currency: 'USD',
      amount: SENT,
      remittanceInformation: null,
      submittedAt: begun,
      cancelRequestedAt: null,
    };
    expect(refunds).toEqual([{ reference: payment.refundReference, pull, submittedAt: begun }]);
    await payer.auditClean();
  });

  it('of which nothing was collected cannot bounce', async () => {
    await on({ rails: bankRails({}, { submit: async () => PENDING, cancel: async () => 'cancelled' }) });
    const { id } = await bank.transferIn();
    const { core, context } = payer.play;
    const cancelled = valueOf(await core.transactions.cancel(context(), { id }));
    expect(cancelled).toMatchObject({
      status: 'FAILED',
      refundStatus: 'COMPLETED',
      refundInitiatedAt: payer.play.clock.now(),
      refundSettledAt: payer.play.clock.now(),
    });
    expect(cancelled.refundReference).toMatch(/^Refund:/);
    expect(await hears(cancelled.refundReference!, COMPLETED)).toBe('NONE');
    expect(await hears(cancelled.refundReference!, FAILED)).toBe('CONTRADICTED');
    expect(await bank.exceptions()).toMatchObject([
      { kind: 'RAIL_CONTRADICTION', subject: id, reference: `${cancelled.refundReference} failed`, amount: SENT },
    ]);
    expect(await bank.read(id)).toEqual(cancelled);
    expect(await bank.entries(id)).toEqual([]);
  });
});

describe('a refund to an account of this ledger', () => {
  const keeping = () =>
    on({
      rails: bankRails({
        submit: async () => ({
          state: 'failed',
          reason: 'COMPLIANCE_REJECTED',
          refundReason: 'TRANSACTION_FAILED',
          refundable: false,
        }),
      }),
    });

  it('that is retried is first held on the account again', async () => {
    await keeping();
    const { id } = await bank.transferOut();
    const { currency } = payer.usd;
    const [transit, held] = [chart.inTransit(id, currency).name, chart.held(payer.usd.id, currency).name];
    expect((await bank.entries(id)).at(-1)).toEqual(['REFUND_FAILED', { [held]: -SENT, [transit]: SENT }]);
    const resolved = valueOf(await retry());
    expect((await bank.entries(id)).at(-1)).toEqual(['REFUND_RETRIED', { [transit]: -SENT, [held]: SENT }]);
    expect(resolved.entryId).not.toBeNull();
    expect(await bank.balance()).toEqual([FUNDED - SENT, SENT]);
    await payer.play.pass(0);
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    expect(await bank.read(id)).toMatchObject({ refundStatus: 'COMPLETED' });
    await payer.auditClean();
  });

  const fill = async (room: bigint) => {
    const [available, held] = await bank.balance();
    const most = MAX_COMPUTED - available - held - room;
    for (const amount of [MAX_AMOUNT - FUNDED, most - (MAX_AMOUNT - FUNDED)])
      valueOf(await payer.play.run(payer.play.core.sandbox.fund, { accountId: payer.usd.id, amount }));
  };

  it.each([
    ['cannot be retried while the account is full', SENT - 1n, 'AMOUNT_OUT_OF_RANGE'],
    ['can be retried if the money exactly fits into the account', SENT, null],
  ])('%s', async (_, room, code) => {
    await keeping();
    const { id } = await bank.transferOut();
    await fill(room);
    const before = await bank.read(id);
    const retried = await retry();
    expect(retried.ok ? null : retried.error.code).toBe(code);
    if (code === null) return;
    expect(await bank.read(id)).toEqual(before);
    expect(await bank.exceptions()).toMatchObject([{ status: 'OPEN' }]);
    expect(await bank.balance()).toEqual([MAX_COMPUTED - SENT + 1n, 0n]);
  });

  it('cannot be retried if money fills the account before its balance is locked', async () => {
    await keeping();
    const { id } = await bank.transferOut();
    await fill(0n);
    const failed = await bank.read(id);
    const { storage, tenant, clock, context } = payer.play;
    const retried = await storage.units.run(tenant, (tx) => {
      let isLocked = false;
      /** Reads the balance from before the account was filled, as another connection would until it has the lock. */
      const early: Tx = {
        ...tx,
        get: async (kind, key) => {
          const row = await tx.get(kind, key);
          const isStale = kind.name === BALANCES.name && key === payer.usd.id && !isLocked;
          return isStale && row !== null ? { ...row, available: FUNDED - SENT } : row;
        },
        increase: (kind, by, short) => {
          isLocked ||= kind.name === BALANCES.name && by.id === payer.usd.id;
          tx.increase(kind, by, short);
        },
      };
      return retryRefund({ tx: early, ctx: context(), ids: createIds(clock, seededRandom('retry')) }, failed);
    });
    expect(retried).toMatchObject({ ok: false, error: { code: 'AMOUNT_OUT_OF_RANGE' } });
    expect(await bank.read(id)).toEqual(failed);
  });

  it('cannot be retried if the account was closed', async () => {
    await keeping();
    const { id } = await bank.transferOut();
    await payer.play.storage.units.run(payer.play.tenant, async (tx) => {
      const account = (await tx.get(INTERNAL_ACCOUNTS, payer.usd.id))!;
      return ok(transition(tx, payer.play.context(), INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, account, 'close'));
    });
    const before = await bank.read(id);
    expect(await retry()).toMatchObject({ error: { code: 'CONFLICT' } });
    expect(await bank.read(id)).toEqual(before);
    expect(await bank.exceptions()).toMatchObject([{ status: 'OPEN' }]);
  });
});
