import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PayoutStatus, PullStatus } from '../accounts/index.js';
import type { ExceptionRecord, Resolution } from '../exceptions/index.js';
import { chart } from '../ledger/index.js';
import type { Quote } from '../quotes/index.js';
import { FUNDED, type PlayBank, playBank, refundingRails, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer } from '../testing/play-payer.js';
import { operatorNamed } from '../testing/ports.js';
import { saidPayment } from '../testing/said-payment.js';

const COLLECTED = { state: 'collected', checkAfterSeconds: null } as const;
const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;
const DELIVERED = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
const FAILED = {
  state: 'failed',
  reason: 'ACCOUNT_INVALID',
  refundReason: 'TRANSACTION_FAILED',
  refundable: true,
} as const;
const back = (amount: bigint, returnId = 'R1') => ({ state: 'returned', returnId, amount, reason: 'AC04' }) as const;

let payer: PlayPayer;
let bank: PlayBank;
const on = async (of: Parameters<typeof playBank>[0]) => {
  bank = await playBank(of);
  ({ payer } = bank);
};
beforeEach(() => on({}));
afterEach(async () => {
  expect(bank.failures).toEqual([]);
  await payer.auditClean();
});

const ofCollection = async (id: string, status: PullStatus) =>
  valueOf(await bank.tell({ kind: 'collection', reference: id, status })).effect;
const ofPayout = async (id: string, status: PayoutStatus) =>
  valueOf(await bank.tell({ kind: 'payout', reference: id, status })).effect;
const reverse = async (amount: bigint, messageId: string, paymentId = 'p1') =>
  valueOf(await bank.tell({ kind: 'reversal', paymentId, amount, reason: null, messageId })).effect;
const recall = (amount: bigint, messageId: string, paymentId = 'p1') =>
  bank.tell({ kind: 'recall', paymentId, amount, reason: null, messageId });
const named = async (reference: string): Promise<ExceptionRecord> =>
  (await bank.exceptions()).find((each) => each.reference === reference)!;
const newest = async (): Promise<ExceptionRecord> => (await bank.exceptions()).at(-1)!;
const attempt = (exceptionId: string, resolution: Resolution, account?: string) =>
  payer.play.run(payer.play.core.treasury.resolve, {
    ...{ exceptionId, resolution, account, by: operatorNamed('Ann') },
    ...saidPayment(resolution),
  });
const resolve = async ({ id, kind }: ExceptionRecord, resolution: Resolution, account?: string) => {
  const needs = resolution === 'CREDITED' || (resolution === 'ADJUSTED' && kind !== 'RECEIVABLE_OVERDUE');
  return valueOf(await attempt(id, resolution, account ?? (needs ? payer.usd.id : undefined)));
};
const usd = () => payer.usd.currency;
const loss = () => bank.sumOn(chart.loss('SANDBOX', usd()).name);
const ownFunds = () => bank.sumOn(chart.ownFunds('SANDBOX', usd()).name);
const available = async () => (await bank.balance())[0];

/** A payment of 1,000 dollars, collected and delivered; the collection was returned afterwards. */
async function lost(): Promise<Quote> {
  await on({ rails: bankRails({}, { submit: async () => PENDING }) });
  const request = payer.fromAccount((await payer.dollars()).id, (await payer.external()).id);
  const quote = await payer.quoted({ ...request, immediatelyExecute: true });
  await payer.play.pass(0);
  await ofCollection(quote.transactionId, COLLECTED);
  await payer.play.pass(0);
  expect(await ofCollection(quote.transactionId, back(SENT))).toBe('APPLIED');
  return quote;
}

/** The delivered payout of the payment comes back whole, and its refund ends. */
async function comesBack(quote: Quote): Promise<void> {
  const { receivedAmount } = await payer.payment(quote);
  expect(await ofPayout(quote.transactionId, back(receivedAmount!, 'R2'))).toBe('APPLIED');
  await payer.play.pass(0);
  expect(await payer.payment(quote)).toMatchObject({ status: 'FAILED', refundStatus: 'COMPLETED' });
}

const arrived = async (amount = SENT): Promise<string> =>
  valueOf(await bank.arrives(payer.usd.reference, amount, { paymentId: 'p1' })).transaction!.id;

