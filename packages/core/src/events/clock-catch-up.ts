import { type Clock, clockOffsetOf, type Context, ok, type TenantKey, type UnitOfWork } from '../kernel/index.js';
import { finish, type JobHandler } from './job.js';
import type { JobStore, OutboxStore } from './ports.js';

export interface ClockCatchUpPorts {
  readonly units: UnitOfWork;
  readonly jobs: JobStore;
  readonly outbox: OutboxStore;
  readonly clock: Clock;
  /** The service's context in a tenant, with the offset of the test clock as stored now. */
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  /** Ends the pauses after failed deliveries that this host keeps in memory for the tenant. */
  readonly resume: (tenant: TenantKey) => void;
  /** Ends the tenant's records whose deadline has passed. */
  readonly endOverdue: (tenant: TenantKey) => Promise<number>;
  /** Runs the due jobs and sends the due events of all tenants, to the end, and returns their number. */
  readonly work: () => Promise<number>;
  /**
   * Waits in real time between two looks at the due work of the tenant. Null if the embedder cannot wait: `catchUp`
   * then awaits `work` to its end, which takes as long as the slowest endpoint of any tenant.
   */
  readonly pause: ((milliseconds: number) => Promise<void>) | null;
  readonly report: (error: unknown) => void;
}

export interface ClockCatchUp {
  /** Moves the due times of the tenant's waiting jobs and events to its present clock; returns their number. */
  readonly move: (ctx: Context) => Promise<number>;
  /**
   * Runs the work that is due after the clock was moved, for at most 5 seconds. Work that is still in progress then, on
   * this host or another one, completes later.
   */
  readonly catchUp: (tenant: TenantKey) => Promise<void>;
  /** Moves jobs and events that another unit of work, running at the same time, has written with the old offset. */
  readonly handler: JobHandler;
}

const CATCH_UP_MS = 5_000;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;

/** Brings waiting work forward after a test clock was moved (docs/areas/events.md#due-times-and-test-clocks). */
export function createClockCatchUp(ports: ClockCatchUpPorts): ClockCatchUp {
  const { jobs, outbox, clock } = ports;

  async function move(ctx: Context): Promise<number> {
    const { tenant } = ctx;
    const moves = { tenant, offset: clockOffsetOf(ctx), now: clock.now() };
    ports.resume(tenant);
    return (await jobs.moveDue(moves)) + (await outbox.moveDue(moves));
  }

  const isDue = async (tenant: TenantKey): Promise<boolean> => {
    const now = clock.now();
    return (await jobs.isDue(tenant, now)) || outbox.isDue(tenant, now);
  };

  /** Polls instead of awaiting a pass, which lasts as long as the slowest endpoint of any tenant. */
  async function untilDone(tenant: TenantKey, pause: (milliseconds: number) => Promise<void>): Promise<void> {
    for (let waited = 0, next = FIRST_PAUSE_MS; waited < CATCH_UP_MS; waited += next) {
      const moved = await move(await ports.contextOf(tenant));
      if (moved === 0 && !(await isDue(tenant))) return;
      ports.work().catch(ports.report);
      next = Math.min(next * 2, LONGEST_PAUSE_MS);
      await pause(next);
    }
  }

  return {
    move,

    async catchUp(tenant) {
      await ports.endOverdue(tenant);
      if (ports.pause !== null) return untilDone(tenant, ports.pause);
      do await move(await ports.contextOf(tenant));
      while ((await isDue(tenant)) && (await ports.work()) > 0);
    },

    handler: async (ctx, job) => {
      await move(ctx);
      return ports.units.run(ctx.tenant, async (tx) => {
        finish(tx, job);
        return ok();
      });
    },
  };
}
