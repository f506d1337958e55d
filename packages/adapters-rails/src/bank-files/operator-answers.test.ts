import type { Id } from '@corridor/core';
import { toIso } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { bankParts, Crash, newPayment } from '../testing/bank-connection.js';
import type { FileStatus } from './file-states.js';
import { filesWith, type OutgoingFile } from './file-records.js';
import { operatorActions } from './operator-actions.js';
import { prepareFiles } from './prepare-files.js';
import { sendFiles } from './send-files.js';

const ADA = { id: 'Operator:ada' as Id<'Operator'>, name: 'Ada' };

async function bank(over: Readonly<Record<string, unknown>> = {}) {
  const parts = bankParts(over);
  const sent = [
    await parts.payments.submit(newPayment({ amount: 100n })),
    await parts.payments.submit(newPayment({ amount: 200n })),
  ] as const;
  await prepareFiles(parts.sending);
  const isManual = parts.entry.release === 'manual';
  const operators = operatorActions({ store: parts.store, exchange: parts.exchange, isManual });
  const files = (status: FileStatus): Promise<readonly OutgoingFile[]> =>
    parts.whole.read((records) => filesWith(records, status, 10));
  const file = async (status: FileStatus) => (await files(status))[0]!;
  const hold = async (messageId: string, references: readonly string[]) => {
    const failure = 'QUOTE_EXECUTION_FAILED';
    const held = { event: 'hold', by: 'R1', messageId, bankStatus: 'RJCT AM04', code: 'AM04', failure } as const;
    await parts.payments.report(
      references.map((reference) => ({ ...held, reference })),
      parts.tell,
    );
  };
  const statuses = async () =>
    (await parts.payments.getMany(sent.map(({ reference }) => reference))).map(({ status }) => status);
  return { ...parts, sent, operators, files, file, hold, statuses, send: () => sendFiles(parts.sending) };
}

const refusal = (code: string, message: string) => ({
  ok: false,
  error: expect.objectContaining({ code, message }) as unknown,
});
const done = (value: string | undefined) => ({ ok: true, value });

describe('what an operator is shown', () => {
  it('of a file is its state, its sum, its digest and its times', async () => {
    const { operators, file, send, clock, whole } = await bank();
    const { messageId, digest, createdAt } = await file('PREPARED');
    const about = (status: string, sent: string, reported: string) =>
      done(
        `${messageId} is ${status}: 2 payments, 3.00 EUR, digest ${digest}, prepared ${toIso(createdAt)}, ${sent}; ${reported}`,
      );
    const none = 'the bank reports no status of the file';
    expect(await operators.show(messageId)).toEqual(about('PREPARED', 'not sent', none));
    clock.advance(90);
    await send();
    const sentAt = `sent ${toIso(clock.now())}`;
    expect(await operators.show(messageId)).toEqual(about('SENT', sentAt, none));
    await whole.run(async (records) => {
      const record = (await records.get('files', messageId))!;
      records.change(record, { value: { ...(record.value as object), bankStatus: 'ACTC' } });
      return { ok: true, value: undefined };
    });
    expect(await operators.show(messageId)).toEqual(about('SENT', sentAt, 'the bank reports ACTC'));
  });

  it('of a payment is its place, its id at the bank and its debit', async () => {
    const { operators, payments, sent, file, tell } = await bank();
    const { messageId } = await file('PREPARED');
    const waiting = await payments.submit(newPayment({ amount: 5n }));
    expect(await operators.show(waiting.reference)).toEqual(
      done(
        `${waiting.reference} is WAITING: 0.05 EUR, in no file, EndToEndId ${waiting.endToEndId}; the bank reports no status`,
      ),
    );
    const [{ reference, endToEndId }] = sent;
    await payments.report([{ event: 'settle', by: 'R1', reference, bankStatus: 'ACSC' }], tell);
    const settled = `${reference} is DELIVERED: 1.00 EUR, in the file ${messageId}, EndToEndId ${endToEndId}; the bank reports ACSC`;
    expect(await operators.show(reference)).toEqual(done(settled));
    await payments.booked(reference, { entryId: 'E1', date: null }, tell);
    expect(await operators.show(reference)).toEqual(done(`${settled}, and has booked its debit`));
  });

  it('is found by ids of up to 200 characters', async () => {
    const { operators, payments } = await bank();
    const reference = `Deposit:${'x'.repeat(192)}`;
    await payments.submit(newPayment({ kind: 'refund', reference }));
    expect(await operators.show(reference)).toMatchObject({ ok: true });
    for (const unknown of ['', 'M0', 'x'.repeat(201)]) {
      expect(await operators.show(unknown)).toEqual(
        refusal('REFERENCE_NOT_FOUND', `no file and no payment has the id ${unknown}`),
      );
    }
  });
});