describe('a lost funding that was made good after an operator decided who bears it', () => {
  it('goes back to the account that was charged', async () => {
    const quote = await lost();
    await resolve(await named('loss:R1'), 'ADJUSTED');
    expect(await available()).toBe(FUNDED - SENT);
    await comesBack(quote);
    expect(await available()).toBe(FUNDED);
    expect(await loss()).toBe(0n);
    const { id } = await named('loss:R1');
    expect((await bank.entries(id)).map(([kind]) => kind)).toEqual(['EXCEPTION_ADJUSTED', 'EXCEPTION_RECOVERED']);
    expect(await named('loss:R1')).toMatchObject({ recovered: SENT });
  });

  it('goes back to own funds that paid it', async () => {
    const quote = await lost();
    await resolve(await named('loss:R1'), 'PAID_ELSEWHERE');
    await comesBack(quote);
    expect([await loss(), await ownFunds(), await available()]).toEqual([0n, 0n, FUNDED]);
  });

  it.each(['WRITTEN_OFF', 'REFUSED', null] as const)('stays with the service after %s', async (resolution) => {
    const quote = await lost();
    if (resolution !== null) await resolve(await named('loss:R1'), resolution);
    await comesBack(quote);
    expect([await loss(), await ownFunds(), await available()]).toEqual([0n, 0n, FUNDED]);
  });

  it('settles what the account owes, and goes to the platform for what it took over', async () => {
    const quote = await lost();
    await withdraw(FUNDED - 30_000n);
    await resolve(await named('loss:R1'), 'ADJUSTED');
    expect((await payer.play.core.ledger.audit()).receivables).toMatchObject([{ amount: 70_000n }]);
    await payer.play.pass(31 * 86_400);
    const overdue = (await bank.exceptions()).find(({ kind }) => kind === 'RECEIVABLE_OVERDUE')!;
    const platform = await payer.internal('USD', 'platform');
    valueOf(await payer.play.run(payer.play.core.sandbox.fund, { accountId: platform.account.id, amount: 70_000n }));
    await resolve(overdue, 'ADJUSTED');
    expect((await payer.internal('USD', 'platform')).available).toBe(0n);
    await comesBack(quote);
    expect((await payer.internal('USD', 'platform')).available).toBe(70_000n);
    expect(await available()).toBe(30_000n);
    expect(await loss()).toBe(0n);
  });

  it('settles the debt of the account that was charged first', async () => {
    const quote = await lost();
    await withdraw(FUNDED - 30_000n);
    await resolve(await named('loss:R1'), 'ADJUSTED');
    await comesBack(quote);
    expect(await available()).toBe(30_000n);
    expect((await payer.play.core.ledger.audit()).receivables).toEqual([]);
  });

  it('waits in suspense with an exception if the account was closed', async () => {
    const quote = await lost();
    await resolve(await named('loss:R1'), 'ADJUSTED');
    await withdraw(FUNDED - SENT);
    await close();
    await comesBack(quote);
    expect(await loss()).toBe(0n);
    const held = await newest();
    expect(held).toMatchObject({ kind: 'DEPOSIT_HELD', status: 'OPEN', amount: SENT });
    expect(await bank.sumOn(chart.suspense(payer.play.tenant, usd()).name)).toBe(SENT);
    await payer.auditClean();
    await resolve(held, 'RETRIED');
    await payer.play.pass(0);
    expect(await newest()).toMatchObject({ kind: 'DEPOSIT_REFUSED', status: 'OPEN', amount: SENT });
    await resolve(await newest(), 'WRITTEN_OFF');
  });
});

async function withdraw(amount: bigint): Promise<void> {
  const destinationId = (await payer.dollars('891')).id;
  valueOf(await payer.play.run(payer.play.core.transfers.out, { sourceId: payer.usd.id, destinationId, amount }));
  await payer.play.pass(0);
}

async function close(): Promise<void> {
  valueOf(await payer.play.run(payer.play.core.customers.delete, { id: payer.customerId } as never));
}

