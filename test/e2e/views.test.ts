import { everyRecord } from '@corridor/core/internal';
import { type AnyKind, type BaseRecord, type KindOf, RECORD_KINDS } from '@corridor/core/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES as BACKENDS, type TestDatabase } from '../../packages/adapters-storage/src/testing/backends.js';
import { type OpenDatabase, openReadable, readableRow } from '../../packages/adapters-storage/src/testing/readable.js';
import { playOrders, playPayments } from '../support/altered-history.js';

type Kind = KindOf<BaseRecord> & AnyKind;

/** Histories with payments of every outcome, transfers, deposits, a card, an agent and orders of a stablecoin. */
const HISTORIES = [
  { history: 'payments', play: playPayments, tables: 25 },
  { history: 'orders', play: playOrders, tables: 15 },
] as const;

describe.each(BACKENDS)('the views of $name show what the service reads', (backend) => {
  describe.each(HISTORIES)('after $history', ({ play, tables }) => {
    let database: TestDatabase;
    let storage: ReturnType<TestDatabase['open']>;
    let readable: OpenDatabase;

    beforeAll(async () => {
      database = await backend.create();
      storage = database.open();
      await storage.migrate();
      await play({ storage });
      readable = await openReadable(database.address);
    });
    afterAll(async () => {
      await readable.close();
      await storage.close();
      await database.drop();
    });

    it('in every column of every row', async () => {
      const flag = (value: boolean) => (backend.name === 'sqlite' ? BigInt(value) : value);
      let filled = 0;
      for (const kind of RECORD_KINDS) {
        const expected: object[] = [];
        await storage.units.read(null, async (reads) => {
          for await (const record of everyRecord(reads, kind as Kind)) {
            const position = kind.numbered ? { position: BigInt((await reads.positionOf(kind, record.id))!) } : {};
            expected.push({ ...position, ...readableRow(kind as Kind, record, flag) });
          }
        });
        const shown = await readable.rows(`select * from readable_${kind.name}`);
        expect(byId(shown), kind.name).toEqual(byId(expected));
        if (expected.length > 0) filled++;
      }
      expect(filled).toBeGreaterThanOrEqual(tables);
    });

    it('although events and payments are stored as values of templates, and ids as bytes', async () => {
      const [row] = await readable.rows(`select
        (select count(*) from events where snapshot like '#%[%') as templated,
        (select count(*) from events) as events,
        (select min(length(id)) from events) as bytes`);
      expect(row!['templated']).toBe(row!['events']);
      expect(row!['bytes']).toBe(17n);
    });
  });
});

const byId = (rows: readonly object[]): ReadonlyMap<unknown, object> =>
  new Map(rows.map((row) => [(row as { readonly id: unknown }).id, row]));
