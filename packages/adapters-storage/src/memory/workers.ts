import { type Instant, instant, type TenantKey } from '@corridor/core';
import type { ClockCorrection, EventQueue, JobStore, OutboxStore, UndeliveredEvents } from '@corridor/core/ports';
import { EVENTS, type Job, JOBS, type KindOf, type OutboxEvent } from '@corridor/core/records';
import { anyKind } from '../schema/tables.js';
import type { Row } from '../schema/writes.js';
import { byDueTime, earliest, eventReadyAt, fairly, jobReadyAt, runOf } from '../workers/claims.js';
import type { MemoryDatabase } from './database.js';

type InTurn = <T>(work: () => T) => Promise<T>;

export function createJobStore(database: MemoryDatabase, inTurn: InTurn): JobStore {
  const jobs = (): Job[] => [...(database.table(anyKind(JOBS)).rows() as Iterable<Row & Job>)];
  return {
    claim: ({ now, leaseUntil, limit }) =>
      inTurn(() => {
        const due = jobs().filter((job) => jobReadyAt(job) <= now);
        due.sort((a, b) => jobReadyAt(a) - jobReadyAt(b) || byDueTime(a, b));
        const claimed = due.slice(0, limit).map((job) => lease(database, JOBS, job, leaseUntil));
        return claimed.sort(byDueTime);
      }),
    nextDue: () => inTurn(() => earliest(jobs().map(jobReadyAt))),
    moveDue: ({ tenant, offset, now }) =>
      inTurn(() => {
        const behind = jobs().filter((job) => job.tenant === tenant && isBehind(job, offset, now));
        for (const job of behind) {
          const dueAt = instant(job.dueAt - (offset - job.clockOffset));
          database.put(anyKind(JOBS), { ...job, dueAt, clockOffset: offset, version: job.version + 1 });
        }
        return behind.length;
      }),
    correctClock: (correction) =>
      inTurn(() => {
        const ahead = jobs().filter((job) => isAhead(job, correction));
        for (const job of ahead) {
          const { by, ...rest } = correctedBy(job, correction);
          database.put(anyKind(JOBS), { ...job, ...rest, dueAt: instant(job.dueAt - by) });
        }
        return ahead.length;
      }),
    isDue: (tenant, now) => inTurn(() => jobs().some((job) => job.tenant === tenant && job.dueAt <= now)),
  };
}

