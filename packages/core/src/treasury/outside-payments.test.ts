import { beforeEach, describe, expect, it } from 'vitest';
import type { ExceptionRecord } from '../exceptions/index.js';
import {
  createIds,
  houseTenant,
  type IdSource,
  type PreparedUseCase,
  type Result,
  runUseCase,
  type UseCase,
} from '../kernel/index.js';
import { chart } from '../ledger/index.js';
import { reconcile, recordDifferences, type StatementLine } from '../maintenance/index.js';
import { refusal } from '../testing/host.js';
import { FUNDED, type PlayBank, playBank } from '../testing/play-bank.js';
import { codeOf, type PlayCore, valueOf } from '../testing/play-core.js';
import { operatorNamed, seededRandom } from '../testing/ports.js';
import type { BookTreasury } from './book.js';
import { OUTSIDE_PAYMENTS, type OutsidePayment } from './outside-payment.js';

const HOUSE = houseTenant('SANDBOX');
const BANK = 'sandbox-bank';
const [ANN, BOB, CLEO] = [operatorNamed('Ann'), operatorNamed('Bob'), operatorNamed('Cleo')];
const OUT: BookTreasury = { kind: 'WITHDRAWAL', reference: 'w1', rail: BANK, currency: 'USD', amount: 1_000n };
const CHARGE: BookTreasury = { ...OUT, kind: 'CHARGE', reference: 'c1' };
const TRADE: BookTreasury = {
  ...{ ...OUT, kind: 'TRADE', reference: 't1' },
  ...{ boughtRail: BANK, boughtCurrency: 'EUR', boughtAmount: 900n },
};
const DATED = { ...OUT, valueDate: '2026-01-15' };
const SAID = { bankReference: 'payment 1', valueDate: '2026-01-15' };

let bank: PlayBank;
let play: PlayCore;
let ids: IdSource;
beforeEach(async () => {
  bank = await playBank();
  ({ play } = bank.payer);
  ids = createIds(play.clock, seededRandom('read'));
});

const inHouse = <I, P, O>(useCase: UseCase<I, O> | PreparedUseCase<I, P, O>, input: I): Promise<Result<O>> =>
  runUseCase(play.core.units, play.core.context(HOUSE, { kind: 'system' }, 'test'), useCase, input);
const plan = (input: BookTreasury) => inHouse(play.core.treasury.planBooking, input);
const book = (input: BookTreasury, over: object = {}) =>
  inHouse(play.core.treasury.book, { ...input, by: ANN, approvedBy: BOB, ...over });
const topUp = async (amount: bigint, over: object = {}) =>
  valueOf(await book({ kind: 'TOP_UP', reference: 'capital', rail: BANK, currency: 'USD', amount, ...over }));
const payments = (): Promise<readonly OutsidePayment[]> =>
  play.storage.units.read(
    null,
    async (reads) => (await reads.list(OUTSIDE_PAYMENTS, { order: 'asc', limit: 50 })).rows,
  );
const audit = () => play.core.ledger.audit();

/** Money of an unknown payer that waits for an operator. */
async function held(reference = 'somebody'): Promise<ExceptionRecord> {
  const { deposit } = valueOf(await bank.arrives(reference, 5_000n, { hold: 'a list' }));
  return (await bank.exceptions()).find(({ subject }) => subject === deposit!.id)!;
}
const resolve = ({ id: exceptionId }: ExceptionRecord, said: object, by = ANN) =>
  play.run(play.core.treasury.resolve, { exceptionId, resolution: 'PAID_ELSEWHERE', by, approvedBy: BOB, ...said });

async function* lines(...statement: readonly Omit<StatementLine, 'line'>[]): AsyncGenerator<StatementLine> {
  for (const [at, each] of statement.entries()) yield { line: at + 2, ...each };
}
const SENT_BY_BANK = { currency: 'USD', direction: 'OUT' } as const;
const read = async (...statement: readonly Omit<StatementLine, 'line'>[]) => {
  const scope = { rail: BANK, environment: 'SANDBOX' } as const;
  const ports = { units: play.storage.units, clock: play.clock, ids };
  const found = await reconcile(play.storage.units, scope, lines(...statement));
  valueOf(await recordDifferences(ports, scope, found));
  return found;
};

