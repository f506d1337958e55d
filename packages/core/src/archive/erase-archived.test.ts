import { beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../audit/index.js';
import { EVENTS, isErased } from '../events/index.js';
import { type BaseRecord, type KindOf, readAll, type UnitOfWork } from '../kernel/index.js';
import { eraseLogEntries } from '../seals/index.js';
import { approveErasing } from '../testing/approve-erasing.js';
import { playArchive, type PlayArchive } from '../testing/archive.js';
import { type PlayCore, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';
import { eraseEvents } from './erase-events.js';
import type { ArchiveStore } from './ports.js';
import { ARCHIVE_REMOVALS, removeReplacedFiles } from './removal.js';
import { ARCHIVE_SEGMENTS, fileNameOf } from './segment.js';

const DAY = 86_400;
const DAYS = 30;
/** A member that only events about payments of the customer have. */
const PERSONAL = '"platformCustomerId"';

let archive: PlayArchive;
let payer: PlayPayer;
let play: PlayCore;
let paid: { readonly quote: string; readonly payment: string };

beforeEach(async () => {
  archive = playArchive();
  payer = await playPayer({ archive: { store: archive.store, afterDays: DAYS } });
  play = payer.play;
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  for (let hour = 0; hour < 80; hour++) await play.pass(3_600);
  paid = { quote: quote.id, payment: (await payer.payment(quote)).id };
  await approveErasing(play, payer.customerId);
  await archiveAll();
});

async function archiveAll(): Promise<void> {
  while ((await play.core.work.sealJournal()).isBehind);
  play.clock.advance((DAYS + 2) * DAY);
  while ((await play.core.work.archiveEvents()).isBehind);
}

const stored = <T extends BaseRecord>(kind: KindOf<T>): Promise<readonly T[]> =>
  play.storage.units.read(null, (reads) => readAll(reads, kind));
const found = () => play.core.units.read(null, (reads) => readAll(reads, EVENTS));
const audited = async () =>
  (
    await audit({
      ...{ units: play.storage.units, clock: play.clock, digest, random: seededRandom() },
      ...{ sealer: reversingSealer, archive: archive.store },
    })
  ).findings;

const hostWith = (store: Partial<ArchiveStore> = {}, units: UnitOfWork = play.storage.units, seed = 'erasure') => ({
  ...{ units, clock: play.clock, digest, random: seededRandom(seed), sealer: reversingSealer },
  archive: { ...archive.store, ...store },
});
/** The records of the customer. */
const resources = () => subjects;
let subjects: readonly string[];
const erasedBy = (ports = hostWith(), of: readonly string[] = resources()) =>
  eraseEvents(ports, { tenant: play.tenant, resources: of });
const left = async () => (await found()).filter((event) => resources().includes(event.resource) && !isErased(event));
/** Whether a file has a text. */
const hasText = (text: string): boolean =>
  [...archive.files].some(([name, content]) => {
    const number = /events-(\d+)-/.exec(name)![1]!;
    return JSON.stringify(archive.store.unpack(content, archiveKey, `archive/${number}`), (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value,
    ).includes(text);
  });
let archiveKey: Uint8Array;

beforeEach(async () => {
  const { openArchiveKey, storedArchiveKey } = await import('./archive-key.js');
  const key = await play.storage.units.read(null, storedArchiveKey);
  archiveKey = openArchiveKey(reversingSealer, key!);
  const about = (await found()).map(({ resource }) => resource);
  subjects = [...new Set(about)].filter((resource) => resource !== play.tenant);
});

describe('an erasure of archived events', () => {
  it('leaves no personal data in any file, and everything valid', async () => {
    const before = await found();
    expect(hasText(PERSONAL)).toBe(true);
    const done = await erasedBy();
    expect(done.waiting).toBe(0);
    expect(done.erased).toBe(before.filter(({ resource }) => resources().includes(resource)).length);
    expect(await left()).toEqual([]);
    expect(hasText(PERSONAL)).toBe(false);
    expect((await found()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect([...archive.files.keys()].sort()).toEqual((await stored(ARCHIVE_SEGMENTS)).map((each) => fileNameOf(each)));
    expect(await stored(ARCHIVE_REMOVALS)).toEqual([]);
    expect(await audited()).toEqual([]);
    expect(await erasedBy()).toEqual({ erased: 0, waiting: 0 });
  });

  it('leaves lists, timelines, figures and the feed readable', async () => {
    const timeline = async () => valueOf(await play.core.payments.timeline(play.tenant, paid.quote));
    const before = await timeline();
    await erasedBy();
    expect(await timeline()).toEqual(before);
    const read = <T>(work: Parameters<typeof play.core.units.read<T>>[1]) => play.core.units.read(play.tenant, work);
    const page = valueOf(
      await read((reads) => play.core.events.list(reads, play.context(), { resource: paid.payment })),
    );
    expect(page.data.length).toBeGreaterThan(0);
    for (const { event } of page.data) expect(event.snapshot).toMatchObject({ id: paid.payment, type: 'OUTGOING' });
    expect(await audited()).toEqual([]);
  });

  it('lets no erased event be sent again, alone or with a period', async () => {
    await erasedBy();
    const [event] = (await found()).filter(isErased);
    const again = await play.run(play.core.events.redeliver, { id: event!.id });
    expect(again).toMatchObject({
      ok: false,
      error: { code: 'INVALID_STATE_TRANSITION', message: expect.stringContaining('erased') },
    });
    expect(await stored(EVENTS)).toEqual([]);
  });

  it('takes an event that was delivered again both from the table and from its file', async () => {
    const [event] = await left();
    valueOf(await play.run(play.core.events.redeliver, { id: event!.id }));
    expect(await stored(EVENTS)).toHaveLength(1);
    expect((await erasedBy()).waiting).toBe(1);
    await play.pass(60);
    expect((await erasedBy()).waiting).toBe(0);
    expect(await left()).toEqual([]);
    expect((await stored(EVENTS)).filter((each) => !isErased(each))).toEqual([]);
    expect(await audited()).toEqual([]);
  });

  it('fails if the event is delivered again at the same time, and then erases it in both places', async () => {
    const [event] = await left();
    let isFirst = true;
    const racing = hostWith({
      async write(name, content) {
        await archive.store.write(name, content);
        if (isFirst) valueOf(await play.run(play.core.events.redeliver, { id: event!.id }));
        isFirst = false;
      },
    });
    expect((await erasedBy(racing)).waiting).toBe(1);
    expect(await audited()).toEqual([]);
    await play.pass(60);
    await erasedBy();
    expect(await left()).toEqual([]);
    expect(await audited()).toEqual([]);
  });

  it('is noticed by a host that has the file in memory', async () => {
    const id = (await left())[0]!.id;
    const read = () => play.core.units.read(play.tenant, (reads) => reads.get(EVENTS, id));
    expect(isErased((await read())!)).toBe(false);
    await erasedBy();
    expect(isErased((await read())!)).toBe(true);
  });

  it('is done once by two hosts at the same time', async () => {
    const expected = (await left()).length;
    const done = await Promise.all([
      erasedBy(hostWith({}, play.storage.units, 'one')),
      erasedBy(hostWith({}, play.storage.units, 'two')),
    ]);
    expect(done[0]!.erased + done[1]!.erased).toBe(expected);
    await removeReplacedFiles({ ...hostWith(), store: archive.store });
    play.clock.advance(2 * 3_600);
    await removeReplacedFiles({ ...hostWith(), store: archive.store });
    expect(archive.files.size).toBe((await stored(ARCHIVE_SEGMENTS)).length);
    expect(await audited()).toEqual([]);
  });

  it('is refused by a host without the archive', async () => {
    const none = eraseEvents({ ...hostWith(), archive: null }, { tenant: play.tenant, resources: resources() });
    await expect(none).rejects.toThrow('this host has no archive');
  });

  it('erases entries of the operator log as well', async () => {
    const subjects = [payer.customerId];
    await eraseLogEntries(hostWith(), { tenant: play.tenant, subjects });
    expect(await audited()).toEqual([]);
  });
});

describe('a host that dies while it erases archived events', () => {
  class Died extends Error {}

  /** Dies before the nth unit of work. */
  const dyingBefore = (nth: number): UnitOfWork => {
    let units = 0;
    return {
      ...play.storage.units,
      run: async (...of) => {
        units += 1;
        if (units === nth) throw new Died();
        return play.storage.units.run(...of);
      },
    };
  };

  it('leaves either the former or the new file whole, and a later run completes it', async () => {
    for (let nth = 1; nth < 12; nth++) {
      const outcome = await erasedBy(hostWith({}, dyingBefore(nth), `host ${nth}`)).catch((cause: unknown) => cause);
      expect(await audited()).toEqual([]);
      if (!(outcome instanceof Died)) break;
    }
    expect(await left()).toEqual([]);
    play.clock.advance(2 * 3_600);
    // A host that archives deletes what an erasure has left.
    await play.core.work.archiveEvents();
    expect(hasText(PERSONAL)).toBe(false);
    expect(archive.files.size).toBe((await stored(ARCHIVE_SEGMENTS)).length);
    expect(await stored(ARCHIVE_REMOVALS)).toEqual([]);
    expect(await audited()).toEqual([]);
  });

  it('while it writes or deletes a file, leaves the same', async () => {
    const dies = async (): Promise<never> => {
      throw new Died();
    };
    const afterwards = async (name: string, content: Uint8Array) => {
      await archive.store.write(name, content);
      throw new Died();
    };
    for (const store of [{ write: dies }, { write: afterwards }, { remove: dies }]) {
      await expect(
        erasedBy(hostWith(store, play.storage.units, `${Object.keys(store)} ${store.write === dies}`)),
      ).rejects.toThrow(Died);
      expect(await audited()).toEqual([]);
    }
    play.clock.advance(2 * 3_600);
    await erasedBy();
    expect(await left()).toEqual([]);
    expect(archive.files.size).toBe((await stored(ARCHIVE_SEGMENTS)).length);
    expect(hasText(PERSONAL)).toBe(false);
    expect(await audited()).toEqual([]);
  });
});

describe('a host that archives while an event is erased', () => {
  it('leaves no file with what was erased', async () => {
    valueOf(await play.run(play.core.sandbox.fund, { accountId: payer.usd.id, amount: 100n }));
    await play.pass(0);
    while ((await play.core.work.sealJournal()).isBehind);
    play.clock.advance((DAYS + 2) * DAY);
    const { createArchiver } = await import('./archive-events.js');
    const files = new Set(archive.files.keys());
    const archiver = createArchiver({
      ...hostWith(),
      afterDays: DAYS,
      store: {
        ...archive.store,
        async write(name, content) {
          await archive.store.write(name, content);
          await erasedBy();
        },
      },
    });
    expect((await archiver()).rows).toBe(0);
    const segments = (await stored(ARCHIVE_SEGMENTS)).map((each) => fileNameOf(each));
    expect([...archive.files.keys()].sort()).toEqual(segments);
    expect(files.size).toBe(segments.length);
    await play.core.work.archiveEvents();
    expect(await left()).toEqual([]);
    expect(await audited()).toEqual([]);
  });
});
