import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import type { Id } from '@corridor/core';
import { createRailStore, exampleAccountInfo } from '@corridor/core/internal';
import type { RailConnection, ConnectionContext } from '@corridor/core/ports';
import { fixedClock, seededRandom } from '@corridor/core/testing';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENTRY, IBAN, keptLog, listeningCore, MONDAY, OTHER_IBAN, PAYEE } from '../testing/bank-connection.js';
import { FolderSftpClient, sftpScript } from '../testing/folder-sftp-client.js';
import { createSealer } from '../custody/sealer.js';
import { digest } from '../testing/ports.js';
import { EUR } from './entry.js';
import { bankFiles } from './index.js';

vi.mock('ssh2-sftp-client', () => ({ default: FolderSftpClient }));

const root = mkdtempSync(join(tmpdir(), 'bank-checks-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  sftpScript.connections.length = 0;
  sftpScript.fails = () => undefined;
});

const ADA = { id: 'Operator:ada' as Id<'Operator'>, name: 'Ada' };

let serial = 0;
function host() {
  serial += 1;
  const [outgoing, incoming, archive] = ['out', 'in', 'done'].map((name) => join(root, String(serial), name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [outgoing, incoming, archive]) mkdirSync(folder, { recursive: true });
  const exchange = { type: 'folder', outgoing, incoming, archive };
  const clock = fixedClock(MONDAY);
  const { units } = createMemoryStorage();
  const store = createRailStore({ units, clock, sealer: createSealer(new Uint8Array(32)) }, 'PRODUCTION', 'acme-bank');
  const asked: string[] = [];
  const { log, logged } = keptLog();
  const context: ConnectionContext = {
    name: 'acme-bank',
    environment: 'PRODUCTION',
    ...{ store, clock, digest, log },
    random: seededRandom('checks'),
    http: { send: () => Promise.reject(new Error('no call is expected')) },
    rateOf: () => Promise.resolve(null),
    addressesOf: () => Promise.resolve(0),
    secretOf: (member, reference) => {
      asked.push(member);
      return `secret of ${JSON.stringify(reference)}`;
    },
  };
  const connect = async (over: Readonly<Record<string, unknown>> = {}) =>
    bankFiles({ ...ENTRY, exchange, ...over }, context);
  return { context, clock, exchange, connect, asked, logged, ...listeningCore() };
}

type Host = ReturnType<typeof host>;

const run = ({ tasks }: RailConnection, name: string, { tell }: Host) =>
  tasks.find((each) => each.name === name)!.run(tell, async () => new Set());

const payout = (reference: string, amount = 12_345n) => ({
  reference,
  account: {
    ...exampleAccountInfo('EUR_ACCOUNT'),
    iban: PAYEE,
    beneficiary: { beneficiaryType: 'INDIVIDUAL' as const, fullName: 'Grace Höpper', countryOfResidence: 'FR' },
  },
  currency: EUR,
  amount,
  paymentRail: 'SEPA' as const,
  purposeOfPayment: 'SALARY_PAYMENT',
  sameCurrency: true,
  remittanceInformation: 'Invoice 42',
  submittedAt: MONDAY,
  cancelRequestedAt: null,
});

const reference = (n: number) => `Transaction:0199c0de-0000-7000-8000-00000000000${n}`;

/** A pain.002 that refuses a whole file. */
const refusal = (messageId: string, code: string): string =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><GrpHdr><MsgId>R1</MsgId><CreDtTm>2026-11-23T12:00:00</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001</OrgnlMsgNmId><GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;

const NOTHING = {
  'payments waiting for a file': 0,
  'payments at the bank': 0,
  'payments that the bank has not released': 0,
  'payments blocked by the bank': 0,
  'payments held': 0,
  'files waiting for a release': 0,
  'files prepared': 0,
  'files without a report': 0,
  'files set aside': 0,
};

describe('the check of a connection', () => {
  it('counts payments and files by what they wait for', async () => {
    const own = host();
    const manual = await own.connect({ release: 'manual', maxPerFile: 20_000 });
    const { submit } = manual.rails[0]!.payouts!;
    const backlog = async () => (await manual.check()).backlog;
    expect(await backlog()).toMatchObject(NOTHING);
    expect((await manual.check()).lastExchangeAt).toBe(null);
    await submit(payout(reference(1)));
    await submit(payout(reference(2), 30_000n));
    expect(await backlog()).toMatchObject({ ...NOTHING, 'payments waiting for a file': 2 });
    await run(manual, 'send', own);
    const filed = { ...NOTHING, 'payments waiting for a file': 1, 'payments at the bank': 1 };
    expect(await backlog()).toMatchObject({ ...filed, 'files waiting for a release': 1 });
    expect((await manual.check()).problems).toEqual([
      `the waiting payment ${reference(2)} of 300.00 EUR is above maxPerFile or maxPerDay`,
    ]);
    const [release] = await manual.releases!.list();
    await manual.releases!.release(release!.id, release!.digest, ADA, () => false);
    expect(await backlog()).toMatchObject({ ...filed, 'files prepared': 1 });
    await run(manual, 'send', own);
    expect(await backlog()).toMatchObject({ ...filed, 'files without a report': 1 });
    expect(await manual.check()).toMatchObject({ isReachable: true, lastExchangeAt: own.clock.now() });
  });

  it('names held payments and files that were set aside', async () => {
    const own = host();
    const connection = await own.connect();
    await connection.rails[0]!.payouts!.submit(payout(reference(1)));
    await run(connection, 'send', own);
    const [name] = readdirSync(own.exchange.outgoing) as [string];
    writeFileSync(join(own.exchange.incoming, 'status.xml'), refusal(name.slice(0, -4), 'AM04'));
    writeFileSync(join(own.exchange.incoming, 'strange.xml'), refusal('M0', 'AM04'));
    await run(connection, 'receive', own);
    own.clock.advance(2);
    await run(connection, 'receive', own);
    const { backlog, problems } = await connection.check();
    expect(backlog).toMatchObject({ ...NOTHING, 'payments held': 1, 'files set aside': 1 });
    expect(problems).toEqual([
      '1 payments are held, because the bank refused them for a reason of our account, or their file was cancelled',
      'the file strange.xml was set aside: the status report is about M0, a file that this connection has not sent',
    ]);
  });

  it('says why the other side is not reached, and counts all the same', async () => {
    const own = host();
    const { outgoing, incoming, archive } = own.exchange;
    const server = { type: 'sftp', host: 'sftp.bank.example', user: 'acme', hostKey: `SHA256:${'a'.repeat(43)}` };
    const exchange = { ...server, outgoing, incoming, archive, privateKey: { file: '/key' } };
    const connection = await own.connect({ exchange });
    expect(await connection.check()).toMatchObject({ isReachable: true, problems: [] });
    sftpScript.fails = (call) => (call === 'connect' ? new Error('refused') : undefined);
    expect(await connection.check()).toMatchObject({
      isReachable: false,
      problems: ['the SFTP server failed (connect): refused'],
      backlog: NOTHING,
    });
  });
});

describe('two installations on the folders of one bank', () => {
  it('do not divide its files: the second one says that the first one has them', async () => {
    const [first, second] = [host(), host()];
    Object.assign(second.context, { random: seededRandom('the second installation') });
    expect((await (await first.connect()).check()).problems).toEqual([]);
    const other = await second.connect({ exchange: first.exchange });
    const problem = /^the archive belongs to another installation of Corridor \("[0-9a-f]{16}"\)/;
    expect(await other.check()).toMatchObject({
      isReachable: false,
      problems: [expect.stringMatching(problem) as unknown],
    });
    await expect(run(other, 'receive', second)).rejects.toThrow(problem);
    // The next start of the first one.
    expect((await (await first.connect()).check()).problems).toEqual([]);
    rmSync(join(first.exchange.archive, '.corridor-owner'));
    expect((await other.check()).problems).toEqual([]);
  });
});

describe('a server that has gone silent', () => {
  it('does not keep from being shown what was exchanged before', { timeout: 20_000 }, async () => {
    const own = host();
    const { outgoing, incoming, archive } = own.exchange;
    const server = { type: 'sftp', host: 'sftp.bank.example', user: 'acme', hostKey: `SHA256:${'a'.repeat(43)}` };
    const connection = await own.connect({
      exchange: { ...server, outgoing, incoming, archive, privateKey: { file: '/key' } },
    });
    await connection.rails[0]!.payouts!.submit(payout(reference(1)));
    await run(connection, 'send', own);
    sftpScript.fails = (call) => (call === 'exists' ? new Promise(() => {}) : undefined);
    expect(await connection.check()).toMatchObject({
      isReachable: false,
      lastExchangeAt: own.clock.now(),
      problems: ['the other side has not answered within 8 seconds'],
      backlog: { 'payments at the bank': 1 },
    });
  });
});

describe('a connection over SFTP', () => {
  it('takes key and passphrase from where its entry says', async () => {
    const own = host();
    const { outgoing, incoming } = own.exchange;
    const server = { type: 'sftp', host: 'sftp.bank.example', user: 'acme', hostKey: `SHA256:${'a'.repeat(43)}` };
    const exchange = { ...server, port: 2022, outgoing, incoming, privateKey: { file: '/key' } };
    await (await own.connect({ exchange })).check();
    expect(own.asked).toEqual(['exchange.privateKey']);
    await (await own.connect({ exchange: { ...exchange, passphrase: { env: 'PASSPHRASE' } } })).check();
    expect(own.asked.slice(1)).toEqual(['exchange.privateKey', 'exchange.passphrase']);
    const [first, second] = sftpScript.connections;
    expect(first).toMatchObject({
      ...{ host: 'sftp.bank.example', port: 2022, username: 'acme' },
      privateKey: 'secret of {"file":"/key"}',
    });
    expect(first).not.toHaveProperty('passphrase');
    expect(second).toMatchObject({ passphrase: 'secret of {"env":"PASSPHRASE"}' });
  });
});

describe('the accounts of a connection', () => {
  it('stay those of their rails after a restart, and new ones come after them', async () => {
    const own = host();
    await run(await own.connect(), 'send', own);
    expect((await (await own.connect()).check()).problems).toEqual([]);
    const second = { iban: OTHER_IBAN, name: 'Acme', currency: 'EUR' };
    const both = await own.connect({ accounts: [...ENTRY.accounts, second] });
    expect((await both.check()).problems).toEqual([]);
    const swapped = await own.connect({ accounts: [second, ...ENTRY.accounts] });
    const problem = `the rail acme-bank belongs to another account than ${OTHER_IBAN}; list the accounts in their first order, and new accounts after them`;
    expect((await swapped.check()).problems).toEqual([problem]);
    await expect(run(swapped, 'receive', own)).rejects.toThrow(problem);
    await expect(swapped.rails[0]!.payouts!.cancel!(payout(reference(1)))).rejects.toThrow(problem);
  });

  it('claim folders that do not exist as they are written', async () => {
    const own = host();
    const connection = await own.connect({
      exchange: { ...own.exchange, archive: join(root, 'nowhere', '..', 'none') },
    });
    expect(connection.claims).toEqual([
      `IBAN ${IBAN}`,
      ...[own.exchange.outgoing, own.exchange.incoming, join(root, 'none')].map((folder) => `folder ${folder}`),
    ]);
  });
});

describe('the actions of a connection', () => {
  const act = ({ actions }: RailConnection, name: string, subject: string) =>
    actions!.find((each) => each.name === name)!.run(subject, ADA);

  it('are named with the subjects that they take', async () => {
    const { actions } = await host().connect();
    expect(actions!.map(({ name, subject }) => [name, subject])).toEqual([
      ['show', 'MsgId of a file, or reference of a payment'],
      ['resend', 'MsgId of a file'],
      ['discard', 'MsgId of a file'],
      ['requeue', 'reference of a payment, or MsgId of a file'],
      ['release-payment', 'reference of a payment, or MsgId of a file'],
      ['cancel-payment', 'reference of a payment, or MsgId of a file'],
      ['dismiss-file', 'name of a file'],
    ]);
    for (const { description } of actions!) expect(description).not.toBe('');
  });

  it('show, send again, discard and requeue', async () => {
    const own = host();
    const connection = await own.connect();
    await connection.rails[0]!.payouts!.submit(payout(reference(1)));
    await run(connection, 'send', own);
    const [name] = readdirSync(own.exchange.outgoing) as [string];
    const messageId = name.slice(0, -4);
    expect(await act(connection, 'show', messageId)).toMatchObject({
      value: expect.stringMatching(new RegExp(`^${messageId} is SENT: 1 payments, 123\\.45 EUR, `)) as unknown,
    });
    expect(await act(connection, 'resend', messageId)).toMatchObject({ ok: false });
    rmSync(join(own.exchange.outgoing, name));
    expect(await act(connection, 'resend', messageId)).toMatchObject({ value: `${messageId} will be sent again` });
    expect(await act(connection, 'discard', messageId)).toMatchObject({ value: `${messageId} will not be sent again` });
    writeFileSync(join(own.exchange.incoming, 'status.xml'), refusal(messageId, 'AM04'));
    await run(connection, 'receive', own);
    own.clock.advance(2);
    await run(connection, 'receive', own);
    expect(await act(connection, 'requeue', reference(1))).toMatchObject({ value: '1 payments wait for a new file' });
    expect((await connection.traces!(reference(1))).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^payout accepted with EndToEndId 0199c0de/) as unknown,
      'the payment is WAITING, the bank says RJCT AM04',
    ]);
  });

  it('ask for a release of what is sent again, where files are released', async () => {
    const own = host();
    const connection = await own.connect({ release: 'manual', manualAbove: 1_000_000 });
    await connection.rails[0]!.payouts!.submit(payout(reference(1)));
    await run(connection, 'send', own);
    const [name] = readdirSync(own.exchange.outgoing) as [string];
    rmSync(join(own.exchange.outgoing, name));
    const messageId = name.slice(0, -4);
    expect(await act(connection, 'resend', messageId)).toMatchObject({ value: `${messageId} waits for a release` });
    expect((await connection.releases!.list()).map(({ id, reason }) => [id, reason])).toEqual([
      [messageId, 'Ada asks to send it again'],
    ]);
  });
});