describe('money that arrived and goes back in parts', () => {
  it('goes back once if the bank reverses a part and then the whole', async () => {
    const id = await arrived();
    expect(await reverse(40_000n, 'm1')).toBe('CONTRADICTED');
    await resolve(await newest(), 'ADJUSTED');
    expect((await bank.read(id)).corrections).toMatchObject({ sentBack: 40_000n });
    expect(await reverse(SENT, 'm2')).toBe('CONTRADICTED');
    expect(await newest()).toMatchObject({ reference: 'm2', amount: 60_000n });
    await resolve(await newest(), 'ADJUSTED');
    expect(await available()).toBe(FUNDED);
    await payer.play.pass(0);
    expect(await bank.read(id)).toMatchObject({ status: 'FAILED', failureReason: 'COLLECTION_FAILED' });
    expect(payer.eventsOf(id)).toEqual(['INCOMING_PAYMENT.COMPLETED', 'INCOMING_PAYMENT.FAILED']);
  });

  it('goes back once if a part was recalled and the whole is reversed', async () => {
    await arrived();
    await recall(30_000n, 'm1');
    await resolve(await newest(), 'ADJUSTED');
    expect(await reverse(SENT, 'm2')).toBe('CONTRADICTED');
    expect(await newest()).toMatchObject({ reference: 'm2', amount: 70_000n });
    await resolve(await newest(), 'ADJUSTED');
    expect(await available()).toBe(FUNDED);
  });

  it('goes back at most as far as it arrived, whatever the bank reverses', async () => {
    await arrived();
    for (const messageId of ['m1', 'm2', 'm3']) await reverse(60_000n, messageId);
    await resolve(await named('m1'), 'ADJUSTED');
    expect((await resolve(await named('m2'), 'ADJUSTED')).moved).toMatchObject({ amount: 40_000n });
    for (const resolution of ['ADJUSTED', 'PAID_ELSEWHERE', 'WRITTEN_OFF'] as const)
      expect(
        await attempt((await named('m3')).id, resolution, resolution === 'ADJUSTED' ? payer.usd.id : undefined),
      ).toMatchObject({ error: { code: 'CONFLICT' } });
    await resolve(await named('m3'), 'REFUSED');
    expect(await available()).toBe(FUNDED);
  });

  it('is not credited once more by a contradiction about its reversal', async () => {
    await arrived();
    for (const messageId of ['m1', 'm2', 'm3']) {
      await reverse(60_000n, messageId);
      const { id } = await named(messageId);
      expect(await attempt(id, 'CREDITED', payer.usd.id)).toMatchObject({ error: { code: 'CONFLICT' } });
    }
    await resolve(await named('m1'), 'ADJUSTED');
    expect((await resolve(await named('m2'), 'CREDITED')).moved).toMatchObject({ amount: 60_000n });
    expect(await attempt((await named('m3')).id, 'CREDITED', payer.usd.id)).toMatchObject({
      error: { code: 'CONFLICT' },
    });
    expect(await available()).toBe(FUNDED + SENT);
  });

  it('is not credited from outside while it waits in suspense', async () => {
    valueOf(await bank.arrives('NOBODY', SENT, { paymentId: 'p1', returnAfterSeconds: 3_600 }));
    await reverse(60_000n, 'm1');
    const { id } = await named('m1');
    expect(await attempt(id, 'CREDITED', payer.usd.id)).toMatchObject({ error: { code: 'CONFLICT' } });
    await resolve(await named('m1'), 'REFUSED');
    expect(await available()).toBe(FUNDED);
  });

  it('is not credited after it went back and was reversed as well', async () => {
    await on({ rails: refundingRails(async () => ({ state: 'completed' })) });
    valueOf(await bank.arrives('NOBODY', SENT, { paymentId: 'p1' }));
    await payer.play.pass(0);
    expect(await reverse(SENT, 'm1')).toBe('CONTRADICTED');
    const { id } = await named('m1');
    expect(await attempt(id, 'CREDITED', payer.usd.id)).toMatchObject({ error: { code: 'CONFLICT' } });
    expect(await available()).toBe(FUNDED);
  });

  it('fails the payment when a recall sent everything back, and a later reversal takes nothing', async () => {
    const id = await arrived();
    await recall(SENT, 'm1');
    await resolve(await newest(), 'ADJUSTED');
    expect((await bank.read(id)).status).toBe('FAILED');
    expect(await reverse(SENT, 'm2')).toBe('CONTRADICTED');
    expect(await attempt((await named('m2')).id, 'ADJUSTED', payer.usd.id)).toMatchObject({
      error: { code: 'CONFLICT' },
    });
    expect(await available()).toBe(FUNDED);
    expect(await loss()).toBe(0n);
  });

  it('goes back once if the recall is answered and the whole is reversed at the same moment', async () => {
    await arrived();
    await recall(SENT, 'm1');
    const { id } = await newest();
    const [answered, reversed] = await Promise.all([attempt(id, 'ADJUSTED', payer.usd.id), reverse(SENT, 'm2')]);
    expect([answered.ok, reversed]).toEqual(answered.ok ? [true, 'CONTRADICTED'] : [false, 'APPLIED']);
    expect(await available()).toBe(FUNDED);
  });

  it('is reversed as before if the operator refused the recall', async () => {
    await arrived();
    await recall(SENT, 'm1');
    await resolve(await newest(), 'REFUSED');
    expect(await reverse(SENT, 'm2')).toBe('APPLIED');
    expect(await available()).toBe(FUNDED);
  });
});

