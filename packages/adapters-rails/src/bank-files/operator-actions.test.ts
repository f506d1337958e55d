import type { Id } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { bankParts, newPayment } from '../testing/bank-connection.js';
import type { FileStatus } from './file-states.js';
import { filesWith, type OutgoingFile } from './file-records.js';
import { operatorActions } from './operator-actions.js';
import { prepareFiles } from './prepare-files.js';
import { openProblems } from './problems.js';
import { sendFiles } from './send-files.js';

const ADA = { id: 'Operator:ada' as Id<'Operator'>, name: 'Ada' };
const GRACE = { id: 'Operator:grace' as Id<'Operator'>, name: 'Grace' };

async function bank(over: Readonly<Record<string, unknown>> = {}, amounts: readonly bigint[] = [100n, 200n]) {
  const parts = bankParts(over);
  const payments = [];
  for (const amount of amounts) payments.push(await parts.payments.submit(newPayment({ amount })));
  await prepareFiles(parts.sending);
  const isManual = parts.entry.release === 'manual';
  const operators = operatorActions({ store: parts.store, exchange: parts.exchange, isManual });
  const files = (status: FileStatus): Promise<readonly OutgoingFile[]> =>
    parts.whole.read((records) => filesWith(records, status, 10));
  const send = () => sendFiles(parts.sending);
  const check = () => parts.whole.read((records) => openProblems(records, 10));
  return { ...parts, sent: payments, operators, files, send, check };
}

const codeOf = (result: { readonly ok: boolean; readonly error?: { readonly code: string } }) =>
  result.ok ? 'ok' : result.error!.code;

describe('a file that waits for a release', () => {
  it('is not sent before a person releases its digest', async () => {
    const { operators, files, send, exchange } = await bank({ release: 'manual' });
    await send();
    expect(exchange.published).toEqual([]);
    const [file] = await files('WAITING_RELEASE');
    const [release] = await operators.releases.list();
    expect(release).toEqual({
      id: file!.messageId,
      preparedAt: file!.createdAt,
      payments: 2,
      totals: { EUR: 300n },
      digest: file!.digest,
      reason: 'every file needs a release',
    });
    expect(codeOf(await operators.releases.release(release!.id, 'another digest', ADA, () => false))).toBe('CONFLICT');
    expect(codeOf(await operators.releases.release('M0', release!.digest, ADA, () => false))).toBe(
      'REFERENCE_NOT_FOUND',
    );
    expect(codeOf(await operators.releases.release(release!.id, release!.digest, ADA, () => false))).toBe('ok');
    expect(codeOf(await operators.releases.release(release!.id, release!.digest, GRACE, () => false))).toBe('CONFLICT');
    await send();
    expect(exchange.published).toHaveLength(1);
    expect((await files('SENT')).map(({ releasedBy }) => releasedBy)).toEqual([ADA]);
  });

  it('is one above manualAbove; others are sent at once', async () => {
    const over = { release: 'manual', manualAbove: 300, batch: { everySeconds: 60, maxPayments: 2 } };
    const { operators, send, exchange } = await bank(over, [100n, 200n, 100n, 201n]);
    await send();
    expect(exchange.published).toHaveLength(1);
    expect((await operators.releases.list()).map(({ totals, reason }) => [totals, reason])).toEqual([
      [{ EUR: 301n }, 'the sum is above 3.00 EUR'],
    ]);
  });

  it('keeps its payments: they cannot be cancelled any more', async () => {
    const { payments, sent } = await bank({ release: 'manual' });
    const { reference } = sent[0]!;
    expect(await payments.cancel(newPayment({ reference }))).toBe(false);
  });
});

describe('a file that the bank has not received', () => {
  it('is sent again with the same content when an operator says so', async () => {
    const { operators, files, send, exchange } = await bank();
    await send();
    const [file] = await files('SENT');
    expect(codeOf(await operators.resend(file!.messageId, ADA))).toBe('ok');
    await send();
    expect(exchange.published).toHaveLength(2);
    expect(exchange.published[1]).toEqual(exchange.published[0]);
  });

  it('needs a release by another person, where files are released', async () => {
    const { operators, files, send, exchange } = await bank({ release: 'manual', manualAbove: 1_000_000 });
    await send();
    const [file] = await files('SENT');
    expect(codeOf(await operators.resend(file!.messageId, ADA))).toBe('ok');
    await send();
    expect(exchange.published).toHaveLength(1);
    const [release] = await operators.releases.list();
    expect(release!.reason).toBe('Ada asks to send it again');
    for (const same of [ADA, { ...ADA, name: ' ADA' }]) {
      expect(codeOf(await operators.releases.release(release!.id, release!.digest, same, () => false))).toBe(
        'FORBIDDEN',
      );
    }
    const isOnePerson = ({ id }: { readonly id: string }) => id === ADA.id;
    const { id, digest } = release!;
    expect(codeOf(await operators.releases.release(id, digest, GRACE, isOnePerson))).toBe('FORBIDDEN');
    expect(codeOf(await operators.releases.release(release!.id, release!.digest, GRACE, () => false))).toBe('ok');
    await send();
    expect(exchange.published).toHaveLength(2);
  });

  it('is not sent again before it was sent, or while it is in the folder', async () => {
    const { operators, files, send, exchange, ...parts } = await bank();
    const [file] = await files('PREPARED');
    expect(codeOf(await operators.resend(file!.messageId, ADA))).toBe('CONFLICT');
    expect(codeOf(await operators.resend('M0', ADA))).toBe('REFERENCE_NOT_FOUND');
    await send();
    const inFolder = {
      use: <T>(work: Parameters<typeof exchange.use<T>>[0]) =>
        exchange.use((session) => work({ ...session, isOutgoing: async () => true })),
    };
    const others = operatorActions({ store: parts.store, exchange: inFolder, isManual: false });
    expect(codeOf(await others.resend(file!.messageId, ADA))).toBe('CONFLICT');
    expect(exchange.published).toHaveLength(1);
  });

  it('is not sent again after the bank has booked one of its payments, also if an operator asked before', async () => {
    const { operators, files, send, exchange, payments, sent, tell, check } = await bank();
    await send();
    const [file] = await files('SENT');
    expect(codeOf(await operators.resend(file!.messageId, ADA))).toBe('ok');
    await payments.booked(sent[1]!.reference, { entryId: 'E1', date: null }, tell);
    await send();
    expect(exchange.published).toHaveLength(1);
    expect(await check()).toEqual([expect.stringContaining(sent[1]!.reference)]);
    expect(codeOf(await operators.discard(file!.messageId))).toBe('ok');
    expect(await check()).toEqual([]);
    expect(codeOf(await operators.resend(file!.messageId, ADA))).toBe('CONFLICT');
    await send();
    expect(exchange.published).toHaveLength(1);
  });

  it('goes back to SENT if an operator changes their mind, and its payments go into no other file', async () => {
    const { operators, files, send, exchange, sending } = await bank();
    await send();
    const [file] = await files('SENT');
    await operators.resend(file!.messageId, ADA);
    expect(codeOf(await operators.discard(file!.messageId))).toBe('ok');
    await prepareFiles(sending);
    await send();
    expect(exchange.published).toHaveLength(1);
    expect(await files('SENT')).toHaveLength(1);
  });
});

