import { ordersOf } from '../../testing/bank-cases.js';
import { describe, expect, it } from 'vitest';
import {
  balanceOf,
  bankDetail,
  bankEntry,
  bankReport,
  IBAN,
  PAYER_IBAN,
  playBank,
  type PlayBank,
  SECOND_IBAN,
  SEPA_RETURN,
} from '../../testing/bank-reports.js';
import type { EntryReferences, StatementEntry } from '../../iso20022/messages.js';

const HOUR = 3600;
const ADA = { name: 'Ada Lovelace', iban: PAYER_IBAN };
const MALLORY = { name: 'Mallory', iban: 'DE02120300000000202051' };

const paid = (debtor: typeof ADA, references: Partial<EntryReferences>, over: Partial<StatementEntry> = {}) =>
  bankEntry({ amount: 500n, details: [bankDetail({ amount: 500n, debtor, references, text: debtor.name })], ...over });

const takenBack = (creditor: typeof ADA, references: Partial<EntryReferences>, over: Partial<StatementEntry> = {}) =>
  bankEntry({
    amount: 500n,
    direction: 'OUT',
    isReversal: true,
    details: [bankDetail({ amount: 500n, creditor, references })],
    ...over,
  });

const arrivalOf = (bank: PlayBank, { name }: typeof ADA) => bank.arrivals().find((one) => one.remitter?.name === name)!;
const reversed = (bank: PlayBank) =>
  [...bank.told.values()].flatMap((one) => (one.kind === 'reversal' ? one.paymentId : []));

describe('a reversal of one of two payments with the same EndToEndId and amount', () => {
  it.each([
    ['the UETR', { uetr: 'b'.repeat(36) }, { uetr: 'a'.repeat(36) }],
    ['the TxId', { transactionId: 'T2' }, { transactionId: 'T1' }],
  ])('takes the one with %s back, in whatever order they came', async (_what, ofAda, ofMallory) => {
    for (const adaFirst of [true, false]) {
      const bank = playBank();
      const ada = paid(ADA, { endToEndId: 'RENT', ...ofAda });
      const mallory = paid(MALLORY, { endToEndId: 'RENT', ...ofMallory });
      await bank.apply(bankReport('054', { entries: adaFirst ? [ada, mallory] : [mallory, ada] }));
      const back = bankEntry({
        amount: 500n,
        direction: 'OUT',
        isReversal: true,
        details: [bankDetail({ amount: 500n, references: { endToEndId: 'RENT', ...ofMallory } })],
      });
      await bank.apply(bankReport('054', { entries: [back] }));
      expect(reversed(bank)).toEqual([arrivalOf(bank, MALLORY).paymentId]);
    }
  });

  it('takes back the one whose payer receives the money', async () => {
    for (const adaFirst of [true, false]) {
      const bank = playBank();
      const both = [paid(ADA, { endToEndId: 'RENT' }), paid(MALLORY, { endToEndId: 'RENT' })];
      await bank.apply(bankReport('054', { entries: adaFirst ? both : both.toReversed() }));
      await bank.apply(bankReport('054', { entries: [takenBack(MALLORY, { endToEndId: 'RENT' })] }));
      expect(reversed(bank)).toEqual([arrivalOf(bank, MALLORY).paymentId]);
    }
  });

  it('is a difference if nothing tells which', async () => {
    const bank = playBank();
    await bank.apply(
      bankReport('054', { entries: [paid(ADA, { endToEndId: 'RENT' }), paid(MALLORY, { endToEndId: 'RENT' })] }),
    );
    const unnamed = { name: 'x', iban: null as unknown as string };
    await bank.apply(bankReport('054', { entries: [takenBack(unnamed, { endToEndId: 'RENT' })] }));
    bank.clock.advance(24 * HOUR);
    await bank.work();
    expect(bank.kinds().sort()).toEqual(['arrival', 'arrival', 'difference']);
  });
});

