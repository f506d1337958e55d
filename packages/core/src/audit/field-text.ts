import { amountOrUnits } from '../money/index.js';

/** The fields with the currency of the amounts of payments; other records have one `currency`. */
const CURRENCY_OF: Readonly<Record<string, string>> = {
  sentAmount: 'sentCurrency',
  fees: 'sentCurrency',
  platformFees: 'sentCurrency',
  receivedAmount: 'receivedCurrency',
};

/** A field in a finding: an amount with its currency, anything else as `text` writes it. */
export function fieldText(record: object, field: string, text: (value: unknown) => string): string {
  const fields = record as Readonly<Record<string, unknown>>;
  const value = fields[field];
  if (typeof value !== 'bigint') return text(value);
  const currency = fields[CURRENCY_OF[field] ?? 'currency'];
  return amountOrUnits(value, typeof currency === 'string' ? currency : null);
}
