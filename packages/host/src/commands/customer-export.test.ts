import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runUseCase } from '@corridor/core';
import { OPERATOR_LOG } from '@corridor/core/records';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createProcessContext } from '../kernel/process-context.js';
import { startHost, withCore } from '../serving/host.js';
import { readConfiguration } from '../settings/configuration.js';
import { operatorFile } from '../testing/operator-file.js';
import { runCommand } from './command-line.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-customer-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = { CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'silent' };
const OUTSIDE = createProcessContext({ out: { write: () => true }, err: { write: () => true } });
const PDF =
  '%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n3 0 obj << /Type /Page /Parent 2 0 R >> endobj\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n';

async function corridor(...args: readonly string[]) {
  let out = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (out += text) } };
  return { code: await runCommand(args, SETTINGS, output), out };
}

let customer: string;
let operator: readonly string[];
let admin: readonly string[];
let limited: readonly string[];
beforeAll(async () => {
  const host = await startHost(readConfiguration(SETTINGS), OUTSIDE);
  await host.stop();
  await withCore(readConfiguration(SETTINGS), OUTSIDE, async (core) => {
    const [first] = await core.platforms.listTenants();
    const ctx = core.context(first!.id, { kind: 'system' }, 'test');
    const address = { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' };
    const person = {
      platformCustomerId: 'ada',
      customerType: 'INDIVIDUAL',
      region: 'US',
      currencies: ['USD'],
      fullName: 'Ada Lovelace',
      birthDate: '1985-12-10',
      nationality: 'US',
      idType: 'SSN',
      identifier: '912-55-0187',
      address,
    } as const;
    const created = await runUseCase(core.units, ctx, core.customers.create, person as never);
    if (!created.ok) throw new Error(JSON.stringify(created.error));
    customer = created.value.id;
    const { documents } = core.verification;
    const file = { name: 'scan.pdf', content: new Uint8Array(Buffer.from(PDF)) };
    const fields = {
      documentHolder: customer,
      documentType: 'PASSPORT',
      country: 'US',
      documentNumber: 'X1234567',
      file,
    };
    const prepared = await documents.prepare(ctx, fields as never);
    if (!prepared.ok) throw new Error(JSON.stringify(prepared.error));
    const uploaded = await runUseCase(core.units, ctx, documents.upload, prepared.value);
    if (!uploaded.ok) throw new Error(JSON.stringify(uploaded.error));
    const credential = async (name: string, role: 'OPERATOR' | 'ADMIN') => [
      '--operator',
      await operatorFile(core.units, join(folder, name), name, role),
    ];
    operator = await credential('Ann', 'OPERATOR');
    admin = await credential('Root', 'ADMIN');
    limited = await credential('Val', 'OPERATOR');
  });
  for (const args of [
    ['note', 'add', '--id', customer, '--text', 'suspected mule', '--readers', 'VIEWER', ...operator],
  ])
    expect(await corridor(...args)).toMatchObject({ code: 0 });
});

const exporting = (output: string, ...options: readonly string[]) =>
  corridor('customer', 'export', '--customer', customer, '--output', join(folder, output), ...options);
const json = (...path: readonly string[]): unknown => JSON.parse(readFileSync(join(folder, ...path), 'utf8'));
const allOf = (output: string): string =>
  readdirSync(join(folder, output), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

test('customer export writes the data of a person into files that only the owner reads, and says so in the log', async () => {
  const { code, out } = await exporting('person', ...operator);
  expect(code, out).toBe(0);
  expect(out).toMatch(/^wrote \d+ records and 1 documents of Customer:\S+ to /);
  expect(json('person', 'customer.json')).toMatchObject([{ fullName: 'Ada Lovelace', identifier: '912-55-0187' }]);
  expect(json('person', 'documents.json')).toMatchObject([{ documentNumber: 'X1234567', fileName: 'scan.pdf' }]);
  const index = json('person', 'index.json') as { documents: readonly { file: string }[]; parts: readonly object[] };
  expect(index).toMatchObject({ customerId: customer, for: 'PERSON' });
  expect(index.parts).toContainEqual({ file: 'customer.json', title: 'The customer', records: 1 });
  expect(readFileSync(join(folder, 'person', index.documents[0]!.file), 'utf8')).toBe(PDF);
  for (const name of ['README.txt', 'index.json', 'customer.json', index.documents[0]!.file])
    expect(statSync(join(folder, 'person', name)).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'person')).mode & 0o777).toBe(0o700);
  expect(allOf('person')).not.toMatch(/suspected mule|notes|blocks/);
  await withCore(readConfiguration(SETTINGS), OUTSIDE, async ({ units }) => {
    const query = { where: { subject: customer }, order: 'desc', limit: 1 } as const;
    const [entry] = (await units.read(null, (reads) => reads.list(OPERATOR_LOG, query))).rows;
    const shown = { outcome: 'READ', action: 'personal-data.export', operatorName: 'Ann', input: { for: 'PERSON' } };
    expect(entry).toMatchObject(shown);
  });
});

test('customer export closes an empty folder that others could read', async () => {
  mkdirSync(join(folder, 'open'));
  chmodSync(join(folder, 'open'), 0o777);
  expect((await exporting('open', ...operator)).code).toBe(0);
  expect(statSync(join(folder, 'open')).mode & 0o777).toBe(0o700);
});

test('customer export for an authority has what operators wrote, and names the case in the log', async () => {
  const { code, out } = await exporting('authority', '--authority', '--case', 'AZ 12/26', ...admin);
  expect(code, out).toBe(0);
  expect(json('authority', 'index.json')).toMatchObject({ for: 'AUTHORITY', caseReference: 'AZ 12/26' });
  expect(json('authority', 'notes.json')).toMatchObject([{ text: 'suspected mule' }]);
  expect(json('authority', 'operator-log.json')).toContainEqual(
    expect.objectContaining({ action: 'personal-data.export', input: { for: 'AUTHORITY', caseReference: 'AZ 12/26' } }),
  );
});

test('customer export says what is wrong, and writes nothing then', async () => {
  const refused = async (output: string, ...options: readonly string[]) => (await exporting(output, ...options)).out;
  expect(await refused('a', '--authority', ...admin)).toContain('--case: is missing');
  expect(await refused('b', '--case', 'AZ 1', ...operator)).toContain('--case: is for the export for an authority');
  expect(await refused('c', '--authority', '--case', 'AZ 1', ...operator)).toContain('it requires ADMIN');
  expect(await refused('d')).toContain('--operator is missing');
  writeFileSync(join(folder, 'file'), '');
  expect(await refused('file', ...operator)).toContain('cannot be created, or is not yours');
  expect(await refused('person', ...operator)).toContain('has files; name a new or an empty folder');
  const unknown = 'Customer:018bcfe5-6800-7000-8000-0000000000ff';
  const { code, out } = await corridor('customer', 'export', '--customer', unknown, '--output', 'x', ...limited);
  expect([code, out]).toEqual([1, expect.stringContaining(`--customer: no customer ${unknown} exists`)]);
});
