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

/** Changes the row that is there, whoever changed it meanwhile. */
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

/** Commits what a use case has written before it refused. */
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

/** Adds amounts as numbers. */
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

/** Gives a job to everyone who asks. */
const withoutLeases: Breaking = (storage) => ({
  ...storage,
  jobs: { ...storage.jobs, claim: (claim) => storage.jobs.claim({ ...claim, leaseUntil: claim.now }) },
});

test.each([
  ['units', 41],
  ['reads', 11],
  ['traps', 9],
  ["workers' stores", 22],
] as const)('a storage that keeps the contract fails none of %s', async (group, least) => {
  const { passed, failed } = await proven(group, (storage) => storage);
  expect(failed).toEqual([]);
  expect(passed.length).toBeGreaterThanOrEqual(least);
});

test.each<[string, string, Breaking, string]>([
  [
    'forgets versions',
    'units',
    withoutVersions,
    'writes the changed columns, and refuses a change that is based on an older read',
  ],
  ['keeps what was refused', 'units', withoutRollback, 'rolls back everything after an err, including flushed writes'],
  ['rounds sums', 'reads', withRoundedSums, 'sums exactly beyond 8 bytes, within the given positions'],
  ['leases nothing', "workers' stores", withoutLeases, 'leases a due job once, and again when its lease has expired'],
])('a storage that %s fails the case that says so', async (_what, group, breaking, named) => {
  expect((await proven(group, breaking)).failed).toContain(named);
});
