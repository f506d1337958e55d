import { beforeEach, describe, expect, it } from 'vitest';
import type { ArrivalMessage } from '../accounts/index.js';
import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import { houseTenant } from '../kernel/index.js';
import { MAX_COMPUTED } from '../money/index.js';
import type { OpenByHand } from './open-by-hand.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';

const RAIL = 'sandbox-bank';
const HOUSE = houseTenant('SANDBOX');
const NONE = '00000000-0000-7000-8000-000000000009';

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
});

const open = (input: Omit<OpenByHand, 'reason'>) =>
  payer.play.run(payer.play.core.treasury.open, { ...input, reason: 'by telephone' });
const openInHouse = (input: Omit<OpenByHand, 'reason'>) =>
  payer.play.storage.units.run(HOUSE, (tx) =>
    payer.play.core.treasury.open(tx, payer.play.core.context(HOUSE, { kind: 'system' }, 'test'), {
      ...input,
      reason: 'by telephone',
    }),
  );

type Opened = Awaited<ReturnType<typeof open>>;
const codeOf = (result: Opened): string => (result.ok ? 'ok' : result.error.code);
const fieldsOf = (result: Opened): readonly string[] =>
  result.ok ? [] : (result.error.details!['errors'] as readonly { readonly field: string }[]).map(({ field }) => field);

const exceptions = async (): Promise<readonly ExceptionRecord[]> =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.list(EXCEPTIONS, { order: 'asc', limit: 10 })).rows,
  );

async function arrives(over: Partial<ArrivalMessage> = {}) {
  const message = { kind: 'arrival', rail: RAIL, paymentId: 'p1', reference: 'lunch', currency: 'USD' } as const;
  const terms = { amount: 5_000n, remitter: { name: 'Grace', account: 'X890' }, valueDate: null };
  return valueOf(await payer.play.core.railTells('SANDBOX', { ...message, ...terms, ...over }));
}

/** Money that waits in suspense until it goes back after an hour. */
const keptDeposit = async () => (await arrives({ returnAfterSeconds: 3_600 })).deposit!;

async function incoming(): Promise<string> {
  await arrives({ reference: payer.usd.reference!, amount: 7_000n, paymentId: 'p7' });
  const { data } = valueOf(
    await payer.play.read(payer.play.core.transactions.list, { type: 'INCOMING', limit: 20 } as never),
  );
  return data.find(({ receivedAmount }) => receivedAmount === 7_000n)!.id;
}

async function paid(suffix = '890') {
  const destination = await payer.external(suffix);
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, destination.id));
  valueOf(await payer.execute(quote.id));
  await payer.play.pass(0);
  await payer.play.pass(31);
  return payer.payment(quote);
}

describe('a refund for which an operator opens an exception', () => {
  it('is a refund that failed, with the amount that was sent', async () => {
    const payment = await paid('007');
    expect(payment.refundStatus).toBe('FAILED');
    const opened = valueOf(await open({ kind: 'REFUND_FAILED', subject: payment.id }));
    expect(opened).toMatchObject({
      kind: 'REFUND_FAILED',
      status: 'OPEN',
      subject: payment.id,
      reference: `${payment.refundReference}/kept`,
      rail: payment.fundingRail ?? payment.rail,
      currency: 'USD',
      amount: 100_000n,
    });
    expect(await exceptions()).toHaveLength(1);
  });

  it('refuses a payment whose refund is absent or has not failed', async () => {
    const payment = await paid();
    expect(codeOf(await open({ kind: 'REFUND_FAILED', subject: payment.id }))).toBe('CONFLICT');
    expect(await exceptions()).toEqual([]);
  });

  it.each([undefined, 'nonsense', `Transaction:${NONE}`, `Deposit:${NONE}`])(
    'is not found under %s',
    async (subject) => {
      expect(codeOf(await open({ kind: 'REFUND_FAILED', subject }))).toBe('REFERENCE_NOT_FOUND');
    },
  );
});

describe('a deposit for which an operator opens an exception', () => {
  it.each(['DEPOSIT_HELD', 'DEPOSIT_REFUSED'] as const)('of kind %s has the terms of the deposit', async (kind) => {
    const deposit = await keptDeposit();
    const terms = { kind, status: 'OPEN', subject: deposit.id, rail: RAIL, currency: 'USD', amount: 5_000n };
    expect(valueOf(await open({ kind, subject: deposit.id, reference: 'call 7' }))).toMatchObject({
      ...terms,
      reference: 'call 7',
      reason: 'by telephone',
    });
    const opened = valueOf(await open({ kind: 'DEPOSIT_REFUSED', subject: deposit.id }));
    expect(opened).toMatchObject({ ...terms, kind: 'DEPOSIT_REFUSED', reference: '' });
  });

  it('is one that is kept', async () => {
    const deposit = await keptDeposit();
    await payer.play.pass(3_600);
    expect(codeOf(await open({ kind: 'DEPOSIT_HELD', subject: deposit.id, reference: 'r' }))).toBe('CONFLICT');
  });

  it.each([undefined, 'nonsense', `Deposit:${NONE}`, `Transaction:${NONE}`])(
    'is not found under %s',
    async (subject) => {
      expect(codeOf(await open({ kind: 'DEPOSIT_REFUSED', subject }))).toBe('REFERENCE_NOT_FOUND');
    },
  );
});

