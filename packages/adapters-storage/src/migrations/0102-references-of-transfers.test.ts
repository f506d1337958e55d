import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DATABASES } from '../testing/backends.js';
import { formerDatabase } from '../testing/former-database.js';

test.each(DATABASES)('$name keeps each record, and one reference once over all platforms', async (backend) => {
  const { db, migrate } = await formerDatabase(backend, '0101-names-of-answers');
  const add = async (id: number, tenant: number, reference: string, direction = 'IN') => {
    const key = backend.name === 'sqlite' ? sql.raw(`x'0${id}'`) : sql.raw(`'\\x0${id}'::bytea`);
    await sql`insert into travel_rule_transfers
      (id, tenant, version, created_at, updated_at, status, direction, connection, reference, subject, hosting, network,
        currency, amount, sealed_parties, is_proven)
      values (${key}, ${tenant}, 1, ${id}, ${id}, 'RECEIVED', ${direction}, 'base', ${reference}, ${key}, 'HOSTED', 'BASE',
        'USDC', 1, '', ${backend.name === 'sqlite' ? 0 : false})`.execute(db);
  };
  await add(3, 3, 'T-1');
  await add(1, 1, 'T-1');
  await add(2, 2, 'T-1');
  await add(4, 1, 'T-2');
  await add(7, 4, 'T-1 (2)');
  await add(5, 1, 'T-1', 'OUT');
  await migrate('0102-references-of-transfers');
  const { rows } = await sql<{ readonly reference: string }>`
    select reference from travel_rule_transfers order by created_at`.execute(db);
  expect(rows.map(({ reference }) => reference)).toEqual(['T-1', 'T-1 (3)', 'T-1 (4)', 'T-2', 'T-1', 'T-1 (2)']);
  await expect(add(6, 2, 'T-2')).rejects.toThrow(/unique/i);
  await db.destroy();
});
