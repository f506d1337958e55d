import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Instant, instant, ok, type TenantKey, toIso } from '@corridor/core';
import { houseTenant, isHouse } from '@corridor/core/internal';
import { type Posting, POSTINGS } from '@corridor/core/records';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProcessContext } from '../kernel/process-context.js';
import { readConfiguration } from '../settings/configuration.js';
import { exportPostings } from './journal.js';
import { runCommand } from './command-line.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const SETTINGS = { CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'error' };

async function corridor(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  const code = await runCommand(args, SETTINGS, output);
  return { code, out, err };
}
const linesOf = (out: string): readonly string[] => out.trim().split('\r\n');

const HOUSE = houseTenant('PRODUCTION');
let acme: TenantKey;
let serial = 0;

/** An entry that moves an amount from one account to another. */
async function book(
  tenant: TenantKey,
  at: string,
  amount: bigint,
  [from, to]: readonly [string, string],
  currency = 'USD',
) {
  serial += 1;
  const entryId = `JournalEntry:018bcfe5-6800-7000-8000-${String(serial).padStart(12, '0')}`;
  const time = Date.parse(at) as Instant;
  const storage = createSqliteStorage({ path: join(folder, 'corridor.db') });
  await storage.units.run(tenant, async (tx) => {
    for (const [index, account] of [from, to].entries()) {
      const base = { id: `${entryId}/${index}`, tenant, version: 1, createdAt: time, updatedAt: time };
      const own = { entryId, kind: 'DEPOSIT', cause: 'Transaction:1', account, currency };
      const entryCause = index === 0 ? 'Transaction:1' : null;
      tx.add(POSTINGS, { ...base, ...own, entryCause, amount: index === 0 ? -amount : amount } as Posting);
    }
    return ok();
  });
  await storage.close();
}

const BANK = ['clearing:PRODUCTION:acme-bank:USD', 'available:InternalAccount:1'] as const;
const YEN = ['clearing:PRODUCTION:acme-bank:JPY', 'available:InternalAccount:2'] as const;
beforeAll(async () => {
  const { out } = await corridor('platform', 'create', '--name', 'Acme', '--environment', 'PRODUCTION');
  const [id] = /Platform:[0-9a-f-]+/.exec(out)!;
  acme = `${id}/PRODUCTION` as TenantKey;
  await book(acme, '2025-09-30T23:59:59.999Z', 1_000n, BANK);
  await book(acme, '2025-10-01T00:00:00.000Z', 250n, BANK);
  await book(acme, '2025-10-31T23:59:59.999Z', 7n, YEN, 'JPY');
  await book(HOUSE, '2025-10-15T00:00:00.000Z', 40n, ['own-funds:PRODUCTION:USD', 'clearing:PRODUCTION:acme-bank:USD']);
  await book(acme, '2025-11-01T00:00:00.000Z', 9n, BANK);
});

function mapping(...lines: readonly string[]): string {
  const file = join(folder, 'accounts.csv');
  writeFileSync(file, `${['account,currency,number,name', ...lines].join('\n')}\n`);
  return file;
}

