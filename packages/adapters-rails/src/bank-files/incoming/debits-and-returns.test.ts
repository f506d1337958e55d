import { describe, expect, it } from 'vitest';
import { debit, batchDebit, MOVEMENT_KEY, reasons, backlog, refusing } from '../../testing/bank-outcomes.js';
import {
  bankDetail,
  bankEntry,
  bankReport,
  playBank,
  SECOND_IBAN,
  SEPA_RETURN,
  type SentPayment,
} from '../../testing/bank-reports.js';
import type { StatementEntry } from '../../iso20022/messages.js';

const HOUR = 3600;

describe('the debit of payments', () => {
  const sent: readonly SentPayment[] = [
    { reference: 'one', amount: 10n },
    { reference: 'two', amount: 20n },
  ];

  it('has the entry and the day', async () => {
    const bank = playBank();
    bank.send('P1', sent);
    await bank.apply(bankReport('054', { entries: [debit(10n, 'one')] }));
    expect(bank.heard).toEqual([{ reference: 'one', of: { entryId: MOVEMENT_KEY, date: '2026-01-05' } }]);
    const batch = playBank();
    batch.send('P1', sent);
    await batch.apply(bankReport('054', { entries: [batchDebit(30n)] }));
    expect(batch.heard).toEqual([
      { reference: 'one', of: { entryId: MOVEMENT_KEY, date: '2026-01-05' } },
      { reference: 'two', of: { entryId: MOVEMENT_KEY, date: '2026-01-05' } },
    ]);
  });

  it('of another amount is a difference with both amounts', async () => {
    const bank = playBank();
    bank.send('P1', sent);
    await bank.apply(bankReport('054', { entries: [debit(11n, 'one')] }));
    expect([reasons(bank), bank.heard]).toEqual([
      [
        'the bank booked OUT 0.11 EUR (2026-01-05, code PMNT/ICDT/ESCT): the bank debited it for one, which was sent with 0.10 EUR; the ledger has no entry for it',
      ],
      [],
    ]);
  });

  it.each(['WAITING', 'HELD', 'REJECTED', 'CANCELLED', 'UNRELEASED', 'BLOCKED'] as const)(
    'of a batch does not contain a payment in %s, unless the sum has it',
    async (status) => {
      const of = async (amount: bigint) => {
        const bank = playBank();
        bank.send('P1', [sent[0]!, { ...sent[1]!, status }]);
        await bank.apply(bankReport('054', { entries: [batchDebit(amount)] }));
        return [...bank.booked.keys()].sort();
      };
      expect(await of(10n)).toEqual(['one']);
      expect(await of(30n)).toEqual(['one', 'two']);
      expect(await of(20n)).toEqual([]);
    },
  );

  it('of a batch may contain those that wait for a release, or that the bank keeps, without refused ones', async () => {
    const of = async (amount: bigint, unreleased = 20n) => {
      const bank = playBank();
      bank.send('P1', [
        { reference: 'one', amount: 10n },
        { reference: 'unreleased', amount: unreleased, status: 'UNRELEASED' },
        { reference: 'blocked', amount: 40n, status: 'BLOCKED' },
        { reference: 'refused', amount: 80n, status: 'REJECTED' },
      ]);
      await bank.apply(bankReport('054', { entries: [batchDebit(amount)] }));
      return [...bank.booked.keys()].sort();
    };
    expect(await of(10n)).toEqual(['one']);
    expect(await of(30n)).toEqual(['one', 'unreleased']);
    expect(await of(50n)).toEqual(['blocked', 'one']);
    expect(await of(70n)).toEqual(['blocked', 'one', 'unreleased']);
    expect(await of(150n)).toEqual(['blocked', 'one', 'refused', 'unreleased']);
    // Two readings fit.
    expect(await of(50n, 40n)).toEqual([]);
  });

  it('of a batch may contain some of the refused payments, which the bank refused after it', async () => {
    const of = async (amount: bigint, refused: readonly bigint[] = [20n, 40n]) => {
      const bank = playBank();
      bank.send('P1', [
        { reference: 'one', amount: 10n },
        { reference: 'unreleased', amount: 320n, status: 'UNRELEASED' },
        ...refused.map((each, index) => ({ reference: `${index}`, amount: each, status: 'REJECTED' as const })),
        { reference: 'held', amount: 80n, status: 'HELD' },
        { reference: 'cancelled', amount: 160n, status: 'CANCELLED' },
      ]);
      await bank.apply(bankReport('054', { entries: [batchDebit(amount)] }));
      return [...bank.booked.keys()].sort();
    };
    expect(await of(30n)).toEqual(['0', 'one']);
    expect(await of(50n)).toEqual(['1', 'one']);
    expect(await of(130n)).toEqual(['1', 'held', 'one']);
    expect(await of(350n)).toEqual(['0', 'one', 'unreleased']);
    // The bank has not refused it.
    expect(await of(170n)).toEqual([]);
    // Two readings fit.
    expect(await of(30n, [20n, 20n])).toEqual([]);
    expect(await of(30n, [5n, 15n, 20n])).toEqual([]);
    // Among so many, some fit by chance.
    expect(await of(30n, [20n, ...Array<bigint>(8).fill(1000n)])).toEqual([]);
  });

  it('of a batch is not booked if a payment that waits for its release or a refused one explains it', async () => {
    const of = async (refused: bigint) => {
      const bank = playBank();
      bank.send('P1', [
        { reference: 'one', amount: 10n },
        { reference: 'unreleased', amount: 20n, status: 'UNRELEASED' },
        { reference: 'refused', amount: refused, status: 'REJECTED' },
      ]);
      await bank.apply(bankReport('054', { entries: [batchDebit(30n)] }));
      return [...bank.booked.keys()].sort();
    };
    expect(await of(25n)).toEqual(['one', 'unreleased']);
    expect(await of(20n)).toEqual([]);
  });

  it('of a batch that was debited before, with a payment that was refused then, books nothing', async () => {
    const bank = playBank();
    bank.send('P1', [...sent, { reference: 'three', amount: 5n, status: 'REJECTED' }]);
    await bank.apply(bankReport('053', { entries: [batchDebit(30n)] }));
    expect([...bank.booked.keys()].sort()).toEqual(['one', 'two']);
    await bank.apply(bankReport('053', { entries: [batchDebit(35n, { servicerReference: 'S2' })] }));
    expect([...bank.booked.keys()].sort()).toEqual(['one', 'two']);
    bank.clock.advance(24 * HOUR);
    await bank.work();
    expect(reasons(bank)).toEqual([
      expect.stringContaining('the bank debited it for P1, which it had debited before (the bank booked OUT 0.30 EUR'),
    ]);
  });

  it('of a batch with another sum says in its difference what was sent', async () => {
    const bank = playBank();
    bank.send('P1', [...sent, { reference: 'three', amount: 5n, status: 'REJECTED' }]);
    await bank.apply(bankReport('054', { entries: [batchDebit(31n)] }));
    expect((await bank.reports.condition()).problems).toEqual([
      'acme-bank: an entry of 2026-01-05, OUT 0.31 EUR, waits for rejections that explain the sum of a batch',
    ]);
    bank.clock.advance(24 * HOUR);
    await bank.work();
    expect(reasons(bank)).toEqual([
      'the bank booked OUT 0.31 EUR (2026-01-05, code PMNT/ICDT/ESCT): the bank debited it for P1, whose payments sum to 0.35 EUR, of which 0.30 EUR were not refused; the ledger has no entry for it',
    ]);
  });

  it('of two batches in one entry is the sum of both, and a second debit names both', async () => {
    const bank = playBank();
    bank.send('P1', [sent[0]!]);
    bank.send('P2', [sent[1]!]);
    const batches = ['P1', 'P2'].map((name) => ({
      messageId: null,
      paymentInformationId: name,
      count: 1n,
      total: null,
    }));
    await bank.apply(bankReport('053', { id: '1', entries: [batchDebit(30n, { batches })] }));
    expect([...bank.booked.keys()].sort()).toEqual(['one', 'two']);
    await bank.apply(bankReport('053', { id: '2', entries: [batchDebit(30n, { batches })] }));
    expect(reasons(bank)).toEqual([expect.stringContaining('for P1, P2, which it had debited before')]);
  });

  it('of a batch of one payment is that of the payment', async () => {
    const bank = playBank();
    bank.send('P1', [sent[0]!]);
    await bank.apply(bankReport('054', { entries: [batchDebit(11n)] }));
    expect(reasons(bank)[0]).toContain('the bank debited it for one, which was sent with 0.10 EUR');
    const back = playBank();
    back.send('P1', [sent[0]!]);
    const returned = batchDebit(10n, { direction: 'IN', transactionCode: SEPA_RETURN });
    await back.apply(bankReport('054', { entries: [returned] }));
    expect([...back.returned]).toEqual([['one', 10n]]);
  });

  it('of a batch of another account is a difference', async () => {
    const bank = playBank();
    bank.send('P1', sent, SECOND_IBAN);
    await bank.apply(bankReport('054', { entries: [batchDebit(30n)] }));
    expect([bank.heard, reasons(bank)]).toEqual([
      [],
      [
        'the bank booked OUT 0.30 EUR (2026-01-05, code PMNT/ICDT/ESCT): a debit that Corridor did not send; the ledger has no entry for it',
      ],
    ]);
  });

  it('as a sum and as its payments is one', async () => {
    for (const sumFirst of [true, false]) {
      const bank = playBank();
      bank.send('P1', sent);
      const reports = [[batchDebit(30n)], [debit(10n, 'one'), debit(20n, 'two')]];
      for (const entries of sumFirst ? reports : reports.toReversed()) await bank.apply(bankReport('054', { entries }));
      bank.clock.advance(24 * HOUR);
      await bank.work();
      expect([bank.kinds(), (await backlog(bank)).waiting]).toEqual([[], 0]);
    }
  });

  it('twice names the first one in its difference', async () => {
    const bank = playBank();
    bank.send('P1', sent);
    const entries = ['S1', 'S2'].map((servicerReference) => debit(10n, 'one', { servicerReference }));
    for (const entry of entries) await bank.apply(bankReport('054', { entries: [entry] }));
    expect((await bank.reports.condition()).problems).toEqual([
      'acme-bank: an entry of 2026-01-05, OUT 0.10 EUR, waits for a statement that shows whether the payment was debited twice',
    ]);
    bank.clock.advance(24 * HOUR);
    await bank.work();
    expect(reasons(bank)).toEqual([
      'the bank booked OUT 0.10 EUR (2026-01-05, entry S2, code PMNT/ICDT/ESCT): the bank debited it for one, which it had debited before (the bank booked OUT 0.10 EUR (2026-01-05, entry S1, code PMNT/ICDT/ESCT)); the ledger has no entry for it',
    ]);
  });

  it('that a statement has with another reference than the notification is one, until a statement has both', async () => {
    const bank = playBank();
    bank.send('P1', sent);
    const [first, second] = ['S1', 'S2'].map((servicerReference) => debit(10n, 'one', { servicerReference }));
    await bank.apply(bankReport('054', { entries: [first!] }));
    await bank.apply(bankReport('053', { entries: [second!] }));
    expect([bank.kinds(), [...bank.booked.keys()]]).toEqual([[], ['one']]);
    await bank.apply(bankReport('053', { entries: [first!] }));
    expect([bank.kinds(), [...bank.booked.keys()]]).toEqual([['difference'], ['one']]);
  });
});

