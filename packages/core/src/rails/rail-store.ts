import type { RailRecord, RailRecords, RailStore, RailWrites } from '../accounts/index.js';
import {
  type Clock,
  domainError,
  type Environment,
  houseTenant,
  newRecord,
  type Reads,
  type Sealer,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { RAIL_RECORDS, type StoredRailRecord } from './rail-record.js';
import { storedForms } from './stored-form.js';

export interface RailStorePorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

const TAKEN = domainError('CONFLICT', 'a record with this key exists');

/**
 * The store of one rail connection: its records belong to the house tenant of the environment and are written in units
 * of work, like all other records.
 *
 * @example
 * ```ts
 * import { createSealer, nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
 * import { createMemoryStorage } from '@corridor/adapters-storage/memory';
 * import { ok } from '@corridor/core';
 * import { createRailStore } from '@corridor/core/internal';
 *
 * const { units } = createMemoryStorage();
 * const sealer = createSealer(nodeCrypto.random.bytes(32));
 * const store = createRailStore({ units, clock: systemClock, sealer }, 'SANDBOX', 'acme-bank');
 * await store.run(async (records) => {
 *   records.add({ collection: 'payments', key: 'Transaction:1', status: 'WAITING', value: { amount: 100n } });
 *   return ok();
 * });
 * (await store.read((records) => records.get('payments', 'Transaction:1')))?.status; // 'WAITING'
 * ```
 */
export function createRailStore(
  { units, clock, sealer }: RailStorePorts,
  environment: Environment,
  connection: string,
): RailStore {
  const tenant = houseTenant(environment);
  const { idOf, listingOf, sealed, opened, storedForm } = storedForms(sealer, environment, connection);

  const recordsOf = (reads: Reads): RailRecords => ({
    get: async (collection, key) => {
      const found = await reads.get(RAIL_RECORDS, idOf(collection, key));
      return found === null ? null : opened(found);
    },
    getMany: async (collection, keys) => {
      const ids = keys.map((key) => idOf(collection, key));
      const found: RailRecord[] = [];
      for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
        const part = await reads.getMany(RAIL_RECORDS, ids.slice(at, at + READ_AT_ONCE));
        for (const stored of part) found.push(opened(stored));
      }
      return found;
    },
    list: async (collection, { status, limit, after }) => {
      const { rows } = await reads.list(RAIL_RECORDS, {
        where: { listing: listingOf(collection, status) },
        order: 'asc',
        limit,
        after: after && { createdAt: after.createdAt, id: idOf(after.collection, after.key) },
        counted: false,
      });
      return rows.map(opened);
    },
    count: async (collection, status) => {
      const where = { listing: listingOf(collection, status) };
      const { total } = await reads.list(RAIL_RECORDS, { where, order: 'asc', limit: 1 });
      return total ?? MOST_COUNTED;
    },
  });

  const writesOf = (tx: Tx): RailWrites => ({
    ...recordsOf(tx),
    add: ({ collection, key, status = null, value = null, secret = null }, options) => {
      const id = idOf(collection, key);
      const record: StoredRailRecord = {
        listing: status === null ? null : listingOf(collection, status),
        value,
        sealedSecret: sealed(id, secret),
        ...newRecord(id, { tenant, now: clock.now() }),
      };
      tx.add(
        RAIL_RECORDS,
        record,
        options?.unlessExists === true ? { unlessExists: true } : { conflicts: { id: TAKEN } },
      );
    },
    change: (record, { status, value, secret }) => {
      const before = storedForm(record);
      const { id, listing, sealedSecret } = before;
      const after = update(tx, { now: clock.now() }, RAIL_RECORDS, before, {
        listing: status === undefined ? listing : status === null ? null : listingOf(record.collection, status),
        value: value === undefined ? before.value : value,
        sealedSecret: secret === undefined ? sealedSecret : sealed(id, secret),
      });
      return opened(after);
    },
    remove: (record) => tx.remove(RAIL_RECORDS, storedForm(record)),
  });

  return {
    run: (work) => units.run(tenant, (tx) => work(writesOf(tx)), 'jobs'),
    read: (work) => units.read(tenant, (reads) => work(recordsOf(reads))),
  };
}

const MOST_COUNTED = 10_000;
/** Connections read the payments of whole files; a statement has bounded lists. */
const READ_AT_ONCE = 500;