describe('a withdrawal', () => {
  it('of the own money of the service needs neither a second operator nor a value date', async () => {
    await topUp(1_000n);
    expect(valueOf(await plan(OUT)).approval).toBeUndefined();
    valueOf(await book(OUT, { approvedBy: null }));
    expect(await payments()).toEqual([]);
    expect(await audit()).toMatchObject({ findings: [], unconfirmed: [], shortfalls: [] });
  });

  it('of more than that needs a second operator and its value date', async () => {
    await topUp(999n);
    expect(refusal(await plan(OUT))).toEqual({ code: 'INVALID_INPUT', fields: ['valueDate'] });
    expect(refusal(await book(OUT))).toEqual({ code: 'INVALID_INPUT', fields: ['valueDate'] });
    expect(valueOf(await plan(DATED)).approval).toBe('always');
  });

  it('of more than that is booked, and shown as a shortfall and as unconfirmed', async () => {
    await topUp(400n);
    const booked = valueOf(await book(DATED));
    expect(booked).toMatchObject({ valueDate: '2026-01-15', bookedBy: expect.stringContaining('Ann') as string });
    const unconfirmed = [
      { cause: booked.id, reference: 'w1', rail: BANK, valueDate: '2026-01-15', currency: 'USD', amount: 1_000n },
    ];
    const shortfalls = [{ environment: 'SANDBOX', currency: 'USD', amount: -600n }];
    expect(await audit()).toMatchObject({ findings: [], unconfirmed, shortfalls });
    expect(await play.core.treasury.unconfirmed()).toMatchObject(unconfirmed);
  });

  it('counts what the service has earned and lost as its own money', async () => {
    await topUp(600n);
    await topUp(401n, { kind: 'INTEREST', reference: 'interest' });
    await topUp(1n, { kind: 'CHARGE', reference: 'charge' });
    expect(valueOf(await plan(OUT)).approval).toBeUndefined();
    await topUp(1n, { kind: 'CHARGE', reference: 'second charge' });
    expect(valueOf(await plan(DATED)).approval).toBe('always');
  });

  it('counts the money of one currency and environment only', async () => {
    await topUp(5_000n, { currency: 'EUR' });
    expect(valueOf(await plan(DATED)).approval).toBe('always');
  });

  it('of money that another withdrawal takes at the same time needs a second operator', async () => {
    await topUp(1_000n);
    const { prepare, finish } = play.core.treasury.book;
    const ctx = play.core.context(HOUSE, { kind: 'system' }, 'test');
    const prepared = await Promise.all(
      ['w1', 'w2'].map(async (reference) => valueOf(await prepare(ctx, { ...OUT, reference, by: ANN }))),
    );
    const done = await Promise.all(
      prepared.map((input) => play.storage.units.run(HOUSE, (tx) => finish(tx, ctx, input))),
    );
    expect(done.map(codeOf).sort()).toEqual(['INVALID_INPUT', 'ok']);
  });

  it.each([
    ['a day that does not exist', '2026-02-30'],
    ['another form', '15.01.2026'],
    ['a day in the future', '2026-01-17'],
  ])('is refused with %s as its value date', async (_what, valueDate) => {
    expect(refusal(await plan({ ...OUT, valueDate })).fields).toEqual(['valueDate']);
  });

  it('has a value date, and so have charges and trades alone', async () => {
    await topUp(1_000n);
    expect(refusal(await plan({ ...DATED, kind: 'TOP_UP', rail: 'nowhere' })).fields).toEqual(['rail', 'valueDate']);
    for (const kind of ['TOP_UP', 'INTEREST', 'TRANSFER'] as const) {
      const boughtRail = kind === 'TRANSFER' ? 'sandbox-crypto' : undefined;
      expect(refusal(await plan({ ...DATED, kind, boughtRail })).fields).toEqual(['valueDate']);
    }
    for (const one of [DATED, CHARGE, TRADE])
      expect(codeOf(await plan({ ...one, valueDate: '2026-01-15' }))).toBe('ok');
  });

  it('that its bank reports is confirmed', async () => {
    valueOf(await book(DATED));
    const message = { kind: 'booking', booking: 'WITHDRAWAL', messageId: 'w1', currency: 'USD' } as const;
    expect(valueOf(await bank.tell({ ...message, amount: 1_000n } as never)).effect).toBe('NONE');
    expect(await payments()).toMatchObject([{ status: 'CONFIRMED', confirmedBy: BANK, document: null }]);
    expect((await audit()).unconfirmed).toEqual([]);
  });
});

