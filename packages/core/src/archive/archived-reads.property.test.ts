import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENTS, type OutboxEvent } from '../events/index.js';
import { type Instant, instant, type Keyset, ok, type Reads, type TenantKey } from '../kernel/index.js';
import { archivedReads } from './archived-reads.js';
import { type ArchiveSegment, segmentId } from './segment.js';
import { type ArchivedEvent, summaryOf } from './segment-file.js';

const TENANTS = ['a/SANDBOX', 'b/SANDBOX'] as readonly string[] as readonly TenantKey[];
const RESOURCES = ['Transaction:1', 'Transaction:2', 'Transaction:3'];

const made = (index: number, tenant: TenantKey, resource: string, createdAt: number): OutboxEvent => ({
  id: `Webhook:${String(index * 7).padStart(4, '0')}` as OutboxEvent['id'],
  tenant,
  version: 1,
  createdAt: instant(createdAt),
  updatedAt: instant(createdAt),
  type: 'OUTGOING_PAYMENT.COMPLETED',
  resource,
  snapshot: { amount: BigInt(index) },
  available: null,
  held: null,
  status: 'DELIVERED',
  queuedAt: instant(createdAt),
  attempts: 1,
  nextAttemptAt: instant(0),
  clockOffset: 0,
  leaseUntil: instant(0),
  deliveredAt: instant(createdAt),
  lastError: null,
  tries: null,
  trace: null,
  salt: null,
  erasedDigest: null,
});

/** `where`: in the archive, in the table, or in both after a redelivery. */
const EVENT = fc.record({
  tenant: fc.constantFrom(...TENANTS),
  resource: fc.constantFrom(...RESOURCES),
  createdAt: fc.integer({ min: 1, max: 12 }),
  where: fc.constantFrom('archive', 'archive', 'table', 'both'),
});
const TIME = fc.option(fc.integer({ min: 0, max: 13 }).map(instant), { nil: undefined });
const QUERY = fc.record({
  tenant: fc.constantFrom(null, ...TENANTS),
  resource: fc.option(fc.constantFrom(...RESOURCES, 'Transaction:9'), { nil: undefined }),
  from: TIME,
  to: TIME,
  order: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.integer({ min: 1, max: 6 }),
});

/** A database with all events in its table, and one with some of them in segments of `size` positions. */
async function databases(
  given: readonly { tenant: TenantKey; resource: string; createdAt: number; where: string }[],
  size: number,
) {
  const [whole, split] = [createMemoryStorage(), createMemoryStorage()];
  const events = given.map(({ tenant, resource, createdAt }, at) => made(at, tenant, resource, createdAt));
  for (const { units } of [whole, split]) {
    for (const event of events) await units.run(null, async (tx) => ok(tx.add(EVENTS, event)));
  }
  const all = await whole.units.read(null, (reads) =>
    reads.follow(EVENTS, { after: 0, upTo: 1e9, order: 'asc', limit: 1e6 }),
  );
  await split.units.run(null, async (tx) => {
    all.forEach(({ record }, at) => given[at]!.where === 'archive' && tx.remove(EVENTS, record));
    return ok();
  });
  const contents = new Map<number, readonly ArchivedEvent[]>();
  const segments: ArchiveSegment[] = [];
  for (let at = 0; at < all.length; at += size) {
    const range = all.slice(at, at + size);
    const archived = range.filter((_, index) => given[at + index]!.where !== 'table');
    const number = segments.length + 1;
    contents.set(number, archived);
    const base = {
      id: segmentId(number),
      tenant: TENANTS[0]!,
      version: 1,
      createdAt: 0 as Instant,
      updatedAt: 0 as Instant,
    };
    const ends = { after: segments.at(-1)?.upTo ?? 0, upTo: range.at(-1)!.position };
    segments.push({ ...base, ...ends, number, form: 1, digest: '', rewrite: null, ...summaryOf(archived) });
  }
  const readsOf = (reads: Reads, tenant: TenantKey | null) =>
    archivedReads(reads, tenant, {
      segments: async () => segments,
      events: async (segment) => ({ segment, events: contents.get(segment.number)! }),
    });
  return {
    whole: <T>(tenant: TenantKey | null, work: (reads: Reads) => Promise<T>) => whole.units.read(tenant, work),
    split: <T>(tenant: TenantKey | null, work: (reads: Reads) => Promise<T>) =>
      split.units.read(tenant, (reads) => work(readsOf(reads, tenant))),
    lastPosition: all.at(-1)?.position ?? 0,
  };
}

