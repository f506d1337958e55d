import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { about, because, transactions } from '../testing/sent-file.js';
import { ADA, verifiedFile as sent } from '../testing/verified-file.js';
import type { OutgoingStatus } from './payment.js';

const at = (minute: number): string => `2026-11-23T12:${String(minute).padStart(2, '0')}:00Z`;
const written = (minute: number) => ({ createdAt: at(minute) });
const ofFile = (status: string, reasons = because()) => ({ group: { status, reasons } });

describe('a payment that the bank has accepted for execution', () => {
  it.each(['RVNM', 'RVMC', 'RVCM'])('does not wait for a release when %s comes late', async (code) => {
    for (const [accepted, late] of [
      ['transaction', 'transaction'],
      ['transaction', 'file'],
      ['file', 'transaction'],
      ['file', 'file'],
    ] as const) {
      const bank = await sent(1);
      const told = (level: 'transaction' | 'file', status: string) =>
        level === 'file' ? ofFile(status) : transactions(about(bank.one, status));
      await bank.hear(told(accepted, 'ACSP'));
      await bank.hear(told(late, code));
      expect(await bank.statuses()).toEqual(['FILED']);
      expect(await bank.decisions.cancel(bank.one.reference, ADA)).toMatchObject({ ok: false });
      expect(await bank.decisions.cancel(bank.file.messageId, ADA)).toMatchObject({ ok: false });
      expect(await bank.trace(bank.one)).toBe(
        `the payment is FILED, the bank says ACSP, released at the bank by a person at the bank after ${code}`,
      );
      expect(bank.exceptions()).toEqual([]);
    }
  });

  it.each(['PDNG', 'ACTC', 'PATC', 'ACFW', 'RCVC', 'RVNA'])(
    'stays accepted when %s comes late, so that a cancelled file leaves it alone',
    async (status) => {
      const bank = await sent(3);
      await bank.hear(transactions(about(bank.one, 'ACSP'), about(bank.two, 'RVNM')));
      await bank.hear(transactions(about(bank.one, status)));
      await bank.hear(ofFile(status));
      expect((await bank.payment(bank.one)).bankStatus).toBe('ACSP');
      await bank.decisions.cancel(bank.file.messageId, ADA);
      expect(await bank.statuses()).toEqual(['FILED', 'CANCELLED', 'HELD']);
    },
  );

  it('stays accepted after a status that is not in the table', async () => {
    const bank = await sent(2);
    await bank.hear(transactions(about(bank.one, 'ACSP')));
    await bank.hear(transactions(about(bank.one, 'PRES'), about(bank.two, 'RVNM')));
    // The acceptance comes once more, which does not answer the question about the new status.
    await bank.hear(transactions(about(bank.one, 'ACSP')));
    expect((await bank.payment(bank.one)).bankStatus).toBe('PRES');
    await bank.hear({ ...transactions(about(bank.one, 'ACWC')), createdAt: '2026-11-23T12:00:01' });
    await bank.hear(transactions(about(bank.one, 'ACSP')));
    expect((await bank.payment(bank.one)).bankStatus).toBe('ACWC');
    await bank.decisions.cancel(bank.file.messageId, ADA);
    expect(await bank.statuses()).toEqual(['FILED', 'CANCELLED']);
  });

  it.each(['ACSP', 'ACSC', 'ACCC'])('waits for no release after %s of the file', async (status) => {
    const bank = await sent(2);
    await bank.hear(ofFile('RVNM'));
    await bank.hear(ofFile(status));
    expect(await bank.statuses()).toEqual(['FILED', 'FILED']);
    expect(await bank.decisions.cancel(bank.file.messageId, ADA)).toMatchObject({ ok: false });
  });

  it('is neither refunded nor held for a refusal that the bank wrote before, which is a problem until it is settled', async () => {
    for (const reasons of [because('AC04'), because('AM04')]) {
      for (const level of ['file', 'transaction'] as const) {
        const bank = await sent(1);
        await bank.hear({ ...transactions(about(bank.one, 'ACSP')), ...written(10) });
        const refusal = level === 'file' ? ofFile('RJCT', reasons) : transactions(about(bank.one, 'RJCT', reasons));
        await bank.hear({ ...refusal, ...written(5) });
        expect(await bank.statuses()).toEqual(['FILED']);
        expect(await bank.problems()).toEqual([
          expect.stringMatching(/^the bank refused Transaction.* in a report that is older than the one in which/),
        ]);
        await bank.hear({ ...transactions(about(bank.one, 'ACSC')), ...written(20) });
        expect(await bank.problems()).toEqual([]);
        expect(bank.heard()).toEqual([['delivered']]);
      }
    }
  });

  it('is neither refunded nor held because the bank refuses a second copy of its file', async () => {
    const bank = await sent(1);
    await bank.hear({ ...ofFile('ACSP'), ...written(1) });
    await bank.hear({ ...ofFile('RJCT', because('AM05')), ...written(2) });
    expect(await bank.statuses()).toEqual(['FILED']);
    expect(await bank.problems()).toEqual([expect.stringMatching(/\(AM05\) as a duplicate/)]);
    await bank.payments.booked(bank.one.reference, { entryId: 'E1', date: null }, bank.tell);
    expect(await bank.problems()).toEqual([]);
  });

  it('fails when the bank refuses it later', async () => {
    for (const [createdAt, after] of [
      [at(20), 'REJECTED'],
      [at(10), 'REJECTED'],
      ['2026-11-23T11:00:00', 'REJECTED'],
    ] as const) {
      const bank = await sent(1);
      await bank.hear({ ...transactions(about(bank.one, 'ACSP')), ...written(10) });
      await bank.hear({ ...transactions(about(bank.one, 'RJCT', because('AC04'))), createdAt });
      expect(await bank.statuses()).toEqual([after]);
    }
  });
});

