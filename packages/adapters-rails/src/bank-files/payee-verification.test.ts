import type { Id } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import type { StatusReason } from '../iso20022/messages.js';
import { newPayment } from '../testing/bank-connection.js';
import { about, batch, because, sentFile, transactions } from '../testing/sent-file.js';
import { operatorActions } from './operator-actions.js';
import { payeeDecisions, tellCancelled } from './payee-decisions.js';
import type { OutgoingPayment } from './payment.js';
import { tracesOf } from './payment-traces.js';
import { prepareFiles } from './prepare-files.js';
import { openProblems } from './problems.js';

const ADA = { id: 'Operator:ada' as Id<'Operator'>, name: 'Ada' };
const WAIT = { payeeVerification: { unchecked: 'wait' } };

const saying = (...additional: readonly string[]): readonly StatusReason[] => [
  { code: null, proprietary: null, additional },
];

async function sent(count: number, over: Readonly<Record<string, unknown>> = {}) {
  const bank = await sentFile(count, over);
  const operators = operatorActions({ store: bank.store, exchange: bank.exchange, isManual: false });
  const [one, two, three] = bank.sent as [OutgoingPayment, OutgoingPayment, OutgoingPayment];
  return {
    ...bank,
    ...{ one, two, three, operators },
    decisions: payeeDecisions(bank.store),
    payment: async ({ reference }: OutgoingPayment) => (await bank.payments.get(reference))!,
    exceptions: () => [...bank.told.values()].flatMap((message) => (message.kind === 'held' ? [message] : [])),
    tellCancelled: () => tellCancelled(bank.store, bank.tell, bank.log),
    problems: () => bank.whole.read((records) => openProblems(records, 9)),
    trace: async ({ reference }: OutgoingPayment) =>
      (await bank.whole.read((records) => tracesOf(records, reference))).at(-1)!.text,
  };
}

const ok = (value: string) => ({ ok: true, value });
const notFound = (subject: string) => ({
  ok: false,
  error: expect.objectContaining({
    code: 'REFERENCE_NOT_FOUND',
    message: `the bank waits for a release of no payment under ${subject}`,
  }) as unknown,
});

describe('a name that is not that of the account', () => {
  it.each(['RVNM', 'RVMC', 'RVCM'])(
    'as the status %s lets the payment wait for a release, and core hears nothing',
    async (code) => {
      const { one, hear, statuses, heard, payment, exceptions, file } = await sent(2);
      await hear({ ...transactions(about(one, code)), messageId: 'R-1' });
      expect(await statuses()).toEqual(['UNRELEASED', 'FILED']);
      expect(heard()).toEqual([[], []]);
      expect(await payment(one)).toMatchObject({ bankStatus: code, question: { code, decision: null } });
      expect(exceptions()).toEqual([
        {
          ...{ kind: 'held', rail: 'acme-bank', currency: 'EUR', amount: 100n },
          messageId: `status/R-1/${file.messageId}/unreleased`,
          reason: `the bank waits for a release of the payment ${one.reference} of the file ${file.messageId}, because it could not confirm the payee (${code}): release or cancel EUR 1.00 at the bank, and record it with release-payment or cancel-payment`,
        },
      ]);
    },
  );

  it.each([['PDNG'], ['PATC'], [null]])('as the reason of %s lets the payment wait too', async (status) => {
    const { one, hear, statuses } = await sent(1);
    await hear(transactions(about(one, status, because('RVNM'))));
    expect(await statuses()).toEqual(['UNRELEASED']);
  });

  it('as the reason of a rejection fails the payment', async () => {
    const { one, hear, statuses, heard } = await sent(1);
    await hear(transactions(about(one, 'RJCT', because('RVNM'))));
    expect(await statuses()).toEqual(['REJECTED']);
    expect(heard()).toEqual([['failed ACCOUNT_INVALID']]);
  });

  it('opens one exception for all payments of a report, with the text of the bank', async () => {
    const { one, two, three, hear, exceptions } = await sent(3);
    await hear({
      group: { status: 'RVCM', reasons: saying('RCVC All is well.', 'RVNM You pay at', 'RVNM your own risk.') },
      batches: [
        batch({
          transactions: [about(one, 'RVNM'), about(two, 'RVMC', saying('Grace Hopper')), about(three, 'RCVC')],
        }),
      ],
    });
    const [exception] = exceptions();
    expect(exceptions()).toHaveLength(1);
    expect(exception!.amount).toBe(201n);
    expect(exception!.reason).toMatch(
      /2 payments of the file .*\(RVNM, RVMC\).*; the bank says: You pay at your own risk\.$/,
    );
    expect(exception!.reason).not.toContain('Grace');
  });

  it('opens its exception once, also if core was not reached or the report comes again', async () => {
    const { one, report, apply, tell, exceptions, hear } = await sent(1);
    const first = report(transactions(about(one, 'RVNM')));
    const down = async () => {
      throw new Error('crash');
    };
    await apply(first, down).catch(() => {});
    expect(exceptions()).toEqual([]);
    await apply(first, tell);
    await apply(first, tell);
    await hear(transactions(about(one, 'RVNM')));
    expect(exceptions()).toHaveLength(1);
  });

  it('shows the name of a close match, and writes it over no account', async () => {
    const { one, hear, payment, operators, trace, whole } = await sent(1);
    await hear(transactions(about(one, 'RVMC', saying('Grace Brewster Hopper'))));
    const { creditor, question } = await payment(one);
    expect(question!.payeeName).toBe('Grace Brewster Hopper');
    expect(creditor).toEqual(one.creditor);
    const shown = await operators.show(one.reference);
    expect(shown).toMatchObject({
      value: expect.stringMatching(
        /; the bank reports RVMC, and "Grace Brewster Hopper" as the holder of the account$/,
      ) as unknown,
    });
    expect(await trace(one)).toBe('the payment is UNRELEASED, the bank says RVMC');
    const record = await whole.read((records) => records.get('payments', one.reference));
    expect(
      JSON.stringify(record!.value, (_, value: unknown) => (typeof value === 'bigint' ? '' : value)),
    ).not.toContain('Brewster');
  });
});

