import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Database } from '../testing/sqlite.js';
import { createSqliteStorage } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-migrate-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('reports the statement that failed if SQLite itself has rolled back the migrations', async () => {
  const path = join(folder, 'a.db');
  const breaker = new Database(path);
  // SQLite ends the transaction in the same way when the disk is full.
  breaker.exec(`
    create table schema_migrations (name text primary key, timestamp text);
    create trigger breaks before insert on schema_migrations begin select raise(rollback, 'the first error'); end`);
  breaker.close();
  const storage = createSqliteStorage({ path });
  await expect(storage.migrate()).rejects.toThrow('the first error');
  await storage.close();
});
