import type { Field, FieldTexts, rules } from '../kernel/index.js';
import { isLedgerCurrency } from './currency.js';
import { MAX_COMPUTED } from './money.js';

type Rule = rules.Rule;

/** An amount from `min` (default 1) to `max` in smallest units of the currency that the field `currency` names. */
export const moneyField = ({
  min = 1n,
  max = MAX_COMPUTED,
  ...texts
}: FieldTexts & { readonly currency: string; readonly min?: bigint; readonly max?: bigint }): Field<bigint, true> => ({
  kind: 'money',
  required: true,
  rule: (value, path, gather) => {
    if (typeof value !== 'bigint' || value < min || value > max)
      gather({ field: path, message: `must be an integer from ${min} to ${max} in smallest units` });
    return value;
  },
  ...texts,
});

/** The code of a currency. `isOne`: which ones; by default those of the ledger. */
export const currencyField = ({
  isOne = isLedgerCurrency,
  ...texts
}: FieldTexts & { readonly isOne?: (code: string) => boolean }): Field<string, true> => ({
  kind: 'currency',
  required: true,
  rule: currencyRule(isOne),
  ...texts,
});

const currencyRule =
  (isOne: (code: string) => boolean): Rule =>
  (value, path, gather) => {
    if (typeof value !== 'string' || !isOne(value)) gather({ field: path, message: 'must be a supported currency' });
    return value;
  };
