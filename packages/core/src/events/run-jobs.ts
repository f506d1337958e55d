import {
  type Clock,
  type Context,
  ok,
  plusSeconds,
  type TenantKey,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
import { finish, type Job, type JobHandler, type JobKind, reschedule } from './job.js';
import type { JobStore } from './ports.js';

export interface JobRunnerPorts {
  readonly units: UnitOfWork;
  readonly jobs: JobStore;
  readonly clock: Clock;
  /** The service's own context in a tenant. */
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly handlers: { readonly [K in JobKind]: JobHandler };
  /** Told of every attempt that did not succeed. */
  readonly report: (job: Job, reason: string) => void;
}

export interface JobRunner {
  /** Does what is due, many at once; returns how many jobs were claimed. */
  runDue(): Promise<number>;
}

const BATCH = 64;
const LEASE_SECONDS = 30;
const FIRST_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 300;

/**
 * Claims due jobs with a lease and runs them side by side, so that their units are committed in groups.
 * A job that fails is tried again, later and later, for as long as it takes: it is there because money waits for it.
 */
export function createJobRunner(ports: JobRunnerPorts): JobRunner {
  async function attempt(job: Job): Promise<void> {
    const ctx = await ports.contextOf(job.tenant);
    let failure: string;
    try {
      const result = await ports.handlers[job.kind](ctx, job);
      if (result.ok) return;
      failure = `${result.error.code}: ${result.error.message}`;
    } catch (thrown) {
      failure = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    }
    ports.report(job, failure);
    const delay = Math.min(FIRST_RETRY_SECONDS * 2 ** (job.attempts - 1), MAX_RETRY_SECONDS);
    await ports.units.run(job.tenant, async (tx) => {
      reschedule(tx, ctx, job, delay, failure);
      return ok();
    });
  }

  return {
    async runDue() {
      const now = ports.clock.now();
      const jobs = await ports.jobs.claim({ now, leaseUntil: plusSeconds(now, LEASE_SECONDS), limit: BATCH });
      await Promise.all(jobs.map(attempt));
      return jobs.length;
    },
  };
}

/** A handler whose whole work is one unit. */
export function inOneUnit(
  units: UnitOfWork,
  work: (tx: Tx, ctx: Context, job: Job) => ReturnType<JobHandler>,
): JobHandler {
  return (ctx, job) =>
    units.run(ctx.tenant, async (tx) => {
      const done = await work(tx, ctx, job);
      if (done.ok) finish(tx, job);
      return done;
    });
}
