import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATOR_LOG, VOUCHER_MONTHS } from '@corridor/core/records';
import { HOUSE_TENANTS, readAll } from '@corridor/core/internal';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createProcessContext } from '../kernel/process-context.js';
import { startHost, withCore } from '../serving/host.js';
import { readConfiguration } from '../settings/configuration.js';
import { operatorFile } from '../testing/operator-file.js';
import { runCommand } from './command-line.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-vouchers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEYS = ['5c'.repeat(32), '6d'.repeat(32)] as const;
const SETTINGS = {
  ...{ CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: join(folder, 'data'), CORRIDOR_LOG_LEVEL: 'silent' },
  ...{ CORRIDOR_CONNECTIONS_FILE: join(folder, 'connections.json'), CORRIDOR_MASTER_KEY: KEYS[0] },
};
const OUTSIDE = createProcessContext({ out: { write: () => true }, err: { write: () => true } });
const CANARY = 'Grace Hopper';
/** About an account that the connection does not have, so it is set aside; the second one was archived before. */
const FILE = `<Document>${CANARY}</Document>`;

async function corridor(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  let out = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (out += text) } };
  return { code: await runCommand(args, { ...SETTINGS, ...more }, output), out };
}

/** The bytes of all files in a folder. */
const bytesIn = (path: string): string =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

let admin: readonly string[];
let operator: readonly string[];
beforeAll(async () => {
  const bank = (name: string): string => join(folder, 'bank', name);
  for (const name of ['out', 'in', 'done']) mkdirSync(bank(name), { recursive: true });
  const exchange = { type: 'folder', outgoing: bank('out'), incoming: bank('in'), archive: bank('done') };
  const account = { iban: 'DE89370400440532013000', name: 'Acme Payments GmbH', currency: 'EUR' };
  const entry = {
    ...{ type: 'bank-files', name: 'acme-bank', environment: 'PRODUCTION', accounts: [account], exchange },
    ...{ batch: { everySeconds: 1 }, cutOff: '16:00', timeZone: 'Europe/Berlin', vouchers: true },
  };
  writeFileSync(SETTINGS.CORRIDOR_CONNECTIONS_FILE, JSON.stringify({ rails: [entry] }));
  writeFileSync(join(bank('in'), 'statement.xml'), FILE);
  const host = await startHost(readConfiguration(SETTINGS), OUTSIDE);
  try {
    await vi.waitFor(() => expect(readdirSync(bank('done'))).toContain('set-aside'), { timeout: 60_000 });
    await vi.waitFor(() => expect(readdirSync(join(bank('done'), 'set-aside'))).toContain('statement.xml'));
  } finally {
    await host.stop();
  }
  await withCore(readConfiguration(SETTINGS), OUTSIDE, async ({ units }) => {
    admin = ['--operator', await operatorFile(units, join(folder, 'root'), 'Root', 'ADMIN')];
    operator = ['--operator', await operatorFile(units, join(folder, 'ann'), 'Ann', 'OPERATOR')];
  });
});

const exporting = (output: string, ...options: readonly string[]) =>
  corridor(['vouchers', 'export', '--connection', 'acme-bank', '--output', join(folder, output), ...options]);
const digest = createHash('sha256').update(FILE).digest('hex');

test('vouchers list prints what is kept', async () => {
  const { code, out } = await corridor(['vouchers', 'list', '--json']);
  expect([code, JSON.parse(out)]).toMatchObject([
    0,
    [{ environment: 'PRODUCTION', connection: 'acme-bank', direction: 'RECEIVED', name: 'statement.xml', digest }],
  ]);
  expect((await corridor(['vouchers', 'list'])).out).toContain('acme-bank RECEIVED statement.xml');
});

test('the data folder does not have the text of a voucher', () => {
  expect(bytesIn(SETTINGS.CORRIDOR_DATA_DIR)).not.toContain(CANARY);
});

test('vouchers export writes the files for their owner alone, and says so in the log', async () => {
  const { code, out } = await exporting('export', ...admin);
  expect([code, out]).toEqual([0, expect.stringContaining('wrote 1 files of acme-bank')]);
  const file = join(folder, 'export', `received-${digest}.xml`);
  expect(readFileSync(file, 'utf8')).toBe(FILE);
  expect([statSync(file).mode & 0o777, statSync(join(folder, 'export')).mode & 0o777]).toEqual([0o600, 0o700]);
  const index = JSON.parse(readFileSync(join(folder, 'export', 'index.json'), 'utf8')) as object;
  expect(index).toMatchObject({ connection: 'acme-bank', files: [{ name: 'statement.xml', direction: 'RECEIVED' }] });
  await withCore(readConfiguration(SETTINGS), OUTSIDE, async ({ units }) => {
    const query = { where: { subject: 'acme-bank' }, order: 'desc', limit: 1 } as const;
    const [entry] = (await units.read(null, (reads) => reads.list(OPERATOR_LOG, query))).rows;
    expect(entry).toMatchObject({ outcome: 'READ', action: 'vouchers.export', operatorName: 'Root' });
  });
});

test('vouchers export takes a period, and refuses what it cannot do', async () => {
  expect((await exporting('early', '--to', '2020-01-01', ...admin)).out).toContain('wrote 0 files');
  expect((await exporting('role', ...operator)).out).toContain('it requires ADMIN');
  expect((await exporting('nobody')).out).toContain('--operator is missing');
  const other = ['vouchers', 'export', '--connection', 'other', '--output', join(folder, 'other'), ...admin];
  expect((await corridor(other)).out).toContain('--connection: no file of other is kept');
  expect((await exporting('export', ...admin)).out).toContain('has files');
});

test('vouchers are read after a rotation of the master key, and deleted when their period has ended', async () => {
  expect((await corridor(['master-key', 'rotate'], { CORRIDOR_MASTER_KEY_NEXT: KEYS[1] })).code).toBe(0);
  const rotated = { CORRIDOR_MASTER_KEY: KEYS[1] };
  const audited = await corridor(['audit'], rotated);
  expect([audited.code, audited.out]).toEqual([0, expect.stringContaining('clean')]);
  const production = HOUSE_TENANTS.find((tenant) => tenant.endsWith('PRODUCTION'))!;
  const later = { now: () => (Date.now() + 70 * 86_400_000) as never };
  const aged = readConfiguration({ ...SETTINGS, ...rotated, CORRIDOR_VOUCHERS_MONTHS: '1' });
  await withCore(aged, { ...OUTSIDE, clock: later }, async ({ work, units }) => {
    expect(await work.eraseVouchers()).toHaveLength(1);
    const [month] = await units.read(production, (reads) => readAll(reads, VOUCHER_MONTHS));
    expect(month).toMatchObject({ sealedKey: null, files: 1 });
  });
  expect((await corridor(['vouchers', 'list'], rotated)).out).toMatch(/1 files were deleted/);
  expect((await corridor(['audit'], rotated)).code).toBe(0);
  expect(bytesIn(SETTINGS.CORRIDOR_DATA_DIR)).not.toContain(CANARY);
});
