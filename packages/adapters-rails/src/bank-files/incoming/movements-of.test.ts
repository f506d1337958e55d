import { describe, expect, it } from 'vitest';
import { bankDetail, bankEntry, PAYER_IBAN } from '../../testing/bank-reports.js';
import type { Charge } from '../../iso20022/messages.js';
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
});
