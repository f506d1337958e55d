import { RECORD_KINDS } from '../catalogue/index.js';
import {
  type AnyKind,
  type Clock,
  type Context,
  instant,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
  type WaitingTenant,
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
  /** Ends overdue records of one tenant, at most 10,000 of a kind, because a caller waits, and returns their number. */
  readonly ofTenant: (tenant: TenantKey) => Promise<number>;
}

/** Records of a tenant that may be overdue. */
interface Late extends WaitingTenant {
  readonly kind: AnyKind;
}

const KINDS: readonly AnyKind[] = RECORD_KINDS.filter(({ deadline }) => deadline !== null);

/** Small enough that a batch neither holds locks nor delays other writers for long. */
const AT_ONCE = 500;
const MOST_BATCHES = 20;

/** Moves records whose deadline has passed to the state that follows: quotes expire. */
export function createEndOverdue({ units, clock, contextOf }: EndOverduePorts): EndOverdue {
  const batch = async ({ tenant, kind, first }: Late): Promise<number> => {
    const { now } = await contextOf(tenant);
    return first > now ? 0 : units.endOverdue(tenant, kind, now, AT_ONCE);
  };

  /** A test clock is only ahead of the host. Without one, the earliest deadline shows whether a tenant is late. */
  const mayBeLate = ({ tenant, first }: Late): boolean =>
    first <= clock.now() || splitTenant(tenant).environment === 'SANDBOX';

  const findLate = (): Promise<readonly Late[]> =>
    units.read(null, async (reads) => {
      const found: Late[] = [];
      for (const kind of KINDS) for (const each of await reads.waiting(kind)) found.push({ ...each, kind });
      return found.filter(mayBeLate);
    });

  return {
    async ofAll() {
      const failures: unknown[] = [];
      let ended = 0;
      let late = await findLate();
      // One batch of each tenant in turn, so that many records of one tenant do not delay those of others.
      while (late.length > 0) {
        const later: Late[] = [];
        for (const each of late) {
          try {
            const count = await batch(each);
            ended += count;
            if (count === AT_ONCE) later.push(each);
          } catch (error) {
            failures.push(error);
          }
        }
        late = later;
      }
      if (failures.length > 0) throw failures[0];
      return ended;
    },

    async ofTenant(tenant) {
      let ended = 0;
      for (const kind of KINDS) {
        for (let batches = 0, count = AT_ONCE; count === AT_ONCE && batches < MOST_BATCHES; batches++) {
          count = await batch({ tenant, kind, first: instant(0) });
          ended += count;
        }
      }
      return ended;
    },
  };
}
