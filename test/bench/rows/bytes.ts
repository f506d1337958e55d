import { startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import type { Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { postgresService } from '../service/on-postgres.js';
import { sqliteService } from '../service/on-sqlite.js';
import { startReceiver } from '../service/receiver.js';
import {
  delivered,
  payments,
  SENDS_WEBHOOKS,
  sendWebhooksTo,
  type Service,
  type TableSize,
} from '../service/service.js';
import { whole } from '../table.js';

const PAYMENTS = 5_000;
/** The load pauses until its payments are settled and delivered, so that no backlog leaves empty space behind. */
const LOAD_SECONDS = 1;

/** Bytes by name of the table. */
type Sizes = ReadonlyMap<string, TableSize>;

/** The growth of each table by a payment. */
async function growth(scope: Scope, service: Service): Promise<Sizes> {
  const receiver = startReceiver(scope);
  await sendWebhooksTo(await receiver.ask({ kind: 'begin', refuseOneIn: 0 }), service);
  const load = payments(scope, service);
  await delivered(service);
  const before = byName(await service.database.sizes());
  let after = before;
  let count = 0;
  while (count < PAYMENTS) {
    count += (await load(LOAD_SECONDS)).count;
    await delivered(service);
    after = byName(await service.database.sizes());
  }
  return byName(
    [...after.values()].map(({ name, table, indexes }) => ({
      name,
      table: (table - (before.get(name)?.table ?? 0)) / count,
      indexes: (indexes - (before.get(name)?.indexes ?? 0)) / count,
    })),
  );
}

const byName = (sizes: readonly TableSize[]): Sizes => new Map(sizes.map((size) => [size.name, size]));

const totalOf = (sizes: Sizes): TableSize =>
  [...sizes.values()].reduce((sum, { table, indexes }) => ({
    name: 'total',
    table: sum.table + table,
    indexes: sum.indexes + indexes,
  }));

const bytesOf = (size: TableSize | undefined): number => (size === undefined ? 0 : size.table + size.indexes);

/** A line for each table that grew, the largest first. */
function details(sqlite: Sizes, postgres: Sizes): readonly (readonly string[])[] {
  const bytes = (name: string): number => bytesOf(sqlite.get(name)) + bytesOf(postgres.get(name));
  const names = [...new Set([...sqlite.keys(), ...postgres.keys()])].filter((name) => bytes(name) >= 1);
  const cells = (name: string, ...sizes: readonly (TableSize | undefined)[]): string[] => [
    name,
    ...sizes.flatMap((size) => (size === undefined ? ['–', '–'] : [whole(size.table), whole(size.indexes)])),
  ];
  return [
    ['Table', 'SQLite', 'its indexes', 'Postgres', 'its indexes'],
    ...names.sort((a, b) => bytes(b) - bytes(a)).map((name) => cells(name, sqlite.get(name), postgres.get(name))),
    cells('total', totalOf(sqlite), totalOf(postgres)),
  ];
}

const bytesOfPayment: Row = {
  number: 20,
  title: 'bytes of a settled payment with its events, by table',
  target: null,
  unit: 'bytes',
  notes: [
    `growth of a new database by at least ${whole(PAYMENTS)} payments that are settled and delivered, divided by their number; tables with less than a byte for each payment are left out`,
    'SQLite: pages by dbstat; Postgres: after VACUUM, tables with TOAST; answers under idempotency keys are deleted after 24 hours',
  ],
  measure: () =>
    withScope(async (scope) => {
      const sqlite = await withScope(async (inner) => growth(inner, await sqliteService(inner, SENDS_WEBHOOKS)));
      const server = scope.use(await startPostgres({ fsync: true }));
      const postgres = await withScope(async (inner) =>
        growth(inner, await postgresService(inner, server, { name: 'corridor', ...SENDS_WEBHOOKS })),
      );
      const [onSqlite, onPostgres] = [bytesOf(totalOf(sqlite)), bytesOf(totalOf(postgres))];
      return {
        absolute: `${whole(onSqlite)} bytes on SQLite, ${whole(onPostgres)} bytes on Postgres`,
        details: details(sqlite, postgres),
      };
    }),
};

export const BYTES_ROWS: readonly Row[] = [bytesOfPayment];
