import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountReport, StatementEntry } from '../../iso20022/messages.js';
import { balanceOf, bankDetail, bankEntry, bankReport, playBank } from '../../testing/bank-reports.js';

const DAY = '2026-01-05';
const WEEK = 5 * 86_400;
const PAYERS = ['NL91ABNA0417164300', 'BE68539007547034'] as const;
const CHARGE = 15n;

interface Paid {
  readonly amount: bigint;
  readonly payer: 0 | 1;
  readonly text: string;
  readonly isCharged: boolean;
  /** The notification that contains it. */
  readonly file: number;
}

/** All entries of the day have one AcctSvcrRef. */
function entryOf({ amount, payer, text, isCharged }: Paid, endToEndId: string | null): StatementEntry {
  const charge = { amount: CHARGE, currency: 'EUR', direction: 'OUT', included: null, bearer: null } as const;
  return bankEntry({
    amount: isCharged ? amount - CHARGE : amount,
    servicerReference: 'DAY',
    details: [
      bankDetail({
        amount,
        text,
        debtor: { name: `Payer ${payer}`, iban: PAYERS[payer] },
        charges: isCharged ? [charge] : [],
        references: { endToEndId },
      }),
    ],
  });
}

const total = (entries: readonly StatementEntry[]): bigint => entries.reduce((sum, { amount }) => sum + amount, 0n);

function statementOf(entries: readonly StatementEntry[], isOneSum: boolean): AccountReport {
  const amount = total(entries);
  const batch = { messageId: null, paymentInformationId: null, count: BigInt(entries.length), total: amount };
  return bankReport('053', {
    from: DAY,
    to: DAY,
    balances: [balanceOf('OPBD', 0n), balanceOf('CLBD', amount)],
    entries: isOneSum && entries.length > 1 ? [bankEntry({ amount, batches: [batch] })] : entries,
  });
}

const paid = fc.record({
  amount: fc.constantFrom(100n, 200n, 300n),
  payer: fc.constantFrom(0, 1),
  text: fc.constantFrom('Rent', 'Invoice'),
  isCharged: fc.boolean(),
  file: fc.nat(2),
});
const cases = fc.record({
  // Without ids, payments that are equal in everything could not be told apart.
  all: fc.uniqueArray(paid, {
    minLength: 2,
    maxLength: 6,
    selector: ({ amount, payer, text }) => `${amount} ${payer} ${text}`,
  }),
  hasIds: fc.boolean(),
  isOneSum: fc.boolean(),
  hasIntraday: fc.boolean(),
  order: fc.infiniteStream(fc.nat()),
  credit: fc.constantFrom('notification' as const, 'statement' as const),
});

describe('equal charges under one reference', () => {
  it('are booked one to one, in whatever order notifications and the statement come', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ all, hasIds, isOneSum, hasIntraday, order, credit }) => {
        const bank = playBank({ credit });
        const entries = all.map((one, index) => entryOf(one, hasIds ? `E${index}` : null));
        const notifications = [0, 1, 2].flatMap((file) => {
          const some = entries.filter((_, index) => all[index]!.file === file);
          const kinds = hasIntraday ? (['054', '052'] as const) : (['054'] as const);
          return some.length === 0 ? [] : kinds.map((kind) => bankReport(kind, { entries: some }));
        });
        const files = [...notifications, statementOf(entries, isOneSum)].map((file) => ({
          file,
          at: order.next().value as number,
        }));
        for (const { file } of files.sort((one, other) => one.at - other.at)) await bank.apply(file);
        await bank.work();
        bank.clock.advance(WEEK);
        await bank.work();
        const count = (kind: string): number => bank.kinds().filter((one) => one === kind).length;
        expect({
          ...{ charges: count('CHARGE'), arrivals: count('arrival'), differences: count('difference') },
          clearing: bank.clearing(),
        }).toEqual({
          ...{ charges: all.filter(({ isCharged }) => isCharged).length, arrivals: all.length, differences: 0 },
          clearing: total(entries),
        });
      }),
      { numRuns: 300 },
    );
  });
});
