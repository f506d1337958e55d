import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instant, ok } from '@corridor/core';
import type { Sealer } from '@corridor/core/ports';
import { ARCHIVE_SEGMENTS, EVENTS, type OutboxEvent, SEAL_ERASURES } from '@corridor/core/records';
import {
  archivedUnits,
  createArchiver,
  createJournalSealer,
  createSegmentReader,
  eraseEvents,
  inspectArchive,
  inspectSeals,
  isErased,
} from '@corridor/core/internal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileArchive } from './blobs/index.js';
import type { Storage } from './port/storage.js';
import { BACKENDS, type TestDatabase } from './testing/backends.js';
import { ALICE, event, T0 } from './testing/records.js';

const digest = { sha256: (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex') };
const sealer: Sealer = {
  seal: (text) => `sealed ${text}`,
  open: (text) => text.slice('sealed '.length),
  renew: (sealed) => sealed,
};
const DAY_MS = 86_400_000;
const COUNT = 1_500;
const clock = { now: () => instant(T0 + 40 * DAY_MS) };
const random = { bytes: (length: number) => randomBytes(length) };

const made = (n: number): OutboxEvent => {
  const at = instant(T0 + n * 1_000);
  const time = at.toString(16).padStart(12, '0');
  const id = `Webhook:${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(n).padStart(12, '0')}`;
  return {
    ...event(id, {
      type: 'OUTGOING_PAYMENT.COMPLETED',
      resource: `Transaction:018bcfe5-6800-7000-8000-${String(n % 50).padStart(12, '0')}`,
      snapshot: {
        id,
        sentAmount: 10n ** 17n,
        remittanceInformation: `for Ada ${n}`,
        source: { umaAddress: '$ada@x.com' },
      },
      status: 'DELIVERED',
      deliveredAt: at,
      salt: n % 2 === 0 ? `salt ${n}` : null,
    }),
    createdAt: at,
    updatedAt: at,
  };
};
const resourceOf = (n: number) => `Transaction:018bcfe5-6800-7000-8000-${String(n).padStart(12, '0')}`;

for (const backend of BACKENDS) {
  describe(`the erasure of sealed rows on ${backend.name}`, () => {
    let database: TestDatabase;
    let hosts: readonly Storage[];
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'erased-'));
      database = await backend.create();
      const first = database.open();
      await first.migrate();
      hosts = backend.name === 'memory' ? [first, first] : [first, database.open()];
      for (let n = 0; n < COUNT; n += 100) {
        const some = Array.from({ length: 100 }, (_, k) => made(n + k));
        await first.units.run(null, async (tx) => ok(some.forEach((each) => tx.add(EVENTS, each))));
      }
      const seal = createJournalSealer({ units: first.units, digest, sealer, clock, random });
      while ((await seal()).isBehind);
    });
    afterAll(async () => {
      await Promise.all([...new Set(hosts)].map((host) => host.close()));
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    });

    const filesOf = () => createFileArchive(folder);
    const erasedBy = ({ units }: Storage, of: readonly number[]) =>
      eraseEvents(
        { units, digest, sealer, clock, random, archive: filesOf() },
        { tenant: ALICE, resources: of.map(resourceOf) },
      );
    const unitsOf = ({ units }: Storage) =>
      archivedUnits(units, createSegmentReader({ store: filesOf(), digest, sealer, unreadable: 'throw' }));
    const all = ({ units }: Pick<Storage, 'units'>) =>
      units.read(null, (reads) => reads.follow(EVENTS, { after: 0, upTo: 1e9, order: 'asc', limit: 1e5 }));
    const findings = async () => {
      const [host] = hosts;
      const files = await host!.units.read(null, (reads) =>
        inspectArchive(reads, { store: filesOf(), digest, sealer }),
      );
      const seals = await unitsOf(host!).read(
        null,
        (reads) => inspectSeals(reads, { digest, sealer, keptHead: null }),
        'long',
      );
      return [...files.findings, ...seals.findings];
    };

    test('keeps the seals valid, while two hosts erase in the table', async () => {
      const before = await all(hosts[0]!);
      const done = await Promise.all([erasedBy(hosts[0]!, [1, 2, 3, 4]), erasedBy(hosts[1]!, [3, 4, 5, 6])]);
      expect(done.map(({ waiting }) => waiting)).toEqual([0, 0]);
      expect(done[0]!.erased + done[1]!.erased).toBe(180);
      const after = await all(hosts[1]!);
      expect(after.map(({ position, record }) => [position, record.id])).toEqual(
        before.map(({ position, record }) => [position, record.id]),
      );
      expect(after.filter(({ record }) => isErased(record))).toHaveLength(180);
      const [one] = after.filter(({ record }) => isErased(record));
      expect(one!.record.snapshot).toEqual({ id: one!.record.id, sentAmount: 10n ** 17n, source: {} });
      const [erasure] = await hosts[0]!.units.read(null, (reads) =>
        reads.follow(SEAL_ERASURES, { after: 0, upTo: 1e9, order: 'asc', limit: 1 }),
      );
      expect(erasure!.record).toMatchObject({ seal: 1, number: 1 });
      expect(await findings()).toEqual([]);
    });

    test('keeps the seals valid, while two hosts erase in files', async () => {
      const archiver = createArchiver({
        ...{ units: hosts[0]!.units, digest, sealer, clock, random, store: filesOf(), afterDays: 30 },
      });
      while ((await archiver()).isBehind);
      expect(await all(hosts[0]!)).toEqual([]);
      const done = await Promise.all([erasedBy(hosts[0]!, [7, 8, 10, 12]), erasedBy(hosts[1]!, [8, 9, 10])]);
      expect(done[0]!.erased + done[1]!.erased).toBe(150);
      const after = await all({ units: unitsOf(hosts[1]!) });
      expect(after).toHaveLength(COUNT);
      expect(after.filter(({ record }) => isErased(record))).toHaveLength(330);
      expect(await findings()).toEqual([]);
      const segments = await hosts[0]!.units.read(null, (reads) =>
        reads.list(ARCHIVE_SEGMENTS, { order: 'asc', limit: 10 }),
      );
      expect(segments.rows.every(({ rewrite }) => rewrite !== null)).toBe(true);
      // A host that was slower may have written a file that a later run deletes.
      expect((await readdir(folder)).length).toBeGreaterThanOrEqual(segments.rows.length);
    });

    test('deletes a file with what interrupted writes of it have left', async () => {
      const store = filesOf();
      await store.write('events-1-a.archive', new Uint8Array([1]));
      await writeFile(join(folder, 'events-1-a.archive.b.part'), 'half');
      await writeFile(join(folder, 'events-1-ab.archive'), 'other');
      await store.remove('events-1-a.archive');
      await store.remove('events-1-a.archive');
      expect((await readdir(folder)).filter((name) => name.startsWith('events-1-'))).toEqual(['events-1-ab.archive']);
      await expect(store.remove('../x')).rejects.toThrow('not a valid name');
    });
  });
}
