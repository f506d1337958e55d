import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, expect, it } from 'vitest';
import { EVENTS, type OutboxEvent } from '../events/index.js';
import { listEvents } from '../events/read-events.js';
import { redeliverPeriod } from '../events/redeliver-period.js';
import {
  type Context,
  createCursors,
  instant,
  MOST_FILES,
  ok,
  type Page,
  type PageRequest,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { archivedUnits } from './archived-units.js';
import { ARCHIVE_SEGMENTS, type ArchiveSegment, segmentId } from './segment.js';
import { type ArchivedEvent, summaryOf } from './segment-file.js';

const TENANT = 'Platform:1/SANDBOX' as string as TenantKey;
const PAYMENT = 'Transaction:1';
const SEGMENTS = 40;
const ROWS = 5;
const KEPT = 16;

const event = (index: number): OutboxEvent => ({
  ...{
    id: `Webhook:018bcfe5-6800-7000-8000-${String(index).padStart(12, '0')}` as OutboxEvent['id'],
    tenant: TENANT,
    version: 1,
  },
  ...{ createdAt: instant(1_000 + index), updatedAt: instant(1_000 + index) },
  type: index % 7 === 0 ? 'OUTGOING_PAYMENT.COMPLETED' : 'OUTGOING_PAYMENT.PROCESSING',
  resource: index % ROWS === 0 ? PAYMENT : `Transaction:1${index}`,
  ...{ snapshot: {}, available: null, held: null, status: 'DELIVERED', queuedAt: instant(index), attempts: 1 },
  ...{ nextAttemptAt: instant(0), clockOffset: 0, leaseUntil: instant(0), deliveredAt: instant(index) },
  ...{ lastError: null, tries: null, trace: null, salt: null, erasedDigest: null },
});

const all = Array.from({ length: SEGMENTS * ROWS }, (_, index) => event(index));
const segments: ArchiveSegment[] = [];
const contents = new Map<number, readonly ArchivedEvent[]>();
for (let number = 1; number <= SEGMENTS; number++) {
  const after = (number - 1) * ROWS;
  const events = all.slice(after, after + ROWS).map((record, index) => ({ position: after + index + 1, record }));
  contents.set(number, events);
  segments.push({
    ...{ id: segmentId(number), tenant: TENANT, version: 1, createdAt: instant(0), updatedAt: instant(0) },
    ...{ number, form: 1, digest: '', rewrite: null, after, upTo: after + ROWS, ...summaryOf(events) },
  });
}

let units: UnitOfWork;
let runs: number;
/** The turn of the event loop in which each file was opened. */
let opened: number[];
let turn: number;

beforeEach(async () => {
  const storage = createMemoryStorage();
  // A redelivery changes the segment of its event.
  await storage.units.run(null, async (tx) => ok(segments.forEach((each) => tx.add(ARCHIVE_SEGMENTS, each))));
  const kept = new Map<number, readonly ArchivedEvent[]>();
  [opened, turn, runs] = [[], 0, 0];
  const counted: UnitOfWork = {
    ...storage.units,
    run(...of) {
      runs += 1;
      return storage.units.run(...of);
    },
  };
  units = archivedUnits(counted, {
    segments: async () => segments,
    async known(_reads, segment, held) {
      const events = kept.get(segment.number);
      return held?.get(segment.number) ?? (events === undefined ? null : { segment, events });
    },
    isOpen: ({ number }) => kept.has(number),
    async events(_reads, segment) {
      opened.push(turn);
      kept.set(segment.number, contents.get(segment.number)!);
      if (kept.size > KEPT) kept.delete([...kept.keys()][0]!);
      return { segment, events: contents.get(segment.number)! };
    },
  });
});

async function whileCountingTurns<T>(work: () => Promise<T>): Promise<T> {
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  try {
    return await work();
  } finally {
    clearImmediate(next);
  }
}

const ctx = { tenant: TENANT, hostNow: instant(1e6), now: instant(1e6) } as Context;
const list = listEvents(createCursors(new Uint8Array(32)));

/** The ids of all pages, and how many files each page opened. */
async function pages(filter: Parameters<typeof list>[2]) {
  const ids: string[] = [];
  const files: number[] = [];
  for (let request: PageRequest = { limit: 20 }; ;) {
    const before = opened.length;
    const page = await units.read(TENANT, (reads) => list(reads, ctx, { ...filter, ...request }));
    if (!page.ok) throw new Error(page.error.message);
    const { data, hasMore, nextCursor }: Page<{ readonly event: OutboxEvent }> = page.value;
    files.push(opened.length - before);
    ids.push(...data.map((view) => view.event.id));
    if (!hasMore) return { ids, files };
    request = { limit: 20, cursor: nextCursor };
  }
}
const newestFirst = (matches: (each: OutboxEvent) => boolean): readonly string[] =>
  all
    .filter(matches)
    .map(({ id }) => id)
    .toReversed();

it('a page opens a bounded number of files, and the pages together have every event once', async () => {
  for (const [filter, matches] of [
    [{}, () => true],
    [{ type: 'OUTGOING_PAYMENT.COMPLETED' }, ({ type }) => type === 'OUTGOING_PAYMENT.COMPLETED'],
    [{ status: 'FAILED' }, () => false],
    [{ resource: PAYMENT }, ({ resource }) => resource === PAYMENT],
    [{ resource: PAYMENT, status: 'DELIVERED' }, ({ resource }) => resource === PAYMENT],
  ] as const satisfies readonly (readonly [Parameters<typeof list>[2], (each: OutboxEvent) => boolean])[]) {
    const { ids, files } = await pages(filter);
    expect(ids).toEqual(newestFirst(matches));
    expect(Math.max(...files)).toBeLessThanOrEqual(MOST_FILES);
    expect(files.length).toBeGreaterThanOrEqual(SEGMENTS / MOST_FILES);
  }
});

it('other requests have a turn between two files', async () => {
  await whileCountingTurns(() => pages({ status: 'FAILED' }));
  expect(opened.length).toBeGreaterThanOrEqual(SEGMENTS);
  expect(new Set(opened).size).toBe(opened.length);
});

it('a list without a bound is complete, as a timeline needs it', async () => {
  const query = { where: { resource: PAYMENT }, order: 'asc', limit: 200, counted: false } as const;
  const found = await units.read(TENANT, (reads) => reads.list(EVENTS, query));
  expect(found.rows.map(({ id }) => id)).toEqual(newestFirst(({ resource }) => resource === PAYMENT).toReversed());
  expect(found.hasMore).toBe(false);
  expect(opened).toHaveLength(SEGMENTS);
});

it('a unit of work that needs many events runs again for several files at once', async () => {
  const ids = segments.map(({ firstId }) => firstId!);
  const found = await units.run(TENANT, async (tx) => ok((await tx.getMany(EVENTS, ids)).length));
  expect(found).toEqual(ok(SEGMENTS));
  expect(opened).toHaveLength(SEGMENTS);
  expect(runs).toBeLessThan(12);
});

it('a redelivery of a period queues every event once, and its units open no file again', async () => {
  const redeliver = redeliverPeriod({
    units,
    endpointOf: async () => 'https://example.com/webhooks',
  });
  const period = { status: 'DELIVERED', from: instant(0), to: instant(1e6) } as const;
  const done = await redeliver(ctx, period);
  expect(done).toEqual(ok({ redelivered: all.length, examined: all.length, stoppedAt: null }));
  expect(opened.length).toBeLessThanOrEqual(SEGMENTS + SEGMENTS / MOST_FILES);
  expect(runs).toBeLessThanOrEqual(SEGMENTS / MOST_FILES + 1);
});