describe('a payment that a notification names without text and ids of the payer', () => {
  const bare = (servicerReference: string, over: Partial<StatementEntry> = {}) =>
    bankEntry({ amount: 500n, servicerReference, ...over });
  const withPayer = (debtor: typeof ADA) => ({ details: [bankDetail({ amount: 500n, debtor })] });
  const stated = (debtor: typeof ADA) => paid(debtor, { endToEndId: debtor.name });

  it('is the one of the statement that has only these, whether the notification names its payer or not', async () => {
    for (const over of [{}, withPayer(ADA)]) {
      const bank = playBank();
      await bank.apply(bankReport('054', { entries: [bare('S1', over)] }));
      await bank.apply(bankReport('053', { entries: [stated(ADA)] }));
      expect(bank.arrivals()).toHaveLength(1);
    }
  });

  it('is not a return or a debit that the statement names', async () => {
    const bank = playBank();
    bank.send('P1', [{ reference: 'one', amount: 500n }]);
    const details = [bankDetail({ amount: 500n, references: { endToEndId: 'one' }, text: 'Invoice 1' })];
    const back = bankEntry({ amount: 500n, transactionCode: SEPA_RETURN, details });
    await bank.apply(bankReport('054', { entries: [bare('S1'), bare('S2', { direction: 'OUT' })] }));
    await bank.apply(bankReport('053', { entries: [back, bankEntry({ amount: 500n, direction: 'OUT', details })] }));
    expect([[...bank.returned.keys()], [...bank.booked.keys()]]).toEqual([['one'], ['one']]);
  });

  it('is counted, and is not that of another payer', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [bare('S1'), bare('S2', withPayer(ADA))] }));
    await bank.apply(bankReport('053', { entries: [stated(MALLORY), stated(ADA), stated(ADA)] }));
    expect(bank.arrivals()).toHaveLength(3);
    const other = playBank();
    await other.apply(bankReport('054', { entries: [bare('S1', withPayer(ADA))] }));
    await other.apply(bankReport('053', { entries: [stated(MALLORY)] }));
    expect(other.arrivals()).toHaveLength(2);
  });
});

describe('a payment that a report names without text, payer and ids, after another has named it with them', () => {
  const bare = (over: Partial<StatementEntry> = {}) => bankEntry({ amount: 500n, ...over });
  const emptyDetail = { details: [bankDetail({ amount: 500n })] };
  const ada = paid(ADA, { endToEndId: 'RENT' });
  const mallory = paid(MALLORY, { endToEndId: 'LUNCH' });

  it.each([
    ['a statement after the notification', '054', '053'],
    ['a notification after the statement', '053', '054'],
  ] as const)('arrives once in %s', async (_what, first, second) => {
    for (const entry of [bare(), bare(emptyDetail)]) {
      const bank = playBank();
      await bank.apply(bankReport(first, { entries: [ada] }));
      await bank.apply(bankReport(second, { entries: [entry] }));
      bank.clock.advance(24 * HOUR);
      await bank.work();
      expect(bank.kinds()).toEqual(['arrival']);
      expect(arrivalOf(bank, ADA).amount).toBe(500n);
    }
  });

  it('arrives from the statement if only statements move money', async () => {
    const bank = playBank({ credit: 'statement' });
    await bank.apply(bankReport('054', { entries: [ada] }));
    expect(bank.arrivals()).toHaveLength(0);
    await bank.apply(bankReport('053', { entries: [bare(emptyDetail)] }));
    expect(bank.arrivals().map(({ remitter }) => remitter?.name)).toEqual([ADA.name]);
  });

  it.each([
    ['statement', '054', '053'],
    ['notification', '053', '054'],
  ] as const)('does not take the payment that the %s names itself', async (_what, first, second) => {
    for (const entries of [
      [bare(emptyDetail), ada],
      [ada, bare(emptyDetail)],
    ]) {
      const bank = playBank();
      await bank.apply(bankReport(first, { entries: [ada] }));
      await bank.apply(bankReport(second, { entries }));
      expect(bank.arrivals()).toHaveLength(2);
    }
  });

  it('is counted', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [ada, mallory] }));
    await bank.apply(bankReport('053', { entries: [bare(emptyDetail), bare(emptyDetail), bare(emptyDetail)] }));
    expect(bank.arrivals()).toHaveLength(3);
  });

  it.each([
    ['another day', { bookingDate: '2026-01-06' }],
    ['another amount', { amount: 501n, details: [bankDetail({ amount: 501n })] }],
    ['the IBAN of another payer', { details: [bankDetail({ amount: 500n, debtor: MALLORY })] }],
    ['another EndToEndId', { details: [bankDetail({ amount: 500n, references: { endToEndId: 'OTHER' } })] }],
    ['a text', { details: [bankDetail({ amount: 500n, text: 'Dinner' })] }],
  ] satisfies readonly (readonly [string, Partial<StatementEntry>])[])(
    'is another one with %s',
    async (_what, over) => {
      const bank = playBank();
      await bank.apply(bankReport('054', { entries: [ada] }));
      await bank.apply(bankReport('053', { entries: [bare({ ...emptyDetail, ...over })] }));
      expect(bank.arrivals()).toHaveLength(2);
    },
  );

  it('is the same if the bank numbers the entries of statements and notifications differently', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [{ ...ada, servicerReference: 'S1' }] }));
    await bank.apply(bankReport('053', { entries: [bare({ ...emptyDetail, servicerReference: 'S2' })] }));
    expect(bank.arrivals()).toHaveLength(1);
  });

  it('is another one if one kind of report gives the entries different AcctSvcrRefs', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [{ ...ada, servicerReference: 'S1' }] }));
    await bank.apply(bankReport('054', { entries: [bare({ ...emptyDetail, servicerReference: 'S2' })] }));
    expect(bank.arrivals()).toHaveLength(2);
  });

  it('adds nothing when the bank sends the report again as a copy', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [ada] }));
    await bank.apply(bankReport('053', { entries: [bare(emptyDetail)] }));
    await bank.apply(bankReport('053', { entries: [bare(emptyDetail)], copy: 'COPY' }));
    expect(bank.arrivals()).toHaveLength(1);
  });
});