describe('a payment that the bank accepts after it has refused it', () => {
  it('is in its file again, and cannot go into a new one', async () => {
    const bank = await sent(1);
    await bank.hear({ ...transactions(about(bank.one, 'RJCT', because('AM04'))), ...written(1) });
    expect(await bank.statuses()).toEqual(['HELD']);
    await bank.hear({ ...transactions(about(bank.one, 'ACSP')), ...written(2) });
    expect(await bank.statuses()).toEqual(['FILED']);
    expect(await bank.operators.requeue(bank.one.reference)).toMatchObject({ ok: false });
    expect((await bank.payment(bank.one)).rejection).toBeNull();
  });

  it('stays held if the acceptance is older than the refusal', async () => {
    const bank = await sent(1);
    await bank.hear({ ...transactions(about(bank.one, 'RJCT', because('AM04'))), ...written(2) });
    await bank.hear({ ...transactions(about(bank.one, 'ACSP')), ...written(1) });
    expect(await bank.statuses()).toEqual(['HELD']);
  });

  it('and had blocked it, cannot be cancelled', async () => {
    const bank = await sent(1);
    await bank.hear({ ...transactions(about(bank.one, 'BLCK')), ...written(1) });
    await bank.hear({ ...transactions(about(bank.one, 'RJCT', because('AC04'))), ...written(2) });
    await bank.hear({ ...transactions(about(bank.one, 'ACSP')), ...written(3) });
    expect(await bank.decisions.cancel(bank.one.reference, ADA)).toMatchObject({ ok: false });
    expect(await bank.problems()).toEqual([]);
  });

  it('is not accepted in its next file', async () => {
    const bank = await sent(1);
    await bank.hear({ ...transactions(about(bank.one, 'ACSP')), ...written(1) });
    await bank.hear({ ...transactions(about(bank.one, 'RJCT', because('AM04'))), ...written(2) });
    await bank.operators.requeue(bank.one.reference);
    const { prepareFiles } = await import('./prepare-files.js');
    await prepareFiles(bank.sending);
    const { messageId } = await bank.payment(bank.one);
    await bank.hear({ ...transactions(about(bank.one, 'RVNM')), originalMessageId: messageId });
    expect(await bank.statuses()).toEqual(['UNRELEASED']);
  });
});

/** What a bank reports about a payment, in the order in which it happens. */
const COURSES: readonly (readonly (readonly [status: string, reason?: string])[])[] = [
  [['RCVD'], ['ACTC'], ['RVNM'], ['ACSP'], ['ACSC']],
  [['PDNG'], ['RVMC'], ['ACSP'], ['ACWC'], ['ACCC']],
  [['RVNM'], ['ACSP'], ['ACTC']],
  [['ACTC'], ['RVNM'], ['ACSP'], ['RJCT', 'AC04']],
  [['ACTC'], ['ACSP'], ['RJCT', 'AM04']],
  [['RJCT', 'AM04'], ['ACSP']],
  [['RVNA'], ['PATC'], ['ACSP']],
];
const REFUNDABLE: readonly OutgoingStatus[] = ['UNRELEASED', 'HELD', 'REJECTED', 'CANCELLED', 'WAITING'];

it('files of a bank in any order, each as often as it likes, end as in the order of their writing, and never refund what the bank executes', async () => {
  const courses = fc.constantFrom(...COURSES).chain((course) =>
    fc.record({
      course: fc.constant(course),
      order: fc
        .array(fc.nat({ max: course.length - 1 }), { maxLength: 4 })
        .chain((again) =>
          fc.shuffledSubarray([...course.keys(), ...again], { minLength: course.length + again.length }),
        ),
      levels: fc.array(fc.boolean(), { minLength: course.length, maxLength: course.length }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(courses, async ({ course, order, levels }) => {
      const play = async (minutes: readonly number[], decides: boolean) => {
        const bank = await sent(1);
        let accepted = -1;
        for (const minute of minutes) {
          const [status, reason] = course[minute]!;
          const reasons = reason === undefined ? [] : because(reason);
          // Only the status of a transaction settles a payment.
          const isOfFile = levels[minute]! && !['ACSC', 'ACCC'].includes(status);
          const told = isOfFile ? ofFile(status, reasons) : transactions(about(bank.one, status, reasons));
          await bank.hear({ ...told, messageId: `R-${minute}`, ...written(minute) });
          if (['ACSP', 'ACWC', 'ACSC', 'ACCC'].includes(status)) accepted = Math.max(accepted, minute);
          const isRefusedLater = course.some(([each], index) => each === 'RJCT' && index > accepted);
          if (!decides || accepted < 0 || isRefusedLater) continue;
          await bank.decisions.cancel(bank.one.reference, ADA);
          await bank.decisions.cancel(bank.file.messageId, ADA);
          await bank.operators.requeue(bank.one.reference);
          expect(REFUNDABLE).not.toContain((await bank.statuses())[0]);
        }
        return (await bank.payment(bank.one)).status;
      };
      const inOrder = await play([...course.keys()], false);
      expect(await play(order, true)).toBe(inOrder);
    }),
    { numRuns: 150 },
  );
});
