import { AsyncLocalStorage } from 'node:async_hooks';
import { ok } from '@corridor/core';
import { storageContract } from '@corridor/core/testing';
import * as runner from 'vitest';
import { BACKENDS } from './testing/backends.js';
import { ALICE } from './testing/records.js';

const { describe, expect, test } = runner;

describe.each(BACKENDS)('the storage $name', ({ name, create }) => {
  storageContract(runner, {
    shared: name === 'postgres',
    async create() {
      const database = await create();
      return {
        async open() {
          const storage = database.open();
          await storage.migrate();
          return storage;
        },
        drop: () => database.drop(),
      };
    },
  });

  test('preserves the async context of each caller in concurrent units of work', async () => {
    const database = await create();
    const storage = database.open();
    await storage.migrate();
    const request = new AsyncLocalStorage<number>();
    const seen = await Promise.all(
      [1, 2, 3, 4].map((id) => request.run(id, () => storage.units.run(ALICE, async () => ok(request.getStore())))),
    );
    expect(seen).toEqual([ok(1), ok(2), ok(3), ok(4)]);
    await storage.close();
    await database.drop();
  });
});
