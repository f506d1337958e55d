import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe, expect, it } from 'vitest';
import { createCursors, type Id, instant, type Reads, tenantKey } from '../kernel/index.js';
import { deliveries } from '../testing/deliveries.js';
import { EVENTS } from './event.js';
import { followEvents, getEvent, listEvents } from './read-events.js';

const PAID = 'OUTGOING_PAYMENT.COMPLETED';
const NEW = 'OUTGOING_PAYMENT.PENDING';
const cursors = createCursors(new Uint8Array(32));

function world() {
  const all = deliveries();
  const tenant = all.tenant();
  const list = listEvents(cursors);
  const read = <T>(work: (reads: Reads) => Promise<T>) => all.storage.units.read(tenant, work);
  return {
    ...all,
    tenant,
    read,
    list: async (filter: Parameters<typeof list>[2] = {}) => {
      const page = await read((reads) => list(reads, all.context(tenant), filter));
      if (!page.ok) throw new Error(page.error.message);
      return page.value;
    },
    follow: async (after?: string, limit?: number) => {
      const feed = await read((reads) => followEvents(cursors)(reads, all.context(tenant), { after, limit }));
      if (!feed.ok) throw new Error(feed.error.message);
      return feed.value;
    },
  };
}

describe('events', () => {
  it('are listed newest first and filtered by type, state, resource and time', async () => {
    const { emit, tenant, list, clock, dispatcher, events } = world();
    await emit(tenant, [NEW, 'Transaction:a']);
    clock.advance(1);
    await emit(tenant, [PAID, 'Transaction:a'], [PAID, 'Transaction:b']);
    const resources = async (filter: Parameters<typeof list>[0]) =>
      (await list(filter)).data.map(({ event }) => `${event.type.split('.')[1]} ${event.resource}`);
    expect(await resources({ resource: 'Transaction:a' })).toEqual([
      'COMPLETED Transaction:a',
      'PENDING Transaction:a',
    ]);
    expect(await resources({ type: NEW })).toEqual(['PENDING Transaction:a']);
    expect(await resources({ createdBefore: instant(clock.now() - 1) })).toEqual(['PENDING Transaction:a']);
    expect(await resources({ status: 'DELIVERED' })).toEqual([]);
    expect((await list()).data[0]?.nextAttemptAt).toBe(clock.now());
    await dispatcher().deliverDue();
    expect(await resources({ status: 'DELIVERED', type: PAID, resource: 'Transaction:b' })).toEqual([
      'COMPLETED Transaction:b',
    ]);
    expect((await list()).data[0]?.nextAttemptAt).toBeNull();
    expect((await events(tenant)).length).toBe(3);
    await emit(tenant, [PAID, 'Transaction:c']);
    expect(await resources({ status: 'QUEUED' })).toEqual(['COMPLETED Transaction:c']);
    expect(await resources({ status: 'QUEUED', type: NEW })).toEqual([]);
    expect(await resources({ status: 'DELIVERED', type: NEW })).toEqual(['PENDING Transaction:a']);
  });

  it('are counted if the list needs no scan, and refuse a cursor of another list', async () => {
    const { emit, tenant, list, context, read } = world();
    await emit(tenant, [NEW, 'Transaction:a'], [PAID, 'Transaction:a'], [PAID, 'Transaction:b']);
    expect(await list({ resource: 'Transaction:a', limit: 1 })).toMatchObject({ totalCount: 2, hasMore: true });
    expect(await list({ type: PAID })).not.toHaveProperty('totalCount');
    expect(await list({ status: 'QUEUED' })).not.toHaveProperty('totalCount');
    for (const filter of [{}, { type: PAID }] as const) {
      const page = await read((reads) =>
        listEvents(cursors)(reads, context(tenant), { ...filter, cursor: 'nonsense' }),
      );
      expect(page).toMatchObject({
        ok: false,
        error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'cursor' }] } },
      });
    }
  });

  it('of a rare type are found page by page, although each page reads a bounded number of events', async () => {
    const { emit, tenant, list, clock } = world();
    await emit(tenant, [PAID, 'Transaction:old']);
    clock.advance(1);
    for (let i = 0; i < 3; i++) {
      await emit(tenant, ...Array.from({ length: 500 }, (_, n) => [NEW, `Transaction:${i}-${n}`] as const));
    }
    const first = await list({ type: PAID });
    expect(first).toMatchObject({ data: [], hasMore: true });
    const second = await list({ type: PAID, cursor: first.nextCursor! });
    expect(second.data.map(({ event }) => event.resource)).toEqual(['Transaction:old']);
    expect(second.hasMore).toBe(false);
  });

  it("show their next attempt in the platform's time", async () => {
    const { emit, tenant, ahead, context, read, events } = world();
    ahead(tenant, 3600);
    await emit(tenant, [PAID, 'Transaction:a']);
    const [event] = await events(tenant);
    const view = await read((reads) => getEvent(reads, context(tenant), { id: event!.id }));
    expect(view).toMatchObject({ ok: true, value: { nextAttemptAt: context(tenant).now } });
    const none = await read((reads) => getEvent(reads, context(tenant), { id: 'Webhook:none' }));
    expect(none).toMatchObject({ ok: false, error: { code: 'REFERENCE_NOT_FOUND' } });
  });
});

