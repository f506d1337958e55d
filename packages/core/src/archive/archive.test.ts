import { beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../audit/index.js';
import { type Feed, EVENTS, type OutboxEvent } from '../events/index.js';
import { type KindOf, houseTenant, ok, type BaseRecord, type Query, readAll, instant } from '../kernel/index.js';
import { playArchive, type PlayArchive } from '../testing/archive.js';
import { addOperator } from '../testing/operators.js';
import { type PlayCore, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';
import { ARCHIVE_SEGMENTS, type ArchiveSegment } from './segment.js';

const DAY = 86_400;
const PERIOD = 30;

let archive: PlayArchive;
let payer: PlayPayer;
let play: PlayCore;
let paid: { readonly quote: string; readonly payment: string };

beforeEach(async () => {
  archive = playArchive();
  payer = await playPayer({ archive: { store: archive.store, afterDays: PERIOD } });
  play = payer.play;
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  for (let hour = 0; hour < 80; hour++) {
    await play.pass(3_600);
    if (hour % 16 === 0) valueOf(await play.run(play.core.sandbox.fund, { accountId: payer.usd.id, amount: 100n }));
  }
  paid = { quote: quote.id, payment: (await payer.payment(quote)).id };
});

const stored = <T extends BaseRecord>(kind: KindOf<T>): Promise<readonly T[]> =>
  play.storage.units.read(null, (reads) => readAll(reads, kind));
const segments = (): Promise<readonly ArchiveSegment[]> => stored(ARCHIVE_SEGMENTS);
const read = async <I, O>(query: Query<I, O>, input: I): Promise<O> =>
  valueOf(await play.core.units.read(play.tenant, (reads) => query(reads, play.context(), input)));
const findings = async (store = archive.store) => {
  const ports = { units: play.storage.units, clock: play.clock, digest, random: seededRandom() };
  return (await audit({ ...ports, sealer: reversingSealer, archive: store })).findings;
};

async function seal(): Promise<void> {
  while ((await play.core.work.sealJournal()).isBehind);
}

/** Lets the period pass, and archives everything that is old enough. */
async function archiveAll(days = PERIOD + 2): Promise<number> {
  await seal();
  play.clock.advance(days * DAY);
  let rows = 0;
  for (;;) {
    const done = await play.core.work.archiveEvents();
    rows += done.rows;
    if (!done.isBehind) return rows;
  }
}

/** Everything that is read from events. */
async function everything() {
  const { events } = play.core;
  const pages = [];
  for (let cursor: string | undefined; ;) {
    const { data, nextCursor } = await read(events.list, { limit: 7, cursor });
    pages.push(data);
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  const all = pages.flat();
  const [first] = all.toReversed();
  const feed: Feed[] = [];
  for (let after: string = first!.event.id; ;) {
    const page = await read(events.follow, { after, limit: 5 });
    feed.push(page);
    if (!page.hasMore) break;
    after = page.nextCursor;
  }
  const middle = all[Math.floor(all.length / 2)]!.event;
  return {
    all,
    feed: feed.flatMap((page) => page.events),
    each: await Promise.all(all.map(({ event }) => read(events.get, { id: event.id }))),
    ofPayment: (await read(events.list, { resource: paid.payment })).data,
    delivered: (await read(events.list, { status: 'DELIVERED', limit: 100 })).data,
    completed: (await read(events.list, { type: 'OUTGOING_PAYMENT.COMPLETED', limit: 100 })).data,
    period: (await read(events.list, { createdAfter: middle.createdAt, createdBefore: middle.createdAt })).data,
    health: await read(events.health, undefined),
    timeline: valueOf(await play.core.payments.timeline(play.tenant, paid.quote)),
    found: valueOf(
      await play.core.payments.timeline(play.tenant, middle.id).then((found) => (found.ok ? found : ok(null))),
    ),
  };
}

describe('the archive of events', () => {
  it('takes every finished event from the table, and every reader still finds it', async () => {
    await seal();
    play.clock.advance((PERIOD + 2) * DAY);
    const before = await everything();
    const rows = await archiveAll(0);
    expect(rows).toBeGreaterThan(10);
    expect(await stored(EVENTS)).toEqual([]);
    expect(archive.files.size).toBe((await segments()).length);
    expect(await everything()).toEqual(before);
    expect(await findings()).toEqual([]);
  });

  it('leaves the figures as they are, also if they are counted again', async () => {
    const { overview } = play.core.figures;
    const request = { from: instant(play.clock.now() - 5 * DAY * 1_000), to: play.clock.now(), of: play.tenant };
    while ((await play.core.work.foldFigures()).isBehind);
    const before = await overview(request);
    await archiveAll();
    expect((await overview(request)).hours).toEqual(before.hours);
    expect(await findings()).toEqual([]);
  });

  it('takes no event of which the figures are behind', async () => {
    while ((await play.core.work.foldFigures()).isBehind);
    const counted = (await stored(EVENTS)).length;
    valueOf(await play.run(play.core.sandbox.fund, { accountId: payer.usd.id, amount: 100n }));
    await play.pass(0);
    expect(await archiveAll()).toBe(counted);
    while ((await play.core.work.foldFigures()).isBehind);
    expect(await archiveAll()).toBeGreaterThan(0);
    expect(await stored(EVENTS)).toEqual([]);
  });

  it('continues with the events that come after it', async () => {
    await archiveAll();
    const known = (await everything()).all.length;
    valueOf(await play.run(play.core.sandbox.fund, { accountId: payer.usd.id, amount: 100n }));
    await play.pass(0);
    const added = (await stored(EVENTS)).length;
    expect(added).toBeGreaterThan(0);
    const { all, feed } = await everything();
    expect(all).toHaveLength(known + added);
    expect(feed).toHaveLength(known + added - 1);
    await archiveAll();
    expect((await segments()).map(({ number, after }) => [number, after])).toEqual([
      [1, 0],
      [2, (await segments())[0]!.upTo],
    ]);
    expect((await everything()).all).toEqual(all);
    expect(await findings()).toEqual([]);
  });

  it('takes events whose id follows from another record, and what comes after them', async () => {
    const { actions } = play.core.operators;
    const change = { source: 'USD', destination: 'EUR', variableFeeBps: 10, reason: 'a cheaper bank' };
    const validFrom = instant(play.clock.now() + 3_600_000);
    const admin = await addOperator(play.storage.units, 'Ada', 'ADMIN');
    const request = {
      tenant: houseTenant('SANDBOX'),
      action: 'terms.change',
      input: { ...change, validFrom },
    } as const;
    valueOf(await actions.request(admin, request as never));
    await play.pass(3_600);
    valueOf(await play.run(play.core.sandbox.fund, { accountId: payer.usd.id, amount: 100n }));
    await play.pass(0);
    expect((await stored(EVENTS)).map(({ type }) => type)).toContain('PLATFORM.TERMS_CHANGED');
    await archiveAll();
    expect(await stored(EVENTS)).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  it('takes no event that is not sealed, younger than the period, not accepted, or due', async () => {
    play.clock.advance((PERIOD + 2) * DAY);
    expect((await play.core.work.archiveEvents()).rows).toBe(0);
    await seal();
    play.answer = { kind: 'answered', status: 500, body: '' };
    valueOf(await play.run(play.core.sandbox.fund, { accountId: payer.usd.id, amount: 100n }));
    await play.pass(0);
    const waiting = (await stored(EVENTS)).filter(({ status }) => status === 'QUEUED').map(({ id }) => id);
    expect(waiting.length).toBeGreaterThan(0);
    const others = (await stored(EVENTS)).length - waiting.length;
    // The new events are sealed, but young.
    await seal();
    expect((await play.core.work.archiveEvents()).rows).toBe(others);
    await archiveAll();
    expect((await stored(EVENTS)).map(({ id }) => id)).toEqual(waiting);
    await play.pass(8 * DAY);
    expect((await stored(EVENTS)).map(({ status }) => status)).toEqual(waiting.map(() => 'FAILED'));
    expect(await findings()).toEqual([]);
  });

  it('is off without a period, and is still read', async () => {
    await archiveAll();
    const before = await everything();
    const off = await playPayerOf({ store: archive.store, afterDays: null });
    play = off;
    expect(await everything()).toEqual(before);
    play.clock.advance(PERIOD * DAY);
    expect((await play.core.work.archiveEvents()).rows).toBe(0);
  });

  it('waits for a day of events, so that a quiet host writes one file a day', async () => {
    await seal();
    const [first] = await stored(EVENTS);
    play.clock.advance((first!.createdAt - play.clock.now()) / 1_000 + (PERIOD + 1) * DAY - 1);
    expect((await play.core.work.archiveEvents()).rows).toBe(0);
    play.clock.advance(1);
    expect((await play.core.work.archiveEvents()).rows).toBeGreaterThan(0);
  });
});

/** Another host of the same database. */
async function playPayerOf(given: { readonly store: PlayArchive['store']; readonly afterDays: number | null }) {
  const { playCore } = await import('../testing/play-core.js');
  return playCore({ storage: play.storage, clock: play.clock, archive: given }, { existing: true });
}

describe('the redelivery of an archived event', () => {
  const positionOf = (id: string) => play.core.units.read(null, (reads) => reads.positionOf(EVENTS, id));
  const event = async (): Promise<OutboxEvent> =>
    (await read(play.core.events.list, { resource: paid.payment })).data[0]!.event;

  it('sends the same event, which keeps its position, and stays in the table', async () => {
    await archiveAll();
    const before = await event();
    const position = await positionOf(before.id);
    play.delivered.length = 0;
    archive.opened.length = 0;
    valueOf(await play.run(play.core.events.redeliver, { id: before.id }));
    await play.pass(0);
    expect(play.delivered.map(({ id, snapshot }) => ({ id, snapshot }))).toEqual([
      { id: before.id, snapshot: before.snapshot },
    ]);
    expect((await stored(EVENTS)).map(({ id, status }) => ({ id, status }))).toEqual([
      { id: before.id, status: 'DELIVERED' },
    ]);
    expect(await positionOf(before.id)).toBe(position);
    expect((await event()).tries).toHaveLength(before.tries!.length + 1);
    expect(await findings()).toEqual([]);
    await archiveAll();
    expect((await segments()).length).toBe(1);
    const { all } = await everything();
    expect(all.filter(({ event: { id } }) => id === before.id)).toHaveLength(1);
    expect(await findings()).toEqual([]);
  });

  it('has one effect if two requests ask for it at once', async () => {
    await archiveAll();
    const { id } = await event();
    const ask = () => play.run(play.core.events.redeliver, { id });
    const answers = await Promise.all([ask(), ask()]);
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.error.code)).sort()).toEqual([
      'INVALID_STATE_TRANSITION',
      'ok',
    ]);
  });

  it('serves a period for operators', async () => {
    const from = instant(play.clock.now() - 365 * DAY * 1_000);
    await archiveAll();
    const ann = await addOperator(play.storage.units, 'Ann', 'OPERATOR');
    const count = (await read(play.core.events.list, { status: 'DELIVERED', limit: 100 })).data.length;
    const input = { status: 'DELIVERED', from, to: play.clock.now() } as const;
    const request = { tenant: play.tenant, action: 'events.redeliver-period', input } as const;
    const done = valueOf(await play.core.operators.actions.request(ann, request));
    expect(done).toMatchObject({ kind: 'done', output: { redelivered: count } });
    play.delivered.length = 0;
    await play.pass(0);
    expect(play.delivered).toHaveLength(count);
    expect(await findings()).toEqual([]);
  });
});
