import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Id, instant } from '../kernel/index.js';
import { type AccountStatement, statementCsv, type StatementEntry } from './index.js';

const entry = (over: Partial<StatementEntry> = {}): StatementEntry => ({
  id: 'JournalEntry:1' as Id<'JournalEntry'>,
  kind: 'SETTLEMENT',
  bookedAt: instant(0),
  amount: -5n,
  balance: 0n,
  cause: 'Transaction:1',
  transactionId: 'Transaction:1' as Id<'Transaction'>,
  counterparty: null,
  counterpartyId: null,
  reference: null,
  text: null,
  ...over,
});

const statement = (currency: string, ...entries: readonly StatementEntry[]): AccountStatement => ({
  id: 'f'.repeat(32),
  account: {
    id: 'InternalAccount:1' as Id<'InternalAccount'>,
    customerId: null,
    currency: currency as never,
    reference: 'ABCDEFGH',
    type: 'INTERNAL_FIAT',
  },
  holder: null,
  from: instant(0),
  until: instant(86_400_000),
  createdAt: instant(86_400_000),
  opening: 0n,
  closing: 0n,
  held: 0n,
  entries,
});

/** Reads CSV as RFC 4180 describes it. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += text[at] === '"' ? 2 : 1) cell += text[at];
      at += 1;
    } else {
      for (; text[at] !== ',' && text[at] !== '\r'; at += 1) cell += text[at];
    }
    row.push(cell);
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    expect(text.slice(at, at + 2)).toBe('\r\n');
    at += 2;
    rows.push(row);
    row = [];
  }
  return rows;
}

const cellsOf = (csv: string, column: string): readonly string[] => {
  const [header, ...rows] = rowsOf(csv);
  return rows.map((row) => row[header!.indexOf(column)]!);
};

describe('a statement as CSV', () => {
  it('has every text in its cell, whatever characters the text has', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(text, text, (counterparty, reference) => {
        const csv = statementCsv(statement('EUR', entry({ counterparty, reference })));
        const rows = rowsOf(csv);
        expect(rows.map(({ length }) => length)).toEqual([11, 11, 11, 11]);
        // Apostrophes guard what spreadsheets would run; nothing else is added or lost.
        const plain = (written: string): string => written.replaceAll("'", '');
        expect(plain(cellsOf(csv, 'counterparty')[1]!)).toBe(plain(counterparty));
        expect(plain(cellsOf(csv, 'reference')[1]!)).toBe(plain(reference));
      }),
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\u0000=1', '\uFF1D1'])(
    'has %j as a text, not as a formula',
    (text) => {
      const csv = statementCsv(statement('EUR', entry({ text, counterparty: text, reference: text })));
      for (const column of ['text', 'counterparty', 'reference'])
        expect(cellsOf(csv, column)[1]).toBe(`'${text.replace(/^[\t\r](?==)/, "$&'")}`);
    },
  );

  it('leaves harmless texts and amounts as they are', () => {
    const csv = statementCsv(statement('EUR', entry({ text: 'Invoice 1-2 = paid', amount: -1_234_567n })));
    expect(cellsOf(csv, 'text')[1]).toBe('Invoice 1-2 = paid');
    expect(cellsOf(csv, 'amount')[1]).toBe('-12345.67');
  });

  it.each([
    ['EUR', -5n, '-0.05'],
    ['JPY', 1_234n, '1234'],
    ['BTC', -1n, '-0.00000001'],
    ['USDC', 12_000_000n, '12.000000'],
    ['EUR', 10n ** 18n + 1n, '10000000000000000.01'],
  ])('writes amounts in %s with its decimals', (currency, amount, expected) => {
    expect(cellsOf(statementCsv(statement(currency, entry({ amount }))), 'amount')[1]).toBe(expected);
  });
});
