import type { Remitter } from '../accounts/index.js';
import { type Query, ok, readAll, type Sealer } from '../kernel/index.js';
import { arrivalOf, showRemitter } from './arrival.js';
import { type Deposit, DEPOSITS } from './deposit.js';

/** Money in suspense, with its sender as the rail reported it. */
export interface Suspended {
  readonly deposit: Deposit;
  readonly remitter: Remitter;
  /** YYYY-MM-DD. */
  readonly valueDate: string | null;
  /** The rail's id of the payment; null for older deposits. */
  readonly paymentId: string | null;
}

/**
 * All money in suspense of a tenant, for its operator: money on its way back, and money that could not be sent back.
 */
export const readSuspense =
  ({ sealer }: { readonly sealer: Sealer }): Query<void, readonly Suspended[]> =>
  async (reads) => {
    const all: Suspended[] = [];
    for (const status of ['IN_SUSPENSE', 'KEPT'] as const) {
      for (const deposit of await readAll(reads, DEPOSITS, { status })) {
        const arrival = await arrivalOf(reads, { depositId: deposit.id });
        const remitter = arrival === null ? { name: null, account: null } : showRemitter(sealer, arrival);
        const { valueDate = null, paymentId = null } = arrival ?? {};
        all.push({ deposit, remitter, valueDate, paymentId });
      }
    }
    return ok(all);
  };
