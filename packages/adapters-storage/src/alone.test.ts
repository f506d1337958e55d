import { readFileSync } from 'node:fs';
import { ok } from '@corridor/core';
import { describe, expect, test } from 'vitest';
import { DatabaseInUseError } from './port/storage.js';
import { DATABASES, postgres, sqlite } from './testing/backends.js';
import { Database as Sqlite } from './testing/sqlite.js';

async function waitFor(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe.each(DATABASES)('the storage $name', ({ create }) => {
  test('refuses work that needs the database alone while another storage has it open', async () => {
    const database = await create();
    const storage = database.open();
    await storage.migrate();
    await storage.refuseOthers();
    const host = database.open();
    expect(await host.ready()).toBe(true);
    const refused = await storage.refuseOthers().then(
      () => null,
      (error: unknown) => error as Error,
    );
    expect(refused).toBeInstanceOf(DatabaseInUseError);
    expect(refused?.message).toMatch(/: stop all hosts of the database, and run the command again/);
    await host.close();
    await storage.refuseOthers();
    expect(await storage.units.run(null, async () => ok('works'))).toEqual(ok('works'));
    await storage.close();
    await database.drop();
  });

  test('waits for a storage that is about to close', async () => {
    const database = await create();
    const storage = database.open();
    await storage.migrate();
    const host = database.open();
    await host.ready();
    const refused = storage.refuseOthers();
    setTimeout(() => void host.close(), 300);
    await refused;
    await storage.close();
    await database.drop();
  });
});

test('hosts in Postgres tell each other the skew of their machines, until they close', async () => {
  const database = await postgres.create();
  const [a, b, c] = [database.open(), database.open(), database.open()];
  await a.migrate();
  expect(await a.exchangeSkew('a', 90_000)).toEqual([]);
  expect(await b.exchangeSkew('b', -7)).toEqual([90_000]);
  expect(await c.exchangeSkew('b', -8)).toEqual([90_000]);
  expect(await a.exchangeSkew('a', 0)).toHaveLength(1);
  await b.close();
  await c.close();
  await waitFor(async () => (await a.exchangeSkew('a', 0)).length === 0);
  const other = database.open();
  await expect(other.refuseOthers()).rejects.toThrow(DatabaseInUseError);
  await other.close();
  await a.close();
});

test('erasing the remains leaves nothing in the SQLite file that a changed row has contained', async () => {
  const database = await sqlite.create();
  const storage = database.open();
  await storage.migrate();
  const db = new Sqlite(database.address);
  db.pragma('journal_mode = WAL');
  db.exec(`create table texts (id integer primary key, text text);`);
  const insert = db.prepare('insert into texts values (?, ?)');
  for (let id = 0; id < 500; id++) insert.run(id, `former-secret-${id} ${'x'.repeat(100)}`);
  db.exec(`update texts set text = 'renewed'; delete from texts where id > 250;`);
  db.close();
  const remains = (): boolean =>
    [database.address, `${database.address}-wal`].some((file) => {
      try {
        return readFileSync(file).includes('former-secret');
      } catch {
        return false;
      }
    });
  expect(remains()).toBe(true);
  await storage.eraseRemains();
  expect(remains()).toBe(false);
  expect(await storage.ready()).toBe(true);
  await storage.close();
  await database.drop();
});
