import {
  type Clock,
  clockOffsetOf,
  type Commands,
  type Context,
  type IdempotencyClaim,
  instant,
  type Instant,
  ok,
  type PreparedUseCase,
  type Query,
  readAll,
  type Reads,
  type Result,
  type TenantKey,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import { type Job, JOBS } from './job.js';

/** `O` describes the clock after a move. */
export interface StepClockPorts<O> {
  readonly units: UnitOfWork;
  readonly commands: Commands;
  readonly clock: Clock;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  /** Runs the work of the tenant that is due now. */
  readonly catchUp: (tenant: TenantKey) => Promise<void>;
  /** The earliest deadline of a record of the tenant, in the tenant's time; null if none waits. */
  readonly firstDeadline: (reads: Reads, tenant: TenantKey) => Promise<Instant | null>;
  /** The lead of the clock after a move, in seconds; or why the move is not possible. */
  readonly targetOf: UseCase<{ readonly seconds: number }, number>;
  /** Moves the clock to a lead; a clock that is ahead of it stays. */
  readonly advanceTo: UseCase<{ readonly aheadSeconds: number }, O>;
  readonly read: Query<void, O>;
}

const MOST_STEPS = 1_000;
const MOST_MS = 5_000;

/**
 * Moves the clock of a tenant from due time to due time: first does what is due at the present time, and stops after
 * 1,000 steps or 5 seconds. The time to reach is stored under the claim before the first step, so copies of a request
 * move the clock as far as one, and the repetition after a crash goes on to the same time.
 */
export function stepClock<O>(
  ports: StepClockPorts<O>,
): PreparedUseCase<{ readonly seconds: number }, number | null, O> {
  const { units, commands, clock, contextOf, catchUp, firstDeadline, targetOf, advanceTo, read } = ports;

  /** Whether nothing is due before the target, so that the last move can be made; false if the time was up. */
  async function stepTowards(tenant: TenantKey, target: number): Promise<Result<boolean>> {
    const began = clock.now();
    await catchUp(tenant);
    for (let steps = 0; steps < MOST_STEPS && clock.now() - began < MOST_MS; steps++) {
      const ctx = await contextOf(tenant);
      const ahead = clockOffsetOf(ctx) / 1000;
      const due = await nextDue(ctx);
      const next = due === null ? target : ahead + Math.max(1, Math.ceil((due - ctx.hostNow) / 1000));
      if (next >= target) return ok(true);
      const moved = await units.run(tenant, (tx) => advanceTo(tx, ctx, { aheadSeconds: next }));
      if (!moved.ok) return moved;
      await catchUp(tenant);
    }
    return ok(false);
  }

  /** The next due time of a job or deadline, in host time. */
  async function nextDue({ tenant, now, hostNow }: Context): Promise<Instant | null> {
    const deadline = await units.read(null, (reads) => firstDeadline(reads, tenant));
    const jobs = await units.read(tenant, (reads) => readAll(reads, JOBS));
    const times = jobs.filter(isOwn).map(({ dueAt }) => dueAt);
    if (deadline !== null) times.push(instant(deadline - (now - hostNow)));
    return times.filter((at) => at > hostNow).reduce<Instant | null>((a, b) => (a === null || b < a ? b : a), null);
  }

  return {
    async prepare(ctx, input, claim = null) {
      const stored = await commands.run(ctx, targetOf, input, rendered, targetClaim(claim));
      if (!stored.ok) return stored;
      const target = Number(stored.value.body);
      const stepped = await stepTowards(ctx.tenant, target);
      return stepped.ok ? ok(stepped.value ? target : null) : stepped;
    },
    finish: (tx, ctx, target) =>
      target === null ? read(tx, ctx, undefined) : advanceTo(tx, ctx, { aheadSeconds: target }),
  };
}

const rendered = (target: number) => ({ status: 200, body: String(target), remember: true });

/** The claim under which the time to reach is stored, apart from the answer to the request. */
const targetClaim = (claim: IdempotencyClaim | null): IdempotencyClaim | null =>
  claim && { ...claim, operation: `${claim.operation} target`, seal: null };

/** Not the jobs that follow each move of the clock itself. */
const isOwn = ({ kind }: Job): boolean => kind !== 'clock.catch-up';
