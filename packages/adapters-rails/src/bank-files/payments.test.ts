import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bankParts, newPayment } from '../testing/bank-connection.js';
import { FILE_ROWS, FILE_STATUSES } from './file-states.js';
import { PAYMENT_STATUSES } from './payment.js';
import { PAYMENT_ROWS, statusAfter } from './payment-states.js';
import { payoutStatusOf, refundStatusOf } from './payment-status.js';
import type { ReportedPayment } from './payment-changes.js';
import { prepareFiles } from './prepare-files.js';

describe('an outgoing payment', () => {
  it('is stored once; a repeated submission finds the same ids', async () => {
    const { payments } = bankParts();
    const payment = newPayment();
    const first = await payments.submit(payment);
    expect(await payments.submit({ ...payment, amount: 1n })).toEqual(first);
    expect(first.uetr).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const submissions = await Promise.all(Array.from({ length: 5 }, () => payments.submit(newPayment({ ...payment }))));
    for (const each of submissions) expect(each).toEqual(first);
  });

  it('is found by each id of the bank, in any case, but not by ids of two payments', async () => {
    const { payments } = bankParts();
    const [one, two] = [await payments.submit(newPayment()), await payments.submit(newPayment())];
    const none = { endToEndId: null, instructionId: null, uetr: null };
    expect(await payments.find({ ...none, endToEndId: one.endToEndId.toUpperCase() })).toEqual(one);
    expect(await payments.find({ ...none, instructionId: one.instructionId })).toEqual(one);
    expect(await payments.find({ ...none, uetr: one.uetr })).toEqual(one);
    expect(await payments.find({ ...none, uetr: one.uetr, endToEndId: two.endToEndId })).toBe(null);
    expect(await payments.find({ ...none, endToEndId: 'of someone else', uetr: one.uetr })).toEqual(one);
    expect(await payments.find(none)).toBe(null);
    expect(await payments.find({ ...none, endToEndId: 'x'.repeat(500) })).toBe(null);
  });

  it('keeps names and account numbers of people sealed', async () => {
    const { payments, whole } = bankParts();
    const { reference } = await payments.submit(newPayment());
    const record = await whole.read((records) => records.get('payments', reference));
    const open = JSON.stringify(record!.value, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const secret of ['Grace', 'FR14', 'Invoice']) expect(open).not.toContain(secret);
    expect(record!.secret).toMatchObject({ name: 'Grace Höpper' });
  });

  it('is cancelled until it is in a file, also before it is submitted', async () => {
    const { payments, sending } = bankParts();
    const [early, waiting, filed] = [newPayment(), newPayment(), newPayment()];
    expect(await payments.cancel(early)).toBe(true);
    expect((await payments.submit(early)).status).toBe('CANCELLED');
    await payments.submit(waiting);
    expect([await payments.cancel(waiting), await payments.cancel(waiting)]).toEqual([true, true]);
    await payments.submit(filed);
    await prepareFiles(sending);
    expect(await payments.cancel(filed)).toBe(false);
    expect((await payments.get(waiting.reference))!.messageId).toBe(null);
  });

  it('of a refund has an EndToEndId of its own for each reference', async () => {
    const { payments } = bankParts();
    const deposit = 'Deposit:0199c0de-0000-7000-8000-000000000001';
    const one = await payments.submit(newPayment({ kind: 'refund', reference: deposit }));
    const two = await payments.submit(newPayment({ kind: 'refund', reference: `${deposit}/3` }));
    expect(one.endToEndId).not.toBe(two.endToEndId);
    expect(one.endToEndId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('belongs to a batch that is found by PmtInfId and by MsgId', async () => {
    const { payments, sending } = bankParts();
    const { reference } = await payments.submit(newPayment());
    await prepareFiles(sending);
    const { messageId, paymentInformationId } = (await payments.get(reference))!;
    const [batch] = await payments.findBatches({ messageId, paymentInformationId: null });
    expect(batch).toMatchObject({ messageId, paymentInformationId, total: 12_345n, references: [reference] });
    expect(await payments.findBatches({ messageId: null, paymentInformationId })).toEqual([batch]);
    expect(await payments.findBatches({ messageId: 'M0', paymentInformationId: null })).toEqual([]);
  });
});

const RETURN = { returnId: 'E9', amount: 12_000n, reason: 'AC04' };

describe('a payment that comes back', () => {
  it('becomes returned with amount and reason, also before its debit was reported', async () => {
    for (const isBooked of [true, false]) {
      const { payments, sending, told, tell } = bankParts();
      const { reference } = await payments.submit(newPayment());
      await prepareFiles(sending);
      if (isBooked) await payments.booked(reference, { entryId: 'E1', date: '2026-11-23' }, tell);
      await payments.returned(reference, RETURN, tell);
      await payments.returned(reference, RETURN, tell);
      expect(payoutStatusOf((await payments.get(reference))!)).toEqual({ state: 'returned', ...RETURN });
      expect([...told.keys()].filter((id) => id.includes('returned'))).toEqual([`${reference}/returned/E9`]);
    }
  });

  it('a second time by another entry reaches core, which decides', async () => {
    const { payments, sending, told, tell } = bankParts();
    const { reference } = await payments.submit(newPayment());
    await prepareFiles(sending);
    await payments.returned(reference, RETURN, tell);
    await payments.returned(reference, { ...RETURN, returnId: 'E10' }, tell);
    expect((await payments.get(reference))!.returned).toEqual(RETURN);
    expect([...told.keys()]).toEqual([`${reference}/returned/E9`, `${reference}/returned/E10`]);
  });

  it('as a refund fails the refund', async () => {
    const { payments, sending, told, tell } = bankParts();
    const reference = 'Deposit:0199c0de-0000-7000-8000-000000000001';
    await payments.submit(newPayment({ kind: 'refund', reference }));
    await prepareFiles(sending);
    await payments.booked(reference, { entryId: 'E1', date: null }, tell);
    await payments.returned(reference, RETURN, tell);
    expect(
      [...told.values()].map((message) => (message.kind === 'refund' ? message.status.state : message.kind)),
    ).toEqual(['completed', 'failed']);
    expect(refundStatusOf((await payments.get(reference))!)).toMatchObject({ state: 'failed' });
  });

  it('is unknown for an unknown reference', async () => {
    const { payments, tell, told } = bankParts();
    expect(await payments.returned('Transaction:x', RETURN, tell)).toBe(null);
    expect(told.size).toBe(0);
  });
});

/** Reports about one payment, as a bank may send them in any order and as often as it likes. */
const REPORTS = fc.array(
  fc.oneof(
    fc.record({ event: fc.constant('settle' as const), by: fc.constantFrom('S1', 'S2') }),
    fc.record({ event: fc.constant('book' as const), by: fc.constantFrom('E1') }),
    fc.record({ event: fc.constantFrom('reject' as const, 'hold' as const), by: fc.constantFrom('S3', 'S4') }),
    fc.record({ event: fc.constant('return' as const), by: fc.constantFrom('E2', 'E3') }),
    fc.record({ event: fc.constantFrom('note' as const, 'proceed' as const), by: fc.constant('S5') }),
    fc.record({ event: fc.constantFrom('ask' as const, 'block' as const), by: fc.constantFrom('S6', 'S7') }),
  ),
  { maxLength: 8 },
);

it('reports in any order lead core to the status that is stored, and money that moved is never told as failed', async () => {
  await fc.assert(
    fc.asyncProperty(REPORTS, async (reports) => {
      const { payments, sending, told, tell } = bankParts();
      const { reference } = await payments.submit(newPayment());
      await prepareFiles(sending);
      const { messageId } = (await payments.get(reference))!;
      let hasMoved = false;
      for (const { event, by } of reports) {
        const before = (await payments.get(reference))!;
        const rejection = { bankStatus: 'RJCT', code: 'AC04', failure: 'ACCOUNT_CANNOT_RECEIVE' } as const;
        const reported: ReportedPayment = {
          ...{ event, by, reference, messageId: messageId!, bankStatus: event },
          ...((event === 'reject' || event === 'hold') && rejection),
          ...((event === 'ask' || event === 'block') && { code: event, payeeName: null }),
          ...(event === 'book' && { booking: { entryId: by, date: null } }),
          ...(event === 'return' && { returned: { ...RETURN, returnId: by } }),
        } as ReportedPayment;
        await payments.report([reported], tell);
        const after = (await payments.get(reference))!;
        // Once the bank has moved the money, only a return ends the payment otherwise.
        if (hasMoved) expect(['DELIVERED', 'RETURNED']).toContain(after.status);
        hasMoved ||= after.status === 'DELIVERED' || after.status === 'RETURNED';
        if (['REJECTED', 'RETURNED'].includes(before.status)) expect(after.status).toBe(before.status);
      }
      const { status } = (await payments.get(reference))!;
      const ids = [...told.keys()];
      expect(ids.includes(`${reference}/failed`)).toBe(status === 'REJECTED');
      if (status === 'DELIVERED') expect(ids).toEqual([`${reference}/delivered`]);
      if (['HELD', 'FILED', 'UNRELEASED', 'BLOCKED'].includes(status)) expect(ids).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

describe('the tables of states', () => {
  it('name only statuses that exist, and each change once', () => {
    for (const [rows, statuses] of [
      [PAYMENT_ROWS, PAYMENT_STATUSES],
      [FILE_ROWS, FILE_STATUSES],
    ] as const) {
      for (const { from, to } of rows) {
        expect(statuses).toContain(from);
        expect(statuses).toContain(to);
      }
      expect(new Set(rows.map(({ from, on }) => `${from} ${on}`)).size).toBe(rows.length);
    }
  });

  it('let a payment wait again only if the bank cannot have executed it', () => {
    const back = PAYMENT_ROWS.filter(({ to }) => to === 'WAITING').map(({ from, on }) => `${from} ${on}`);
    expect(back).toEqual(['FILED withdraw', 'HELD requeue']);
    expect(statusAfter('DELIVERED', 'reject')).toBe(null);
  });

  it('let a file go back to PREPARED only by an operator', () => {
    const back = FILE_ROWS.filter(({ to }) => to === 'PREPARED').map(({ from, on }) => `${from} ${on}`);
    expect(back).toEqual(['WAITING_RELEASE release', 'SENT resend']);
  });
});
