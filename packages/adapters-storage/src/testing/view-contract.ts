import { type Result, ok } from '@corridor/core';
import { everyRecord } from '@corridor/core/internal';
import { type AnyKind, type BaseRecord, type KindOf, RECORD_KINDS } from '@corridor/core/records';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '../port/storage.js';
import type { Backend, TestDatabase } from './backends.js';
import { openDatabase, type OpenDatabase, readableRow, type ReadableRow } from './readable.js';
import { readableViews } from '../schema/views.js';

const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-000000000001';
const ROWS = 12;

/** Texts that an encoding or SQL could take for something else. */
const ODD = [
  ...[
    '',
    '#',
    '=',
    '#1[]',
    '=#1["a"]',
    '{',
    '{}',
    '{"a":1}',
    'null',
    `it's "so"`,
    '\\',
    '\n\t\b\u0001\u001f\u001e\u007f',
  ],
  ...[
    'Zoë 😀 \u2028 ',
    '\ufeff',
    'Quote:018bcfe5-6800-7000-8000-000000000001',
    'Quote:018BCFE5-6800-7000-8000-000000000001',
  ],
  ...[
    'in-transit:Quote:018bcfe5-6800-7000-8000-000000000001:USD',
    `fees:${PLATFORM}/SANDBOX:USD`,
    'revenue:SANDBOX:USD',
  ],
  ...[
    `Answer:${'0a'.repeat(32)}`,
    '018bcfe5-6800-7000-8000-000000000001',
    'JournalEntry:018bcfe5-6800-7000-8000-000000000001/0',
  ],
];
const text = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: 'binary' }).filter((any) => !any.includes('\0')),
);
const leaf = fc.oneof(text, fc.constantFrom('\0', '\ud800'), fc.double(), fc.bigInt(), fc.boolean(), fc.constant(null));
const json = (own: readonly string[]) =>
  fc.dictionary(
    fc.oneof(text, fc.constantFrom('$bigint', '$$bigint', '__proto__')),
    fc.oneof(
      leaf,
      fc.constantFrom(...own),
      fc.array(leaf, { maxLength: 3 }),
      fc.dictionary(text, leaf, { maxKeys: 3 }),
    ),
    { maxKeys: 6 },
  );

/** Records of a kind with odd values in every column. */
function oddRecords(kind: AnyKind, seed: number): readonly BaseRecord[] {
  const sample = <V>(of: fc.Arbitrary<V>, row: number, column: number): V =>
    fc.sample(of, { seed: seed * 10_007 + row * 101 + column, numRuns: 3 })[2]!;
  return Array.from({ length: ROWS }, (_, row) => {
    const tenant = row % 2 === 0 ? `${PLATFORM}/SANDBOX` : 'a "tenant"\\ of\u0001 no platform 😀';
    const unique = (of: string): string => `${of} ${kind.name} ${row}`;
    const record: Record<string, unknown> = {};
    const columns = Object.entries(kind.columns).map(([field, type], column) => ({ field, type, column }));
    for (const { field, type, column } of columns) {
      const uuid = `018bcfe5-6800-7000-8000-${String(row).padStart(6, '0')}${String(column).padStart(6, '0')}`;
      const odd = sample(text, row, column);
      // Unique columns, ids among them, have an id, or an odd text that the row makes unique.
      record[field] =
        type.endsWith('?') && (row + column) % 4 === 0
          ? null
          : type.startsWith('text')
            ? row % 3 === 0
              ? `Transaction:${uuid}`
              : row % 3 === 1
                ? `Posting:${uuid}${unique(odd)}`
                : unique(odd)
            : type.startsWith('amount')
              ? sample(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), row, column)
              : type.startsWith('flag')
                ? (row + column) % 2 === 0
                : sample(fc.maxSafeInteger(), row, column);
    }
    record['tenant'] = tenant;
    const own = Object.values(record).filter((value) => typeof value === 'string');
    for (const { field, type, column } of columns) {
      if (!type.startsWith('json') || record[field] === null) continue;
      record[field] = row === 0 ? {} : row === 1 ? (sample(leaf, row, column) ?? []) : sample(json(own), row, column);
    }
    // A stored answer is a text that has a template if it looks like an object.
    if (kind.name === 'remembered_answers') {
      record['body'] =
        row < ODD.length / 2 ? ODD[row]! : JSON.stringify({ tenant, of: own, at: 1e21, n: -0.5, i: row });
    }
    return record as unknown as BaseRecord;
  });
}

