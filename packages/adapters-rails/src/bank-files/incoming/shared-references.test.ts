import { describe, expect, it } from 'vitest';
import type { StatementEntry } from '../../iso20022/messages.js';
import { bankDetail, bankEntry, PAYER_IBAN, playBank } from '../../testing/bank-reports.js';
import { apply, booksOf, type Report } from '../../testing/bank-sums.js';
import { entryReferences } from './movement.js';
import { movementsOf } from './movements-of.js';
import { withoutSharedReferences } from './shared-references.js';

const DAY = 'DAY20260105';
const ADA = { name: 'Ada Lovelace', iban: PAYER_IBAN };

const credit = (amount: bigint, over: Partial<StatementEntry> = {}): StatementEntry =>
  bankEntry({
    amount,
    servicerReference: DAY,
    details: [bankDetail({ amount, text: 'Rent', debtor: ADA })],
    ...over,
  });

const ordered = (instructionId: string): StatementEntry =>
  bankEntry({
    amount: 10n,
    direction: 'OUT',
    servicerReference: DAY,
    details: [bankDetail({ amount: 10n, references: { endToEndId: null, instructionId } })],
  });

describe('the AcctSvcrRef of an entry with one payment', () => {
  const referencesOf = (...entries: readonly StatementEntry[]) =>
    withoutSharedReferences(
      entries.map((entry) => ({
        movements: movementsOf(entry),
        net: entry.amount,
        isDetailed: entry.details.length > 0,
      })),
    ).map(({ movements }) => movements.map((one) => [...new Set([...one.ids.servicer, ...entryReferences(one)])]));

  it('is left out if another payment of the report has it too', () => {
    expect(referencesOf(credit(10n))).toEqual([[[DAY]]]);
    expect(referencesOf(credit(10n), credit(10n))).toEqual([[[]], [[]]]);
    expect(referencesOf(credit(10n), credit(20n), credit(30n, { servicerReference: 'S3' }))).toEqual([
      [[]],
      [[]],
      [['S3']],
    ]);
  });

  it('stays beside one of the other direction, such as the debit that a return undoes', () => {
    expect(referencesOf(credit(10n), ordered('I1'))).toEqual([[[DAY]], [[DAY]]]);
  });

  it('stays if its detail has one of its own, which is kept', () => {
    const named = (servicerReference: string) =>
      credit(10n, { details: [bankDetail({ amount: 10n, references: { servicerReference } })] });
    expect(referencesOf(named('R1'), named('R2'))).toEqual([[['R1']], [['R2']]]);
  });

  it('is left out of the charge inside the entry too', () => {
    const charges = [{ amount: 2n, currency: 'EUR', included: true, direction: 'OUT' as const, bearer: null }];
    expect(referencesOf(credit(20n), { ...credit(10n, { charges }), amount: 8n })).toEqual([[[]], [[], []]]);
  });

  it('stays in sums and in the details of several payments, which it connects', () => {
    const batch = { details: [10n, 20n].map((amount) => bankDetail({ amount })) };
    expect(referencesOf(credit(30n, batch), credit(30n, batch))).toEqual([
      [[DAY], [DAY]],
      [[DAY], [DAY]],
    ]);
    expect(referencesOf(credit(30n, { details: [] }), credit(30n, { details: [] }))).toEqual([[[DAY]], [[DAY]]]);
  });
});

describe('a bank that gives one AcctSvcrRef to all entries of a day', () => {
  const twins: readonly Report[] = [
    ['054', credit(10n), credit(20n)],
    ['054', credit(10n), credit(30n)],
  ];

  it('has notified two payments if two notifications have equal ones', async () => {
    const sum = { ...credit(70n), servicerReference: null, details: [] };
    const batches = [{ messageId: null, paymentInformationId: null, count: 4n, total: null }];
    for (const statement of [[credit(10n), credit(10n), credit(20n), credit(30n)], [{ ...sum, batches }]]) {
      const bank = playBank();
      await apply(bank, [...twins, ['053', ...statement]]);
      const all = [10n, 10n, 20n, 30n];
      expect(await booksOf(bank)).toEqual({ arrivals: all, differences: [], stated: all });
    }
  });

  it('has executed two equal orders if their InstrId differ', async () => {
    const bank = playBank();
    bank.send('P1', [
      { reference: 'one', amount: 10n },
      { reference: 'two', amount: 10n },
    ]);
    await apply(bank, [
      ['054', ordered('one')],
      ['054', ordered('two')],
      ['053', ordered('one'), ordered('two')],
    ]);
    expect([...bank.booked.keys()].sort()).toEqual(['one', 'two']);
    expect(await booksOf(bank)).toEqual({ arrivals: [], differences: [], stated: [10n, 10n] });
  });
});
