import { ok } from '@corridor/core';
import type { RailRecords, RailStore, RailWrites } from '@corridor/core/ports';
import { stored } from '../connections/stored.js';

export const PROBLEMS = 'problems';
const OPEN = 'OPEN';

/** The problem of a file that is not sent because of what it contains. */
export const contentProblem = (messageId: string): string => `content/${messageId}`;

/** The problem of a sent file that is not kept as a voucher yet. */
export const keepProblem = (messageId: string): string => `keep/${messageId}`;

/** Adds a problem that `check` shows until it is closed. A repeated one changes nothing. `text` is one sentence. */
export function openProblem(records: RailWrites, key: string, text: string): void {
  records.add({ collection: PROBLEMS, key, status: OPEN, value: text }, { unlessExists: true });
}

export async function closeProblem(records: RailWrites, key: string): Promise<void> {
  const record = await records.get(PROBLEMS, key);
  if (record !== null) records.remove(record);
}

/** Replaces the problem of this key; null closes it. Writes only what differs. */
export async function setProblem(store: RailStore, key: string, text: string | null): Promise<void> {
  const before = await store.read((records) => records.get(PROBLEMS, key));
  if ((before?.value ?? null) === text) return;
  stored(
    await store.run(async (records) => {
      const record = await records.get(PROBLEMS, key);
      if (record === null && text !== null) openProblem(records, key, text);
      if (record !== null && text === null) records.remove(record);
      if (record !== null && text !== null) records.change(record, { value: text });
      return ok();
    }),
  );
}

/** The open problems, oldest first. */
export async function openProblems(records: RailRecords, limit: number): Promise<readonly string[]> {
  const found = await records.list(PROBLEMS, { status: OPEN, limit });
  return found.map(({ value }) => value as string);
}
