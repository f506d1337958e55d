import { describe, expect, it } from 'vitest';
import { newPayment } from '../testing/bank-connection.js';
import { about, because, transactions } from '../testing/sent-file.js';
import { ADA, saying, verifiedFile as sent } from '../testing/verified-file.js';

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
        reason: `the bank has blocked the payment ${one.reference} of the file ${file.messageId} (BLCK): 1.00 EUR are neither paid out nor refunded; the bank says: a court order`,
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

  it('can be cancelled by an operator after the bank refused it, because no credit comes without a debit', async () => {
    const { one, hear, statuses, heard, decisions, tellCancelled, problems, payments, tell } = await blocked();
    const refused = { ok: false, error: expect.objectContaining({ code: 'REFERENCE_NOT_FOUND' }) as unknown };
    expect(await decisions.cancel(one.reference, ADA)).toEqual(refused);
    await hear(transactions(about(one, 'CANC')));
    expect(await decisions.release(one.reference, ADA)).toEqual(refused);
    expect(await decisions.cancel(one.reference, ADA)).toMatchObject({ ok: true });
    await tellCancelled();
    expect([await statuses(), heard(), await problems()]).toEqual([
      ['CANCELLED'],
      [['failed QUOTE_EXECUTION_FAILED']],
      [],
    ]);
    // A debit that is booked all the same contradicts the failure.
    await payments.booked(one.reference, { entryId: 'E1', date: null }, tell);
    expect(heard()).toEqual([['failed QUOTE_EXECUTION_FAILED', 'delivered']]);
  });

  it('cannot be cancelled by an operator after its debit, which a credit takes back', async () => {
    const bank = await blocked();
    await book(bank);
    await bank.hear(transactions(about(bank.one, 'RJCT', because('AC04'))));
    expect(await bank.decisions.cancel(bank.one.reference, ADA)).toMatchObject({ ok: false });
    expect([await bank.statuses(), bank.heard()]).toEqual([['BLOCKED'], [[]]]);
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
