import { type Instant, instant } from '@corridor/core';
import type { Job, OutboxEvent } from '@corridor/core/records';

/** A queued event that is due and the earliest of its resource. */
export interface Candidate {
  readonly id: string;
  readonly tenant: string;
  /** From when on it can be claimed: its next attempt, or the end of a lease. */
  readonly readyAt: number;
  /** It was never tried: such go before retries. */
  readonly untried: boolean;
}

/**
 * Events are looked at in the order in which they are due. Those behind an earlier event of their resource are in
 * the way there, and a busy account can have thousands, so only so many are looked at for each tenant; where that
 * does not fill its share, the heads of its resources are walked as well, so many at a time, from where the last
 * claim stopped. Those behind one that waits for its next attempt are given its due time and are in the way no more.
 */
export const dueVisits = (perTenant: number): number => 4 * perTenant + 32;
export const HEAD_VISITS = 200;

/** What a look at the due events of a tenant has found, be it of those that were never tried or of the others. */
export interface Found {
  readonly heads: readonly Candidate[];
  /** There may be more: as many were looked at as may be. */
  readonly saturated: boolean;
}

/** Whether events that can be claimed may be hidden behind those that were looked at. */
export const isHiding = (untried: Found, retries: Found, perTenant: number): boolean =>
  (untried.saturated && untried.heads.length < perTenant) ||
  (retries.saturated && untried.heads.length + retries.heads.length < perTenant);

/** The first of every tenant before the second of any; a candidate that comes twice counts once. */
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
