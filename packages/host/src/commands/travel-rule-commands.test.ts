import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from '@corridor/core';
import { TRAVEL_RULE_TRANSFERS } from '@corridor/core/records';
import { afterAll, expect, test, vi } from 'vitest';
import { waitingTransfer } from '../../../core/src/testing/waiting-transfer.js';
import { createProcessContext } from '../kernel/process-context.js';
import { startHost, withCore } from '../serving/host.js';
import { readConfiguration } from '../settings/configuration.js';
import { runCommand } from './command-line.js';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-travel-rule-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = { CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'silent' };
const OUTSIDE = createProcessContext({ out: { write: () => true }, err: { write: () => true } });

async function corridor(...args: readonly string[]) {
  let out = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (out += text) } };
  return { code: await runCommand(args, SETTINGS, output), out };
}

test('payments that wait for an institution are listed without the parties', async () => {
  await (await startHost(readConfiguration(SETTINGS), OUTSIDE)).stop();
  expect((await corridor('travel-rule', 'list')).out).toBe('no transfer waits for an institution\n');
  const platform = await withCore(readConfiguration(SETTINGS), OUTSIDE, async (core) => {
    const [first] = await core.platforms.listTenants();
    await core.units.run(first!.id, async (tx) => ok(tx.add(TRAVEL_RULE_TRANSFERS, waitingTransfer(first!.id))));
    return first!.platformId;
  });
  const { out } = await corridor('travel-rule', 'list');
  expect(out).toMatch(
    /^TravelRuleTransfer:\S+ ASKED Transaction:\S+ \(\S+\) 1,?250\.\d+ USDC Example <b>Exchange<\/b> /,
  );
  expect(out).toContain('since 2026-01-15T00:00:00.000Z, waits until 2026-01-16T00:00:00.000Z');
  const listed = await corridor('travel-rule', 'list', '--platform', platform, '--environment', 'SANDBOX', '--json');
  const [transfer] = JSON.parse(listed.out) as readonly object[];
  expect(transfer).toMatchObject({ status: 'ASKED', amount: '1250000000', institution: 'Example <b>Exchange</b>' });
  expect(transfer).not.toHaveProperty('sealedParties');
  expect((await corridor('travel-rule', 'list', '--status', 'REJECTED')).out).toBe('no transfer is REJECTED\n');
  expect((await corridor('travel-rule', 'list', '--status', 'X')).code).toBe(2);
});
