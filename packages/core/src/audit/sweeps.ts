import type { PostedEntry } from '../ledger/index.js';

/** What has come to a fees account in all, and what sweeps have taken from it. */
export interface FeesOf {
  readonly credited: bigint;
  readonly swept: bigint;
}

const FEES = 'fees:';
const NONE: FeesOf = { credited: 0n, swept: 0n };

/** Notes what entries have moved to and from fees accounts. */
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

/** A sweep has no record that says how much it moves: together they have moved no more than there was. */
export const inspectSweeps = (fees: ReadonlyMap<string, FeesOf>): readonly string[] =>
  [...fees].flatMap(([account, { credited, swept }]) =>
    swept > credited ? [`sweeps have taken ${swept} of ${account}, to which ${credited} have come`] : [],
  );
