import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ok } from '@corridor/core';
import { BALANCES } from '@corridor/core/records';
import { afterAll, expect, test } from 'vitest';
import { Unavailable } from '../port/storage.js';
import { ALICE, balance, SHORT } from '../testing/records.js';
import { createSqliteStorage } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-private-'));
afterAll(() => rmSync(folder, { recursive: true }));

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test('creates files that only the user can read, and keeps the permissions of existing files', async () => {
  const path = join(folder, 'data', 'inner', 'a.db');
  const storage = createSqliteStorage({ path });
  await storage.migrate();
  await storage.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance('a', 1n))));
  const files = readdirSync(dirname(path));
  expect(files.sort()).toEqual(['a.db', 'a.db-shm', 'a.db-wal']);
  expect(files.map((file) => mode(join(dirname(path), file)))).toEqual(['600', '600', '600']);
  expect([mode(join(folder, 'data')), mode(dirname(path))]).toEqual(['700', '700']);
  await storage.close();

  chmodSync(path, 0o640);
  await createSqliteStorage({ path }).close();
  expect(mode(path)).toBe('640');
});

test('lets other work run between the calls of a long read, which sees none of it', async () => {
  const storage = createSqliteStorage({ path: join(folder, 'long.db') });
  await storage.migrate();
  const add = (id: string) => storage.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(id, 1n))));
  await add('a');
  let isAdded = false;
  const seen = await storage.units.read(
    ALICE,
    async (reads) => {
      // Reading begins the snapshot.
      const found = [await reads.get(BALANCES, 'b')];
      setTimeout(() => void add('b').then(() => (isAdded = true)), 1);
      while (!isAdded) found.push(await reads.get(BALANCES, 'b'));
      found.push(await reads.get(BALANCES, 'b'));
      return found;
    },
    'long',
  );
  expect(seen.every((found) => found === null)).toBe(true);
  expect(await storage.units.read(ALICE, (reads) => reads.get(BALANCES, 'b'))).toMatchObject({ available: 1n });
  await storage.close();
});

test('ends a long read when it is closed', async () => {
  const storage = createSqliteStorage({ path: join(folder, 'closed.db') });
  await storage.migrate();
  const reading = storage.units.read(
    ALICE,
    async (reads) => {
      for (;;) await reads.get(BALANCES, 'a');
    },
    'long',
  );
  await Promise.all([expect(reading).rejects.toThrow(Unavailable), storage.close()]);
});

test('lets two hosts on one file draw exactly what is available, without starving either', async () => {
  const path = join(folder, 'shared.db');
  const hosts = [createSqliteStorage({ path }), createSqliteStorage({ path })];
  await hosts[0]!.migrate();
  await hosts[0]!.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance('a', 100n))));
  const draw = (n: number) =>
    hosts[n % 2]!.units.run(ALICE, async (tx) => ok(tx.increase(BALANCES, { id: 'a', by: { available: -1n } }, SHORT)));
  const drawn = await Promise.all(Array.from({ length: 200 }, (_, n) => draw(n)));
  expect(drawn.filter(({ ok: held }) => held)).toHaveLength(100);
  expect(await hosts[1]!.units.read(ALICE, (reads) => reads.get(BALANCES, 'a'))).toMatchObject({ available: 0n });
  for (const host of hosts) await host.close();
});
