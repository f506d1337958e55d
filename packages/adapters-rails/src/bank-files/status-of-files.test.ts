import { ok } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { IBAN, OTHER_IBAN, newPayment } from '../testing/bank-connection.js';
import { about, batch, because, sentFile, transactions } from '../testing/sent-file.js';
import { filesWith } from './file-records.js';
import type { FileStatus } from './file-states.js';
import { operatorActions } from './operator-actions.js';
import { FILES } from './payment-records.js';
import { prepareFiles } from './prepare-files.js';
import { openProblems } from './problems.js';
import { sendFiles } from './send-files.js';

type Bank = Awaited<ReturnType<typeof sentFile>>;

const files = ({ whole }: Bank, status: FileStatus) => whole.read((records) => filesWith(records, status, 9));
const record = ({ whole, file }: Bank) => whole.read((records) => records.get(FILES, file.messageId));
const ids = ({ told }: Bank) => [...told.keys()];

describe('a status of a file', () => {
  it('is stored with the file once, and a later one replaces it', async () => {
    const bank = await sentFile(1);
    await bank.hear({ group: { status: 'ACTC', reasons: [] } });
    const { version } = (await record(bank))!;
    expect(await files(bank, 'REPORTED')).toEqual([{ ...bank.file, status: 'REPORTED', bankStatus: 'ACTC' }]);
    await bank.hear({ group: { status: 'ACTC', reasons: [] } });
    await bank.hear({ group: { status: null, reasons: [] } });
    expect((await record(bank))!.version).toBe(version);
    await bank.hear({ group: { status: 'ACSP', reasons: [] } });
    expect((await files(bank, 'REPORTED')).map(({ bankStatus }) => bankStatus)).toEqual(['ACSP']);
  });

  it('that says nothing about the whole is a report all the same', async () => {
    const bank = await sentFile(1);
    await bank.hear({});
    expect(await files(bank, 'REPORTED')).toEqual([{ ...bank.file, status: 'REPORTED', bankStatus: null }]);
    expect(await bank.statuses()).toEqual(['FILED']);
  });

  it('that an operator discarded is a problem that names it', async () => {
    const bank = await sentFile(1);
    const { reference } = await bank.payments.submit(newPayment());
    await prepareFiles(bank.sending);
    const { messageId } = (await bank.payments.get(reference))!;
    const operators = operatorActions({ store: bank.store, exchange: bank.exchange, isManual: false });
    await operators.discard(messageId!);
    const problems = () => bank.whole.read((records) => openProblems(records, 9));
    expect(await problems()).toEqual([]);
    await bank.hear({ originalMessageId: messageId, group: { status: 'ACTC', reasons: [] } });
    expect(await problems()).toEqual([
      `the bank reports about the file ${messageId}, which was discarded; its payments may be in another file`,
    ]);
    expect((await files(bank, 'DISCARDED')).map(({ bankStatus }) => bankStatus)).toEqual(['ACTC']);
  });
});

describe('a report that names no file', () => {
  it('and no payment of this connection is set aside', async () => {
    const bank = await sentFile(1);
    const strange = about({ endToEndId: 'of someone else' }, 'ACSC');
    for (const told of [{}, transactions(strange)])
      expect(await bank.hear({ ...told, originalMessageId: null })).toEqual({
        kind: 'set-aside',
        reason: 'the status report names no payment of this connection',
      });
    const known = transactions(strange, about(bank.sent[0]!, 'ACSC'));
    expect(await bank.hear({ ...known, originalMessageId: null })).toEqual({ kind: 'applied' });
    expect(await bank.statuses()).toEqual(['DELIVERED']);
  });

  it('opens its exception under its own id', async () => {
    const bank = await sentFile(1);
    const refused = transactions(about(bank.sent[0]!, 'RJCT', because('AM04')));
    await bank.hear({ ...refused, messageId: 'R-1', originalMessageId: 'NOTPROVIDED' });
    expect(ids(bank)).toEqual(['status/R-1//held']);
  });
});

