import { instant, ok, toIso } from '@corridor/core';
import type { Clock, RailConnection, RailRecord, RailStore } from '@corridor/core/ports';

export interface WatchedTaskPorts {
  /** Of the tasks, apart from the records of the connection. */
  readonly store: RailStore;
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void };
}

/** The item of the backlog, which the metric `corridor_rail_backlog` has as well. */
export const FAILING_TASKS = 'tasks that keep failing';

const FAILURES = 'failures';
const OPEN = 'OPEN';
/** A task that fails once is repeated within seconds; only what lasts longer needs a person. */
const PATIENCE_MS = 60_000;
const LONGEST_TEXT = 300;

/** Host time in milliseconds. */
type Failure = { readonly since: number; readonly error: string };

/**
 * Keeps since when a task of a connection fails, and with which error, so that the condition of the connection shows it
 * on every host: a repeated failure must not be known to the log alone.
 */
export function watchTasks(
  connection: Pick<RailConnection, 'name' | 'tasks' | 'check'>,
  { store, clock, log }: WatchedTaskPorts,
): Pick<RailConnection, 'tasks' | 'check'> {
  const note = async (task: string, error: string | null): Promise<void> => {
    try {
      const known = await store.read((records) => records.get(FAILURES, task));
      if (error === null && known === null) return;
      await store.run(async (records) => {
        const record = await records.get(FAILURES, task);
        if (error === null) {
          if (record !== null) records.remove(record);
        } else if (record === null) {
          const value: Failure = { since: clock.now(), error };
          records.add({ collection: FAILURES, key: task, status: OPEN, value }, { unlessExists: true });
        } else {
          const { since, error: before } = failureIn(record);
          if (before !== error) records.change(record, { value: { since, error } });
        }
        return ok();
      });
    } catch (cause) {
      // The failure of the task is the one that its caller needs.
      log.warn({ rail: connection.name, task, reason: textOf(cause) }, 'the failure of a rail task cannot be kept');
    }
  };

  return {
    tasks: connection.tasks.map((task) => ({
      name: task.name,
      run: async (tell, held) => {
        try {
          const seconds = await task.run(tell, held);
          await note(task.name, null);
          return seconds;
        } catch (cause) {
          await note(task.name, textOf(cause));
          throw cause;
        }
      },
    })),
    check: async () => {
      const condition = await connection.check();
      const names = new Set(connection.tasks.map(({ name }) => name));
      const open = await store.read((records) => records.list(FAILURES, { status: OPEN, limit: 100 }));
      const lasting = open.filter(
        (record) => names.has(record.key) && failureIn(record).since + PATIENCE_MS <= clock.now(),
      );
      if (lasting.length === 0) return condition;
      return {
        ...condition,
        backlog: { ...condition.backlog, [FAILING_TASKS]: lasting.length },
        problems: [...condition.problems, ...lasting.map(problemOf)],
      };
    },
  };
}

const failureIn = ({ value }: RailRecord): Failure => value as Failure;

function problemOf(record: RailRecord): string {
  const { since, error } = failureIn(record);
  return `the task ${record.key} has failed since ${toIso(instant(since))}: ${error}`;
}

const textOf = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT);
