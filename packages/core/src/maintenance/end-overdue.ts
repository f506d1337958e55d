import {
  type BaseRecord,
  type Clock,
  type Context,
  type IdSource,
  instant,
  type Instant,
  type KindOf,
  ok,
  type Reads,
  type Result,
  splitTenant,
  type TenantKey,
  type Unit,
  type UnitOfWork,
  type WaitingTenant,
} from '../kernel/index.js';

type End<T> = (unit: Unit, record: T) => Result<unknown> | Promise<Result<unknown>>;

/** A kind of records with a deadline, and what the deadline does to a record. */
export interface Ending {
  readonly kind: KindOf<BaseRecord>;
  readonly end: End<BaseRecord>;
  /** The number of records of one unit. */
  readonly atOnce: number;
}

/** Small enough that a unit neither holds locks nor delays other writers for long. */
const AT_ONCE = 100;

/** `end` moves a record to the state that follows, with its events. */
export const endingOf = <T extends BaseRecord>(kind: KindOf<T>, end: End<T>): Ending =>
  ({ kind, end, atOnce: AT_ONCE }) as unknown as Ending;

/**
 * Like `endingOf`, each record in a unit of its own: an end that moves money locks balances, and several of them in one
 * unit would lock in another order than the units of payments.
 */
export const endingOneByOne = <T extends BaseRecord>(kind: KindOf<T>, end: End<T>): Ending =>
  ({ kind, end, atOnce: 1 }) as unknown as Ending;

export interface EndOverduePorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly clock: Clock;
  /** The service's context in a tenant, with the tenant's time. */
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly endings: readonly Ending[];
  /** Gives records the deadline that hosts of the former release do not write. Called often; it looks rarely. */
  readonly addDeadlines: () => Promise<void>;
}

export interface EndOverdue {
  /** Ends the overdue records of all tenants, and returns their number. A tenant that fails holds up no other. */
  readonly ofAll: () => Promise<number>;
  /** The earliest deadline of the tenant's records, in the tenant's time; null if none waits. Read without a tenant. */
  readonly firstDeadline: (reads: Reads, tenant: TenantKey) => Promise<Instant | null>;
  /** Ends overdue records of one tenant, at most 10,000 of a kind, because a caller waits, and returns their number. */
  readonly ofTenant: (tenant: TenantKey) => Promise<number>;
}

/** Records of a tenant that may be overdue. */
interface Late extends WaitingTenant {
  readonly of: Ending;
}

const MOST = 10_000;

/** Moves records whose deadline has passed to the state that follows: quotes and authorizations of cards expire. */
export function createEndOverdue({ units, ids, clock, contextOf, endings, addDeadlines }: EndOverduePorts): EndOverdue {
  /** Ends the earliest overdue records, and returns their number. */
  async function batch({ tenant, first, of: { kind, end, atOnce } }: Late): Promise<number> {
    const ctx = await contextOf(tenant);
    if (first > ctx.now) return 0;
    const ended = await units.run(tenant, async (tx) => {
      const overdue = await tx.overdue(kind, ctx.now, atOnce);
      for (const record of overdue) {
        const moved = await end({ tx, ctx, ids }, record);
        if (!moved.ok) return moved;
      }
      return ok(overdue.length);
    });
    if (!ended.ok) throw new Error(`overdue ${kind.name} of ${tenant}: ${ended.error.message}`);
    return ended.value;
  }

  /** A test clock is only ahead of the host. Without one, the earliest deadline shows whether a tenant is late. */
  const mayBeLate = ({ tenant, first }: Late): boolean =>
    first <= clock.now() || splitTenant(tenant).environment === 'SANDBOX';

  const findLate = (): Promise<readonly Late[]> =>
    units.read(null, async (reads) => {
      const found: Late[] = [];
      for (const of of endings) for (const each of await reads.waiting(of.kind)) found.push({ ...each, of });
      return found.filter(mayBeLate);
    });

  return {
    async ofAll() {
      const failures: unknown[] = [];
      let ended = 0;
      await addDeadlines().catch((error: unknown) => failures.push(error));
      let late = await findLate();
      // One batch of each tenant in turn, so that many records of one tenant do not delay those of others.
      while (late.length > 0) {
        const later: Late[] = [];
        for (const each of late) {
          try {
            const count = await batch(each);
            ended += count;
            if (count === each.of.atOnce) later.push(each);
          } catch (error) {
            failures.push(error);
          }
        }
        late = later;
      }
      if (failures.length > 0) throw failures[0];
      return ended;
    },

    async firstDeadline(reads, tenant) {
      let first: Instant | null = null;
      for (const { kind } of endings) {
        const own = (await reads.waiting(kind)).find((each) => each.tenant === tenant)?.first ?? null;
        if (own !== null && (first === null || own < first)) first = own;
      }
      return first;
    },

    async ofTenant(tenant) {
      let ended = 0;
      for (const of of endings) {
        const most = ended + MOST;
        for (let count = of.atOnce; count === of.atOnce && ended < most; ended += count) {
          count = await batch({ tenant, of, first: instant(0) });
        }
      }
      return ended;
    },
  };
}
