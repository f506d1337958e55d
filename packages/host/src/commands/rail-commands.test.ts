import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from './command-line.js';
import { readConfiguration } from '../settings/configuration.js';
import { startHost, withCore } from '../serving/host.js';
import { createProcessContext } from '../kernel/process-context.js';
import { operatorFile } from '../testing/operator-file.js';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-rail-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, 'connections.json');
const SETTINGS = {
  CORRIDOR_PORT: '0',
  CORRIDOR_DATA_DIR: folder,
  CORRIDOR_MASTER_KEY: '5c'.repeat(32),
  CORRIDOR_CONNECTIONS_FILE: file,
  ACME_SECRET: 'hush',
};

async function corridor(...args: readonly string[]) {
  let out = '';
  let err = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  const code = await runCommand(args, SETTINGS, output);
  return { code, out, err };
}

const DIGEST = 'ab'.repeat(32);
const waiting = {
  id: 'FILE1',
  preparedAt: Date.UTC(2026, 0, 5, 10),
  payments: 2,
  totals: { EUR: 12345, USD: 7 },
  digest: DIGEST,
  reason: 'above 100 EUR',
  preparedBy: 'Ann',
};

const module = fileURLToPath(new URL('../testing/play-rail.mjs', import.meta.url));
const entry = (name: string, more: object = {}) => ({
  type: 'module',
  module,
  name,
  environment: 'PRODUCTION',
  ...more,
});
const rails = (...entries: readonly object[]): void => writeFileSync(file, JSON.stringify({ rails: entries }));

const ANN = join(folder, 'ann');
const BOB = join(folder, 'bob');
beforeAll(() => {
  rails();
  return withCore(readConfiguration(SETTINGS), createProcessContext(), async ({ units }) => {
    await operatorFile(units, ANN, 'Ann', 'APPROVER');
    await operatorFile(units, BOB, 'Bob', 'APPROVER');
  });
});

beforeEach(() => rails(entry('acme-bank', { secret: { env: 'ACME_SECRET' } }), entry('zeta', { releases: [waiting] })));

test('lists the rails of the file in its order, and the bundled ones after them', async () => {
  rails(
    entry('zeta', { rails: ['zeta', 'zeta.DE2'], claims: ['IBAN DE2'] }),
    entry('acme-bank', { currencies: ['EUR', 'USD', 'GBP', 'INR', 'MXN', 'BRL'] }),
  );
  const { code, out, err } = await corridor('connections', 'list');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(
    [
      'zeta (rails module, PRODUCTION)',
      '  zeta: pays EUR to EUR_ACCOUNT by SEPA; receives EUR',
      '  zeta.DE2: pays EUR to EUR_ACCOUNT by SEPA; receives EUR',
      '  claims IBAN DE2',
      'acme-bank (rails module, PRODUCTION)',
      '  acme-bank: pays EUR, USD, GBP, INR and 2 more to EUR_ACCOUNT by SEPA; receives EUR, USD, GBP, INR and 2 more',
      'sandbox-bank (rails bundled, SANDBOX)',
      '',
    ].join('\n'),
  );
});

test('checks one connection or all, and fails if one has a problem', async () => {
  expect(await corridor('connections', 'check')).toEqual({
    code: 0,
    out:
      'acme-bank: reachable, nothing exchanged yet\n  0 payments waiting\n' +
      'zeta: reachable, nothing exchanged yet\n  0 payments waiting\n',
    err: '',
  });
  const condition = { lastExchangeAt: Date.UTC(2026, 0, 5, 10), backlog: {}, problems: ['a file was set aside'] };
  rails(entry('acme-bank', { condition }), entry('zeta'));
  const found = 'acme-bank: reachable, last exchange 2026-01-05T10:00:00.000Z\n  problem: a file was set aside\n';
  expect(await corridor('connections', 'check', 'acme-bank')).toEqual({ code: 1, out: found, err: '' });
  expect(await corridor('connections', 'check', '--connection', 'acme-bank')).toEqual({ code: 1, out: found, err: '' });
  expect(await corridor('connections', 'check')).toMatchObject({ code: 1 });
  expect(await corridor('connections', 'check', 'zeta')).toMatchObject({ code: 0 });
  rails(entry('acme-bank', { condition: 'throws' }));
  expect(await corridor('connections', 'check')).toMatchObject({
    code: 1,
    out: 'acme-bank: unreachable, last exchange unknown\n  problem: the check failed: the bank hung up\n',
  });
  rails(entry('acme-bank', { verify: 'unreachable' }));
  expect(await corridor('connections', 'check')).toMatchObject({
    code: 1,
    out: expect.stringContaining('problem: the entry was not verified: no node answers') as string,
  });
  rails(entry('acme-bank', { verify: 'chainId' }));
  expect(await corridor('connections', 'check')).toEqual({
    code: 1,
    out: '',
    err: `corridor: CORRIDOR_CONNECTIONS_FILE: ${file} rail acme-bank: chainId: is wrong\n`,
  });
});

