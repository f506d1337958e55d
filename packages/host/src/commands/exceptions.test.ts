import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Id, tenantKey } from '@corridor/core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from './command-line.js';
import { readConfiguration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { createProcessContext } from '../kernel/process-context.js';
import { operatorFile } from '../testing/operator-file.js';

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

const ANN = join(folder, 'ann');
const BOB = join(folder, 'bob');
beforeAll(() =>
  withCore(readConfiguration(SETTINGS), createProcessContext(), async ({ units }) => {
    await operatorFile(units, ANN, 'Ann', 'OPERATOR');
    await operatorFile(units, BOB, 'Bob', 'APPROVER');
  }),
);

const ID = /Exception:[0-9a-f-]+/;

test('lets operators open, list, show and resolve exceptions, and refuses approval by the same operator', async () => {
  const difference = ['--kind', 'STATEMENT_DIFFERENCE', '--environment', 'SANDBOX', '--rail', 'sandbox-bank'];
  const open = async (reference: string, amount: string): Promise<string> => {
    const given = ['--reference', reference, '--currency', 'USD', '--amount', amount, '--direction', 'OUT'];
    const { code, out } = await corridor(
      ...['exceptions', 'open', ...difference, ...given, '--reason', 'a charge', '--operator', ANN],
    );
    expect(code).toBe(0);
    return ID.exec(out)![0];
  };
  expect(await corridor('exceptions', 'list')).toMatchObject({ code: 0, out: 'no open exceptions\n' });
  const small = await open('A1', '1000');
  const large = await open('A2', '1001');
  const listed = await corridor('exceptions', 'list');
  expect(listed.out.trim().split('\n')).toHaveLength(2);
  expect(listed.out).toContain('STATEMENT_DIFFERENCE OPEN 10.01 USD sandbox-bank');

  const object = await corridor('exceptions', 'show', '--id', small, '--json');
  expect(JSON.parse(object.out)).toMatchObject({
    ...{ id: small, kind: 'STATEMENT_DIFFERENCE', status: 'OPEN', amount: '1000', currency: 'USD', resolvedAt: null },
    resolutions: ['PAID_ELSEWHERE', 'ADJUSTED', 'WRITTEN_OFF', 'REFUSED'],
  });
  const shown = await corridor('exceptions', 'show', '--id', small);
  expect(shown.out).toContain('resolutions: PAID_ELSEWHERE, ADJUSTED, WRITTEN_OFF, REFUSED');
  expect(shown.out).toMatch(/opened by Ann \(.+\)/);

  const resolve = (id: string, resolution: string, ...more: readonly string[]) =>
    corridor(
      ...['exceptions', 'resolve', '--id', id, '--resolution', resolution, '--operator', ANN, '--note', 'agreed'],
      ...more,
    );
  expect(await resolve(small, 'CREDITED')).toMatchObject({ code: 1, out: '' });
  const account = `InternalAccount:${small.split(':')[1]}`;
  expect(await resolve(small, 'ADJUSTED', '--account', account)).toEqual({
    code: 1,
    out: '',
    err: 'corridor: --account: is not allowed for this resolution\n',
  });
  const resolved = await resolve(small, 'ADJUSTED');
  expect(resolved).toMatchObject({ code: 0, err: '' });
  expect(resolved.out).toMatch(/is RESOLVED: ADJUSTED, booked as JournalEntry:/);
  expect((await resolve(small, 'ADJUSTED')).err).toContain('is RESOLVED');

  const asked = await resolve(large, 'WRITTEN_OFF');
  const [, request = '', digest = ''] = /--id (Request:\S+) --digest (\S+)/.exec(asked.out)!;
  const seen = await corridor('approvals', 'list');
  expect(seen.out).toContain(`${request} exceptions.resolve of ${large}, requested by Ann (Operator:`);
  expect(seen.out).toContain('  moves: 10.01 USD\n');
  expect(seen.out).toContain(
    '  books: loss:SANDBOX:USD -10.01 USD\n  books: clearing:SANDBOX:sandbox-bank:USD 10.01 USD\n',
  );
  const approve = (file: string) =>
    corridor('approvals', 'approve', '--id', request, '--digest', digest, '--operator', file);
  expect(await approve(ANN)).toMatchObject({ code: 1, out: '' });
  expect(await approve(BOB)).toMatchObject({
    code: 0,
    out: `exceptions.resolve of ${large} is approved and carried out\n`,
  });
  expect((await approve(BOB)).err).toContain('is unknown, already carried out, declined or expired');
});

test('prints the log of operators as JSON lines', async () => {
  const { code, out } = await corridor('operator', 'log', '--since', '2026-01-01T00:00:00Z');
  expect(code).toBe(0);
  const entries = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries).toContainEqual(
    expect.objectContaining({ outcome: 'APPROVED', action: 'exceptions.resolve', operatorName: 'Bob' }),
  );
  const oldest = entries.findLast(({ action }) => String(action).startsWith('exceptions.'));
  expect(oldest).toMatchObject({ outcome: 'DONE', action: 'exceptions.open', input: { amount: '1000' } });
  const array = await corridor('operator', 'log', '--since', '2026-01-01T00:00:00Z', '--json');
  expect(JSON.parse(array.out)).toEqual(entries);
  expect(await corridor('operator', 'log', '--since', '2100-01-01T00:00:00Z')).toMatchObject({ code: 0, out: '' });
  expect(await corridor('operator', 'log', '--since', 'yesterday')).toMatchObject({ code: 2 });
});