describe('a recall that an operator opens', () => {
  it('is of the whole amount or of a part, and not of more', async () => {
    const subject = await incoming();
    const recall = (amount: bigint | undefined, reference: string) =>
      open({ kind: 'RECALL', subject, reference, amount });
    const terms = { kind: 'RECALL', status: 'OPEN', subject, rail: RAIL, currency: 'USD' };
    expect(valueOf(await recall(undefined, 'r1'))).toMatchObject({ ...terms, reference: 'r1', amount: 7_000n });
    expect(valueOf(await recall(7_000n, 'r2'))).toMatchObject({ ...terms, reference: 'r2', amount: 7_000n });
    expect(valueOf(await recall(1n, 'r3'))).toMatchObject({ ...terms, reference: 'r3', amount: 1n });
    expect(fieldsOf(await recall(7_001n, 'r4'))).toEqual(['amount']);
    expect(fieldsOf(await recall(0n, 'r5'))).toEqual(['amount']);
  });

  it('needs a reference of 1 to 140 characters, and the currency of the money', async () => {
    const subject = await incoming();
    const recall = (input: Partial<OpenByHand>) => open({ kind: 'RECALL', subject, reference: 'r', ...input });
    expect(fieldsOf(await recall({ reference: undefined }))).toEqual(['reference']);
    expect(fieldsOf(await recall({ reference: '' }))).toEqual(['reference']);
    expect(fieldsOf(await recall({ reference: 'x'.repeat(141) }))).toEqual(['reference']);
    expect(fieldsOf(await recall({ reference: '', amount: 7_001n, currency: 'EUR' }))).toEqual([
      'reference',
      'amount',
      'currency',
    ]);
    expect(codeOf(await recall({ currency: 'EUR' }))).toBe('INVALID_INPUT');
    expect(codeOf(await recall({ reference: 'x'.repeat(140), currency: 'USD' }))).toBe('ok');
  });

  it('is not of a payment that went out', async () => {
    const { id: subject } = await paid();
    expect(codeOf(await open({ kind: 'RECALL', subject, reference: 'r' }))).toBe('CONFLICT');
  });

  it.each([undefined, 'nonsense', `Transaction:${NONE}`, `Deposit:${NONE}`])(
    'is not found under %s',
    async (subject) => {
      expect(codeOf(await open({ kind: 'RECALL', subject, reference: 'r' }))).toBe('REFERENCE_NOT_FOUND');
    },
  );
});

describe('a contradiction that an operator opens', () => {
  it('is about the money that left, in what arrived, and may be of more unless it says that money was sent', async () => {
    const payment = await paid();
    expect(payment.rail).not.toBeNull();
    const { receivedAmount: amount } = payment;
    const contradiction = (input: Partial<OpenByHand>) =>
      open({ kind: 'RAIL_CONTRADICTION', subject: payment.id, reference: 'pacs.002/1', ...input });
    expect(valueOf(await contradiction({}))).toMatchObject({
      kind: 'RAIL_CONTRADICTION',
      subject: payment.id,
      reference: 'pacs.002/1',
      rail: payment.rail,
      currency: 'EUR',
      amount,
    });
    const more = amount! + 1n;
    // A bank can give back more than was sent, but what it sent for a payment is at most the payment.
    for (const direction of [undefined, 'IN'] as const)
      expect(valueOf(await contradiction({ reference: `r2 ${direction}`, amount: more, direction })).amount).toBe(more);
    const sent = { reference: 'r3', direction: 'OUT' } as const;
    expect(fieldsOf(await contradiction({ ...sent, amount: more }))).toEqual(['amount']);
    expect(fieldsOf(await contradiction({ ...sent, amount: more, currency: 'USD' }))).toEqual(['amount', 'currency']);
    expect(valueOf(await contradiction({ ...sent, amount: amount! })).amount).toBe(amount);
    expect(fieldsOf(await contradiction({ currency: 'USD', reference: '' }))).toEqual(['reference', 'currency']);
  });

  it('of money that came says at most the amount that arrived if it went back', async () => {
    const subject = await incoming();
    const sent = { kind: 'RAIL_CONTRADICTION', subject, reference: 'r', direction: 'OUT' } as const;
    expect(fieldsOf(await open({ ...sent, amount: 7_001n }))).toEqual(['amount']);
    expect(valueOf(await open({ ...sent, amount: 7_000n }))).toMatchObject({ leg: 'FUNDING', amount: 7_000n });
  });

  it('cannot name itself as one that is booked already', async () => {
    const subject = await incoming();
    const opened = valueOf(await open({ kind: 'RAIL_CONTRADICTION', subject, reference: 'loss:R1' }));
    expect(opened).toMatchObject({ reference: 'told:loss:R1', rail: RAIL, currency: 'USD', amount: 7_000n });
  });
});

