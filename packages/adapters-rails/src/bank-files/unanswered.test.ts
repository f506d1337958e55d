import { describe, expect, it } from 'vitest';
import type { StatusReason } from '../iso20022/messages.js';
import { about, because, sentFile, transactions } from '../testing/sent-file.js';
import { askAboutUnanswered } from './unanswered.js';

const DAY = 86_400;
const saying = (...additional: readonly string[]): readonly StatusReason[] => [
  { code: null, proprietary: null, additional },
];

/** The file was sent on a Monday. */
async function sent(count: number, over: Readonly<Record<string, unknown>> = {}) {
  const bank = await sentFile(count, over);
  return {
    ...bank,
    one: bank.sent[0]!,
    asked: async () => {
      bank.told.clear();
      await askAboutUnanswered({ ...bank, entry: bank.entry }, bank.tell);
      return [...bank.told.values()];
    },
  };
}

describe('a status that leaves a payment in doubt', () => {
  it.each(['ZZZZ', 'PRES', 'CPUC', 'ACIS', 'ACFW', 'PATC'])(
    '%s is an exception after three banking days',
    async (status) => {
      const { one, hear, asked, clock, statuses, file } = await sent(2);
      await hear(transactions(about(one, status, saying('ask your adviser'))));
      expect(await statuses()).toEqual(['FILED', 'FILED']);
      clock.advance(2 * DAY);
      expect(await asked()).toEqual([]);
      clock.advance(DAY);
      const { messageId } = file;
      expect(await asked()).toEqual([
        {
          ...{ kind: 'held', rail: 'acme-bank', currency: 'EUR', amount: 100n },
          messageId: `unanswered/${one.reference}/${status}`,
          reason: `the bank reported ${status} for the payment ${one.reference} of the file ${messageId} (1.00 EUR), and nothing else for 3 banking days; ask the bank; it says: ask your adviser`,
        },
      ]);
      expect(await asked()).toEqual([]);
      expect(await statuses()).toEqual(['FILED', 'FILED']);
    },
  );

  it.each(['RCVD', 'ACTC', 'ACSP', 'PDNG', 'RCVC', 'RVNA'])('is not %s', async (status) => {
    const { one, hear, asked, clock } = await sent(1);
    await hear(transactions(about(one, status)));
    clock.advance(30 * DAY);
    expect(await asked()).toEqual([]);
  });

  it('counts for all payments of a file', async () => {
    const { hear, asked, clock } = await sent(3);
    await hear({ group: { status: 'ZZZZ', reasons: saying('who knows') } });
    clock.advance(3 * DAY);
    const all = await asked();
    expect(all.map((message) => message.kind === 'held' && message.amount)).toEqual([100n, 101n, 102n]);
    expect(all.every((message) => message.kind === 'held' && /it says: who knows$/.test(message.reason))).toBe(true);
  });

  it('does not count closing days', async () => {
    const { one, hear, asked, clock } = await sent(1, { overdueAfterBankingDays: 5 });
    await hear(transactions(about(one, 'ZZZZ')));
    clock.advance(6 * DAY);
    expect(await asked()).toEqual([]);
    clock.advance(DAY);
    expect(await asked()).toHaveLength(1);
  });

  it('is over with the next status, and begins again with another one', async () => {
    const { one, hear, asked, clock } = await sent(1);
    await hear(transactions(about(one, 'ZZZZ')));
    clock.advance(3 * DAY);
    expect(await asked()).toHaveLength(1);
    await hear(transactions(about(one, 'ACSP')));
    clock.advance(10 * DAY);
    expect(await asked()).toEqual([]);
    await hear(transactions(about(one, 'YYYY', because('X1'))));
    clock.advance(3 * DAY);
    expect(await asked()).toEqual([expect.objectContaining({ messageId: `unanswered/${one.reference}/YYYY` })]);
    await hear(transactions(about(one, 'ACSC')));
    clock.advance(10 * DAY);
    expect(await asked()).toEqual([]);
  });

  it('is asked about again if core did not take the message', async () => {
    const { one, hear, asked, clock, ...bank } = await sent(1);
    await hear(transactions(about(one, 'ZZZZ')));
    clock.advance(3 * DAY);
    const refuse = async () => ({ ok: false, error: { code: 'SERVICE_UNAVAILABLE', message: '' } }) as never;
    await expect(askAboutUnanswered({ ...bank, clock }, refuse)).rejects.toThrow(/did not take/);
    expect(await asked()).toHaveLength(1);
  });
});