describe('an exception about held payments', () => {
  it('names the payment, the file, the account and the amount that waits', async () => {
    const bank = await sentFile(2);
    const [one] = bank.sent;
    const { messageId } = bank.file;
    await bank.hear({ ...transactions(about(one!, 'RJCT', because('AM04'))), messageId: 'R-1' });
    await bank.hear({ group: { status: 'RJCT', reasons: because('DU01') }, messageId: 'R-2' });
    const held = { kind: 'held', rail: 'acme-bank', currency: 'EUR' };
    expect([...bank.told.values()]).toEqual([
      {
        ...held,
        messageId: `status/R-1/${messageId}/held`,
        amount: 100n,
        reason: `the bank refused the payment ${one!.reference} of the file ${messageId} (RJCT AM04) for a reason of ${IBAN}, not of the payees: 1.00 EUR wait for a new file`,
      },
      {
        ...held,
        messageId: `status/R-2/${messageId}/held`,
        amount: 201n,
        reason: `the bank refused 2 payments of the file ${messageId} (RJCT AM04) for a reason of ${IBAN}, not of the payees: 2.01 EUR wait for a new file`,
      },
    ]);
  });

  it('is one for each account', async () => {
    const second = `acme-bank.${OTHER_IBAN}`;
    const accounts = [IBAN, OTHER_IBAN].map((iban) => ({ iban, name: 'Acme', currency: 'EUR' }));
    const bank = await sentFile(1, { accounts });
    const { reference } = await bank.payments.submit(newPayment({ amount: 5n }));
    await bank.payments.submit(newPayment({ amount: 7n, iban: OTHER_IBAN, rail: second }));
    await prepareFiles(bank.sending);
    await sendFiles(bank.sending);
    const { messageId } = (await bank.payments.get(reference))!;
    const told: unknown[] = [];
    const refused = bank.report({ originalMessageId: messageId, group: { status: 'RJCT', reasons: because('AM04') } });
    await bank.apply(refused, async (message) => {
      told.push(message.kind === 'held' && [message.rail, message.amount]);
      return ok({ effect: 'APPLIED', subject: null });
    });
    expect(told).toEqual([
      ['acme-bank', 5n],
      [second, 7n],
    ]);
  });

  it('comes from the report that holds the payments, not from a later one', async () => {
    const bank = await sentFile(1);
    const [one] = bank.sent;
    await bank.hear({ ...transactions(about(one!, 'RJCT', because('AM04'))), messageId: 'R-1' });
    await bank.hear({ ...transactions(about(one!, 'PDNG')), messageId: 'R-2' });
    expect(ids(bank)).toEqual([`status/R-1/${bank.file.messageId}/held`]);
    expect(await bank.statuses()).toEqual(['HELD']);
  });
});

it('what contradicts the file is logged, at most 20 remarks of it, and nothing else', async () => {
  const bank = await sentFile(1);
  bank.logged.length = 0;
  const [one] = bank.sent;
  await bank.hear(transactions(about(one!, 'PDNG')));
  expect(bank.logged).toEqual([]);
  const unknown = Array.from({ length: 21 }, (_, n) => about({ endToEndId: `X${n}` }, 'ACSC'));
  await bank.hear({ batches: [batch({ paymentInformationId: 'P0', transactions: unknown })] });
  const { messageId } = bank.file;
  const remarks = unknown.slice(0, 20).map(({ endToEndId }) => `${endToEndId} is unknown`);
  expect(bank.logged).toEqual([['warn', { messageId, remarks }, 'status report contradicts our file']]);
  await bank.hear({ batches: [batch({ paymentInformationId: 'P0' })] });
  expect(bank.logged.at(-1)).toEqual([
    'warn',
    { messageId, remarks: ['the batch P0 is not in the file'] },
    'status report contradicts our file',
  ]);
});
