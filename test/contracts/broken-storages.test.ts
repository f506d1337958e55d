import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import type { Tx, UnitOfWork } from '@corridor/core/ports';
import type { BaseRecord, KindOf } from '@corridor/core/records';
import { storageContract, type StorageUnderTest } from '@corridor/core/testing';
import { expect, test } from 'vitest';
import { type Outcome, outcomeOf } from './recording-runner.js';

type Breaking = (storage: StorageUnderTest) => StorageUnderTest;

const proven = (only: string, breaking: Breaking): Promise<Outcome> =>
  outcomeOf(
    (runner) =>
      storageContract(runner, {
        create: async () => ({ open: async () => breaking(createMemoryStorage()), drop: async () => undefined }),
      }),
    only,
  );

const withUnits = (storage: StorageUnderTest, run: UnitOfWork['run']): StorageUnderTest => ({
  ...storage,
  units: { ...storage.units, run },
});

type Change = readonly [kind: KindOf<BaseRecord>, before: BaseRecord, after: BaseRecord];

/** Updates a row without a check of its version. */
const withoutVersions: Breaking = (storage) =>
  withUnits(storage, (tenant, work) =>
    storage.units.run(tenant, async (tx) => {
      const changes: Change[] = [];
      const late = { ...tx, change: (...change: Change) => void changes.push(change) } as Tx;
      const result = await work(late);
      if (!result.ok) return result;
      for (const [kind, before, after] of changes) {
        const there = await tx.get(kind, before.id);
        if (there !== null) tx.change(kind, there, { ...after, version: there.version + 1 });
      }
      return result;
    }),
  );

/** Commits the writes of a use case that returned an error. */
const withoutRollback: Breaking = (storage) =>
  withUnits(storage, async (tenant, work) => {
    let refused = null as Awaited<ReturnType<typeof work>> | null;
    const kept = await storage.units.run(tenant, async (tx) => {
      const result = await work(tx);
      if (!result.ok) refused = result;
      return result.ok ? result : { ok: true as const, value: undefined as never };
    });
    return refused ?? kept;
  });

/** Adds amounts as floating-point numbers. */
const withRoundedSums: Breaking = (storage) => ({
  ...storage,
  units: {
    ...storage.units,
    read: (tenant, work) =>
      storage.units.read(tenant, (reads) =>
        work({ ...reads, sum: async (...of) => BigInt(Number(await reads.sum(...of))) }),
      ),
  },
});

/** Hands a job to every worker. */
const withoutLeases: Breaking = (storage) => ({
  ...storage,
  jobs: { ...storage.jobs, claim: (claim) => storage.jobs.claim({ ...claim, leaseUntil: claim.now }) },
});

test.each([
  ['units', 41],
  ['reads', 11],
  ['traps', 9],
  ["workers' stores", 22],
] as const)('a storage that meets the contract fails no case of the group %s', async (group, least) => {
  const { passed, failed } = await proven(group, (storage) => storage);
  expect(failed).toEqual([]);
  expect(passed.length).toBeGreaterThanOrEqual(least);
});

test.each<[string, string, Breaking, string]>([
  [
    'ignores versions',
    'units',
    withoutVersions,
    'writes the changed columns, and refuses a change that is based on an older read',
  ],
  ['commits a refused unit', 'units', withoutRollback, 'rolls back everything after an err, including flushed writes'],
  ['rounds sums', 'reads', withRoundedSums, 'sums exactly beyond 8 bytes, within the given positions'],
  ['ignores leases', "workers' stores", withoutLeases, 'leases a due job once, and again when its lease has expired'],
])('a storage that %s fails the matching case', async (_what, group, breaking, named) => {
  expect((await proven(group, breaking)).failed).toContain(named);
});
