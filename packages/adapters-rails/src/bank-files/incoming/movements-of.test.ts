import { describe, expect, it } from 'vitest';
import { bankDetail, bankEntry, PAYER_IBAN, SEPA_CREDIT, SEPA_DEBIT, SEPA_RETURN } from '../../testing/bank-reports.js';
import type { Charge, EntryDetail } from '../../iso20022/messages.js';
import { movementsOf } from './movements-of.js';

const charge = (amount: bigint, over: Partial<Charge> = {}): Charge => ({
  amount,
  currency: 'EUR',
  direction: null,
  bearer: null,
  included: null,
  ...over,
});

const parts = (entry: Parameters<typeof bankEntry>[0]) =>
  movementsOf(bankEntry(entry)).map(({ part, direction, amount }) => `${part} ${direction} ${amount}`);

describe('the movements of an entry', () => {
  it.each(['PDNG', 'INFO', 'FUTR', 'something'])('are none in the status %s', (status) => {
    expect(parts({ amount: 5n, status })).toEqual([]);
  });

  it('are none for an amount of 0', () => {
    expect(parts({ amount: 0n })).toEqual([]);
  });

  it('are one for an entry without details, and one sum for a batch without details', () => {
    expect(parts({ amount: 5n })).toEqual(['payment IN 5']);
    const batches = [{ messageId: 'M', paymentInformationId: 'P', count: 3n, total: 5n }];
    expect(parts({ amount: 5n, batches })).toEqual(['batch IN 5']);
    expect(parts({ amount: 5n, batches: [{ ...batches[0]!, count: 1n }] })).toEqual(['payment IN 5']);
  });

  it('are the details if these explain the amount', () => {
    const details = [
      bankDetail({ amount: 3n }),
      bankDetail({ amount: 4n }),
      bankDetail({ amount: 2n, direction: 'OUT' }),
    ];
    expect(parts({ amount: 5n, details })).toEqual(['payment IN 3', 'payment IN 4', 'payment OUT 2']);
    expect(parts({ amount: 6n, details })).toEqual(['batch IN 6']);
    expect(parts({ amount: 3n, details: [bankDetail({}), bankDetail({ amount: 3n })] })).toEqual(['batch IN 3']);
  });

  it('have the amount of the entry if its only detail is in another currency or differs without a charge', () => {
    expect(parts({ amount: 5n, details: [bankDetail({})] })).toEqual(['payment IN 5']);
    expect(parts({ amount: 5n, details: [bankDetail({ amount: 9n })] })).toEqual(['payment IN 5']);
  });

  it('have the direction of the entry if the only detail has the other one', () => {
    const details = [bankDetail({ amount: 5n, direction: 'OUT', transactionCode: SEPA_RETURN })];
    expect(movementsOf(bankEntry({ amount: 5n, details }))).toMatchObject([
      {
        ...{ part: 'payment', direction: 'IN', amount: 5n, codes: [SEPA_CREDIT, SEPA_RETURN] },
        deviation: 'its detail has the other direction',
      },
    ]);
    expect(movementsOf(bankEntry({ amount: 5n, details: [bankDetail({ amount: 9n })] }))).toMatchObject([
      { deviation: 'its detail has 0.09 EUR, which no charge explains' },
    ]);
    expect(parts({ amount: 5n, direction: 'OUT', details: [bankDetail({ amount: 5n, direction: 'IN' })] })).toEqual([
      'payment OUT 5',
    ]);
  });

  it('are a sum if the bank declares more payments, or more money, than the details have', () => {
    const batch = { messageId: null, paymentInformationId: null, count: 2n, total: null };
    const detail = bankDetail({
      amount: 5n,
      debtor: { name: 'Ada', iban: PAYER_IBAN },
      references: { messageId: 'M' },
    });
    const [sum] = movementsOf(bankEntry({ amount: 5n, batches: [batch], details: [detail] }));
    expect(sum).toMatchObject({
      part: 'batch',
      counterparty: { name: null, account: null },
      batches: [{ messageId: 'M', paymentInformationId: null }],
    });
    const totals = (total: bigint, over: Partial<EntryDetail> = {}) =>
      parts({ amount: 5n, batches: [{ ...batch, count: 1n, total }], details: [{ ...detail, ...over }] });
    expect(totals(6n)).toEqual(['batch IN 5']);
    expect(totals(5n)).toEqual(['payment IN 5']);
    expect(totals(4n)).toEqual(['payment IN 5']);
    // The total is that before a charge.
    expect(totals(6n, { charges: [charge(1n)] })).toEqual(['payment IN 5']);
  });

  it('contain the charges that explain a difference between the entry and its details', () => {
    const charged = (amount: bigint, over: Partial<Charge> = {}) => [
      bankDetail({ amount: 100n, charges: [charge(amount, over)] }),
    ];
    expect(parts({ amount: 98n, details: charged(2n) })).toEqual(['payment IN 100', 'charge OUT 2']);
    expect(parts({ amount: 102n, direction: 'OUT', details: charged(2n) })).toEqual([
      'payment OUT 100',
      'charge OUT 2',
    ]);
    expect(parts({ amount: 100n, details: charged(2n) })).toEqual(['payment IN 100']);
    expect(parts({ amount: 98n, details: charged(2n, { included: false }) })).toEqual(['payment IN 98']);
    expect(parts({ amount: 98n, details: charged(2n, { currency: 'USD' }) })).toEqual(['payment IN 98']);
    const both = [bankDetail({ amount: 60n }), bankDetail({ amount: 40n })];
    expect(parts({ amount: 97n, details: both, charges: [charge(3n)] })).toEqual([
      'payment IN 60',
      'payment IN 40',
      'charge OUT 3',
    ]);
  });

  it('name the payer of a credit and the payee of a debit, accounts only as IBAN', () => {
    const details = [bankDetail({ debtor: { name: 'Ada', iban: PAYER_IBAN }, creditor: { name: 'Acme', iban: null } })];
    expect(movementsOf(bankEntry({ amount: 1n, details }))[0]!.counterparty).toEqual({
      name: 'Ada',
      account: PAYER_IBAN,
    });
    expect(movementsOf(bankEntry({ amount: 1n, direction: 'OUT', details }))[0]!.counterparty).toEqual({
      name: 'Acme',
      account: null,
    });
    const other = { ...bankDetail({}), debtor: { name: null, account: '12345', isIban: false, bic: null } };
    expect(movementsOf(bankEntry({ amount: 1n, details: [other] }))[0]!.counterparty.account).toBeNull();
  });

  it('do not share the AcctSvcrRef of a batch', () => {
    const references = { servicerReference: 'B' };
    const details = [bankDetail({ amount: 1n, references }), bankDetail({ amount: 1n, references })];
    const movements = movementsOf(bankEntry({ amount: 2n, servicerReference: 'A', details }));
    expect(movements.map(({ ids }) => ids.servicer)).toEqual([[], []]);
    const one = movementsOf(bankEntry({ amount: 1n, servicerReference: 'A', details: details.slice(1) }));
    expect(one[0]!.ids.servicer).toEqual(['A', 'B']);
  });

  it('leave out details of nothing, and take charges only from what the entry contains', () => {
    const nothing = [bankDetail({ amount: 5n }), bankDetail({ amount: 0n })];
    expect(parts({ amount: 5n, details: nothing })).toEqual(['payment IN 5']);
    const [one, other] = [bankDetail({ amount: 60n, charges: [charge(1n)] }), bankDetail({ amount: 40n })];
    const charged = (amount: bigint, charges: readonly Charge[]) => parts({ amount, details: [one, other], charges });
    // The charges of the entry and those of its details add up.
    expect(charged(97n, [charge(2n)])).toEqual(['payment IN 60', 'payment IN 40', 'charge OUT 3']);
    expect(charged(99n, [charge(2n)])).toEqual(['payment IN 60', 'payment IN 40', 'charge OUT 1']);
    expect(charged(99n, [charge(2n, { direction: 'OUT' })])).toEqual([
      'payment IN 60',
      'payment IN 40',
      'charge OUT 1',
    ]);
    expect(charged(98n, [charge(2n, { direction: 'IN' })])).toEqual(['batch IN 98']);
    expect(charged(96n, [charge(2n)])).toEqual(['batch IN 96']);
    // More money than the details say is not a charge.
    expect(parts({ amount: 102n, details: [other, bankDetail({ amount: 60n })], charges: [charge(-2n)] })).toEqual([
      'batch IN 102',
    ]);
  });

  it('are a sum if the entry has several batches, or one that does not say how many payments it has', () => {
    const batch = { messageId: 'M', paymentInformationId: 'P', count: null, total: null };
    expect(parts({ amount: 5n, batches: [batch] })).toEqual(['batch IN 5']);
    const single = { ...batch, count: 1n };
    expect(parts({ amount: 5n, batches: [single, single] })).toEqual(['batch IN 5']);
  });
});