test('refuses a name that the connections file lacks, and more than one name', async () => {
  expect(await corridor('connections', 'check', 'other')).toEqual({
    code: 1,
    out: '',
    err: 'corridor: --connection: the connections file has no connection other\n',
  });
  expect((await corridor('connections', 'check', 'acme-bank', 'zeta')).code).toBe(2);
  expect((await corridor('connections', 'list', 'zeta')).code).toBe(2);
  expect(await corridor('connections', 'check', 'acme-bank', '--connection', 'zeta')).toEqual({
    code: 2,
    out: '',
    err: 'corridor: connections check acme-bank: --connection is given twice\n',
  });
});

test('says that nothing is configured without a rail in the file', async () => {
  rails();
  expect(await corridor('connections', 'check')).toEqual({ code: 0, out: 'no connections are configured\n', err: '' });
  expect(await corridor('rails', 'release')).toMatchObject({ code: 0, out: 'nothing waits for a release\n' });
});

test('lists what waits for a release, and releases it with the digest by a person whom the connection accepts', async () => {
  const line = `zeta FILE1 of 2026-01-05T10:00:00.000Z: 2 payments, 123.45 EUR, 0.07 USD (above 100 EUR), digest ${DIGEST}\n`;
  expect(await corridor('rails', 'release')).toEqual({ code: 0, out: line, err: '' });
  expect(await corridor('rails', 'release', '--rail', 'zeta')).toMatchObject({ out: line });
  expect(await corridor('rails', 'release', '--rail', 'acme-bank')).toMatchObject({
    out: 'nothing waits for a release\n',
  });
  const release = (rail: string, digest: string, file: string) =>
    corridor('rails', 'release', '--rail', rail, '--id', 'FILE1', '--digest', digest, '--operator', file);
  expect(await release('zeta', 'cd'.repeat(32), BOB)).toMatchObject({
    code: 1,
    err: 'corridor: the digest differs\n',
  });
  expect(await release('zeta', DIGEST, ANN)).toMatchObject({
    code: 1,
    err: 'corridor: another person must release it\n',
  });
  expect(await release('acme-bank', DIGEST, BOB)).toMatchObject({
    code: 1,
    err: 'corridor: --rail: acme-bank releases by itself\n',
  });
  expect(await release('zeta', DIGEST, BOB)).toEqual({ code: 0, out: 'zeta FILE1 is released\n', err: '' });
});

test.each([
  [['--digest', DIGEST], '--id is missing'],
  [['--id', 'FILE1', '--digest', DIGEST, '--operator', BOB], '--rail is missing'],
  [['--id', 'FILE1', '--rail', 'zeta', '--operator', BOB], '--digest is missing'],
  [
    ['--id', 'FILE1', '--rail', 'zeta', '--digest', DIGEST],
    '--operator is missing; create a credential in the console under Account, and pass its file',
  ],
])('explains what is missing to release: %j', async (args, message) => {
  expect(await corridor('rails', 'release', ...args)).toEqual({ code: 2, out: '', err: `corridor: ${message}\n` });
});

test('lists what can be decided about connections, and decides it', async () => {
  expect(await corridor('rails', 'act')).toEqual({
    code: 0,
    out: 'there is nothing to decide about a connection\n',
    err: '',
  });
  rails(entry('acme-bank'), entry('zeta', { actions: [{ name: 'resend', knows: 'FILE1' }] }));
  const line = 'zeta resend: sends a file again; --subject is the MsgId of a file\n';
  expect(await corridor('rails', 'act')).toEqual({ code: 0, out: line, err: '' });
  const act = (rail: string, action: string, subject: string) =>
    corridor('rails', 'act', '--rail', rail, '--action', action, '--subject', subject, '--operator', BOB);
  expect(await act('zeta', 'resend', 'FILE1')).toEqual({ code: 0, out: 'FILE1 is sent again for Bob\n', err: '' });
  expect(await act('zeta', 'resend', 'FILE2')).toEqual({ code: 1, out: '', err: 'corridor: there is no file FILE2\n' });
  expect(await act('zeta', 'other', 'FILE1')).toMatchObject({
    code: 1,
    err: 'corridor: --action: zeta has no action other\n',
  });
  expect(await act('acme-bank', 'resend', 'FILE1')).toMatchObject({ code: 1 });
});

test.each([
  [['--subject', 'FILE1'], '--action is missing'],
  [['--action', 'resend', '--subject', 'FILE1', '--operator', BOB], '--rail is missing'],
  [['--action', 'resend', '--rail', 'zeta', '--operator', BOB], '--subject is missing'],
  [
    ['--action', 'resend', '--rail', 'zeta', '--subject', 'FILE1'],
    '--operator is missing; create a credential in the console under Account, and pass its file',
  ],
])('explains what is missing to act: %j', async (args, message) => {
  expect(await corridor('rails', 'act', ...args)).toEqual({ code: 2, out: '', err: `corridor: ${message}\n` });
});

