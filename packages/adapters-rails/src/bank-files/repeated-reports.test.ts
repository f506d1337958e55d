import { err, ok } from '@corridor/core';
import type { RailTelling, TellCore } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import { bankParts, IBAN, keptLog, newPayment, OTHER_IBAN } from '../testing/bank-connection.js';
import type { PaymentReport } from './payment-changes.js';
import { CoreUnavailable, tellCore } from './payment-store.js';
import { prepareFiles } from './prepare-files.js';
import { openProblems } from './problems.js';

const RETURN = { returnId: 'E9', amount: 12_000n, reason: 'AC04' };

/** One payment in a file, and every message to core, also a repeated one. */
async function filed() {
  const parts = bankParts();
  const { reference } = await parts.payments.submit(newPayment());
  await prepareFiles(parts.sending);
  const told: RailTelling[] = [];
  const tell: TellCore = async (message) => {
    told.push(message);
    return ok({ effect: 'APPLIED', subject: null });
  };
  const { messageId } = (await parts.payments.get(reference))!;
  const refusal = { messageId: messageId!, bankStatus: 'RJCT AC04', code: 'AC04', failure: 'ACCOUNT_CANNOT_RECEIVE' };
  return {
    ...parts,
    tell,
    reference,
    messageId: messageId!,
    report: (reported: PaymentReport) => parts.payments.report([{ ...reported, reference }], tell),
    refuse: (event: 'reject' | 'hold', by: string, over: Partial<typeof refusal> = {}) =>
      parts.payments.report([{ event, by, reference, ...refusal, ...over } as never], tell),
    payment: async () => (await parts.payments.get(reference))!,
    version: async () => (await parts.whole.read((records) => records.get('payments', reference)))!.version,
    ids: () => told.map((message) => (message.kind === 'arrival' ? message.paymentId : message.messageId)),
    problems: () => parts.whole.read((records) => openProblems(records, 9)),
  };
}

describe('a report about a payment', () => {
  it('that says what is known changes no record', async () => {
    const bank = await filed();
    const note = { event: 'note', by: 'R1', messageId: bank.messageId, bankStatus: 'PDNG' } as const;
    await bank.report(note);
    const version = await bank.version();
    await bank.report({ ...note, by: 'R2' });
    expect(await bank.version()).toBe(version);
    await bank.report({ ...note, by: 'R3', bankStatus: 'ACTC' });
    expect([await bank.version(), (await bank.payment()).bankStatus]).toEqual([version + 1, 'ACTC']);
    await bank.report({ ...note, by: 'R4', messageId: 'M0' });
    expect((await bank.payment()).bankStatus).toBe('ACTC');
  });

  it('keeps the first debit of a payment, and tells core once for each repeat of it', async () => {
    const bank = await filed();
    const first = { entryId: 'E1', date: '2026-11-23' };
    await bank.report({ event: 'book', by: 'E1', booking: first });
    await bank.report({ event: 'book', by: 'E2', booking: { entryId: 'E2', date: null } });
    expect((await bank.payment()).booking).toEqual(first);
    expect(bank.ids()).toEqual([`${bank.reference}/delivered`]);
    await bank.report({ event: 'book', by: 'E1', booking: first });
    expect(bank.ids()).toEqual([`${bank.reference}/delivered`, `${bank.reference}/delivered`]);
  });

  it('of a second refusal neither tells core again nor replaces the reason', async () => {
    const bank = await filed();
    await bank.refuse('reject', 'R1');
    const refused = await bank.payment();
    expect(refused).toMatchObject({
      status: 'REJECTED',
      bankStatus: 'RJCT AC04',
      rejection: { code: 'AC04', failure: 'ACCOUNT_CANNOT_RECEIVE' },
    });
    await bank.refuse('reject', 'R2', { code: 'AC01', failure: 'ACCOUNT_INVALID' });
    await bank.refuse('hold', 'R3', { code: 'AM04' });
    expect(await bank.payment()).toEqual(refused);
    expect(bank.ids()).toEqual([`${bank.reference}/failed`]);
    expect(await bank.problems()).toEqual([]);
    await bank.refuse('reject', 'R1');
    expect(bank.ids()).toEqual([`${bank.reference}/failed`, `${bank.reference}/failed`]);
  });

  it('that refuses an executed payment is a problem once, until the money is back', async () => {
    const bank = await filed();
    await bank.report({ event: 'settle', by: 'R1', bankStatus: 'ACSC' });
    await bank.refuse('reject', 'R2');
    await bank.refuse('hold', 'R3', { code: 'AM04' });
    expect(await bank.problems()).toEqual([
      `the bank refused ${bank.reference} (AC04) after it had executed it; the payment stays delivered until the credit is on the account`,
    ]);
    expect((await bank.payment()).rejection).toEqual({ code: 'AC04', failure: 'ACCOUNT_CANNOT_RECEIVE' });
    await bank.report({ event: 'return', by: 'E9', returned: RETURN });
    expect(await bank.problems()).toEqual([]);
    expect((await bank.payment()).status).toBe('RETURNED');
    await bank.refuse('reject', 'R4');
    expect(await bank.problems()).toEqual([]);
  });

  it('of a refusal without a reason says so', async () => {
    const bank = await filed();
    await bank.report({ event: 'settle', by: 'R1', bankStatus: 'ACSC' });
    await bank.payments.report(
      [
        {
          ...{ event: 'reject', by: 'R2', reference: bank.reference, messageId: bank.messageId, bankStatus: 'RJCT' },
          ...{ code: null, failure: 'QUOTE_EXECUTION_FAILED' },
        } as never,
      ],
      bank.tell,
    );
    expect(await bank.problems()).toEqual([expect.stringContaining('(no reason given)')]);
  });

  it('of a return is kept with a payment that had ended otherwise, and core decides', async () => {
    const bank = await filed();
    await bank.refuse('reject', 'R1');
    await bank.report({ event: 'return', by: 'E9', returned: RETURN });
    expect(await bank.payment()).toMatchObject({ status: 'REJECTED', returned: RETURN });
    expect(bank.ids()).toEqual([`${bank.reference}/failed`, `${bank.reference}/returned/E9`]);
  });

  it('of a refusal of a payment that came back opens no problem', async () => {
    const bank = await filed();
    await bank.report({ event: 'return', by: 'E9', returned: RETURN });
    await bank.refuse('reject', 'R1');
    expect([(await bank.payment()).rejection, await bank.problems()]).toEqual([null, []]);
  });

  it('of the execution of a cancelled payment reaches core', async () => {
    const bank = await filed();
    await bank.refuse('hold', 'R1');
    expect(await bank.payments.cancel(newPayment({ reference: bank.reference }))).toBe(true);
    await bank.report({ event: 'settle', by: 'R2', bankStatus: 'ACSC' });
    expect(bank.ids()).toEqual([`${bank.reference}/delivered`]);
    expect((await bank.payment()).status).toBe('CANCELLED');
  });

  it('about a payment that is not known has no effect, and about others it has', async () => {
    const bank = await filed();
    const known = await bank.payments.report(
      [
        { event: 'settle', by: 'R1', reference: 'Transaction:x', bankStatus: 'ACSC' },
        { event: 'settle', by: 'R1', reference: bank.reference, bankStatus: 'ACSC' },
      ],
      bank.tell,
    );
    expect(known).toEqual([await bank.payment()]);
    expect(bank.ids()).toEqual([`${bank.reference}/delivered`]);
  });
});