export function createOutboxStore(database: MemoryDatabase, inTurn: InTurn): OutboxStore {
  /** The queued events of each resource, in their order. */
  function queues(): readonly (readonly OutboxEvent[])[] {
    const events = database.table(anyKind(EVENTS));
    const ofResources = new Map<string, OutboxEvent[]>();
    for (const event of events.filtered('status', 'QUEUED') as Iterable<Row & OutboxEvent>) {
      const resource = queueOf(event);
      const queue = ofResources.get(resource);
      if (queue === undefined) ofResources.set(resource, [event]);
      else queue.push(event);
    }
    const position = ({ id }: OutboxEvent) => events.positionOf(id);
    return [...ofResources.values()].map((queue) => queue.sort((a, b) => position(a) - position(b)));
  }

  const heads = (): readonly OutboxEvent[] => queues().map(([head]) => head!);

  return {
    claim: ({ now, leaseUntil, limit, perTenant, perResource, except, untriedOnly, resumed }) =>
      inTurn(() => {
        const resumedOnes = new Set(resumed.map(queueOf));
        const due = queues().filter(([head]) => !except.includes(head!.tenant));
        const runs = due.flatMap((queue) => {
          const { tenant } = queue[0]!;
          const run = runOf(tenant, queue, { now, isResumed: resumedOnes.has(queueOf(queue[0]!)) });
          return run === null || (!run.untried && untriedOnly.includes(tenant)) ? [] : [run];
        });
        const events = new Map(due.flat().map((event) => [event.id as string, event]));
        return fairly(runs, { limit, ofTenant: () => perTenant, perResource }).map((id) =>
          lease(database, EVENTS, events.get(id)!, leaseUntil),
        );
      }),
    nextDue: () => inTurn(() => earliest(heads().map(eventReadyAt))),
    moveDue: ({ tenant, offset, now }) =>
      inTurn(() => {
        const queued = [
          ...(database.table(anyKind(EVENTS)).filtered('status', 'QUEUED') as Iterable<Row & OutboxEvent>),
        ];
        const behind = queued.filter((event) => event.tenant === tenant && isBehind(event, offset, now));
        for (const event of behind) {
          const nextAttemptAt = instant(event.nextAttemptAt - (offset - event.clockOffset));
          const moved = { ...event, nextAttemptAt, clockOffset: offset, version: event.version + 1 };
          database.put(anyKind(EVENTS), moved);
        }
        return behind.length;
      }),
    correctClock: (correction) =>
      inTurn(() => {
        const events = [
          ...(database.table(anyKind(EVENTS)).filtered('status', 'QUEUED') as Iterable<Row & OutboxEvent>),
        ];
        const ahead = events.filter((event) => isAhead(event, correction) && eventReadyAt(event) > correction.latest);
        for (const event of ahead) {
          const { by, ...rest } = correctedBy(event, correction);
          const nextAttemptAt = instant(event.nextAttemptAt - by);
          database.put(anyKind(EVENTS), { ...event, ...rest, nextAttemptAt });
        }
        return ahead.length;
      }),
    isDue: (tenant, now) =>
      inTurn(() => heads().some((event) => event.tenant === tenant && event.nextAttemptAt <= now)),
    undelivered: (of) =>
      inTurn(() => {
        const ofTenants = new Map<TenantKey, UndeliveredEvents>();
        for (const { tenant, lastError, queuedAt, clockOffset } of queues().flat()) {
          if (of !== undefined && tenant !== of) continue;
          const before = ofTenants.get(tenant) ?? { tenant, count: 0, failed: 0, oldestAt: instant(Infinity) };
          ofTenants.set(tenant, {
            tenant,
            count: before.count + 1,
            failed: before.failed + Number(lastError !== null),
            oldestAt: instant(Math.min(before.oldestAt, queuedAt - clockOffset)),
          });
        }
        return [...ofTenants.values()];
      }),
  };
}

const queueOf = ({ tenant, resource }: EventQueue): string => `${tenant} ${resource}`;

/** Whether the due time of a job or event was computed with an earlier test clock, and no worker leases it. */
const isBehind = (of: Job | OutboxEvent, offset: number, now: Instant): boolean =>
  of.clockOffset < offset && of.leaseUntil <= now;

/** Host time at which a job or event was written, by the clock of the host that wrote it. */
const writtenAt = (of: Job | OutboxEvent): number => of.updatedAt - of.clockOffset;

const isAhead = (of: Job | OutboxEvent, { latest }: ClockCorrection): boolean =>
  of.leaseUntil > latest || writtenAt(of) > latest;

/** The corrected times of a job or event. `by` is how many milliseconds earlier the job or event becomes due. */
function correctedBy(of: Job | OutboxEvent, { now, latest }: ClockCorrection) {
  const by = writtenAt(of) > latest ? writtenAt(of) - now : 0;
  return {
    by,
    updatedAt: instant(of.updatedAt - by),
    leaseUntil: of.leaseUntil > latest ? instant(0) : of.leaseUntil,
    version: of.version + 1,
  };
}

function lease<T extends Job | OutboxEvent>(
  database: MemoryDatabase,
  kind: KindOf<T>,
  record: T,
  leaseUntil: Instant,
): T {
  const leased = { ...record, leaseUntil, attempts: record.attempts + 1, version: record.version + 1 };
  database.put(anyKind(kind), leased as unknown as Row);
  return leased;
}
