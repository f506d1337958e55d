import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crashes, withCrashes } from '../../testing/bank-crashes.js';
import { inOrder } from '../../testing/in-order.js';
import { bankDetail, bankEntry, bankReport, PAYER_IBAN, type PlayBank, playBank } from '../../testing/bank-reports.js';
import type { AccountReport, StatementEntry } from '../../iso20022/messages.js';

/** A payment that a bank has booked, with the ids that it has. */
interface Booked {
  readonly amount: bigint;
  readonly date: string;
  readonly text: string;
  readonly servicer: string | null;
  readonly transactionId: string | null;
  readonly endToEndId: string | null;
}

const DAYS = ['2026-01-05', '2026-01-06', '2026-01-07'];

/** Few values, so that equal payments are frequent. */
const booked = fc
  .array(
    fc.record({
      amount: fc.constantFrom(100n, 250n),
      date: fc.constantFrom(...DAYS),
      text: fc.constantFrom('Rent', 'Invoice 7'),
      ids: fc.constantFrom('none', 'none', 'servicer', 'transaction', 'end-to-end', 'all'),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((all) =>
    all.map(({ ids, ...rest }, index): Booked => {
      const has = (one: string) => ids === one || ids === 'all';
      return {
        ...rest,
        servicer: has('servicer') ? `S${index}` : null,
        transactionId: has('transaction') ? `T${index}` : null,
        endToEndId: has('end-to-end') ? `E${index}` : null,
      };
    }),
  );

const single = (one: Booked): StatementEntry =>
  bankEntry({
    amount: one.amount,
    bookingDate: one.date,
    servicerReference: one.servicer,
    details: [
      bankDetail({
        amount: one.amount,
        text: one.text,
        references: { transactionId: one.transactionId, endToEndId: one.endToEndId },
        debtor: { name: 'Ada Lovelace', iban: PAYER_IBAN },
      }),
    ],
  });

const batch = (all: readonly Booked[], servicer: string): StatementEntry =>
  bankEntry({
    amount: all.reduce((sum, { amount }) => sum + amount, 0n),
    bookingDate: all[0]!.date,
    servicerReference: servicer,
    details: all.map((one) =>
      bankDetail({
        amount: one.amount,
        text: one.text.toUpperCase(),
        references: {
          servicerReference: one.servicer,
          transactionId: one.transactionId,
          endToEndId: one.endToEndId,
        },
      }),
    ),
  });

interface Delivery {
  readonly order: readonly number[];
  readonly notified: readonly number[];
  readonly isBatch: boolean;
  readonly intraday: readonly boolean[];
}

const delivery = (most: number) =>
  fc.record<Delivery>({
    order: fc.array(fc.nat(), { minLength: 3 * most, maxLength: 3 * most }),
    /** In which notification each payment is; 0 for none. */
    notified: fc.array(fc.nat({ max: 3 }), { minLength: most, maxLength: most }),
    isBatch: fc.boolean(),
    intraday: fc.array(fc.boolean(), { minLength: most, maxLength: most }),
  });

/** The reports of a bank: some payments in camt.054, some in a growing camt.052, all in the camt.053 of their day. */
function reportsOf(all: readonly Booked[], { notified, isBatch, intraday }: Delivery) {
  const notifications = [1, 2, 3].flatMap((number) => {
    const entries = all.filter((_, index) => notified[index] === number).map(single);
    return entries.length === 0 ? [] : [bankReport('054', { entries })];
  });
  const seen = all.filter((_, index) => intraday[index]);
  const growing = [seen.slice(0, Math.ceil(seen.length / 2)), seen]
    .filter(({ length }) => length > 0)
    .map((some) => bankReport('052', { entries: some.map(single) }));
  let balance = 0n;
  const statements = DAYS.map((day, index) => {
    const ofDay = all.filter(({ date }) => date === day);
    const before = balance;
    balance = ofDay.reduce((sum, { amount }) => sum + amount, balance);
    const together = isBatch && ofDay.length > 1;
    return bankReport('053', {
      electronicSequence: BigInt(index + 1),
      from: day,
      to: day,
      balances: [
        { type: 'OPBD', subType: null, amount: before, currency: 'EUR', date: day },
        { type: 'CLBD', subType: null, amount: balance, currency: 'EUR', date: day },
      ],
      entries: together ? [batch(ofDay, `batch of ${day}`)] : ofDay.map(single),
    });
  });
  return { notifications: [...notifications, ...growing], statements };
}

/** A permutation with repetitions that contains each report. */
const shuffled = <T>(all: readonly T[], order: readonly number[]): readonly T[] =>
  inOrder([...all, ...all.filter((_, index) => (order[index] ?? 0) % 3 === 0)], order);

const described = (all: readonly { readonly amount: bigint; readonly text: string }[]) =>
  all.map(({ amount, text }) => `${amount} ${text.toUpperCase()}`).sort();

const arrived = (bank: PlayBank) =>
  described(bank.arrivals().map(({ amount, reference }) => ({ amount, text: reference as string })));

const MOST = 10;

describe('the payments of a bank', () => {
  it.each(['notification', 'statement'] as const)(
    'arrive once each, whatever reports contain them in whatever order, by %s',
    async (credit) => {
      await fc.assert(
        fc.asyncProperty(booked, delivery(MOST), async (all, how) => {
          const bank = playBank({ credit });
          const { notifications, statements } = reportsOf(all, how);
          const expected = described(all.map(({ amount, text }) => ({ amount, text })));
          for (const report of shuffled([...notifications, ...statements], how.order)) {
            expect(await bank.apply(report)).toEqual({ kind: 'applied' });
            if (credit === 'notification') expect(arrived(bank).length).toBeLessThanOrEqual(expected.length);
          }
          await bank.work();
          expect(arrived(bank)).toEqual(expected);
          const sum = all.reduce((total, { amount }) => total + amount, 0n);
          expect(bank.clearing()).toBe(sum);
          expect(bank.kinds().filter((kind) => kind === 'difference')).toEqual([]);
          expect(await bank.reports.condition()).toMatchObject({ problems: [] });
          expect(await bank.reports.statements.closing('acme-bank')).toEqual({
            date: DAYS.at(-1),
            currency: 'EUR',
            amount: sum,
            inFlight: 0n,
          });
        }),
        { numRuns: 80, endOnFailure: true },
      );
    },
  );

  it('arrive once each if the host crashes before or after any call', async () => {
    await fc.assert(
      fc.asyncProperty(booked, delivery(MOST), crashes(12, 20), async (all, how, gaps) => {
        const bank = playBank();
        const { notifications, statements } = reportsOf(all, how);
        await withCrashes(bank, gaps, async () => {
          for (const report of shuffled([...notifications, ...statements], how.order)) await bank.apply(report);
        });
        await bank.work();
        expect(arrived(bank)).toEqual(described(all.map(({ amount, text }) => ({ amount, text }))));
        expect(bank.clearing()).toBe(all.reduce((total, { amount }) => total + amount, 0n));
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it('arrive once each if reports leave out the text, the payer and the ids', async () => {
    const payments = fc.uniqueArray(
      fc.record({ amount: fc.integer({ min: 1, max: 4 }), day: fc.constantFrom(...DAYS) }),
      { minLength: 1, maxLength: 8, selector: ({ amount, day }) => `${amount} ${day}` },
    );
    const versions = ['052', '053', '054'] as const;
    const shown = fc.constantFrom('all', 'empty details', 'no details');
    const forms = fc.array(fc.record({ '052': shown, '053': shown, '054': shown }), { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        payments,
        forms,
        fc.array(fc.nat(), { minLength: 16, maxLength: 16 }),
        async (all, how, order) => {
          const bank = playBank();
          const reports = DAYS.flatMap((day) =>
            versions.flatMap((version) => {
              const entries = all.flatMap((one, index) => {
                if (one.day !== day) return [];
                const amount = BigInt(one.amount);
                const whole = single({
                  amount,
                  date: day,
                  text: `Invoice ${index}`,
                  servicer: null,
                  transactionId: null,
                  endToEndId: `E${index}`,
                });
                const form = how[index]![version];
                if (form === 'all') return whole;
                return { ...whole, details: form === 'no details' ? [] : [bankDetail({ amount })] };
              });
              return entries.length === 0 ? [] : [bankReport(version, { from: day, to: day, entries })];
            }),
          );
          for (const report of shuffled(reports, order)) await bank.apply(report);
          bank.clock.advance(24 * 3600);
          await bank.work();
          const sum = all.reduce((total, { amount }) => total + BigInt(amount), 0n);
          expect(bank.clearing()).toBe(sum);
        },
      ),
      { numRuns: 80, endOnFailure: true },
    );
  });

  it('arrive once each if two hosts apply the same reports at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(booked, delivery(MOST), async (all, how) => {
        const bank = playBank();
        const { notifications, statements } = reportsOf(all, how);
        const reports: readonly AccountReport[] = shuffled([...notifications, ...statements], how.order);
        await Promise.all(
          [reports, [...reports].reverse()].map(async (some) => {
            for (const report of some) await bank.apply(report);
          }),
        );
        await bank.work();
        expect(arrived(bank)).toEqual(described(all.map(({ amount, text }) => ({ amount, text }))));
        expect(bank.clearing()).toBe(all.reduce((total, { amount }) => total + amount, 0n));
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });
});
