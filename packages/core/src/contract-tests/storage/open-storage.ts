import { ok, type TenantKey } from '../../kernel/index.js';
import { BALANCES } from '../../ledger/index.js';
import type { TestRunner } from '../test-runner.js';
import type { DatabaseUnderTest, StorageUnderTest } from './database.js';
import { ALICE, balance } from './records.js';

/** The storage of a group of cases; each case uses rows of its own. */
export interface OpenStorage extends Omit<StorageUnderTest, 'close'> {
  /** Closes the storage and opens the database again. */
  reopen(): Promise<void>;
  /** Another host on the same database; the caller closes it. */
  openAnother(): Promise<StorageUnderTest>;
}

/** Creates a database before the first case of a group, and drops it after the last. */
export function openStorage(
  { beforeAll, afterAll }: TestRunner,
  create: () => Promise<DatabaseUnderTest>,
): OpenStorage {
  let database: DatabaseUnderTest;
  let storage: StorageUnderTest;

  beforeAll(async () => {
    database = await create();
    storage = await database.open();
  });
  afterAll(async () => {
    await storage.close();
    await database.drop();
  });

  return {
    get units() {
      return storage.units;
    },
    get jobs() {
      return storage.jobs;
    },
    get outbox() {
      return storage.outbox;
    },
    async reopen() {
      await storage.close();
      storage = await database.open();
    },
    openAnother: () => database.open(),
  };
}

let serial = 0;
/** An id that no other case uses. */
export const fresh = (type: string): string => `${type}:${++serial}`;

/** Helpers for balances. */
export const balancesOf = (storage: OpenStorage) => ({
  /** The available amount of a balance; undefined if it does not exist. */
  available: async (id: string, tenant: TenantKey = ALICE): Promise<bigint | undefined> =>
    (await storage.units.read(tenant, (reads) => reads.get(BALANCES, id)))?.available,

  /** Stores a balance with this amount; returns its id. */
  async given(id: string, amount: bigint): Promise<string> {
    await storage.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(id, amount))));
    return id;
  },
});
