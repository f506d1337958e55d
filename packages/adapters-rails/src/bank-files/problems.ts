import type { RailRecords, RailWrites } from '@corridor/core/ports';

const PROBLEMS = 'problems';
const OPEN = 'OPEN';

/** Adds a problem that `check` shows until it is closed. A repeated one changes nothing. `text` is one sentence. */
export function openProblem(records: RailWrites, key: string, text: string): void {
  records.add({ collection: PROBLEMS, key, status: OPEN, value: text }, { unlessExists: true });
}

export async function closeProblem(records: RailWrites, key: string): Promise<void> {
  const record = await records.get(PROBLEMS, key);
  if (record !== null) records.remove(record);
}

/** The open problems, oldest first. */
export async function openProblems(records: RailRecords, limit: number): Promise<readonly string[]> {
  const found = await records.list(PROBLEMS, { status: OPEN, limit });
  return found.map(({ value }) => value as string);
}