describe('a payout that came back by a decision of an operator', () => {
  it.each(['R1', 'R2'])('does not come back a second time under %s', async (returnId) => {
    const { id } = await bank.transferOut();
    expect(await ofPayout(id, back(SENT + 100n, 'R1'))).toBe('CONTRADICTED');
    await resolve(await newest(), 'CREDITED');
    expect(await available()).toBe(FUNDED + 100n);
    expect(await ofPayout(id, back(SENT, returnId))).toBe('CONTRADICTED');
    await payer.play.pass(0);
    expect(await available()).toBe(FUNDED + 100n);
    const again = await newest();
    expect(again).toMatchObject({ status: 'OPEN', kind: 'RAIL_CONTRADICTION', amount: SENT });
    expect(await attempt(again.id, 'CREDITED', payer.usd.id)).toMatchObject({ error: { code: 'CONFLICT' } });
    await resolve(again, 'REFUSED');
    // A check that reports a failure does not return it a second time either.
    expect(await ofPayout(id, FAILED)).toBe('CONTRADICTED');
    await payer.play.pass(0);
    expect(await available()).toBe(FUNDED + 100n);
    expect(await bank.read(id)).toMatchObject({ corrections: { cameBack: SENT + 100n } });
  });

  it('is credited only as far as it was sent once more after its booked return', async () => {
    const { id } = await bank.transferOut();
    expect(await ofPayout(id, back(SENT, 'R1'))).toBe('APPLIED');
    await payer.play.pass(0);
    await ofPayout(id, back(SENT, 'R2'));
    expect(await resolve(await newest(), 'PAID_ELSEWHERE')).toMatchObject({ moved: { to: 'outside', amount: SENT } });
    // The first return may be of more than was sent, but this is the second one.
    await ofPayout(id, back(SENT + 100n, 'R3'));
    expect(await resolve(await newest(), 'CREDITED')).toMatchObject({ moved: { from: 'outside', amount: SENT } });
    expect(await available()).toBe(FUNDED + SENT);
  });

  it('is booked under another id if the operator refused the first', async () => {
    const { id } = await bank.transferOut();
    await ofPayout(id, back(SENT + 100n, 'R1'));
    await resolve(await newest(), 'REFUSED');
    expect(await ofPayout(id, back(SENT, 'R1'))).toBe('CONTRADICTED');
    expect(await newest()).toMatchObject({ status: 'OPEN', reference: `R1/${SENT}`, amount: SENT });
    expect(await ofPayout(id, back(SENT, 'R2'))).toBe('APPLIED');
    await payer.play.pass(0);
    expect(await available()).toBe(FUNDED);
  });

  it('adds to an open exception of the same return id', async () => {
    const { id } = await bank.transferOut();
    await ofPayout(id, back(SENT + 100n, 'R1'));
    expect(await ofPayout(id, back(SENT, 'R1'))).toBe('CONTRADICTED');
    expect(await ofPayout(id, back(SENT, 'R1'))).toBe('CONTRADICTED');
    const open = await bank.exceptions();
    expect(open).toHaveLength(1);
    expect(open[0]!.reason.split('returned 1,000.00 USD ')).toHaveLength(2);
  });
});

describe('a payout that is still with its rail', () => {
  beforeEach(() => on({ rails: bankRails({ submit: async () => PENDING }) }));
  const openedByHand = async (id: string): Promise<ExceptionRecord> => {
    const input = {
      kind: 'RAIL_CONTRADICTION',
      subject: id,
      reference: 'x1',
      reason: 'the bank says it paid',
    } as const;
    return valueOf(await payer.play.run(payer.play.core.treasury.open, input));
  };

  it.each(['ADJUSTED', 'PAID_ELSEWHERE', 'WRITTEN_OFF'] as const)(
    'is not booked as sent by %s, because its settlement books it',
    async (resolution) => {
      const { id } = await bank.transferOut();
      const exception = await openedByHand(id);
      const account = resolution === 'ADJUSTED' ? payer.usd.id : undefined;
      expect(await attempt(exception.id, resolution, account)).toMatchObject({ error: { code: 'CONFLICT' } });
      expect(await ofPayout(id, DELIVERED)).toBe('APPLIED');
      expect(await attempt(exception.id, resolution, account)).toMatchObject({ error: { code: 'CONFLICT' } });
      await resolve(exception, 'REFUSED');
      expect(await available()).toBe(FUNDED - SENT);
    },
  );
});

