import { beforeEach, describe, expect, it } from 'vitest';
import type { FundingRefund, PayoutStatus, Rail, RailRefundStatus, RailTelling } from '../accounts/index.js';
import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import type { CurrencyCode, Result } from '../kernel/index.js';
import { chart, POSTINGS, receivableOf } from '../ledger/index.js';
import type { Quote } from '../quotes/index.js';
import type { Told } from '../rails/index.js';
import type { Corrections, Deposit, Transaction } from './index.js';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { playCore, valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';
import { digest, operatorNamed } from '../testing/ports.js';

const SENT = 100_000n;
const FUNDED = 1_000_000n;
const BANK = 'sandbox-bank';
const GRACE = { name: 'Grace Hopper', account: 'DE89370400440532013000' };
const DAYS = 86_400;

let payer: PlayPayer;
let told = 0;
beforeEach(async () => {
  payer = await playPayer();
});

type Telling = RailTelling extends infer M ? (M extends RailTelling ? Omit<M, 'rail' | 'messageId'> : never) : never;

/** A message of the bank, with a new message id unless one is given. */
const tell = (message: Telling & { readonly rail?: string; readonly messageId?: string }, of = payer) =>
  of.play.core.railTells('SANDBOX', { rail: BANK, messageId: `message ${told++}`, ...message } as RailTelling);
const arrives = (reference: string, amount = SENT, over: object = {}, of = payer): Promise<Result<Told>> =>
  tell(
    {
      kind: 'arrival',
      paymentId: `arrival ${told++}`,
      reference,
      currency: 'USD',
      amount,
      remitter: GRACE,
      valueDate: '2026-01-15',
      ...over,
    },
    of,
  );
const back = (amount: bigint, returnId = 'R1') => ({ state: 'returned', returnId, amount, reason: 'AC04' }) as const;
const DELIVERED = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
const COLLECTED = { state: 'collected', checkAfterSeconds: null } as const;
const FAILED = {
  state: 'failed',
  reason: 'ACCOUNT_CANNOT_RECEIVE',
  refundReason: 'TRANSACTION_FAILED',
  refundable: true,
} as const;

const read = async (id: string, of = payer): Promise<Transaction> =>
  valueOf(await of.play.read(of.play.core.transactions.get, { id }));
const exceptions = (of = payer): Promise<readonly ExceptionRecord[]> =>
  of.play.storage.units.read(
    of.play.tenant,
    async (reads) => (await reads.list(EXCEPTIONS, { order: 'asc', limit: 99 })).rows,
  );
const sumOn = (account: string, of = payer): Promise<bigint> =>
  of.play.storage.units.read(of.play.tenant, (reads) => reads.sum(POSTINGS, 'amount', { account }, 0, null));
const USD = 'USD' as CurrencyCode;
const lossOf = (of = payer) => sumOn(chart.loss('SANDBOX', USD).name, of);
const balance = async (of = payer) => {
  const { available, held } = await of.internal('USD');
  return [available, held];
};

async function transferOut(of = payer, suffix = '890'): Promise<Transaction> {
  const made = await of.play.run(of.play.core.transfers.out, {
    sourceId: of.usd.id,
    destinationId: (await of.dollars(suffix)).id,
    amount: SENT,
  });
  await of.play.pass(0);
  return read(valueOf(made).id, of);
}

async function transferIn(of = payer, suffix = '890'): Promise<Transaction> {
  const made = await of.play.run(of.play.core.transfers.in, {
    sourceId: (await of.dollars(suffix)).id,
    destinationId: of.usd.id,
    amount: SENT,
  });
  await of.play.pass(0);
  return read(valueOf(made).id, of);
}

/** A payment of 1,000 dollars to an external account, collected from another one. */
async function pulled(of = payer, destination = '890'): Promise<Quote> {
  const request = of.fromAccount((await of.dollars()).id, (await of.external(destination)).id);
  return of.quoted({ ...request, immediatelyExecute: true });
}

const pending = bankRails(
  { submit: async () => ({ state: 'pending', checkAfterSeconds: 9 * DAYS }) },
  { submit: async () => ({ state: 'pending', checkAfterSeconds: 9 * DAYS }) },
);

describe('a message about a payout', () => {
  it('completes the payment before the first status check, and has no effect when repeated', async () => {
    payer = await playPayer({ rails: pending });
    const { id } = await transferOut();
    const message = { kind: 'payout', reference: id, status: DELIVERED, messageId: 'one' } as const;
    expect(valueOf(await tell(message))).toMatchObject({ effect: 'APPLIED', transaction: { status: 'COMPLETED' } });
    expect(valueOf(await tell(message)).effect).toBe('NONE');
    expect(valueOf(await tell({ ...message, messageId: 'two' })).effect).toBe('NONE');
    expect((await read(id)).status).toBe('COMPLETED');
    expect(await balance()).toEqual([FUNDED - SENT, 0n]);
    await payer.auditClean();
  });

  it('books a return months after the last job has ended, once for each return id', async () => {
    const { id } = await transferOut();
    await payer.play.pass(200 * DAYS);
    valueOf(await tell({ kind: 'payout', reference: id, status: back(SENT) }));
    await payer.play.pass(0);
    const returned = await read(id);
    expect(returned).toMatchObject({ status: 'FAILED', failureReason: 'PAYOUT_RETURNED', refundStatus: 'COMPLETED' });
    expect(returned.corrections).toMatchObject({ returnId: 'R1', bankCharge: 0n } satisfies Partial<Corrections>);
    expect(await balance()).toEqual([FUNDED, 0n]);
    expect(payer.eventsOf(id)).toContain('OUTGOING_PAYMENT.FAILED');
    for (const status of [back(SENT), DELIVERED, FAILED]) {
      expect(valueOf(await tell({ kind: 'payout', reference: id, status })).effect).toBe('NONE');
    }
    expect(await balance()).toEqual([FUNDED, 0n]);
    expect(await exceptions()).toEqual([]);
    await payer.auditClean();
  });

  it('of a return short by a bank charge refunds the whole amount, and the service bears the charge', async () => {
    payer = await playPayer({
      options: { ...(await optionsWith(new Map([['USD', 500n]]))) },
    });
    const charges = chart.bankCharges('SANDBOX', USD).name;
    const little = await transferOut();
    const told = await tell({ kind: 'payout', reference: little.id, status: back(SENT - 500n) });
    expect(valueOf(told).effect).toBe('APPLIED');
    await payer.play.pass(0);
    expect([await sumOn(charges), await exceptions()]).toEqual([-500n, []]);
    const much = await transferOut(payer, '891');
    valueOf(await tell({ kind: 'payout', reference: much.id, status: back(SENT - 501n, 'R2') }));
    await payer.play.pass(0);
    expect(await sumOn(charges)).toBe(-1_001n);
    expect(await exceptions()).toMatchObject([{ kind: 'RAIL_CONTRADICTION', subject: much.id, amount: 501n }]);
    expect(await balance()).toEqual([FUNDED, 0n]);
    await payer.auditClean();
  });

  it.each([
    ['more than was sent', back(SENT + 1n)],
    ['nothing', back(0n)],
  ])('that returns %s moves nothing: it opens an exception or is refused', async (_, status) => {
    const { id } = await transferOut();
    const answer = await tell({ kind: 'payout', reference: id, status });
    if (status.amount === 0n) expect(answer).toMatchObject({ error: { code: 'INVALID_AMOUNT' } });
    else {
      expect(valueOf(answer)).toMatchObject({ effect: 'CONTRADICTED', transaction: { status: 'COMPLETED' } });
      expect(await exceptions()).toMatchObject([
        { kind: 'RAIL_CONTRADICTION', subject: id, reference: 'R1', amount: SENT + 1n, rail: BANK },
      ]);
    }
    expect((await read(id)).status).toBe('COMPLETED');
    await payer.auditClean();
  });

  it('of a second return opens an exception', async () => {
    const { id } = await transferOut();
    valueOf(await tell({ kind: 'payout', reference: id, status: back(SENT) }));
    await payer.play.pass(0);
    const again = await tell({ kind: 'payout', reference: id, status: back(SENT, 'R2') });
    expect(valueOf(again).effect).toBe('CONTRADICTED');
    expect(await exceptions()).toMatchObject([{ subject: id, reference: 'R2', amount: SENT }]);
    expect(await balance()).toEqual([FUNDED, 0n]);
    await payer.auditClean();
  });

  it('that reports a failed payout as delivered changes no books and opens an exception', async () => {
    const { id } = await transferOut(payer, '002');
    await payer.play.pass(0);
    expect(await balance()).toEqual([FUNDED, 0n]);
    for (let i = 0; i < 2; i++) {
      expect(valueOf(await tell({ kind: 'payout', reference: id, status: DELIVERED })).effect).toBe('CONTRADICTED');
    }
    expect(await exceptions()).toMatchObject([{ kind: 'RAIL_CONTRADICTION', subject: id, amount: SENT }]);
    await payer.auditClean();
  });

  it('that returns a payout reported as delivered after a failure opens an exception', async () => {
    payer = await playPayer({ rails: pending });
    const { id } = await transferOut();
    valueOf(await tell({ kind: 'payout', reference: id, status: FAILED }));
    await payer.play.pass(0);
    valueOf(await tell({ kind: 'payout', reference: id, status: DELIVERED }));
    expect(valueOf(await tell({ kind: 'payout', reference: id, status: back(SENT) })).effect).toBe('CONTRADICTED');
    expect((await exceptions()).map(({ reference }) => reference)).toEqual(['delivered', 'R1']);
    await payer.auditClean();
  });

  const ends = async () =>
    (await exceptions()).map(({ status, resolution, resolvedBy }) => [status, resolution, resolvedBy]);
  const UNDONE = { state: 'pending', checkAfterSeconds: 5, undone: 'block 7 left the chain' } as const;
  const minedIn = (transactionHash: string) =>
    ({ ...DELIVERED, onChainTransaction: { transactionHash, network: 'BASE' } }) as const;

  it.each([
    ['the same transaction', '0x1'],
    ['another transaction', '0x2'],
  ])('that a delivery lasts after all, by %s, ends the exceptions about it', async (_, hash) => {
    payer = await playPayer({ rails: pending });
    const { id } = await transferOut();
    const say = async (status: PayoutStatus, messageId = `message ${told++}`) =>
      valueOf(await tell({ kind: 'payout', reference: id, status, messageId })).effect;
    expect(await say(minedIn('0x1'), 'first')).toBe('APPLIED');
    const before = await balance();
    expect(await say(UNDONE, 'undone 1')).toBe('CONTRADICTED');
    // A message from before the reorganisation that comes late ends nothing.
    expect(await say(minedIn('0x1'), 'first')).toBe('NONE');
    expect(await ends()).toEqual([['OPEN', null, null]]);
    expect(await say(minedIn(hash), 'second')).toBe('APPLIED');
    expect(await ends()).toEqual([['RESOLVED', 'REFUSED', 'the rail delivered the payment again']]);
    expect(await read(id)).toMatchObject({
      ...{ status: 'COMPLETED', destination: { onChainTransaction: { transactionHash: hash } } },
    });
    expect(await say(UNDONE, 'undone 2')).toBe('CONTRADICTED');
    expect(await say(minedIn(hash), 'third')).toBe('APPLIED');
    expect((await ends()).map(([status]) => status)).toEqual(['RESOLVED', 'RESOLVED']);
    expect(await say(minedIn(hash), 'fourth')).toBe('NONE');
    expect(await balance()).toEqual(before);
    await payer.auditClean();
  });

  it('that less reached the payee completes the payment, and opens an exception that can only be refused', async () => {
    payer = await playPayer({ rails: pending });
    const { id } = await transferOut();
    const short = { ...minedIn('0x1'), arrived: SENT - 1_000n };
    const say = async (status: PayoutStatus, messageId = `message ${told++}`) =>
      valueOf(await tell({ kind: 'payout', reference: id, status, messageId })).effect;
    expect(await say(short, 'short')).toBe('APPLIED');
    expect(await say(short, 'short')).toBe('NONE');
    expect(await say(short)).toBe('NONE');
    expect(await read(id)).toMatchObject({ status: 'COMPLETED' });
    const [exception, ...others] = (await exceptions()) as [ExceptionRecord];
    expect(others).toEqual([]);
    expect(exception).toMatchObject({
      ...{ kind: 'RAIL_CONTRADICTION', subject: id, amount: 1_000n, leg: 'DELIVERY', status: 'OPEN' },
      reason: `sandbox-bank sent 1,000.00 USD for ${id}, but 990.00 USD reached the payee`,
    });
    const before = await balance();
    const attempt = (resolution: 'CREDITED' | 'ADJUSTED' | 'WRITTEN_OFF' | 'REFUSED') =>
      payer.play.run(payer.play.core.treasury.resolve, {
        ...{ exceptionId: exception.id, resolution, by: operatorNamed('Ann') },
        ...(resolution !== 'REFUSED' && { account: payer.usd.id }),
      });
    for (const resolution of ['CREDITED', 'ADJUSTED', 'WRITTEN_OFF'] as const)
      expect(await attempt(resolution)).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    valueOf(await attempt('REFUSED'));
    expect(await balance()).toEqual(before);
    await payer.auditClean();
  });

  it('that all reached the payee contradicts nothing', async () => {
    payer = await playPayer({ rails: pending });
    const { id } = await transferOut();
    valueOf(await tell({ kind: 'payout', reference: id, status: { ...DELIVERED, arrived: SENT } }));
    expect(await exceptions()).toEqual([]);
  });

  it('that a delivery lasts after all leaves exceptions about other matters open', async () => {
    payer = await playPayer({ rails: pending });
    const { id } = await transferOut();
    const say = async (status: PayoutStatus) => valueOf(await tell({ kind: 'payout', reference: id, status })).effect;
    expect(await say(DELIVERED)).toBe('APPLIED');
    expect(await say(back(SENT + 1n, 'undone'))).toBe('CONTRADICTED');
    expect(await say(DELIVERED)).toBe('NONE');
    expect((await exceptions()).map(({ status }) => status)).toEqual(['OPEN']);
  });

  it('that a delivery lasts after all contradicts operators who had credited it as come back', async () => {
    payer = await playPayer({ rails: pending });
    const { id } = await transferOut();
    const say = async (status: PayoutStatus) => valueOf(await tell({ kind: 'payout', reference: id, status })).effect;
    expect(await say(minedIn('0x1'))).toBe('APPLIED');
    expect(await say(UNDONE)).toBe('CONTRADICTED');
    const [{ id: exceptionId }] = (await exceptions()) as [ExceptionRecord];
    const by = operatorNamed('Ann');
    const decision = { exceptionId, resolution: 'CREDITED', account: payer.usd.id, by } as const;
    valueOf(await payer.play.run(payer.play.core.treasury.resolve, decision));
    expect(await say(minedIn('0x1'))).toBe('CONTRADICTED');
    expect(await say(minedIn('0x1'))).toBe('CONTRADICTED');
    const [, second, ...others] = await exceptions();
    expect(others).toEqual([]);
    expect(second).toMatchObject({ status: 'OPEN', direction: 'OUT', amount: SENT, leg: 'DELIVERY' });
    await payer.auditClean();
  });

  it('that a delivery did not last opens one exception for each message, and moves nothing', async () => {
    payer = await playPayer({ rails: pending });
    const { id } = await transferOut();
    const mined = (transactionHash: string) =>
      ({ ...DELIVERED, onChainTransaction: { transactionHash, network: 'BASE' } }) as const;
    const undone = { state: 'pending', checkAfterSeconds: 5, undone: 'block 7 left the chain' } as const;
    const say = async (status: PayoutStatus, messageId = `message ${told++}`) =>
      valueOf(await tell({ kind: 'payout', reference: id, status, messageId })).effect;
    expect(await say(undone)).toBe('NONE');
    expect(await say(mined('0x1'))).toBe('APPLIED');
    const before = [await read(id), await balance()];
    expect(await say({ state: 'pending', checkAfterSeconds: 5 })).toBe('NONE');
    expect(await say(undone, 'reorganisation 1')).toBe('CONTRADICTED');
    expect(await say(undone, 'reorganisation 1')).toBe('NONE');
    expect(await say(undone, 'reorganisation 2')).toBe('CONTRADICTED');
    expect([await read(id), await balance()]).toEqual(before);
    expect((await exceptions()).map(({ kind, subject, reference }) => [kind, subject, reference])).toEqual([
      ['RAIL_CONTRADICTION', id, 'reorganisation 1'],
      ['RAIL_CONTRADICTION', id, 'reorganisation 2'],
    ]);
    expect((await exceptions())[0]!.reason).toContain('block 7 left the chain');
    await payer.auditClean();
    expect(await say(FAILED)).toBe('APPLIED');
    expect(await ends()).toEqual(Array(2).fill(['RESOLVED', 'REFUSED', 'the rail ended the payment as failed']));
    expect(await read(id)).toMatchObject({ status: 'FAILED' });
    await payer.auditClean();
  });

  it.each<[string, PayoutStatus]>([
    ['another state', FAILED],
    ['another amount', back(SENT - 1n)],
    ['another return', back(SENT, 'R2')],
  ])('is a contradiction with both contents if its id was used for %s, and books nothing', async (_, status) => {
    const { id } = await transferOut();
    const message = { kind: 'payout', reference: id, status: back(SENT), messageId: 'one' } as const;
    valueOf(await tell(message));
    await payer.play.pass(0);
    const before = [await read(id), await balance()];
    const told = valueOf(await tell({ ...message, status }));
    expect(told).toMatchObject({ effect: 'CONTRADICTED', transaction: null });
    expect(valueOf(await tell({ ...message, status }))).toEqual(told);
    expect(valueOf(await tell({ ...message, status: { ...message.status, reason: 'in other words' } })).effect).toBe(
      'NONE',
    );
    expect([await read(id), await balance()]).toEqual(before);
    const [opened, ...more] = await exceptions();
    expect(more).toEqual([]);
    expect(opened).toMatchObject({ id: told.subject, kind: 'RAIL_CONTRADICTION', subject: id });
    expect(opened!.reason).toContain(`sent the message one as "payout ${id} returned with ${SENT} as R1"`);
    await payer.auditClean();
  });

  it.each(['reversal', 'recall'] as const)('about an arrival is compared by its amount: a %s', async (kind) => {
    valueOf(
      await tell({
        kind: 'arrival',
        paymentId: 'p1',
        reference: payer.usd.reference,
        currency: 'USD',
        amount: SENT,
        remitter: null,
        valueDate: null,
      } as never),
    );
    const message = { kind, paymentId: 'p1', amount: SENT, reason: null, messageId: 'one' } as const;
    expect(valueOf(await tell(message)).effect).toBe('APPLIED');
    expect(valueOf(await tell(message)).effect).toBe('NONE');
    const told = valueOf(await tell({ ...message, amount: 7n }));
    expect(told.effect).toBe('CONTRADICTED');
    expect((await exceptions()).at(-1)).toMatchObject({ id: told.subject, amount: 7n, currency: 'USD' });
    await payer.auditClean();
  });

  it('is a contradiction if its id belongs to another message', async () => {
    const [one, other] = [await transferOut(), await transferOut(payer, '891')];
    const status = back(SENT);
    valueOf(await tell({ kind: 'payout', reference: one.id, status, messageId: 'twice' }));
    const message = { kind: 'payout', reference: other.id, status, messageId: 'twice' } as const;
    const answer = valueOf(await tell(message));
    expect(answer.effect).toBe('CONTRADICTED');
    expect(valueOf(await tell(message))).toEqual(answer);
    expect(await exceptions()).toMatchObject([{ id: answer.subject, subject: other.id, amount: SENT }]);
    expect((await read(other.id)).status).toBe('COMPLETED');
    await payer.auditClean();
  });

  it('of a delivery has no effect after the return was reported', async () => {
    payer = await playPayer({ rails: pending });
    const { id } = await transferOut();
    valueOf(await tell({ kind: 'payout', reference: id, status: back(SENT) }));
    expect(valueOf(await tell({ kind: 'payout', reference: id, status: DELIVERED })).effect).toBe('NONE');
    await payer.play.pass(0);
    expect(await read(id)).toMatchObject({ status: 'FAILED', refundStatus: 'COMPLETED' });
    expect(await exceptions()).toEqual([]);
    await payer.auditClean();
  });
});

/** The options of a play core with limits of bank charges. */
async function optionsWith(bankChargeLimits: ReadonlyMap<string, bigint>) {
  const { DEFAULT_OPTIONS } = await import('../index.js');
  return {
    ...DEFAULT_OPTIONS,
    cursorKey: new Uint8Array(32).fill(1),
    publicAuthority: 'localhost:8080',
    bankChargeLimits,
  };
}

describe('a message is refused', () => {
  it.each([
    ['of another rail', { rail: 'sandbox-crypto' }, 'FORBIDDEN'],
    ['of an unknown rail', { rail: 'unknown-bank' }, 'REFERENCE_NOT_FOUND'],
    ['without an id', { messageId: '' }, 'INVALID_INPUT'],
  ])('%s', async (_, over, code) => {
    const { id } = await transferOut();
    const answer = await tell({ kind: 'payout', reference: id, status: back(SENT), ...over });
    expect(answer).toMatchObject({ error: { code } });
    expect((await read(id)).status).toBe('COMPLETED');
  });

  it('of another environment', async () => {
    const { id } = await transferOut();
    const live = {
      ...sandboxRails(digest)[0]!,
      name: 'bank-live',
      environment: 'PRODUCTION',
      simulated: false,
    } as const;
    const both = await playCore(
      { rails: [...sandboxRails(digest), live], storage: payer.play.storage, clock: payer.play.clock },
      { existing: true },
    );
    const message = { kind: 'payout', reference: id, status: back(SENT), messageId: 'x' } as const;
    expect(await both.core.railTells('PRODUCTION', { ...message, rail: BANK })).toMatchObject({
      error: { code: 'REFERENCE_NOT_FOUND' },
    });
    expect(await both.core.railTells('PRODUCTION', { ...message, rail: 'bank-live' })).toMatchObject({
      error: { code: 'TRANSACTION_NOT_FOUND' },
    });
    expect((await read(id)).status).toBe('COMPLETED');
  });

  it.each([
    ['payout', { kind: 'payout', reference: 'Transaction:none', status: DELIVERED }, 'TRANSACTION_NOT_FOUND'],
    ['collection', { kind: 'collection', reference: 'none', status: COLLECTED }, 'TRANSACTION_NOT_FOUND'],
    ['refund', { kind: 'refund', reference: 'Refund:none', status: { state: 'completed' } }, 'REFERENCE_NOT_FOUND'],
    ['reversal', { kind: 'reversal', paymentId: 'none', amount: 1n, reason: null }, 'REFERENCE_NOT_FOUND'],
    ['recall', { kind: 'recall', paymentId: 'none', amount: 1n, reason: null }, 'REFERENCE_NOT_FOUND'],
  ] as const)('about an unknown %s', async (_, message, code) => {
    expect(await tell(message as never)).toMatchObject({ error: { code } });
  });

  it('about a payment that was not submitted to the rail yet', async () => {
    const made = await payer.play.run(payer.play.core.transfers.out, {
      sourceId: payer.usd.id,
      destinationId: (await payer.dollars()).id,
      amount: SENT,
    });
    const message = { kind: 'payout', reference: valueOf(made).id, status: DELIVERED } as const;
    expect(await tell(message)).toMatchObject({ error: { code: 'CONFLICT' } });
    await payer.auditClean();
  });
});

describe('the return of a collection', () => {
  it('weeks later debits the account that was credited', async () => {
    const made = await transferIn();
    await payer.play.pass(60 * DAYS);
    const message = { kind: 'collection', reference: made.id, status: back(SENT) } as const;
    expect(valueOf(await tell(message)).effect).toBe('APPLIED');
    await payer.play.pass(0);
    expect(await read(made.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'COLLECTION_FAILED',
      refundStatus: null,
    });
    expect(payer.eventsOf(made.id).at(-1)).toBe('INCOMING_PAYMENT.FAILED');
    expect(await balance()).toEqual([FUNDED, 0n]);
    expect(valueOf(await tell(message)).effect).toBe('NONE');
    expect(valueOf(await tell({ ...message, status: COLLECTED })).effect).toBe('NONE');
    await payer.auditClean();
  });

  it('does not debit the account again after an operator answered a recall', async () => {
    const { core, run } = payer.play;
    const made = await transferIn();
    const recall = valueOf(
      await run(core.treasury.open, {
        kind: 'RECALL',
        subject: made.id,
        reference: 'REC-1',
        reason: 'the payer disputes it',
      }),
    );
    const by = operatorNamed('ann');
    const answer = { exceptionId: recall.id, resolution: 'ADJUSTED', account: payer.usd.id, by } as const;
    valueOf(await run(core.treasury.resolve, answer));
    const debited = await balance();
    const message = { kind: 'collection', reference: made.id, status: back(SENT) } as const;
    expect(valueOf(await tell(message)).effect).toBe('CONTRADICTED');
    expect(await balance()).toEqual(debited);
    await payer.auditClean();
  });

  it('makes the account owe what its balance does not cover', async () => {
    const made = await transferIn();
    await payer.play.run(payer.play.core.transfers.out, {
      sourceId: payer.usd.id,
      destinationId: (await payer.dollars('891')).id,
      amount: FUNDED + SENT - 1n,
    });
    await payer.play.pass(0);
    valueOf(await tell({ kind: 'collection', reference: made.id, status: back(SENT) }));
    expect(await balance()).toEqual([0n, 0n]);
    expect(await sumOn(receivableOf(payer.usd.id))).toBe(-(SENT - 1n));
    await payer.auditClean();
  });

  it('leaves a delivered payout as it is, books a loss and opens an exception', async () => {
    const made = await pulled();
    await payer.play.pass(0);
    expect((await payer.payment(made)).status).toBe('COMPLETED');
    const message = { kind: 'collection', reference: made.transactionId, status: back(SENT) } as const;
    valueOf(await tell(message));
    expect((await payer.payment(made)).status).toBe('COMPLETED');
    expect(await lossOf()).toBe(-SENT);
    expect(await exceptions()).toMatchObject([
      { kind: 'RAIL_CONTRADICTION', subject: made.transactionId, amount: SENT },
    ]);
    expect(await balance()).toEqual([FUNDED, 0n]);
    await payer.auditClean();
    // The payout is returned as well. The payer already has the money, so the refund makes good the loss.
    const { receivedAmount } = await payer.payment(made);
    valueOf(await tell({ kind: 'payout', reference: made.transactionId, status: back(receivedAmount!, 'R9') }));
    await payer.play.pass(0);
    expect(await payer.payment(made)).toMatchObject({ status: 'FAILED', refundStatus: 'COMPLETED' });
    expect(await lossOf()).toBe(0n);
    await payer.auditClean();
  });

  it('stops a payout that was not submitted yet', async () => {
    payer = await playPayer({ rails: bankRails({}, pending[0]!.pulls!) });
    const made = await pulled();
    await payer.play.pass(0);
    const message = { kind: 'collection', reference: made.transactionId } as const;
    valueOf(await tell({ ...message, status: COLLECTED }));
    expect((await payer.payment(made)).status).toBe('PROCESSING');
    valueOf(await tell({ ...message, status: back(SENT) }));
    await payer.play.pass(0);
    expect(await payer.payment(made)).toMatchObject({ status: 'FAILED', submittedAt: null, refundStatus: 'COMPLETED' });
    expect([await lossOf(), await exceptions()]).toEqual([0n, []]);
    await payer.auditClean();
  });

  it('with another amount, or a second one, opens an exception', async () => {
    const made = await transferIn();
    const message = { kind: 'collection', reference: made.id } as const;
    expect(valueOf(await tell({ ...message, status: back(SENT - 1n) })).effect).toBe('CONTRADICTED');
    valueOf(await tell({ ...message, status: back(SENT, 'R2') }));
    expect(valueOf(await tell({ ...message, status: back(SENT, 'R3') })).effect).toBe('CONTRADICTED');
    expect((await exceptions()).map(({ reference }) => reference)).toEqual(['R1', 'R3']);
    expect(await balance()).toEqual([FUNDED, 0n]);
    await payer.auditClean();
  });

  it('is found by a status check if the rail asked for one', async () => {
    const made = await transferIn(payer, '008');
    expect(made.status).toBe('COMPLETED');
    await payer.play.pass(30);
    expect(await read(made.id)).toMatchObject({ status: 'FAILED', failureReason: 'COLLECTION_FAILED' });
    await payer.auditClean();
  });
});

describe('a message about a collection', () => {
  it('credits the account before the first status check', async () => {
    payer = await playPayer({ rails: pending });
    const { id } = await transferIn();
    valueOf(await tell({ kind: 'collection', reference: id, status: COLLECTED }));
    expect(await read(id)).toMatchObject({ status: 'COMPLETED' });
    expect(await balance()).toEqual([FUNDED + SENT, 0n]);
    await payer.auditClean();
  });

  it('that reports a failed collection as collected changes no books and opens an exception', async () => {
    const { id } = await transferIn(payer, '002');
    expect(valueOf(await tell({ kind: 'collection', reference: id, status: COLLECTED })).effect).toBe('CONTRADICTED');
    expect(await exceptions()).toMatchObject([{ kind: 'RAIL_CONTRADICTION', subject: id, amount: SENT }]);
    expect(await balance()).toEqual([FUNDED, 0n]);
    await payer.auditClean();
  });
});

describe('arrived money', () => {
  it('that is reversed is debited from the account that was credited', async () => {
    const arrived = valueOf(await arrives(payer.usd.reference));
    const { paymentId } = arrived.arrival!;
    const message = { kind: 'reversal', paymentId, amount: SENT, reason: 'reorganised' } as const;
    expect(valueOf(await tell({ ...message, amount: SENT - 1n })).effect).toBe('CONTRADICTED');
    expect(valueOf(await tell(message)).transaction).toMatchObject({ status: 'FAILED', type: 'INCOMING' });
    expect(valueOf(await arrives(payer.usd.reference, SENT, { paymentId })).effect).toBe('NONE');
    await payer.play.pass(0);
    expect(await balance()).toEqual([FUNDED, 0n]);
    expect(payer.eventsOf(arrived.transaction!.id)).toEqual(['INCOMING_PAYMENT.COMPLETED', 'INCOMING_PAYMENT.FAILED']);
    await payer.auditClean();
  });

  it('that is reversed while in suspense is not sent back', async () => {
    const asked: FundingRefund[] = [];
    payer = await playPayer({ rails: funding((refund) => (asked.push(refund), { state: 'completed' })) });
    const { deposit, arrival } = valueOf(await arrives('NOBODY'));
    const message = { kind: 'reversal', paymentId: arrival!.paymentId, amount: SENT, reason: null } as const;
    expect(valueOf(await tell(message)).deposit).toMatchObject({ status: 'REVERSED' });
    await payer.play.pass(0);
    expect(asked).toEqual([]);
    await payer.auditClean();
    const late = valueOf(await tell({ kind: 'refund', reference: deposit!.id, status: { state: 'completed' } }));
    expect(late.effect).toBe('CONTRADICTED');
    await payer.auditClean();
  });

  it('that is recalled with more than arrived opens RAIL_CONTRADICTION instead of RECALL', async () => {
    const { arrival } = valueOf(await arrives(payer.usd.reference));
    const message = { kind: 'recall', paymentId: arrival!.paymentId, amount: SENT + 1n, reason: null } as const;
    expect(valueOf(await tell(message)).effect).toBe('CONTRADICTED');
    expect((await exceptions()).map(({ kind }) => kind)).toEqual(['RAIL_CONTRADICTION']);
    await payer.auditClean();
  });

  it('that is recalled opens one RECALL exception, also when the message is repeated', async () => {
    const { arrival, transaction } = valueOf(await arrives(payer.usd.reference));
    const message = { kind: 'recall', paymentId: arrival!.paymentId, amount: SENT, reason: 'FRAD' } as const;
    for (let i = 0; i < 2; i++) valueOf(await tell({ ...message, messageId: 'recall 1' }));
    expect(await exceptions()).toMatchObject([
      { kind: 'RECALL', subject: transaction!.id, reference: 'recall 1', amount: SENT, rail: BANK },
    ]);
    expect(await balance()).toEqual([FUNDED + SENT, 0n]);
    await payer.auditClean();
  });

  it('stores its sender sealed, and names the sender to the rail when it is sent back', async () => {
    const asked: FundingRefund[] = [];
    payer = await playPayer({ rails: funding((refund) => (asked.push(refund), { state: 'completed' })) });
    const { arrival, deposit } = valueOf(await arrives('NOBODY'));
    expect(arrival!.sealedRemitter).toMatch(/^sealed:/);
    expect(arrival!.sealedRemitter).not.toContain(GRACE.account);
    const misfunded = await payer.quoted(payer.funded((await payer.external()).id));
    const wrong = valueOf(await arrives(misfunded.reference!, 5n));
    await payer.play.pass(0);
    const valueDate = '2026-01-15';
    expect(asked.toSorted((a, b) => Number(a.amount - b.amount))).toMatchObject([
      { amount: 5n, arrival: { paymentId: wrong.arrival!.paymentId, remitter: GRACE } },
      { reference: deposit!.id, arrival: { paymentId: arrival!.paymentId, remitter: GRACE, valueDate } },
    ]);
    await payer.auditClean();
  });

  it.each([
    ['without a sender', null],
    ['of a sender without an account', { name: 'Grace Hopper', account: null }],
  ])('%s cannot be sent back and opens an exception', async (_, remitter) => {
    const asked: FundingRefund[] = [];
    payer = await playPayer({ rails: funding((refund) => (asked.push(refund), { state: 'completed' })) });
    const { deposit } = valueOf(await arrives('NOBODY', SENT, { remitter }));
    const misfunded = await payer.quoted(payer.funded((await payer.external()).id));
    valueOf(await arrives(misfunded.reference!, 5n, { remitter }));
    await payer.play.pass(0);
    expect(asked).toEqual([]);
    const opened = (await exceptions()).toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
    expect(opened).toMatchObject([
      { kind: 'DEPOSIT_REFUSED', subject: deposit!.id, amount: SENT, rail: BANK },
      { kind: 'REFUND_FAILED', subject: misfunded.transactionId, amount: 5n, rail: BANK },
    ]);
    expect((await payer.payment(misfunded)).refundStatus).toBe('FAILED');
    await payer.auditClean();
  });

  it('by a rail that the account has no payment instructions for goes to suspense and back', async () => {
    const other: Rail = { ...sandboxRails(digest)[0]!, name: 'other-bank' };
    const both = await playCore(
      { rails: [...sandboxRails(digest), other], storage: payer.play.storage, clock: payer.play.clock },
      { existing: true },
    );
    const money = { paymentId: '1', reference: payer.usd.reference, currency: 'USD', amount: SENT, remitter: GRACE };
    const message = { kind: 'arrival', rail: 'other-bank', valueDate: null, ...money } as const;
    expect(valueOf(await both.core.railTells('SANDBOX', message)).arrival?.outcome).toBe('RETURNED');
    expect(await balance()).toEqual([FUNDED, 0n]);
  });
});

/** The sandbox rails, with this answer of the bank to refunds. */
const funding = (refund: (refund: FundingRefund) => RailRefundStatus): readonly Rail[] =>
  sandboxRails(digest).map((rail) =>
    rail.name === BANK ? { ...rail, funding: { ...rail.funding!, refund: async (of) => refund(of) } } : rail,
  );

describe('a refund', () => {
  const misfunded = async (account: string) => {
    const quote = await payer.quoted(payer.funded((await payer.external(account.slice(-3))).id));
    valueOf(await arrives(quote.reference!, 5n, { remitter: { name: 'Grace', account } }));
    await payer.play.pass(0);
    return quote;
  };
  const inSuspense = async (account: string): Promise<Deposit> => {
    const { deposit } = valueOf(await arrives('NOBODY', SENT, { remitter: { name: 'Grace', account } }));
    await payer.play.pass(0);
    return deposit!;
  };

  it('that is pending is checked until it has completed or failed', async () => {
    const [good, bad] = [await misfunded('X008'), await misfunded('X009')];
    const [goes, stays] = [await inSuspense('X008'), await inSuspense('X009')];
    expect((await payer.payment(good)).refundStatus).toBe('PENDING');
    await payer.auditClean();
    await payer.play.pass(30);
    expect((await payer.payment(good)).refundStatus).toBe('COMPLETED');
    expect((await payer.payment(bad)).refundStatus).toBe('FAILED');
    expect((await exceptions()).map(({ kind, subject }) => [kind, subject]).sort()).toEqual(
      [
        ['REFUND_FAILED', bad.transactionId],
        ['DEPOSIT_REFUSED', stays.id],
      ].sort(),
    );
    const late = valueOf(await tell({ kind: 'refund', reference: goes.id, status: { state: 'completed' } }));
    expect(late).toMatchObject({ effect: 'NONE', deposit: { status: 'RETURNED' } });
    await payer.auditClean();
  });

  it('that is pending completes by a message before the next check', async () => {
    const quote = await misfunded('X008');
    const { refundReference } = await payer.payment(quote);
    const message = { kind: 'refund', reference: refundReference!, status: { state: 'completed' } } as const;
    expect(valueOf(await tell(message)).transaction).toMatchObject({ refundStatus: 'COMPLETED' });
    expect(valueOf(await tell(message)).effect).toBe('NONE');
    await payer.play.pass(30);
    await payer.auditClean();
  });

  it('that completes after its payer took the money back opens an exception: it was paid twice', async () => {
    const { arrival, transaction } = valueOf(
      await arrives((await payer.quoted(payer.funded((await payer.external()).id))).reference!, SENT - 1n, {
        remitter: { name: 'Grace', account: 'X008' },
      }),
    );
    await payer.play.pass(0);
    const { id } = transaction!;
    expect((await read(id)).refundStatus).toBe('PENDING');
    const taken = { paymentId: arrival!.paymentId, amount: SENT - 1n, reason: null };
    valueOf(await tell({ kind: 'reversal', ...taken }));
    await payer.play.pass(30);
    const { refundReference, refundStatus } = await read(id);
    expect(refundStatus).toBe('COMPLETED');
    const late = await tell({ kind: 'refund', reference: refundReference!, status: { state: 'completed' } });
    expect(valueOf(late).effect).toBe('CONTRADICTED');
    await payer.auditClean();
  });

  it('that bounces after its completion opens an exception, for a payment and for a deposit', async () => {
    const quote = await misfunded('X890');
    const deposit = await inSuspense('X890');
    const { refundReference } = await payer.payment(quote);
    const status = { state: 'failed', reason: 'AC04' } as const;
    for (const reference of [refundReference!, deposit.id]) {
      expect(valueOf(await tell({ kind: 'refund', reference, status })).effect).toBe('APPLIED');
      expect(valueOf(await tell({ kind: 'refund', reference, status })).effect).toBe('NONE');
    }
    await payer.play.pass(0);
    expect((await payer.payment(quote)).refundStatus).toBe('FAILED');
    expect(payer.eventsOf(quote.transactionId).at(-1)).toBe('OUTGOING_PAYMENT.REFUND_FAILED');
    expect((await exceptions()).map(({ kind }) => kind)).toEqual(['REFUND_FAILED', 'DEPOSIT_REFUSED']);
    await payer.auditClean();
    const opposite = { state: 'completed' } as const;
    const late = valueOf(await tell({ kind: 'refund', reference: deposit.id, status: opposite }));
    expect(late.effect).toBe('CONTRADICTED');
    await payer.auditClean();
  });

  it('to an internal account refuses messages of rails', async () => {
    const { id } = await transferOut(payer, '002');
    await payer.play.pass(0);
    const { refundReference } = await read(id);
    const answer = await tell({ kind: 'refund', reference: refundReference!, status: { state: 'completed' } });
    expect(answer).toMatchObject({ error: { code: 'FORBIDDEN' } });
  });
});
