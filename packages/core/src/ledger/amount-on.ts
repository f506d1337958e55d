import { amountText, isLedgerCurrency, unitsText } from '../money/index.js';

/** An amount of a ledger account whose name ends with its currency, as those without an owner do: `fees:…:USD`. */
export function amountOn(account: string, amount: bigint): string {
  const currency = account.slice(account.lastIndexOf(':') + 1);
  return isLedgerCurrency(currency) ? amountText(amount, currency) : unitsText(amount);
}
