import { performance } from 'node:perf_hooks';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { RailConnection, RailRecord, RailRecords, RailStore, TellCore } from '@corridor/core/ports';

/** Requests wait at most about this long for a task. */
const TURN_MS = 10;

/** Lets the thread do other work if this work has kept it for a turn. */
export type Pass = () => Promise<void>;

export function createPass(): Pass {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await otherWork();
    since = performance.now();
  };
}

type Tasks = NonNullable<RailConnection['tasks']>;

/**
 * Lets the thread do other work between the units of a task. A database in the process answers at once, so a task that
 * only awaits units would keep the thread until its end: a statement of the bank has thousands of entries.
 */
export function inTurns(): { readonly store: (of: RailStore) => RailStore; readonly tasks: (of: Tasks) => Tasks } {
  const pass = createPass();
  const telling =
    (tell: TellCore): TellCore =>
    async (message) => {
      await pass();
      return tell(message);
    };
  return {
    store: (store) => ({
      run: async (work) => {
        await pass();
        return store.run(work);
      },
      read: async (work) => {
        await pass();
        return store.read(work);
      },
    }),
    tasks: (tasks) => tasks.map(({ run, ...task }) => ({ ...task, run: (tell, held) => run(telling(tell), held) })),
  };
}

/** The reads of records that need no snapshot in common. */
export type SlicedReads = Pick<RailRecords, 'get' | 'getMany' | 'list'>;

/** Records that one read gets at most. */
const SLICE = 200;

/** Reads many records in several reads, each with a snapshot of its own, and lets the thread do other work between them. */
export function slicedReads(store: RailStore, pass: Pass): SlicedReads {
  const read: RailStore['read'] = async (work) => {
    await pass();
    return store.read(work);
  };
  return {
    get: (collection, key) => read((records) => records.get(collection, key)),
    getMany: async (collection, keys) => {
      const found: RailRecord[] = [];
      for (let at = 0; at < keys.length; at += SLICE) {
        const some = keys.slice(at, at + SLICE);
        found.push(...(await read((records) => records.getMany(collection, some))));
      }
      return found;
    },
    list: (collection, query) => read((records) => records.list(collection, query)),
  };
}
