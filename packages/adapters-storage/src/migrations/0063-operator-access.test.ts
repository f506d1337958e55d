import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DATABASES } from '../testing/backends.js';
import { formerDatabase } from '../testing/former-database.js';

test.each(DATABASES)('$name keeps operators, who are local and have no limit', async (backend) => {
  const { db, migrate } = await formerDatabase(backend, '0061-blocks');
  const id = backend.name === 'sqlite' ? sql`x'01'` : sql`'\\x01'::bytea`;
  await sql`insert into operators
    (id, tenant, version, created_at, updated_at, name, name_key, role, status, totp_step, passkeys, failures, sessions_from)
    values (${id}, 1, 1, 0, 0, 'Ada', 'ada', 'ADMIN', 'ACTIVE', 0, '[]', 0, 0)`.execute(db);
  await migrate('0063-operator-access');
  const { rows } = await sql`select name, platforms, issuer, issuer_subject, lapsed_at from operators`.execute(db);
  expect(rows).toEqual([{ name: 'Ada', platforms: null, issuer: null, issuer_subject: null, lapsed_at: null }]);
  await db.destroy();
});
