import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { runCommand } from './command-line.js';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-exceptions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = {
  CORRIDOR_PORT: '0',
  CORRIDOR_DATA_DIR: folder,
  CORRIDOR_MASTER_KEY: '5c'.repeat(32),
  CORRIDOR_APPROVAL_AMOUNTS: '{"USD":1000}',
};

async function corridor(...args: readonly string[]) {
  let out = '';
  let err = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  const code = await runCommand(args, SETTINGS, output);
  return { code, out, err };
}

const ID = /Exception:[0-9a-f-]+/;

test('lets operators open, list, show and resolve exceptions, and refuses approval by the same user', async () => {
  const difference = ['--kind', 'STATEMENT_DIFFERENCE', '--environment', 'SANDBOX', '--rail', 'sandbox-bank'];
  const open = async (reference: string, amount: string): Promise<string> => {
    const given = ['--reference', reference, '--currency', 'USD', '--amount', amount, '--direction', 'OUT'];
    const { code, out } = await corridor(
      ...['exceptions', 'open', ...difference, ...given, '--reason', 'a charge', '--as', 'Ann'],
    );
    expect(code).toBe(0);
    return ID.exec(out)![0];
  };
  expect(await corridor('exceptions', 'list')).toMatchObject({ code: 0, out: 'no open exceptions\n' });
  const small = await open('A1', '1000');
  const large = await open('A2', '1001');
  const listed = await corridor('exceptions', 'list');
  expect(listed.out.trim().split('\n')).toHaveLength(2);
  expect(listed.out).toContain('STATEMENT_DIFFERENCE OPEN 1001 USD sandbox-bank');

  const shown = await corridor('exceptions', 'show', '--id', small);
  expect(shown.out).toContain('resolutions: PAID_ELSEWHERE, ADJUSTED, WRITTEN_OFF, REFUSED');
  expect(shown.out).toMatch(/opened by Ann \(.+\)/);

  const resolve = (id: string, resolution: string) =>
    corridor('exceptions', 'resolve', '--id', id, '--resolution', resolution, '--as', 'Ann', '--note', 'agreed');
  expect(await resolve(small, 'CREDITED')).toMatchObject({ code: 1, out: '' });
  const resolved = await resolve(small, 'ADJUSTED');
  expect(resolved).toMatchObject({ code: 0, err: '' });
  expect(resolved.out).toMatch(/is RESOLVED: ADJUSTED, booked as JournalEntry:/);
  expect((await resolve(small, 'ADJUSTED')).err).toContain('is RESOLVED');

  const asked = await resolve(large, 'WRITTEN_OFF');
  const [, request = '', digest = ''] = /--id (Request:\S+) --digest (\S+)/.exec(asked.out)!;
  const seen = await corridor('exceptions', 'approve', '--id', request, '--as', 'Bob');
  expect(seen).toMatchObject({ code: 1 });
  expect(seen.out).toContain('moves: 1001 USD');
  // A different name in `--as` does not make a second person, because the system user is the same.
  const approved = await corridor('exceptions', 'approve', '--id', request, '--digest', digest, '--as', 'Bob');
  expect(approved).toMatchObject({ code: 1, out: '' });
  expect(approved.err).toContain('another system user');
});

test("books the service's own money once, shows it in positions and proves it in the audit", async () => {
  const book = (...more: readonly string[]) =>
    corridor(
      ...['treasury', 'book', '--kind', 'TOP_UP', '--environment', 'SANDBOX', '--rail', 'sandbox-bank'],
      ...['--currency', 'USD', '--reference', 'capital', '--as', 'Ann', ...more],
    );
  expect(await book()).toMatchObject({ code: 2, err: 'corridor: --amount is missing\n' });
  expect((await book('--amount', '500')).out).toMatch(/^TOP_UP capital is booked as Booking:/);
  expect(await book('--amount', '500')).toMatchObject({ code: 1, out: '' });
  const { out } = await corridor('positions');
  expect(out).toContain('house SANDBOX USD own-funds 500\n');
  expect(out).toContain('total SANDBOX USD 0\n');
  expect(await corridor('audit')).toMatchObject({ code: 0 });
});

test('records differences of a reconciliation as exceptions', async () => {
  const statement = join(folder, 'statement.csv');
  writeFileSync(statement, 'reference,currency,amount,direction\nunknown,USD,77,IN\ncapital,USD,500,IN\n');
  const given = ['--rail', 'sandbox-bank', '--statement', statement, '--environment', 'SANDBOX', '--record', 'true'];
  const { code, out } = await corridor('reconcile', ...given);
  expect(code).toBe(1);
  expect(out).toMatch(/Exception:\S+ is OPEN: IN:unknown:USD:77\n/);
  expect((await corridor('exceptions', 'list')).out).toContain('77 USD');
});
