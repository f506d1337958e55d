import { beforeEach, describe, expect, it } from 'vitest';
import { type BookingMessage, createRails } from '../accounts/index.js';
import {
  createIds,
  type CurrencyCode,
  houseTenant,
  type PreparedUseCase,
  type Result,
  runUseCase,
  type UseCase,
} from '../kernel/index.js';
import { chart, POSTINGS } from '../ledger/index.js';
import { MAX_COMPUTED } from '../money/index.js';
import { refusal } from '../testing/host.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { bankRails } from '../testing/play-payer.js';
import { operatorNamed, seededRandom } from '../testing/ports.js';
import { type BookTreasury, bookTreasury } from './book.js';
import { type Booking, BOOKINGS } from './booking.js';
import type { BookingFilter } from './read-bookings.js';

const HOUSE = houseTenant('SANDBOX');
const USD = 'USD' as CurrencyCode;
const EUR = 'EUR' as CurrencyCode;
const BANK = 'sandbox-bank';
const ANN = operatorNamed('Ann');
const BOB = operatorNamed('Bob');
const PLAIN: BookTreasury = { kind: 'CHARGE', reference: 'r1', rail: BANK, currency: 'USD', amount: 500n };
const TRADE: BookTreasury = {
  ...PLAIN,
  kind: 'TRADE',
  boughtRail: BANK,
  boughtCurrency: 'EUR',
  boughtAmount: 460n,
};

/** The service has no money of its own here, so what takes money has a value date. */
const DATED = { valueDate: '2026-01-15' };

let play: PlayCore;
beforeEach(async () => {
  play = await playCore();
});

const inHouse = <I, P, O>(useCase: UseCase<I, O> | PreparedUseCase<I, P, O>, input: I): Promise<Result<O>> =>
  runUseCase(play.core.units, play.core.context(HOUSE, { kind: 'system' }, 'test'), useCase, input);
const plan = (input: BookTreasury) => inHouse(play.core.treasury.planBooking, input);
const book = (input: BookTreasury, over: object = {}) =>
  inHouse(play.core.treasury.book, { ...input, by: ANN, ...over });
const fieldsOf = async (input: BookTreasury): Promise<readonly string[]> => {
  const { code, fields } = refusal(await plan(input));
  expect(code).toBe('INVALID_INPUT');
  return fields;
};
const kept = () =>
  play.storage.units.read(HOUSE, async (reads) => (await reads.list(BOOKINGS, { order: 'asc', limit: 20 })).rows);

describe('the plan of a booking', () => {
  it('says what moves and which accounts it books, and books nothing', async () => {
    expect(valueOf(await plan({ ...PLAIN, ...DATED }))).toEqual({
      subject: `${BANK}/r1`,
      before: null,
      approval: 'always',
      moves: [{ currency: 'USD', amount: 500n }],
      books: [
        { account: chart.bankCharges('SANDBOX', USD).name, currency: 'USD', amount: -500n },
        { account: chart.clearing('SANDBOX', BANK, USD).name, currency: 'USD', amount: 500n },
      ],
    });
    expect(valueOf(await plan({ ...TRADE, ...DATED }))).toEqual({
      subject: `${BANK}/r1`,
      before: null,
      approval: 'always',
      moves: [
        { currency: 'USD', amount: 500n },
        { currency: 'EUR', amount: 460n },
      ],
      books: [
        { account: chart.fx('SANDBOX', USD).name, currency: 'USD', amount: -500n },
        { account: chart.clearing('SANDBOX', BANK, USD).name, currency: 'USD', amount: 500n },
        { account: chart.clearing('SANDBOX', BANK, EUR).name, currency: 'EUR', amount: -460n },
        { account: chart.fx('SANDBOX', EUR).name, currency: 'EUR', amount: 460n },
      ],
    });
    expect(valueOf(await plan({ ...PLAIN, kind: 'TRANSFER', boughtRail: 'sandbox-crypto' })).books).toEqual([
      { account: chart.clearing('SANDBOX', 'sandbox-crypto', USD).name, currency: 'USD', amount: -500n },
      { account: chart.clearing('SANDBOX', BANK, USD).name, currency: 'USD', amount: 500n },
    ]);
    expect(await kept()).toEqual([]);
  });

  it.each<[string, Partial<BookTreasury>, readonly string[]]>([
    ['an empty reference', { reference: '' }, ['reference']],
    ['a reference of more than 140 characters', { reference: 'x'.repeat(141) }, ['reference']],
    ['an amount of zero', { amount: 0n }, ['amount']],
    ['a negative amount', { amount: -1n }, ['amount']],
    ['more than the largest amount', { amount: MAX_COMPUTED + 1n }, ['amount']],
    ['an unknown rail', { rail: 'nowhere' }, ['rail']],
    ['an unknown currency', { currency: 'XXX' }, ['currency']],
    ['a fee of a chain, which only a rail reports', { kind: 'NETWORK_FEE' }, ['kind']],
    ['a bought side', { boughtRail: BANK, boughtAmount: 1n }, ['boughtRail', 'boughtAmount']],
    ['a trade without a bought side', { kind: 'TRADE' }, ['boughtRail', 'boughtCurrency', 'boughtAmount']],
    ['a trade of nothing', { ...TRADE, boughtAmount: 0n }, ['boughtAmount']],
    ['a trade by an unknown rail', { ...TRADE, boughtRail: 'nowhere' }, ['boughtRail']],
    ['a trade of a currency for itself', { ...TRADE, boughtCurrency: 'USD' }, ['boughtCurrency']],
    ['a transfer to nowhere', { kind: 'TRANSFER' }, ['boughtRail']],
    ['a transfer to its own rail', { kind: 'TRANSFER', boughtRail: BANK }, ['boughtRail']],
    [
      'a transfer with a bought side',
      { ...TRADE, kind: 'TRANSFER', boughtRail: 'sandbox-crypto' },
      ['boughtCurrency', 'boughtAmount'],
    ],
  ])('refuses %s', async (_what, over, fields) => {
    expect(await fieldsOf({ ...PLAIN, ...over })).toEqual(fields);
  });

  it('accepts the longest reference and the largest amount', async () => {
    expect((await plan({ ...PLAIN, ...DATED, reference: 'x'.repeat(140), amount: MAX_COMPUTED })).ok).toBe(true);
  });

  it('refuses a reference that was booked', async () => {
    valueOf(await book({ ...PLAIN, ...DATED }));
    const error = { code: 'CONFLICT', message: expect.stringContaining('r1 was booked before') };
    expect(await plan({ ...PLAIN, kind: 'TOP_UP', amount: 1n })).toMatchObject({ error });
    expect((await plan({ ...PLAIN, ...DATED, rail: 'sandbox-crypto' })).ok).toBe(true);
  });
});

