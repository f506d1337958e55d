import { SEPA_COUNTRIES } from '@corridor/core/internal';
import { isIban } from '../accounts/bank-numbers.js';
import type { CreditTransferScheme } from '../iso20022/messages.js';

/** What the entry of a connection says about its bank. */
interface Reach {
  readonly alsoReaches: readonly string[];
}

/** Whether an IBAN is of a country that SEPA or the bank of the connection reaches. */
export const isInReach = (iban: string, { alsoReaches }: Reach): boolean => {
  const country = iban.slice(0, 2);
  return SEPA_COUNTRIES.has(country) || alsoReaches.includes(country);
};

/**
 * Whether a payment can go to this account on a day (`YYYY-MM-DD`). For instant payments the day on which a country joined
 * does not matter: only the bank knows which other banks take them, and its refusal ends the payment.
 */
export function isPayable(iban: string, entry: Reach, scheme: CreditTransferScheme, day: string): boolean {
  if (!isIban(iban) || !isInReach(iban, entry)) return false;
  const country = iban.slice(0, 2);
  const since = SEPA_COUNTRIES.get(country)?.[scheme] ?? null;
  return scheme === 'SEPA_INSTANT' || since === null || since <= day || entry.alsoReaches.includes(country);
}
