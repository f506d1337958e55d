import type { StatementEntry } from './account-statement.js';

/** The parts of a file, whose texts make it. Each is written when it is taken. */
export type StatementParts = Iterable<string>;

/** How many entries a part has at most. */
const ENTRIES_IN_PART = 100;

/** The entries, as many at once as a part has. */
export function* inParts(entries: readonly StatementEntry[]): Generator<readonly StatementEntry[], void> {
  for (let at = 0; at < entries.length; at += ENTRIES_IN_PART) yield entries.slice(at, at + ENTRIES_IN_PART);
}
