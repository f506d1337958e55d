import { describe, expect, it } from 'vitest';
import {
  balanceOf,
  bankDetail,
  bankEntry,
  bankReport,
  IBAN,
  playBank,
  type PlayBank,
} from '../../testing/bank-reports.js';
import type { AccountStatement, StatementEntry } from '../../iso20022/messages.js';

const HOUR = 3600;

const credit = (amount: bigint, text: string, bookingDate: string | null, over: Partial<StatementEntry> = {}) =>
  bankEntry({ amount, bookingDate, details: [bankDetail({ amount, text })], ...over });

const statement = (
  date: string,
  opening: bigint | null,
  closing: bigint | null,
  over: Partial<AccountStatement> = {},
) =>
  bankReport('053', {
    ...{ from: date, to: date },
    balances: [
      ...(opening === null ? [] : [balanceOf('OPBD', opening, date)]),
      ...(closing === null ? [] : [balanceOf('CLBD', closing, date)]),
    ],
    ...over,
  });

const openings = (bank: PlayBank) =>
  [...bank.told].flatMap(([id, one]) => (id.startsWith('opening:') && one.kind === 'booking' ? one : []));
const amountsOf = (bank: PlayBank) =>
  openings(bank).map(({ booking, amount }) => (booking === 'TOP_UP' ? amount : -amount));

describe('the opening of an account', () => {
  const booking = { kind: 'booking', rail: 'acme-bank', currency: 'EUR' };

  it('is booked once, and corrected after an earlier statement', async () => {
    const bank = playBank();
    await bank.apply(statement('2026-01-06', 1000n, 1000n));
    await bank.apply(statement('2026-01-07', 1000n, 1000n));
    await bank.apply(statement('2026-01-05', 900n, 900n));
    await bank.apply(statement('2026-01-03', 950n, 950n));
    expect(openings(bank)).toEqual([
      {
        ...{ ...booking, messageId: `opening:${IBAN}`, booking: 'TOP_UP', amount: 1000n },
        note: 'opening balance of 2026-01-06',
      },
      {
        ...{ ...booking, messageId: `opening:${IBAN}:1`, booking: 'WITHDRAWAL', amount: 100n },
        note: 'opening balance of 2026-01-05, corrected after an earlier statement or notification',
      },
      {
        ...{ ...booking, messageId: `opening:${IBAN}:2`, booking: 'TOP_UP', amount: 50n },
        note: 'opening balance of 2026-01-03, corrected after an earlier statement or notification',
      },
    ]);
  });

  it('is not booked for a balance of zero, for one that is not stated, or again for the same balance', async () => {
    const bank = playBank();
    await bank.apply(statement('2026-01-06', null, 1000n));
    expect(bank.kinds()).toEqual([]);
    const zero = playBank();
    await zero.apply(statement('2026-01-06', 0n, 0n));
    expect(zero.kinds()).toEqual([]);
    await zero.apply(statement('2026-01-05', 7n, 7n, { electronicSequence: 4n }));
    expect(amountsOf(zero)).toEqual([7n]);
    await zero.apply(statement('2026-01-03', 7n, 7n, { electronicSequence: 1n }));
    expect(amountsOf(zero)).toEqual([7n]);
  });

  it.each<readonly [string, StatementEntry, bigint]>([
    ['a payment of the day before', credit(7n, 'a', '2026-01-05'), 993n],
    ['a payment of the first day', credit(7n, 'a', '2026-01-06'), 1000n],
    ['a payment without a day', credit(7n, 'a', null), 1000n],
    ['a debit that is a difference', bankEntry({ amount: 7n, direction: 'OUT', bookingDate: '2026-01-05' }), 1000n],
    [
      'a charge',
      bankEntry({
        ...{ amount: 7n, direction: 'OUT', bookingDate: '2026-01-05' },
        transactionCode: { domain: 'ACMT', family: 'MDOP', subFamily: 'CHRG', proprietary: null },
      }),
      1007n,
    ],
  ])('counts what the ledger has of the days before: %s', async (_what, entry, expected) => {
    for (const isBefore of [true, false]) {
      const bank = playBank();
      const notification = bankReport('054', { entries: [entry] });
      if (isBefore) await bank.apply(notification);
      await bank.apply(statement('2026-01-06', 1000n, 1000n));
      if (!isBefore) await bank.apply(notification);
      await bank.apply(statement('2026-01-07', 1000n, 1000n));
      expect(amountsOf(bank).reduce((sum, amount) => sum + amount, 0n)).toBe(expected);
    }
  });

  it('counts a sum of the days before once, as its details', async () => {
    const bank = playBank();
    const batches = [{ messageId: 'M1', paymentInformationId: null, count: 2n, total: null }];
    const sum = bankEntry({ amount: 30n, bookingDate: '2026-01-05', batches });
    const details = [10n, 20n].map((amount) => bankDetail({ amount, text: `${amount}` }));
    await bank.apply(bankReport('054', { entries: [sum] }));
    await bank.apply(bankReport('052', { entries: [{ ...sum, details }] }));
    await bank.apply(statement('2026-01-06', 1000n, 1000n));
    expect(amountsOf(bank)).toEqual([970n]);
    expect(bank.clearing()).toBe(1000n);
  });

  it('counts no details of a sum that is a difference', async () => {
    const bank = playBank();
    const batches = [{ messageId: 'M1', paymentInformationId: null, count: 2n, total: null }];
    const sum = bankEntry({ amount: 30n, bookingDate: '2026-01-05', batches });
    await bank.apply(bankReport('054', { entries: [sum] }));
    bank.clock.advance(24 * HOUR);
    await bank.work();
    const details = [10n, 20n].map((amount) => bankDetail({ amount, text: `${amount}` }));
    await bank.apply(bankReport('052', { entries: [{ ...sum, details }] }));
    await bank.apply(statement('2026-01-06', 1000n, 1000n));
    expect(amountsOf(bank)).toEqual([1000n]);
  });

  it('counts nothing of the days before that only a statement can book, except debits of payments', async () => {
    const bank = playBank({ credit: 'statement' });
    bank.send('P1', [{ reference: 'one', amount: 10n }]);
    const debit = bankEntry({
      ...{ amount: 10n, direction: 'OUT', bookingDate: '2026-01-05' },
      details: [bankDetail({ amount: 10n, references: { endToEndId: 'one' } })],
    });
    const unknown = bankEntry({ amount: 3n, direction: 'OUT', bookingDate: '2026-01-05' });
    await bank.apply(bankReport('054', { entries: [debit, unknown, credit(7n, 'a', '2026-01-05')] }));
    await bank.apply(statement('2026-01-06', 1000n, 1000n));
    expect(amountsOf(bank)).toEqual([1010n]);
    expect(bank.clearing()).toBe(1000n);
  });

  it('is corrected by a notification of which only one entry is of the days before', async () => {
    const bank = playBank();
    await bank.apply(statement('2026-01-06', 1000n, 1000n));
    const entries = [
      credit(5n, 'now', '2026-01-06'),
      credit(7n, 'before', '2026-01-05'),
      credit(3n, 'later', '2026-01-07'),
    ];
    await bank.apply(bankReport('054', { entries }));
    expect(amountsOf(bank)).toEqual([1000n, -7n]);
    expect(bank.clearing()).toBe(1008n);
  });
});