describe('the feed of events', () => {
  it('begins now, and returns later events in order, one page at a time', async () => {
    const { emit, tenant, follow } = world();
    await emit(tenant, [NEW, 'Transaction:before']);
    const start = await follow();
    expect(start).toMatchObject({ events: [], hasMore: false });
    await emit(tenant, [NEW, 'Transaction:a'], [PAID, 'Transaction:a']);
    await emit(tenant, [NEW, 'Transaction:b']);
    const first = await follow(start.nextCursor, 2);
    expect(first.events.map(({ type, resource }) => [type, resource])).toEqual([
      [NEW, 'Transaction:a'],
      [PAID, 'Transaction:a'],
    ]);
    expect(first.hasMore).toBe(true);
    const second = await follow(first.nextCursor, 2);
    expect(second.events.map(({ resource }) => resource)).toEqual(['Transaction:b']);
    expect(second.hasMore).toBe(false);
    expect(await follow(second.nextCursor)).toEqual({ ...second, events: [] });
    const since = await follow(first.events[0]!.id);
    expect(since.events.map(({ id }) => id)).toEqual([first.events[1]!.id, second.events[0]!.id]);
  });

  it('waits for an uncommitted event before it returns a later committed one', async () => {
    const { storage, context, tenant, emit, follow } = world();
    const start = await follow();
    await emit(tenant, [NEW, 'Transaction:a'], [NEW, 'Transaction:b']);
    const committed = (await follow(start.nextCursor, 1)).events[0]!;
    const feed = await storage.units.read(tenant, async (reads) => {
      const position = (await reads.positionOf(EVENTS as never, committed.id))!;
      const lagging: Reads = { ...reads, horizon: async () => position };
      return followEvents(cursors)(lagging, context(tenant), { after: start.nextCursor });
    });
    expect(feed).toMatchObject({ ok: true, value: { events: [{ resource: 'Transaction:a' }], hasMore: false } });
    const next = feed.ok ? await follow(feed.value.nextCursor) : null;
    expect(next?.events.map(({ resource }) => resource)).toEqual(['Transaction:b']);
  });

  it('refuses a cursor of another tenant, a cursor of the list, and arbitrary text', async () => {
    const { context, tenant: own, emit, follow, list } = world();
    await emit(own, [NEW, 'Transaction:a'], [NEW, 'Transaction:b']);
    const { nextCursor } = await follow();
    const listed = (await list({ limit: 1 })).nextCursor!;
    const other = tenantKey('Platform:other' as Id<'Platform'>, 'SANDBOX');
    for (const [as, after] of [
      [other, nextCursor],
      [own, listed],
      [own, 'nonsense'],
      [own, 'Webhook:018bcfe5-6800-7000-8000-000000000001'],
    ] as const) {
      const feed = await createMemoryStorage().units.read(as, (reads) =>
        followEvents(cursors)(reads, { ...context(own), tenant: as }, { after }),
      );
      expect(feed).toMatchObject({
        ok: false,
        error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'after' }] } },
      });
    }
  });
});
