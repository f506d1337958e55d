import { beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../audit/index.js';
import { EVENTS } from '../events/index.js';
import { type BaseRecord, instant, type KindOf, ok, readAll, type UnitOfWork } from '../kernel/index.js';
import { resealAll } from '../maintenance/index.js';
import { HOST_KEYS } from '../platforms/index.js';
import { playArchive, type PlayArchive } from '../testing/archive.js';
import { type PlayCore, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';
import { createArchiver } from './archive-events.js';
import type { ArchiveStore } from './ports.js';
import { ARCHIVE_SEGMENTS, type ArchiveSegment, fileNameOf } from './segment.js';

const DAY = 86_400;
const DAYS = 30;

let archive: PlayArchive;
let payer: PlayPayer;
let play: PlayCore;

beforeEach(async () => {
  archive = playArchive();
  payer = await playPayer({ archive: { store: archive.store, afterDays: DAYS } });
  play = payer.play;
  await age();
});

/** Seals everything, and lets the period pass. */
async function age(): Promise<void> {
  while ((await play.core.work.sealJournal()).isBehind);
  play.clock.advance((DAYS + 2) * DAY);
}

const stored = <T extends BaseRecord>(kind: KindOf<T>): Promise<readonly T[]> =>
  play.storage.units.read(null, (reads) => readAll(reads, kind));
const segments = (): Promise<readonly ArchiveSegment[]> => stored(ARCHIVE_SEGMENTS);
/** The events that readers find. */
const found = () => play.core.units.read(null, (reads) => readAll(reads, EVENTS));
const audited = async (
  sealer: typeof reversingSealer | null = reversingSealer,
  store: ArchiveStore | null = archive.store,
) =>
  (
    await audit({
      ...{ units: play.storage.units, clock: play.clock, digest, random: seededRandom() },
      ...{ sealer, archive: store },
    })
  ).findings;
const hostWith = (store: Partial<ArchiveStore>, units: UnitOfWork = play.storage.units) =>
  createArchiver({
    ...{ units, clock: play.clock, digest, random: seededRandom('host'), sealer: reversingSealer, afterDays: DAYS },
    store: { ...archive.store, ...store },
  });
async function fund(): Promise<void> {
  valueOf(await play.run(play.core.sandbox.fund, { accountId: payer.usd.id, amount: 100n }));
  await play.pass(0);
}

describe('a host that dies while it archives', () => {
  const dies = () => {
    throw new Error('the host dies');
  };
  /** Units of work of which the one that moves the events does something else: it comes after the file. */
  const moving = (run: UnitOfWork['run']): UnitOfWork => ({
    ...play.storage.units,
    run: (...given) => (archive.files.size === 0 ? play.storage.units.run(...given) : run(...given)),
  });
  const hosts: readonly (readonly [string, () => () => Promise<unknown>])[] = [
    ['before the file is written', () => hostWith({ write: dies })],
    ['after the file is written', () => hostWith({ read: dies })],
    ['before the unit of work', () => hostWith({}, moving(dies))],
    [
      'within the unit of work',
      () =>
        hostWith(
          {},
          moving((tenant, work) => play.storage.units.run(tenant, async (tx) => work(tx).then(dies))),
        ),
    ],
    [
      'after the unit of work',
      () =>
        hostWith(
          {},
          moving((...given) => play.storage.units.run(...given).then(dies)),
        ),
    ],
  ];

  it.each(hosts)('%s loses and doubles no event, and another host continues', async (_, host) => {
    const before = await found();
    await expect(host()()).rejects.toThrow('the host dies');
    expect(await found()).toEqual(before);
    expect(await audited()).toEqual([]);
    await play.core.work.archiveEvents();
    expect(await stored(EVENTS)).toEqual([]);
    expect(await segments()).toHaveLength(1);
    expect(archive.files.size).toBe(1);
    expect(await found()).toEqual(before);
    expect(await audited()).toEqual([]);
  });
});

describe('a file that is not what was written', () => {
  it('is found before any event leaves the table', async () => {
    const before = await stored(EVENTS);
    const broken: readonly [ArchiveStore['read'], string][] = [
      [() => null, 'is missing'],
      [(name) => archive.files.get(name)!.map((byte, at) => (at === 60 ? byte ^ 1 : byte)), 'was changed'],
    ];
    for (const [read, why] of broken) await expect(hostWith({ read })()).rejects.toThrow(why);
    const loses: ArchiveStore['unpack'] = (...given) => archive.store.unpack(...given).slice(1);
    await expect(hostWith({ unpack: loses })()).rejects.toThrow('does not have the events that were written to it');
    expect(await stored(EVENTS)).toEqual(before);
    expect(await segments()).toEqual([]);
  });

  it('stops a host whose folder is not the one of the archive', async () => {
    await play.core.work.archiveEvents();
    await fund();
    await age();
    const before = await stored(EVENTS);
    expect(before.length).toBeGreaterThan(0);
    const elsewhere = playArchive();
    await expect(hostWith(elsewhere.store)()).rejects.toThrow('is missing');
    expect(elsewhere.files.size).toBe(0);
    expect(await stored(EVENTS)).toEqual(before);
  });
});

describe('hosts that archive at the same time', () => {
  it('add one segment, with one file', async () => {
    const before = await found();
    const done = await Promise.all([hostWith({})(), hostWith({})(), play.core.work.archiveEvents()]);
    expect(done.map(({ rows }) => rows).filter((rows) => rows > 0)).toEqual([before.length]);
    expect(await segments()).toHaveLength(1);
    expect((await stored(HOST_KEYS)).filter(({ id }) => id === 'event-archive')).toHaveLength(1);
    expect([...archive.files.keys()]).toEqual([fileNameOf((await segments())[0]!)]);
    expect(await found()).toEqual(before);
    await fund();
    await age();
    const files = archive.files.size;
    await Promise.all([hostWith({})(), hostWith({})(), play.core.work.archiveEvents()]);
    expect(await segments()).toHaveLength(2);
    expect(archive.files.size).toBe(files + 1);
    expect(await audited()).toEqual([]);
  });

  it('take no event that is delivered again in the meantime', async () => {
    const [first] = await found();
    const slow = hostWith({
      async write(name, content) {
        await archive.store.write(name, content);
        valueOf(await play.run(play.core.events.redeliver, { id: first!.id }));
      },
    });
    expect(await slow()).toMatchObject({ rows: 0 });
    expect(await segments()).toEqual([]);
    await play.core.work.archiveEvents();
    expect((await stored(EVENTS)).map(({ id }) => id)).toEqual([first!.id]);
    await play.pass(0);
    expect(play.delivered.at(-1)!.id).toBe(first!.id);
    expect(await audited()).toEqual([]);
  });
});

describe('the master key', () => {
  it('can be rotated: the files stay as they are, and are read with the new key', async () => {
    await play.core.work.archiveEvents();
    const files = new Map(archive.files);
    const before = await found();
    const next: typeof reversingSealer = {
      seal: (text, place) => `next:${reversingSealer.seal(text, place)}`,
      open: (text, place) => reversingSealer.open(text.replace(/^next:/, ''), place),
      renew: (text) => text,
    };
    await resealAll(play.storage.units, (text, place) =>
      text.startsWith('next:') ? text : next.seal(reversingSealer.open(text, place), place),
    );
    expect(archive.files).toEqual(files);
    expect(await audited(next)).toEqual([]);
    const { playCore } = await import('../testing/play-core.js');
    const over = { storage: play.storage, clock: play.clock, sealer: next };
    const host = await playCore({ ...over, archive: { store: archive.store, afterDays: DAYS } }, { existing: true });
    expect(await host.core.units.read(null, (reads) => readAll(reads, EVENTS))).toEqual(before);
  });
});

describe('the audit of the archive', () => {
  const replace = async (by: Partial<ArchiveSegment>, number = 1): Promise<void> => {
    const before = (await segments())[number - 1]!;
    const { units } = play.storage;
    valueOf(await units.run(null, async (tx) => ok(tx.remove(ARCHIVE_SEGMENTS, before))));
    valueOf(await units.run(null, async (tx) => ok(tx.add(ARCHIVE_SEGMENTS, { ...before, ...by }))));
  };
  const nameOf = async (number = 1): Promise<string> => fileNameOf((await segments())[number - 1]!);

  beforeEach(async () => {
    await play.core.work.archiveEvents();
    await fund();
    await age();
    await play.core.work.archiveEvents();
    expect(await segments()).toHaveLength(2);
    expect(await audited()).toEqual([]);
  });

  const alterations: readonly (readonly [string, () => Promise<unknown>, RegExp])[] = [
    [
      'a missing file',
      async () => archive.files.delete(await nameOf()),
      /the archive file events-0+1-\w+\.archive is missing/,
    ],
    [
      'a changed file',
      async () =>
        archive.files.set(
          await nameOf(),
          archive.files.get(await nameOf())!.map((byte) => byte ^ 1),
        ),
      /was changed: its digest is not that of its segment/,
    ],
    [
      'a file and its digest replaced by another file of the archive',
      async () => {
        const [, second] = await segments();
        await replace({ digest: second!.digest });
        archive.files.set(await nameOf(), archive.files.get(fileNameOf(second!))!);
      },
      /cannot be opened/,
    ],
    ['a changed number of rows', () => replace({ rows: 1 }), /archive segment 1 was changed/],
    ['tenants that hide events from a list', () => replace({ tenants: [] }), /archive segment 1 was changed/],
    ['resources that hide events from a timeline', () => replace({ resources: '' }), /archive segment 1 was changed/],
    [
      'times that hide events',
      () => replace({ firstAt: instant(0), lastAt: instant(0) }),
      /archive segment 1 was changed/,
    ],
    [
      'another range',
      () => replace({ upTo: 1_000_000 }),
      /archive segment 2 begins after position \d+ instead of 1000000/,
    ],
    ['a form of the future', () => replace({ form: 9 }), /form 9, which this version of Corridor does not know/],
    [
      'a deleted segment',
      async () => {
        const [first] = await segments();
        valueOf(await play.storage.units.run(null, async (tx) => ok(tx.remove(ARCHIVE_SEGMENTS, first!))));
      },
      /archive segment 2 follows segment 0: the segments between them are missing/,
    ],
    [
      'the newest segment deleted with its file',
      async () => {
        archive.files.delete(await nameOf(2));
        const [, last] = await segments();
        valueOf(await play.storage.units.run(null, async (tx) => ok(tx.remove(ARCHIVE_SEGMENTS, last!))));
      },
      /^events at positions \d+ to \d+: seal \d+ covers \d+ rows, 0 remain$/,
    ],
    [
      'an event that is in the table again',
      async () => {
        const [first] = await found();
        const position = await play.core.units.read(null, (reads) => reads.positionOf(EVENTS, first!.id));
        const { units } = play.storage;
        valueOf(await units.run(null, async (tx) => ok(tx.add(EVENTS, first!, { position: position! }))));
      },
      /is in archive segment 1 and in the table, but was not delivered again since/,
    ],
    [
      'an event that is in the table again with another content',
      async () => {
        const [first] = await found();
        const position = await play.core.units.read(null, (reads) => reads.positionOf(EVENTS, first!.id));
        const again = {
          ...first!,
          version: 9,
          queuedAt: play.clock.now(),
          snapshot: { ...first!.snapshot, version: 77 },
        };
        const { units } = play.storage;
        valueOf(await units.run(null, async (tx) => ok(tx.add(EVENTS, again, { position: position! }))));
      },
      /^events at positions \d+ to \d+: seal \d+ covers \d+ rows, which were changed$/,
    ],
    [
      'a deleted key',
      async () => {
        const key = (await stored(HOST_KEYS)).find(({ id }) => id === 'event-archive')!;
        valueOf(await play.storage.units.run(null, async (tx) => ok(tx.remove(HOST_KEYS, key))));
      },
      /the events of the archive count as missing/,
    ],
  ];

  it.each(alterations)('finds %s', async (_, alter, finding) => {
    await alter();
    expect(await audited()).toContainEqual(expect.stringMatching(finding));
  });

  it('does not call a database with an archive clean without its key or its files', async () => {
    expect(await audited(null)).toContainEqual(expect.stringContaining('the events of the archive count as missing'));
    expect(await audited(reversingSealer, null)).toContain(
      'events were archived, but no archive is given: they count as missing',
    );
  });
});

describe('a read that needs a file which cannot be read', () => {
  it('is refused, because its answer would be incomplete', async () => {
    await play.core.work.archiveEvents();
    archive.files.clear();
    await expect(found()).rejects.toThrow(/the archive file events-0+1-\w+\.archive is missing/);
    const { rows } = await play.core.units.read(play.tenant, (reads) =>
      reads.list(EVENTS, { order: 'asc', limit: 5, where: { resource: 'Transaction:of no event' } }),
    );
    expect(rows).toEqual([]);
  });
});
