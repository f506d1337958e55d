import { describe, expect, it } from 'vitest';
import {
  debit,
  batchDebit,
  MOVEMENT_KEY,
  differences,
  reasons,
  backlog,
  refusing,
} from '../../testing/bank-outcomes.js';
import {
  bankDetail,
  bankEntry,
  bankReport,
  OWN_IBAN,
  PAYER_IBAN,
  playBank,
  SECOND_IBAN,
  SEPA_RETURN,
} from '../../testing/bank-reports.js';
import type { StatementEntry } from '../../iso20022/messages.js';

const HOUR = 3600;
const ADA = { name: 'Ada Lovelace', iban: PAYER_IBAN };

const credit = (amount: bigint, text: string | null, over: Partial<StatementEntry> = {}) =>
  bankEntry({ amount, details: [bankDetail({ amount, text, debtor: ADA })], ...over });

describe('a message that core does not take', () => {
  it.each(['CONFLICT', 'SERVICE_UNAVAILABLE'])('with %s is repeated, and in the log until then', async (code) => {
    const bank = playBank();
    const restore = refusing(bank, code, ['arrival', 'booking']);
    const charge = { domain: 'ACMT', family: 'MDOP', subFamily: 'CHRG', proprietary: null };
    await bank.apply(
      bankReport('054', {
        entries: [credit(5n, 'a'), bankEntry({ amount: 2n, direction: 'OUT', transactionCode: charge })],
      }),
    );
    expect([bank.kinds(), await backlog(bank)]).toEqual([[], { toTell: 2, waiting: 0, noted: 0, inFlight: 0 }]);
    const warning = { fields: { movement: MOVEMENT_KEY, reason: code }, message: 'core did not take a movement' };
    expect(bank.warnings).toEqual([warning, warning]);
    restore();
    await bank.work();
    expect(bank.kinds().sort()).toEqual(['CHARGE', 'arrival']);
    expect(await backlog(bank)).toEqual({ toTell: 0, waiting: 0, noted: 0, inFlight: 2 });
    expect(bank.warnings).toHaveLength(2);
  });

  it('because no platform exists yet is repeated if it is an arrival, and else a difference', async () => {
    const bank = playBank();
    const restore = refusing(bank, 'REFERENCE_NOT_FOUND', ['arrival', 'booking']);
    const own = { name: 'Acme', iban: OWN_IBAN };
    const topUp = bankEntry({ amount: 9n, details: [bankDetail({ amount: 9n, debtor: own })] });
    await bank.apply(bankReport('054', { entries: [credit(5n, 'a'), topUp] }));
    expect(differences(bank)).toEqual([
      {
        ...{
          kind: 'difference',
          rail: 'acme-bank',
          messageId: MOVEMENT_KEY,
          currency: 'EUR',
          amount: 9n,
          direction: 'IN',
        },
        reason:
          'the bank booked IN 0.09 EUR (2026-01-05, code PMNT/RCDT/ESCT): core refused it with REFERENCE_NOT_FOUND; the ledger has no entry for it',
      },
    ]);
    restore();
    await bank.work();
    expect(bank.arrivals()).toMatchObject([{ amount: 5n }]);
  });

  it('about a difference is repeated', async () => {
    const bank = playBank();
    const restore = refusing(bank, 'INVALID_AMOUNT', ['difference']);
    await bank.apply(bankReport('054', { entries: [debit(5n, 'unknown')] }));
    expect([bank.kinds(), await backlog(bank)]).toEqual([[], { toTell: 1, waiting: 0, noted: 0, inFlight: 0 }]);
    restore();
    await bank.work();
    expect(bank.kinds()).toEqual(['difference']);
  });

  it('because of an exception is repeated with its text in the log', async () => {
    const bank = playBank();
    const { tell } = bank;
    bank.tell = () => Promise.reject(new Error('the network is down'));
    await bank.apply(bankReport('054', { entries: [credit(5n, 'a')] }));
    bank.tell = tell;
    await bank.work();
    expect(bank.warnings.map(({ fields }) => fields)).toEqual([
      { movement: MOVEMENT_KEY, reason: 'the network is down' },
    ]);
    expect(bank.kinds()).toEqual(['arrival']);
  });
});

