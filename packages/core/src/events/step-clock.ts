import {
  type Clock,
  type Context,
  domainError,
  fail,
  instant,
  type Instant,
  ok,
  readAll,
  type Reads,
  type Result,
  type TenantKey,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import { type Job, JOBS } from './job.js';

export interface StepClockPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  /** Runs the work of the tenant that is due now. */
  readonly catchUp: (tenant: TenantKey) => Promise<void>;
  /** The earliest deadline of a record of the tenant, in the tenant's time; null if none waits. */
  readonly firstDeadline: (reads: Reads, tenant: TenantKey) => Promise<Instant | null>;
  readonly advance: UseCase<{ readonly seconds: number }, unknown>;
}

const MOST_STEPS = 1_000;
const MOST_MS = 5_000;

/**
 * Does what is due at the present time of the tenant, and then moves its clock from due time to due time. Returns the
 * seconds that are left until `seconds` have passed, in which nothing is due; 0 after 1,000 steps or 5 seconds.
 */
export const stepClock =
  ({ units, clock, contextOf, catchUp, firstDeadline, advance }: StepClockPorts) =>
  async (tenant: TenantKey, seconds: number): Promise<Result<number>> => {
    const began = clock.now();
    const possible = await isPossible();
    if (!possible.ok) return possible;
    await catchUp(tenant);
    let left = seconds;
    for (let steps = 0; steps < MOST_STEPS && clock.now() - began < MOST_MS; steps++) {
      const ctx = await contextOf(tenant);
      const due = await nextDue(ctx);
      const wait = due === null ? left : Math.max(1, Math.ceil((due - ctx.hostNow) / 1000));
      if (wait >= left) return ok(left);
      const moved = await units.run(tenant, (tx) => advance(tx, ctx, { seconds: wait }));
      if (!moved.ok) return moved;
      left -= wait;
      await catchUp(tenant);
    }
    return ok(0);

    /** The refusal of the whole move, before a part of it is made; the unit has no effect. */
    async function isPossible(): Promise<Result<void>> {
      const ctx = await contextOf(tenant);
      const tried = await units.run(tenant, async (tx) => {
        const moved = await advance(tx, ctx, { seconds });
        return moved.ok ? fail(POSSIBLE) : moved;
      });
      return tried.ok || tried.error === POSSIBLE ? ok() : tried;
    }

    /** The next due time of a job or deadline, in host time. */
    async function nextDue({ now, hostNow }: Context): Promise<Instant | null> {
      const deadline = await units.read(null, (reads) => firstDeadline(reads, tenant));
      const jobs = await units.read(tenant, (reads) => readAll(reads, JOBS));
      const times = jobs.filter(isOwn).map(({ dueAt }) => dueAt);
      if (deadline !== null) times.push(instant(deadline - (now - hostNow)));
      return times.filter((at) => at > hostNow).reduce<Instant | null>((a, b) => (a === null || b < a ? b : a), null);
    }
  };

const POSSIBLE = domainError('CONFLICT');

/** Not the jobs that follow each move of the clock itself. */
const isOwn = ({ kind }: Job): boolean => kind !== 'clock.catch-up';
