import { type Clock, clockOffsetOf, type Context, ok, type TenantKey, type UnitOfWork } from '../kernel/index.js';
import { finish, type JobHandler } from './job.js';
import type { JobStore, OutboxStore } from './ports.js';

export interface ClockCatchUpPorts {
  readonly units: UnitOfWork;
  readonly jobs: JobStore;
  readonly outbox: OutboxStore;
  readonly clock: Clock;
  /** The service's own context in a tenant, with its clock as the database has it. */
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  /** Ends what this host keeps waiting for the tenant in memory. */
  readonly resume: (tenant: TenantKey) => void;
  /** One pass over jobs and events that are due; answers how many were done. */
  readonly work: () => Promise<number>;
  /** Waits in real time; null where nothing can, so that a pass is waited for to its end. */
  readonly pause: ((milliseconds: number) => Promise<void>) | null;
  readonly report: (error: unknown) => void;
}

export interface ClockCatchUp {
  /** Moves what waits to where the tenant's clock is now; answers how much. */
  readonly move: (ctx: Context) => Promise<number>;
  /**
   * After the clock was moved: does what is due by it, for at most 5 seconds. What then is still in hand, here or at
   * another host, is done by whoever has it.
   */
  readonly catchUp: (tenant: TenantKey) => Promise<void>;
  /** Moves what was written meanwhile by somebody who did not know of the move. */
  readonly handler: JobHandler;
}

const CATCH_UP_MS = 5_000;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 100;

/** What happens when a test clock has been moved (behaviour, "What goes beyond the interface"). */
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

  /** A pass lasts as long as the slowest endpoint of anybody: it is not waited for, where there is a way to look. */
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
