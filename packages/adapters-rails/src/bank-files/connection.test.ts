import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { instant, toIso } from '@corridor/core';
import { createRailStore, exampleAccountInfo } from '@corridor/core/internal';
import { type RailConnection, RailEntryError, type ConnectionContext } from '@corridor/core/ports';
import { fixedClock, railContract, seededRandom } from '@corridor/core/testing';
import * as runner from 'vitest';
import { ENTRY, IBAN, listeningCore, MONDAY, OTHER_IBAN } from '../testing/bank-connection.js';
import { createSealer } from '../custody/sealer.js';
import { digest } from '../testing/ports.js';
import { EUR } from './entry.js';
import { bankFiles } from './index.js';

const { afterAll, describe, expect, it } = runner;

const root = mkdtempSync(join(tmpdir(), 'bank-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const HOST_KEY = `SHA256:${'a'.repeat(43)}`;

let serial = 0;
function contextOf() {
  const clock = fixedClock(MONDAY);
  const { units } = createMemoryStorage();
  const store = createRailStore({ units, clock, sealer: createSealer(new Uint8Array(32)) }, 'PRODUCTION', 'acme-bank');
  const context: ConnectionContext = {
    name: 'acme-bank',
    environment: 'PRODUCTION',
    ...{ store, clock, digest },
    random: seededRandom('connection'),
    http: { send: () => Promise.reject(new Error('no call is expected')) },
    log: { info: () => {}, warn: () => {} },
    rateOf: () => Promise.resolve(null),
    addressesOf: () => Promise.resolve(0),
    secretOf: (_, reference) => `secret of ${JSON.stringify(reference)}`,
  };
  return { context, clock };
}

function newFolders() {
  serial += 1;
  const [outgoing, incoming, archive] = ['out', 'in', 'done'].map((name) => join(root, String(serial), name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [outgoing, incoming, archive]) mkdirSync(folder, { recursive: true });
  return { type: 'folder', outgoing, incoming, archive };
}

async function connect(over: Readonly<Record<string, unknown>> = {}) {
  const { context, clock } = contextOf();
  const exchange = newFolders();
  const connection = await bankFiles({ ...ENTRY, exchange, ...over }, context);
  return { connection, context, clock, exchange };
}

const task = ({ tasks }: RailConnection, name: string) => tasks.find((each) => each.name === name)!;

describe('the rail of an account', async () => {
  const { connection } = await connect();
  railContract(runner, connection.rails[0]!);
});

const payout = (reference: string) => ({
  reference,
  account: {
    ...exampleAccountInfo('EUR_ACCOUNT'),
    iban: 'FR1420041010050500013M02606',
    beneficiary: { beneficiaryType: 'INDIVIDUAL' as const, fullName: 'Grace Höpper', countryOfResidence: 'FR' },
  },
  currency: EUR,
  amount: 12_345n,
  paymentRail: 'SEPA' as const,
  purposeOfPayment: 'SALARY_PAYMENT',
  sameCurrency: true,
  remittanceInformation: 'RF18 5390 0754 7034',
  submittedAt: MONDAY,
  cancelRequestedAt: null,
});

const TRANSACTION = 'Transaction:0199c0de-0000-7000-8000-000000000001';

describe('a connection', () => {
  it('pays by a file in the folder, and hears of it by a pain.002', async () => {
    const { connection, clock, exchange } = await connect();
    const [rail] = connection.rails;
    const { told, tell } = listeningCore();
    expect(await rail!.payouts!.submit(payout(TRANSACTION))).toMatchObject({ state: 'pending' });
    await task(connection, 'send').run(tell, async () => new Set());
    const [name] = readdirSync(exchange.outgoing) as [string];
    const xml = readFileSync(join(exchange.outgoing, name), 'utf8');
    expect(xml).toContain('<Nm>Grace Hopper</Nm>');
    expect(xml).toContain('<Ref>RF18539007547034</Ref>');
    expect(xml).toContain('<Purp><Cd>SALA</Cd></Purp>');
    const report = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><GrpHdr><MsgId>R1</MsgId><CreDtTm>2026-11-23T12:00:00</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${name.slice(0, -4)}</OrgnlMsgId><OrgnlMsgNmId>pain.001</OrgnlMsgNmId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>0199c0de000070008000000000000001</OrgnlEndToEndId><TxSts>ACSC</TxSts></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
    writeFileSync(join(exchange.incoming, 'status.xml'), report);
    expect(await task(connection, 'receive').run(tell, async () => new Set())).toBe(2);
    clock.advance(2);
    expect(await task(connection, 'receive').run(tell, async () => new Set())).toBe(30);
    expect([...told.values()]).toEqual([
      expect.objectContaining({ kind: 'payout', reference: TRANSACTION, messageId: `${TRANSACTION}/delivered` }),
    ]);
    expect(readdirSync(exchange.archive).filter((name) => !name.startsWith('.'))).toEqual(['status.xml']);
    expect(await rail!.payouts!.status(payout(TRANSACTION), clock.now())).toMatchObject({ state: 'delivered' });
    expect(await connection.check()).toMatchObject({
      isReachable: true,
      lastExchangeAt: clock.now(),
      problems: [],
      backlog: { 'payments waiting for a file': 0, 'payments at the bank': 0, 'files without a report': 0 },
    });
  });

  it('expects a payment to settle on the execution date', async () => {
    const { connection } = await connect();
    const { settlesAt } = connection.rails[0]!.payouts!;
    const at = (time: string, rail: 'SEPA' | 'SEPA_INSTANT' = 'SEPA') =>
      toIso(settlesAt!(rail, instant(Date.parse(time))));
    expect(at('2026-11-23T09:00:00Z')).toBe('2026-11-23T22:59:00.000Z');
    // The next file is prepared after the cut-off at 16:00 in Berlin.
    expect(at('2026-11-23T14:59:30Z')).toBe('2026-11-24T22:59:00.000Z');
    expect(at('2026-11-27T20:00:00Z')).toBe('2026-11-30T22:59:00.000Z');
    expect(at('2026-12-24T20:00:00Z')).toBe('2026-12-28T22:59:00.000Z');
    expect(at('2026-12-24T20:00:00Z', 'SEPA_INSTANT')).toBe('2026-12-24T20:01:10.000Z');
  });

  it('fails what no bank would take, at once', async () => {
    const { connection } = await connect();
    const { submit, lookUp } = connection.rails[0]!.payouts!;
    const instruction = payout(TRANSACTION);
    const iban = 'TR330006100519786457841326';
    expect(await submit({ ...instruction, amount: 100_000_000_000n })).toMatchObject({ reason: 'LIMIT_EXCEEDED' });
    expect(await submit({ ...instruction, account: { ...instruction.account, iban } })).toMatchObject({
      state: 'failed',
      reason: 'ACCOUNT_INVALID',
    });
    expect(await lookUp({ ...instruction.account, iban }, EUR)).toBe('unreachable');
    expect(await lookUp(instruction.account, EUR)).toBe('reachable');
  });

  it('sends received money back once, to the IBAN of its sender', async () => {
    const { connection, exchange } = await connect();
    const { refund } = connection.rails[0]!.funding!;
    const remitter = { name: '…', account: 'FR14 2004 1010 0505 0001 3M02 606' };
    const arrival = { paymentId: 'E1', remitter, valueDate: '2026-11-20' };
    const back = { reference: 'Deposit:1', currency: EUR, amount: 500n, arrival, submittedAt: MONDAY };
    expect(await refund(back, MONDAY)).toMatchObject({ state: 'pending' });
    expect(await refund(back, MONDAY)).toMatchObject({ state: 'pending' });
    await task(connection, 'send').run(listeningCore().tell, async () => new Set());
    const [name] = readdirSync(exchange.outgoing) as [string];
    const xml = readFileSync(join(exchange.outgoing, name), 'utf8');
    expect(xml.match(/<CdtTrfTxInf>/g)).toHaveLength(1);
    expect(xml).toContain('<IBAN>FR1420041010050500013M02606</IBAN>');
    expect(xml).toContain('<Nm>Sender of the payment</Nm>');
    expect(xml).toContain('<Ustrd>Return of your payment of 2026-11-20</Ustrd>');
    // Money that goes back to an own account would arrive again, and go back again.
    for (const account of [null, 'DE890', '12345678', IBAN]) {
      const unknown = { ...back, reference: 'Deposit:2', arrival: { ...arrival, remitter: { ...remitter, account } } };
      expect(await refund(unknown, MONDAY)).toMatchObject({ state: 'failed' });
    }
  });

  it('tells payers the account and their reference', async () => {
    const { connection } = await connect();
    const request = { currency: EUR, reference: 'K7QF9M3XHTCP', amount: null, cryptoNetwork: null };
    const [instruction] = connection.rails[0]!.funding!.instructions({
      ...request,
      ...{ walletAddresses: null, addressIndex: null },
    })!;
    expect(instruction!.accountOrWalletInfo).toEqual({
      accountType: 'EUR_ACCOUNT',
      paymentRails: ['SEPA', 'SEPA_INSTANT'],
      iban: IBAN,
      swiftCode: 'COBADEFFXXX',
      reference: 'K7QF9M3XHTCP',
    });
  });

  it('names the rail of the first account like itself, and claims accounts and folders', async () => {
    const second = { iban: OTHER_IBAN, name: 'Acme', currency: 'EUR' };
    const { connection, exchange } = await connect({ accounts: [...ENTRY.accounts, second] });
    expect(connection.rails.map(({ name }) => name)).toEqual(['acme-bank', `acme-bank.${OTHER_IBAN}`]);
    expect(connection.claims).toEqual([
      `IBAN ${IBAN}`,
      `IBAN ${OTHER_IBAN}`,
      ...[exchange.outgoing, exchange.incoming, exchange.archive].map((folder) => `folder ${folder}`),
    ]);
  });

  it('refuses to work with another account under the same name', async () => {
    const { context } = contextOf();
    const exchange = newFolders();
    const { tell } = listeningCore();
    const first = await bankFiles({ ...ENTRY, exchange }, context);
    await task(first, 'send').run(tell, async () => new Set());
    const accounts = [{ iban: OTHER_IBAN, name: 'Acme', currency: 'EUR' }];
    const second = await bankFiles({ ...ENTRY, exchange, accounts }, context);
    await expect(task(second, 'send').run(tell, async () => new Set())).rejects.toThrow(/belongs to another account/);
    await expect(second.rails[0]!.payouts!.submit(payout(TRANSACTION))).rejects.toThrow(/belongs to another account/);
    expect((await second.check()).problems).toEqual([expect.stringMatching(/belongs to another account/)]);
  });

  it('is not reachable if a folder is missing', async () => {
    const { connection, exchange } = await connect();
    rmSync(exchange.incoming, { recursive: true });
    expect(await connection.check()).toMatchObject({
      isReachable: false,
      problems: [`the incoming folder ${exchange.incoming} does not exist`],
    });
  });

  it('claims one folder in one spelling', async () => {
    const exchange = newFolders();
    symlinkSync(exchange.incoming, `${exchange.incoming}-link`);
    const { connection } = await connect({
      exchange: { ...exchange, outgoing: `${exchange.archive}/../out/`, incoming: `${exchange.incoming}-link` },
    });
    expect(connection.claims.slice(1)).toEqual(
      [exchange.outgoing, exchange.incoming, exchange.archive].map((folder) => `folder ${folder}`),
    );
  });

  const server = { type: 'sftp', host: 'SFTP.bank.example', user: 'acme', privateKey: {}, hostKey: HOST_KEY };

  it('claims the folders of a server in one spelling, the archive too', async () => {
    const { connection } = await connect({
      exchange: { ...server, outgoing: '/acme//in/../out/', incoming: 'in/', archive: '/' },
    });
    expect(connection.claims.slice(1)).toEqual([
      'folder acme@sftp.bank.example:22/acme/out',
      'folder acme@sftp.bank.example:22in',
      'folder acme@sftp.bank.example:22/',
    ]);
  });

  it('refuses to keep files on a host that keeps none', async () => {
    const refused = connect({ vouchers: true });
    await expect(refused).rejects.toMatchObject({
      member: 'vouchers',
      message: expect.stringContaining('keeps no files') as string,
    });
  });

  it('refuses one folder for two purposes, under any name', async () => {
    const exchange = newFolders();
    symlinkSync(exchange.incoming, `${exchange.incoming}-link`);
    const { context } = contextOf();
    for (const given of [
      { ...exchange, archive: exchange.incoming },
      { ...exchange, archive: `${exchange.incoming}-link` },
      { ...server, outgoing: '/files', incoming: '/files/' },
    ]) {
      const create = async () => bankFiles({ ...ENTRY, exchange: given }, context);
      await expect(create()).rejects.toThrow(RailEntryError);
    }
  });
});