describe('the tasks of a connection', () => {
  it('run as often as its entry says, and look for files at least twice a minute', async () => {
    for (const [everySeconds, look] of [
      [10, 10],
      [3600, 30],
    ]) {
      const own = host();
      const connection = await own.connect({ batch: { everySeconds, maxPayments: 10 } });
      expect([await run(connection, 'send', own), await run(connection, 'receive', own)]).toEqual([everySeconds, look]);
    }
  });
});

describe('a payment', () => {
  it('is cancelled until it is in a file', async () => {
    const own = host();
    const connection = await own.connect();
    const { submit, cancel } = connection.rails[0]!.payouts!;
    await submit(payout(reference(1)));
    await submit(payout(reference(2)));
    expect(await cancel!(payout(reference(1)))).toBe('cancelled');
    await run(connection, 'send', own);
    expect(await cancel!(payout(reference(2)))).toBe('too-late');
  });

  it('names the country of the payee, by its code only', async () => {
    const own = host();
    const connection = await own.connect();
    const { account, ...rest } = payout(reference(1));
    for (const [n, country] of ['FR', 'France', undefined].entries()) {
      const address = { line1: '1 Rue de Rivoli', city: 'Paris', postalCode: '75001', country };
      const beneficiary = { ...account.beneficiary, countryOfResidence: 'DE', address };
      const named = { ...rest, reference: reference(n + 1), account: { ...account, beneficiary } as never };
      expect(await connection.rails[0]!.payouts!.submit(named)).toMatchObject({ state: 'pending' });
    }
    await run(connection, 'send', own);
    const [name] = readdirSync(own.exchange.outgoing) as [string];
    const xml = readFileSync(join(own.exchange.outgoing, name), 'utf8');
    expect(xml.match(/<Ctry>[^<]*<\/Ctry>/g)?.toSorted()).toEqual(['<Ctry>DE</Ctry>', '<Ctry>FR</Ctry>']);
  });
});

describe('a payment that is submitted again', () => {
  it('answers as the first time, also if no bank would take it now', async () => {
    const own = host();
    const { submit } = (await own.connect()).rails[0]!.payouts!;
    const first = await submit(payout(reference(1)));
    expect(await submit(payout(reference(1), 100_000_000_000n))).toEqual(first);
  });

  it('to an IBAN in small letters goes to the IBAN', async () => {
    const own = host();
    const connection = await own.connect();
    const { account, ...rest } = payout(reference(1));
    await connection.rails[0]!.payouts!.submit({ ...rest, account: { ...account, iban: PAYEE.toLowerCase() } });
    await run(connection, 'send', own);
    expect(readdirSync(own.exchange.outgoing)).toHaveLength(1);
  });
});
