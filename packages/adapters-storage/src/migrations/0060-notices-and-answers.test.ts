import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DATABASES } from '../testing/backends.js';
import { formerDatabase } from '../testing/former-database.js';

test.each(DATABASES)('$name keeps operators without notices and payments without answers', async (backend) => {
  const { db, migrate } = await formerDatabase(backend, '0058-known-browsers');
  const id = backend.name === 'sqlite' ? sql`x'01'` : sql`'\\x01'::bytea`;
  await sql`insert into operators
    (id, tenant, version, created_at, updated_at, name, name_key, role, status, totp_step, passkeys, failures, sessions_from)
    values (${id}, 1, 1, 0, 0, 'Ada', 'ada', 'ADMIN', 'ACTIVE', 0, '[]', 0, 0)`.execute(db);
  await migrate('0060-notices-and-answers');
  const { rows } = await sql`select name, notices from operators`.execute(db);
  expect(rows).toEqual([{ name: 'Ada', notices: null }]);
  expect((await sql`select answer_id from transactions`.execute(db)).rows).toEqual([]);
  await db.destroy();
});
