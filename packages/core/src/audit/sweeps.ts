import { amountOn, type PostedEntry } from '../ledger/index.js';

/** The total credits of a fees account, and the total of its sweeps. */
export interface FeesOf {
  readonly credited: bigint;
  readonly swept: bigint;
}

const FEES = 'fees:';
const NONE: FeesOf = { credited: 0n, swept: 0n };

/** Sums up the entries on fees accounts. */
export function noteFees(fees: Map<string, FeesOf>, entries: readonly PostedEntry[]): void {
  for (const { kind, postings } of entries) {
    for (const { account, amount } of postings) {
      if (!account.startsWith(FEES)) continue;
      const { credited, swept } = fees.get(account) ?? NONE;
      if (kind === 'FEE_SWEEP') fees.set(account, { credited, swept: swept - amount });
      else if (amount > 0n) fees.set(account, { credited: credited + amount, swept });
    }
  }
}

/** No other record contains the amount of a sweep, so only the total can be checked: it must not exceed the credits. */
export const inspectSweeps = (fees: ReadonlyMap<string, FeesOf>): readonly string[] =>
  [...fees].flatMap(([account, { credited, swept }]) =>
    swept > credited
      ? [
          `sweeps have moved ${amountOn(account, swept)} out of ${account}, which has received ${amountOn(account, credited)}`,
        ]
      : [],
  );