describe('an entry that waits', () => {
  const reversal = credit(5n, 'Rent', { direction: 'OUT', isReversal: true, servicerReference: 'S1' });
  const UNKNOWN =
    'the bank booked OUT 0.05 EUR (2026-01-05, entry S1, code PMNT/ICDT/ESCT): the bank took a credit back that no report contains; the ledger has no entry for it';

  it('becomes a difference after the hours of the configuration, counted from the first attempt', async () => {
    const bank = playBank({ returnAfterHours: 2 });
    await bank.apply(bankReport('053', { entries: [reversal] }));
    bank.clock.advance(HOUR);
    await bank.work();
    bank.clock.advance(HOUR - 1);
    await bank.work();
    expect([bank.kinds(), await backlog(bank)]).toEqual([[], { toTell: 0, waiting: 1, noted: 0, inFlight: 0 }]);
    expect((await bank.reports.condition()).problems).toEqual([
      'acme-bank: an entry of 2026-01-05, OUT 0.05 EUR, waits for the credit that it reverses',
    ]);
    bank.clock.advance(1);
    await bank.work();
    expect([reasons(bank), await backlog(bank)]).toEqual([[UNKNOWN], { toTell: 0, waiting: 0, noted: 0, inFlight: 0 }]);
  });

  it('goes on as soon as another entry of the same report explains it', async () => {
    const bank = playBank();
    const entry = credit(5n, 'Rent', { servicerReference: 'S1' });
    await bank.apply(bankReport('054', { entries: [reversal] }));
    await bank.apply(bankReport('054', { entries: [entry] }));
    expect(bank.kinds()).toEqual(['arrival', 'reversal']);
    expect(await backlog(bank)).toEqual({ toTell: 0, waiting: 0, noted: 0, inFlight: 2 });
  });

  it('does not become a difference of a notification while only statements move money', async () => {
    const bank = playBank({ credit: 'statement' });
    bank.send('P1', [
      { reference: 'one', amount: 10n },
      { reference: 'two', amount: 20n },
    ]);
    await bank.apply(bankReport('054', { entries: [batchDebit(11n)] }));
    bank.clock.advance(48 * HOUR);
    await bank.work();
    expect([bank.kinds(), await backlog(bank)]).toEqual([[], { toTell: 0, waiting: 0, noted: 1, inFlight: 0 }]);
  });
});

describe('a reversal', () => {
  it('needs an id of the credit: text and day are not enough', async () => {
    for (const text of ['Rent', null]) {
      const bank = playBank();
      const entry = bankEntry({ amount: 5n, details: [bankDetail({ amount: 5n, text })] });
      await bank.apply(bankReport('054', { entries: [entry] }));
      await bank.apply(bankReport('054', { entries: [{ ...entry, direction: 'OUT', isReversal: true }] }));
      bank.clock.advance(24 * HOUR);
      await bank.work();
      expect(bank.kinds()).toEqual(['arrival', 'difference']);
      expect(reasons(bank)[0]).toContain('the bank took a credit back that no report contains');
    }
  });

  it('waits for the arrival of its credit, and is a difference if the credit is one', async () => {
    const bank = playBank();
    const entry = credit(5n, 'Rent', { servicerReference: 'S1' });
    const restore = refusing(bank, 'SERVICE_UNAVAILABLE', ['arrival']);
    await bank.apply(bankReport('054', { entries: [entry, { ...entry, direction: 'OUT', isReversal: true }] }));
    expect(bank.kinds()).toEqual([]);
    restore();
    await bank.work();
    expect(bank.kinds()).toEqual(['arrival', 'reversal']);

    const refused = playBank();
    refusing(refused, 'INVALID_CURRENCY', ['arrival']);
    await refused.apply(bankReport('054', { entries: [entry, { ...entry, direction: 'OUT', isReversal: true }] }));
    refused.clock.advance(24 * HOUR);
    await refused.work();
    expect(reasons(refused)[1]).toContain('the credit that it reverses is not booked');
    expect(refused.kinds()).toEqual(['difference', 'difference']);
  });

  it('reaches core later if core did not take it', async () => {
    const bank = playBank();
    const entry = credit(5n, 'Rent', { servicerReference: 'S1' });
    const restore = refusing(bank, 'CONFLICT', ['reversal']);
    await bank.apply(bankReport('054', { entries: [entry, { ...entry, direction: 'OUT', isReversal: true }] }));
    await bank.work();
    restore();
    await bank.work();
    expect(bank.kinds()).toEqual(['arrival', 'reversal']);
    expect(bank.clearing()).toBe(0n);
  });

  it('names several payers in its difference', async () => {
    const bank = playBank();
    const paid = (debtor: typeof ADA) =>
      bankEntry({ amount: 5n, details: [bankDetail({ amount: 5n, debtor, references: { endToEndId: 'RENT' } })] });
    const grace = { name: 'Grace Hopper', iban: OWN_IBAN.replace('FR14', 'FR15') };
    await bank.apply(bankReport('054', { entries: [paid(ADA), paid(grace)] }));
    const back = debit(5n, 'RENT', { isReversal: true });
    await bank.apply(bankReport('054', { entries: [back] }));
    expect((await bank.reports.condition()).problems).toEqual([
      'acme-bank: an entry of 2026-01-05, OUT 0.05 EUR, waits for an id of the credit that it reverses',
    ]);
    bank.clock.advance(24 * HOUR);
    await bank.work();
    expect(reasons(bank)).toEqual([
      'the bank booked OUT 0.05 EUR (2026-01-05, code PMNT/ICDT/ESCT): several payers have sent a credit that it may reverse; the ledger has no entry for it',
    ]);
  });
});