const NO_IDS = { servicer: [], transactionId: null, uetr: null, endToEndId: null, instructionId: null };

describe('a movement', () => {
  const M1P1 = { messageId: 'M1', paymentInformationId: 'P1' };

  it('of an entry without details has what the entry says', () => {
    const entry = bankEntry({
      amount: 5n,
      direction: 'OUT',
      isReversal: true,
      bookingDate: null,
      valueDate: '2026-01-04',
      servicerReference: 'S',
      transactionCode: SEPA_DEBIT,
      batches: [
        { ...M1P1, count: 2n, total: 5n },
        { messageId: null, paymentInformationId: null, count: null, total: null },
      ],
      additionalInformation: 'SALARIES',
    });
    expect(movementsOf(entry)).toEqual([
      {
        part: 'batch',
        direction: 'OUT',
        amount: 5n,
        isReversal: true,
        date: '2026-01-04',
        valueDate: '2026-01-04',
        isValueDate: true,
        ids: { ...NO_IDS, servicer: ['S'] },
        groups: ['servicer:S', 'batch:P1', 'message:M1'],
        batches: [
          { ...M1P1, count: 2 },
          { messageId: null, paymentInformationId: null, count: null },
        ],
        codes: [SEPA_DEBIT],
        returned: null,
        counterparty: { name: null, account: null },
        texts: [],
        information: 'SALARIES',
      },
    ]);
    const bare = bankEntry({ amount: 5n, transactionCode: null, valueDate: '2026-01-04' });
    expect(movementsOf(bare)).toMatchObject([
      { date: '2026-01-05', valueDate: '2026-01-04', ids: NO_IDS, groups: [], batches: [], codes: [] },
    ]);
  });

  it('of a detail has what the detail says, and the rest from its entry', () => {
    const references = {
      ...{ servicerReference: 'D', transactionId: 'T', uetr: 'U', endToEndId: 'E', instructionId: 'I' },
      ...M1P1,
    };
    const detail = {
      ...bankDetail({
        amount: 5n,
        references,
        transactionCode: SEPA_RETURN,
        debtor: { name: 'Ada', iban: PAYER_IBAN },
      }),
      remittance: { unstructured: ['a', 'b'], creditorReferences: ['RF1'], additional: ['c'] },
      returned: { reasonCode: 'AC04', proprietary: 'X', texts: ['closed', 'account'] },
      additionalInformation: 'of the detail',
    };
    const entry = { amount: 5n, servicerReference: 'S', additionalInformation: 'of the entry' };
    expect(movementsOf(bankEntry({ ...entry, details: [detail as never] }))).toEqual([
      {
        part: 'payment',
        direction: 'IN',
        amount: 5n,
        isReversal: false,
        date: '2026-01-05',
        valueDate: null,
        ids: { servicer: ['S', 'D'], transactionId: 'T', uetr: 'U', endToEndId: 'E', instructionId: 'I' },
        groups: ['servicer:S', 'batch:P1', 'message:M1'],
        batches: [{ ...M1P1, count: null }],
        codes: [SEPA_RETURN, SEPA_CREDIT],
        returned: { reason: 'AC04 closed account' },
        counterparty: { name: 'Ada', account: PAYER_IBAN },
        texts: ['a', 'b', 'RF1', 'c'],
        information: 'of the detail of the entry',
      },
    ]);
    const [plain] = movementsOf(bankEntry({ ...entry, details: [bankDetail({ amount: 5n })] }));
    expect(plain).toMatchObject({ information: 'of the entry', batches: [], codes: [SEPA_CREDIT], returned: null });
    const same = movementsOf(
      bankEntry({ ...entry, additionalInformation: 'of the detail', details: [detail as never] }),
    );
    expect(same).toMatchObject([{ information: 'of the detail' }]);
    const both = movementsOf(
      bankEntry({ ...entry, amount: 10n, details: [detail as never, bankDetail({ amount: 5n })] }),
    );
    expect(both.map(({ information }) => information)).toEqual(['of the detail', null]);
  });

  it('has the reason of its return in the words of the bank, if there are any', () => {
    const reasonOf = (returned: object) => {
      const detail = { ...bankDetail({ amount: 5n }), returned } as never;
      return movementsOf(bankEntry({ amount: 5n, details: [detail] }))[0]!.returned;
    };
    expect(reasonOf({ reasonCode: null, proprietary: 'OWN', texts: [] })).toEqual({ reason: 'OWN' });
    expect(reasonOf({ reasonCode: null, proprietary: null, texts: ['closed'] })).toEqual({ reason: 'closed' });
    expect(reasonOf({ reasonCode: null, proprietary: null, texts: [] })).toEqual({ reason: null });
  });

  it('has the batch of the entry only if it is alone in it; a detail of several is one payment of its batch', () => {
    const batches = [{ messageId: 'M', paymentInformationId: 'P', count: 1n, total: 5n }];
    const details = [bankDetail({ amount: 5n, references: M1P1 })];
    expect(movementsOf(bankEntry({ amount: 5n, batches, details }))[0]).toMatchObject({
      batches: [{ messageId: 'M', paymentInformationId: 'P', count: 1 }],
      groups: ['batch:P', 'batch:P1', 'message:M', 'message:M1'],
    });
    const two = movementsOf(bankEntry({ amount: 10n, batches, details: [...details, bankDetail({ amount: 5n })] }));
    expect(two.map((one) => one.batches)).toEqual([[{ ...M1P1, count: 1 }], []]);
    expect(two.map((one) => one.groups)).toEqual([
      ['batch:P', 'batch:P1', 'message:M', 'message:M1'],
      ['batch:P', 'message:M'],
    ]);
  });

  it('that sums up details has their batches, each once, and none of theirs if the entry names some', () => {
    const details = [
      bankDetail({ references: M1P1 }),
      bankDetail({ references: M1P1 }),
      bankDetail({ references: { messageId: 'M2' } }),
      bankDetail({ references: { paymentInformationId: 'P3' } }),
      bankDetail({}),
    ];
    expect(movementsOf(bankEntry({ amount: 9n, details }))).toMatchObject([
      {
        part: 'batch',
        batches: [
          { ...M1P1, count: null },
          { messageId: 'M2', paymentInformationId: null, count: null },
          { messageId: null, paymentInformationId: 'P3', count: null },
        ],
        groups: [],
      },
    ]);
    const batches = [{ messageId: 'M', paymentInformationId: null, count: 5n, total: null }];
    expect(movementsOf(bankEntry({ amount: 9n, batches, details }))).toMatchObject([
      { batches: [{ messageId: 'M', paymentInformationId: null, count: 5 }] },
    ]);
    const charged = [bankDetail({ amount: 5n, references: M1P1 }), bankDetail({ amount: 5n, references: M1P1 })];
    expect(movementsOf(bankEntry({ amount: 9n, details: charged, charges: [charge(1n)] })).at(-1)).toMatchObject({
      part: 'charge',
      direction: 'OUT',
      amount: 1n,
      batches: [],
    });
  });

  it('of a detail among others has a reference of the bank if it is its own', () => {
    const of = (...own: readonly (string | null)[]) =>
      movementsOf(
        bankEntry({
          amount: BigInt(own.length),
          servicerReference: 'S',
          details: own.map((servicerReference) => bankDetail({ amount: 1n, references: { servicerReference } })),
        }),
      ).map(({ ids }) => ids.servicer);
    expect(of('A', 'B')).toEqual([['A'], ['B']]);
    expect(of('A', 'S', null)).toEqual([['A'], [], []]);
    expect(of('A', 'B', 'B')).toEqual([['A'], [], []]);
    expect(of('S')).toEqual([['S']]);
  });

  it('names the last payer or payee if the first is unknown', () => {
    const party = (name: string) => ({ name, account: null, isIban: false, bic: null });
    const detail = { ...bankDetail({ amount: 1n }), ultimateDebtor: party('Ada'), ultimateCreditor: party('Grace') };
    const nameOf = (direction: 'IN' | 'OUT', over = {}) =>
      movementsOf(bankEntry({ amount: 1n, direction, details: [{ ...detail, ...over }] }))[0]!.counterparty.name;
    expect([nameOf('IN'), nameOf('OUT'), nameOf('IN', { debtor: party('Bank') })]).toEqual(['Ada', 'Grace', 'Bank']);
  });

  it('that is a charge has the marks of its payment', () => {
    const details = [bankDetail({ amount: 100n, charges: [charge(2n)], references: { uetr: 'U' } })];
    const [payment, fee] = movementsOf(bankEntry({ amount: 98n, isReversal: true, details }));
    expect(fee).toEqual({ ...payment, chargedOn: 100n, part: 'charge', direction: 'OUT', amount: 2n });
    expect(fee).toMatchObject({ isReversal: true, ids: { uetr: 'U' } });
  });
});
