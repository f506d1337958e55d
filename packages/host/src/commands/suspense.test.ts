import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { runCommand } from './command-line.js';
import { readConfiguration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { createProcessContext } from '../kernel/process-context.js';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-suspense-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = { CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, CORRIDOR_MASTER_KEY: '5d'.repeat(32) };

async function corridor(...args: readonly string[]) {
  let out = '';
  let err = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  const code = await runCommand(args, SETTINGS, output);
  return { code, out, err };
}

test('prints the senders of deposits in suspense', async () => {
  await corridor('migrate');
  expect(await corridor('platform', 'create', '--name', 'Suspense', '--currencies', 'USD')).toMatchObject({ code: 0 });
  expect(await corridor('suspense', 'list')).toMatchObject({ code: 0, out: 'no deposits in suspense\n' });
  await withCore(readConfiguration(SETTINGS), createProcessContext(), async (core) => {
    const told = await core.railTells('SANDBOX', {
      kind: 'arrival',
      rail: 'sandbox-bank',
      paymentId: 'E2E-77',
      reference: 'UNKNOWN',
      currency: 'USD',
      amount: 1_234n,
      remitter: { name: 'Grace\nHopper', account: 'DE89370400440532013000' },
      valueDate: '2026-01-15',
    });
    expect(told.ok).toBe(true);
  });
  const { code, out } = await corridor('suspense', 'list');
  expect(code).toBe(0);
  expect(out.trim().split('\n')).toHaveLength(1);
  expect(out).toMatch(
    /^Deposit:\S+ IN_SUSPENSE 12.34 USD by sandbox-bank from Grace\\u000aHopper, DE89370400440532013000/,
  );
  expect(out).toContain('value 2026-01-15; reference UNKNOWN, payment E2E-77');
});
