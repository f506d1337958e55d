import { describe, expect, it } from 'vitest';
import {
  type Context,
  type Id,
  type ListQuery,
  ok,
  tenantKey,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { fixedClock } from '../testing/ports.js';
import { createMissingEnds } from './index.js';

const platform = (n: number): Id<'Platform'> => `Platform:018bcfe5-6800-7000-8000-00000000000${n}` as Id<'Platform'>;
const ONE = tenantKey(platform(1), 'SANDBOX');
const TWO = tenantKey(platform(2), 'PRODUCTION');
const PAGE = 500;
const PAGES_AT_ONCE = 20;
const HOUR = 3_600;

/** Tenants with this number of authorizations without an end; each read of a page is written down. */
function world(counts: ReadonlyMap<TenantKey, number>) {
  const clock = fixedClock();
  const card = { authorizedAt: clock.now(), reserved: 1n };
  const rows = new Map(
    [...counts].map(([tenant, count]) => [
      tenant,
      Array.from({ length: count }, (_, id) => ({
        id: `${id}`,
        type: 'CARD',
        status: 'AUTHORIZED',
        holdEndsAt: null,
        card,
      })),
    ]),
  );
  const pages: string[] = [];
  let failing: TenantKey | null = null;
  const ended: string[] = [];
  const list =
    (tenant: TenantKey) =>
    async (_: unknown, { where, after, limit }: ListQuery<Transaction>) => {
      pages.push(`${tenant === ONE ? 'one' : 'two'} ${where!.status}`);
      if (tenant === failing) throw new Error('no database');
      const own = where!.status === 'AUTHORIZED' ? rows.get(tenant)! : [];
      const from = after === undefined ? 0 : Number(after.id) + 1;
      return { rows: own.slice(from, from + limit), hasMore: own.length > from + limit };
    };
  const units = {
    read: async (tenant: TenantKey | null, work: (reads: unknown) => unknown) =>
      work(tenant === null ? { tenants: async () => [...counts.keys()] } : { list: list(tenant) }),
    async run(tenant: TenantKey, work: (tx: unknown) => unknown) {
      await work({
        getMany: async (_: unknown, ids: readonly string[]) => rows.get(tenant)!.filter(({ id }) => ids.includes(id)),
        change: (kind: unknown, { id }: Transaction) => {
          expect(kind).toBe(TRANSACTIONS);
          ended.push(id);
        },
      });
      return ok();
    },
  } as unknown as UnitOfWork;
  const contextOf = async (tenant: TenantKey) => ({ tenant, now: clock.now(), hostNow: clock.now() }) as Context;
  const fill = createMissingEnds({ units, ids: {} as never, clock, contextOf });
  return { fill, pages, ended, clock, fail: (tenant: TenantKey | null) => (failing = tenant) };
}

describe('authorizations without an end', () => {
  it('are looked for when a host starts, and then once an hour', async () => {
    const { fill, pages, ended, clock } = world(new Map([[ONE, 1]]));
    await fill();
    expect(pages).toEqual(['one AUTHORIZED', 'one PARTIALLY_SETTLED', 'one EXCEPTION']);
    expect(ended).toEqual(['0']);
    clock.advance(HOUR - 1);
    await fill();
    expect(pages).toHaveLength(3);
    clock.advance(1);
    await fill();
    expect(pages).toHaveLength(6);
  });

  it('are looked for in a bounded number of pages at once, and the next call goes on', async () => {
    const { fill, pages, ended } = world(new Map([[ONE, PAGE * PAGES_AT_ONCE + 1]]));
    await fill();
    expect([pages.length, ended.length]).toEqual([PAGES_AT_ONCE, PAGE * PAGES_AT_ONCE]);
    await fill();
    expect([pages.length, ended.length]).toEqual([PAGES_AT_ONCE + 3, PAGE * PAGES_AT_ONCE + 1]);
    await fill();
    expect(pages).toHaveLength(PAGES_AT_ONCE + 3);
  });

  it('of a tenant that fails hold up no other tenant, and are looked for again an hour later', async () => {
    const { fill, pages, ended, clock, fail } = world(
      new Map([
        [ONE, 1],
        [TWO, 1],
      ]),
    );
    fail(ONE);
    for (let call = 0; call < 3; call += 1) await expect(fill()).rejects.toThrow('no database');
    await fill();
    expect(ended).toEqual(['0']);
    expect(pages.slice(3)).toEqual(['two AUTHORIZED', 'two PARTIALLY_SETTLED', 'two EXCEPTION']);
    fail(null);
    clock.advance(HOUR);
    await fill();
    expect(ended).toEqual(['0', '0', '0']);
  });
});
