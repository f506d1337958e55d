import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ok } from '@corridor/core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from './command-line.js';
import { readConfiguration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { createProcessContext } from '../kernel/process-context.js';
import { operatorFile } from '../testing/operator-file.js';

vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-reconcile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place = (name: string): string => join(folder, name);
const SETTINGS = {
  CORRIDOR_PORT: '0',
  CORRIDOR_DATA_DIR: place('data'),
  CORRIDOR_MASTER_KEY: '5d'.repeat(32),
  CORRIDOR_CONNECTIONS_FILE: place('connections.json'),
};

const OPERATOR = place('operator');
const IBAN = 'DE89370400440532013000';
const TODAY = new Date().toISOString().slice(0, 10);

beforeAll(() => {
  for (const name of ['data', 'out', 'in', 'done']) mkdirSync(place(name));
  const entry = {
    type: 'bank-files',
    name: 'acme-bank',
    environment: 'PRODUCTION',
    accounts: [{ iban: IBAN, bic: 'COBADEFFXXX', name: 'Acme Payments GmbH', currency: 'EUR' }],
    exchange: { type: 'folder', outgoing: place('out'), incoming: place('in'), archive: place('done') },
    cutOff: '16:00',
    timeZone: 'Europe/Berlin',
  };
  writeFileSync(place('connections.json'), JSON.stringify({ rails: [entry] }));
  return withCore(readConfiguration(SETTINGS), createProcessContext(), ({ units }) =>
    operatorFile(units, OPERATOR, 'Ann', 'OPERATOR'),
  );
});

async function corridor(...args: readonly string[]) {
  let out = '';
  let err = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  const code = await runCommand(args, SETTINGS, output);
  return { code, out, err };
}

const balance = (type: string, amount: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${TODAY}</Dt></Dt></Bal>`;

const entry = (
  amount: string,
  indicator: 'CRDT' | 'DBIT',
  code: readonly [string, string, string],
  details = '',
): string =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${indicator}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${TODAY}</Dt></BookgDt>
   <BkTxCd><Domn><Cd>${code[0]}</Cd><Fmly><Cd>${code[1]}</Cd><SubFmlyCd>${code[2]}</SubFmlyCd></Fmly></Domn></BkTxCd>${details}</Ntry>`;

const PAID = `<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><Amt Ccy="EUR">25.00</Amt>
  <RltdPties><Dbtr><Pty><Nm>Ada Lovelace</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></DbtrAcct></RltdPties>
  <RmtInf><Ustrd>Hello</Ustrd></RmtInf></TxDtls></NtryDtls>`;

const STATEMENT = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>${TODAY}T18:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>${TODAY}T18:00:00Z</CreDtTm>
<Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', '1000.00')}${balance('CLBD', '1019.50')}
${entry('25.00', 'CRDT', ['PMNT', 'RCDT', 'ESCT'], PAID)}
${entry('1.50', 'DBIT', ['ACMT', 'MDOP', 'CHRG'])}
${entry('4.00', 'DBIT', ['PMNT', 'RDDT', 'ESDD'])}
</Stmt></BkToCstmrStmt></Document>`;

/** A file is read once its size has not changed between two looks. */
async function receive(file: string, content: string): Promise<void> {
  writeFileSync(join(place('in'), file), content);
  await withCore(readConfiguration(SETTINGS), createProcessContext(), async (core) => {
    const [{ tasks }] = core.rails.connections as [(typeof core.rails.connections)[number]];
    const look = tasks.find(({ name }) => name === 'receive')!;
    for (let turn = 0; turn < 2; turn += 1) {
      await look.run(
        async (message) => {
          const told = await core.railTells('PRODUCTION', message);
          return told.ok ? ok({ effect: told.value.effect, subject: told.value.subject }) : told;
        },
        async () => new Set(),
      );
      await setTimeout(2_100);
    }
  });
}

test('compares the statements of a connection with the ledger, and agrees once the difference is resolved', async () => {
  await corridor('migrate');
  const created = await corridor(
    'platform',
    'create',
    '--name',
    'Acme',
    '--environment',
    'PRODUCTION',
    '--currencies',
    'EUR',
  );
  expect(created).toMatchObject({ code: 0 });
  const empty = await corridor('reconcile', '--rail', 'acme-bank');
  expect(empty).toEqual({ code: 0, out: 'reconciled: 0 lines agree\n', err: '' });

  await receive('statement.xml', STATEMENT);
  const found = await corridor('reconcile', '--rail', 'acme-bank', '--record', 'true');
  expect(found.code).toBe(1);
  const [difference, ...rest] = found.out.trim().split('\n');
  expect(difference).toMatch(new RegExp(`^not in the ledger: ${TODAY}, OUT 4.00 EUR Exception:`));
  // The rail has opened the exception, so no second one is opened.
  expect(rest).toEqual([
    '1 differences: 3 lines agree',
    `the bank holds 1,019.50 EUR at the end of ${TODAY}, the ledger has 1,023.50 EUR`,
  ]);

  const exception = /Exception:\S+/.exec(difference!)![0];
  const resolved = await corridor(
    'exceptions',
    'resolve',
    '--id',
    exception,
    '--resolution',
    'WRITTEN_OFF',
    '--operator',
    OPERATOR,
  );
  expect(resolved).toMatchObject({ code: 0 });
  const even = await corridor('reconcile', '--rail', 'acme-bank', '--from', `${TODAY}T00:00:00Z`);
  expect([even.code, even.out]).toEqual([0, 'reconciled: 4 lines agree\n']);
  expect((await corridor('reconcile', '--rail', 'acme-bank')).out).toBe(
    `reconciled: 4 lines agree\nthe bank holds 1,019.50 EUR at the end of ${TODAY}, the ledger has 1,019.50 EUR\n`,
  );
  expect((await corridor('audit')).code).toBe(0);
});

test('needs a file for a rail whose connection keeps no statements', async () => {
  for (const args of [
    ['--rail', 'sandbox-bank', '--environment', 'SANDBOX'],
    ['--rail', 'acme-bank', '--environment', 'SANDBOX'],
  ]) {
    const { code, err } = await corridor('reconcile', ...args);
    expect(code).toBe(1);
    expect(err).toContain('--statement: required, because no connection in SANDBOX keeps statements of');
  }
});
