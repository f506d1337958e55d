import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idFrom, runUseCase, tenantKey } from '@corridor/core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from './command-line.js';
import { readConfiguration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { createProcessContext } from '../kernel/process-context.js';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-search-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = { CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, CORRIDOR_MASTER_KEY: '5c'.repeat(32) };
const TENANT = tenantKey(idFrom('Platform', 'Platform:018bcfe5-6800-7000-8000-000000000001'), 'SANDBOX');

async function corridor(...args: readonly string[]) {
  let out = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: () => true } };
  const code = await runCommand(args, SETTINGS, output);
  return { code, out };
}

let customer = '';
beforeAll(() =>
  withCore(readConfiguration(SETTINGS), createProcessContext(), async (core) => {
    const ctx = core.context(TENANT, { kind: 'system' }, 'test');
    const settings = { name: 'Play', currencies: ['USD'] };
    const created = await core.units.run(TENANT, (tx) => core.platforms.create(tx, ctx, settings as never));
    if (!created.ok) throw new Error(created.error.message);
    const input = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', phoneNumber: '+447700900123', region: 'US' };
    const added = await runUseCase(core.units, ctx, core.customers.create, input as never);
    if (!added.ok) throw new Error(added.error.message);
    customer = added.value.id;
  }),
);

test('prints what a text finds, as lines or as JSON, and writes the search into the log', async () => {
  const found = await corridor('search', 'love ada');
  expect(found).toMatchObject({ code: 0, out: expect.stringContaining(`customers ${customer} Ada Lovelace …0123`) });
  const json = await corridor('search', '--text', 'lovelace', '--json');
  expect(JSON.parse(json.out)).toMatchObject([{ group: 'customers', id: customer, ending: '0123', isBlocked: false }]);
  expect((await corridor('search', 'hopper')).out).toBe('nothing was found\n');
  expect((await corridor('search', 'play')).out).toContain(`platforms ${TENANT} Play`);
  const log = await corridor('operator', 'log');
  expect(log.out).toContain('l… a…');
  expect(log.out).not.toContain('lovelace');
});
