import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../adapters-storage/src/testing/postgres.js';
import { runCommand } from './command-line.js';
import { readConfiguration } from '../settings/configuration.js';
import { startHost } from '../serving/host.js';
import { createProcessContext } from '../kernel/process-context.js';

vi.setConfig({ testTimeout: 60_000 });

const scratch = mkdtempSync(join(tmpdir(), 'corridor-platform-commands-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** An installation without platforms, and its commands. */
async function installation(database: 'sqlite' | 'postgres') {
  const settings = {
    CORRIDOR_PORT: '0',
    CORRIDOR_LOG_LEVEL: 'warn',
    CORRIDOR_DATA_DIR: mkdtempSync(join(scratch, 'data-')),
    ...(database === 'postgres' && { CORRIDOR_DATABASE_URL: await createTestDatabase() }),
  };
  const corridor = async (...args: readonly string[]) => {
    let out = '';
    let err = '';
    const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
    const code = await runCommand(args, settings, output);
    return { code, out, err };
  };
  return { settings, corridor };
}

const valueOf = (out: string, name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(out)![1]!;
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;

describe.each(['sqlite', 'postgres'] as const)('on %s', (database) => {
  test('lists the platforms with the number of their tokens, oldest first', async () => {
    const { corridor } = await installation(database);
    expect(await corridor('platform', 'list')).toEqual({ code: 0, out: 'no platforms\n', err: '' });
    const first = await corridor('platform', 'create', '--name', 'Acme', '--currencies', 'USD,EUR');
    const names = ['--name', 'Zeta', '--environment', 'PRODUCTION', '--currencies', 'MXN'];
    const second = await corridor('platform', 'create', ...names);
    const id = valueOf(first.out, 'platform');
    expect((await corridor('token', 'create', '--platform', id)).code).toBe(0);
    const { code, out } = await corridor('platform', 'list');
    expect(code).toBe(0);
    const [acme, zeta, ...more] = out.trim().split('\n');
    expect(acme).toMatch(new RegExp(`^${id} SANDBOX ${TIME} 2 tokens USD,EUR Acme$`));
    expect(zeta).toMatch(
      new RegExp(String.raw`^${valueOf(second.out, 'platform')} PRODUCTION ${TIME} 1 token MXN Zeta$`),
    );
    expect(more).toEqual([]);
  });

  test('lists the tokens of one platform without their secrets, and revokes them while a host runs', async () => {
    const { settings, corridor } = await installation(database);
    const created = await corridor('platform', 'create', '--name', 'Acme', '--currencies', 'USD');
    await corridor('platform', 'create', '--name', 'Other', '--currencies', 'USD');
    const platform = ['--platform', valueOf(created.out, 'platform')];
    const issued = await corridor('token', 'create', ...platform, '--permissions', 'VIEW', '--name', 'reports');
    const [clientId, secret] = [valueOf(issued.out, 'client id'), valueOf(issued.out, 'client secret')];

    const { code, out } = await corridor('token', 'list', ...platform);
    expect(code).toBe(0);
    const lines = out.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(new RegExp(`^Token:\\S+ ${clientId} VIEW ${TIME} reports$`));
    expect(out).not.toContain(secret);
    expect(out).not.toContain(valueOf(created.out, 'client secret'));

    const host = await startHost(readConfiguration(settings), createProcessContext());
    try {
      const status = async (): Promise<number> => {
        const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
        return (await fetch(`${host.baseUrl}/config`, { headers: { authorization } })).status;
      };
      expect(await status()).toBe(200);
      const [id = ''] = lines[1]!.split(' ');
      const revoked = await corridor('token', 'revoke', ...platform, '--id', id);
      expect(revoked).toEqual({ code: 0, out: `${id} (${clientId}, reports) is revoked\n`, err: '' });
      const since = performance.now();
      await vi.waitFor(async () => expect(await status()).toBe(401), { timeout: 5_000, interval: 50 });
      expect(performance.now() - since).toBeLessThan(1_500);
      expect((await corridor('token', 'revoke', ...platform, '--id', id)).err).toContain('token');
    } finally {
      await host.stop();
    }
  });
});

test('gives a token that an operator requests in production to the operator who approves it', async () => {
  const { corridor, settings } = await installation('sqlite');
  const made = await corridor('platform', 'create', '--name', 'Acme', '--environment', 'PRODUCTION');
  const operators = ['ann', 'bob'].map((name) => join(settings.CORRIDOR_DATA_DIR, name));
  for (const [index, file] of operators.entries()) {
    const operator = ['--name', ['ann', 'bob'][index]!, '--role', 'admin', '--credential', file];
    expect(await corridor('operator', 'create', ...operator)).toMatchObject({ code: 0 });
  }
  const platform = ['--platform', valueOf(made.out, 'platform')];
  const token = [...platform, '--name', 'payouts', '--permissions', 'TRANSACT'];
  const asked = await corridor('token', 'create', ...token, '--operator', operators[0]!);
  expect(asked).toMatchObject({ code: 0, err: '', out: expect.not.stringContaining('secret') as string });
  const [, request = '', digest = ''] = /--id (Request:\S+) --digest (\S+)/.exec(asked.out)!;
  const approval = ['approvals', 'approve', '--id', request, '--digest', digest, '--operator'];
  expect(await corridor(...approval, operators[0]!)).toMatchObject({ code: 1 });
  expect((await corridor('token', 'list', ...platform)).out).not.toContain(' TRANSACT ');
  const approved = await corridor(...approval, operators[1]!);
  expect(approved).toMatchObject({ code: 0, err: '' });
  expect(valueOf(approved.out, 'client secret')).toMatch(/^[\w-]{20,}$/);
  const { out } = await corridor('token', 'list', ...platform);
  expect(out).toMatch(new RegExp(`^Token:\\S+ ${valueOf(approved.out, 'client id')} TRANSACT ${TIME} payouts$`, 'm'));
});

test('refuses to revoke the last token with MANAGE, and a token of another platform', async () => {
  const { corridor } = await installation('sqlite');
  const ids = await Promise.all(
    ['Acme', 'Other'].map(async (name) =>
      valueOf((await corridor('platform', 'create', '--name', name, '--currencies', 'USD')).out, 'platform'),
    ),
  );
  const [token = ''] = (await corridor('token', 'list', '--platform', ids[0]!)).out.split(' ');
  const last = await corridor('token', 'revoke', '--platform', ids[0]!, '--id', token);
  expect(last).toMatchObject({ code: 1, out: '' });
  expect(last.err).toContain('the last token with MANAGE cannot be deleted; create another one first');
  expect(await corridor('token', 'revoke', '--platform', ids[1]!, '--id', token)).toMatchObject({ code: 1, out: '' });
  expect((await corridor('token', 'list', '--platform', ids[0]!)).out).toContain(token);
});

test.each([
  [['token', 'list'], 2, '--platform is missing'],
  [['token', 'revoke', '--platform', 'Platform:x'], 2, '--id is missing'],
  [['token', 'list', '--platform', 'Platform:x'], 1, 'no platform Platform:x exists'],
])('explains what is wrong with %j', async (args, code, expected) => {
  const { corridor } = await installation('sqlite');
  const ended = await corridor(...args);
  expect(ended).toMatchObject({ code, out: '' });
  expect(ended.err).toContain(expected);
});