describe('corridor journal export', () => {
  it('prints a line for each posting of the month, with the balances at its ends', async () => {
    const { code, out, err } = await corridor('journal', 'export', '--month', '2025-10', '--balances');
    expect([code, err]).toEqual([0, '']);
    const platform = acme.split('/')[0]!;
    const line = (kind: string, of: string, ...rest: readonly string[]) => `${kind},${of},PRODUCTION,${rest.join(',')}`;
    expect(linesOf(out).map((each) => each.replace(/JournalEntry:018bcfe5-6800-7000-8000-0{11}/, ''))).toEqual([
      'booked_at,entry_id,kind,platform,environment,account,account_name,currency,debit,credit,cause',
      `2025-10-01T00:00:00.000Z,,${line('OPENING_BALANCE', platform, 'available,,USD,,10.00,')}`,
      `2025-10-01T00:00:00.000Z,,${line('OPENING_BALANCE', platform, 'clearing:acme-bank,,USD,10.00,,')}`,
      `2025-10-01T00:00:00.000Z,2,${line('DEPOSIT', platform, `clearing:acme-bank,${BANK[0]},USD,2.50,,Transaction:1`)}`,
      `2025-10-01T00:00:00.000Z,2,${line('DEPOSIT', platform, `available,${BANK[1]},USD,,2.50,Transaction:1`)}`,
      `2025-10-31T23:59:59.999Z,3,${line('DEPOSIT', platform, `clearing:acme-bank,${YEN[0]},JPY,7,,Transaction:1`)}`,
      `2025-10-31T23:59:59.999Z,3,${line('DEPOSIT', platform, `available,${YEN[1]},JPY,,7,Transaction:1`)}`,
      `2025-10-15T00:00:00.000Z,4,${line('DEPOSIT', 'house', 'own-funds,own-funds:PRODUCTION:USD,USD,0.40,,Transaction:1')}`,
      `2025-10-15T00:00:00.000Z,4,${line('DEPOSIT', 'house', `clearing:acme-bank,${BANK[0]},USD,,0.40,Transaction:1`)}`,
      ...[
        line('CLOSING_BALANCE', 'house', 'clearing:acme-bank,,USD,,0.40,'),
        line('CLOSING_BALANCE', 'house', 'own-funds,,USD,0.40,,'),
        line('CLOSING_BALANCE', platform, 'available,,JPY,,7,'),
        line('CLOSING_BALANCE', platform, 'available,,USD,,12.50,'),
        line('CLOSING_BALANCE', platform, 'clearing:acme-bank,,JPY,7,,'),
        line('CLOSING_BALANCE', platform, 'clearing:acme-bank,,USD,12.50,,'),
      ].map((each) => `2025-11-01T00:00:00.000Z,,${each}`),
    ]);
  });

  it('prints objects with decimals and smallest units, of one platform, and of a period without a begin', async () => {
    const platform = acme.split('/')[0]!;
    const given = ['--to', '2025-10-01T00:00:00.001Z', '--format', 'jsonl', '--platform', platform];
    const { code, out } = await corridor('journal', 'export', ...given, '--environment', 'PRODUCTION');
    expect(code).toBe(0);
    const objects = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    expect(objects).toHaveLength(4);
    expect(objects[0]).toEqual({
      bookedAt: '2025-09-30T23:59:59.999Z',
      entryId: 'JournalEntry:018bcfe5-6800-7000-8000-000000000001',
      kind: 'DEPOSIT',
      platformId: platform,
      environment: 'PRODUCTION',
      account: 'clearing:acme-bank',
      accountName: BANK[0],
      currency: 'USD',
      debit: '10.00',
      credit: null,
      units: '-1000',
      cause: 'Transaction:1',
    });
    const house = await corridor('journal', 'export', '--month', '2025-10', '--platform', 'house', '--format', 'jsonl');
    expect(house.out.trim().split('\n')).toHaveLength(2);
    const empty = await corridor('journal', 'export', '--month', '2025-08', '--format', 'jsonl');
    expect([empty.code, empty.out]).toEqual([0, '']);
  });

  it('names the accounts of the general ledger, and refuses a file that lacks some of them', async () => {
    const month = ['journal', 'export', '--month', '2025-10'];
    const whole = mapping(
      'available,JPY,2110,Customers in yen',
      'available,,2100,"Customers, others"',
      'clearing:*,,1200,Banks',
      '*,,9999,',
    );
    const { out } = await corridor(...month, '--accounts', whole);
    const [header, ...lines] = linesOf(out);
    expect(header).toMatch(/,cause,gl_account,gl_name$/);
    expect(lines.map((line) => line.replace(/^.*Transaction:1,/, ''))).toEqual([
      ...['1200,Banks', '2100,"Customers, others"', '1200,Banks', '2110,Customers in yen', '9999,', '1200,Banks'],
    ]);
    const json = await corridor(...month, '--accounts', whole, '--format', 'jsonl', '--platform', 'house');
    expect(JSON.parse(json.out.split('\n')[0]!)).toMatchObject({
      account: 'own-funds',
      glAccount: '9999',
      glName: null,
    });
    const part = mapping('available,USD,2100,Customers', 'clearing:other-bank,,1200,Bank');
    const refused = await corridor(...month, '--accounts', part);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain(
      'has no account for available JPY, clearing:acme-bank JPY, clearing:acme-bank USD, own-funds USD; add a line for each of them',
    );
  });

  it('refuses a period before whose end entries can still be booked', async () => {
    const now = Date.parse('2025-11-01T00:04:59.999Z');
    const run = (at: number, given: Readonly<Record<string, string>>) => {
      let out = '';
      const write = (text: string) => (out += text);
      const context = {
        ...createProcessContext({ out: { write }, err: { write } }),
        clock: { now: () => instant(at) },
      };
      return exportPostings(readConfiguration(SETTINGS), given, context).then(() => out);
    };
    await expect(run(now, { month: '2025-10' })).rejects.toThrow(
      '--month: its end must be at least five minutes ago, 2025-10-31T23:59:59.999Z at the latest',
    );
    await expect(run(now, { to: '2025-11-01' })).rejects.toThrow(
      '--to: must be at least five minutes ago, 2025-10-31T23:59:59.999Z at the latest',
    );
    expect(linesOf(await run(now + 1, { to: '2025-11-01' }))).toHaveLength(9);
  });

  it.each([
    [['--month', '2025-13'], '--month: 2025-13 is not a month'],
    [['--month', '2025-10', '--to', '2025-11-01'], '--month: cannot be combined with --from or --to'],
    [['--from', '2025-10-01'], '--to is missing'],
    [['--to', '2025-11-01T00:00'], '--to: 2025-11-01T00:00 is not a day or a time in UTC'],
    [['--to', '2025-02-30'], '--to: 2025-02-30 is not a day or a time in UTC'],
    [['--from', '2025-11-01', '--to', '2025-11-01'], '--to: must be after from'],
    [['--month', '2025-10', '--format', 'xml'], '--format: xml is not one of csv, jsonl'],
    [['--month', '2025-10', '--environment', 'TEST'], '--environment: TEST is not one of'],
    [['--month', '2025-10', '--platform', 'Platform:none'], '--platform: no platform Platform:none exists'],
    [['--month', '2025-10', '--accounts', 'none.csv'], '--accounts: none.csv cannot be read (ENOENT)'],
  ])('refuses %j', async (given, message) => {
    const { code, out, err } = await corridor('journal', 'export', ...given);
    expect([code > 0, out]).toEqual([true, '']);
    expect(err).toContain(message);
  });
});