describe('payments of different payers with the same TxId and amount', () => {
  it.each(['one report', 'two reports'])('are two in %s', async (how) => {
    const bank = playBank();
    const entries = [paid(ADA, { transactionId: '1' }), paid(MALLORY, { transactionId: '1' })];
    if (how === 'one report') await bank.apply(bankReport('054', { entries }));
    else for (const entry of entries) await bank.apply(bankReport('054', { entries: [entry] }));
    expect(bank.arrivals()).toHaveLength(2);
    await bank.apply(bankReport('053', { entries }));
    expect(bank.arrivals()).toHaveLength(2);
  });
});

describe('a second debit of a payment', () => {
  const debit = (servicerReference: string) =>
    bankEntry({
      amount: 10n,
      direction: 'OUT',
      servicerReference,
      details: [bankDetail({ amount: 10n, references: { endToEndId: 'one' } })],
    });
  const differences = (bank: PlayBank) =>
    [...bank.told.values()].flatMap((one) => (one.kind === 'difference' ? one : []));

  it('is a difference if a statement has both, also if they were notified before', async () => {
    for (const notified of [true, false]) {
      const bank = playBank();
      bank.send('P1', [{ reference: 'one', amount: 10n }]);
      if (notified) {
        await bank.apply(bankReport('054', { entries: [debit('S1')] }));
        await bank.apply(bankReport('054', { entries: [debit('S2')] }));
      }
      await bank.apply(bankReport('053', { entries: [debit('S1'), debit('S2')] }));
      expect(differences(bank)).toMatchObject([{ amount: 10n, direction: 'OUT' }]);
    }
  });

  it('is a difference if no statement shows in time that there was only one', async () => {
    const bank = playBank();
    bank.send('P1', [{ reference: 'one', amount: 10n }]);
    await bank.apply(bankReport('054', { entries: [debit('S1')] }));
    await bank.apply(bankReport('054', { entries: [debit('S2')] }));
    expect(differences(bank)).toEqual([]);
    bank.clock.advance(24 * HOUR);
    await bank.work();
    expect(differences(bank)).toMatchObject([{ amount: 10n, direction: 'OUT' }]);
  });

  it('of a whole batch is a difference if a statement has both', async () => {
    for (const notified of [true, false]) {
      const bank = playBank();
      bank.send('P1', [
        { reference: 'one', amount: 10n },
        { reference: 'two', amount: 20n },
      ]);
      const batches = [{ messageId: null, paymentInformationId: 'P1', count: 2n, total: null }];
      const sums = ['B1', 'B2'].map((servicerReference) =>
        bankEntry({ amount: 30n, direction: 'OUT', servicerReference, batches }),
      );
      if (notified) for (const sum of sums) await bank.apply(bankReport('054', { entries: [sum] }));
      await bank.apply(bankReport('053', { entries: sums }));
      expect(differences(bank)).toMatchObject([{ amount: 30n, direction: 'OUT' }]);
    }
  });

  it('is one that a payer made up by asking his bank for money that he sent with our EndToEndId', async () => {
    const bank = playBank();
    bank.send('P1', [{ reference: 'one', amount: 10n }]);
    await bank.apply(bankReport('054', { entries: [debit('S1')] }));
    const back = { ...debit('S9'), transactionCode: { ...SEPA_RETURN, family: 'ICDT' } };
    await bank.apply(bankReport('054', { entries: [back] }));
    await bank.apply(bankReport('053', { entries: [debit('S1'), back] }));
    expect(differences(bank)).toHaveLength(1);
  });
});

