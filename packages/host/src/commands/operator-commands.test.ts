import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATOR_LOG } from '@corridor/core/records';
import { afterAll, expect, test, vi } from 'vitest';
import { runCommand } from './command-line.js';
import { readConfiguration } from '../settings/configuration.js';
import { startHost, withCore } from '../serving/host.js';
import { createProcessContext } from '../kernel/process-context.js';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-operators-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = {
  CORRIDOR_PORT: '0',
  CORRIDOR_DATA_DIR: folder,
  CORRIDOR_MASTER_KEY: '5c'.repeat(32),
  CORRIDOR_BASE_PATH: '/payments',
  CORRIDOR_CONSOLE_URL: 'https://ops.example',
};

async function corridor(...args: readonly string[]) {
  let out = '';
  let err = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  const code = await runCommand(args, SETTINGS, output);
  return { code, out, err };
}

const LINK = /https:\/\/ops\.example(\/payments\/console\/enrol\/[0-9a-f-]{36}\.[A-Za-z0-9_-]{43})\n/;
const OUTSIDE = createProcessContext({ out: { write: () => true }, err: { write: () => true } });

test('creates an operator with a link that the console of a host serves', async () => {
  const created = await corridor('operator', 'create', '--name', 'Ada Lovelace', '--role', 'approver');
  expect(created).toMatchObject({ code: 0, err: '' });
  expect(created.out).toMatch(/^operator: Operator:[0-9a-f-]{36}\nname: Ada Lovelace\nrole: APPROVER\nlink/);
  const [, path = ''] = LINK.exec(created.out) ?? [];

  let written = '';
  const processContext = createProcessContext({
    out: { write: () => true },
    err: { write: (text: string) => (written += text) },
  });
  const host = await startHost(readConfiguration({ ...SETTINGS, CORRIDOR_LOG_LEVEL: 'info' }), processContext);
  try {
    const page = await fetch(new URL(path, host.baseUrl));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Ada Lovelace')]);
    const setup = await fetch(new URL(path, host.baseUrl), {
      method: 'POST',
      headers: { origin: 'https://ops.example' },
      body: new URLSearchParams({ step: 'begin', method: 'PASSKEY' }),
    });
    expect(await setup.text()).toContain('&quot;id&quot;:&quot;ops.example&quot;');
  } finally {
    await host.stop();
  }
  expect(written).toContain('/payments/console/enrol/[link]');
  expect(written).not.toContain(path.split('.')[1]);
});

test('lists, resets and disables operators, and writes each command to the log with the system user', async () => {
  await corridor('operator', 'create', '--name', 'Grace', '--role', 'ADMIN');
  expect((await corridor('operator', 'list')).out).toMatch(/Operator:\S+ Grace: ADMIN, INVITED\n/);
  expect((await corridor('operator', 'reset', '--name', 'grace')).out).toMatch(LINK);
  expect((await corridor('operator', 'disable', '--name', 'Grace')).out).toMatch(/Grace is DISABLED\n$/);
  expect(await corridor('operator', 'reset', '--name', 'Grace')).toMatchObject({ code: 1, out: '' });
  const entries = await withCore(readConfiguration(SETTINGS), OUTSIDE, async ({ units }) => {
    const query = { order: 'asc', limit: 100, counted: false } as const;
    return (await units.read(null, (reads) => reads.list(OPERATOR_LOG, query))).rows;
  });
  const ofGrace = entries.slice(-3);
  expect(ofGrace.map(({ action }) => action)).toEqual(['operators.invite', 'operators.reset', 'operators.disable']);
  for (const { operatorId, operatorName, source } of ofGrace) {
    expect([operatorId, operatorName, source]).toEqual([null, OUTSIDE.systemUser, 'MASTER_KEY']);
  }
});

test('refuses a name that is taken or missing, an unknown role and an unknown operator', async () => {
  await corridor('operator', 'create', '--name', 'Joan', '--role', 'viewer');
  for (const [args, code, message] of [
    [['create', '--name', 'JOAN', '--role', 'viewer'], 1, 'an operator named JOAN exists'],
    [['create', '--role', 'viewer'], 2, '--name is missing'],
    [['create', '--name', 'Eve', '--role', 'root'], 2, '--role: root is not one of viewer, operator, approver, admin'],
    [['create', '--name', 'E\u001Bve', '--role', 'viewer'], 2, '--name: '],
    [['reset', '--name', 'Eve'], 1, 'no operator is named Eve'],
    [['disable', '--name', 'Eve'], 1, 'no operator is named Eve'],
  ] as const) {
    const answer = await corridor('operator', ...args);
    expect([answer.code, answer.out], args.join(' ')).toEqual([code, '']);
    expect(answer.err).toContain(message);
  }
});
