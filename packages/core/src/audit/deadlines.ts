import { type BaseRecord, type Instant, instant, type KindOf, type Reads } from '../kernel/index.js';
import { type Check, unless } from '../ledger/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { HEAD_ID, SEAL_HEADS, sealId, SEALS } from '../seals/index.js';
import type { AuditedTenant } from './books.js';
import { DAY_MS, LATEST_MS, shown } from './work.js';

interface Expiring extends BaseRecord {
  readonly status: string;
  readonly expiresAt: Instant;
}

/**
 * The latest time, in the tenant's time, at which a host certainly was at work. A database may be audited long after its
 * hosts have stopped, so the time of the audit says nothing about what should have expired. Evidence is the newest
 * record of the kind, and the last seal; the seal is in host time, which a test clock does not follow.
 */
export async function lastWorkOf<T extends BaseRecord>(
  { reads, tenant }: AuditedTenant,
  kind: KindOf<T>,
): Promise<Instant> {
  const platform = await reads.get(PLATFORMS, tenant);
  const sealed = platform?.clockOffset === 0 ? await reads.get(SEAL_HEADS, HEAD_ID) : null;
  const { rows } = await reads.list(kind, { order: 'desc', limit: 1, counted: false });
  return instant(Math.max(sealed?.updatedAt ?? 0, rows[0]?.createdAt ?? 0));
}

/** The host time of the newest seal, which its signature covers; 0 if nothing is sealed. */
export async function lastSealedAt(reads: Reads): Promise<number> {
  const head = await reads.get(SEAL_HEADS, HEAD_ID);
  return head === null ? 0 : ((await reads.get(SEALS, sealId(head.number)))?.createdAt ?? 0);
}

interface Valid {
  readonly quote: Expiring;
  readonly lastWork: Instant;
}

/** Checks the validity of quotes. A host expires a quote within seconds; the check allows a day. */
export const expiresInTime =
  <T extends Expiring>({ deadline }: Pick<KindOf<T>, 'deadline'>): Check<Valid> =>
  ({ quote: { id, status, createdAt, expiresAt }, lastWork }) => [
    ...unless(
      deadline?.from.includes(status) !== true || expiresAt >= lastWork - DAY_MS,
      () => `${id} is ${status}, although it was valid until ${shown(expiresAt)}`,
    ),
    ...unless(
      expiresAt <= createdAt + LATEST_MS,
      () => `${id} is valid until ${shown(expiresAt)}, longer than any quote can be`,
    ),
  ];
