import type { HeldPayments, RailConnection, RailTask, TellCore } from '../accounts/index.js';
import { type Job, type JobHandler, JOBS, reschedule, schedule } from '../events/index.js';
import {
  Bug,
  type Clock,
  type Context,
  describeCause,
  domainError,
  fail,
  houseTenant,
  type IdSource,
  ok,
  plusSeconds,
  type Result,
  type TenantKey,
  type UnitOfWork,
  update,
} from '../kernel/index.js';

export interface RailTaskPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly connections: readonly RailConnection[];
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly tellerOf: (connection: RailConnection) => TellCore;
  readonly held: HeldPayments;
  /** Waits in real time; without it, a task must end within the lease of its job. */
  readonly pause?: ((milliseconds: number) => Promise<void>) | undefined;
  readonly report: (what: string, details: Readonly<Record<string, unknown>>) => void;
}

const LEASE_SECONDS = 30;
const RENEW_LEASE_MS = 10_000;
const FIRST_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 60;
/** When the job of a connection that this host does not have is offered to the hosts again. */
const UNKNOWN_SECONDS = 300;

const LEASE_LOST = domainError('CONFLICT', 'the lease of the task has passed to another host');

const subjectOf = (connection: RailConnection, task: RailTask): string => `${connection.name}/${task.name}`;

/** Schedules each task of each connection once; a task that is scheduled stays as it is. */
export function startTasks({ units, ids, connections, contextOf }: RailTaskPorts): () => Promise<Result<void>> {
  return async () => {
    for (const connection of connections) {
      const tenant = houseTenant(connection.environment);
      const ctx = await contextOf(tenant);
      const started = await units.run(tenant, async (tx) => {
        for (const task of connection.tasks) {
          const subject = subjectOf(connection, task);
          schedule({ tx, ctx, ids }, { kind: 'rail.task', subject, dueAt: ctx.hostNow, dedupe: subject });
        }
        return ok();
      });
      if (!started.ok) return started;
    }
    return ok();
  };
}

/**
 * Runs a task of a connection, and schedules the next run. The job's lease is renewed while the task runs, so that no
 * other host starts it.
 */
export function runTask(ports: RailTaskPorts): JobHandler {
  return async (begun, job, ask) => {
    const found = taskOf(ports.connections, job.subject);
    if (found === null) {
      return ports.units.run(begun.tenant, async (tx) => {
        reschedule(tx, begun, job, UNKNOWN_SECONDS);
        return ok();
      });
    }
    const { connection, task } = found;
    const asked = await ask(connection.name, () =>
      withLease(ports, begun, job, async () => secondsOf(await task.run(ports.tellerOf(connection), ports.held))),
    );
    if (!asked.ok) return asked;
    const { answer, ctx } = asked.value;
    if (answer.held === null) return fail(LEASE_LOST);
    const { held, outcome } = answer;
    if (!outcome.ok)
      ports.report('a rail task failed', { rail: connection.name, task: task.name, cause: outcome.error });
    return ports.units.run(ctx.tenant, async (tx) => {
      if (outcome.ok) reschedule(tx, ctx, held, outcome.value);
      else reschedule(tx, ctx, held, retryAfter(held), outcome.error);
      return ok();
    });
  };
}

const MAX_SECONDS = 366 * 86_400;

/** The seconds that a task returned, in whole milliseconds. A rail can be written in JavaScript, so they are checked. */
function secondsOf(returned: number): number {
  if (!(returned >= 0 && returned <= MAX_SECONDS))
    throw new Bug(`a rail task must return from 0 to ${MAX_SECONDS} seconds, not ${returned}`);
  return Math.ceil(returned * 1000) / 1000;
}

const retryAfter = ({ attempts }: Job): number =>
  Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), MAX_RETRY_SECONDS);

function taskOf(connections: readonly RailConnection[], subject: string) {
  for (const connection of connections) {
    const task = connection.tasks.find((each) => subjectOf(connection, each) === subject);
    if (task !== undefined) return { connection, task };
  }
  return null;
}

interface Held {
  /** The job as it is stored; null if another host has it. */
  readonly held: Job | null;
  readonly outcome: Result<number, string>;
}

async function withLease(
  { units, clock, pause }: RailTaskPorts,
  ctx: Context,
  job: Job,
  run: () => Promise<number>,
): Promise<Held> {
  let isRunning = true;
  const outcome = run()
    .then(ok<number>, (cause: unknown) => ({ ok: false, error: describeCause(cause) }) as const)
    .finally(() => {
      isRunning = false;
    });
  let held: Job | null = job;
  while (isRunning && pause !== undefined && held !== null) {
    await Promise.race([outcome, pause(RENEW_LEASE_MS)]);
    if (!isRunning) break;
    const current: Job = held;
    const now = clock.now();
    const renewed = await units.run(ctx.tenant, async (tx) =>
      ok(update(tx, { now }, JOBS, current, { leaseUntil: plusSeconds(now, LEASE_SECONDS) }, LEASE_LOST)),
    );
    if (renewed.ok) held = renewed.value;
    else if (renewed.error.code === 'CONFLICT') held = null;
  }
  return { held, outcome: await outcome };
}