test('declines a request', async () => {
  const asked = await corridor(
    ...['treasury', 'book', '--kind', 'TOP_UP', '--environment', 'SANDBOX', '--rail', 'sandbox-bank'],
    ...['--currency', 'USD', '--reference', 'declined', '--amount', '1001', '--operator', ANN],
  );
  const [, request = '', digest = ''] = /--id (Request:\S+) --digest (\S+)/.exec(asked.out)!;
  const decline = ['approvals', 'decline', '--id', request, '--digest', digest, '--operator', BOB];
  expect((await corridor(...decline)).out).toBe('treasury.book of sandbox-bank/declined is declined\n');
  expect((await corridor('approvals', 'list')).out).toBe('nothing waits for an approval\n');
});

test('lists a request in full, with amounts within its input and settings that it removes', async () => {
  const created = await corridor('platform', 'create', '--name', 'Acme', '--environment', 'PRODUCTION');
  const id = /platform: (Platform:\S+)/.exec(created.out)![1] as Id<'Platform'>;
  const fixedFee = { amount: 25n, currency: 'USD' };
  const feeType = 'CROSS_CURRENCY_TRANSACTION';
  const fees = [{ feeType, sourceCurrency: 'USD', fixedFee, variableFeeBps: 0 }];
  await withCore(readConfiguration(SETTINGS), createProcessContext(), async ({ operators, units }) => {
    const cyd = join(folder, 'cyd');
    await operatorFile(units, cyd, 'Cyd', 'ADMIN');
    const signedIn = await operators.signedIn(readFileSync(cyd, 'utf8').trim(), 'COMMAND_LINE');
    if (!signedIn.ok) throw new Error(signedIn.error.message);
    const caller = { operatorId: signedIn.value.operator.id, source: 'COMMAND_LINE', requestId: 'test' } as const;
    const request = { tenant: tenantKey(id, 'PRODUCTION'), action: 'platforms.configure' } as const;
    const asked = await operators.actions.request(caller, {
      ...request,
      input: { feeConfigs: fees, webhookEndpoint: null },
    });
    expect(asked).toMatchObject({ value: { kind: 'awaiting' } });
  });
  const listed = await corridor('approvals', 'list');
  expect(listed).toMatchObject({ code: 0, err: '' });
  expect(listed.out).toContain('platforms.configure');
  expect(listed.out).toContain('Change “Endpoint” and “Fees of the platform” of the platform Acme in production.');
  expect(listed.out).toMatch(/Fees of the platform: .*Fixed fee: 0\.25 USD, .*\(now: none\)\n/);
  expect(listed.out).toContain('  Endpoint: not set (now: not set)\n');
});