describe('a bank that waits for no release', () => {
  it('goes on after a mismatch, which is shown', async () => {
    for (const told of [
      (one: OutgoingPayment) => transactions(about(one, 'RVNM')),
      () => ({ group: { status: 'RVNM', reasons: [] } }),
    ]) {
      const { one, hear, statuses, exceptions, trace } = await sent(1, {
        payeeVerification: { mismatched: 'proceed' },
      });
      await hear(told(one));
      expect(await statuses()).toEqual(['FILED']);
      expect(exceptions()).toEqual([]);
      expect(await trace(one)).toBe('the payment is FILED, the bank says RVNM');
    }
  });
});

describe('a payee that is confirmed, or cannot be checked', () => {
  it('RCVC changes nothing: the next status decides', async () => {
    const { one, hear, statuses, exceptions } = await sent(1);
    await hear(transactions(about(one, 'RCVC')));
    expect(await statuses()).toEqual(['FILED']);
    await hear(transactions(about(one, 'ACSC')));
    expect(await statuses()).toEqual(['DELIVERED']);
    expect(exceptions()).toEqual([]);
  });

  it('RVNA goes on and is shown, or waits if the entry says so', async () => {
    const goesOn = await sent(1);
    await goesOn.hear(transactions(about(goesOn.one, 'RVNA')));
    expect(await goesOn.statuses()).toEqual(['FILED']);
    expect(goesOn.exceptions()).toEqual([]);
    expect(await goesOn.trace(goesOn.one)).toBe('the payment is FILED, the bank says RVNA');
    const waits = await sent(1, WAIT);
    await waits.hear(transactions(about(waits.one, 'RVNA')));
    expect(await waits.statuses()).toEqual(['UNRELEASED']);
    expect(waits.exceptions()).toHaveLength(1);
  });
});