describe('a message that core does not take', () => {
  const message: RailTelling = {
    ...{ kind: 'payout', rail: 'acme-bank', messageId: 'm', reference: 'Transaction:x' },
    status: { state: 'pending', reason: null } as never,
  } as RailTelling;

  it.each(['CONFLICT', 'SERVICE_UNAVAILABLE'] as const)('for %s is sent again later', async (code) => {
    const { log, logged } = keptLog();
    await expect(tellCore(async () => err(code, 'no'), message, log)).rejects.toThrow(
      new CoreUnavailable(`core did not take a message: ${code}`),
    );
    expect(logged).toEqual([]);
  });

  it('for another reason is logged with its kind, and holds nothing up', async () => {
    const { log, logged } = keptLog();
    await tellCore(async () => err('TRANSACTION_NOT_FOUND', 'no'), message, log);
    expect(logged).toEqual([
      [
        'warn',
        { rail: 'acme-bank', kind: 'payout', code: 'TRANSACTION_NOT_FOUND' },
        'core refused a message of the bank',
      ],
    ]);
    await tellCore(async () => ok({ effect: 'NONE', subject: null }), message, log);
    expect(logged).toHaveLength(1);
  });
});

it('the batches of a file are found in the order of the file', async () => {
  const ibans = [IBAN, OTHER_IBAN, 'DE02120300000000202051', 'DE02500105170137075030', 'DE02100500000054540402'];
  const accounts = ibans.map((iban) => ({ iban, name: 'Acme', currency: 'EUR' }));
  const { payments, sending } = bankParts({ accounts });
  for (const iban of ibans.toReversed()) await payments.submit(newPayment({ iban, rail: `acme-bank.${iban}` }));
  const { reference } = await payments.submit(newPayment());
  await prepareFiles(sending);
  const { messageId } = (await payments.get(reference))!;
  const found = await payments.findBatches({ messageId, paymentInformationId: null });
  expect(found.map(({ iban }) => iban)).toEqual(ibans);
  for (const batch of found) {
    const { paymentInformationId } = batch;
    expect(await payments.findBatches({ messageId: 'M0', paymentInformationId })).toEqual([batch]);
    expect(await payments.findBatches({ messageId, paymentInformationId })).toEqual([batch]);
  }
  expect(await payments.findBatches({ messageId, paymentInformationId: 'P0' })).toEqual(found);
  for (const id of ['', 'x'.repeat(201)])
    expect(await payments.findBatches({ messageId: id, paymentInformationId: id })).toEqual([]);
});

it('a refund has ids of its own, also under the reference of a transaction', async () => {
  const { payments } = bankParts();
  const payout = newPayment();
  const uuid = payout.reference.slice('Transaction:'.length).replaceAll('-', '');
  expect((await payments.submit({ ...payout, kind: 'refund' })).endToEndId).not.toBe(uuid);
});