test('refuses a credential that is unknown, missing or open to other users', async () => {
  const book = (file: string) =>
    corridor(
      ...['treasury', 'book', '--kind', 'TOP_UP', '--environment', 'SANDBOX', '--rail', 'sandbox-bank'],
      ...['--currency', 'USD', '--reference', 'refused', '--amount', '5', '--operator', file],
    );
  const wrong = join(folder, 'wrong');
  writeFileSync(wrong, 'OperatorSession:018bcfe5-6800-7000-8000-000000000001.x', { mode: 0o600 });
  expect(await book(wrong)).toMatchObject({ code: 1, err: expect.stringContaining('is unknown or has ended') });
  expect(await book(join(folder, 'none'))).toMatchObject({ code: 2, err: expect.stringContaining('ENOENT') });
  const open = join(folder, 'open');
  writeFileSync(open, readFileSync(ANN), { mode: 0o644 });
  expect(await book(open)).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') });
});

test("books the service's own money once, shows it in positions and proves it in the audit", async () => {
  const book = (...more: readonly string[]) =>
    corridor(
      ...['treasury', 'book', '--kind', 'TOP_UP', '--environment', 'SANDBOX', '--rail', 'sandbox-bank'],
      ...['--currency', 'USD', '--reference', 'capital', '--operator', ANN, ...more],
    );
  expect(await book()).toMatchObject({ code: 2, err: 'corridor: --amount is missing\n' });
  expect((await book('--amount', '500')).out).toMatch(/^TOP_UP capital is booked as Booking:/);
  expect(await book('--amount', '500')).toMatchObject({ code: 1, out: '' });
  const { out } = await corridor('positions');
  expect(out).toContain('house SANDBOX own-funds 5.00 USD\n');
  expect(out).toContain('total SANDBOX 0.00 USD\n');
  expect(await corridor('audit')).toMatchObject({ code: 0 });
});

test('records differences of a reconciliation as exceptions', async () => {
  const statement = join(folder, 'statement.csv');
  writeFileSync(statement, 'reference,currency,amount,direction\nunknown,USD,77,IN\ncapital,USD,500,IN\n');
  const given = ['--rail', 'sandbox-bank', '--statement', statement, '--environment', 'SANDBOX', '--record', 'true'];
  const { code, out } = await corridor('reconcile', ...given);
  expect(code).toBe(1);
  expect(out).toMatch(/Exception:\S+ is OPEN: IN:unknown:USD:77\n/);
  expect((await corridor('exceptions', 'list')).out).toContain('0.77 USD');
  const entries = JSON.parse((await corridor('operator', 'log', '--json')).out) as readonly Record<string, unknown>[];
  const own = entries.filter(({ action }) => action === 'rails.record-found');
  expect(own.map(({ outcome, source, subject }) => [outcome, source, subject])).toEqual([
    ['DONE', 'MASTER_KEY', 'sandbox-bank'],
    ['STARTED', 'MASTER_KEY', 'sandbox-bank'],
  ]);
});

test('creates an operator for programs, whose credential is in a new file', async () => {
  const robot = join(folder, 'robot');
  const create = (name: string, file: string) =>
    corridor('operator', 'create', '--name', name, '--role', 'operator', '--credential', file);
  const made = await create('Robot', robot);
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(statSync(robot).mode & 0o777).toBe(0o600);
  expect(made.out).not.toContain(readFileSync(robot, 'utf8').trim());
  const book = ['treasury', 'book', '--kind', 'TOP_UP', '--environment', 'SANDBOX', '--rail', 'sandbox-bank'];
  const movement = ['--currency', 'USD', '--reference', 'by a program', '--amount', '5'];
  expect(await corridor(...book, ...movement, '--operator', robot)).toMatchObject({ code: 0 });
  expect(await create('Other', robot)).toMatchObject({ code: 2, err: expect.stringContaining('EEXIST') });
  const other = join(folder, 'other');
  expect(await create('robot', other)).toMatchObject({ code: 1, err: expect.stringContaining('exists') });
  expect(existsSync(other)).toBe(false);
});