describe('corridor positions --at', () => {
  it('prints the trial balance of a moment in each form', async () => {
    const platform = acme.split('/')[0]!;
    const at = ['positions', '--at', '2025-10-01'];
    expect((await corridor(...at)).out.trim().split('\n')).toEqual([
      `${platform} PRODUCTION available 10.00 USD`,
      `${platform} PRODUCTION clearing:acme-bank -10.00 USD`,
      'total PRODUCTION 0.00 USD',
    ]);
    const accounts = mapping('clearing:*,,1200,Banks', '*,,2100,Customers');
    expect(linesOf((await corridor(...at, '--format', 'csv', '--accounts', accounts)).out)).toEqual([
      'platform,environment,account,currency,debit,credit,gl_account,gl_name',
      `${platform},PRODUCTION,available,USD,,10.00,2100,Customers`,
      `${platform},PRODUCTION,clearing:acme-bank,USD,10.00,,1200,Banks`,
    ]);
    const json = JSON.parse((await corridor(...at, '--json')).out) as readonly object[];
    expect(json[0]).toEqual({
      ...{ platformId: platform, environment: 'PRODUCTION', currency: 'USD', account: 'available', balance: '1000' },
    });
    expect((await corridor('positions', '--at', '2025-09-01')).out).toBe('the ledger has no postings\n');
    const house = (await corridor('positions', '--platform', 'house', '--environment', 'PRODUCTION')).out;
    expect(house).toContain('house PRODUCTION own-funds -0.40 USD');
    expect(house.includes(platform), String(isHouse(acme))).toBe(false);
  });

  it('refuses a time before which entries can still be booked, and formats that exclude each other', async () => {
    const soon = await corridor('positions', '--at', toIso(instant(Date.now() + 60_000)));
    expect(soon.err).toContain('--at: must be at least five minutes ago');
    const both = await corridor('positions', '--format', 'csv', '--json');
    expect(both.err).toContain('--format: cannot be combined with --json');
  });
});