describe('an action on a file', () => {
  it.each(['', 'M0', 'x'.repeat(201)])('by the unknown MsgId "%s" is refused', async (id) => {
    const { operators } = await bank();
    const none = refusal('REFERENCE_NOT_FOUND', `no file has the MsgId ${id}`);
    expect(await operators.resend(id, ADA)).toEqual(none);
    expect(await operators.discard(id)).toEqual(none);
    expect(await operators.releases.release(id, 'digest', ADA, () => false)).toEqual(none);
    expect(await operators.requeue(id)).toEqual(refusal('REFERENCE_NOT_FOUND', `no payment is held under ${id}`));
  });
});

describe('the answer about a file', () => {
  it('that is sent again says whether it waits for a release, and keeps who asked', async () => {
    for (const [over, text, status, needsRelease] of [
      [{}, 'will be sent again', 'PREPARED', null],
      [{ release: 'manual', manualAbove: 300 }, 'waits for a release', 'WAITING_RELEASE', 'Ada asks to send it again'],
    ] as const) {
      const { operators, file, send } = await bank(over);
      const { messageId } = await file('PREPARED');
      expect(await operators.resend(messageId, ADA)).toEqual(
        refusal('CONFLICT', `the file ${messageId} is PREPARED; only a SENT file can be sent again`),
      );
      await send();
      const before = await file('SENT');
      expect(await operators.resend(messageId, ADA)).toEqual(done(`${messageId} ${text}`));
      expect(await file(status)).toEqual({ ...before, status, requestedBy: ADA, needsRelease, releasedBy: null });
      expect(await operators.discard(messageId)).toEqual(done(`${messageId} will not be sent again`));
      expect((await file('SENT')).payments).toBe(2);
    }
  });

  it('that the bank has in part names the payment', async () => {
    const { operators, file, send, payments, sent, tell } = await bank();
    await send();
    const { messageId } = await file('SENT');
    const { reference } = sent[1];
    await payments.booked(reference, { entryId: 'E1', date: null }, tell);
    expect(await operators.resend(messageId, ADA)).toEqual(
      refusal('CONFLICT', `the bank has the file ${messageId}: its payment ${reference} is DELIVERED`),
    );
    expect(await operators.discard(messageId)).toEqual(
      refusal('CONFLICT', `the file ${messageId} is SENT; the bank may have it`),
    );
  });

  it('that waits for no release says so, and another digest is refused', async () => {
    const { operators, file } = await bank({ release: 'manual' });
    const { messageId, digest } = await file('WAITING_RELEASE');
    expect(await operators.releases.release(messageId, 'other', ADA, () => false)).toEqual(
      refusal('CONFLICT', 'the digest is not that of the file; list the releases again'),
    );
    expect(await operators.releases.release(messageId, digest, ADA, () => false)).toEqual({
      ok: true,
      value: undefined,
    });
    expect(await operators.releases.release(messageId, digest, ADA, () => false)).toEqual(
      refusal('CONFLICT', `the file ${messageId} is PREPARED; it waits for no release`),
    );
    expect(await operators.releases.list()).toEqual([]);
  });
});

it('a file is released by another person than the one who asked for it, however the name is written', async () => {
  const { operators, file, send } = await bank({ release: 'manual', manualAbove: 300 });
  await send();
  const { messageId, digest } = await file('SENT');
  await operators.resend(messageId, { ...ADA, name: ' Ada ' });
  for (const name of ['Ada', 'ADA', 'ada '])
    expect(await operators.releases.release(messageId, digest, { ...ADA, name }, () => false)).toEqual(
      refusal('FORBIDDEN', 'another person must release the file than the one who asked to send it again'),
    );
  expect(await operators.releases.release(messageId, digest, { ...ADA, name: 'Adam' }, () => false)).toMatchObject({
    ok: true,
  });
});

