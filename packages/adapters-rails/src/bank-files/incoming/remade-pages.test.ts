import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountReport, StatementEntry } from '../../iso20022/messages.js';
import { balanceOf, bankDetail, bankEntry, bankReport, PAYER_IBAN, playBank } from '../../testing/bank-reports.js';

const DAY = '2026-01-05';

interface Made {
  readonly id: string;
  readonly entries: readonly StatementEntry[];
  readonly sizeOfPage: number;
  readonly opening: bigint;
  readonly number: bigint | null;
}

const total = (entries: readonly StatementEntry[]): bigint => entries.reduce((sum, { amount }) => sum + amount, 0n);

/** The pages of a statement: the first one has the opening balance, the last one the closing balance. */
function pagesOf({ id, entries, sizeOfPage, opening, number }: Made) {
  const count = Math.max(1, Math.ceil(entries.length / sizeOfPage));
  return Array.from({ length: count }, (_, index) => {
    const isLast = index === count - 1;
    return bankReport('053', {
      id,
      from: DAY,
      to: DAY,
      electronicSequence: number,
      page: { number: String(index + 1), isLast },
      balances: [
        ...(index === 0 ? [balanceOf('OPBD', opening)] : []),
        ...(isLast ? [balanceOf('CLBD', opening + total(entries))] : []),
      ],
      entries: entries.slice(index * sizeOfPage, (index + 1) * sizeOfPage),
    });
  });
}

type References = 'own' | 'none' | 'other again';

const credit = (amount: bigint, text: string | null, servicerReference: string | null) =>
  bankEntry({
    amount,
    servicerReference,
    details: [bankDetail({ amount, text, debtor: { name: 'Ada Lovelace', iban: PAYER_IBAN } })],
  });

const entriesOf = (amounts: readonly bigint[], references: References, prefix: string) =>
  amounts.map((amount, index) => credit(amount, 'Rent', references === 'none' ? null : `${prefix}${index}`));

describe('pages of a statement that the bank makes again with other ids', () => {
  it.each(['own', 'none', 'other again'] as const)(
    'are counted once, in whatever order they come, with references: %s',
    async (references) => {
      const cases = fc.record({
        // Few amounts, so that some entries are equal.
        amounts: fc.array(fc.constantFrom(5n, 7n), { minLength: 1, maxLength: 7 }),
        sizeOfPage: fc.constantFrom(1, 2, 3),
        number: fc.constantFrom(null, 5n),
        order: fc.infiniteStream(fc.nat()),
      });
      await fc.assert(
        fc.asyncProperty(cases, async ({ amounts, sizeOfPage, number, order }) => {
          const made = { sizeOfPage, opening: 100n, number };
          const first = pagesOf({ ...made, id: 'S1', entries: entriesOf(amounts, references, 'A') });
          const prefix = references === 'other again' ? 'B' : 'A';
          const again = pagesOf({ ...made, id: 'S2', entries: entriesOf(amounts, references, prefix) });
          const files = [...first, ...again].map((file) => ({ file, at: order.next().value as number }));
          const bank = playBank();
          for (const { file } of files.sort((one, other) => one.at - other.at)) await bank.apply(file);
          await bank.work();
          const credited = bank.arrivals().map(({ amount }) => amount);
          expect(credited.sort()).toEqual([...amounts].sort());
          expect((await bank.reports.condition()).problems).toEqual([]);
          const { balance } = (await bank.reports.statements.standing!('acme-bank'))!;
          expect(balance).toMatchObject({ closing: bank.clearing(), later: 0n, differences: [] });
          expect(bank.kinds()).not.toContain('difference');
        }),
        { numRuns: 150 },
      );
    },
  );

  it('are counted once if a complete statement is divided in another way', async () => {
    const cases = fc.record({
      amounts: fc.array(fc.constantFrom(5n, 7n), { minLength: 2, maxLength: 7 }),
      sizes: fc.uniqueArray(fc.constantFrom(1, 2, 3, 10), { minLength: 2, maxLength: 2 }),
      references: fc.constantFrom<References>('own', 'none', 'other again'),
      number: fc.constantFrom(null, 5n),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ amounts, sizes, references, number }) => {
        const bank = playBank();
        for (const [index, sizeOfPage] of sizes.entries()) {
          const prefix = references === 'other again' ? `${index}-` : 'A';
          const made = { sizeOfPage, opening: 100n, number, id: `S${index}` };
          for (const page of pagesOf({ ...made, entries: entriesOf(amounts, references, prefix) }))
            await bank.apply(page);
        }
        expect(bank.arrivals()).toHaveLength(amounts.length);
        expect((await bank.reports.condition()).problems).toEqual([]);
        expect(bank.clearing()).toBe(100n + amounts.reduce((sum, amount) => sum + amount, 0n));
      }),
      { numRuns: 100 },
    );
  });

  it('are pages of their own if two statements of a day have equal amounts', async () => {
    const bank = playBank();
    const made = { sizeOfPage: 2, number: null };
    const amounts = [5n, 5n, 5n, 5n, 5n];
    const entries = (payer: string) => amounts.map((amount, index) => credit(amount, `${payer} ${index}`, 'DAY'));
    const morning = pagesOf({ ...made, id: 'S1', opening: 100n, entries: entries('Ada') });
    const evening = pagesOf({ ...made, id: 'S2', opening: 125n, entries: entries('Grace') });
    for (const page of [...morning, ...evening]) await bank.apply(page);
    expect(bank.arrivals()).toHaveLength(10);
    expect(bank.clearing()).toBe(150n);
    expect((await bank.reports.condition()).problems).toEqual([]);
  });

  it('are missing only if no statement has them', async () => {
    const bank = playBank();
    const made = { sizeOfPage: 1, opening: 100n, number: null, entries: entriesOf([5n, 7n], 'none', 'A') };
    const [first, last] = pagesOf({ ...made, id: 'S1' }) as [AccountReport, AccountReport];
    await bank.apply(first);
    expect((await bank.reports.condition()).problems).toEqual(['acme-bank: pages of statement S1 are missing']);
    await bank.apply(last);
    await bank.apply(pagesOf({ ...made, id: 'S2' })[1]!);
    expect((await bank.reports.condition()).problems).toEqual([]);
    expect(bank.clearing()).toBe(112n);
  });
});
