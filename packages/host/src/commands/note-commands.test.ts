import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runUseCase } from '@corridor/core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from './command-line.js';
import { readConfiguration } from '../settings/configuration.js';
import { startHost, withCore } from '../serving/host.js';
import { createProcessContext } from '../kernel/process-context.js';
import { operatorFile } from '../testing/operator-file.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-notes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = { CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'silent' };
const OUTSIDE = createProcessContext({ out: { write: () => true }, err: { write: () => true } });

async function corridor(...args: readonly string[]) {
  let out = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (out += text) } };
  return { code: await runCommand(args, SETTINGS, output), out };
}

let customer: string;
let ann: readonly string[];
beforeAll(async () => {
  const host = await startHost(readConfiguration(SETTINGS), OUTSIDE);
  await host.stop();
  await withCore(readConfiguration(SETTINGS), OUTSIDE, async (core) => {
    const [first] = await core.platforms.listTenants();
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
  });
});

test('notes list prints the notes about a record, newest first', async () => {
  expect(await corridor('notes', 'list', '--id', customer)).toEqual({ code: 0, out: `no notes about ${customer}\n` });
  for (const [text, readers] of [
    ['called the bank', 'VIEWER'],
    ['suspected fraud', 'ADMIN'],
  ] as const) {
    const added = await corridor('note', 'add', '--id', customer, '--text', text, '--readers', readers, ...ann);
    expect(added.code, added.out).toBe(0);
  }
  const { out } = await corridor('notes', 'list', '--id', customer);
  const [first, second] = out.trim().split('\n');
  expect(first).toMatch(/^\S+Z Ann \(Operator:\S+\) \(ADMIN\): suspected fraud$/);
  expect(second).toMatch(/ \(VIEWER\): called the bank$/);
  const { out: json } = await corridor('notes', 'list', '--id', customer, '--json');
  expect(JSON.parse(json)).toMatchObject([{ text: 'suspected fraud', readers: 'ADMIN' }, { text: 'called the bank' }]);
});

test('notes list says which record does not exist', async () => {
  const unknown = 'Customer:018bcfe5-6800-7000-8000-0000000000ff';
  const { code, out } = await corridor('notes', 'list', '--id', unknown);
  expect(code).toBe(1);
  expect(out).toContain(`--id: no exception, payment, customer or case ${unknown} exists`);
});
