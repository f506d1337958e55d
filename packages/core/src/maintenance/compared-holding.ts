import type { RailHolding } from '../accounts/index.js';

/** What the other side holds for a rail in one currency, beside what the ledger says. Amounts in smallest units. */
export interface ComparedHolding extends Omit<RailHolding, 'asOf'> {
  /** What the ledger has beside `amount`, because it came after the statement; absent if the balance is the present one. */
  readonly later?: bigint | undefined;
  /** What `amount` is a reading of; null if the connection holds nothing of the currency. */
  readonly asOf: string | null;
  /** What clearing says that the rail holds. */
  readonly ledger: bigint;
  /** What `untold` and `later` do not explain of `amount - ledger`: 0 if both agree. */
  readonly difference: bigint;
}
