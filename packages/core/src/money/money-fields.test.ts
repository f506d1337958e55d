import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkInput, type Field } from '../kernel/index.js';
import { isCurrency, isLedgerCurrency, LEDGER_CURRENCIES } from './currency.js';
import { MAX_COMPUTED } from './money.js';
import { currencyField, moneyField } from './money-fields.js';

const isValid = (field: Field, value: unknown): boolean => checkInput({ field }, { field: value }).ok;

it('a field of an amount takes exactly the whole numbers of its range in smallest units', () => {
  const amount = moneyField({ label: 'Amount', currency: 'currency', min: 5n, max: 90n });
  fc.assert(
    fc.property(fc.bigInt(-10n, 100n), (value) => {
      expect(isValid(amount, value)).toBe(value >= 5n && value <= 90n);
    }),
  );
  expect([12, '12', null].map((value) => isValid(amount, value))).toEqual([false, false, false]);
});

it('a field of an amount takes 1 to the largest computed amount by default', () => {
  const amount = moneyField({ label: 'Amount', currency: 'currency' });
  expect([0n, 1n, MAX_COMPUTED, MAX_COMPUTED + 1n].map((value) => isValid(amount, value))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it('a field of a currency takes the currencies of the ledger, or those that it names', () => {
  const [any, payable] = [currencyField({ label: 'Any' }), currencyField({ label: 'Payable', isOne: isCurrency })];
  for (const { code } of LEDGER_CURRENCIES) {
    expect(isValid(any, code)).toBe(isLedgerCurrency(code));
    expect(isValid(payable, code)).toBe(isCurrency(code));
  }
  expect([isValid(any, 'usd'), isValid(any, 'XXY'), isValid(any, 1)]).toEqual([false, false, false]);
});
