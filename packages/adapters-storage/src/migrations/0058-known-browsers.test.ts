import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DATABASES } from '../testing/backends.js';
import { formerDatabase } from '../testing/former-database.js';

test.each(DATABASES)('$name keeps the sessions of operators, none of which is locked', async (backend) => {
  const { db, migrate } = await formerDatabase(backend, '0056-paused-endpoints');
  const id = backend.name === 'sqlite' ? sql`x'01'` : sql`'\\x01'::bytea`;
  await sql`insert into operator_sessions
    (id, tenant, version, created_at, updated_at, operator_id, kind, secret_digest, label, last_used_at, expires_at)
    values (${id}, 1, 1, 0, 0, ${id}, 'CONSOLE', 'digest', 'Firefox', 0, 1)`.execute(db);
  await migrate('0058-known-browsers');
  const { rows } = await sql`select label, failures, locked_until from operator_sessions`.execute(db);
  expect(rows).toEqual([{ label: 'Firefox', failures: null, locked_until: null }]);
  const counts = await sql`select * from sign_in_refusals`.execute(db);
  expect(counts.rows).toEqual([]);
  await db.destroy();
});
