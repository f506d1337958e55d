import type { StatedMovement } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import { backlog } from '../../testing/bank-outcomes.js';
import { bankDetail, bankEntry, bankReport, PAYER_IBAN, playBank, type PlayBank } from '../../testing/bank-reports.js';
import type { StatementEntry } from '../../iso20022/messages.js';

const HOUR = 3600;
const ADA = { name: 'Ada Lovelace', iban: PAYER_IBAN };

const credit = (amount: bigint, text: string, over: Partial<StatementEntry> = {}) =>
  bankEntry({ amount, details: [bankDetail({ amount, text, debtor: ADA })], ...over });

const batchOf = (count: bigint | null, id = 'P1') => [
  { messageId: null, paymentInformationId: id, count, total: null },
];
const detailsOf = (...amounts: readonly bigint[]) =>
  amounts.map((amount) => bankDetail({ amount, text: `part ${amount}` }));

const amounts = (bank: PlayBank): readonly bigint[] =>
  bank
    .arrivals()
    .map(({ amount }) => amount)
    .sort((one, other) => Number(one - other));
const waiting = async (bank: PlayBank): Promise<number> => (await backlog(bank)).waiting;
const inFlight = async (bank: PlayBank): Promise<number> => (await backlog(bank)).inFlight;

const statedBy = async (bank: PlayBank): Promise<readonly StatedMovement[]> => {
  const stated: StatedMovement[] = [];
  for await (const one of bank.reports.statements.movements('acme-bank', { from: null, to: null })) stated.push(one);
  return stated;
};

describe('the sum of a batch in a statement, after notifications of single payments', () => {
  const sum = bankEntry({ amount: 30n, batches: batchOf(2n) });
  const single = [credit(10n, 'one'), credit(20n, 'two')];
  const notified = async (entries: readonly StatementEntry[]): Promise<PlayBank> => {
    const bank = playBank();
    bank.send('OUT', [{ reference: 'sent', amount: 5n }]);
    for (const entry of entries) await bank.apply(bankReport('054', { entries: [entry] }));
    return bank;
  };

  it.each<readonly [string, StatementEntry]>([
    ['a payment of another day', credit(5n, 'three', { bookingDate: '2026-01-04' })],
    [
      'a payment that went out',
      bankEntry({
        amount: 5n,
        direction: 'OUT',
        details: [bankDetail({ amount: 5n, references: { endToEndId: 'sent' } })],
      }),
    ],
    ['an entry without details', bankEntry({ amount: 5n, servicerReference: 'S9' })],
    ['a reversal', credit(5n, 'three', { isReversal: true })],
  ])('is these payments; %s of the account is none of them', async (_what, other) => {
    const bank = await notified([...single, other]);
    await bank.apply(bankReport('053', { entries: [sum] }));
    expect(await waiting(bank)).toBe(0);
    expect(amounts(bank).filter((amount) => amount !== 5n)).toEqual([10n, 20n]);
    expect(await inFlight(bank)).toBe(1);
  });

  it('is these payments without those that the statement names itself', async () => {
    const own = credit(5n, 'three');
    const bank = await notified([...single, own]);
    await bank.apply(bankReport('053', { entries: [own, sum] }));
    expect([amounts(bank), await waiting(bank), await inFlight(bank)]).toEqual([[5n, 10n, 20n], 0, 0]);
  });

  it.each<readonly [string, StatementEntry]>([
    ['the number differs', { ...sum, batches: batchOf(3n) }],
    ['the bank does not say the number', { ...sum, batches: batchOf(null) }],
    ['the sum differs', { ...sum, amount: 31n }],
    ['the day differs', { ...sum, bookingDate: '2026-01-06' }],
  ])('waits for its details if %s', async (_what, entry) => {
    const bank = await notified(single);
    await bank.apply(bankReport('053', { entries: [entry] }));
    expect([await waiting(bank), await inFlight(bank)]).toEqual([1, 2]);
  });

  it('waits for its details if a notification has it, because only a statement ends what is in flight', async () => {
    for (const version of ['052', '054'] as const) {
      const bank = await notified(single);
      await bank.apply(bankReport(version, { entries: [sum] }));
      expect([await waiting(bank), await inFlight(bank)]).toEqual([1, 2]);
    }
  });

  it('that went out is none of the payments that came in', async () => {
    const bank = await notified(single);
    await bank.apply(bankReport('053', { entries: [{ ...sum, direction: 'OUT' }] }));
    expect(bank.kinds()).toEqual(['arrival', 'arrival', 'difference']);
    expect(await inFlight(bank)).toBe(2);
  });

  it('of one payment is that of a notification, though the bank numbers statements differently', async () => {
    const bank = await notified([credit(30n, 'one', { servicerReference: 'S1' })]);
    const entry = bankEntry({ amount: 30n, batches: batchOf(1n), servicerReference: 'S2' });
    await bank.apply(bankReport('053', { entries: [entry] }));
    expect(amounts(bank)).toEqual([30n]);
    expect(await inFlight(bank)).toBe(0);
  });
});

