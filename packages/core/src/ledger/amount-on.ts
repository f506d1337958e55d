import { amountOrUnits } from '../money/index.js';

/** An amount of a ledger account whose name ends with its currency, as those without an owner do: `fees:…:USD`. */
export const amountOn = (account: string, amount: bigint): string =>
  amountOrUnits(amount, account.slice(account.lastIndexOf(':') + 1));
