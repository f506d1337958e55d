import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PullStatus } from '../accounts/index.js';
import { chart } from '../ledger/index.js';
import type { Quote } from '../quotes/index.js';
import { BANK, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer } from '../testing/play-payer.js';

const HOUR = 3_600;
const COLLECTED = { state: 'collected', checkAfterSeconds: null } as const;
const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;
const FAILED = { state: 'failed', reason: 'REJECTED' } as const;
const back = (amount: bigint, returnId = 'R1') => ({ state: 'returned', returnId, amount, reason: 'AC04' }) as const;

let payer: PlayPayer;
let bank: PlayBank;
const on = async (of: Parameters<typeof playBank>[0]) => {
  bank = await playBank(of);
  ({ payer } = bank);
};
afterEach(() => expect(bank.failures).toEqual([]));
beforeEach(() => on({ rails: bankRails({}, { submit: async () => PENDING }) }));

const hears = async (id: string, status: PullStatus) =>
  valueOf(await bank.tell({ kind: 'collection', reference: id, status })).effect;
const usd = () => payer.usd.currency;
const clearing = () => chart.clearing('SANDBOX', BANK, usd()).name;
const loss = () => chart.loss('SANDBOX', usd()).name;

/** A payment of 1,000 dollars to an external account, collected from another one. */
async function pulled(): Promise<Quote> {
  const request = payer.fromAccount((await payer.dollars()).id, (await payer.external()).id);
  const quote = await payer.quoted({ ...request, immediatelyExecute: true });
  await payer.play.pass(0);
  return quote;
}

describe('a payment that was collected', () => {
  it('goes on to its delivery at once, without the request to cancel its collection', async () => {
    await on({
      rails: bankRails(
        { submit: async () => ({ state: 'pending', checkAfterSeconds: HOUR }) },
        { submit: async () => PENDING, cancel: async () => 'too-late' },
      ),
    });
    const made = await pulled();
    const cancelled = await payer.play.core.transactions.cancel(payer.play.context(), { id: made.transactionId });
    expect(cancelled).toMatchObject({ error: { code: 'TRANSACTION_NOT_CANCELLABLE' } });
    expect((await payer.payment(made)).cancelRequestedAt).toBe(payer.play.clock.now());
    expect(await hears(made.transactionId, COLLECTED)).toBe('APPLIED');
    expect(await payer.payment(made)).toMatchObject({
      status: 'PROCESSING',
      collectedAt: payer.play.clock.now(),
      cancelRequestedAt: null,
      expectedSettlementAt: payer.play.clock.now(),
      submittedAt: null,
    });
    expect(await bank.entries(made.transactionId)).toEqual([
      ['FUNDING', { [clearing()]: -SENT, [chart.inTransit(made.id, usd()).name]: SENT }],
    ]);
    expect(await bank.jobs(made.transactionId)).toContainEqual(['payout.submit', 0]);
    await payer.auditClean();
  });

  it('for an internal account is expected by no rail', async () => {
    const request = payer.fromAccount((await payer.dollars()).id, (await payer.internal('EUR')).account.id);
    const made = await payer.quoted({ ...request, immediatelyExecute: true });
    await payer.play.pass(0);
    expect(await hears(made.transactionId, COLLECTED)).toBe('APPLIED');
    expect(await payer.payment(made)).toMatchObject({ status: 'PROCESSING', rail: null, expectedSettlementAt: null });
    await payer.play.pass(0);
    expect((await payer.payment(made)).status).toBe('COMPLETED');
    expect((await payer.internal('EUR')).available).toBe(made.totalReceivingAmount);
    await payer.auditClean();
  });

  it('and delivered is a loss if the collection is returned, once for each return', async () => {
    const made = await pulled();
    const id = made.transactionId;
    await hears(id, COLLECTED);
    await payer.play.pass(0);
    expect(await hears(id, back(SENT))).toBe('APPLIED');
    expect((await bank.entries(id)).at(-1)).toEqual(['FUNDING_LOST', { [clearing()]: SENT, [loss()]: -SENT }]);
    const exception = { kind: 'RAIL_CONTRADICTION', subject: id, rail: BANK, currency: 'USD', amount: SENT };
    expect(await bank.exceptions()).toMatchObject([{ ...exception, reference: 'loss:R1' }]);
    expect(await payer.payment(made)).toMatchObject({
      status: 'COMPLETED',
      corrections: { fundingReversed: true, fundingReturnId: 'R1' },
    });
    for (const status of [back(SENT), FAILED, COLLECTED]) expect(await hears(id, status)).toBe('NONE');
    expect(await hears(id, back(SENT, 'R2'))).toBe('CONTRADICTED');
    expect((await bank.exceptions()).map(({ reference }) => reference)).toEqual(['loss:R1', 'R2']);
    expect(await bank.sumOn(loss())).toBe(-SENT);
    await payer.auditClean();
  });

  it('and delivered is a loss without a return id if the collection fails afterwards', async () => {
    const made = await pulled();
    await hears(made.transactionId, COLLECTED);
    await payer.play.pass(0);
    expect(await hears(made.transactionId, FAILED)).toBe('APPLIED');
    expect(await bank.exceptions()).toMatchObject([{ subject: made.transactionId, reference: 'loss:funding' }]);
    expect(await bank.sumOn(loss())).toBe(-SENT);
    await payer.auditClean();
  });

  it('is stopped before its delivery if the collection is returned, and its refund makes good the loss', async () => {
    const made = await pulled();
    const id = made.transactionId;
    await hears(id, COLLECTED);
    expect(await hears(id, back(SENT))).toBe('APPLIED');
    expect(await payer.payment(made)).toMatchObject({
      status: 'FAILED',
      failureReason: 'QUOTE_EXECUTION_FAILED',
      refundReason: 'TRANSACTION_FAILED',
      refundStatus: 'PENDING',
    });
    await payer.play.pass(0);
    const transit = chart.inTransit(made.id, usd()).name;
    expect((await bank.entries(id)).slice(-2)).toEqual([
      ['FUNDING_LOST', { [clearing()]: SENT, [loss()]: -SENT }],
      ['FUNDING_RECOVERED', { [transit]: -SENT, [loss()]: SENT }],
    ]);
    expect(await payer.payment(made)).toMatchObject({
      refundStatus: 'COMPLETED',
      refundSettledAt: payer.play.clock.now(),
      submittedAt: null,
      corrections: { fundingReversed: true, fundingReturnId: 'R1', fundingRecovered: true },
    });
    expect(await bank.exceptions()).toEqual([]);
    await payer.auditClean();
  });

  it('and is with the rail that delivers is not stopped', async () => {
    await on({
      rails: bankRails(
        { submit: async () => ({ state: 'pending', checkAfterSeconds: HOUR }) },
        { submit: async () => COLLECTED },
      ),
    });
    const made = await pulled();
    expect(await hears(made.transactionId, back(SENT))).toBe('APPLIED');
    expect((await payer.payment(made)).status).toBe('PROCESSING');
    expect(await bank.exceptions()).toMatchObject([{ subject: made.transactionId, reference: 'loss:R1' }]);
    await payer.auditClean();
  });
});