describe('a credit', () => {
  it('that names a payment of another account does not return it', async () => {
    const bank = playBank();
    bank.send('P1', [{ reference: 'one', amount: 10n }], SECOND_IBAN);
    const entry = bankEntry({
      ...{ amount: 10n, transactionCode: SEPA_RETURN },
      details: [bankDetail({ amount: 10n, references: { endToEndId: 'one' } })],
    });
    await bank.apply(bankReport('054', { entries: [entry] }));
    expect(bank.heard).toEqual([]);
    expect(reasons(bank)[0]).toContain('a return names no payment that Corridor sent');
  });

  it('has the value date of the bank, else the day of the booking', async () => {
    const bank = playBank();
    const entries = [credit(1n, 'a', { valueDate: '2026-01-07' }), credit(2n, 'b')];
    await bank.apply(bankReport('054', { entries }));
    expect(bank.arrivals().map(({ amount, valueDate }) => [amount, valueDate])).toEqual([
      [1n, '2026-01-07'],
      [2n, '2026-01-05'],
    ]);
  });

  it('has the creditor reference of its text without its check digits, and the texts as one', async () => {
    const bank = playBank();
    const remittance = {
      unstructured: ['Rent', 'of May'],
      creditorReferences: ['RF18 5390 0754 7034'],
      additional: [],
    };
    const detail = { ...bankDetail({ amount: 5n, debtor: ADA }), remittance };
    await bank.apply(bankReport('054', { entries: [bankEntry({ amount: 5n, details: [detail] })] }));
    const [arrival] = bank.arrivals();
    expect(arrival).toMatchObject({ reference: 'Rent of May RF18 5390 0754 7034', rail: 'acme-bank' });
    expect(arrival!.candidates?.[0]).toBe('539007547034');
  });

  it('of the second account has its rail', async () => {
    const bank = playBank();
    const account = { iban: SECOND_IBAN, other: null, currency: 'EUR', ownerName: null };
    await bank.apply(bankReport('054', { account, entries: [credit(5n, 'a')] }));
    expect(bank.arrivals().map(({ rail }) => rail)).toEqual([`acme-bank.${SECOND_IBAN}`]);
  });
});

describe('a contradiction of balances', () => {
  it('is a difference of the account, in either direction', async () => {
    for (const [closing, direction, stated] of [
      [103n, 'IN', '1.03 EUR'],
      [97n, 'OUT', '0.97 EUR'],
    ] as const) {
      const bank = playBank();
      const balances = [
        { type: 'OPBD', subType: null, amount: 100n, currency: 'EUR', date: '2026-01-05' },
        { type: 'CLBD', subType: null, amount: closing, currency: 'EUR', date: '2026-01-05' },
      ];
      await bank.apply(bankReport('053', { id: 'S1', balances }));
      expect(differences(bank)).toEqual([
        {
          ...{ kind: 'difference', rail: 'acme-bank', messageId: expect.stringMatching(/^sum:/) as string },
          ...{ currency: 'EUR', amount: 3n, direction },
          reason: `the balances of the bank disagree: statement S1 opens with 1.00 EUR and closes with ${stated}, but its entries sum to 0.00 EUR; the ledger has no entry for it`,
        },
      ]);
    }
  });
});