describe('a difference of a statement that an operator opens', () => {
  const difference = {
    kind: 'STATEMENT_DIFFERENCE',
    reference: 'line 4',
    rail: RAIL,
    currency: 'USD',
    amount: 12n,
    direction: 'OUT',
  } as const;

  it('names its rail, and has its direction before its reference', async () => {
    const terms = { kind: 'STATEMENT_DIFFERENCE', subject: RAIL, rail: RAIL, currency: 'USD', amount: 12n };
    expect(valueOf(await openInHouse(difference))).toMatchObject({ ...terms, reference: 'OUT:line 4' });
    const came = valueOf(await openInHouse({ ...difference, direction: 'IN' }));
    expect(came).toMatchObject({ ...terms, reference: 'IN:line 4' });
    expect(valueOf(await openInHouse({ ...difference, reference: 'x', amount: 1n })).amount).toBe(1n);
    const most = valueOf(await openInHouse({ ...difference, reference: 'y', amount: MAX_COMPUTED }));
    expect(most.amount).toBe(MAX_COMPUTED);
  });

  it('is refused with every invalid field', async () => {
    const all = ['reference', 'amount', 'rail', 'currency', 'direction'];
    expect(fieldsOf(await openInHouse({ kind: 'STATEMENT_DIFFERENCE' }))).toEqual(all);
    const empty = { ...difference, reference: '', amount: 0n, rail: '', currency: 'XXX', direction: undefined };
    expect(fieldsOf(await openInHouse(empty))).toEqual(all);
    expect(fieldsOf(await openInHouse({ ...difference, amount: MAX_COMPUTED + 1n }))).toEqual(['amount']);
    expect(fieldsOf(await openInHouse({ ...difference, amount: -1n }))).toEqual(['amount']);
  });

  it("is the house's, and every other kind a platform's", async () => {
    expect(codeOf(await open(difference))).toBe('CONFLICT');
    const { id } = await keptDeposit();
    expect(codeOf(await openInHouse({ kind: 'DEPOSIT_HELD', subject: id }))).toBe('CONFLICT');
  });
});

describe('an exception that an operator opens', () => {
  it('is about an existing record of the right type', async () => {
    const { id: deposit } = await keptDeposit();
    const transaction = await incoming();
    const missing = [undefined, 'nonsense', payer.customerId];
    for (const kind of ['REFUND_FAILED', 'RECALL', 'RAIL_CONTRADICTION'] as const) {
      for (const subject of [...missing, deposit, `Transaction:${NONE}`])
        expect([kind, codeOf(await open({ kind, subject, reference: 'r' }))]).toEqual([kind, 'REFERENCE_NOT_FOUND']);
    }
    for (const kind of ['DEPOSIT_REFUSED', 'DEPOSIT_HELD'] as const) {
      for (const subject of [...missing, transaction, `Deposit:${NONE}`])
        expect([kind, codeOf(await open({ kind, subject }))]).toEqual([kind, 'REFERENCE_NOT_FOUND']);
    }
  });

  it('is not about money that no rail moved', async () => {
    const { account } = await payer.internal('EUR');
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, account.id));
    valueOf(await payer.execute(quote.id));
    await payer.play.pass(0);
    const conversion = { kind: 'RAIL_CONTRADICTION', subject: quote.transactionId, reference: 'r' } as const;
    expect(codeOf(await open(conversion))).toBe('CONFLICT');
  });

  it('does not recall a payment that has not come yet', async () => {
    const request = { sourceId: (await payer.dollars('005')).id, destinationId: payer.usd.id, amount: 7n };
    const { id } = valueOf(await payer.play.run(payer.play.core.transfers.in, request));
    expect(codeOf(await open({ kind: 'RECALL', subject: id, reference: 'r' }))).toBe('CONFLICT');
  });
});
