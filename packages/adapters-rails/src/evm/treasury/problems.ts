import { ok } from '@corridor/core';
import type { RailRecords, RailStore } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';

/** By the task that finds them: its problems of now. */
const PROBLEMS = 'treasury-problems';
const OPEN = 'OPEN';

/** Replaces the problems that a task has found. Writes only what differs. */
export async function setProblems(store: RailStore, task: string, problems: readonly string[]): Promise<void> {
  const isSame = (value: unknown): boolean => JSON.stringify(value ?? []) === JSON.stringify(problems);
  if (isSame((await store.read((records) => records.get(PROBLEMS, task)))?.value)) return;
  stored(
    await store.run(async (records) => {
      const record = await records.get(PROBLEMS, task);
      const content = { status: OPEN, value: problems };
      if (record === null) records.add({ collection: PROBLEMS, key: task, ...content }, { unlessExists: true });
      else records.change(record, content);
      return ok();
    }),
  );
}

export async function treasuryProblems(records: RailRecords): Promise<readonly string[]> {
  const found = await records.list(PROBLEMS, { status: OPEN, limit: 10 });
  return found.flatMap(({ value }) => value as readonly string[]);
}
