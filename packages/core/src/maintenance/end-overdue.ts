import { RECORD_KINDS } from '../catalogue/index.js';
import {
  type AnyKind,
  type Clock,
  type Context,
  type Instant,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';

export interface EndOverduePorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  /** The service's context in a tenant, with the tenant's time. */
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

export interface EndOverdue {
  /** Ends the overdue records of all tenants, and returns their number. A tenant that fails holds up no other. */
  readonly ofAll: () => Promise<number>;
  /** Ends all overdue records of one tenant, and returns their number. */
  readonly ofTenant: (tenant: TenantKey) => Promise<number>;
}

const KINDS: readonly AnyKind[] = RECORD_KINDS.filter(({ deadline }) => deadline !== null);

/** Small enough that a batch neither holds locks nor delays other writers for long. */
const AT_ONCE = 500;

/** Moves records whose deadline has passed to the state that follows: quotes expire. */
export function createEndOverdue({ units, clock, contextOf }: EndOverduePorts): EndOverdue {
  const batch = async (tenant: TenantKey, kind: AnyKind): Promise<number> => {
    const { now } = await contextOf(tenant);
    return units.endOverdue(tenant, kind, now, AT_ONCE);
  };

  /** A test clock is only ahead of the host. Without one, the earliest deadline shows whether a tenant is late. */
  const mayBeLate = (tenant: TenantKey, first: Instant): boolean =>
    first <= clock.now() || splitTenant(tenant).environment === 'SANDBOX';

  /** One batch of each tenant in turn, so that many records of one tenant do not delay those of others. */
  async function endAll(kind: AnyKind, failures: unknown[]): Promise<number> {
    const waiting = await units.read(null, (reads) => reads.waiting(kind));
    let ended = 0;
    let late = waiting.filter(({ tenant, first }) => mayBeLate(tenant, first)).map(({ tenant }) => tenant);
    while (late.length > 0) {
      const later: TenantKey[] = [];
      for (const tenant of late) {
        try {
          const count = await batch(tenant, kind);
          ended += count;
          if (count === AT_ONCE) later.push(tenant);
        } catch (error) {
          failures.push(error);
        }
      }
      late = later;
    }
    return ended;
  }

  return {
    async ofAll() {
      const failures: unknown[] = [];
      let ended = 0;
      for (const kind of KINDS) ended += await endAll(kind, failures);
      if (failures.length > 0) throw failures[0];
      return ended;
    },

    async ofTenant(tenant) {
      let ended = 0;
      for (const kind of KINDS) {
        for (let count = AT_ONCE; count === AT_ONCE; ended += count) count = await batch(tenant, kind);
      }
      return ended;
    },
  };
}