describe('the return of a payment', () => {
  const back = (over: object, entry: Partial<StatementEntry> = {}) =>
    bankEntry({
      amount: 8n,
      details: [bankDetail({ amount: 8n, references: { endToEndId: 'one' }, ...over })],
      ...entry,
    });
  const returned = { reasonCode: 'AC04', proprietary: null, texts: ['closed'], originalTransactionCode: null };

  it.each<readonly [string, StatementEntry, string | null]>([
    ['the reason of the bank', back({ returned }), 'AC04 closed'],
    ['the reason of the bank, if it is reversed', back({ returned }, { isReversal: true }), 'AC04 closed'],
    ['a reversal as its reason', back({}, { isReversal: true }), 'reversed by the bank'],
    ['no reason', back({}, { transactionCode: SEPA_RETURN }), null],
  ])('has %s', async (_what, entry, reason) => {
    const bank = playBank();
    bank.send('P1', [{ reference: 'one', amount: 10n }]);
    await bank.apply(bankReport('054', { entries: [entry] }));
    expect(bank.heard).toEqual([{ reference: 'one', of: { returnId: MOVEMENT_KEY, amount: 8n, reason } }]);
    // What is missing of a payout is a charge, which core books.
    expect(bank.kinds()).toEqual([]);
  });

  it('is a difference of the missing part if the payment was a refund, also after core did not take it', async () => {
    const bank = playBank();
    bank.send('P1', [{ reference: 'one', amount: 10n, kind: 'refund' }]);
    const restore = refusing(bank, 'CONFLICT', ['difference']);
    await bank.apply(bankReport('054', { entries: [back({ returned })] }));
    expect((await backlog(bank)).toTell).toBe(1);
    restore();
    await bank.work();
    const [[id, difference]] = [...bank.told] as [[string, object]];
    expect(id).toMatch(/^[0-9a-f]{32}-1\/part$/);
    expect(difference).toEqual({
      ...{ kind: 'difference', rail: 'acme-bank', messageId: id, currency: 'EUR', amount: 2n, direction: 'OUT' },
      reason:
        'the bank booked IN 0.08 EUR (2026-01-05, code PMNT/RCDT/ESCT): it returned one, which was sent with 0.10 EUR',
    });
    const whole = playBank();
    whole.send('P1', [{ reference: 'one', amount: 8n, kind: 'refund' }]);
    await whole.apply(bankReport('054', { entries: [back({ returned })] }));
    expect(whole.kinds()).toEqual([]);
  });
});
