import { describe, expect, it } from 'vitest';
import { about, batch, because, sentFile as sent, transactions } from '../testing/sent-file.js';
import { filesWith } from './file-records.js';
import type { OutgoingPayment } from './payment.js';
import { prepareFiles } from './prepare-files.js';

describe('a status of a transaction', () => {
  it.each(['ACSC', 'ACCC'])('%s delivers the payment', async (status) => {
    const bank = await sent(2);
    await bank.hear(transactions(about(bank.sent[0]!, status)));
    expect(await bank.statuses()).toEqual(['DELIVERED', 'FILED']);
    expect(bank.heard()).toEqual([['delivered'], []]);
  });

  it.each(['RCVD', 'ACTC', 'ACCP', 'ACSP', 'ACWC', 'PDNG', 'ACFC'])(
    '%s leaves the payment pending, and is stored',
    async (status) => {
      const bank = await sent(1);
      await bank.hear(transactions(about(bank.sent[0]!, status)));
      expect(await bank.statuses()).toEqual(['FILED']);
      expect((await bank.payments.get(bank.sent[0]!.reference))!.bankStatus).toBe(status);
      expect(bank.heard()).toEqual([[]]);
    },
  );

  it.each([
    ['AC04', 'ACCOUNT_CANNOT_RECEIVE'],
    ['AC01', 'ACCOUNT_INVALID'],
    ['AM02', 'LIMIT_EXCEEDED'],
    ['RR04', 'COMPLIANCE_REJECTED'],
    ['MS03', 'QUOTE_EXECUTION_FAILED'],
  ])('RJCT for %s fails the payment as %s', async (code, failure) => {
    const bank = await sent(2);
    await bank.hear(transactions(about(bank.sent[1]!, 'RJCT', because(code))));
    expect(await bank.statuses()).toEqual(['FILED', 'REJECTED']);
    expect(bank.heard()).toEqual([[], [`failed ${failure}`]]);
  });

  it('names the payment by its InstrId or its UETR too', async () => {
    const bank = await sent(2);
    const [first, second] = bank.sent as [OutgoingPayment, OutgoingPayment];
    const without = about({ endToEndId: 'NOTPROVIDED' }, 'ACSC');
    await bank.hear(
      transactions({ ...without, instructionId: first.instructionId }, { ...without, uetr: second.uetr }),
    );
    expect(await bank.statuses()).toEqual(['DELIVERED', 'DELIVERED']);
  });

  it('has no effect for an unknown payment, another amount, or ids of two payments', async () => {
    const bank = await sent(2);
    const [first, second] = bank.sent as [OutgoingPayment, OutgoingPayment];
    const outcome = await bank.hear(
      transactions(
        about({ endToEndId: 'ffffffffffffffffffffffffffffffff' }, 'RJCT'),
        { ...about(first, 'RJCT'), amount: 1n, currency: 'EUR' },
        { ...about(first, 'RJCT'), uetr: second.uetr },
      ),
    );
    expect(outcome).toEqual({ kind: 'applied' });
    expect(await bank.statuses()).toEqual(['FILED', 'FILED']);
    expect(bank.told.size).toBe(0);
  });
});

