import { describe, expect, it } from 'vitest';
import { newPayment } from '../testing/bank-connection.js';
import { about, batch, because, transactions } from '../testing/sent-file.js';
import { ADA, saying, verifiedFile as sent } from '../testing/verified-file.js';
import { tellCancelled } from './payee-decisions.js';
import { prepareFiles } from './prepare-files.js';

const ok = (value: string) => ({ ok: true, value });
const notFound = (subject: string) => ({
  ok: false,
  error: expect.objectContaining({
    code: 'REFERENCE_NOT_FOUND',
    message: `the bank waits for a release of no payment under ${subject}`,
  }) as unknown,
});

describe('a payment that waits for a release', () => {
  const waiting = async (count = 1, over: Readonly<Record<string, unknown>> = {}) => {
    const bank = await sent(count, over);
    const verified = bank.report(transactions(about(bank.one, 'RVNM')));
    await bank.apply(verified, bank.tell);
    return { ...bank, verified };
  };

  it('goes on when an operator has released it, who is recorded', async () => {
    const { one, two, decisions, statuses, payment, trace, operators, apply, verified, tell, hear, heard } =
      await waiting(2);
    expect(await decisions.release(two.reference, ADA)).toEqual(notFound(two.reference));
    expect(await decisions.release(one.reference, ADA)).toEqual(ok('1 payments are recorded as released'));
    expect(await decisions.release(one.reference, ADA)).toEqual(notFound(one.reference));
    expect(await decisions.cancel(one.reference, ADA)).toEqual(notFound(one.reference));
    // The same result once more changes nothing: it is decided.
    await apply(verified, tell);
    await hear(transactions(about(one, 'RVMC', saying('Grace Hopper'))));
    expect(await statuses()).toEqual(['FILED', 'FILED']);
    expect((await payment(one)).question!.decision).toEqual({ kind: 'release', name: 'Ada' });
    await hear(transactions(about(one, 'ACSC')));
    expect(heard()).toEqual([['delivered'], []]);
    expect(await trace(one)).toBe(
      'the payment is DELIVERED, the bank says ACSC, released at the bank by Ada after RVNM',
    );
    expect(await operators.show(one.reference)).toMatchObject({
      value: expect.stringMatching(/; the bank reports ACSC; released at the bank by Ada$/) as unknown,
    });
  });

  it('fails when an operator has cancelled it, and core hears it once', async () => {
    const { one, decisions, statuses, payment, heard, tellCancelled, told } = await waiting(2);
    expect(await decisions.cancel(one.reference, ADA)).toEqual(ok('1 payments are recorded as cancelled, and fail'));
    expect(await statuses()).toEqual(['CANCELLED', 'FILED']);
    expect((await payment(one)).question!.decision).toEqual({ kind: 'cancel', name: 'Ada' });
    expect(heard()).toEqual([[], []]);
    await tellCancelled();
    expect(heard()).toEqual([['failed QUOTE_EXECUTION_FAILED'], []]);
    expect(told.get(`${one.reference}/cancelled`)).toMatchObject({
      status: { refundReason: 'USER_CANCELLATION', refundable: true },
    });
    told.clear();
    await tellCancelled();
    expect(heard()).toEqual([[], []]);
  });

  it('that goes back to a sender fails its refund when it is cancelled', async () => {
    const bank = await sent(1);
    const refund = await bank.payments.submit(
      newPayment({ kind: 'refund', reference: 'Deposit:0199c0de-0000-7000-8000-000000000009' }),
    );
    await prepareFiles(bank.sending);
    const { messageId } = await bank.payment(refund);
    await bank.hear({ ...transactions(about(refund, 'RVNM')), originalMessageId: messageId });
    await bank.decisions.cancel(refund.reference, ADA);
    await bank.tellCancelled();
    expect([...bank.told.values()].at(-1)).toMatchObject({
      kind: 'refund',
      status: { state: 'failed', reason: 'it was cancelled' },
    });
  });

  it('is reported to core again if core did not take the cancellation', async () => {
    const { one, store, log, decisions, heard, ...bank } = await waiting();
    await decisions.cancel(one.reference, ADA);
    const refuse = async () => ({ ok: false, error: { code: 'SERVICE_UNAVAILABLE', message: '' } }) as never;
    await expect(tellCancelled(store, refuse, log)).rejects.toThrow(/did not take/);
    expect(heard()).toEqual([[]]);
    await bank.tellCancelled();
    expect(heard()).toEqual([['failed QUOTE_EXECUTION_FAILED']]);
  });

  it('of a file that was cancelled fails, and the others of the file can go into a new one', async () => {
    const { one, two, three, file, decisions, statuses, hear, operators, sending, payment, sent } = await waiting(4);
    await hear(transactions(about(three, 'ACSC'), about(sent[3]!, 'ACSP')));
    expect(await decisions.cancel(file.messageId, ADA)).toEqual(
      ok('1 payments are recorded as cancelled, and fail; 1 more of the file are held, and can be requeued'),
    );
    // The bank goes on with the last one.
    expect(await statuses()).toEqual(['CANCELLED', 'HELD', 'DELIVERED', 'FILED']);
    expect(await operators.requeue(file.messageId)).toEqual(ok('1 payments wait for a new file'));
    await prepareFiles(sending);
    expect((await payment(two)).messageId).not.toBe(file.messageId);
    expect((await payment(one)).messageId).toBe(file.messageId);
    expect(await decisions.cancel(file.messageId, ADA)).toEqual(notFound(file.messageId));
  });

  it('of a file that was cancelled leaves those with which the bank goes on, or which were released, in the file', async () => {
    const { one, two, three, file, decisions, statuses, hear, operators, sent } = await waiting(5);
    await hear(transactions(about(two, 'RVNM'), about(three, 'RVCM')));
    await decisions.release(two.reference, ADA);
    await hear(transactions(about(sent[3]!, 'ACSP')));
    expect(await decisions.cancel(file.messageId, ADA)).toEqual(
      ok(
        '2 payments are recorded as cancelled, and fail; 1 more of the file are held, and can be requeued; 1 that were released stay in the file',
      ),
    );
    expect(await statuses()).toEqual(['CANCELLED', 'FILED', 'CANCELLED', 'FILED', 'HELD']);
    expect(await operators.requeue(file.messageId)).toEqual(ok('1 payments wait for a new file'));
    expect(one.reference).not.toBe(two.reference);
  });

  it.each(['ACSP', 'ACSC', 'ACCC'])(
    'of a file that was cancelled leaves those of a batch with %s in the file',
    async (status) => {
      const bank = await sent(3);
      const only = batch({ status, transactions: [about(bank.one, 'RVNM')] });
      await bank.hear({ batches: [only] });
      expect(await bank.statuses()).toEqual(['UNRELEASED', 'FILED', 'FILED']);
      expect(await bank.decisions.cancel(bank.file.messageId, ADA)).toEqual(
        ok('1 payments are recorded as cancelled, and fail'),
      );
      expect(await bank.statuses()).toEqual(['CANCELLED', 'FILED', 'FILED']);
      expect((await bank.payment(bank.two)).bankStatus).toBe(status);
    },
  );

  it('is released with all of its file', async () => {
    const { two, file, hear, decisions, statuses } = await waiting(3);
    await hear(transactions(about(two, 'RVMC')));
    expect(await decisions.release(file.messageId, ADA)).toEqual(ok('2 payments are recorded as released'));
    expect(await statuses()).toEqual(['FILED', 'FILED', 'FILED']);
    for (const unknown of ['', 'M0', 'x'.repeat(201)]) {
      expect(await decisions.release(unknown, ADA)).toEqual(notFound(unknown));
      expect(await decisions.cancel(unknown, ADA)).toEqual(notFound(unknown));
    }
  });

  it('is cancelled by its platform only where the entry allows it', async () => {
    const strict = await waiting();
    expect(await strict.payments.cancel(newPayment({ reference: strict.one.reference }))).toBe(false);
    expect(await strict.statuses()).toEqual(['UNRELEASED']);
    const lenient = await waiting(2, { payeeVerification: { platformMayCancel: true } });
    expect(await lenient.payments.cancel(newPayment({ reference: lenient.one.reference }))).toBe(true);
    expect(await lenient.payments.cancel(newPayment({ reference: lenient.two.reference }))).toBe(false);
    expect(await lenient.statuses()).toEqual(['CANCELLED', 'FILED']);
    expect((await lenient.payment(lenient.one)).question!.decision).toEqual({ kind: 'cancel', name: 'the platform' });
  });

  it.each([
    ['ACSC', [], 'DELIVERED', ['delivered']],
    ['RJCT', because('AC04'), 'REJECTED', ['failed ACCOUNT_CANNOT_RECEIVE']],
    ['RJCT', because('AM04'), 'HELD', []],
    ['CANC', [], 'REJECTED', ['failed QUOTE_EXECUTION_FAILED']],
    ['BLCK', [], 'BLOCKED', []],
    ['ACSP', [], 'FILED', []],
    ['PDNG', [], 'UNRELEASED', []],
    ['RCVC', [], 'UNRELEASED', []],
  ] as const)('follows the next status %s', async (status, reasons, after, messages) => {
    const { one, hear, statuses, heard } = await waiting();
    await hear(transactions(about(one, status, reasons)));
    expect(await statuses()).toEqual([after]);
    expect(heard()).toEqual([messages]);
  });

  it('is delivered by its booked debit, and returned by its credit', async () => {
    const booked = await waiting();
    await booked.payments.booked(booked.one.reference, { entryId: 'E1', date: null }, booked.tell);
    expect(await booked.statuses()).toEqual(['DELIVERED']);
    const returned = await waiting();
    await returned.payments.returned(
      returned.one.reference,
      { returnId: 'E2', amount: 100n, reason: null },
      returned.tell,
    );
    expect(await returned.statuses()).toEqual(['RETURNED']);
  });

  it('is verified again in a new file', async () => {
    const { one, hear, operators, sending, payment, exceptions } = await waiting();
    await hear(transactions(about(one, 'RJCT', because('AM04'))));
    await operators.requeue(one.reference);
    await prepareFiles(sending);
    const { messageId, question } = await payment(one);
    expect(question).toBeNull();
    await hear({ ...transactions(about(one, 'RVNM')), originalMessageId: messageId });
    expect((await payment(one)).status).toBe('UNRELEASED');
    expect(exceptions()).toHaveLength(3);
  });

  it('is contradicted by a debit after it was cancelled', async () => {
    const { one, decisions, payments, tell, heard, statuses } = await waiting();
    await decisions.cancel(one.reference, ADA);
    await payments.booked(one.reference, { entryId: 'E1', date: null }, tell);
    expect(await statuses()).toEqual(['CANCELLED']);
    expect(heard()).toEqual([['delivered']]);
  });
});
