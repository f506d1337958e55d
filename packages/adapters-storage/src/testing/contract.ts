import { AsyncLocalStorage } from 'node:async_hooks';
import { ok } from '@corridor/core';
import { storageContract } from '@corridor/core/testing';
import * as runner from 'vitest';
import type { Backend } from './backends.js';
import { ALICE } from './records.js';

const { describe, expect, test } = runner;

/** Registers the contract of the storage port for one backend. */
export function backendContract({ name, create }: Backend): void {
  describe(`the storage ${name}`, () => {
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
}
