import { setTimeout } from 'node:timers/promises';
import { ok } from '@corridor/core';
import { BALANCES } from '@corridor/core/records';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMemoryStorage } from '../memory/index.js';
import type { Storage } from '../port/storage.js';
import { createTestDatabase } from '../testing/postgres.js';
import { createProxy, type Proxy } from '../testing/proxy.js';
import { ALICE, balance } from '../testing/records.js';
import { createPostgresStorage } from './index.js';

let proxy: Proxy;
let storage: Storage;
beforeEach(async () => {
  proxy = await createProxy(await createTestDatabase());
  storage = createPostgresStorage({ url: proxy.url, poolSize: 2, statementMs: 2_000 });
});
afterEach(async () => {
  await storage.close();
  await proxy.close();
});

const put = (id: string) => storage.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(id, 1n))));

/** Waits for what the pool counts, because a connection is returned shortly after its unit of work has ended. */
async function used(expected: object): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    if (JSON.stringify(storage.connectionUse()) === JSON.stringify(expected)) return;
    await setTimeout(50);
  }
  expect(storage.connectionUse()).toEqual(expected);
}

it('counts connections in use, and the units of work that wait for one', async () => {
  await used({ max: 2, inUse: 0, idle: 0, waiting: 0 });
  expect((await Promise.all([put('a'), put('b')])).every((done) => done.ok)).toBe(true);
  await used({ max: 2, inUse: 0, idle: 2, waiting: 0 });
  proxy.silence('answers');
  const units = ['c', 'd', 'e'].map(put);
  await used({ max: 2, inUse: 2, idle: 0, waiting: 1 });
  proxy.heal();
  await Promise.all(units);
  expect(storage.connectionUse()).toMatchObject({ inUse: 0, waiting: 0 });
});

it('counts no work that a free connection takes in the same turn', async () => {
  await Promise.all([put('a'), put('b')]);
  await used({ max: 2, inUse: 0, idle: 2, waiting: 0 });
  const ready = storage.ready();
  const seen: number[] = [];
  // The pool hands out its connections when the promises of a turn have settled.
  for (let turn = 0; turn < 50; turn++) {
    await Promise.resolve();
    seen.push(storage.connectionUse()!.waiting);
  }
  expect(Math.max(...seen)).toBe(0);
  expect(await ready).toBe(true);
});

it('is null where the database runs in this process', () => {
  expect(createMemoryStorage().connectionUse()).toBeNull();
});