describe('an entry without details, after the details of its group', () => {
  const detailed = bankEntry({ amount: 30n, batches: batchOf(2n), details: detailsOf(10n, 20n) });
  const sum = bankEntry({ amount: 30n, batches: batchOf(2n) });

  it('is these details, whatever reversal has the same group', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [detailed] }));
    await bank.apply(bankReport('054', { entries: [{ ...detailed, direction: 'OUT', isReversal: true }] }));
    await bank.apply(bankReport('053', { entries: [sum] }));
    expect(amounts(bank)).toEqual([10n, 20n]);
    const { problems } = await bank.reports.condition();
    expect(problems.filter((problem) => problem.includes('the details of the batch'))).toEqual([]);
  });

  it.each(['one report', 'two reports'])(
    'is the details of one entry each, if %s has several entries of one group',
    async (how) => {
      const bank = playBank();
      const entries = [detailed, { ...detailed, details: detailsOf(11n, 19n) }];
      if (how === 'one report') await bank.apply(bankReport('054', { entries }));
      else for (const entry of entries) await bank.apply(bankReport('054', { entries: [entry] }));
      await bank.apply(bankReport('053', { id: 'first', entries: [sum] }));
      expect([await waiting(bank), await inFlight(bank)]).toEqual([0, 2]);
      await bank.apply(bankReport('053', { id: 'second', entries: [sum] }));
      expect([amounts(bank), await waiting(bank), await inFlight(bank)]).toEqual([[10n, 11n, 19n, 20n], 0, 0]);
      expect((await statedBy(bank)).map(({ amount }) => amount)).toEqual([10n, 20n, 11n, 19n]);
    },
  );

  it('is a movement of its own if other entries of the statement are all that is known', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [detailed, { ...detailed, details: detailsOf(11n, 19n) }] }));
    await bank.apply(bankReport('053', { entries: [sum, sum, sum] }));
    expect([amounts(bank), await waiting(bank), await inFlight(bank)]).toEqual([[10n, 11n, 19n, 20n], 1, 0]);
    await bank.apply(bankReport('053', { id: 'copy', copy: 'DUPL', entries: [sum, sum, sum] }));
    expect([amounts(bank), await waiting(bank), await inFlight(bank)]).toEqual([[10n, 11n, 19n, 20n], 1, 0]);
  });

  it('is not made of details that the statement names itself', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [detailed] }));
    await bank.apply(bankReport('053', { entries: [sum, detailed] }));
    expect([amounts(bank), await waiting(bank), await inFlight(bank)]).toEqual([[10n, 20n], 1, 0]);
  });

  it('is not the only payment of the group with the amount of the batch', async () => {
    const bank = playBank();
    const references = { paymentInformationId: 'P1' };
    const alone = bankEntry({ amount: 30n, details: [bankDetail({ amount: 30n, text: 'one', references })] });
    await bank.apply(bankReport('054', { entries: [alone] }));
    await bank.apply(bankReport('053', { entries: [sum] }));
    expect([amounts(bank), await waiting(bank), await inFlight(bank)]).toEqual([[30n], 1, 1]);
  });

  it('is not two payments alone in their entries, to which the bank gave one reference', async () => {
    const bank = playBank();
    const servicerReference = 'S1';
    const entries = [credit(10n, 'one', { servicerReference }), credit(20n, 'two', { servicerReference })];
    await bank.apply(bankReport('054', { entries }));
    await bank.apply(bankReport('053', { entries: [bankEntry({ amount: 30n, servicerReference })] }));
    expect(amounts(bank)).toEqual([10n, 20n, 30n]);
  });
});