describe.each([
  ['charge', CHARGE],
  ['trade', TRADE],
] as const)('a %s that operators book', (_what, input) => {
  const dated = { ...input, valueDate: '2026-01-15' };

  it('of the own money of the service needs neither a second operator nor a value date', async () => {
    await topUp(1_000n);
    expect(valueOf(await plan(input)).approval).toBeUndefined();
    valueOf(await book(input, { approvedBy: null }));
    expect(await payments()).toEqual([]);
    expect(await audit()).toMatchObject({ findings: [], unconfirmed: [], shortfalls: [] });
  });

  it('of more than that needs a second operator and its value date, and is unconfirmed until a bank states it', async () => {
    await topUp(999n);
    expect(refusal(await plan(input))).toEqual({ code: 'INVALID_INPUT', fields: ['valueDate'] });
    expect(refusal(await book(input))).toEqual({ code: 'INVALID_INPUT', fields: ['valueDate'] });
    expect(valueOf(await plan(dated)).approval).toBe('always');
    const booked = valueOf(await book(dated));
    const said = { reference: input.reference, rail: BANK, currency: 'USD', amount: 1_000n };
    expect((await audit()).unconfirmed).toMatchObject([{ cause: booked.id, ...said }]);
    expect((await audit()).findings).toEqual([]);
    await read({ ...SENT_BY_BANK, reference: input.reference, amount: 1_000n });
    expect((await audit()).unconfirmed).toEqual([]);
  });

  it('of money that another one takes at the same time needs a second operator', async () => {
    await topUp(1_000n);
    const { prepare, finish } = play.core.treasury.book;
    const ctx = play.core.context(HOUSE, { kind: 'system' }, 'test');
    const prepared = await Promise.all(
      [input, { ...OUT, reference: 'w2' }].map(async (one) => valueOf(await prepare(ctx, { ...one, by: ANN }))),
    );
    const done = await Promise.all(prepared.map((one) => play.storage.units.run(HOUSE, (tx) => finish(tx, ctx, one))));
    expect(done.map(codeOf).sort()).toEqual(['INVALID_INPUT', 'ok']);
  });
});

it('a charge beyond own money is shown as a shortfall, and the charge that the bank reports confirms it', async () => {
  valueOf(await book({ ...CHARGE, valueDate: '2026-01-15' }));
  const shortfalls = [{ environment: 'SANDBOX', currency: 'USD', amount: -1_000n }];
  expect(await audit()).toMatchObject({ findings: [], shortfalls });
  const message = { kind: 'booking', booking: 'CHARGE', messageId: 'c1', currency: 'USD', amount: 1_000n } as const;
  expect(valueOf(await bank.tell(message as never)).effect).toBe('NONE');
  expect(await payments()).toMatchObject([{ status: 'CONFIRMED', confirmedBy: BANK }]);
});

