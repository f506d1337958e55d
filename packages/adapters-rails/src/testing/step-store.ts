import { err, type Result } from '@corridor/core';
import type { Clock, RailRecord, RailRecords, RailStore, RailWrites } from '@corridor/core/ports';

interface Write {
  readonly id: string;
  /** Null for a removal. */
  readonly record: RailRecord | null;
  /** Of the stored record; null for an added one. */
  readonly version: number | null;
  readonly unlessExists: boolean;
}

/**
 * A store as weak as a store may be: each read of a unit sees what is committed at that moment, and only changed
 * records are guarded. Records come in another order than their keys. `step` is awaited before each read and around each
 * commit, so that a test can let other units run there, or end the host.
 */
export function stepStore(clock: Clock) {
  const committed = new Map<string, RailRecord>();
  const order = new Map<string, number>();

  const idOf = (collection: string, key: string): string => `${collection}/${key}`;
  const clone = <T>(value: T): T => structuredClone(value);

  function commit(writes: readonly Write[]): 'committed' | 'lost' | 'taken' {
    const added = writes.filter(
      ({ version, id, unlessExists }) => version === null && !(unlessExists && committed.has(id)),
    );
    if (added.some(({ id }) => committed.has(id))) return 'taken';
    const guarded = writes.filter(({ version }) => version !== null);
    if (
      guarded.some(({ id, version }) => committed.get(id)?.version !== version && !added.some((each) => each.id === id))
    )
      return 'lost';
    for (const { id, record } of [...added, ...guarded]) {
      if (record === null) committed.delete(id);
      else committed.set(id, record);
      if (!order.has(id)) order.set(id, order.size);
    }
    return 'committed';
  }

  function storeFor(step: () => Promise<void>): RailStore {
    function readsOver(own: ReadonlyMap<string, RailRecord | null>): RailRecords {
      const visible = (id: string): RailRecord | null => (own.has(id) ? own.get(id)! : (committed.get(id) ?? null));
      const listed = (collection: string, status: string): readonly RailRecord[] =>
        [...new Set([...committed.keys(), ...own.keys()])]
          .map(visible)
          .filter((record) => record?.collection === collection && record.status === status)
          .map((record) => record!)
          .toSorted(
            (a, b) => (order.get(idOf(a.collection, a.key)) ?? 1e9) - (order.get(idOf(b.collection, b.key)) ?? 1e9),
          );
      return {
        get: async (collection, key) => {
          await step();
          return clone(visible(idOf(collection, key)));
        },
        getMany: async (collection, keys) => {
          await step();
          return clone([...new Set(keys)].flatMap((key) => visible(idOf(collection, key)) ?? []).toReversed());
        },
        list: async (collection, { status, limit, after }) => {
          await step();
          const all = listed(collection, status);
          const from = after === undefined ? 0 : all.findIndex(({ key }) => key === after.key) + 1;
          return clone(all.slice(from, from + limit));
        },
        count: async (collection, status) => {
          await step();
          return listed(collection, status).length;
        },
      };
    }

    async function attempt<T>(work: (records: RailWrites) => Promise<Result<T>>): Promise<Result<T> | 'lost'> {
      const own = new Map<string, RailRecord | null>();
      const writes = new Map<string, Write>();
      const put = (id: string, write: Omit<Write, 'id' | 'version'>, version: number | null): void => {
        const before = writes.get(id);
        writes.set(id, { id, ...write, version: before === undefined ? version : before.version });
        own.set(id, write.record);
      };
      const result = await work({
        ...readsOver(own),
        add: ({ collection, key, status = null, value = null, secret = null }, options) => {
          const id = idOf(collection, key);
          const now = clock.now();
          const unlessExists = options?.unlessExists === true;
          const record = { collection, key, status, value, secret, createdAt: now, updatedAt: now, version: 1 };
          put(id, { record, unlessExists }, null);
        },
        change: (record, content) => {
          const id = idOf(record.collection, record.key);
          const changed = { ...record, ...content, updatedAt: clock.now(), version: record.version + 1 };
          put(id, { record: changed, unlessExists: false }, record.version);
          return changed;
        },
        remove: (record) =>
          put(idOf(record.collection, record.key), { record: null, unlessExists: false }, record.version),
      });
      if (!result.ok) return result;
      await step();
      const outcome = commit([...writes.values()].map(clone));
      await step();
      if (outcome === 'taken') return err('CONFLICT', 'a record with this key exists');
      return outcome === 'lost' ? 'lost' : result;
    }

    return {
      run: async (work) => {
        for (let tries = 0; tries < 20; tries += 1) {
          const result = await attempt(work);
          if (result !== 'lost') return result;
        }
        return err('CONFLICT', 'the unit lost every race');
      },
      read: async (work) => {
        await step();
        return work(readsOver(new Map()));
      },
    };
  }

  return {
    storeFor,
    /** What is committed, for the test itself. */
    committed: committed as ReadonlyMap<string, RailRecord>,
    store: storeFor(async () => {}),
  };
}
