import { type Instant, instant } from '@corridor/core';
import type { Job, OutboxEvent } from '@corridor/core/records';

/** A queued event that is due and the earliest of its resource. */
export interface Candidate {
  readonly id: string;
  readonly tenant: string;
  /** When the event can be claimed: its next attempt, or the end of a lease. */
  readonly readyAt: number;
  /** The event was never tried. Untried events go before retries. */
  readonly untried: boolean;
}

/**
 * Claims examine events in the order of their due times. Events behind an earlier one of their resource cannot be
 * claimed, and a busy account can have thousands of them, so only a limited number is examined per tenant. If that
 * does not fill the tenant's share, claims also walk the heads of its resources, a limited number at a time, from
 * where the last claim stopped. Events behind one that waits for its next attempt get its due time, so that later
 * claims do not examine them.
 */
export const dueVisits = (perTenant: number): number => 4 * perTenant + 32;
export const HEAD_VISITS = 200;

/** The result of examining a tenant's due events that were never tried, or its due retries. */
export interface Found {
  readonly heads: readonly Candidate[];
  /** The examination reached its limit, so there may be more such events. */
  readonly saturated: boolean;
}

/** Whether claimable events may be hidden behind those that were examined. */
export const isHiding = (untried: Found, retries: Found, perTenant: number): boolean =>
  (untried.saturated && untried.heads.length < perTenant) ||
  (retries.saturated && untried.heads.length + retries.heads.length < perTenant);

/** The first event of every tenant before the second of any; a repeated candidate counts once. */
export function fairly(candidates: readonly Candidate[], perTenant: number, limit: number): readonly Candidate[] {
  const claimed = new Map<string, number>();
  const distinct = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const ranked = [...distinct.values()].sort(byReadiness).flatMap((candidate) => {
    const rank = claimed.get(candidate.tenant) ?? 0;
    claimed.set(candidate.tenant, rank + 1);
    return rank < perTenant ? [{ candidate, rank }] : [];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

const byReadiness = (a: Candidate, b: Candidate): number =>
  Number(b.untried) - Number(a.untried) || a.readyAt - b.readyAt || (a.id < b.id ? -1 : 1);

export const byDueTime = (a: Job, b: Job): number => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1);

export const jobReadyAt = (job: Job): Instant => instant(Math.max(job.dueAt, job.leaseUntil));
export const eventReadyAt = (event: Pick<OutboxEvent, 'nextAttemptAt' | 'leaseUntil'>): Instant =>
  instant(Math.max(event.nextAttemptAt, event.leaseUntil));

export const earliest = (times: Iterable<number>): Instant | null => {
  let first: number | null = null;
  for (const time of times) if (first === null || time < first) first = time;
  return first === null ? null : instant(first);
};