describe('a file that an operator discards', () => {
  it('is not sent; its payments go into a new file, within the limit of the day', async () => {
    const { operators, files, send, exchange, sending, sent } = await bank({ release: 'manual', maxPerDay: 300 });
    const [file] = await files('WAITING_RELEASE');
    expect(codeOf(await operators.discard(file!.messageId))).toBe('ok');
    expect(codeOf(await operators.discard(file!.messageId))).toBe('CONFLICT');
    await prepareFiles(sending);
    const [release] = await operators.releases.list();
    expect(release!.id).not.toBe(file!.messageId);
    await operators.releases.release(release!.id, release!.digest, ADA, () => false);
    await send();
    const xml = new TextDecoder().decode(exchange.published[0]!.content);
    for (const { endToEndId } of sent) expect(xml).toContain(endToEndId);
    expect(exchange.published).toHaveLength(1);
  });

  it('cannot be one that the bank may have', async () => {
    const { operators, files, send } = await bank();
    await send();
    const [file] = await files('SENT');
    expect(codeOf(await operators.discard(file!.messageId))).toBe('CONFLICT');
    expect(codeOf(await operators.discard('M0'))).toBe('REFERENCE_NOT_FOUND');
  });
});

it('sends no payment in a new file that the bank has executed by an earlier one', async () => {
  const { operators, files, send, exchange, payments, sent, tell, sending, check } = await bank({ release: 'manual' });
  const release = async () => {
    const [waiting] = await operators.releases.list();
    expect(codeOf(await operators.releases.release(waiting!.id, waiting!.digest, ADA, () => false))).toBe('ok');
    await send();
    return waiting!.id;
  };
  const messageId = await release();
  const failure = 'QUOTE_EXECUTION_FAILED';
  const held = { event: 'hold', by: 'R1', messageId, bankStatus: 'RJCT AM05', code: 'AM05', failure } as const;
  await payments.report(
    sent.map(({ reference }) => ({ ...held, reference })),
    tell,
  );
  expect(codeOf(await operators.requeue(messageId))).toBe('ok');
  await prepareFiles(sending);
  await payments.booked(sent[0]!.reference, { entryId: 'E1', date: null }, tell);
  const second = await release();
  expect(exchange.published).toHaveLength(1);
  expect(await check()).toEqual([expect.stringContaining(sent[0]!.reference)]);
  expect(codeOf(await operators.discard(second))).toBe('ok');
  expect(await check()).toEqual([]);
  await prepareFiles(sending);
  await release();
  expect(exchange.published).toHaveLength(2);
  expect((await files('SENT')).map(({ payments: count }) => count).sort()).toEqual([1, 2]);
});

it('shows files and payments with what the bank reports', async () => {
  const { operators, sent, files, send, payments, tell } = await bank();
  await send();
  const [file] = await files('SENT');
  const { messageId } = file!;
  const { reference } = sent[0]!;
  expect(await operators.show(messageId)).toMatchObject({
    value: expect.stringMatching(/ is SENT: 2 payments, 3\.00 EUR, digest [0-9a-f]{64}, .*the bank reports no status/),
  });
  await payments.report([{ event: 'note', by: 'R1', reference, messageId, bankStatus: 'PDNG' }], tell);
  expect(await operators.show(reference)).toMatchObject({
    value: expect.stringMatching(/ is FILED: 1\.00 EUR, in the file M.*; the bank reports PDNG$/),
  });
  expect(codeOf(await operators.show('M0'))).toBe('REFERENCE_NOT_FOUND');
});

it('nothing is requeued that is not held', async () => {
  const { operators, sent, files } = await bank();
  const [file] = await files('PREPARED');
  for (const subject of [sent[0]!.reference, file!.messageId, 'M0', '']) {
    expect(codeOf(await operators.requeue(subject))).toBe('REFERENCE_NOT_FOUND');
  }
});
