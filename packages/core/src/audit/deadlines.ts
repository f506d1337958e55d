import { type AnyKind, type Instant, instant } from '../kernel/index.js';
import { type Check, unless } from '../ledger/index.js';
import { PLATFORMS } from '../platforms/index.js';
import type { AuditedTenant } from './books.js';
import { DAY_MS, LATEST_MS, shown } from './work.js';

const MINUTE_MS = 60_000;

/** When a quote that still can expire must expire, in the tenant's time. */
export interface Validity {
  readonly earliest: Instant;
  readonly latest: Instant;
}

/**
 * A quote expires within seconds of its deadline. An audit allows a day, during which no worker need run. A test clock
 * that was moved in the last minute can have made any quote overdue.
 */
export async function validityOf({ reads, tenant, now }: AuditedTenant): Promise<Validity> {
  const platform = await reads.get(PLATFORMS, tenant);
  const offset = platform?.clockOffset ?? 0;
  const own = now + offset;
  const wasJustMoved = platform !== null && offset > 0 && platform.updatedAt > own - MINUTE_MS;
  return { earliest: instant(wasJustMoved ? 0 : own - DAY_MS), latest: instant(own + LATEST_MS) };
}

interface Valid {
  readonly quote: { readonly id: string; readonly status: string; readonly expiresAt: Instant };
  readonly validity: Validity;
}

/** Checks the quotes of a kind that wait for their deadline. */
export const expiresInTime =
  ({ deadline }: Pick<AnyKind, 'deadline'>): Check<Valid> =>
  ({ quote: { id, status, expiresAt }, validity }) =>
    deadline?.from.includes(status) !== true
      ? []
      : [
          ...unless(
            expiresAt >= validity.earliest,
            () => `${id} is ${status}, although it was valid until ${shown(expiresAt)}`,
          ),
          ...unless(
            expiresAt <= validity.latest,
            () => `${id} is ${status} until ${shown(expiresAt)}, longer than any quote is valid`,
          ),
        ];
