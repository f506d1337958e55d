import { describe, expect, it } from 'vitest';
import { bankParts, newPayment } from '../testing/bank-connection.js';
import { bankDetail, bankEntry, bankReport, PAYER_IBAN, playBank } from '../testing/bank-reports.js';
import { tracesOf } from './payment-traces.js';
import { prepareFiles } from './prepare-files.js';
import { sendFiles } from './send-files.js';

describe('the traces of an outgoing payment', () => {
  it('name its ids, its file and what the bank says', async () => {
    const { payments, sending, clock, tell, whole } = bankParts();
    const { reference, endToEndId, uetr } = await payments.submit(newPayment());
    const traces = () => whole.read((records) => tracesOf(records, reference));
    const accepted = {
      at: clock.now(),
      text: `payout accepted with EndToEndId ${endToEndId} and UETR ${uetr}`,
      file: null,
    };
    expect(await traces()).toEqual([accepted]);

    clock.advance(60);
    await prepareFiles(sending);
    await sendFiles(sending);
    const { messageId, paymentInformationId } = (await payments.get(reference))!;
    clock.advance(60);
    const failure = 'ACCOUNT_INVALID';
    const refused = { event: 'reject', by: 'report', reference, messageId: messageId!, failure } as const;
    await payments.report([{ ...refused, bankStatus: 'RJCT AC01', code: 'AC01' }], tell);
    expect(await traces()).toEqual([
      accepted,
      {
        at: expect.any(Number),
        text: `put into a file with PmtInfId ${paymentInformationId}`,
        file: messageId,
      },
      { at: expect.any(Number), text: 'the file was sent; it is SENT', file: messageId },
      {
        at: clock.now(),
        text: 'the payment is REJECTED, the bank says RJCT AC01, refused with AC01',
        file: messageId,
      },
    ]);
  });

  it('name neither the payee nor the account, and are empty for an unknown reference', async () => {
    const { payments, sending, whole } = bankParts();
    const { reference } = await payments.submit(newPayment());
    await prepareFiles(sending);
    const text = JSON.stringify(await whole.read((records) => tracesOf(records, reference)));
    for (const secret of ['Grace', 'FR14', 'Invoice']) expect(text).not.toContain(secret);
    expect(await whole.read((records) => tracesOf(records, 'Transaction:unknown'))).toEqual([]);
    expect(await whole.read((records) => tracesOf(records, 'x'.repeat(1000)))).toEqual([]);
  });
});

describe('the traces of an arrival', () => {
  it('name the kinds of reports that have it, and the ids of the bank', async () => {
    const bank = playBank();
    const debtor = { name: 'Ada Lovelace', iban: PAYER_IBAN };
    const entry = bankEntry({
      amount: 500n,
      servicerReference: 'S1',
      details: [bankDetail({ amount: 500n, text: 'Rent', debtor })],
    });
    await bank.apply(bankReport('054', { entries: [entry] }));
    const { paymentId } = bank.arrivals()[0]!;
    const traces = await bank.store.read((records) => tracesOf(records, paymentId));
    expect(traces).toEqual([
      { at: expect.any(Number), text: 'booked by the bank on 2026-01-05, by a camt.054 as S1', file: null },
    ]);
    expect(JSON.stringify(traces)).not.toContain('Ada');
  });
});