describe('a refund that comes back with less', () => {
  it('is back whole in the ledger, and the missing part is a difference', async () => {
    const bank = playBank();
    bank.send('P1', [{ reference: 'one', amount: 10n, kind: 'refund' }]);
    const back = bankEntry({
      amount: 8n,
      transactionCode: SEPA_RETURN,
      details: [bankDetail({ amount: 8n, references: { endToEndId: 'one' } })],
    });
    await bank.apply(bankReport('054', { entries: [back] }));
    await bank.apply(bankReport('053', { entries: [back] }));
    expect([...bank.returned]).toEqual([['one', 8n]]);
    expect([...bank.told.values()]).toMatchObject([{ kind: 'difference', amount: 2n, direction: 'OUT' }]);
  });
});

describe('a payment to an account of the connection', () => {
  it('is money that arrives, not a transfer of the service', async () => {
    for (const account of [IBAN, SECOND_IBAN]) {
      const bank = playBank();
      bank.send('P1', [{ reference: 'one', amount: 10n }]);
      const us = { name: 'Acme', iban: IBAN };
      const details = [bankDetail({ amount: 10n, debtor: us, references: { endToEndId: 'one' }, text: 'for Grace' })];
      const of = { iban: account, other: null, currency: 'EUR', ownerName: null };
      await bank.apply(bankReport('054', { account: of, entries: [bankEntry({ amount: 10n, details })] }));
      expect(bank.kinds()).toEqual(['arrival']);
    }
  });
});

describe('a notification of a day before the first statement', () => {
  it('that comes after the statement is not counted twice', async () => {
    const bank = playBank();
    const balances = [balanceOf('OPBD', 1000n), balanceOf('CLBD', 1000n)];
    await bank.apply(bankReport('053', { from: '2026-01-05', to: '2026-01-05', balances }));
    expect(bank.clearing()).toBe(1000n);
    const late = paid(ADA, {}, { bookingDate: '2026-01-04' });
    await bank.apply(bankReport('054', { entries: [late] }));
    expect(bank.arrivals()).toHaveLength(1);
    expect(bank.clearing()).toBe(1000n);
    await bank.apply(bankReport('054', { entries: [paid(MALLORY, {}, { bookingDate: '2026-01-06' })] }));
    expect(bank.clearing()).toBe(1500n);
  });

  it.each(['before', 'after'])('that came %s the statement is counted if a later statement has it', async (when) => {
    const bank = playBank();
    const entry = (bookingDate: string | null) =>
      paid(ADA, {}, { bookingDate, valueDate: '2026-01-04', servicerReference: 'S1' });
    const notified = bankReport('054', { entries: [entry(null)] });
    const statement = (day: string, opening: bigint, closing: bigint, entries: readonly StatementEntry[]) =>
      bankReport('053', {
        from: day,
        to: day,
        balances: [balanceOf('OPBD', opening, day), balanceOf('CLBD', closing, day)],
        entries,
      });
    if (when === 'before') await bank.apply(notified);
    await bank.apply(statement('2026-01-05', 1000n, 1000n, []));
    if (when === 'after') await bank.apply(notified);
    await bank.apply(statement('2026-01-06', 1000n, 1500n, [entry('2026-01-06')]));
    expect(bank.clearing()).toBe(1500n);
  });
});

describe('two equal payments of a day with references of their own', () => {
  const first = paid(ADA, { transactionId: 'T1', endToEndId: 'E1' }, { servicerReference: 'S1' });
  const second = paid(ADA, {}, { servicerReference: 'S2' });

  it('stay two if reports of three kinds name them one by one', async () => {
    const reports = () => ({
      'first day': bankReport('052', { entries: [first] }),
      'whole day': bankReport('052', { entries: [first, second] }),
      first: bankReport('054', { entries: [first] }),
      second: bankReport('054', { entries: [second] }),
      statement: bankReport('053', { entries: [first, second] }),
    });
    for (const order of ordersOf(['first day', 'whole day', 'first', 'second', 'statement'] as const)) {
      const bank = playBank();
      const all = reports();
      for (const name of order) await bank.apply(all[name]);
      expect(bank.arrivals(), order.join(', ')).toHaveLength(2);
    }
  });
});