test('every command that opens the core reads the connections file, and names its mistakes in one line', async () => {
  const book = (rail: string, ...more: readonly string[]) =>
    corridor(
      ...['treasury', 'book', '--kind', 'TOP_UP', '--rail', rail, '--currency', 'EUR', '--amount', '500'],
      ...['--reference', 'capital', '--operator', BOB, ...more],
    );
  expect(await book('acme-bank')).toMatchObject({ code: 0, err: '' });
  expect(await book('beta')).toMatchObject({ code: 2, err: 'corridor: --rail: must be one of acme-bank, zeta\n' });
  const bought = ['--bought-rail', 'zeta', '--value-date', '2026-01-01'];
  expect(await book('acme-bank', ...bought)).toMatchObject({
    code: 2,
    err:
      'corridor: --bought-rail: is allowed for trades and transfers only; ' +
      '--value-date: is allowed for withdrawals, charges and trades only\n',
  });
  rails(entry('acme-bank', { secret: 'hunter2' }));
  expect(await book('acme-bank')).toEqual({
    code: 1,
    out: '',
    err: `corridor: CORRIDOR_CONNECTIONS_FILE: ${file} rail acme-bank: secret: must name the secret and not contain it: {"env": "NAME"} or {"file": "path"}\n`,
  });
});

test('a host starts while the other side does not answer, but not with an entry that it contradicts', async () => {
  const start = () =>
    startHost(readConfiguration({ ...SETTINGS, CORRIDOR_LOG_LEVEL: 'warn' }), {
      ...createProcessContext(),
      print: () => undefined,
      log: { write: (line: string) => void logged.push(line) },
    });
  const logged: string[] = [];
  rails(entry('acme-bank', { verify: 'unreachable' }));
  await (await start()).stop();
  expect(logged.join('')).toContain('the entry was not verified: no node answers');
  rails(entry('acme-bank', { verify: 'chainId' }));
  await expect(start()).rejects.toThrow(`CORRIDOR_CONNECTIONS_FILE: ${file} rail acme-bank: chainId: is wrong`);
});

test('compares what a connection of the sandbox holds without the name of its environment', async () => {
  const holdings = [{ rail: 'base', currency: 'USDC', amount: 100, untold: 100, asOf: 'block 7' }];
  rails(entry('base', { rails: ['base'], currencies: ['USDC'], environment: 'SANDBOX', holdings }));
  const out =
    'base holds 0.000100 USDC at block 7, of which 0.000100 USDC are not reported yet; the ledger has 0.000000 USDC\n';
  for (const given of [[], ['--environment', 'SANDBOX']])
    expect(await corridor('reconcile', '--rail', 'base', ...given)).toEqual({ code: 0, out, err: '' });
  expect(await corridor('reconcile', '--rail', 'base', '--environment', 'PRODUCTION')).toEqual({
    code: 1,
    out: '',
    err: 'corridor: --statement: required, because no connection in PRODUCTION keeps statements of base\n',
  });
});

test('compares what a connection holds with the ledger, by reconcile and by check', async () => {
  const holding = { rail: 'base', currency: 'USDC', amount: 100, untold: 100, asOf: 'block 7' };
  const base = (...holdings: readonly object[]) =>
    rails(entry('base', { rails: ['base', 'base.cold'], currencies: ['USDC'], holdings }));
  const reconcile = (rail: string, ...more: readonly string[]) => corridor('reconcile', '--rail', rail, ...more);
  const even =
    'base holds 0.000100 USDC at block 7, of which 0.000100 USDC are not reported yet; the ledger has 0.000000 USDC\n';
  base(holding);
  expect(await reconcile('base')).toEqual({ code: 0, out: even, err: '' });
  expect(await corridor('connections', 'check')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`  ${even}`) as string,
  });
  const cold =
    'base.cold holds 0.000000007 ETH at block 7; the ledger has 0.000000000 ETH; 0.000000007 ETH are unexplained\n';
  base(holding, { rail: 'base.cold', currency: 'ETH', amount: 7, untold: 0, asOf: 'block 7' });
  expect(await reconcile('base')).toEqual({ code: 1, out: even + cold, err: '' });
  expect(await reconcile('base.cold')).toEqual({ code: 1, out: cold, err: '' });
  expect(await corridor('connections', 'check')).toMatchObject({
    code: 1,
    out: expect.stringContaining(`  ${cold}`) as string,
  });
  expect(await reconcile('base', '--record', 'true')).toEqual({
    code: 1,
    out: '',
    err: 'corridor: --from, --to and --record need the statements of a bank, which base does not have\n',
  });
  base({ ...holding, amount: null });
  expect(await reconcile('base')).toEqual({
    code: 1,
    out: '',
    err: 'corridor: the balances of base cannot be read: no quorum\n',
  });
  expect(await corridor('connections', 'check')).toMatchObject({
    code: 1,
    out: expect.stringContaining('problem: the balances cannot be read: no quorum') as string,
  });
});