async function add(storage: Storage, kind: AnyKind, records: readonly BaseRecord[]): Promise<void> {
  for (const tenant of new Set(records.map((record) => record.tenant))) {
    const done: Result<void> = await storage.units.run(kind.scope === 'tenant' ? tenant : null, async (tx) => {
      for (const record of records) if (record.tenant === tenant) tx.add(kind as never, record as never);
      return ok();
    });
    expect(done, kind.name).toEqual(ok());
  }
}

const RECORDS = new Map(RECORD_KINDS.map((kind, seed) => [kind, oddRecords(kind, seed)] as const));

const flagOf = ({ name }: Backend) =>
  name === 'sqlite' ? (value: boolean) => BigInt(value) : (value: boolean) => value;
const byId = (rows: readonly ReadableRow[]): ReadonlyMap<unknown, ReadableRow> =>
  new Map(rows.map((row) => [row['id'], row]));

/** The views show each record as the service reads it. */
export function viewContract(backend: Backend): void {
  describe(`the views of ${backend.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let readable: OpenDatabase;

    beforeAll(async () => {
      database = await backend.create();
      storage = database.open();
      await storage.migrate();
      for (const [kind, records] of RECORDS) await add(storage, kind, records);
      readable = await openDatabase(database.address);
      await readable.run(readableViews(readable.dialect));
    });
    afterAll(async () => {
      await readable.close();
      await storage.close();
      await database.drop();
    });

    test.each(RECORD_KINDS.map((kind) => [kind.name, kind] as const))(
      'show each column of %s as the service reads it',
      async (name, kind) => {
        const records: BaseRecord[] = [];
        await storage.units.read(null, async (reads) => {
          for await (const record of everyRecord(reads, kind as KindOf<BaseRecord>)) records.push(record);
        });
        expect(records).toHaveLength(ROWS);
        const shown = byId(await readable.rows(`select * from readable_${name}`));
        expect(shown.size).toBe(ROWS);
        for (const record of records) {
          const logical = readableRow(kind as KindOf<BaseRecord> & AnyKind, record, flagOf(backend));
          const row = shown.get(record.id)!;
          if (kind.numbered) {
            const position = await storage.units.read(null, (reads) => reads.positionOf(kind, record.id));
            expect(row).toEqual({ position: BigInt(position!), ...logical });
          } else {
            expect(row).toEqual(logical);
          }
          expect(Object.keys(row)).toEqual([...(kind.numbered ? ['position'] : []), ...Object.keys(logical)]);
        }
      },
    );

    test('are replaced when the SQL runs again, and do not keep the schema from being migrated', async () => {
      await readable.run(readableViews(readable.dialect));
      await storage.migrate();
      expect(await readable.rows('select count(*) as rows from readable_events')).toEqual([{ rows: BigInt(ROWS) }]);
    });

    test('are removed by the lines that begin with drop', async () => {
      const sql = readableViews(readable.dialect);
      for (const drop of sql.match(/^drop .*$/gm)!) await readable.run(drop);
      const views = {
        sqlite: "from sqlite_master where type = 'view'",
        postgres: `from pg_views where schemaname = 'public'`,
      };
      expect(await readable.rows(`select 1 ${views[readable.dialect]}`)).toEqual([]);
      await readable.run(sql);
    });

    test('show what cannot be decoded as it is stored, or as no value', async () => {
      const broken = await backend.create();
      const host = broken.open();
      await host.migrate();
      const quotes = RECORD_KINDS.find(({ name }) => name === 'quotes')!;
      await add(host, quotes, RECORDS.get(quotes)!.slice(2, 3));
      const views = await openDatabase(broken.address);
      await views.run(readableViews(views.dialect));
      await views.run(`update quotes set source = '#77["a"]', tenant = 78`);
      expect(await views.rows('select tenant, source from readable_quotes')).toEqual([
        { tenant: null, source: '#77["a"]' },
      ]);
      await views.close();
      await host.close();
      await broken.drop();
    });
  });
}
