import { describe, expect, it } from 'vitest';
import {
  type Context,
  err,
  type Id,
  type Instant,
  instant,
  ok,
  type Result,
  type TenantKey,
  tenantKey,
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import { QUOTES } from '../quotes/index.js';
import { fixedClock } from '../testing/ports.js';
import { createEndOverdue, endingOf } from './index.js';

const AT_ONCE = 100;
const platform = (n: number): Id<'Platform'> => `Platform:018bcfe5-6800-7000-8000-00000000000${n}` as Id<'Platform'>;
const ONE = tenantKey(platform(1), 'SANDBOX');
const TWO = tenantKey(platform(2), 'SANDBOX');
const LIVE = tenantKey(platform(3), 'PRODUCTION');

/** Tenants with overdue quotes; each batch is written down. */
function world(overdue: ReadonlyMap<TenantKey, number>, first: (now: Instant) => number = (now) => now) {
  const clock = fixedClock();
  const left = new Map(overdue);
  const batches: string[] = [];
  const asked: TenantKey[] = [];
  let failing: TenantKey | null = null;
  let refusing: TenantKey | null = null;
  let statements = 0;
  let isLost = false;
  const addDeadlines = async () => {
    if (isLost) throw new Error('no deadlines');
  };
  const waiting = () => [...left].map(([tenant]) => ({ tenant, first: instant(first(clock.now())) }));
  const units = {
    read: async (_: null, work: (reads: unknown) => unknown) => work({ waiting }),
    async run(tenant: TenantKey, work: (tx: unknown) => Promise<Result<number>>) {
      statements += 1;
      if (tenant === failing) throw new Error(`no database for ${tenant}`);
      const before = left.get(tenant) ?? 0;
      const ended = await work({
        overdue: async (_: unknown, _now: Instant, limit: number) => Array(Math.min(before, limit)).fill(tenant),
      });
      if (ended.ok && ended.value > 0)
        batches.push(`${tenant === ONE ? 'one' : tenant === TWO ? 'two' : 'live'} ${ended.value}`);
      return ended;
    },
  } as unknown as UnitOfWork;
  const contextOf = async (tenant: TenantKey) => {
    asked.push(tenant);
    return { tenant, now: clock.now(), hostNow: clock.now() } as Context;
  };
  /** Ends a record of this tenant. */
  const endOne = (_: Unit, tenant: unknown) => {
    if (tenant === refusing) return err('INVALID_STATE_TRANSITION', 'it has ended');
    left.set(tenant as TenantKey, left.get(tenant as TenantKey)! - 1);
    return ok();
  };
  const endings = [endingOf(QUOTES, endOne as never)];
  const end = createEndOverdue({ units, ids: {} as never, clock, contextOf, endings, addDeadlines });
  return {
    ...{ end, batches, asked },
    statements: () => statements,
    fail: (tenant: TenantKey | null) => (failing = tenant),
    lose: (to: boolean) => (isLost = to),
    refuse: (tenant: TenantKey) => (refusing = tenant),
  };
}

describe('overdue quotes', () => {
  it('are ended in batches, one of each tenant in turn', async () => {
    const { end, batches } = world(
      new Map([
        [ONE, 2 * AT_ONCE + 1],
        [TWO, AT_ONCE],
        [LIVE, 3],
      ]),
    );
    expect(await end.ofAll()).toBe(3 * AT_ONCE + 4);
    expect(batches).toEqual(['one 100', 'two 100', 'live 3', 'one 100', 'one 1']);
  });

  it('of a tenant that fails hold up no other tenant, and the failure is reported at the end', async () => {
    const { end, batches, fail } = world(
      new Map([
        [ONE, 1],
        [TWO, 2],
      ]),
    );
    fail(ONE);
    await expect(end.ofAll()).rejects.toThrow(`no database for ${ONE}`);
    expect(batches).toEqual(['two 2']);
    fail(null);
    expect(await end.ofAll()).toBe(1);
  });

  it('that cannot be ended are reported with their kind and their tenant, and stay as they are', async () => {
    const { end, batches, refuse } = world(
      new Map([
        [ONE, 2],
        [TWO, 2],
      ]),
    );
    refuse(ONE);
    await expect(end.ofAll()).rejects.toThrow(`overdue quotes of ${ONE}: it has ended`);
    expect(batches).toEqual(['two 2']);
    await expect(end.ofTenant(ONE)).rejects.toThrow(`overdue quotes of ${ONE}: it has ended`);
  });

  it('are ended also while deadlines that are missing cannot be added, which is reported at the end', async () => {
    const { end, batches, lose } = world(new Map([[ONE, 1]]));
    lose(true);
    await expect(end.ofAll()).rejects.toThrow('no deadlines');
    expect(batches).toEqual(['one 1']);
    lose(false);
    expect(await end.ofAll()).toBe(0);
  });

  it('of a tenant are asked for once more only after a full batch', async () => {
    const few = world(new Map([[ONE, AT_ONCE - 1]]));
    expect([await few.end.ofTenant(ONE), few.statements()]).toEqual([AT_ONCE - 1, 1]);
    const full = world(new Map([[ONE, AT_ONCE]]));
    expect([await full.end.ofTenant(ONE), full.statements()]).toEqual([AT_ONCE, 2]);
  });

  it('of a tenant whose clock was moved are ended at once, up to 10,000', async () => {
    const { end, batches } = world(
      new Map([
        [ONE, AT_ONCE + 2],
        [TWO, 1],
      ]),
    );
    expect(await end.ofTenant(ONE)).toBe(AT_ONCE + 2);
    expect(batches).toEqual(['one 100', 'one 2']);
    const many = world(new Map([[ONE, 10_001]]));
    expect(await many.end.ofTenant(ONE)).toBe(10_000);
    expect(await many.end.ofAll()).toBe(1);
  });

  it('are looked for in a production tenant only once its earliest deadline has passed', async () => {
    const later = world(new Map([[LIVE, 1]]).set(ONE, 0), (now) => now + 1);
    expect(await later.end.ofAll()).toBe(0);
    // A test clock may be ahead of the host.
    expect(later.asked).toEqual([ONE]);
    expect(later.statements()).toBe(0);
    expect(await world(new Map([[LIVE, 1]])).end.ofAll()).toBe(1);
  });
});