describe('a payout that comes back with a wrong amount before a check saw its delivery', () => {
  it('is delivered, and the money can be credited', async () => {
    await on({ rails: bankRails({ submit: async () => PENDING, status: async () => back(SENT + 100n) }) });
    const { id } = await bank.transferOut();
    await payer.play.pass(100);
    expect(await bank.read(id)).toMatchObject({ status: 'COMPLETED', settledAt: expect.anything() });
    expect(payer.eventsOf(id).at(-1)).toBe('OUTGOING_PAYMENT.COMPLETED');
    await payer.play.pass(100_000);
    expect(await bank.jobs(id)).toEqual([]);
    expect(await resolve(await newest(), 'CREDITED')).toMatchObject({ moved: { amount: SENT + 100n } });
    expect(await available()).toBe(FUNDED + 100n);
    expect(await ofPayout(id, DELIVERED)).toBe('NONE');
    expect(await ofPayout(id, back(SENT, 'R2'))).toBe('CONTRADICTED');
    expect(await available()).toBe(FUNDED + 100n);
  });
});

describe('a payment that was delivered after it had failed', () => {
  async function deliveredLate(resolution: Resolution): Promise<string> {
    await on({ rails: bankRails({ submit: async () => PENDING }) });
    const { id } = await bank.transferOut();
    expect(await ofPayout(id, FAILED)).toBe('APPLIED');
    await payer.play.pass(0);
    expect(await available()).toBe(FUNDED);
    expect(await ofPayout(id, DELIVERED)).toBe('CONTRADICTED');
    await resolve(await named('delivered'), resolution);
    return id;
  }

  it('goes back to the account that paid it when it is returned', async () => {
    const id = await deliveredLate('ADJUSTED');
    expect(await available()).toBe(FUNDED - SENT);
    expect(await ofPayout(id, back(SENT))).toBe('APPLIED');
    expect(await available()).toBe(FUNDED);
    expect(await ofPayout(id, back(SENT))).toBe('NONE');
    expect(await ofPayout(id, back(SENT, 'R2'))).toBe('CONTRADICTED');
    expect(await available()).toBe(FUNDED);
  });

  it.each(['PAID_ELSEWHERE', 'WRITTEN_OFF'] as const)('goes back to the service after %s', async (resolution) => {
    const id = await deliveredLate(resolution);
    expect(await ofPayout(id, back(SENT))).toBe('APPLIED');
    expect([await available(), await loss(), await ownFunds()]).toEqual([FUNDED, 0n, 0n]);
  });
});

describe('a collection that had failed, and was credited by an operator', () => {
  it.each([
    ['returned', back(SENT)],
    ['failed', { state: 'failed', reason: 'REJECTED' }],
  ] as const)('is taken back by an exception when it is %s', async (_, status) => {
    await on({ rails: bankRails({}, { submit: async () => PENDING }) });
    const { id } = await bank.transferIn();
    await ofCollection(id, { state: 'failed', reason: 'REJECTED' });
    expect(await ofCollection(id, COLLECTED)).toBe('CONTRADICTED');
    await resolve(await named('collected'), 'CREDITED');
    expect(await available()).toBe(FUNDED + SENT);
    expect(await ofCollection(id, status)).toBe('CONTRADICTED');
    expect(await newest()).toMatchObject({ status: 'OPEN', amount: SENT });
    await resolve(await newest(), 'ADJUSTED');
    expect(await available()).toBe(FUNDED);
  });
});

