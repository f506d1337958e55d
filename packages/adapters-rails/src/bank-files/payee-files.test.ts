import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import type { Id } from '@corridor/core';
import { createRailStore, exampleAccountInfo } from '@corridor/core/internal';
import { fixedClock, seededRandom } from '@corridor/core/testing';
import { afterAll, expect, it } from 'vitest';
import { createSealer } from '../custody/sealer.js';
import { ENTRY, keptLog, listeningCore, MONDAY, PAYEE } from '../testing/bank-connection.js';
import { digest } from '../testing/ports.js';
import { EUR } from './entry.js';
import { bankFiles } from './index.js';

const root = mkdtempSync(join(tmpdir(), 'payee-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ADA = { id: 'Operator:ada' as Id<'Operator'>, name: 'Ada' };
const REFERENCES = [1, 2, 3].map((n) => `Transaction:0199c0de-0000-7000-8000-00000000000${n}`);
const idOf = (reference: string): string => reference.slice('Transaction:'.length).replaceAll('-', '');

/** A report as annex 3 of the German agreement describes it. */
const report = (
  messageId: string,
  [first, second, third]: readonly string[],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
  <GrpHdr><MsgId>VOP-1</MsgId><CreDtTm>2026-11-23T10:05:00.123+01:00</CreDtTm></GrpHdr>
  <OrgnlGrpInfAndSts>
    <OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><OrgnlNbOfTxs>3</OrgnlNbOfTxs>
    <GrpSts>RVCM</GrpSts>
    <StsRsnInf>
      <AddtlInf>RCVC The name is that of the account.</AddtlInf>
      <AddtlInf>RVMC The name is similar.</AddtlInf>
      <AddtlInf>RVNM The name is another one. The</AddtlInf><AddtlInf>RVNM bank is not liable.</AddtlInf>
    </StsRsnInf>
    <NbOfTxsPerSts><DtldNbOfTxs>1</DtldNbOfTxs><DtldSts>RCVC</DtldSts></NbOfTxsPerSts>
  </OrgnlGrpInfAndSts>
  <OrgnlPmtInfAndSts><OrgnlPmtInfId>NOTPROVIDED</OrgnlPmtInfId>
    <TxInfAndSts><OrgnlEndToEndId>${idOf(first!)}</OrgnlEndToEndId><TxSts>RCVC</TxSts></TxInfAndSts>
    <TxInfAndSts><OrgnlEndToEndId>${idOf(second!)}</OrgnlEndToEndId><TxSts>RVMC</TxSts>
      <StsRsnInf><AddtlInf>Grace Brewster Hopper</AddtlInf></StsRsnInf>
      <OrgnlTxRef><Cdtr><Pty><Nm>Grace Hopper</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>${PAYEE}</IBAN></Id></CdtrAcct></OrgnlTxRef>
    </TxInfAndSts>
    <TxInfAndSts><OrgnlEndToEndId>${idOf(third!)}</OrgnlEndToEndId><TxSts>RVNM</TxSts></TxInfAndSts>
  </OrgnlPmtInfAndSts>
</CstmrPmtStsRpt></Document>`;

const payout = (reference: string) => ({
  reference,
  account: {
    ...exampleAccountInfo('EUR_ACCOUNT'),
    iban: PAYEE,
    beneficiary: { beneficiaryType: 'INDIVIDUAL' as const, fullName: 'Grace Hopper' },
  },
  ...{ currency: EUR, amount: 100n, paymentRail: 'SEPA' as const, purposeOfPayment: null, sameCurrency: true },
  ...{ remittanceInformation: null, submittedAt: MONDAY, cancelRequestedAt: null },
});

it('a bank that verifies payees is answered by operators, and core hears what was cancelled', async () => {
  const [outgoing, incoming, archive] = ['out', 'in', 'done'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [outgoing, incoming, archive]) mkdirSync(folder);
  const clock = fixedClock(MONDAY);
  const { units } = createMemoryStorage();
  const store = createRailStore({ units, clock, sealer: createSealer(new Uint8Array(32)) }, 'PRODUCTION', 'acme-bank');
  const { tell, told } = listeningCore();
  const connection = await bankFiles(
    { ...ENTRY, exchange: { type: 'folder', outgoing, incoming, archive } },
    {
      ...{ name: 'acme-bank', environment: 'PRODUCTION', store, clock, digest, log: keptLog().log },
      random: seededRandom('payees'),
      http: { send: () => Promise.reject(new Error('no call is expected')) },
      rateOf: () => Promise.resolve(null),
      addressesOf: () => Promise.resolve(0),
      secretOf: () => '',
    },
  );
  const run = (name: string) => connection.tasks.find((task) => task.name === name)!.run(tell, async () => new Set());
  const act = (name: string, subject: string) =>
    connection.actions!.find((one) => one.name === name)!.run(subject, ADA);
  const receive = async () => {
    await run('receive');
    clock.advance(2);
    await run('receive');
  };
  const stateOf = async (reference: string) =>
    (await connection.rails[0]!.payouts!.status(payout(reference), clock.now())).state;

  for (const reference of REFERENCES) await connection.rails[0]!.payouts!.submit(payout(reference));
  await run('send');
  const [name] = readdirSync(outgoing) as [string];
  expect(readFileSync(join(outgoing, name), 'utf8')).toContain(idOf(REFERENCES[0]!));
  const messageId = name.slice(0, -'.xml'.length);
  writeFileSync(join(incoming, 'vop.xml'), report(messageId, REFERENCES));
  await receive();

  const held = [...told.values()].flatMap((message) => (message.kind === 'held' ? [message] : []));
  expect(held.map(({ amount }) => amount)).toEqual([200n]);
  expect(held[0]!.reason).toMatch(
    /\(RVMC, RVNM\).*the bank says: The name is similar\. The name is another one\. The bank is not liable\.$/,
  );
  expect(await Promise.all(REFERENCES.map(stateOf))).toEqual(['pending', 'pending', 'pending']);
  const { backlog, problems } = await connection.check();
  expect(backlog).toMatchObject({ 'payments that the bank has not released': 2, 'payments at the bank': 1 });
  expect(problems).toEqual(['2 payments wait for a release at the bank, because it could not confirm the payee']);
  expect(await act('show', REFERENCES[1]!)).toMatchObject({
    value: expect.stringContaining('"Grace Brewster Hopper" as the holder of the account') as unknown,
  });

  expect(await act('release-payment', REFERENCES[1]!)).toMatchObject({ ok: true });
  expect(await act('cancel-payment', REFERENCES[2]!)).toMatchObject({ ok: true });
  await run('receive');
  expect(await Promise.all(REFERENCES.map(stateOf))).toEqual(['pending', 'pending', 'failed']);
  expect(told.get(`${REFERENCES[2]}/cancelled`)).toMatchObject({ status: { state: 'failed', refundable: true } });
  expect((await connection.check()).problems).toEqual([]);
  const traces = await connection.traces!(REFERENCES[1]!);
  expect(traces.at(-1)!.text).toBe('the payment is FILED, the bank says RVMC, released at the bank by Ada after RVMC');
  expect(await run('unanswered')).toBe(3600);
});