describe('a discarded file', () => {
  it('gives its payments back as they were before it', async () => {
    const { operators, file, files, payments, sent } = await bank();
    const { messageId } = await file('PREPARED');
    expect(await operators.discard(messageId)).toEqual(done(`2 payments of ${messageId} wait for a new file`));
    for (const before of sent) expect(await payments.get(before.reference)).toEqual(before);
    expect((await files('DISCARDED')).map((each) => each.messageId)).toEqual([messageId]);
  });

  it('leaves a payment where it is that the bank has executed', async () => {
    const { operators, file, payments, sent, tell, statuses } = await bank();
    const { messageId } = await file('PREPARED');
    await payments.booked(sent[0].reference, { entryId: 'E1', date: null }, tell);
    await operators.discard(messageId);
    expect(await statuses()).toEqual(['DELIVERED', 'WAITING']);
    expect((await payments.get(sent[0].reference))!.messageId).toBe(messageId);
  });

  /** A file of which a crash left the first half under its temporary name. */
  async function halfUploaded() {
    const parts = await bank();
    Object.assign(parts.fault, { calls: 0, at: 2, when: 'before' });
    await expect(parts.send()).rejects.toThrow(Crash);
    parts.fault.at = null;
    expect(parts.exchange.temporary.size).toBe(1);
    return { ...parts, messageId: (await parts.file('PREPARED')).messageId };
  }

  it('leaves no half of an upload behind', async () => {
    const { operators, messageId, exchange } = await halfUploaded();
    expect(await operators.discard(messageId)).toEqual(done(`2 payments of ${messageId} wait for a new file`));
    expect([...exchange.temporary.keys()]).toEqual([]);
  });

  it('is discarded although the other side does not answer', async () => {
    const { operators, messageId, exchange, statuses } = await halfUploaded();
    exchange.isDown = true;
    expect(await operators.discard(messageId)).toEqual(done(`2 payments of ${messageId} wait for a new file`));
    expect(await statuses()).toEqual(['WAITING', 'WAITING']);
    expect(exchange.temporary.size).toBe(1);
  });

  it('does not hide a failure of another kind', async () => {
    const { operators, messageId, fault } = await halfUploaded();
    Object.assign(fault, { calls: 0, at: 1, when: 'before' });
    await expect(operators.discard(messageId)).rejects.toThrow(Crash);
  });
});

describe('held payments', () => {
  it('wait for a new file, one by its reference or all of their file', async () => {
    const { operators, file, send, sent, hold, statuses, payments } = await bank();
    await send();
    const { messageId } = await file('SENT');
    const [one, two] = sent;
    await hold(messageId, [one.reference, two.reference]);
    expect(await statuses()).toEqual(['HELD', 'HELD']);
    expect(await operators.requeue(one.reference)).toEqual(done('1 payments wait for a new file'));
    expect(await statuses()).toEqual(['WAITING', 'HELD']);
    expect(await payments.get(one.reference)).toEqual({ ...one, bankStatus: 'RJCT AM04' });
    expect(await operators.requeue(messageId)).toEqual(done('1 payments wait for a new file'));
    expect(await statuses()).toEqual(['WAITING', 'WAITING']);
  });

  it('are not those of a later file that failed as well', async () => {
    const { operators, file, send, sent, hold, statuses, sending } = await bank();
    await send();
    const first = (await file('SENT')).messageId;
    const [{ reference }] = sent;
    await hold(first, [reference]);
    await operators.requeue(reference);
    await prepareFiles(sending);
    const second = (await file('PREPARED')).messageId;
    await hold(second, [reference]);
    expect(await operators.requeue(first)).toEqual(refusal('REFERENCE_NOT_FOUND', `no payment is held under ${first}`));
    expect(await statuses()).toEqual(['HELD', 'FILED']);
  });
});