describe('a rejection of a batch or a file', () => {
  it('covers every payment that is not named with another status', async () => {
    const bank = await sent(5);
    const [one, two, three, four] = bank.sent as [OutgoingPayment, OutgoingPayment, OutgoingPayment, OutgoingPayment];
    await bank.hear({
      group: { status: 'RJCT', reasons: because('FF01') },
      batches: [
        batch({
          transactions: [
            about(one, 'ACSC'),
            about(two, 'PDNG'),
            about(three, null),
            about(four, 'RJCT', because('AC04')),
          ],
        }),
      ],
    });
    expect(await bank.statuses()).toEqual(['DELIVERED', 'FILED', 'REJECTED', 'REJECTED', 'REJECTED']);
    expect(bank.heard()).toEqual([
      ['delivered'],
      [],
      ['failed QUOTE_EXECUTION_FAILED'],
      ['failed ACCOUNT_CANNOT_RECEIVE'],
      ['failed QUOTE_EXECUTION_FAILED'],
    ]);
  });

  it('covers a batch by its PmtInfId', async () => {
    const bank = await sent(2);
    const [paymentInformationId] = bank.file.batches as [string];
    await bank.hear({ batches: [batch({ paymentInformationId, status: 'RJCT', reasons: because('FF01') })] });
    expect(await bank.statuses()).toEqual(['REJECTED', 'REJECTED']);
  });

  it('of another batch covers nothing', async () => {
    const bank = await sent(2);
    await bank.hear({ batches: [batch({ paymentInformationId: 'P0', status: 'RJCT', reasons: because('FF01') })] });
    expect(await bank.statuses()).toEqual(['FILED', 'FILED']);
  });

  it('spares a batch that has another status', async () => {
    const bank = await sent(2);
    const [paymentInformationId] = bank.file.batches as [string];
    await bank.hear({
      group: { status: 'RJCT', reasons: because('FF01') },
      batches: [batch({ paymentInformationId, status: 'ACTC' })],
    });
    expect(await bank.statuses()).toEqual(['FILED', 'FILED']);
  });

  it('other than RJCT leaves the payments pending: a settled file does not deliver its payments', async () => {
    for (const status of ['ACSC', 'ACTC', 'PART', 'PDNG']) {
      const bank = await sent(2);
      await bank.hear({ group: { status, reasons: [] } });
      expect(await bank.statuses()).toEqual(['FILED', 'FILED']);
      const [file] = await bank.whole.read((records) => filesWith(records, 'REPORTED', 1));
      expect(file!.bankStatus).toBe(status);
    }
  });
});

describe('a rejection for a reason of our own account', () => {
  it.each([
    ['AM04', 'transaction'],
    ['AM05', 'file'],
    ['AC04', 'file'],
    ['AG01', 'file'],
  ])('%s of the %s fails no payment and opens one exception', async (code, level) => {
    const bank = await sent(3);
    const reasons = because(code);
    const told =
      level === 'file'
        ? { group: { status: 'RJCT', reasons } }
        : transactions(...bank.sent.map((each) => about(each, 'RJCT', reasons)));
    const report = bank.report(told);
    await bank.apply(report, bank.tell);
    await bank.apply(report, bank.tell);
    expect(await bank.statuses()).toEqual(['HELD', 'HELD', 'HELD']);
    expect([...bank.told.values()]).toEqual([
      expect.objectContaining({ kind: 'held', rail: 'acme-bank', amount: 303n, currency: 'EUR' }),
    ]);
  });
});

describe('statuses that contradict each other', () => {
  it('ACSC, then RJCT: the payment stays delivered until the credit comes, and is shown', async () => {
    const bank = await sent(1);
    const [payment] = bank.sent as [OutgoingPayment];
    await bank.hear(transactions(about(payment, 'ACSC')));
    await bank.hear(transactions(about(payment, 'RJCT', because('AC04'))));
    expect(await bank.statuses()).toEqual(['DELIVERED']);
    expect(bank.heard()).toEqual([['delivered']]);
    const problems = () => bank.whole.read((records) => records.list('problems', { status: 'OPEN', limit: 9 }));
    expect((await problems()).map(({ value }) => value)).toEqual([expect.stringMatching(/stays delivered until/)]);
    const returned = { returnId: 'E1', amount: payment.amount, reason: 'AC04' };
    await bank.payments.returned(payment.reference, returned, bank.tell);
    expect(await bank.statuses()).toEqual(['RETURNED']);
    expect(await problems()).toEqual([]);
    expect(bank.heard()).toEqual([['delivered', 'returned']]);
  });

  it('a booked debit, then RJCT: the payment waits for the credit', async () => {
    const bank = await sent(1);
    const [payment] = bank.sent as [OutgoingPayment];
    await bank.payments.booked(payment.reference, { entryId: 'E1', date: '2026-11-23' }, bank.tell);
    await bank.hear({ group: { status: 'RJCT', reasons: because('FF01') } });
    expect(await bank.statuses()).toEqual(['DELIVERED']);
    expect(bank.heard()).toEqual([['delivered']]);
  });

  it('RJCT, then ACSC: core hears both', async () => {
    const bank = await sent(1);
    const [payment] = bank.sent as [OutgoingPayment];
    await bank.hear(transactions(about(payment, 'RJCT', because('AC04'))));
    await bank.hear(transactions(about(payment, 'ACSC')));
    expect(await bank.statuses()).toEqual(['REJECTED']);
    expect(bank.heard()).toEqual([['failed ACCOUNT_CANNOT_RECEIVE', 'delivered']]);
  });

  it('a late pending status changes nothing', async () => {
    const bank = await sent(1);
    const [payment] = bank.sent as [OutgoingPayment];
    await bank.hear(transactions(about(payment, 'ACSC')));
    await bank.hear(transactions(about(payment, 'ACSP')));
    expect((await bank.payments.get(payment.reference))!.bankStatus).toBe('ACSC');
  });

  it('a booked debit after ACSC is not told again', async () => {
    const bank = await sent(1);
    const [payment] = bank.sent as [OutgoingPayment];
    await bank.hear(transactions(about(payment, 'ACSC')));
    bank.told.clear();
    const booked = await bank.payments.booked(payment.reference, { entryId: 'E1', date: '2026-11-23' }, bank.tell);
    expect(booked!.booking).toEqual({ entryId: 'E1', date: '2026-11-23' });
    expect(bank.told.size).toBe(0);
  });
});