describe('a booking', () => {
  it('is kept with those who booked and approved it', async () => {
    const ctx = play.context();
    const booked = valueOf(await book({ ...TRADE, ...DATED, note: 'square' }, { approvedBy: BOB }));
    expect(booked).toEqual({
      id: expect.stringMatching(/^Booking:[0-9a-f-]{36}$/) as string,
      tenant: HOUSE,
      version: 1,
      createdAt: ctx.now,
      updatedAt: ctx.now,
      kind: 'TRADE',
      reference: 'r1',
      rail: BANK,
      currency: 'USD',
      amount: 500n,
      boughtRail: BANK,
      boughtCurrency: 'EUR',
      boughtAmount: 460n,
      valueDate: '2026-01-15',
      note: 'square',
      bookedBy: expect.stringContaining('Ann') as string,
      approvedBy: expect.stringContaining('Bob') as string,
    });
    expect(await kept()).toEqual([booked]);
    const alone = valueOf(await book({ ...PLAIN, kind: 'TOP_UP', reference: 'r2' }));
    expect([alone.note, alone.approvedBy, alone.boughtRail, alone.valueDate]).toEqual([null, null, null, null]);
  });

  it('of one reference that two operators make at once is made once', async () => {
    valueOf(await book({ ...PLAIN, ...DATED }));
    const again = bookTreasury({
      ids: createIds(play.clock, seededRandom('again')),
      rails: createRails(bankRails({})),
      processors: [],
      units: play.storage.units,
    });
    const error = { code: 'CONFLICT', message: expect.stringContaining('booked meanwhile') };
    const early: typeof again = {
      ...again,
      finish: (tx, ctx, input) => again.finish({ ...tx, find: async () => null }, ctx, input),
    };
    expect(await inHouse(early, { ...PLAIN, ...DATED, by: BOB })).toMatchObject({ error });
    expect(await kept()).toHaveLength(1);
  });
});

describe('money of the service at a card processor', () => {
  const bookAt = (environment: 'SANDBOX' | 'PRODUCTION') =>
    inHouse(
      bookTreasury({
        ids: createIds(play.clock, seededRandom('processor')),
        rails: createRails(bankRails({})),
        processors: [{ name: 'acme-cards', environment }],
        units: play.storage.units,
      }),
      { ...PLAIN, kind: 'TRANSFER', boughtRail: 'acme-cards', by: ANN },
    );

  it('is booked as a transfer from the bank to the clearing account of the processor', async () => {
    const { amount } = valueOf(await bookAt('SANDBOX'));
    const { name } = chart.clearing('SANDBOX', 'acme-cards', PLAIN.currency as CurrencyCode);
    const sum = await play.storage.units.read(null, (reads) =>
      reads.sum(POSTINGS, 'amount', { account: name }, 0, null),
    );
    expect(sum).toBe(-amount);
  });

  it('is not booked at a processor of the other environment', async () => {
    const error = { code: 'INVALID_INPUT', message: expect.stringContaining('boughtRail') as string };
    expect(await bookAt('PRODUCTION')).toMatchObject({ ok: false, error });
  });
});

