import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PayoutInstruction, PullInstruction, Rail } from '../accounts/index.js';
import { EXCEPTIONS, type ExceptionRecord } from '../exceptions/index.js';
import { createIds, type CurrencyCode, ok } from '../kernel/index.js';
import { SCREENING_MATCHES, SCREENINGS, type ScreeningRules } from '../screening/index.js';
import { BANK, FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { codeOf, type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { PLAY_RULES, playScreening, type PlayScreening } from '../testing/play-screening.js';
import { decide } from '../testing/decide-match.js';
import { addOperator } from '../testing/operators.js';
import { playBlocks } from '../testing/play-blocks.js';
import { partyNamed, playHit } from '../testing/play-hit.js';
import { digest, operatorNamed, seededRandom } from '../testing/ports.js';
import { continueHeld, TRANSACTIONS } from './index.js';

const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;
const DELIVERED = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null } as const;
const GRACE = 'Grace Hopper';
const HOLD_SECONDS = PLAY_RULES.holdSeconds;
const below = (currency: string, amount: bigint): ScreeningRules['passBelow'] => ({
  [currency as CurrencyCode]: amount,
});

let lists: PlayScreening;
let bank: PlayBank;
let paid: PayoutInstruction[];
let collected: PullInstruction[];
let refunded: string[];
/** The external account of Grace. */
let grace: string | undefined;

const banks = (): readonly Rail[] =>
  sandboxRails(digest).map((rail) =>
    rail.name !== BANK
      ? rail
      : {
          ...rail,
          payouts: { ...rail.payouts!, submit: async (to) => (paid.push(to), PENDING), status: async () => DELIVERED },
          pulls: { ...rail.pulls!, submit: async (from) => (collected.push(from), PENDING) },
          funding: {
            ...rail.funding!,
            refund: async ({ reference }) => (refunded.push(reference), { state: 'completed' }),
          },
        },
  );

async function begin(rules: Partial<ScreeningRules> = {}): Promise<void> {
  paid = [];
  grace = undefined;
  collected = [];
  refunded = [];
  lists = playScreening({ rules });
  bank = await playBank({ rails: banks(), screening: [lists.connection] });
  await bank.payer.play.pass(60);
  lists.asked.length = 0;
}

beforeEach(() => begin());

const read = <T>(work: Parameters<PlayBank['payer']['play']['storage']['units']['read']>[1]) =>
  bank.payer.play.storage.units.read(bank.payer.play.tenant, work) as Promise<T>;
const open = async (): Promise<readonly ExceptionRecord[]> =>
  (await bank.exceptions()).filter(({ status }) => status === 'OPEN');
const screeningsOf = (subject: string) =>
  read<readonly { status: string; occasion: string }[]>(async (reads) =>
    (await reads.list(SCREENINGS, { where: { subject }, order: 'asc', limit: 50 })).rows.map(
      ({ status, occasion }) => ({
        status,
        occasion,
      }),
    ),
  );

/** Lets a payment go on, as an answer does that it waited for. */
async function submitsAgain(id: string): Promise<void> {
  const { storage, tenant, context, clock } = bank.payer.play;
  const ids = createIds(clock, seededRandom(`again ${again++}`));
  const done = await storage.units.run(tenant, async (tx) => {
    continueHeld({ tx, ctx: context(), ids }, (await tx.get(TRANSACTIONS, id))!, 'DELIVERY');
    return ok();
  });
  valueOf(done);
}
let again = 0;

async function toGrace(): Promise<string> {
  const { play, usd } = bank.payer;
  const destinationId = (grace ??= (await bank.payer.external()).id);
  const quote = await bank.payer.quoted(bank.payer.fromAccount(usd.id, destinationId));
  valueOf(await play.run(play.core.quotes.execute, { id: quote.id }));
  return quote.transactionId;
}

describe('a payout of a screened environment', () => {
  it('is handed to its rail after a clear answer about payer and payee, with the sums of the payer', async () => {
    await toGrace();
    await bank.payer.play.pass(0);
    lists.asked.length = 0;
    const id = await toGrace();
    await bank.payer.play.pass(0);
    expect(paid.map(({ reference }) => reference)).toContain(id);
    const question = lists.asked.find(({ occasion }) => occasion === 'PAYMENT')!;
    expect(question).toMatchObject({
      occasion: 'PAYMENT',
      parties: [
        { id: bank.payer.customerId, role: 'CUSTOMER', name: 'Ada Lovelace' },
        { role: 'PAYEE', name: GRACE, country: 'DE' },
      ],
      payment: { id, direction: 'OUT', currency: 'USD', amount: SENT },
    });
    expect(question.payment!.sums).toContainEqual({
      ...{ days: 1, direction: 'OUT', currency: 'USD', amount: SENT, count: 1 },
    });
    expect(await screeningsOf(id)).toEqual([{ status: 'CLEAR', occasion: 'PAYMENT' }]);
    await bank.payer.auditClean();
  });

  it('waits without an answer, for as long as the provider is away', async () => {
    lists.isAway = true;
    const id = await toGrace();
    await bank.payer.play.pass(0);
    await bank.payer.play.pass(100_000);
    expect(paid).toEqual([]);
    expect(await bank.read(id)).toMatchObject({ status: 'PROCESSING', submittedAt: null });
    await bank.payer.auditClean();
    lists.isAway = false;
    await bank.payer.play.pass(400);
    expect(paid.map(({ reference }) => reference)).toEqual([id]);
    await bank.payer.auditClean();
  });

  it('that matches is held: its platform learns nothing, and after the time its money is back', async () => {
    lists.change([{ entry: 'E1', version: '1', matches: GRACE }]);
    const id = await toGrace();
    await bank.payer.play.pass(0);
    expect(paid).toEqual([]);
    const [hit, ...others] = (await open()).filter(({ subject }) => subject === id);
    expect(others).toEqual([]);
    expect(hit).toMatchObject({ kind: 'SCREENING_HIT', amount: SENT, currency: 'USD', isUntold: true });
    expect(bank.payer.eventsOf(hit!.id)).toEqual([]);
    await bank.payer.auditClean();
    await bank.payer.play.pass(HOLD_SECONDS);
    await bank.payer.play.pass(0);
    expect(await bank.read(id)).toMatchObject({ status: 'FAILED', refundStatus: 'COMPLETED' });
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    expect((await open()).some(({ kind, subject }) => kind === 'SCREENING_HIT' && subject === id)).toBe(true);
    await bank.payer.auditClean();
  });

  it('is not submitted twice if its answer comes again after a crash', async () => {
    const id = await toGrace();
    await bank.payer.play.pass(0);
    await bank.payer.play.pass(0);
    expect(paid.filter(({ reference }) => reference === id)).toHaveLength(1);
  });

  it('is asked about again if the lists have another version before it leaves', async () => {
    const id = await toGrace();
    lists.change([]);
    await bank.payer.play.pass(0);
    expect(paid.map(({ reference }) => reference)).toEqual([id]);
    expect((await screeningsOf(id)).at(-1)!.status).toBe('CLEAR');
    await bank.payer.auditClean();
  });

  it('that is cancelled while it waits is dropped, and its money is back', async () => {
    lists.change([{ entry: 'E1', version: '1', matches: GRACE }]);
    const id = await toGrace();
    await bank.payer.play.pass(0);
    const { play } = bank.payer;
    valueOf(await play.core.transactions.cancel(play.context(), { id }));
    await play.pass(0);
    expect(await screeningsOf(id)).toEqual([{ status: 'DROPPED', occasion: 'PAYMENT' }]);
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    expect((await open()).filter(({ subject }) => subject === id)).toEqual([]);
    // The match is still to be decided about: the next round puts it before the operators.
    await play.pass(2 * 86_400);
    expect((await open()).filter(({ kind }) => kind === 'SCREENING_HIT')).toHaveLength(1);
    await bank.payer.auditClean();
  });
});

describe('a decision about a match', () => {
  it('that clears it lets the payment go on once, and covers later payments to the same payee', async () => {
    lists.change([{ entry: 'E1', version: '1', matches: GRACE }]);
    const id = await toGrace();
    await bank.payer.play.pass(0);
    await decide(bank.payer.play, 'clear');
    await bank.payer.play.pass(0);
    const later = await toGrace();
    await bank.payer.play.pass(0);
    expect(paid.map(({ reference }) => reference)).toEqual([id, later]);
    expect((await open()).filter(({ kind }) => kind === 'SCREENING_HIT')).toEqual([]);
    await bank.payer.auditClean();
    lists.change([{ entry: 'E1', version: '2', matches: GRACE }]);
    await toGrace();
    await bank.payer.play.pass(0);
    expect(paid).toHaveLength(2);
    await bank.payer.auditClean();
  });

  it('that confirms it leaves the payment to an operator, who can only end it', async () => {
    lists.change([{ entry: 'E1', version: '1', matches: GRACE }]);
    const id = await toGrace();
    await bank.payer.play.pass(0);
    await decide(bank.payer.play, 'confirm');
    await bank.payer.play.pass(2 * HOLD_SECONDS);
    expect(await bank.read(id)).toMatchObject({ status: 'PROCESSING', submittedAt: null });
    const [held, ...others] = (await open()).filter(({ subject }) => subject === id);
    expect(others).toEqual([]);
    expect(held).toMatchObject({ kind: 'PAYMENT_HELD', isUntold: true, leg: 'DELIVERY' });
    const { play } = bank.payer;
    const resolve = (resolution: 'RETRIED' | 'REFUSED') =>
      play.run(play.core.treasury.resolve, { exceptionId: held!.id, resolution, by: operatorNamed('Ann') });
    expect(codeOf(await resolve('RETRIED'))).toBe('CONFLICT');
    await bank.payer.auditClean();
    valueOf(await resolve('REFUSED'));
    await play.pass(0);
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    expect(paid).toEqual([]);
    await bank.payer.auditClean();
  });

  it('credits arrived money if it clears, and keeps it for an operator if it confirms', async () => {
    lists.change([{ entry: 'E1', version: '1', matches: GRACE }]);
    const told = valueOf(await bank.arrives(bank.payer.usd.reference));
    await bank.payer.play.pass(0);
    await decide(bank.payer.play, 'clear');
    expect(await bank.balance()).toEqual([FUNDED + SENT, 0n]);
    await bank.payer.auditClean();
    lists.change([{ entry: 'E2', version: '1', matches: 'Mallory' }]);
    const { id } = valueOf(
      await bank.arrives(bank.payer.usd.reference, SENT, { remitter: { name: 'Mallory', account: 'DE001' } }),
    ).deposit!;
    expect(id).not.toBe(told.deposit!.id);
    await bank.payer.play.pass(0);
    await decide(bank.payer.play, 'confirm');
    expect(await bank.balance()).toEqual([FUNDED + SENT, 0n]);
    const held = (await open()).filter(({ subject }) => subject === id);
    expect(held).toMatchObject([{ kind: 'DEPOSIT_HELD', isUntold: true }]);
    const { play } = bank.payer;
    const by = operatorNamed('Ann');
    const credit = { exceptionId: held[0]!.id, resolution: 'CREDITED', by } as const;
    expect(codeOf(await play.run(play.core.treasury.resolve, credit))).toBe('CONFLICT');
    valueOf(await play.run(play.core.treasury.resolve, { ...credit, resolution: 'WRITTEN_OFF' }));
    await bank.payer.auditClean();
  });

  it('that clears it lets an operator retry a refund that it stopped', async () => {
    lists.change([{ entry: 'E1', version: '1', matches: 'Mallory' }]);
    const quote = await bank.payer.quoted(bank.payer.funded((await bank.payer.external()).id));
    valueOf(await bank.arrives(quote.reference!, SENT - 1n, { remitter: { name: 'Mallory', account: 'DE001' } }));
    await bank.payer.play.pass(0);
    expect(await bank.read(quote.transactionId)).toMatchObject({ refundStatus: 'FAILED' });
    await decide(bank.payer.play, 'clear');
    await bank.payer.play.pass(0);
    expect(refunded).toEqual([]);
    const failed = (await open()).find(({ kind }) => kind === 'REFUND_FAILED')!;
    const { play } = bank.payer;
    const by = operatorNamed('Ann');
    valueOf(await play.run(play.core.treasury.resolve, { exceptionId: failed.id, resolution: 'RETRIED', by }));
    await play.pass(0);
    expect(refunded).toHaveLength(1);
    expect(await bank.read(quote.transactionId)).toMatchObject({ refundStatus: 'COMPLETED' });
    await bank.payer.auditClean();
  });
});

it('a party whose name changes between the answer and the payment is asked about again', async () => {
  const { play, customerId } = bank.payer;
  lists.isAway = true;
  const id = await toGrace();
  await play.pass(0);
  const rename = { id: customerId, fullName: 'Ada King' } as never;
  await play.run(play.core.customers.update, rename);
  const named = valueOf(await play.read(play.core.customers.get, { id: customerId }));
  lists.isAway = false;
  await play.pass(400);
  const asked = lists.asked.filter(({ payment }) => payment?.id === id);
  expect(asked.at(-1)!.parties.map(({ name }) => name)).toContain(
    (named as unknown as { customer?: { fullName: string }; fullName?: string }).customer?.fullName ??
      (named as unknown as { fullName: string }).fullName,
  );
  expect(paid.map(({ reference }) => reference)).toEqual([id]);
  await bank.payer.auditClean();
});

describe('a collection', () => {
  it('is submitted after a clear answer', async () => {
    const { id } = await bank.transferIn();
    expect(collected.map(({ reference }) => reference)).toEqual([id]);
    expect(lists.asked.some(({ payment }) => payment?.id === id && payment.direction === 'IN')).toBe(true);
    await bank.payer.auditClean();
  });

  it('of a matched payer is not submitted, and fails after the time', async () => {
    lists.change([{ entry: 'E1', version: '1', matches: 'Ada Lovelace' }]);
    const { id } = await bank.transferIn();
    expect(collected).toEqual([]);
    await bank.payer.play.pass(HOLD_SECONDS);
    expect(await bank.read(id)).toMatchObject({ status: 'FAILED' });
    await bank.payer.auditClean();
  });
});

describe('money that arrives for an account', () => {
  const { reference } = { reference: () => bank.payer.usd.reference };

  it('is kept until the answer, and credited once', async () => {
    lists.isAway = true;
    const told = valueOf(await bank.arrives(reference()));
    expect(told.transaction).toBeNull();
    await bank.payer.play.pass(0);
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    expect(await open()).toEqual([]);
    await bank.payer.auditClean();
    lists.isAway = false;
    await bank.payer.play.pass(400);
    await bank.payer.play.pass(400);
    expect(await bank.balance()).toEqual([FUNDED + SENT, 0n]);
    await bank.payer.auditClean();
  });

  it('of a matched sender stays, and is neither credited nor returned', async () => {
    lists.change([{ entry: 'E1', version: '1', matches: GRACE }]);
    const told = valueOf(await bank.arrives(reference()));
    await bank.payer.play.pass(0);
    await bank.payer.play.pass(100_000);
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    expect(refunded).toEqual([]);
    expect((await open()).filter(({ subject }) => subject === told.deposit!.id)).toMatchObject([
      { kind: 'SCREENING_HIT', amount: SENT },
    ]);
    await bank.payer.auditClean();
  });

  it('is reversed by its rail while it is kept, and after it is credited', async () => {
    lists.isAway = true;
    valueOf(await bank.arrives(reference(), SENT, { paymentId: 'kept' }));
    const reversal = { kind: 'reversal', amount: SENT, reason: null } as const;
    valueOf(await bank.tell({ ...reversal, paymentId: 'kept' }));
    await bank.payer.auditClean();
    lists.isAway = false;
    await bank.payer.play.pass(400);
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    lists.change([{ entry: 'E1', version: '1', matches: GRACE }]);
    valueOf(await bank.arrives(reference(), SENT, { paymentId: 'matched' }));
    await bank.payer.play.pass(0);
    expect((await open()).map(({ kind }) => kind)).toEqual(['SCREENING_HIT']);
    valueOf(await bank.tell({ ...reversal, paymentId: 'matched' }));
    expect(await open()).toEqual([]);
    lists.change([]);
    valueOf(await bank.arrives(reference(), SENT, { paymentId: 'credited' }));
    await bank.payer.play.pass(0);
    expect(await bank.balance()).toEqual([FUNDED + SENT, 0n]);
    valueOf(await bank.tell({ ...reversal, paymentId: 'credited' }));
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    await bank.payer.auditClean();
  });

  it('that no account expects goes back to its sender after a clear answer, and not to a matched one', async () => {
    valueOf(await bank.arrives('UNKNOWN', SENT));
    await bank.payer.play.pass(0);
    expect(refunded).toHaveLength(1);
    lists.change([{ entry: 'E1', version: '1', matches: GRACE }]);
    const told = valueOf(await bank.arrives('UNKNOWN', SENT));
    await bank.payer.play.pass(0);
    await bank.payer.play.pass(1_000);
    expect(refunded).toHaveLength(1);
    const exceptions = (await open()).filter(({ subject }) => subject === told.deposit!.id);
    expect(exceptions.map(({ kind }) => kind).toSorted()).toEqual(['DEPOSIT_HELD', 'SCREENING_HIT']);
    const held = exceptions.find(({ kind }) => kind === 'DEPOSIT_HELD')!;
    const { play } = bank.payer;
    for (const resolution of ['RETRIED', 'CREDITED'] as const) {
      const input = { exceptionId: held.id, resolution, by: operatorNamed('Ann') };
      const account = resolution === 'CREDITED' ? { account: bank.payer.usd.id } : {};
      expect(codeOf(await play.run(play.core.treasury.resolve, { ...input, ...account }))).toBe('CONFLICT');
    }
    await bank.payer.auditClean();
  });
});

describe('money that arrives for a quote', () => {
  async function funded(): Promise<string> {
    const quote = await bank.payer.quoted(bank.payer.funded((await bank.payer.external()).id));
    valueOf(await bank.arrives(quote.reference!, SENT, { remitter: { name: 'Mallory', account: 'DE001' } }));
    return quote.transactionId;
  }

  it('executes it, and its sender is asked about with the payment', async () => {
    const id = await funded();
    await bank.payer.play.pass(0);
    const question = lists.asked.find(({ payment }) => payment?.id === id)!;
    expect(question.parties.map(({ role, name }) => [role, name])).toContainEqual(['REMITTER', 'Mallory']);
    expect(paid.map(({ reference }) => reference)).toEqual([id]);
    await bank.payer.auditClean();
  });

  it('of a matched sender neither leaves nor goes back', async () => {
    lists.change([{ entry: 'E1', version: '1', matches: 'Mallory' }]);
    const id = await funded();
    await bank.payer.play.pass(0);
    await bank.payer.play.pass(HOLD_SECONDS);
    await bank.payer.play.pass(1_000);
    expect(paid).toEqual([]);
    expect(refunded).toEqual([]);
    expect(await bank.read(id)).toMatchObject({ status: 'FAILED', refundStatus: 'FAILED' });
    const failed = (await open()).find(({ kind, subject }) => kind === 'REFUND_FAILED' && subject === id)!;
    expect(failed).toMatchObject({ isUntold: true, amount: SENT });
    const { play } = bank.payer;
    const input = { exceptionId: failed.id, resolution: 'RETRIED', by: operatorNamed('Ann') } as const;
    expect(codeOf(await play.run(play.core.treasury.resolve, input))).toBe('CONFLICT');
    await bank.payer.auditClean();
  });

  it('that the quote cannot use goes back after a clear answer', async () => {
    const quote = await bank.payer.quoted(bank.payer.funded((await bank.payer.external()).id));
    lists.isAway = true;
    valueOf(await bank.arrives(quote.reference!, SENT - 1n));
    await bank.payer.play.pass(0);
    expect(refunded).toEqual([]);
    await bank.payer.auditClean();
    lists.isAway = false;
    await bank.payer.play.pass(400);
    expect(refunded).toHaveLength(1);
    expect(await bank.read(quote.transactionId)).toMatchObject({ refundStatus: 'COMPLETED' });
    await bank.payer.auditClean();
  });
});

describe('a payment while the provider is away', () => {
  const PASSES = { passBelow: below('USD', SENT + 1n) };

  /** A payee and a payer whose last answers were clear. */
  async function known(): Promise<void> {
    await begin(PASSES);
    await toGrace();
    await bank.payer.play.pass(0);
    await bank.payer.play.pass(60);
    paid.length = 0;
    lists.isAway = true;
  }

  it('below the limit passes if each party was clear, and is asked about later', async () => {
    await known();
    const id = await toGrace();
    await bank.payer.play.pass(0);
    expect(paid.map(({ reference }) => reference)).toEqual([id]);
    expect(await screeningsOf(id)).toMatchObject([{ status: 'PASSED' }]);
    lists.isAway = false;
    await bank.payer.play.pass(400);
    expect(await screeningsOf(id)).toMatchObject([{ status: 'CLEAR' }]);
    await bank.payer.auditClean();
  });

  it('that matches afterwards blocks whom it matches, and says how much has left', async () => {
    await known();
    const id = await toGrace();
    await bank.payer.play.pass(0);
    lists.change([{ entry: 'E1', version: '1', matches: GRACE }]);
    lists.isAway = false;
    await bank.payer.play.pass(400);
    const hits = (await open()).filter(({ kind, subject }) => kind === 'SCREENING_HIT' && subject === id);
    expect(hits).toMatchObject([{ amount: SENT, currency: 'USD' }]);
    expect(paid).toHaveLength(1);
    const later = await toGrace().then(
      () => 'ok',
      (thrown: unknown) => String(thrown),
    );
    expect(later).toContain('USER_NOT_READY');
    await bank.payer.auditClean();
  });

  it('at the limit, or to an unknown payee, waits', async () => {
    await begin({ passBelow: below('USD', SENT) });
    await toGrace();
    await bank.payer.play.pass(0);
    paid.length = 0;
    lists.isAway = true;
    await toGrace();
    await bank.payer.play.pass(1_000);
    expect(paid).toEqual([]);
    await bank.payer.auditClean();
  });
});

it('a payment on a payment rail that is not screened during execution asks nothing', async () => {
  await begin({ notDuring: ['SEPA', 'SEPA_INSTANT', 'ACH', 'WIRE', 'RTP', 'FEDNOW'] as never });
  lists.isAway = true;
  const id = await toGrace();
  await bank.payer.play.pass(0);
  expect((await bank.read(id)).paymentRail).not.toBeNull();
  expect(paid.map(({ reference }) => reference)).toEqual([id]);
  expect(await screeningsOf(id)).toEqual([]);
});

it('a payment without a party to compare that a match holds is not handed over with others in one unit', async () => {
  await begin({ notDuring: ['SEPA', 'SEPA_INSTANT', 'ACH', 'WIRE', 'RTP', 'FEDNOW'] as never });
  const [free, held] = [await toGrace(), await toGrace()];
  await playHit(bank.payer.play, { subject: held, parties: [partyNamed(bank.payer.customerId, 'Ada')], matches: [{}] });
  await bank.payer.play.pass(0);
  expect(paid.map(({ reference }) => reference)).toEqual([free]);
});

describe('a payment that money funds which arrived, on a payment rail that is not screened during execution', () => {
  async function funded(): Promise<string> {
    await begin({ notDuring: ['SEPA', 'SEPA_INSTANT', 'ACH', 'WIRE', 'RTP', 'FEDNOW'] as never });
    const quote = await bank.payer.quoted(bank.payer.funded((await bank.payer.external()).id));
    lists.change([{ entry: 'E1', version: '1', matches: 'Mallory' }]);
    lists.asked.length = 0;
    valueOf(await bank.arrives(quote.reference!, SENT, { remitter: { name: 'Mallory', account: 'DE001' } }));
    await bank.payer.play.pass(0);
    return quote.transactionId;
  }

  it('asks about the sender of the money alone, as about money that arrives', async () => {
    const id = await funded();
    expect((await bank.read(id)).paymentRail).not.toBeNull();
    const questions = lists.asked.filter(({ payment }) => payment?.id === id);
    expect(questions).toMatchObject([
      {
        occasion: 'ARRIVAL',
        parties: [{ role: 'REMITTER', name: 'Mallory' }],
        payment: { direction: 'IN', currency: 'USD', amount: SENT, paymentRail: null },
      },
    ]);
    expect(paid).toEqual([]);
    expect((await open()).filter(({ subject }) => subject === id)).toMatchObject([{ kind: 'SCREENING_HIT' }]);
    await bank.payer.auditClean();
  });

  it('goes on once after the match is cleared', async () => {
    const id = await funded();
    await decide(bank.payer.play, 'clear');
    await bank.payer.play.pass(0);
    expect(paid.map(({ reference }) => reference)).toEqual([id]);
    await bank.payer.auditClean();
  });
});

it('a payment that a block holds has one exception, also after an answer about it', async () => {
  lists.isAway = true;
  const id = await toGrace();
  await bank.payer.play.pass(0);
  await (await playBlocks(bank.payer.play)).block('customers', bank.payer.customerId, false);
  await submitsAgain(id);
  await bank.payer.play.pass(0);
  expect((await open()).filter(({ kind }) => kind === 'PAYMENT_HELD')).toHaveLength(1);
  lists.isAway = false;
  await bank.payer.play.pass(400);
  expect((await open()).filter(({ kind }) => kind === 'PAYMENT_HELD')).toHaveLength(1);
  expect(paid).toEqual([]);
  await bank.payer.auditClean();
});

it('answers and decisions at the same moment let a payment go on by one job', async () => {
  lists.isAway = true;
  const id = await toGrace();
  await bank.payer.play.pass(0);
  for (const _ of [1, 2]) await submitsAgain(id);
  const submits = (await bank.jobs(id)).filter(([kind]) => kind === 'payout.submit');
  expect(submits).toHaveLength(1);
});

describe('an open match of a payment that was cancelled', () => {
  /** A payment that money from outside funds, held by a match of the sender, and cancelled: its refund is stopped. */
  async function stopped(change: () => Promise<void> | void): Promise<{ id: string; failed: ExceptionRecord }> {
    const quote = await bank.payer.quoted(bank.payer.funded((await bank.payer.external()).id));
    lists.change([{ entry: 'E1', version: '1', matches: 'Mallory' }]);
    valueOf(await bank.arrives(quote.reference!, SENT, { remitter: { name: 'Mallory', account: 'DE001' } }));
    const { play } = bank.payer;
    await play.pass(0);
    await change();
    const { transactionId: id } = quote;
    valueOf(await play.core.transactions.cancel(play.context(), { id }));
    await play.pass(1_000);
    expect(refunded).toEqual([]);
    const failed = (await open()).find(({ kind, subject }) => kind === 'REFUND_FAILED' && subject === id)!;
    return { id, failed };
  }
  const retry = (exceptionId: string) =>
    bank.payer.play.run(bank.payer.play.core.treasury.resolve, {
      ...{ exceptionId, resolution: 'RETRIED', by: operatorNamed('Ann') },
    } as const);

  it('stops nothing after a newer answer about the payment that does not have it', async () => {
    const { failed } = await stopped(() => lists.change([{ entry: 'E1', version: '2', matches: 'Mallory' }]));
    expect(codeOf(await retry(failed.id))).toBe('CONFLICT');
    const newer = (
      await read<{ rows: { id: string; status: string; entryVersion: string }[] }>((reads) =>
        reads.list(SCREENING_MATCHES, { order: 'asc', limit: 9 }),
      )
    ).rows.findIndex(({ entryVersion }) => entryVersion === '2');
    await decide(bank.payer.play, 'clear', newer);
    valueOf(await retry(failed.id));
    await bank.payer.play.pass(0);
    expect(refunded).toHaveLength(1);
    await bank.payer.auditClean();
  });
});

describe('a connection that is removed from the file', () => {
  /** Hosts that restart without the connection. */
  async function remove(): Promise<void> {
    const { storage, clock } = bank.payer.play;
    const play = await playCore({ storage, clock, rails: banks(), screening: [] }, { existing: true });
    valueOf(await play.core.rails.start());
    others = play;
  }
  let others: PlayCore;

  it('lets a payment go on that waits for an answer, after ten minutes', async () => {
    lists.isAway = true;
    const id = await toGrace();
    await bank.payer.play.pass(0);
    // The question is older than that when the connection is removed.
    await bank.payer.play.pass(1_000);
    await remove();
    for (const seconds of [61, 300, 61]) await others.pass(seconds);
    await submitsAgain(id);
    await others.pass(0);
    expect(paid).toEqual([]);
    await others.pass(301);
    await others.pass(61);
    await others.pass(0);
    expect(paid.map(({ reference }) => reference)).toEqual([id]);
    expect(await screeningsOf(id)).toEqual([{ status: 'DROPPED', occasion: 'PAYMENT' }]);
    expect((await others.core.ledger.audit()).findings).toEqual([]);
  });

  it('credits money that waits for an answer', async () => {
    lists.isAway = true;
    valueOf(await bank.arrives(bank.payer.usd.reference));
    await remove();
    await others.pass(61);
    await others.pass(661);
    await others.pass(0);
    expect(await bank.balance()).toEqual([FUNDED + SENT, 0n]);
    expect((await others.core.ledger.audit()).findings).toEqual([]);
  });

  it('keeps what a match holds: operators decide, and a cancelled payment sends nothing back to outside', async () => {
    const quote = await bank.payer.quoted(bank.payer.funded((await bank.payer.external()).id));
    lists.change([{ entry: 'E1', version: '1', matches: 'Mallory' }]);
    valueOf(await bank.arrives(quote.reference!, SENT, { remitter: { name: 'Mallory', account: 'DE001' } }));
    await bank.payer.play.pass(0);
    const { transactionId: id } = quote;
    await remove();
    await others.pass(1_000);
    expect(paid).toEqual([]);
    expect((await open()).filter(({ subject }) => subject === id)).toMatchObject([{ kind: 'SCREENING_HIT' }]);
    valueOf(await others.core.transactions.cancel(others.context(), { id }));
    await others.pass(1_000);
    expect(refunded).toEqual([]);
    expect(await screeningsOf(id)).toEqual([{ status: 'DROPPED', occasion: 'PAYMENT' }]);
    const failed = (await open()).filter(({ subject }) => subject === id);
    expect(failed).toMatchObject([{ kind: 'REFUND_FAILED' }]);
    const retry = () =>
      others.run(others.core.treasury.resolve, {
        ...{ exceptionId: failed[0]!.id, resolution: 'RETRIED', by: operatorNamed('Ann') },
      } as const);
    const refused = await retry();
    const [dropped] = (
      await read<{ rows: { id: string }[] }>((reads) =>
        reads.list(SCREENINGS, { where: { subject: id }, order: 'asc', limit: 9 }),
      )
    ).rows;
    expect(JSON.stringify(refused)).toContain(dropped!.id);
    const ann = await addOperator(others.storage.units, 'Ann', 'OPERATOR');
    const input = { id: dropped!.id, reason: 'another person' } as never;
    const cleared = others.core.operators.actions.request(ann, {
      tenant: others.tenant,
      action: 'screening.clear',
      input,
    });
    valueOf(await cleared);
    valueOf(await retry());
    await others.pass(0);
    expect(refunded).toHaveLength(1);
    expect((await others.core.ledger.audit()).findings).toEqual([]);
  });

  it('lets a held payment go on after its match is cleared', async () => {
    lists.change([{ entry: 'E1', version: '1', matches: GRACE }]);
    const id = await toGrace();
    await bank.payer.play.pass(0);
    await remove();
    await decide(others, 'clear');
    await others.pass(0);
    expect(paid.map(({ reference }) => reference)).toEqual([id]);
  });
});

it('an environment without screening stores nothing', async () => {
  bank = await playBank({ rails: banks() });
  await toGrace();
  valueOf(await bank.arrives(bank.payer.usd.reference));
  await bank.payer.play.pass(0);
  expect(paid).toHaveLength(1);
  for (const kind of [SCREENINGS, SCREENING_MATCHES, EXCEPTIONS] as const)
    expect(
      (await read<{ rows: unknown[] }>((reads) => reads.list(kind as never, { order: 'asc', limit: 9 }))).rows,
    ).toEqual([]);
});