const GIVEN = [fc.array(EVENT, { maxLength: 24 }), fc.integer({ min: 1, max: 6 })] as const;

describe('reads of a table and an archive together', () => {
  it('list every page that a table with all events would list', async () => {
    await fc.assert(
      fc.asyncProperty(...GIVEN, QUERY, async (given, size, { tenant, resource, from, to, order, limit }) => {
        const { whole, split } = await databases(given, size);
        const pages = (read: typeof whole) =>
          read(tenant, async (reads) => {
            const found: OutboxEvent[][] = [];
            for (let after: OutboxEvent | undefined; ;) {
              const between = [{ column: 'createdAt' as const, from, to }];
              const page = await reads.list(EVENTS, { where: { resource }, between, order, limit, after });
              found.push([...page.rows]);
              if (!page.hasMore) return found;
              after = page.rows.at(-1)!;
            }
          });
        expect(await pages(split)).toEqual(await pages(whole));
      }),
    );
  });

  it('list the same rows on pages that end after a number of files', async () => {
    const most = fc.integer({ min: 1, max: 3 });
    await fc.assert(
      fc.asyncProperty(...GIVEN, QUERY, most, async (given, size, { tenant, resource, order, limit }, mostFiles) => {
        const { whole, split } = await databases(given, size);
        const rows = (read: typeof whole) =>
          read(tenant, async (reads) => {
            const found: OutboxEvent[] = [];
            for (let after: Keyset | undefined; ;) {
              const page = await reads.list(EVENTS, { where: { resource }, order, limit, after, mostFiles });
              expect(page.rows.length).toBeLessThanOrEqual(limit);
              found.push(...page.rows);
              if (!page.hasMore) return found;
              after = page.next ?? page.rows.at(-1)!;
            }
          });
        expect(await rows(split)).toEqual(await rows(whole));
      }),
    );
  });

  it('follow every range of positions as in a table with all events', async () => {
    const range = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }));
    await fc.assert(
      fc.asyncProperty(...GIVEN, QUERY, range, async (given, size, { tenant, order, limit }, [after, upTo]) => {
        const { whole, split } = await databases(given, size);
        const follow = (read: typeof whole) =>
          read(tenant, (reads) => reads.follow(EVENTS, { after, upTo, order, limit }));
        expect(await follow(split)).toEqual(await follow(whole));
      }),
    );
  });

  it('find each event, its position and its tenant', async () => {
    await fc.assert(
      fc.asyncProperty(...GIVEN, QUERY, async (given, size, { tenant }) => {
        const { whole, split } = await databases(given, size);
        const ids = [...given.map((_, at) => made(at, TENANTS[0]!, '', 0).id as string), 'Webhook:0001'];
        const find = (read: typeof whole) =>
          read(tenant, async (reads) => ({
            each: await Promise.all(ids.map((id) => reads.get(EVENTS, id))),
            many: [...(await reads.getMany(EVENTS, ids))].sort((a, b) => (a.id < b.id ? -1 : 1)),
            positions: await Promise.all(ids.map((id) => reads.positionOf(EVENTS, id))),
            tenants: tenant === null ? [...(await reads.tenants(EVENTS))].sort() : [],
          }));
        expect(await find(split)).toEqual(await find(whole));
      }),
    );
  });
});