describe('the list of bookings', () => {
  it('has the newest first, of one environment, and filters by kind and by either rail', async () => {
    const made: Booking[] = [];
    for (const input of [
      { ...PLAIN, ...DATED },
      { ...TRADE, ...DATED },
      { ...PLAIN, kind: 'TRANSFER', boughtRail: 'sandbox-crypto' },
      { ...PLAIN, kind: 'TOP_UP', rail: 'sandbox-crypto' },
    ] as const) {
      play.clock.advance(1);
      made.push(valueOf(await book({ ...input, reference: `r${made.length}` })));
    }
    const list = async (filter: Partial<BookingFilter>) =>
      valueOf(await play.core.treasury.bookings({ environment: 'SANDBOX', ...filter })).data.map(
        ({ reference }) => reference,
      );
    expect(await list({})).toEqual(['r3', 'r2', 'r1', 'r0']);
    expect(await list({ kind: 'TRADE' })).toEqual(['r1']);
    expect(await list({ rail: BANK })).toEqual(['r2', 'r1', 'r0']);
    expect(await list({ rail: 'sandbox-crypto' })).toEqual(['r3', 'r2']);
    expect(await list({ rail: 'sandbox-crypto', kind: 'TOP_UP' })).toEqual(['r3']);
    expect(await list({ rail: BANK, kind: 'TOP_UP' })).toEqual([]);
    expect(await list({ environment: 'PRODUCTION' })).toEqual([]);
    for (const filter of [{}, { rail: BANK }]) {
      const whole = await list(filter);
      const found: string[] = [];
      for (let cursor: string | undefined; ;) {
        const request = { environment: 'SANDBOX', limit: 1, cursor, ...filter } as const;
        const page = valueOf(await play.core.treasury.bookings(request));
        found.push(...page.data.map(({ reference }) => reference));
        cursor = page.nextCursor;
        if (cursor === undefined) break;
      }
      expect(found).toEqual(whole);
    }
    const refused = await play.core.treasury.bookings({ environment: 'SANDBOX', cursor: 'forged' });
    expect(refusal(refused).code).toBe('INVALID_INPUT');
  });
});

describe('a movement that a bank reports', () => {
  const REPORTED: BookingMessage = {
    kind: 'booking',
    rail: BANK,
    messageId: 'm1',
    booking: 'CHARGE',
    currency: USD,
    amount: 5n,
    note: null,
  };
  const worth = { currency: EUR, amount: 4n };
  const refused = async (over: Partial<BookingMessage>) =>
    refusal(await play.core.railTells('SANDBOX', { ...REPORTED, ...over }));

  it.each<[string, Partial<BookingMessage>, readonly string[]]>([
    ['an id of more than 140 characters', { messageId: 'x'.repeat(141) }, ['messageId']],
    ['a fee of a chain without what it was worth', { booking: 'NETWORK_FEE' }, ['worth']],
    ['a fee that is worth itself', { booking: 'NETWORK_FEE', worth: { ...worth, currency: USD } }, ['worth.currency']],
    ['what a charge was worth', { worth }, ['worth']],
    ['a transfer to nowhere', { booking: 'TRANSFER' }, ['to']],
    ['a transfer to its own rail', { booking: 'TRANSFER', to: BANK }, ['to']],
    ['a transfer to an unknown rail', { booking: 'TRANSFER', to: 'nowhere' }, ['to']],
    ['the rail that a charge reaches', { to: 'sandbox-crypto' }, ['to']],
  ])('is refused with %s', async (_what, over, fields) => {
    expect(await refused(over)).toEqual({ code: 'INVALID_INPUT', fields });
    expect(await kept()).toEqual([]);
  });

  it('is of at most the largest amount, and so is what a fee was worth', async () => {
    const fee = { booking: 'NETWORK_FEE', worth: { currency: EUR, amount: MAX_COMPUTED } } as const;
    const tells = (over: Partial<BookingMessage>) => play.core.railTells('SANDBOX', { ...REPORTED, ...over });
    expect((await tells({ amount: MAX_COMPUTED })).ok).toBe(true);
    expect((await tells({ ...fee, messageId: 'm2' })).ok).toBe(true);
    for (const amount of [0n, MAX_COMPUTED + 1n]) {
      const code = await refused({ ...fee, worth: { ...fee.worth, amount }, messageId: 'm3' });
      expect(code).toEqual({ code: 'INVALID_AMOUNT', fields: [] });
    }
    const sum = await play.storage.units.read(HOUSE, (reads) =>
      reads.sum(POSTINGS, 'amount', { account: chart.networkFees('SANDBOX', EUR).name }, 0, null),
    );
    expect(sum).toBe(-MAX_COMPUTED);
  });
});
