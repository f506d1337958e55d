import {
  type Clock,
  type Context,
  describeCause,
  err,
  ok,
  plusSeconds,
  type TenantKey,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
import { type AskOutside, finish, type Job, type JobHandler, type JobKind, reschedule } from './job.js';
import { createClockCheck } from './clock-check.js';
import { createPasses } from './passes.js';
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
  /**
   * Does what is due, many at once; answers how many jobs were done. It lasts as long as the slowest answer from
   * outside, so a worker does not wait for it before it looks for other work: a call while one runs joins it.
   */
  runDue(): Promise<number>;
  /** Claims no more and waits for the jobs in hand. */
  stop(): Promise<void>;
}

/** Jobs at work at once; those that await an answer from outside are not counted. */
const AT_WORK = 64;
/** Answers of one outside that are awaited at once: beyond these its jobs are put off. */
const AWAITED_OF_ONE = 256;
const LEASE_SECONDS = 30;
const FIRST_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 300;

/**
 * Claims due jobs with a lease and runs them side by side, so that their units are committed in groups. A rail that
 * hangs takes nothing from the others: whoever awaits it makes room.
 * A job that fails is tried again, later and later, for as long as it takes: it is there because money waits for it.
 */
export function createJobRunner(ports: JobRunnerPorts): JobRunner {
  const awaited = new Map<string, number>();
  const checkClock = createClockCheck(ports.jobs, LEASE_SECONDS);
  let inHand = 0;
  let atWork = 0;
  let done = 0;

  const passes = createPasses({
    claim,
    // Half of them: few claims of many jobs cost less than many of few.
    hasRoom: () => atWork <= AT_WORK / 2,
    isBusy: () => inHand > 0,
    done: () => done,
  });

  async function claim(): Promise<void> {
    const now = ports.clock.now();
    await checkClock(now);
    const limit = AT_WORK - atWork;
    const jobs = await ports.jobs.claim({ now, leaseUntil: plusSeconds(now, LEASE_SECONDS), limit });
    if (jobs.length >= limit) passes.wantClaim();
    inHand += jobs.length;
    atWork += jobs.length;
    for (const job of jobs) void attempt(job);
  }

  async function attempt(job: Job): Promise<void> {
    try {
      const failure = await failureOf(job);
      if (failure !== null) await putOff(job, failure);
    } catch (thrown) {
      // It is claimed again when its lease has run out.
      ports.report(job, describeCause(thrown));
    }
    inHand -= 1;
    atWork -= 1;
    done += 1;
    passes.progress();
  }

  async function failureOf(job: Job): Promise<string | null> {
    try {
      const result = await ports.handlers[job.kind](await ports.contextOf(job.tenant), job, askFor(job));
      return result.ok ? null : `${result.error.code}: ${result.error.message}`;
    } catch (thrown) {
      return describeCause(thrown);
    }
  }

  async function putOff(job: Job, failure: string): Promise<void> {
    ports.report(job, failure);
    const delay = Math.min(FIRST_RETRY_SECONDS * 2 ** (job.attempts - 1), MAX_RETRY_SECONDS);
    const ctx = await ports.contextOf(job.tenant);
    await ports.units.run(job.tenant, async (tx) => {
      reschedule(tx, ctx, job, delay, failure);
      return ok();
    });
  }

  const askFor =
    (job: Job): AskOutside =>
    async (whom, question) => {
      const others = awaited.get(whom) ?? 0;
      if (others >= AWAITED_OF_ONE) return err('SERVICE_UNAVAILABLE', `${others} answers of ${whom} are awaited`);
      awaited.set(whom, others + 1);
      atWork -= 1;
      passes.progress();
      try {
        const answer = await question();
        return ok({ answer, ctx: await ports.contextOf(job.tenant) });
      } finally {
        atWork += 1;
        awaited.set(whom, awaited.get(whom)! - 1);
      }
    };

  return { runDue: passes.run, stop: passes.stop };
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