describe('a refund that failed', () => {
  const keeping = () => on({ rails: bankRails({ submit: async () => ({ ...FAILED, refundable: false }) }) });

  it.each(['CREDITED', 'PAID_ELSEWHERE'] as const)('is complete after %s', async (resolution) => {
    await keeping();
    const { id } = await bank.transferOut();
    expect((await bank.read(id)).refundStatus).toBe('FAILED');
    await resolve(await newest(), resolution);
    await payer.play.pass(0);
    expect(await bank.read(id)).toMatchObject({ refundStatus: 'COMPLETED', refundSettledAt: payer.play.clock.now() });
    expect(payer.eventsOf(id).slice(-2)).toEqual([
      'OUTGOING_PAYMENT.REFUND_FAILED',
      'OUTGOING_PAYMENT.REFUND_COMPLETED',
    ]);
  });

  it('stays failed after it was written off', async () => {
    await keeping();
    const { id } = await bank.transferOut();
    await resolve(await newest(), 'WRITTEN_OFF');
    expect((await bank.read(id)).refundStatus).toBe('FAILED');
  });

  it('of a collection is not booked again when the rail reports it after a resolution', async () => {
    const { transactionId: id, refundReference } = await refundThatFailed();
    await resolve(await named(refundReference), 'CREDITED');
    expect(await available()).toBe(FUNDED + SENT);
    expect((await bank.read(id)).refundStatus).toBe('COMPLETED');
    const told = async (status: { state: 'completed' } | { state: 'failed'; reason: string }) =>
      valueOf(await bank.tell({ kind: 'refund', reference: refundReference, status })).effect;
    expect(await told({ state: 'failed', reason: 'AC04' })).toBe('NONE');
    expect(await told({ state: 'completed' })).toBe('CONTRADICTED');
    await resolve(await newest(), 'ADJUSTED');
    expect(await available()).toBe(FUNDED);
  });
});

describe('a refund that failed, and whose collection is returned', () => {
  type Step = 'returned' | 'written off' | 'charged';
  const orders: readonly (readonly Step[])[] = [
    ['returned', 'written off', 'charged'],
    ['returned', 'charged', 'written off'],
    ['written off', 'returned', 'charged'],
  ];

  it.each(orders)('leaves nothing in loss and nothing charged: %s, %s, %s', async (...order) => {
    const { transactionId: id, refundReference } = await refundThatFailed();
    const refused: string[] = [];
    for (const step of order) {
      if (step === 'returned') expect(await ofCollection(id, back(SENT))).toBe('APPLIED');
      if (step === 'written off') await resolve(await named(refundReference), 'WRITTEN_OFF');
      if (step !== 'charged') continue;
      const charged = await attempt((await named('loss:R1')).id, 'ADJUSTED', payer.usd.id);
      if (!charged.ok) refused.push(charged.error.code);
    }
    expect(refused).toEqual(order[1] === 'charged' ? [] : ['CONFLICT']);
    expect([await loss(), await available()]).toEqual([0n, FUNDED]);
    if (order[1] !== 'charged') await resolve(await named('loss:R1'), 'WRITTEN_OFF');
    expect([await loss(), await available()]).toEqual([0n, FUNDED]);
  });
});

/** A collected payment that could not be delivered, and whose refund the rail could not send. */
async function refundThatFailed(): Promise<{ readonly transactionId: string; readonly refundReference: string }> {
  await on({
    rails: bankRails(
      { submit: async () => FAILED },
      { submit: async () => PENDING, refund: async () => ({ state: 'failed', reason: 'AC04' }) },
    ),
  });
  const request = payer.fromAccount((await payer.dollars()).id, (await payer.external()).id);
  const quote = await payer.quoted({ ...request, immediatelyExecute: true });
  await payer.play.pass(0);
  await ofCollection(quote.transactionId, COLLECTED);
  await payer.play.pass(0);
  await payer.play.pass(0);
  const { refundReference, refundStatus } = await payer.payment(quote);
  expect(refundStatus).toBe('FAILED');
  return { transactionId: quote.transactionId, refundReference: refundReference! };
}

describe('a refund that the rail sent under both of its references', () => {
  it('is not credited from outside, because the money went out', async () => {
    const references: string[] = [];
    let isSent = false;
    const refund = async ({ reference }: { readonly reference: string }) => {
      references.push(reference);
      return isSent ? ({ state: 'completed' } as const) : ({ state: 'failed', reason: 'AC04' } as const);
    };
    await on({ rails: refundingRails(refund) });
    const quote = await payer.quoted(payer.funded((await payer.external()).id));
    valueOf(await bank.arrives(quote.reference!, 5n, { paymentId: 'p1' }));
    await payer.play.pass(0);
    await resolve(await newest(), 'RETRIED');
    isSent = true;
    await payer.play.pass(0);
    const told = { kind: 'refund', reference: references[0]!, status: { state: 'completed' } } as const;
    expect(valueOf(await bank.tell(told)).effect).toBe('CONTRADICTED');
    const { id } = await newest();
    expect(await attempt(id, 'CREDITED', payer.usd.id)).toMatchObject({ error: { code: 'CONFLICT' } });
    await resolve(await newest(), 'REFUSED');
    expect(await available()).toBe(FUNDED);
  });
});

