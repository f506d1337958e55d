import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runUseCase } from '@corridor/core';
import { exampleAccountInfo } from '@corridor/core/internal';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from './command-line.js';
import { readConfiguration } from '../settings/configuration.js';
import { startHost, withCore } from '../serving/host.js';
import { createProcessContext } from '../kernel/process-context.js';
import { runAsSystem } from '../serving/system-commands.js';
import { operatorFile } from '../testing/operator-file.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-blocks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = { CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'silent' };
const OUTSIDE = createProcessContext({ out: { write: () => true }, err: { write: () => true } });

async function corridor(...args: readonly string[]) {
  let out = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (out += text) } };
  return { code: await runCommand(args, SETTINGS, output), out };
}

let platform: string;
let tenant: string;
let payee: string;
let customer: string;
let ann: readonly string[];
let bob: readonly string[];
beforeAll(async () => {
  const host = await startHost(readConfiguration(SETTINGS), OUTSIDE);
  await host.stop();
  await withCore(readConfiguration(SETTINGS), OUTSIDE, async (core) => {
    const [first] = await core.platforms.listTenants();
    [platform, tenant] = [first!.platformId, first!.id];
    const input = { ownerType: 'PLATFORM' as const, currency: 'USD', accountInfo: exampleAccountInfo('USD_ACCOUNT') };
    const added = await runAsSystem(core, first!.id, core.accounts.addExternal, input as never, (of) => of);
    if (!added.ok) throw new Error(added.error.code);
    payee = (added.value as { readonly id: string }).id;
    const person = {
      platformCustomerId: 'ada',
      customerType: 'INDIVIDUAL',
      region: 'US',
      currencies: ['USD'],
    } as const;
    const ctx = core.context(first!.id, { kind: 'system' }, 'test');
    const created = await runUseCase(core.units, ctx, core.customers.create, person as never);
    if (!created.ok) throw new Error(created.error.code);
    customer = created.value.id;
    ann = ['--operator', await operatorFile(core.units, join(folder, 'ann'), 'Ann', 'OPERATOR')];
    bob = ['--operator', await operatorFile(core.units, join(folder, 'bob'), 'Bob', 'APPROVER')];
  });
});

const TEXTS = ['--reason', 'an order of the court', '--case', 'CASE-7'];

test.each([
  ['customer', () => customer, () => ['--id', customer]],
  ['external-account', () => payee, () => ['--id', payee]],
  ['platform', () => tenant, (): readonly string[] => []],
])('blocks %s, lists the block with its texts, and ends it with a second operator', async (kind, subject, named) => {
  const of = ['--platform', platform, ...named()];
  const blocked = await corridor(kind, 'block', ...of, ...TEXTS, '--notes', 'call the bank', '--silent', ...ann);
  expect(blocked).toEqual({ code: 0, out: `${subject()} is blocked\n` });
  expect((await corridor(kind, 'block', ...of, ...TEXTS, ...ann)).out).toContain('is blocked; unblock it first');

  const { out } = await corridor('blocks', 'list', '--platform', platform);
  expect(out).toContain(`${subject()} (${tenant}) since `);
  expect(out).toContain('by Ann');
  expect(out).toContain('silent, case CASE-7: an order of the court\n  notes: call the bank\n');
  expect(JSON.parse((await corridor('blocks', 'list', '--json')).out)).toMatchObject([
    {
      subject: subject(),
      reason: 'an order of the court',
      caseReference: 'CASE-7',
      tellPlatform: false,
      status: 'BLOCKED',
    },
  ]);

  const end = ['--reason', 'lifted', '--case', 'CASE-8'];
  const waiting = await corridor(kind, 'unblock', ...of, ...end, ...ann);
  const approve = / approvals approve (--id \S+ --digest \S+)/.exec(waiting.out)![1]!.split(' ');
  expect((await corridor('approvals', 'approve', ...approve, ...ann)).code).toBe(1);
  expect((await corridor('approvals', 'approve', ...approve, ...bob)).code).toBe(0);
  expect((await corridor('blocks', 'list')).out).toBe('nothing is blocked\n');
  const ended = (await corridor('blocks', 'list', '--status', 'ENDED')).out;
  expect(ended).toContain(subject());
  expect(ended).toMatch(/ {2}ended \S+ by Ann.* with Bob.*, case CASE-8: lifted/);
});

test.each([
  ['customer', 'block'],
  ['external-account', 'block'],
  ['external-account', 'unblock'],
  ['platform', 'block'],
  ['platform', 'unblock'],
])('%s %s asks for a reason and a case', async (kind, verb) => {
  const id = kind === 'platform' ? [] : ['--id', payee];
  expect(await corridor(kind, verb, '--platform', platform, ...id, '--case', 'CASE-7', ...ann)).toEqual({
    code: 2,
    out: expect.stringContaining('--reason'),
  });
  expect(await corridor(kind, verb, '--platform', platform, ...id, '--reason', 'x', ...ann)).toEqual({
    code: 2,
    out: expect.stringContaining('--case'),
  });
});
