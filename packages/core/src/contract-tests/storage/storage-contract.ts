import type { TestRunner } from '../test-runner.js';
import { atomicityCases } from './atomicity.js';
import { clockCases } from './clocks.js';
import type { DatabaseUnderTest } from './database.js';
import { deadlineCases } from './deadlines.js';
import { expiryCases } from './expiry.js';
import { guardCases } from './guards.js';
import { hostCases } from './hosts.js';
import { openStorage } from './open-storage.js';
import { filterCases } from './filters.js';
import { positionCases } from './positions.js';
import { readCases } from './reads.js';
import { searchCases } from './search.js';
import { tenantCases } from './tenants.js';
import { trapCases } from './traps.js';
import { uniqueKeyCases } from './unique-keys.js';
import { workCases } from './work.js';

export interface StorageContractOptions {
  /** Creates an empty database; called once for each group of cases. */
  readonly create: () => Promise<DatabaseUnderTest>;
  /** True if several hosts can open one database: then the cases also prove how they share it. Default: false. */
  readonly shared?: boolean;
}

/**
 * What the core relies on in every storage: units of work are atomic and isolated, guards check version, state and
 * amount, a unique key is taken once and reported as a value, sums are exact, lists page without gaps, and work is
 * leased to one host at a time and in order. Registers its cases with the runner; the longest takes some seconds.
 *
 * @example
 * ```ts
 * import * as runner from 'vitest';
 * import { createMemoryStorage } from '@corridor/adapters-storage/memory';
 * import { storageContract } from '@corridor/core/testing';
 *
 * storageContract(runner, {
 *   create: async () => ({
 *     // Opens another host on the database; a storage with a schema migrates here.
 *     open: async () => createMemoryStorage(),
 *     drop: async () => undefined,
 *   }),
 * });
 * ```
 */
export function storageContract(runner: TestRunner, { create, shared = false }: StorageContractOptions): void {
  const { describe } = runner;
  describe('units', () => {
    const storage = openStorage(runner, create);
    atomicityCases(runner, storage);
    guardCases(runner, storage);
    positionCases(runner, storage);
    uniqueKeyCases(runner, storage);
    tenantCases(runner, storage);
    expiryCases(runner, storage);
    deadlineCases(runner, storage);
  });
  describe('filters', () => filterCases(runner, openStorage(runner, create)));
  describe('reads', () => readCases(runner, openStorage(runner, create)));
  describe('search', () => searchCases(runner, openStorage(runner, create)));
  describe('traps', () => trapCases(runner, openStorage(runner, create)));
  describe("workers' stores", () => {
    const storage = openStorage(runner, create);
    workCases(runner, storage);
    clockCases(runner, storage);
  });
  if (shared) describe('two hosts', () => hostCases(runner, openStorage(runner, create)));
}
