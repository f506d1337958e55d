import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instant, ok } from '@corridor/core';
import type { Sealer } from '@corridor/core/ports';
import { ARCHIVE_SEGMENTS, EVENTS, type OutboxEvent } from '@corridor/core/records';
import {
  archivedUnits,
  createArchiver,
  createJournalSealer,
  createSegmentReader,
  inspectArchive,
  inspectSeals,
} from '@corridor/core/internal';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileArchive } from './blobs/index.js';
import type { Storage } from './port/storage.js';
import { BACKENDS, type TestDatabase } from './testing/backends.js';
import { ALICE, BOB, T0 } from './testing/records.js';

const digest = { sha256: (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex') };
const sealer: Sealer = {
  seal: (text) => `sealed ${text}`,
  open: (text) => text.slice('sealed '.length),
  renew: (sealed) => sealed,
};
const DAY_MS = 86_400_000;
const COUNT = 2_500;
const clock = { now: () => instant(T0 + 40 * DAY_MS) };

const made = (n: number): OutboxEvent => {
  const at = instant(T0 + n * 1_000);
  const time = at.toString(16).padStart(12, '0');
  const id = `Webhook:${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(n).padStart(12, '0')}` as const;
  return {
    ...{ id: id as OutboxEvent['id'], tenant: n % 3 === 0 ? BOB : ALICE, version: 1, createdAt: at, updatedAt: at },
    type: 'OUTGOING_PAYMENT.COMPLETED',
    resource: `Transaction:018bcfe5-6800-7000-8000-${String(Math.floor(n / 4)).padStart(12, '0')}`,
    snapshot: { amount: 10n ** 17n + BigInt(n), note: 'zwölf, "$" and €', nested: { list: [1, null, true] } },
    ...{ available: BigInt(n), held: null, status: 'DELIVERED', queuedAt: at, attempts: 1, nextAttemptAt: at },
    ...{
      clockOffset: 0,
      leaseUntil: instant(0),
      deliveredAt: at,
      lastError: null,
      trace: null,
      salt: null,
      erasedDigest: null,
    },
    tries: [{ at, milliseconds: 3, status: 200, reason: null }],
  };
};

for (const backend of BACKENDS) {
  describe(`the archive of events on ${backend.name}`, () => {
    let database: TestDatabase;
    let hosts: readonly Storage[];
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'archive-'));
      database = await backend.create();
      const first = database.open();
      await first.migrate();
      hosts = backend.name === 'memory' ? [first, first] : [first, database.open()];
      for (let n = 0; n < COUNT; n += 100) {
        const some = Array.from({ length: 100 }, (_, k) => made(n + k));
        await first.units.run(null, async (tx) => ok(some.forEach((event) => tx.add(EVENTS, event))));
      }
      const random = { bytes: (length: number) => randomBytes(length) };
      const seal = createJournalSealer({ units: first.units, digest, sealer, clock, random });
      while ((await seal()).isBehind);
    });
    afterAll(async () => {
      await Promise.all([...new Set(hosts)].map((host) => host.close()));
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    });

    const filesOf = () => createFileArchive(join(folder, 'archive'));
    const unitsOf = ({ units }: Storage) =>
      archivedUnits(units, createSegmentReader({ store: filesOf(), digest, sealer, unreadable: 'throw' }));
    const archiverOf = ({ units }: Storage) =>
      createArchiver({
        ...{ units, digest, sealer, clock, store: filesOf(), afterDays: 30 },
        random: { bytes: (length) => randomBytes(length) },
      });
    const all = (units: Storage['units'], tenant: typeof ALICE | null = null) =>
      units.read(tenant, (reads) => reads.follow(EVENTS, { after: 0, upTo: 1e9, order: 'asc', limit: 1e5 }));

    test('takes each event once while two hosts archive, and every read still has it', async () => {
      const [before, ofBob] = [await all(hosts[0]!.units), await all(hosts[0]!.units, BOB)];
      const archive = async (host: Storage): Promise<number> => {
        const archiver = archiverOf(host);
        let rows = 0;
        for (let idle = 0; idle < 3;) {
          const done = await archiver();
          rows += done.rows;
          idle = done.rows === 0 ? idle + 1 : 0;
        }
        return rows;
      };
      const rows = await Promise.all(hosts.map(archive));
      expect(rows.reduce((sum, count) => sum + count, 0)).toBe(COUNT);
      expect(await all(hosts[0]!.units)).toEqual([]);
      for (const host of hosts) {
        expect(await all(unitsOf(host))).toEqual(before);
        expect(await all(unitsOf(host), BOB)).toEqual(ofBob);
      }
      const segments = await hosts[0]!.units.read(null, (reads) =>
        reads.list(ARCHIVE_SEGMENTS, { order: 'asc', limit: 10 }),
      );
      expect(segments.rows.map((segment) => segment.rows)).toEqual([1_000, 1_000, 500]);
      expect(await readdir(join(folder, 'archive'))).toHaveLength(3);
    });

    test('keeps every event, key and seal provable', async () => {
      const { units } = hosts[0]!;
      const inspected = await units.read(null, (reads) => inspectArchive(reads, { store: filesOf(), digest, sealer }));
      expect(inspected).toEqual({ findings: [], segments: 3, rows: COUNT });
      const seals = await unitsOf(hosts[0]!).read(null, (reads) =>
        inspectSeals(reads, { digest, sealer, keptHead: null }),
      );
      expect(seals.findings).toEqual([]);
      expect(seals.summary.rows).toBe(COUNT);
    });

    test('gives an event back to the table at its position when it is changed', async () => {
      const event = made(1_234);
      const units = unitsOf(hosts[1]!);
      const position = await units.read(null, (reads) => reads.positionOf(EVENTS as never, event.id));
      const queuedAt = clock.now();
      const result = await units.run(event.tenant, async (tx) => {
        const found = await tx.get(EVENTS, event.id);
        expect(found).toEqual(event);
        tx.change(EVENTS, found!, { ...found!, version: 2, status: 'QUEUED', queuedAt });
        return ok();
      });
      expect(result).toEqual(ok());
      const table = await all(hosts[0]!.units);
      expect(table).toEqual([{ position, record: { ...event, version: 2, status: 'QUEUED', queuedAt } }]);
      const found = await all(unitsOf(hosts[0]!));
      expect(found).toHaveLength(COUNT);
      expect(found.filter(({ record }) => record.id === event.id)).toEqual(table);
      const claim = { now: clock.now(), leaseUntil: instant(clock.now() + 1_000), limit: 10 };
      const claimed = await hosts[0]!.outbox.claim({
        ...{ ...claim, perTenant: 10, perResource: 10, resumed: [], except: [], untriedOnly: [] },
      });
      expect(claimed.map(({ id }) => id)).toEqual([event.id]);
    });
  });
}