describe('a status of a group', () => {
  it.each(['RVNM', 'RVMC', 'RVCM'])('%s lets all payments wait that the report does not name', async (status) => {
    for (const level of ['file', 'batch'] as const) {
      const { file, hear, statuses, exceptions, one } = await sent(3);
      const [paymentInformationId] = file.batches;
      const above = { status, reasons: saying('ask your adviser') };
      await hear(
        level === 'file'
          ? { group: above, batches: [batch({ transactions: [about(one, 'RCVC')] })] }
          : { batches: [batch({ paymentInformationId: paymentInformationId!, ...above })] },
      );
      expect(await statuses()).toEqual([level === 'file' ? 'FILED' : 'UNRELEASED', 'UNRELEASED', 'UNRELEASED']);
      expect(exceptions()).toHaveLength(1);
      expect(exceptions()[0]!.reason).toMatch(/; the bank says: ask your adviser$/);
    }
  });

  it('is explained by the payments that the report names', async () => {
    const { one, hear, statuses } = await sent(3);
    await hear({
      group: { status: 'RVCM', reasons: [] },
      batches: [batch({ status: 'RVCM', transactions: [about(one, 'RVNM')] })],
    });
    expect(await statuses()).toEqual(['UNRELEASED', 'FILED', 'FILED']);
  });

  it('RCVC and RVNA let no payment wait', async () => {
    for (const status of ['RCVC', 'RVNA', 'RVNC']) {
      const { hear, statuses } = await sent(2);
      await hear({ group: { status, reasons: [] } });
      expect(await statuses()).toEqual(['FILED', 'FILED']);
    }
    const { hear, statuses } = await sent(2, WAIT);
    await hear({ group: { status: 'RVNA', reasons: [] } });
    expect(await statuses()).toEqual(['UNRELEASED', 'UNRELEASED']);
  });

  it('CANC fails all payments, and BLCK refunds none', async () => {
    const cancelled = await sent(2);
    await cancelled.hear({ group: { status: 'CANC', reasons: [] } });
    expect(await cancelled.statuses()).toEqual(['REJECTED', 'REJECTED']);
    expect(cancelled.heard()).toEqual([['failed QUOTE_EXECUTION_FAILED'], ['failed QUOTE_EXECUTION_FAILED']]);
    const blocked = await sent(2);
    await blocked.hear({ batches: [batch({ status: 'BLCK' })] });
    expect(await blocked.statuses()).toEqual(['BLOCKED', 'BLOCKED']);
    expect(blocked.heard()).toEqual([[], []]);
  });

  it('ACSP after a mismatch lets the payments go on', async () => {
    const { hear, statuses, payment, one } = await sent(2);
    await hear({ group: { status: 'RVNM', reasons: [] }, messageId: 'R-1' });
    await hear({ group: { status: 'ACTC', reasons: [] } });
    expect(await statuses()).toEqual(['UNRELEASED', 'UNRELEASED']);
    await hear({ group: { status: 'ACSP', reasons: [] } });
    expect(await statuses()).toEqual(['FILED', 'FILED']);
    expect((await payment(one)).question!.decision).toEqual({ kind: 'release', name: 'a person at the bank' });
    // The report of the verification comes late once more.
    await hear({ group: { status: 'RVNM', reasons: [] }, messageId: 'R-1' });
    expect(await statuses()).toEqual(['FILED', 'FILED']);
  });
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
    const { one, two, three, file, decisions, statuses, hear, operators, sending, payment } = await waiting(3);
    await hear(transactions(about(three, 'ACSC')));
    expect(await decisions.cancel(file.messageId, ADA)).toEqual(
      ok('1 payments are recorded as cancelled, and fail; 1 more of the file are held, and can be requeued'),
    );
    expect(await statuses()).toEqual(['CANCELLED', 'HELD', 'DELIVERED']);
    expect(await operators.requeue(file.messageId)).toEqual(ok('1 payments wait for a new file'));
    await prepareFiles(sending);
    expect((await payment(two)).messageId).not.toBe(file.messageId);
    expect((await payment(one)).messageId).toBe(file.messageId);
    expect(await decisions.cancel(file.messageId, ADA)).toEqual(notFound(file.messageId));
  });

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

