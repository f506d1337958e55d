import { createHash, randomBytes } from 'node:crypto';
import { ok } from '@corridor/core';
import type { Sealer } from '@corridor/core/ports';
import { POSTINGS, SEALS } from '@corridor/core/records';
import { createJournalSealer, inspectSeals } from '@corridor/core/internal';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from './port/storage.js';
import { BACKENDS, postgres, type TestDatabase } from './testing/backends.js';
import { ALICE, BOB, posting, T0 } from './testing/records.js';

const digest = { sha256: (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex') };
const sealer: Sealer = {
  seal: (text) => `sealed ${text}`,
  open: (text) => text.slice('sealed '.length),
  renew: (sealed) => sealed,
};

const sealerOn = ({ units }: Storage) =>
  createJournalSealer({
    units,
    digest,
    sealer,
    clock: { now: () => T0 },
    random: { bytes: (length) => randomBytes(length) },
  });
const inspected = ({ units }: Storage) =>
  units.read(null, (reads) => inspectSeals(reads, { digest, sealer, keptHead: null }));
const post = ({ units }: Storage, id: string, tenant = ALICE) =>
  units.run(tenant, async (tx) => ok(tx.add(POSTINGS, posting(`JournalEntry:${id}/0`, 'sealed', 1n, tenant))));

for (const backend of BACKENDS) {
  describe(`seals (signed hashes) on ${backend.name}`, () => {
    let database: TestDatabase;
    let hosts: readonly Storage[];

    beforeAll(async () => {
      database = await backend.create();
      const first = database.open();
      await first.migrate();
      hosts = backend.name === 'memory' ? [first, first] : [first, database.open()];
    });
    afterAll(async () => {
      await Promise.all([...new Set(hosts)].map((host) => host.close()));
      await database.drop();
    });

    test('cover each row once while several hosts write and seal', async () => {
      const sealers = hosts.map(sealerOn);
      let writing = true;
      const write = async (worker: number): Promise<void> => {
        for (let i = 0; i < 40; i++) await post(hosts[worker % 2]!, `${worker}-${i}`, worker % 2 === 0 ? ALICE : BOB);
      };
      let rows = 0;
      const seal = async (host: number): Promise<void> => {
        while (writing) {
          const sealed = await sealers[host]!();
          rows += sealed.rows;
          await setImmediate();
        }
      };
      const sealing = Promise.all([seal(0), seal(1)]);
      await Promise.all([0, 1, 2, 3].map(write));
      writing = false;
      await sealing;
      for (let sealed = await sealers[0]!(); sealed.rows > 0; sealed = await sealers[0]!()) rows += sealed.rows;
      expect(rows).toBe(160);
      const { findings, summary } = await inspected(hosts[1]!);
      expect(findings).toEqual([]);
      expect(summary).toMatchObject({ rows: 160, signaturesChecked: true });
    });

    test('reveal rows that changed their tenant and rows that were deleted', async () => {
      const [host] = hosts;
      const gone = posting('JournalEntry:gone/0', 'sealed', 1n);
      await host!.units.run(ALICE, async (tx) => ok(tx.add(POSTINGS, gone)));
      await sealerOn(host!)();
      expect((await inspected(host!)).findings).toEqual([]);
      await host!.units.run(ALICE, async (tx) => ok(tx.remove(POSTINGS, gone)));
      expect((await inspected(host!)).findings).toEqual([expect.stringMatching(/covers 1 rows, 0 remain$/)]);
    });
  });
}

describe('seals (signed hashes) on postgres, where a position is drawn before its row is visible,', () => {
  test('wait for a row that is committed after later positions', async () => {
    const database = await postgres.create();
    const storage = database.open();
    await storage.migrate();
    await post(storage, 'like');
    const seal = sealerOn(storage);
    expect((await seal()).rows).toBe(1);
    const slow = new pg.Client({ connectionString: database.address });
    await slow.connect();
    await slow.query('begin');
    await slow.query(`create temp table late as select * from postings limit 1`);
    await slow.query(`update late set id = $1, position = nextval('postings_position')`, ['JournalEntry:late/0']);
    await slow.query('insert into postings select * from late');
    await post(storage, 'early');
    expect((await seal()).rows).toBe(0);
    await slow.query('commit');
    expect((await seal()).rows).toBe(2);
    expect((await inspected(storage)).findings).toEqual([]);
    expect(await storage.units.read(null, (reads) => reads.list(SEALS, { order: 'asc', limit: 9 }))).toMatchObject({
      total: 2,
    });
    await slow.end();
    await storage.close();
  });
});
