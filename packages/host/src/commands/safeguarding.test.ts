import { mkdtempSync, rmSync, writeFileSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { type Instant, ok, type TenantKey } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import { type Posting, POSTINGS } from '@corridor/core/records';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProcessContext } from '../kernel/process-context.js';
import { withCore } from '../serving/host.js';
import { readConfiguration } from '../settings/configuration.js';
import { operatorFile } from '../testing/operator-file.js';
import { runCommand } from './command-line.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-safeguarding-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
copyFileSync(fileURLToPath(new URL('../testing/play-rail.mjs', import.meta.url)), join(folder, 'play-rail.mjs'));
const RAILS = join(folder, 'connections.json');
const SETTINGS = {
  ...{ CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'error' },
  CORRIDOR_MASTER_KEY: '5c'.repeat(32),
  CORRIDOR_CONNECTIONS_FILE: RAILS,
};

async function corridor(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  const code = await runCommand(args, SETTINGS, output);
  return { code, out, err };
}

const output = { out: { write: () => true }, err: { write: () => true } };
const core = <R>(work: Parameters<typeof withCore<R>>[2]): Promise<R> =>
  withCore(readConfiguration(SETTINGS), createProcessContext(output), work);

const HOUSE = houseTenant('PRODUCTION');
let serial = 0;

/** An entry of yesterday that moves an amount from one account to another. */
async function book(tenant: TenantKey, amount: bigint, [from, to]: readonly [string, string]): Promise<void> {
  serial += 1;
  const entryId = `JournalEntry:018bcfe5-6800-7000-8000-${String(serial).padStart(12, '0')}`;
  const time = (Date.now() - 2 * 86_400_000) as Instant;
  const storage = createSqliteStorage({ path: join(folder, 'corridor.db') });
  await storage.units.run(tenant, async (tx) => {
    for (const [index, account] of [from, to].entries()) {
      const base = { id: `${entryId}/${index}`, tenant, version: 1, createdAt: time, updatedAt: time };
      const own = { entryId, kind: 'DEPOSIT', cause: 'Transaction:1', account, currency: 'USD' };
      const entryCause = index === 0 ? 'Transaction:1' : null;
      tx.add(POSTINGS, { ...base, ...own, entryCause, amount: index === 0 ? -amount : amount } as Posting);
    }
    return ok();
  });
  await storage.close();
}

const BANK = 'clearing:PRODUCTION:acme-bank:USD';
let ann: readonly string[];
const today = new Date().toISOString().slice(0, 10);
const at = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  const entry = { type: 'module', module: './play-rail.mjs', name: 'acme-bank', environment: 'PRODUCTION' };
  const rails = [{ ...entry, currencies: ['USD'], safeguarding: true }];
  writeFileSync(RAILS, JSON.stringify({ rails }));
  const { out } = await corridor('platform', 'create', '--name', 'Acme', '--environment', 'PRODUCTION');
  const [id] = /Platform:[0-9a-f-]+/.exec(out)!;
  const acme = `${id}/PRODUCTION` as TenantKey;
  await book(acme, 10_000n, [BANK, 'available:InternalAccount:1']);
  await book(acme, 2_500n, ['available:InternalAccount:1', 'held:InternalAccount:1']);
  await book(HOUSE, 400n, ['own-funds:PRODUCTION:USD', BANK]);
  ann = ['--operator', await core(({ units }) => operatorFile(units, join(folder, 'ann'), 'Ann', 'OPERATOR'))];
});

describe('corridor safeguarding', () => {
  it('prints what is owed at a moment, and where it is', async () => {
    expect(await corridor('safeguarding', '--at', at, '--environment', 'PRODUCTION')).toEqual({
      code: 0,
      err: '',
      out: [
        'owed to customers 100.00 USD, to platforms 0.00 USD',
        'safeguarded 96.00 USD, elsewhere 0.00 USD',
        'own money -4.00 USD, claims and currency positions 0.00 USD',
        'shortfall 4.00 USD',
        'available 75.00 USD: owed to customers',
        'clearing:acme-bank -96.00 USD: safeguards',
        'held 25.00 USD: owed to customers',
        'own-funds -4.00 USD: own money',
      ]
        .map((line) => `PRODUCTION USD: ${line}\n`)
        .join(''),
    });
    const { out } = await corridor('safeguarding', '--at', '2020-01-01');
    expect(out).toBe('the ledger has no postings before this time\n');
  });

  it('prints CSV, and JSON with amounts in smallest units', async () => {
    const csv = await corridor('safeguarding', '--at', at, '--format', 'csv');
    expect(csv.out.split('\r\n').map((line) => line.trim())).toEqual([
      'at,environment,currency,customers,platforms,own,other,safeguarded,elsewhere,excess,shortfall',
      `${at}T00:00:00.000Z,PRODUCTION,USD,100.00,0.00,-4.00,0.00,96.00,0.00,-4.00,4.00`,
      '',
    ]);
    const [found] = JSON.parse((await corridor('safeguarding', '--at', at, '--json')).out) as [object];
    expect(found).toMatchObject({ currency: 'USD', customers: '10000', excess: '-400', shortfall: '400' });
    expect(found).toHaveProperty('lines.1', {
      ...{ account: 'clearing:acme-bank', standing: 'ASSET', safeguards: true },
      balance: '-9600',
    });
  });

  it('refuses a missing time, one that is not settled, and two formats', async () => {
    expect(await corridor('safeguarding')).toMatchObject({ code: 2, err: 'corridor: --at is missing\n' });
    const soon = new Date(Date.now() + 60_000).toISOString();
    const early = await corridor('safeguarding', '--at', soon);
    expect(early).toMatchObject({ code: 2, err: expect.stringContaining('--at: must be at least five minutes ago') });
    const both = await corridor('safeguarding', '--at', at, '--json', '--format', 'csv');
    expect(both).toMatchObject({ code: 2, err: 'corridor: --format: cannot be combined with --json\n' });
  });
});

describe('corridor safeguarding reports', () => {
  it('lists the reports, of which an operator signs each off once', async () => {
    expect((await corridor('safeguarding', 'reports')).out).toBe('no report was computed yet\n');
    await core(({ work }) => work.reportSafeguarding());
    const { out } = await corridor('safeguarding', 'reports');
    const [, day, id] = /^(\S+) PRODUCTION (SafeguardingReport:\S+): shortfall of 4\.00 USD, not signed off\n$/.exec(
      out,
    )!;
    expect(day! <= today).toBe(true);
    const signOff = () => corridor('safeguarding', 'sign-off', '--id', id!, '--statement', 'agrees', ...ann);
    expect((await signOff()).out).toMatch(
      /^SafeguardingReport:\S+ of \S+ in PRODUCTION is signed off by Ann \(Operator:/,
    );
    expect(await signOff()).toMatchObject({ code: 1, err: expect.stringContaining('it is signed off once') });
    const [report] = JSON.parse((await corridor('safeguarding', 'reports', '--json')).out) as [object];
    expect(report).toMatchObject({ id, day, statement: 'agrees', rails: ['acme-bank'] });
    const unknown = await corridor(
      ...['safeguarding', 'sign-off', '--id', 'SafeguardingReport:018bcfe5-6800-7000-8000-000000000009'],
      ...['--statement', 'agrees', ...ann],
    );
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('no safeguarding report') });
  });
});
