import { beforeEach, expect, test } from 'vitest';
import { type Customer, CUSTOMERS } from '../customers/index.js';
import { createCursors, type Id, ok, type Reads, type TenantKey, tenantKey } from '../kernel/index.js';
import { type TestHost, testHost, valueOf } from '../testing/index.js';
import { readOverPlatforms } from './over-platforms.js';

const OTHER = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, 'SANDBOX');
const LIVE = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000fe' as Id<'Platform'>, 'PRODUCTION');

let host: TestHost;
let template: Customer;
beforeEach(async () => {
  host = await testHost({ currencies: ['USD'] });
  for (const tenant of [OTHER, LIVE]) {
    const ctx = { ...host.context(), tenant };
    const input = { name: tenant, currencies: ['USD'] };
    valueOf(await host.units.run(tenant, (tx) => host.platforms.create(tx, ctx, input)));
  }
  template = valueOf(await host.run(host.customers.create, { customerType: 'INDIVIDUAL' }));
});

/** Customers of a platform that were created at these times, in milliseconds. */
const created = (tenant: TenantKey, times: readonly number[]) =>
  host.units.run(tenant, async (tx) => {
    for (const [at, time] of times.entries()) {
      const id = `Customer:${tenant === OTHER ? 'b' : 'a'}${String(at).padStart(5, '0')}` as Customer['id'];
      const own = { id, tenant, platformCustomerId: id, umaAddress: `$${id}`, region: 'DE' };
      tx.add(CUSTOMERS, { ...template, ...own, createdAt: time as Customer['createdAt'], version: 1 });
    }
    return ok();
  });

type Shows = (customer: Customer) => boolean;
const shownBy = (shows: Shows) => async (_reads: Reads, rows: readonly Customer[]) =>
  new Map(rows.filter(shows).map(({ id }) => [id as string, id.slice(-5)] as const));

/** The pages of the customers for which `shows` is true, as the ids of each page. */
async function pages(limit: number, shows: Shows = () => true, environment?: 'SANDBOX' | 'PRODUCTION') {
  const ports = { units: host.units, cursors: createCursors(new Uint8Array(32)) };
  const list = { kind: CUSTOMERS, where: { region: 'DE' }, environment, about: shownBy(shows) };
  const read: (readonly string[])[] = [];
  for (let cursor: string | undefined; ;) {
    const page = valueOf(await readOverPlatforms<Customer, string>(ports, list, { limit, cursor }));
    read.push(page.data.map(({ record }) => record.id));
    for (const { platform, record, about } of page.data)
      expect([platform.id, about]).toEqual([record.tenant, record.id.slice(-5)]);
    expect(page.hasMore).toBe(page.nextCursor !== undefined);
    cursor = page.nextCursor;
    if (cursor === undefined) return read;
  }
}

test('pages over long lists of several platforms have each record once, in the order of time and id', async () => {
  // Platforms of different activity; some records were created in the same millisecond.
  await created(
    host.created.platform.id,
    Array.from({ length: 450 }, (_, n) => 1_000 + Math.floor(n / 3)),
  );
  await created(
    OTHER,
    Array.from({ length: 230 }, (_, n) => 1_000 + 2 * n),
  );
  const of = async (tenant: TenantKey) => {
    const query = { where: { region: 'DE' }, order: 'asc', limit: 1_000 } as const;
    return (await host.units.read(tenant, (reads) => reads.list(CUSTOMERS, query))).rows;
  };
  const all = [...(await of(host.created.platform.id)), ...(await of(OTHER))];
  const expected = all
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id as string);
  expect(expected).toHaveLength(680);
  for (const limit of [100, 200, 340, 1_000]) {
    const read = await pages(limit);
    expect(read.flat()).toEqual(expected);
    expect(read.map(({ length }) => length)).toEqual(
      Array.from({ length: Math.ceil(680 / limit) }, (_, at) => Math.min(limit, 680 - at * limit)),
    );
  }
  const some = await pages(3, ({ id }) => id.endsWith('00'));
  expect(some.flat()).toEqual(expected.filter((id) => id.endsWith('00')));
});

test('pages have the records of one environment if it is named', async () => {
  await created(OTHER, [1]);
  await created(LIVE, [2]);
  expect((await pages(10)).flat()).toHaveLength(2);
  expect((await pages(10, undefined, 'SANDBOX')).flat()).toEqual(['Customer:b00000']);
  expect((await pages(10, undefined, 'PRODUCTION')).flat()).toEqual(['Customer:a00000']);
});

test('a page looks at 5,000 records at most, and the next page goes on from there', async () => {
  await created(
    OTHER,
    Array.from({ length: 5_300 }, (_, n) => n),
  );
  const read = await pages(10, ({ id }) => id.endsWith('b05250'));
  expect(read).toEqual([[], ['Customer:b05250']]);
});
