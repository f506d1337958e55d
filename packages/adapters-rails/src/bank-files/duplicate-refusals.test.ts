import { describe, expect, it } from 'vitest';
import { newPayment } from '../testing/bank-connection.js';
import { about, because, transactions } from '../testing/sent-file.js';
import { ADA, verifiedFile as sent } from '../testing/verified-file.js';

const written = (minute: number) => ({ createdAt: `2026-11-23T12:${String(minute).padStart(2, '0')}:00Z` });
const ofFile = (status: string, reasons = because()) => ({ group: { status, reasons } });
const REFUSED = { ok: false, error: expect.objectContaining({ code: 'REFERENCE_NOT_FOUND' }) as unknown };
const CANCELLED = { ok: true, value: '1 payments are recorded as cancelled, and fail' };

describe('a payment that the bank refuses as a duplicate after it had accepted it', () => {
  /** Accepted in minute 10 and refused in minute 20, unless given otherwise. */
  const refused = async ({ count = 1, at = 20, first = 'ACSP' } = {}) => {
    const bank = await sent(count);
    await bank.hear({ ...transactions(about(bank.one, 'ACSP')), ...written(10) });
    if (first !== 'ACSP') await bank.hear({ ...transactions(about(bank.one, first)), ...written(11) });
    await bank.hear({ ...transactions(about(bank.one, 'RJCT', because('AM05'))), ...written(at), messageId: 'R-2' });
    return { ...bank, cancel: (subject: string) => bank.decisions.cancel(subject, ADA) };
  };
  const book = ({ payments, one, tell }: Awaited<ReturnType<typeof refused>>) =>
    payments.booked(one.reference, { entryId: 'E1', date: null }, tell);

  it.each([
    ['ACSP', 'FILED', 'ACSP, cancelled at the bank by Ada after RJCT AM05'],
    ['BLCK', 'BLOCKED', 'BLCK, cancelled at the bank by Ada after RJCT AM05'],
  ])('can be cancelled by an operator who has asked the bank, after %s', async (first, status, trace) => {
    const bank = await refused({ first });
    const { one, statuses, cancel, tellCancelled, heard, told, problems } = bank;
    expect(await statuses()).toEqual([status]);
    expect(await problems()).toEqual([
      `the bank refused ${one.reference} (AM05) as a duplicate, after it had accepted it; the payment stays in its file until the bank books or refuses it, or until an operator who has asked the bank cancels it with cancel-payment`,
    ]);
    expect(await cancel(one.reference)).toEqual(CANCELLED);
    expect(await cancel(one.reference)).toEqual(REFUSED);
    await tellCancelled();
    expect([await statuses(), heard(), await problems()]).toEqual([
      ['CANCELLED'],
      [['failed QUOTE_EXECUTION_FAILED']],
      [],
    ]);
    expect(told.get(`${one.reference}/cancelled`)).toMatchObject({
      status: { refundReason: 'USER_CANCELLATION', refundable: true },
    });
    expect(await bank.trace(one)).toBe(`the payment is CANCELLED, the bank says ${trace}`);
    // A debit that is booked all the same contradicts the failure.
    await book(bank);
    expect([await statuses(), heard()]).toEqual([['CANCELLED'], [['failed QUOTE_EXECUTION_FAILED', 'delivered']]]);
  });

  it('is cancelled only under its own reference, because the bank may go on with the rest of its file', async () => {
    const { one, two, file, statuses, cancel, hear, operators } = await refused({ count: 2 });
    expect(await cancel(file.messageId)).toEqual(REFUSED);
    await hear({ ...transactions(about(two, 'RVNM')), ...written(21) });
    expect(await cancel(file.messageId)).toEqual(CANCELLED);
    expect(await statuses()).toEqual(['FILED', 'CANCELLED']);
    expect(await operators.requeue(one.reference)).toEqual(REFUSED);
    expect(await cancel(one.reference)).toEqual(CANCELLED);
  });

  it('is also one whose whole file the bank refuses', async () => {
    const bank = await sent(2);
    await bank.hear({ ...ofFile('ACSP'), ...written(1) });
    await bank.hear({ ...ofFile('RJCT', because('AM05')), ...written(2) });
    expect(await bank.decisions.cancel(bank.two.reference, ADA)).toEqual(CANCELLED);
    expect(await bank.statuses()).toEqual(['FILED', 'CANCELLED']);
  });

  it.each([
    ['FILED', 'ACSP'],
    ['BLOCKED', 'BLCK'],
  ])('cannot be cancelled after its debit, as %s before', async (status, first) => {
    const bank = await refused({ first });
    expect(await bank.statuses()).toEqual([status]);
    await book(bank);
    expect(await bank.cancel(bank.one.reference)).toEqual(REFUSED);
  });

  it('cannot be cancelled if the bank accepted it later', async () => {
    const earlier = await refused({ at: 5 });
    expect(await earlier.problems()).toHaveLength(1);
    expect(await earlier.cancel(earlier.one.reference)).toEqual(REFUSED);
    const again = await refused();
    await again.hear({ ...transactions(about(again.one, 'ACWC')), ...written(30) });
    expect(await again.cancel(again.one.reference)).toEqual(REFUSED);
    // The bank refuses it once more.
    await again.hear({ ...transactions(about(again.one, 'RJCT', because('AM05'))), ...written(40) });
    expect(await again.cancel(again.one.reference)).toEqual(CANCELLED);
  });

  it('can be cancelled also after an older refusal was a problem before', async () => {
    const bank = await refused({ at: 5 });
    await bank.hear({ ...transactions(about(bank.one, 'RJCT', because('AM05'))), ...written(20) });
    expect(await bank.cancel(bank.one.reference)).toEqual(CANCELLED);
  });

  it('is not cancelled by its platform', async () => {
    const { payments, one, statuses } = await refused();
    expect(await payments.cancel(newPayment({ reference: one.reference }))).toBe(false);
    expect(await statuses()).toEqual(['FILED']);
  });
});
