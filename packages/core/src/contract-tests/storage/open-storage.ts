import { ok, type TenantKey } from '../../kernel/index.js';
import { BALANCES } from '../../ledger/index.js';
import type { TestRunner } from '../test-runner.js';
import type { DatabaseUnderTest, StorageUnderTest } from './database.js';
import { ALICE, balance } from './records.js';

/** The storage that a group of cases works with; each case keeps to rows of its own. */
export interface OpenStorage extends Omit<StorageUnderTest, 'close'> {
  /** Closes it and opens the database again. */
  reopen(): Promise<void>;
  /** Another host on its database; whoever opens it closes it. */
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
/** An id that no other case has. */
export const fresh = (type: string): string => `${type}:${++serial}`;

/** What many cases do with balances. */
export const balancesOf = (storage: OpenStorage) => ({
  /** What is available on a balance; undefined where there is none. */
  available: async (id: string, tenant: TenantKey = ALICE): Promise<bigint | undefined> =>
    (await storage.units.read(tenant, (reads) => reads.get(BALANCES, id)))?.available,

  /** Stores a balance with this amount; answers its id. */
  async given(id: string, amount: bigint): Promise<string> {
    await storage.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(id, amount))));
    return id;
  },
});
