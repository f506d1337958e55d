import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DATABASES } from '../testing/backends.js';
import { formerDatabase } from '../testing/former-database.js';

test.each(DATABASES)('$name sends to the endpoints of platforms that were there before', async (backend) => {
  const { db, migrate } = await formerDatabase(backend, '0053-invitation-quotes');
  await migrate('0056-paused-endpoints');
  const { rows } = await sql`select webhook_paused_at from platforms where webhook_paused_at is not null`.execute(db);
  expect(rows).toEqual([]);
  await db.destroy();
});
