import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/postgres.js';
import { createPostgresStorage } from './index.js';

test('reports why the server ended the migrations, not that the rollback found no connection', async () => {
  const url = await createTestDatabase({ migrated: false });
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`
    create table schema_migrations (name varchar(255) primary key, timestamp varchar(255) not null);
    create function breaks() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger breaks before insert on schema_migrations for each row execute function breaks()`);
  await admin.end();
  const storage = createPostgresStorage({ url });
  await expect(storage.migrate()).rejects.toThrow('terminating connection due to administrator command');
  await storage.close();
});