describe('the newest closing balance', () => {
  it('stays if a later statement has none, and is the last of one day', async () => {
    const bank = playBank();
    await bank.apply(statement('2026-01-05', 100n, 100n, { electronicSequence: 1n }));
    await bank.apply(statement('2026-01-06', 100n, null, { electronicSequence: 2n }));
    const { closing } = bank.reports.statements;
    expect(await closing('acme-bank')).toEqual({ date: '2026-01-05', currency: 'EUR', amount: 100n, inFlight: 0n });
    for (const [electronicSequence, amount] of [
      [3n, 100n],
      [4n, 100n],
    ] as const)
      await bank.apply(
        statement('2026-01-07', amount, amount + electronicSequence, {
          electronicSequence,
          entries: [credit(electronicSequence, `${electronicSequence}`, '2026-01-07')],
        }),
      );
    expect(await closing('acme-bank')).toMatchObject({ date: '2026-01-07', amount: 104n });
    await bank.apply(statement('2026-01-04', 50n, 50n, { electronicSequence: 0n }));
    expect(await closing('acme-bank')).toMatchObject({ date: '2026-01-07', amount: 104n });
  });

  it('of a year that the bank mistook is followed by that of the next statement', async () => {
    const bank = playBank();
    const { closing } = bank.reports.statements;
    await bank.apply(statement('2126-01-05', 100n, 100n, { electronicSequence: 1n }));
    await bank.apply(statement('2026-01-06', 100n, 100n, { electronicSequence: 2n }));
    expect(await closing('acme-bank')).toMatchObject({ date: '2026-01-06', amount: 100n });
  });
});