describe('money that went back for a recall', () => {
  it('is not refunded to its payer as well when its payment fails', async () => {
    const { submit, fail } = held();
    await on({ rails: bankRails({ submit }) });
    const quote = await payer.quoted(payer.funded((await payer.external()).id));
    valueOf(await bank.arrives(quote.reference!, SENT, { paymentId: 'p1' }));
    await payer.play.pass(0);
    await recall(SENT, 'm1');
    await resolve(await newest(), 'ADJUSTED');
    fail();
    expect(await ofPayout(quote.transactionId, FAILED)).toBe('APPLIED');
    await payer.play.pass(0);
    expect((await payer.payment(quote)).refundStatus).toBe('FAILED');
    const failed = await newest();
    expect(failed).toMatchObject({ kind: 'REFUND_FAILED', status: 'OPEN', amount: SENT });
    await resolve(failed, 'CREDITED');
    expect(await available()).toBe(FUNDED);
  });

  it.each(['WRITTEN_OFF', 'REFUSED'] as const)(
    'stops a payout that is not submitted when the bank reverses the rest (recall: %s)',
    async (resolution) => {
      const submitted: string[] = [];
      await on({ rails: bankRails({ submit: async ({ reference }) => (submitted.push(reference), DELIVERED) }) });
      const quote = await payer.quoted(payer.funded((await payer.external()).id));
      valueOf(await bank.arrives(quote.reference!, SENT, { paymentId: 'p1' }));
      await recall(10_000n, 'm1');
      await resolve(await named('m1'), resolution);
      const isMoved = resolution === 'WRITTEN_OFF';
      expect(await reverse(SENT, 'm2')).toBe(isMoved ? 'CONTRADICTED' : 'APPLIED');
      await payer.play.pass(0);
      await payer.play.pass(0);
      expect(submitted).toEqual([]);
      const { status, refundStatus } = await payer.payment(quote);
      expect([status, refundStatus]).toEqual(['FAILED', isMoved ? 'FAILED' : 'COMPLETED']);
      if (!isMoved) return;
      const failed = (await bank.exceptions()).find(({ kind }) => kind === 'REFUND_FAILED')!;
      expect(failed).toMatchObject({ status: 'OPEN', amount: SENT });
      expect(await named('m2')).toMatchObject({ status: 'OPEN', amount: SENT - 10_000n });
      await resolve(failed, 'WRITTEN_OFF');
      await resolve(await named('m2'), 'WRITTEN_OFF');
      expect(await loss()).toBe(0n);
    },
  );

  it('is not sent back from suspense as well', async () => {
    valueOf(await bank.arrives('NOBODY', SENT, { paymentId: 'p1', returnAfterSeconds: 3_600 }));
    await recall(SENT, 'm1');
    await resolve(await newest(), 'WRITTEN_OFF');
    await payer.play.pass(3_601);
    await payer.play.pass(0);
    expect(await newest()).toMatchObject({ kind: 'DEPOSIT_REFUSED', status: 'OPEN' });
    await resolve(await newest(), 'WRITTEN_OFF');
    expect(await loss()).toBe(0n);
  });
});

const held = () => {
  let failed = false;
  return { submit: async () => (failed ? FAILED : PENDING), fail: () => void (failed = true) };
};

describe('a deposit in suspense that the bank reverses', () => {
  it('ends its exceptions', async () => {
    valueOf(await bank.arrives('NOBODY', SENT, { paymentId: 'p1', returnAfterSeconds: 3_600 }));
    const first = await newest();
    expect(await reverse(SENT, 'm1')).toBe('APPLIED');
    await payer.play.pass(0);
    expect(await newest()).toMatchObject({ id: first.id, status: 'RESOLVED', resolution: 'REFUSED', entryId: null });
    expect(payer.eventsOf(first.id)).toEqual(['EXCEPTION.OPENED', 'EXCEPTION.RESOLVED']);
  });
});
