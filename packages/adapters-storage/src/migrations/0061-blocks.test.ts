import { Buffer } from 'node:buffer';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DATABASES } from '../testing/backends.js';
import { formerDatabase } from '../testing/former-database.js';
import type { DialectName } from './table.js';

const uuid = (end: number): string => `018bcfe5-6800-7000-8000-${String(end).padStart(12, '0')}`;
const FORMER = '0060-notices-and-answers';
const THIS = '0061-blocks';

type Db = Awaited<ReturnType<typeof formerDatabase>>['db'];

/** The columns of a table that must have a value, with one that fits their type. */
async function required(db: Db, dialect: DialectName, table: string): Promise<ReadonlyMap<string, unknown>> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql<{ name: string; type: string }>`
          select name, lower(type) as type from pragma_table_info(${table}) where "notnull" = 1`.execute(db)
      : await sql<{ name: string; type: string }>`
          select column_name as name, data_type as type from information_schema.columns
          where table_name = ${table} and table_schema = current_schema() and is_nullable = 'NO'`.execute(db);
  return new Map(
    rows.map(({ name, type }) => [name, /int|numeric/.test(type) ? 1 : type === 'bytea' ? Buffer.from('x') : '1']),
  );
}

async function insert(db: Db, dialect: DialectName, table: string, values: Readonly<Record<string, unknown>>) {
  const row = { ...Object.fromEntries(await required(db, dialect, table)), ...values };
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db);
}

test.each(DATABASES)('$name gives former deposits the customer whom their reference names', async (backend) => {
  const dialect = backend.name as DialectName;
  const { db, key, migrate } = await formerDatabase(backend, FORMER);
  const [ann, bob] = [key(`Customer:${uuid(1)}`), key(`Customer:${uuid(2)}`)];
  const add = (table: string, values: Readonly<Record<string, unknown>>) =>
    insert(db, dialect, table, { tenant: 5, ...values });
  await add('customers', { id: ann, platform_customer_id: key('ann') });
  await add('customers', { id: bob, platform_customer_id: key('bob') });
  const [own, house] = [key(`InternalAccount:${uuid(3)}`), key(`InternalAccount:${uuid(4)}`)];
  await add('internal_accounts', { id: own, customer_id: ann, owner: ann, reference: 'of-account' });
  await add('internal_accounts', { id: house, owner: key('Platform:p'), reference: 'of-platform' });
  await add('quotes', { id: key(`Quote:${uuid(5)}`), customer_id: bob, reference: 'of-quote' });
  await add('uma_receipts', { id: key(`UmaReceipt:${uuid(6)}`), account_id: own, reference: 'of-receipt' });
  const card = `Transaction:${uuid(7)}`;
  await add('transactions', { id: key(card), customer_id: bob });
  const deposits = ['of-account', 'of-platform', 'of-quote', 'of-receipt', card, 'unknown'];
  for (const [i, reference] of deposits.entries())
    await add('deposits', { id: key(`Deposit:${uuid(20 + i)}`), reference, status: 'KEPT' });
  await migrate(THIS);
  const { rows } = await sql<{ reference: string; owner: unknown }>`
    select reference, owner_id as owner from deposits order by id`.execute(db);
  expect(rows.map(({ reference, owner }) => [reference, owner])).toEqual([
    ['of-account', ann],
    ['of-platform', null],
    ['of-quote', bob],
    ['of-receipt', ann],
    [card, bob],
    ['unknown', null],
  ]);
  await db.destroy();
});
