import {
  type Clock,
  type Context,
  describeCause,
  err,
  ok,
  plusSeconds,
  type Result,
  type TenantKey,
  traceOfRow,
  type Tracing,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
import { retryLater } from './failed-attempt.js';
import { type AskOutside, finish, type Job, JOB_LEASE_LOST, type JobHandler, type JobKind, reschedule } from './job.js';
import { createClockCheck } from './clock-check.js';
import type { WorkObserver } from './observe-work.js';
import { createPasses } from './passes.js';
import type { JobStore } from './ports.js';

export interface JobRunnerPorts {
  readonly units: UnitOfWork;
  readonly jobs: JobStore;
  readonly clock: Clock;
  /** The service's own context in a tenant. */
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly handlers: { readonly [K in JobKind]: JobHandler };
  /** Null if no spans are recorded. */
  readonly tracing: Tracing | null;
  /** Reports every failed attempt. */
  readonly report: (job: Job, reason: string) => void;
  readonly observer: WorkObserver;
}

export interface JobRunner {
  /**
   * Runs due jobs in parallel and returns the number of attempts. A pass (claim and run until nothing is due) lasts as
   * long as the slowest answer from outside, so a worker does other work without awaiting it. A call during a pass
   * joins that pass.
   */
  runDue(): Promise<number>;
  /** Stops claiming and awaits the jobs in progress. */
  stop(): Promise<void>;
}

/** The maximum number of jobs at work; jobs that await an answer from outside do not count. */
const AT_WORK = 64;
/** The maximum number of calls in progress to one outside service; further jobs for it are postponed. */
const AWAITED_OF_ONE = 256;
const LEASE_SECONDS = 30;
const FIRST_RETRY_SECONDS = 1;
const MAX_RETRY_SECONDS = 300;

/** Why a job runs again. `wasAttempted` is false if it was only postponed. */
interface Failure {
  readonly cause: string;
  readonly wasAttempted: boolean;
}

/**
 * Claims due jobs with a lease and runs them in parallel, so that their units of work commit in groups. A job that
 * awaits an answer from outside frees its slot, so that a hanging rail does not delay other jobs.
 * A failed job is retried with growing delays and without a last attempt, because money may depend on it.
 */
export function createJobRunner(ports: JobRunnerPorts): JobRunner {
  const contextOf = joining(ports.contextOf);
  const awaited = new Map<string, number>();
  /** Errors of jobs that were not attempted, because too many calls to the same service are in progress. */
  const postponements = new WeakSet<object>();
  const checkClock = createClockCheck(ports.jobs, LEASE_SECONDS);
  let inHand = 0;
  let atWork = 0;
  let done = 0;

  const passes = createPasses({
    claim,
    // Claims once half of the slots are free: few claims of many jobs cost less than many claims of few.
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
      if (failure === 'LEASE_LOST') ports.observer.leaseLost('job');
      else if (failure !== null) await putOff(job, failure);
    } catch (thrown) {
      // The job is claimed again when its lease ends.
      ports.report(job, describeCause(thrown));
    }
    inHand -= 1;
    atWork -= 1;
    done += 1;
    passes.progress();
  }

  const contextFor = async ({ tenant }: Job, trace: string | null): Promise<Context> => ({
    ...(await contextOf(tenant)),
    trace,
  });

  /** Null if the attempt succeeded; `LEASE_LOST` if another attempt has ended or claimed the job: nothing is left to do. */
  async function failureOf(job: Job): Promise<Failure | 'LEASE_LOST' | null> {
    try {
      const { tracing } = ports;
      const result = await (tracing === null
        ? handle(await contextFor(job, job.trace), job)
        : handleInSpan(job, tracing));
      if (result.ok) return null;
      if (result.error === JOB_LEASE_LOST) return 'LEASE_LOST';
      const { code, message } = result.error;
      return { cause: `${code}: ${message}`, wasAttempted: !postponements.has(result.error) };
    } catch (thrown) {
      return { cause: describeCause(thrown), wasAttempted: true };
    }
  }

  const handle = (ctx: Context, job: Job): Promise<Result<void>> =>
    ports.handlers[job.kind](ctx, job, askFor(job, ctx.trace ?? null));

  function handleInSpan(job: Job, tracing: Tracing): Promise<Result<void>> {
    const attributes = { 'corridor.job': job.kind, 'corridor.attempts': job.attempts };
    const origin = traceOfRow(job, ports.clock.now() + job.clockOffset - job.createdAt);
    return tracing.span({ name: `job ${job.kind}`, kind: 'consumer', attributes, ...origin }, async (span) => {
      const result = await handle(await contextFor(job, span.trace), job);
      if (!result.ok && result.error !== JOB_LEASE_LOST) span.fail(result.error.code);
      return result;
    });
  }

  async function putOff(job: Job, { cause, wasAttempted }: Failure): Promise<void> {
    ports.report(job, cause);
    const delay = Math.min(FIRST_RETRY_SECONDS * 2 ** (job.attempts - 1), MAX_RETRY_SECONDS);
    const ctx = await contextFor(job, job.trace);
    const postponed = await ports.units.run(job.tenant, async (tx) => {
      if (wasAttempted) await retryLater(tx, ctx, job, delay, cause);
      else reschedule(tx, ctx, job, delay, cause);
      return ok();
    });
    // The handler failed before its unit, so it has not noticed that the lease is lost.
    if (!postponed.ok && postponed.error === JOB_LEASE_LOST) ports.observer.leaseLost('job');
  }

  const askFor =
    (job: Job, trace: string | null): AskOutside =>
    async (whom, question) => {
      const others = awaited.get(whom) ?? 0;
      if (others >= AWAITED_OF_ONE) {
        const postponed = err(
          'SERVICE_UNAVAILABLE',
          `${others} calls to ${whom} are in progress, the maximum; the job runs again later`,
        );
        postponements.add(postponed.error);
        return postponed;
      }
      awaited.set(whom, others + 1);
      atWork -= 1;
      passes.progress();
      try {
        const answer = await question();
        return ok({ answer, ctx: await contextFor(job, trace) });
      } finally {
        atWork += 1;
        awaited.set(whom, awaited.get(whom)! - 1);
      }
    };

  return { runDue: passes.run, stop: passes.stop };
}

/**
 * Reads a context once for all that ask for it at the same time. Jobs that were claimed or answered together then go on
 * together, and can share units of work.
 */
function joining(read: JobRunnerPorts['contextOf']): JobRunnerPorts['contextOf'] {
  const reading = new Map<TenantKey, Promise<Context>>();
  return (tenant) => {
    const joined = reading.get(tenant) ?? read(tenant).finally(() => reading.delete(tenant));
    reading.set(tenant, joined);
    return joined;
  };
}

/** A handler that does its work in one unit, which also finishes the job. */
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