describe('a report that comes again', () => {
  it('tells core again, under the same id, because a crash may have come before', async () => {
    const bank = await sent(2);
    const report = bank.report({ group: { status: 'RJCT', reasons: because('FF01') } });
    await bank
      .apply(report, async () => {
        throw new Error('crash');
      })
      .catch(() => {});
    expect(bank.heard()).toEqual([[], []]);
    await bank.apply(report, bank.tell);
    await bank.apply(report, bank.tell);
    expect(bank.heard()).toEqual([['failed QUOTE_EXECUTION_FAILED'], ['failed QUOTE_EXECUTION_FAILED']]);
  });

  it('that an earlier file was executed delivers a payment that waits for another file', async () => {
    const bank = await sent(1);
    const [payment] = bank.sent as [OutgoingPayment];
    await bank.hear({ group: { status: 'RJCT', reasons: because('AM04') } });
    const { operatorActions } = await import('./operator-actions.js');
    await operatorActions({ ...bank, isManual: false }).requeue(payment.reference);
    await bank.hear(transactions(about(payment, 'ACSC')));
    expect(await bank.statuses()).toEqual(['DELIVERED']);
    await prepareFiles(bank.sending);
    expect(await bank.whole.read((records) => filesWith(records, 'PREPARED', 1))).toEqual([]);
  });

  it('about an earlier file of a payment has no effect', async () => {
    const bank = await sent(1);
    const [payment] = bank.sent as [OutgoingPayment];
    const reasons = because('AM04');
    await bank.hear({ group: { status: 'RJCT', reasons } });
    const { operatorActions } = await import('./operator-actions.js');
    const operators = operatorActions({ store: bank.store, exchange: bank.exchange, isManual: false });
    expect(await operators.requeue(bank.file.messageId)).toEqual({ ok: true, value: '1 payments wait for a new file' });
    expect(await bank.statuses()).toEqual(['WAITING']);
    await prepareFiles(bank.sending);
    await bank.hear(transactions(about(payment, 'RJCT', because('AC04'))));
    await bank.hear({ group: { status: 'RJCT', reasons: because('FF01') } });
    expect(await bank.statuses()).toEqual(['FILED']);
    expect(bank.heard()).toEqual([[]]);
  });
});

describe('a report that belongs to another', () => {
  it('is set aside if it is about a file of someone else', async () => {
    const bank = await sent(1);
    const outcome = await bank.hear({ originalMessageId: 'SOMEONE-ELSE', group: { status: 'RJCT', reasons: [] } });
    expect(outcome).toEqual({ kind: 'set-aside', reason: expect.stringMatching(/SOMEONE-ELSE/) as string });
    expect(await bank.statuses()).toEqual(['FILED']);
  });

  it('is read by its payments if it does not name the file', async () => {
    const bank = await sent(1);
    await bank.hear({ ...transactions(about(bank.sent[0]!, 'ACSC')), originalMessageId: 'NOTPROVIDED' });
    expect(await bank.statuses()).toEqual(['DELIVERED']);
  });
});
