import { EVENTS } from '../events/index.js';
import type { Reads, UnitOfWork } from '../kernel/index.js';
import { FIGURE_HEAD_ID, FIGURE_HEADS, FIGURES, idOf, type Place } from './figure.js';
import { readFacts } from './history.js';
import { addFacts, type Counted, sumOf, type Tally } from './tally.js';

/** The maximum number of events that a reader adds to the stored figures. */
export const EVENTS_OF_A_READER = 2_000;
const ROWS_OF_A_READ = 200;

export interface ReadFigures {
  /** By the id of the row; rows without figures are left out. */
  readonly rows: ReadonlyMap<string, Counted>;
  /** Whether the newest events are missing, because more of them wait to be counted than a reader adds. */
  readonly isBehind: boolean;
}

/**
 * Rows of figures, with the events up to the horizon that are not stored in them yet. Rows and events are of one
 * snapshot of the database, so that each event counts once.
 */
export async function readFigures(units: UnitOfWork, places: readonly Place[]): Promise<ReadFigures> {
  // The horizon is read first, in its own read: every event below it is visible to a read that begins later.
  const horizon = await units.read(null, (reads) => reads.horizon(EVENTS));
  const ids = new Set(places.map(idOf));
  const { stored, tail } = await units.read(null, async (reads) => {
    const after = (await reads.get(FIGURE_HEADS, FIGURE_HEAD_ID))?.position ?? 0;
    // Another host may know a higher horizon, and have stored figures up to it.
    const range = { after, upTo: Math.max(horizon, after), order: 'asc', limit: EVENTS_OF_A_READER } as const;
    return { stored: await storedFigures(reads, [...ids]), tail: await reads.follow(EVENTS, range) };
  });
  const tally: Tally = new Map();
  const events = tail.map(({ record }) => record);
  for (const facts of await readFacts(units, events)) addFacts(tally, facts, (id) => ids.has(id));
  const rows = new Map<string, Counted>(stored);
  for (const [id, sheet] of tally) rows.set(id, sumOf(stored.get(id), sheet));
  return { rows, isBehind: tail.length === EVENTS_OF_A_READER };
}

async function storedFigures(reads: Reads, ids: readonly string[]): Promise<Map<string, Counted>> {
  const stored = new Map<string, Counted>();
  for (let from = 0; from < ids.length; from += ROWS_OF_A_READ) {
    const page = await reads.getMany(FIGURES, ids.slice(from, from + ROWS_OF_A_READ));
    for (const row of page) stored.set(row.id, row);
  }
  return stored;
}
