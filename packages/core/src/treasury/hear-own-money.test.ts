import { beforeEach, describe, expect, it } from 'vitest';
import type { BookingMessage, DifferenceMessage, HeldMessage, RailTelling } from '../accounts/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type CurrencyCode, type Environment, houseTenant, type Result, runUseCase } from '../kernel/index.js';
import { chart, type LedgerAccount, POSTINGS } from '../ledger/index.js';
import { MAX_COMPUTED } from '../money/index.js';
import type { Told } from '../rails/index.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { BOOKINGS } from './booking.js';
import { operatorNamed } from '../testing/ports.js';

const USD = 'USD' as CurrencyCode;
const HOUSE = houseTenant('SANDBOX');
const OUTSIDE = chart.clearing('SANDBOX', 'sandbox-bank', USD);

const BOOKING: BookingMessage = {
  kind: 'booking',
  rail: 'sandbox-bank',
  messageId: 'entry-1',
  booking: 'TOP_UP',
  currency: USD,
  amount: 500n,
  note: 'capital',
};
const DIFFERENCE: DifferenceMessage = {
  kind: 'difference',
  rail: 'sandbox-bank',
  messageId: 'line-1',
  currency: USD,
  amount: 70n,
  direction: 'OUT',
  reason: 'the bank booked 70 USD that the ledger lacks',
};

const HELD: HeldMessage = {
  kind: 'held',
  rail: 'sandbox-bank',
  messageId: 'status/R1/held',
  currency: USD,
  amount: 70n,
  reason: 'the bank refused 2 payments (AM04)',
};

let play: PlayCore;
beforeEach(async () => {
  play = await playCore();
});

const tell = (telling: RailTelling, environment: Environment = 'SANDBOX'): Promise<Result<Told>> =>
  play.core.railTells(environment, telling);
const sumOn = ({ name: account }: LedgerAccount): Promise<bigint> =>
  play.storage.units.read(HOUSE, (reads) => reads.sum(POSTINGS, 'amount', { account }, 0, null));
const all = { order: 'asc', limit: 50 } as const;
const bookings = () => play.storage.units.read(HOUSE, async (reads) => (await reads.list(BOOKINGS, all)).rows);
const exceptions = () => play.storage.units.read(HOUSE, async (reads) => (await reads.list(EXCEPTIONS, all)).rows);
const findings = async () => (await play.core.ledger.audit()).findings;

