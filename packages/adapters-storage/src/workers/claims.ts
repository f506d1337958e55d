import { type Instant, instant, type TenantKey } from '@corridor/core';
import type { UndeliveredEvents } from '@corridor/core/ports';
import type { Job, OutboxEvent } from '@corridor/core/records';

/** A queued event, as a claim examines it. */
export interface Examined {
  readonly id: string;
  readonly nextAttemptAt: number;
  readonly leaseUntil: number;
  readonly attempts: number;
}

/** Events of one resource that a claim can lease, in their order, from the earliest queued one on. */
export interface Run {
  readonly tenant: string;
  readonly readyAt: number;
  /** The first event was never tried. */
  readonly untried: boolean;
  readonly ids: readonly string[];
}

/**
 * Claims find resources by their due events, in the order of due times, and examine this many of a tenant at a time. A
 * busy account can have thousands of events behind its first one. If they fill the window, they are put behind the
 * first one: they get the time at which it can be claimed, so that later claims do not examine them. The claim then
 * looks again, a limited number of times.
 */
export const VISITS = 512;
export const LOOKS = 4;

/**
 * The run of a resource whose earliest queued events are given; null if the first of them cannot be claimed. Events
 * that were never tried wait for nothing but the events before them.
 */
export function runOf(
  tenant: string,
  queued: readonly Examined[],
  { now, isResumed }: { readonly now: number; readonly isResumed: boolean },
): Run | null {
  const [head] = queued;
  if (head === undefined || !(isReady(head, now) || (isResumed && isReady(head, now, true)))) return null;
  const end = queued.findIndex((event) => event !== head && !isReady(event, now, true));
  const ids = queued.slice(0, end < 0 ? undefined : end).map(({ id }) => id);
  return { tenant, readyAt: head.nextAttemptAt, untried: head.attempts === 0, ids };
}

const isReady = ({ nextAttemptAt, leaseUntil, attempts }: Examined, now: number, isInTurn = false): boolean =>
  leaseUntil <= now && (nextAttemptAt <= now || (isInTurn && attempts === 0));

/** The maximum numbers of events of a claim. */
export interface Shares {
  readonly limit: number;
  readonly ofTenant: (tenant: string) => number;
  readonly perResource: number;
}

/**
 * The ids of the events to lease: the first events of a tenant's resources before the second ones, and the first event
 * of every tenant before the second of any. So an event is chosen only together with those before it.
 */
export function fairly(runs: readonly Run[], { limit, ofTenant, perResource }: Shares): readonly string[] {
  const ofTenants = new Map<string, Run[]>();
  for (const run of [...runs].sort(byReadiness)) {
    const others = ofTenants.get(run.tenant);
    if (others === undefined) ofTenants.set(run.tenant, [run]);
    else others.push(run);
  }
  const chosen = [...ofTenants].map(([tenant, queues]) =>
    inTurn(queues.map(({ ids }) => ids.slice(0, perResource))).slice(0, ofTenant(tenant)),
  );
  return inTurn(chosen).slice(0, limit);
}

/** The first of each list, then the second of each, and so on. */
function inTurn(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

const byReadiness = (a: Run, b: Run): number =>
  Number(b.untried) - Number(a.untried) || a.readyAt - b.readyAt || (a.ids[0]! < b.ids[0]! ? -1 : 1);

export const byDueTime = (a: Job, b: Job): number => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1);

export const jobReadyAt = (job: Job): Instant => instant(Math.max(job.dueAt, job.leaseUntil));
export const eventReadyAt = (event: Pick<OutboxEvent, 'nextAttemptAt' | 'leaseUntil'>): Instant =>
  instant(Math.max(event.nextAttemptAt, event.leaseUntil));

/** The undelivered events of a tenant: for each share the number, the number that failed, and the earliest time. */
export function undeliveredOf(tenant: TenantKey, shares: readonly (readonly unknown[])[]): UndeliveredEvents {
  const sum = (column: number): number => shares.reduce((total, cells) => total + Number(cells[column]), 0);
  const oldest = shares.flatMap(([, , at]) => (at === null ? [] : [Number(at)]));
  return { tenant, count: sum(0), failed: sum(1), oldestAt: instant(Math.min(...oldest)) };
}

export const earliest = (times: Iterable<number>): Instant | null => {
  let first: number | null = null;
  for (const time of times) if (first === null || time < first) first = time;
  return first === null ? null : instant(first);
};

/**
 * The values that can be read. A damaged row must not keep others from being claimed. If all are damaged, the first
 * error is thrown.
 */
export function readable<T>(reads: readonly (() => T)[]): readonly T[] {
  const errors: unknown[] = [];
  const values = reads.flatMap((read) => {
    try {
      return [read()];
    } catch (error) {
      errors.push(error);
      return [];
    }
  });
  if (values.length === 0 && errors.length > 0) throw errors[0];
  return values;
}
