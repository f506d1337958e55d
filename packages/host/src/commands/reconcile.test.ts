import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { differenceLines, statementLines } from './reconcile.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-statement-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(content: string | null) {
  const file = join(folder, content === null ? 'missing.csv' : 'statement.csv');
  if (content !== null) writeFileSync(file, content);
  const lines = [];
  for await (const line of statementLines(file)) lines.push(line);
  return lines;
}

const HEADER = 'reference,currency,amount,direction\n';

test('reads a statement with its columns in any order, with additional columns, quoted or not', async () => {
  const lines = await read(
    '\ufeffDate,Amount,Reference,Direction,Currency\n2025-11-01,12,"A, B",IN,USD\n\n,9,C,OUT,BTC\n',
  );
  expect(lines).toEqual([
    { line: 2, reference: 'A, B', currency: 'USD', amount: 12n, direction: 'IN' },
    { line: 4, reference: 'C', currency: 'BTC', amount: 9n, direction: 'OUT' },
  ]);
});

test.each([
  ['reference,amount\na,1\n', 'has no column currency, direction'],
  [`${HEADER}a,USD,1.5,IN\n`, 'line 2: 1.5 is not an amount from 1 to 9007199254740991 in smallest units'],
  [`${HEADER}a,USD,0,IN\n`, 'line 2: 0 is not an amount from 1 to 9007199254740991 in smallest units'],
  [
    `${HEADER}a,USD,9007199254740993,IN\n`,
    'line 2: 9007199254740993 is not an amount from 1 to 9007199254740991 in smallest units',
  ],
  [`${HEADER}a,USD,1,IN\nb,XXX,1,IN\n`, 'line 3: XXX is not a currency'],
  [`${HEADER}a,USD,1,SIDEWAYS\n`, 'line 2: the direction must be IN or OUT'],
  [`${HEADER},USD,1,IN\n`, 'line 2: has no reference'],
  [`${HEADER}a,USD,1\n`, 'Invalid Record Length'],
  ['Reference,reference,currency,amount,direction\na,b,USD,1,IN\n', 'has the column reference twice'],
  [`${HEADER}a,U\u001b[2JD,1,IN\n`, 'line 2: U\\u001b[2JD is not a currency'],
  [`${HEADER}a,USD,${'9'.repeat(300)},IN\n`, /line 2: 9{10,100}… is not an amount/],
  [null, 'cannot be read (ENOENT)'],
])('refuses an invalid statement and names the line: %j', async (content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});

test('escapes text of a statement so that it can neither move the cursor nor print another line', () => {
  const line = { currency: 'USD', amount: 12n, direction: 'IN' } as const;
  const reference = 'a\nreconciled: 9 lines agree\u001b[2J\u202e\u2028';
  const told = differenceLines({
    matched: 0,
    missingInLedger: [{ ...line, line: 2, reference }],
    missingInStatement: [
      { ...line, reference: 'Transaction:1', entryId: 'JournalEntry:1', kind: 'DEPOSIT', createdAt: 0 as never },
    ],
  });
  expect(told).toEqual([
    'not in the ledger: line 2, IN 0.12 USD a\\u000areconciled: 9 lines agree\\u001b[2J\\u202e\\u2028',
    'not in the statement: JournalEntry:1 (DEPOSIT), IN 0.12 USD Transaction:1',
    '2 differences: 0 lines agree',
  ]);
});