describe('details, after entries of their group', () => {
  const servicerReference = 'B1';

  it('explain an entry whose own details had no amounts', async () => {
    const bank = playBank();
    const unknown = bankEntry({ amount: 30n, servicerReference, details: [bankDetail({}), bankDetail({})] });
    await bank.apply(bankReport('053', { entries: [unknown] }));
    expect([bank.kinds(), await waiting(bank)]).toEqual([[], 1]);
    await bank.apply(bankReport('054', { entries: [{ ...unknown, details: detailsOf(10n, 20n) }] }));
    expect([amounts(bank), await waiting(bank)]).toEqual([[10n, 20n], 0]);
    expect(await inFlight(bank)).toBe(0);
  });

  it('are new after other details of the group', async () => {
    const bank = playBank();
    await bank.apply(
      bankReport('054', { entries: [bankEntry({ amount: 30n, servicerReference, details: detailsOf(10n, 20n) })] }),
    );
    await bank.apply(
      bankReport('054', { entries: [bankEntry({ amount: 10n, servicerReference, details: detailsOf(3n, 7n) })] }),
    );
    expect(amounts(bank)).toEqual([3n, 7n, 10n, 20n]);
    expect(await inFlight(bank)).toBe(4);
  });

  it('are new if they sum to another amount than the entry without details', async () => {
    const bank = playBank();
    const batches = batchOf(2n);
    await bank.apply(bankReport('053', { entries: [bankEntry({ amount: 30n, batches })] }));
    await bank.apply(bankReport('054', { entries: [bankEntry({ amount: 15n, batches, details: detailsOf(7n, 8n) })] }));
    expect([amounts(bank), await waiting(bank), await inFlight(bank)]).toEqual([[7n, 8n], 1, 2]);
  });

  it.each(['one report', 'two reports'])('explain one sum for each entry, in %s', async (how) => {
    const bank = playBank();
    const batches = batchOf(2n);
    const sum = bankEntry({ amount: 30n, batches });
    await bank.apply(bankReport('053', { entries: [sum, sum] }));
    expect(await waiting(bank)).toBe(2);
    const entries = [detailsOf(10n, 20n), detailsOf(11n, 19n), detailsOf(12n, 18n)].map((details) => ({
      ...sum,
      details,
    }));
    if (how === 'one report') await bank.apply(bankReport('054', { entries }));
    else for (const entry of entries) await bank.apply(bankReport('054', { entries: [entry] }));
    expect(amounts(bank)).toEqual([10n, 11n, 12n, 18n, 19n, 20n]);
    // No statement has the sum of the third.
    expect([await waiting(bank), await inFlight(bank)]).toEqual([0, 2]);
    expect((await statedBy(bank)).map(({ amount }) => amount)).toEqual([10n, 20n, 11n, 19n]);
  });

  it('explain one sum for each entry before a statement has these sums', async () => {
    const bank = playBank();
    const sum = bankEntry({ amount: 30n, batches: batchOf(2n) });
    await bank.apply(bankReport('054', { entries: [sum, sum] }));
    const entries = [detailsOf(10n, 20n), detailsOf(11n, 19n)].map((details) => ({ ...sum, details }));
    await bank.apply(bankReport('054', { entries }));
    expect([amounts(bank), await waiting(bank), await inFlight(bank)]).toEqual([[10n, 11n, 19n, 20n], 0, 4]);
    await bank.apply(bankReport('053', { entries: [sum, sum] }));
    expect([await waiting(bank), await inFlight(bank)]).toEqual([0, 0]);
    expect((await statedBy(bank)).map(({ amount }) => amount)).toEqual([10n, 20n, 11n, 19n]);
  });

  it.each(['before the statement', 'never'])(
    'that a statement has move nothing after core knows the sum as a difference; a notification has them %s',
    async (when) => {
      const bank = playBank();
      const sum = bankEntry({ amount: 30n, batches: batchOf(2n) });
      const detailed = { ...sum, details: detailsOf(10n, 20n) };
      await bank.apply(bankReport('054', { entries: [sum] }));
      bank.clock.advance(24 * HOUR);
      await bank.work();
      if (when !== 'never') await bank.apply(bankReport('054', { entries: [detailed] }));
      expect([bank.kinds(), await inFlight(bank)]).toEqual([['difference'], 1]);
      await bank.apply(bankReport('053', { entries: [detailed] }));
      await bank.apply(bankReport('053', { id: 'copy', copy: 'DUPL', entries: [detailed] }));
      expect([bank.kinds(), await waiting(bank), await inFlight(bank)]).toEqual([['difference'], 0, 0]);
      expect(await statedBy(bank)).toMatchObject([{ amount: 30n, direction: 'IN', date: '2026-01-05' }]);
    },
  );

  it.each<readonly [string, string | null]>([
    ['with the same reference of the bank', 'S1'],
    ['without a reference of the bank', null],
    ['with another reference of the bank', 'S2'],
  ])('move nothing after core knows the sum as a difference, which a statement has %s', async (_what, reference) => {
    const bank = playBank();
    const batches = batchOf(2n);
    const sum = bankEntry({ amount: 30n, batches, servicerReference: 'S1' });
    await bank.apply(bankReport('054', { entries: [sum] }));
    bank.clock.advance(24 * HOUR);
    await bank.work();
    expect([bank.kinds(), await inFlight(bank)]).toEqual([['difference'], 1]);
    const detailed = { ...sum, details: detailsOf(10n, 20n) };
    await bank.apply(bankReport('054', { entries: [detailed] }));
    expect([bank.kinds(), await inFlight(bank)]).toEqual([['difference'], 1]);
    await bank.apply(bankReport('053', { entries: [{ ...sum, servicerReference: reference }] }));
    await bank.apply(bankReport('052', { entries: [detailed] }));
    bank.clock.advance(24 * HOUR);
    await bank.work();
    expect([bank.kinds(), await inFlight(bank)]).toEqual([['difference'], 0]);
    const [difference] = bank.told.values();
    const messageId = difference?.kind === 'difference' ? difference.messageId : null;
    expect(await statedBy(bank)).toEqual([
      {
        ...{ reference: `subject of ${messageId}`, amount: 30n, currency: 'EUR', direction: 'IN', date: '2026-01-05' },
      },
    ]);
  });
});