it('a trade squares what the conversions of a payment have left, but sells no more', async () => {
  const { payer } = bank;
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  await play.pass(31);
  const fx = await bank.sumOn(chart.fx('SANDBOX', payer.usd.currency).name);
  expect(fx).toBeGreaterThan(0n);
  // The fee of the payment is own money.
  const earned = await bank.sumOn(chart.revenue('SANDBOX', payer.usd.currency).name);
  const square = { ...TRADE, amount: fx + earned };
  expect(valueOf(await plan(square)).approval).toBeUndefined();
  expect(refusal(await plan({ ...square, amount: fx + earned + 1n })).fields).toEqual(['valueDate']);
  valueOf(await book(square, { approvedBy: null }));
  expect(refusal(await plan({ ...OUT, amount: 1n })).fields).toEqual(['valueDate']);
});

it('a trade sells what another trade has bought of the currency, but no more', async () => {
  const bought = {
    ...TRADE,
    reference: 't0',
    boughtCurrency: 'USD',
    boughtAmount: 1_000n,
    currency: 'EUR',
    amount: 9n,
  };
  valueOf(await book({ ...bought, valueDate: '2026-01-15' }));
  expect(valueOf(await plan(TRADE)).approval).toBeUndefined();
  valueOf(await book(TRADE, { approvedBy: null }));
  expect(refusal(await plan({ ...TRADE, reference: 't2', amount: 1n }))).toMatchObject({ fields: ['valueDate'] });
  // A withdrawal takes the service's own money only. Bought money does not count as own money, although a trade can sell it.
  expect(refusal(await plan({ ...OUT, currency: 'EUR', amount: 1n }))).toMatchObject({ fields: ['valueDate'] });
});

describe('a resolution PAID_ELSEWHERE', () => {
  it('needs a second operator, whatever its amount', async () => {
    const input = { exceptionId: (await held()).id, resolution: 'PAID_ELSEWHERE', ...SAID } as const;
    expect(valueOf(await play.run(play.core.treasury.planResolution, input)).approval).toBe('always');
  });

  it('names the payment at the bank and its value date', async () => {
    const exception = await held();
    expect(refusal(await resolve(exception, {})).fields).toEqual(['bankReference', 'valueDate']);
    expect(refusal(await resolve(exception, { ...SAID, bankReference: 'x'.repeat(141) })).fields).toEqual([
      'bankReference',
    ]);
    valueOf(await resolve(exception, SAID));
    const { id: cause } = exception;
    const said = { cause, rail: null, reference: 'payment 1', valueDate: '2026-01-15', amount: 5_000n };
    expect((await audit()).unconfirmed).toMatchObject([said]);
    expect((await audit()).findings).toEqual([]);
  });

  it('alone names a payment', async () => {
    const input = { exceptionId: (await held()).id, resolution: 'WRITTEN_OFF', by: ANN, ...SAID } as const;
    const refused = await play.run(play.core.treasury.resolve, input);
    expect(refusal(refused).fields).toEqual(['bankReference', 'valueDate']);
  });

  it('cannot name the payment of another exception', async () => {
    const [first, second] = [await held('one'), await held('two')];
    valueOf(await resolve(first, SAID));
    expect(codeOf(await resolve(second, SAID))).toBe('CONFLICT');
    valueOf(await resolve(second, { ...SAID, bankReference: 'payment 2' }));
  });

  it('is confirmed by a statement of a rail that has the payment', async () => {
    valueOf(await resolve(await held(), SAID));
    const line = { ...SENT_BY_BANK, reference: 'payment 1' };
    await read({ ...line, amount: 4_999n }, { ...line, amount: 5_000n, direction: 'IN' });
    expect(await payments()).toMatchObject([{ status: 'UNCONFIRMED' }]);
    const found = await read({ ...line, amount: 5_000n });
    expect(found.proves).toMatchObject([{ reference: 'payment 1', amount: 5_000n }]);
    expect(await payments()).toMatchObject([{ status: 'CONFIRMED', confirmedBy: BANK }]);
    expect((await read({ ...line, amount: 5_000n })).proves).toBeUndefined();
  });

  it('that its entry books on a rail agrees with the line of the statement that has it', async () => {
    await bank.arrives(bank.payer.usd.reference, 5_000n, { paymentId: 'p1' });
    valueOf(
      await bank.tell({ kind: 'recall', paymentId: 'p1', amount: 5_000n, reason: 'x', messageId: 'm1' } as never),
    );
    valueOf(await resolve((await bank.exceptions()).at(-1)!, SAID));
    const found = await read({ ...SENT_BY_BANK, reference: 'payment 1', amount: 5_000n });
    expect(await payments()).toMatchObject([{ rail: BANK, status: 'CONFIRMED' }]);
    expect(found.missingInLedger).toEqual([]);
    expect(found.missingInStatement.map(({ kind }) => kind)).not.toContain('EXCEPTION_PAID_ELSEWHERE');
  });

  it('is confirmed for one of two resolutions that book it on a rail, also if the statement is read again', async () => {
    for (const paymentId of ['p1', 'p2']) {
      await bank.arrives(bank.payer.usd.reference, 5_000n, { paymentId });
      valueOf(
        await bank.tell({ kind: 'recall', paymentId, amount: 5_000n, reason: 'x', messageId: paymentId } as never),
      );
      valueOf(await resolve((await bank.exceptions()).at(-1)!, SAID));
    }
    const line = { ...SENT_BY_BANK, reference: 'payment 1', amount: 5_000n };
    expect((await read(line)).proves).toHaveLength(1);
    expect((await read(line)).proves).toBeUndefined();
    expect((await payments()).map(({ status }) => status).sort()).toEqual(['CONFIRMED', 'UNCONFIRMED']);
  });

  it('is confirmed by a difference that a bank reports', async () => {
    valueOf(await resolve(await held(), SAID));
    const difference = { kind: 'difference', messageId: 'payment 1', currency: 'USD', amount: 5_000n, reason: 'x' };
    valueOf(await bank.tell({ ...difference, direction: 'OUT' } as never));
    expect(await payments()).toMatchObject([{ status: 'CONFIRMED' }]);
  });
});

