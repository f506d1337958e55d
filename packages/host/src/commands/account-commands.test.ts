import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '@corridor/core/records';
import { exampleAccountInfo, readAll } from '@corridor/core/internal';
import { afterAll, expect, test, vi } from 'vitest';
import { Database as Sqlite } from '../../../adapters-storage/src/testing/sqlite.js';
import { runCommand } from './command-line.js';
import { readConfiguration } from '../settings/configuration.js';
import { startHost, withCore } from '../serving/host.js';
import { runAsSystem } from '../serving/system-commands.js';
import { operatorFile } from '../testing/operator-file.js';
import { createProcessContext } from '../kernel/process-context.js';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-accounts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = { CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'silent' };
const OUTSIDE = createProcessContext({ out: { write: () => true }, err: { write: () => true } });

async function corridor(...args: readonly string[]) {
  let out = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (out += text) } };
  return { code: await runCommand(args, SETTINGS, output), out };
}

test('lists external accounts that are the same as another one of their owner', async () => {
  const host = await startHost(readConfiguration(SETTINGS), OUTSIDE);
  await host.stop();
  const { platform, ids } = await withCore(readConfiguration(SETTINGS), OUTSIDE, async (core) => {
    const [tenant] = await core.platforms.listTenants();
    const add = async (accountNumber: string) => {
      const accountInfo = { ...exampleAccountInfo('USD_ACCOUNT'), accountNumber };
      const input = { ownerType: 'PLATFORM' as const, currency: 'USD', accountInfo };
      const added = await runAsSystem(core, tenant!.id, core.accounts.addExternal, input, (of) => of);
      if (!added.ok) throw new Error(added.error.code);
      return added.value.id;
    };
    return { platform: tenant!.platformId, ids: [await add('1111111111'), await add('2222222222')] };
  });
  const options = ['account', 'duplicates', '--platform', platform, '--environment', 'SANDBOX'];
  expect(await corridor(...options)).toEqual({ code: 0, out: 'no duplicates\n' });

  const [file] = readdirSync(folder).filter((name) => /\.(db|sqlite)$/.test(name));
  const database = new Sqlite(join(folder, file!));
  database
    .prepare(`update ${EXTERNAL_ACCOUNTS.name} set duplicate_of = ? where account_info like '%2222222222%'`)
    .run(ids[0]);
  database.close();
  expect(await corridor(...options)).toEqual({
    code: 0,
    out: `${ids[1]} of platform is ${ids[0]}: Ada Example (…2222) in USD\n`,
  });
  expect(JSON.parse((await corridor(...options, '--json')).out)).toEqual([
    { id: ids[1], owner: 'platform', duplicateOf: ids[0], name: 'Ada Example (…2222)', currency: 'USD' },
  ]);
  expect((await corridor('doctor')).out).toContain(
    'accounts: 1 external accounts are the same as another one of their owner; `corridor account duplicates` lists them',
  );
});

test('renews the instructions as the holder of the master key, or as an operator, and logs who did', async () => {
  const { platform, file } = await withCore(readConfiguration(SETTINGS), OUTSIDE, async (core) => {
    const [tenant] = await core.platforms.listTenants();
    return {
      platform: tenant!.platformId,
      file: await operatorFile(core.units, join(folder, 'ann'), 'Ann', 'OPERATOR'),
    };
  });
  const renew = ['account', 'renew', '--platform', platform, '--environment', 'SANDBOX'];
  const renewed = /^0 of \d+ accounts have new funding instructions\n$/;
  expect(await corridor(...renew)).toEqual({ code: 0, out: expect.stringMatching(renewed) as string });
  expect(await corridor(...renew, '--operator', file)).toEqual({
    code: 0,
    out: expect.stringMatching(renewed) as string,
  });
  const entries = JSON.parse((await corridor('operator', 'log', '--json')).out) as readonly Record<string, unknown>[];
  const own = entries.filter(({ action }) => action === 'accounts.renew-all');
  expect(own.map(({ outcome, source }) => [outcome, source])).toEqual([
    ['DONE', 'COMMAND_LINE'],
    ['STARTED', 'COMMAND_LINE'],
    ['DONE', 'MASTER_KEY'],
    ['STARTED', 'MASTER_KEY'],
  ]);
});

test('carries out actions that only the console had, and calls commands by the names of their actions', async () => {
  const { platform, account, file } = await withCore(readConfiguration(SETTINGS), OUTSIDE, async (core) => {
    const [tenant] = await core.platforms.listTenants();
    const accounts = await core.units.read(tenant!.id, (reads) => readAll(reads, INTERNAL_ACCOUNTS));
    return {
      platform: tenant!.platformId,
      account: accounts.find(({ currency }) => currency === 'USD')!.id,
      file: await operatorFile(core.units, join(folder, 'ada'), 'Ada', 'ADMIN'),
    };
  });
  const by = ['--platform', platform, '--environment', 'SANDBOX', '--operator', file];
  const fund = ['sandbox', 'fund', '--platform', platform, '--operator', file, '--account', account];
  expect(await corridor(...fund, '--currency', 'USD', '--amount', '1500')).toEqual({
    code: 0,
    out: `${account} has 15.00 USD, and holds 0.00 USD\n`,
  });
  expect((await corridor(...fund, '--currency', 'EUR', '--amount', '1')).out).toBe(
    'corridor: --currency: must be USD\n',
  );
  const frozen = await corridor('accounts', 'freeze', ...by, '--account', account, '--reason', 'an order');
  expect(frozen.out).toContain(`${account} is FROZEN\n`);

  const fees = join(folder, 'fees.json');
  const fixedFee = { amount: 25, currency: 'USD' };
  const fee = { feeType: 'CROSS_CURRENCY_TRANSACTION', sourceCurrency: 'USD', variableFeeBps: 50, fixedFee };
  writeFileSync(fees, JSON.stringify([fee]));
  const configured = await corridor('platform', 'configure', ...by, '--fee-configs', fees);
  expect(configured.out).toContain('fees: 1\n');
  writeFileSync(fees, JSON.stringify([{ ...fee, variableFeeBps: -1 }]));
  expect((await corridor('platform', 'configure', ...by, '--fee-configs', fees)).out).toMatch(
    /^corridor: --fee-configs: 0\.variableFeeBps must /,
  );
});