describe("a bank that reports a movement of the service's own money", () => {
  it.each([
    ['TOP_UP', chart.ownFunds('SANDBOX', USD), -500n],
    ['WITHDRAWAL', chart.ownFunds('SANDBOX', USD), 500n],
    ['CHARGE', chart.bankCharges('SANDBOX', USD), 500n],
    ['INTEREST', chart.revenue('SANDBOX', USD), -500n],
  ] as const)('has a %s booked without an operator, with a clean audit', async (booking, account, outside) => {
    const told = valueOf(await tell({ ...BOOKING, booking }));
    const [booked] = await bookings();
    expect(told).toEqual({ effect: 'APPLIED', subject: booked!.id, transaction: null, deposit: null, arrival: null });
    expect(booked).toMatchObject({
      kind: booking,
      reference: 'entry-1',
      rail: 'sandbox-bank',
      note: 'capital',
      bookedBy: 'reported by the rail',
      approvedBy: null,
    });
    expect([await sumOn(OUTSIDE), await sumOn(account)]).toEqual([outside, -outside]);
    expect(await findings()).toEqual([]);
  });

  it('has the fee of a chain booked in its coin, with what it was worth', async () => {
    const ETH = 'ETH' as CurrencyCode;
    const USDC = 'USDC' as CurrencyCode;
    const fee = { ...BOOKING, booking: 'NETWORK_FEE', currency: ETH, amount: 21_000n } as const;
    const worth = { currency: USDC, amount: 84n };
    const told = valueOf(await tell({ ...fee, worth }));
    expect(await bookings()).toMatchObject([
      {
        kind: 'NETWORK_FEE',
        currency: ETH,
        amount: 21_000n,
        boughtCurrency: USDC,
        boughtAmount: 84n,
        boughtRail: null,
      },
    ]);
    const accounts = [
      chart.clearing('SANDBOX', 'sandbox-bank', ETH),
      chart.fx('SANDBOX', ETH),
      chart.networkFees('SANDBOX', USDC),
      chart.fx('SANDBOX', USDC),
    ];
    expect(await Promise.all(accounts.map(sumOn))).toEqual([21_000n, -21_000n, -84n, 84n]);
    expect(valueOf(await tell({ ...fee, worth }))).toMatchObject({ effect: 'NONE', subject: told.subject });
    for (const other of [
      { ...worth, amount: 85n },
      { ...worth, currency: USD },
    ])
      expect(valueOf(await tell({ ...fee, worth: other })).effect).toBe('CONTRADICTED');
    expect(await findings()).toEqual([]);
  });

  it('has money booked from one of its rails to another', async () => {
    const transfer = { ...BOOKING, booking: 'TRANSFER', to: 'sandbox-crypto' } as const;
    valueOf(await tell(transfer));
    expect(await bookings()).toMatchObject([{ kind: 'TRANSFER', boughtRail: 'sandbox-crypto', boughtAmount: null }]);
    expect([await sumOn(OUTSIDE), await sumOn(chart.clearing('SANDBOX', 'sandbox-crypto', USD))]).toEqual([
      500n,
      -500n,
    ]);
    expect(valueOf(await tell(transfer))).toMatchObject({ effect: 'NONE' });
    expect(valueOf(await tell({ ...transfer, to: 'lightning' })).effect).toBe('CONTRADICTED');
    expect(await findings()).toEqual([]);
  });

  it.each<[Partial<BookingMessage>, string]>([
    [{ booking: 'NETWORK_FEE' }, 'INVALID_INPUT'],
    [{ booking: 'NETWORK_FEE', worth: { currency: USD, amount: 1n } }, 'INVALID_INPUT'],
    [{ booking: 'NETWORK_FEE', worth: { currency: 'XXX' as CurrencyCode, amount: 1n } }, 'INVALID_CURRENCY'],
    [{ booking: 'NETWORK_FEE', worth: { currency: 'USDC' as CurrencyCode, amount: 0n } }, 'INVALID_AMOUNT'],
    [{ worth: { currency: 'USDC' as CurrencyCode, amount: 1n } }, 'INVALID_INPUT'],
    [{ booking: 'TRANSFER' }, 'INVALID_INPUT'],
    [{ booking: 'TRANSFER', to: 'sandbox-bank' }, 'INVALID_INPUT'],
    [{ booking: 'TRANSFER', to: 'unknown-bank' }, 'INVALID_INPUT'],
    [{ to: 'sandbox-crypto' }, 'INVALID_INPUT'],
  ])('is refused with %o', async (over, code) => {
    expect(await tell({ ...BOOKING, ...over })).toMatchObject({ ok: false, error: { code } });
    expect(await bookings()).toEqual([]);
  });

  it('has one effect with a repeated message, also at the same time', async () => {
    const told = await Promise.all([tell(BOOKING), tell(BOOKING), tell(BOOKING)]);
    expect(told.map((one) => valueOf(one).effect).sort()).toEqual(['APPLIED', 'NONE', 'NONE']);
    const [booked] = await bookings();
    expect(valueOf(await tell({ ...BOOKING, note: 'the same in other words' }))).toMatchObject({
      effect: 'NONE',
      subject: booked!.id,
    });
    expect([(await bookings()).length, await sumOn(OUTSIDE)]).toEqual([1, -500n]);
  });

  it.each<Partial<BookingMessage>>([{ amount: 501n }, { currency: 'EUR' as CurrencyCode }, { booking: 'WITHDRAWAL' }])(
    'is a contradiction, with one exception, if it has the id of another booking: %o',
    async (other) => {
      const { subject } = valueOf(await tell(BOOKING));
      const told = valueOf(await tell({ ...BOOKING, ...other }));
      expect(told).toMatchObject({ effect: 'CONTRADICTED', subject: expect.stringMatching(/^Exception:/) as string });
      expect(valueOf(await tell({ ...BOOKING, ...other }))).toEqual(told);
      expect(await bookings()).toHaveLength(1);
      const [opened, ...more] = await exceptions();
      expect(opened).toMatchObject({ id: told.subject, kind: 'RAIL_CONTRADICTION', subject, rail: 'sandbox-bank' });
      expect(more).toEqual([]);
      expect(await sumOn(OUTSIDE)).toBe(-500n);
    },
  );

  it('and an operator who books the same reference have one effect together', async () => {
    valueOf(await tell(BOOKING));
    const by = operatorNamed('Ann');
    const { kind: _kind, messageId: reference, booking: kind, note: _note, ...movement } = BOOKING;
    const ctx = play.core.context(HOUSE, { kind: 'system' }, 'test');
    const input = { ...movement, kind, reference, by };
    const twice = await runUseCase(play.core.units, ctx, play.core.treasury.book, input);
    expect(twice).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    expect(await sumOn(OUTSIDE)).toBe(-500n);
  });
});