describe('a payment that the bank cancelled', () => {
  it('fails, whatever the reason', async () => {
    for (const reasons of [[], because('AM04'), because('DS02')]) {
      const { one, hear, statuses, heard } = await sent(1);
      await hear(transactions(about(one, 'CANC', reasons)));
      expect(await statuses()).toEqual(['REJECTED']);
      expect(heard()).toEqual([['failed QUOTE_EXECUTION_FAILED']]);
    }
  });

  it('is not refunded after its debit, until the money is back', async () => {
    const { one, hear, statuses, heard, payments, tell, problems } = await sent(1);
    await payments.booked(one.reference, { entryId: 'E1', date: null }, tell);
    await hear(transactions(about(one, 'CANC')));
    expect(await statuses()).toEqual(['DELIVERED']);
    expect(heard()).toEqual([['delivered']]);
    expect(await problems()).toEqual([
      `the bank refused ${one.reference} (CANC) after it had executed it; the payment stays delivered until the credit is on the account`,
    ]);
    await payments.returned(one.reference, { returnId: 'E2', amount: 100n, reason: 'CANC' }, tell);
    expect(heard()).toEqual([['delivered', 'returned']]);
    expect(await problems()).toEqual([]);
  });
});

describe('a payment that the bank blocked', () => {
  const blocked = async (first: (bank: Awaited<ReturnType<typeof sent>>) => Promise<unknown> = async () => {}) => {
    const bank = await sent(1);
    await first(bank);
    await bank.hear({ ...transactions(about(bank.one, 'BLCK', saying('a court order'))), messageId: 'R-1' });
    return bank;
  };
  const book = ({ payments, one, tell }: Awaited<ReturnType<typeof sent>>) =>
    payments.booked(one.reference, { entryId: 'E1', date: null }, tell);

  it('stays pending with an exception that has the text of the bank', async () => {
    const { one, file, statuses, heard, exceptions, payment } = await blocked();
    expect(await statuses()).toEqual(['BLOCKED']);
    expect(heard()).toEqual([[]]);
    expect(exceptions()).toEqual([
      {
        ...{ kind: 'held', rail: 'acme-bank', currency: 'EUR', amount: 100n },
        messageId: `status/R-1/${file.messageId}/blocked`,
        reason: `the bank has blocked the payment ${one.reference} of the file ${file.messageId} (BLCK): EUR 1.00 are neither paid out nor refunded; the bank says: a court order`,
      },
    ]);
    expect((await payment(one)).question).toMatchObject({ code: 'BLCK' });
  });

  it('is refunded neither by a rejection nor by a cancellation, and not delivered by its debit', async () => {
    const bank = await blocked();
    const { one, hear, statuses, heard, payment, problems, payments } = bank;
    await book(bank);
    await hear(transactions(about(one, 'ACSC')));
    await hear(transactions(about(one, 'RJCT', because('AC04'))));
    expect(await payments.cancel(newPayment({ reference: one.reference }))).toBe(false);
    expect(await statuses()).toEqual(['BLOCKED']);
    expect((await payment(one)).booking).toEqual({ entryId: 'E1', date: null });
    expect(heard()).toEqual([[]]);
    expect(await problems()).toEqual([
      `the bank refused ${one.reference} (AC04) after it had blocked it; nothing is refunded until the credit is on the account`,
    ]);
  });

  it('is delivered when the payee has the money, or comes back by a credit', async () => {
    const credited = await blocked();
    await credited.hear(transactions(about(credited.one, 'ACCC')));
    expect(credited.heard()).toEqual([['delivered']]);
    const returned = await blocked();
    await returned.payments.returned(
      returned.one.reference,
      { returnId: 'E2', amount: 100n, reason: null },
      returned.tell,
    );
    expect(returned.heard()).toEqual([['returned']]);
  });

  it('after its debit stays delivered, and is a problem until the money is back', async () => {
    const { one, statuses, heard, exceptions, problems, payments, tell } = await blocked(book);
    expect(await statuses()).toEqual(['DELIVERED']);
    expect(exceptions()).toEqual([]);
    expect(await problems()).toEqual([
      `the bank blocked ${one.reference} (BLCK) after it had executed it; the payment stays delivered until the money comes back`,
    ]);
    await payments.returned(one.reference, { returnId: 'E2', amount: 100n, reason: null }, tell);
    expect(heard()).toEqual([['delivered', 'returned']]);
    expect(await problems()).toEqual([]);
  });
});
