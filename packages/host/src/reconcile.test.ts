import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { statementLines } from './reconcile.js';

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

test('a statement is read with its columns in any order, beside any others, quoted or not', async () => {
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
  [`${HEADER}a,USD,1.5,IN\n`, 'line 2: 1.5 is no amount in smallest units'],
  [`${HEADER}a,USD,0,IN\n`, 'line 2: 0 is no amount in smallest units'],
  [`${HEADER}a,USD,9007199254740993,IN\n`, 'line 2: 9007199254740993 is no amount in smallest units'],
  [`${HEADER}a,USD,1,IN\nb,XXX,1,IN\n`, 'line 3: XXX is no currency'],
  [`${HEADER}a,USD,1,SIDEWAYS\n`, 'line 2: the direction is neither IN nor OUT'],
  [`${HEADER},USD,1,IN\n`, 'line 2: has no reference'],
  [`${HEADER}a,USD,1\n`, 'Invalid Record Length'],
  [null, 'cannot be read (ENOENT)'],
])('what is no statement is named: %j', async (content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});