describe("a bank that refuses payouts for a reason of the service's own account", () => {
  it('opens one exception for an operator, who can only end it, and moves nothing', async () => {
    const told = valueOf(await tell(HELD));
    expect(valueOf(await tell(HELD))).toMatchObject({ effect: 'NONE', subject: told.subject });
    const [exception, ...others] = await exceptions();
    expect(others).toEqual([]);
    expect(exception).toMatchObject({
      ...{ kind: 'PAYOUTS_HELD', subject: 'sandbox-bank', reference: 'status/R1/held', amount: 70n },
      reason: HELD.reason,
    });
    expect(await sumOn(OUTSIDE)).toBe(0n);
    const by = operatorNamed('Ann');
    const resolve = (resolution: 'REFUSED' | 'WRITTEN_OFF') =>
      runUseCase(play.storage.units, play.core.context(HOUSE, { kind: 'system' }, 'test'), play.core.treasury.resolve, {
        ...{ exceptionId: exception!.id, resolution, note: 'sent in a new file', by },
        account: undefined,
      });
    expect(await resolve('WRITTEN_OFF')).toMatchObject({ ok: false });
    valueOf(await resolve('REFUSED'));
    expect(await findings()).toEqual([]);
  });
});

describe('a bank that reports a difference between its statement and the ledger', () => {
  it('opens one exception for an operator, and moves nothing', async () => {
    const told = valueOf(await tell(DIFFERENCE));
    const [opened] = await exceptions();
    expect(told).toMatchObject({ effect: 'APPLIED', subject: opened!.id });
    expect(opened).toMatchObject({
      kind: 'STATEMENT_DIFFERENCE',
      status: 'OPEN',
      subject: 'sandbox-bank',
      reference: 'OUT:line-1:USD:70',
      rail: 'sandbox-bank',
      currency: 'USD',
      amount: 70n,
      reason: DIFFERENCE.reason,
    });
    expect(valueOf(await tell({ ...DIFFERENCE, reason: 'as before' }))).toMatchObject({
      effect: 'NONE',
      subject: opened!.id,
    });
    expect([(await exceptions()).length, await sumOn(OUTSIDE)]).toEqual([1, 0n]);
  });

  it('opens no second exception after an operator has resolved the first', async () => {
    const { subject: exceptionId } = valueOf(await tell(DIFFERENCE));
    const by = operatorNamed('Ann');
    const inHouse = play.core.context(HOUSE, { kind: 'system' }, 'test');
    const resolved = await runUseCase(play.storage.units, inHouse, play.core.treasury.resolve, {
      exceptionId: exceptionId!,
      resolution: 'ADJUSTED',
      note: 'a charge',
      by,
    });
    valueOf(resolved);
    expect(valueOf(await tell(DIFFERENCE))).toMatchObject({ effect: 'NONE', subject: exceptionId });
    expect(await exceptions()).toMatchObject([{ status: 'RESOLVED' }]);
    expect(await sumOn(OUTSIDE)).toBe(70n);
  });

  it('opens one exception for each direction and amount', async () => {
    for (const over of [{}, { direction: 'IN' as const }, { amount: 71n }]) {
      expect(valueOf(await tell({ ...DIFFERENCE, ...over }))).toMatchObject({ effect: 'APPLIED' });
    }
    expect((await exceptions()).map(({ reference }) => reference).toSorted()).toEqual([
      'IN:line-1:USD:70',
      'OUT:line-1:USD:70',
      'OUT:line-1:USD:71',
    ]);
  });
});

describe.each([
  ['a booking', BOOKING],
  ['a difference', DIFFERENCE],
])('%s', (_what, message) => {
  it.each<[Partial<Omit<BookingMessage, 'kind'>>, string]>([
    [{ amount: 0n }, 'INVALID_AMOUNT'],
    [{ amount: -1n }, 'INVALID_AMOUNT'],
    [{ amount: MAX_COMPUTED + 1n }, 'INVALID_AMOUNT'],
    [{ currency: 'XXX' as CurrencyCode }, 'INVALID_CURRENCY'],
    [{ messageId: '' }, 'INVALID_INPUT'],
    [{ messageId: 'x'.repeat(256) }, 'INVALID_INPUT'],
    [{ rail: 'unknown-bank' }, 'REFERENCE_NOT_FOUND'],
  ])('is refused with %o', async (over, code) => {
    expect(await tell({ ...message, ...over } as RailTelling)).toMatchObject({ ok: false, error: { code } });
    expect([await bookings(), await exceptions()]).toEqual([[], []]);
  });

  it('is refused in the environment that its rail does not serve', async () => {
    expect(await tell(message, 'PRODUCTION')).toMatchObject({ ok: false, error: { code: 'REFERENCE_NOT_FOUND' } });
    const live = houseTenant('PRODUCTION');
    const booked = await play.storage.units.read(live, async (reads) => (await reads.list(BOOKINGS, all)).rows);
    expect(booked).toEqual([]);
  });
});

it('the id of a booking has at most 140 characters, as the reference of an operator', async () => {
  expect(await tell({ ...BOOKING, messageId: 'x'.repeat(141) })).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT' },
  });
  expect(await tell({ ...BOOKING, messageId: 'x'.repeat(140) })).toMatchObject({ ok: true });
});
