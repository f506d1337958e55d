import { describe, expect, it } from 'vitest';
import { about, batch, because, transactions } from '../testing/sent-file.js';
import { saying, WAIT, verifiedFile as sent } from '../testing/verified-file.js';
import type { OutgoingPayment } from './payment.js';

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
          reason: `the bank waits for a release of the payment ${one.reference} of the file ${file.messageId}, because it could not confirm the payee (${code}): release or cancel 1.00 EUR at the bank, and record it with release-payment or cancel-payment`,
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
