import type { Id } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { bankParts, newPayment } from '../testing/bank-connection.js';
import { bankDetail, bankEntry, bankReport, PAYER_IBAN, playBank } from '../testing/bank-reports.js';
import { filesWith } from './file-records.js';
import { operatorActions } from './operator-actions.js';
import { tracesOf } from './payment-traces.js';
import { prepareFiles } from './prepare-files.js';
import { sendFiles } from './send-files.js';

const ADA = { id: 'Operator:ada' as Id<'Operator'>, name: 'Ada' };

async function traced(over: Readonly<Record<string, unknown>> = {}) {
  const parts = bankParts(over);
  const { reference } = await parts.payments.submit(newPayment());
  await prepareFiles(parts.sending);
  const { messageId, paymentInformationId } = (await parts.payments.get(reference))!;
  /** The traces after the first one, which says that the payment was accepted. */
  const traces = async () => (await parts.whole.read((records) => tracesOf(records, reference))).slice(1);
  const place = `put into a file with PmtInfId ${paymentInformationId}`;
  return {
    ...parts,
    reference,
    messageId: messageId!,
    traces,
    place,
    texts: async () => (await traces()).map(({ text }) => text),
  };
}

describe('the traces of a payment', () => {
  it('say that its file waits for a release, and who released it', async () => {
    const { operators, ...bank } = await withOperators({ release: 'manual' });
    expect(await bank.texts()).toEqual([`${bank.place}, which waits for a release`, 'the payment is FILED']);
    const [file] = await bank.whole.read((records) => filesWith(records, 'WAITING_RELEASE', 1));
    await operators.releases.release(bank.messageId, file!.digest, ADA, () => false);
    expect(await bank.texts()).toEqual([`${bank.place}, released by Ada`, 'the payment is FILED']);
  });

  async function withOperators(over: Readonly<Record<string, unknown>>) {
    const bank = await traced(over);
    return { ...bank, operators: operatorActions({ store: bank.store, exchange: bank.exchange, isManual: true }) };
  }

  it('name the times of its file and of the last change', async () => {
    const bank = await traced();
    const preparedAt = bank.clock.now();
    bank.clock.advance(60);
    await sendFiles(bank.sending);
    const sentAt = bank.clock.now();
    bank.clock.advance(60);
    await bank.payments.report(
      [{ event: 'note', by: 'R1', reference: bank.reference, messageId: bank.messageId, bankStatus: 'PDNG' }],
      bank.tell,
    );
    const file = bank.messageId;
    expect(await bank.traces()).toEqual([
      { at: preparedAt, text: bank.place, file },
      { at: sentAt, text: 'the file was sent; it is SENT', file },
      { at: bank.clock.now(), text: 'the payment is FILED, the bank says PDNG', file },
    ]);
    await bank.whole.run(async (records) => {
      const record = (await records.get('files', file))!;
      records.change(record, { status: 'REPORTED', value: { ...(record.value as object), bankStatus: 'ACTC' } });
      return { ok: true, value: undefined };
    });
    expect((await bank.texts())[1]).toBe('the file was sent; it is REPORTED, the bank says ACTC');
  });

  it('name its debit with its day, if the bank says it, and its return', async () => {
    for (const [date, debited] of [
      ['2026-11-24', 'debited on 2026-11-24'],
      [null, 'debited'],
    ] as const) {
      const bank = await traced();
      await bank.payments.booked(bank.reference, { entryId: 'E1', date }, bank.tell);
      expect((await bank.texts()).at(-1)).toBe(`the payment is DELIVERED, ${debited}`);
      await bank.payments.returned(bank.reference, { returnId: 'E2', amount: 5n, reason: null }, bank.tell);
      expect((await bank.texts()).at(-1)).toBe(`the payment is RETURNED, ${debited}, came back`);
    }
  });

  it('name a refusal without a reason', async () => {
    const bank = await traced();
    const { reference, messageId } = bank;
    const refused = { event: 'reject', by: 'R1', reference, messageId, bankStatus: 'RJCT', code: null } as const;
    await bank.payments.report([{ ...refused, failure: 'QUOTE_EXECUTION_FAILED' }], bank.tell);
    expect((await bank.texts()).at(-1)).toBe('the payment is REJECTED, the bank says RJCT, refused with no reason');
  });

  it('are found by references of up to 200 characters', async () => {
    const { payments, whole } = bankParts();
    const reference = `Deposit:${'x'.repeat(192)}`;
    await payments.submit(newPayment({ kind: 'refund', reference }));
    expect(await whole.read((records) => tracesOf(records, reference))).toEqual([
      expect.objectContaining({ text: expect.stringMatching(/^refund accepted with EndToEndId /) as unknown }),
    ]);
    expect(await whole.read((records) => tracesOf(records, `${reference}x`))).toEqual([]);
  });
});

it('the traces of an arrival name each id of the bank that is known', async () => {
  const bank = playBank();
  const uetr = '0199c0de-0000-4000-8000-000000000001';
  const debtor = { name: 'Ada Lovelace', iban: PAYER_IBAN };
  const details = [bankDetail({ amount: 500n, text: 'Rent', debtor, references: { uetr } })];
  await bank.apply(bankReport('054', { entries: [bankEntry({ amount: 500n, servicerReference: 'S1', details })] }));
  const { paymentId } = bank.arrivals()[0]!;
  const traces = await bank.store.read((records) => tracesOf(records, paymentId));
  expect(traces.map(({ text, file }) => [text, file])).toEqual([
    [`booked by the bank on 2026-01-05, by a camt.054 as S1, ${uetr}`, null],
  ]);
});