describe('the confirmation of an outside payment by a document', () => {
  const confirm = (input: { readonly id: string; readonly document: string }, by = CLEO) =>
    inHouse(play.core.treasury.confirm, { ...input, by });
  let id: string;
  beforeEach(async () => {
    valueOf(await book(DATED));
    [{ id } = { id: '' }] = await payments();
  });

  it('is refused to the operators who booked and approved it', async () => {
    for (const one of [ANN, BOB])
      expect(await confirm({ id, document: 'statement 7' }, one)).toMatchObject({
        error: { code: 'FORBIDDEN', message: expect.stringContaining('a third operator must confirm it') as string },
      });
    expect(await payments()).toMatchObject([{ status: 'UNCONFIRMED' }]);
    expect(valueOf(await confirm({ id, document: 'statement 7' }))).toMatchObject({
      status: 'CONFIRMED',
      confirmedBy: expect.stringContaining('Cleo') as string,
      document: 'statement 7',
    });
    expect((await audit()).unconfirmed).toEqual([]);
  });

  it('needs a payment that is not confirmed, and the reference of the document', async () => {
    expect(refusal(await confirm({ id, document: '' })).fields).toEqual(['document']);
    valueOf(await confirm({ id, document: 'statement 7' }));
    expect(codeOf(await confirm({ id, document: 'statement 7' }))).toBe('INVALID_STATE_TRANSITION');
    const unknown = 'OutsidePayment:018bcfe5-6800-7000-8000-0000000000cc';
    expect(codeOf(await confirm({ id: unknown, document: 'x' }))).toBe('REFERENCE_NOT_FOUND');
  });
});

it('a customer can spend as before what a withdrawal has taken', async () => {
  valueOf(await book({ ...DATED, amount: FUNDED }));
  expect(await bank.balance()).toEqual([FUNDED, 0n]);
  await bank.payer.auditClean();
});
