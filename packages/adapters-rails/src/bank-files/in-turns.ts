import { performance } from 'node:perf_hooks';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { RailConnection, RailStore, TellCore } from '@corridor/core/ports';

/** Requests wait at most about this long for a task. */
const TURN_MS = 10;

type Tasks = NonNullable<RailConnection['tasks']>;

/**
 * Lets the thread do other work between the units of a task. A database in the process answers at once, so a task that
 * only awaits units would keep the thread until its end: a statement of the bank has thousands of entries.
 */
export function inTurns(): { readonly store: (of: RailStore) => RailStore; readonly tasks: (of: Tasks) => Tasks } {
  let since = performance.now();
  const pass = async (): Promise<void> => {
    if (performance.now() - since < TURN_MS) return;
    await otherWork();
    since = performance.now();
  };
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
    tasks: (tasks) => tasks.map(({ run, ...task }) => ({ ...task, run: (tell) => run(telling(tell)) })),
  };
}
