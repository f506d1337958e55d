import { EVENTS } from '../events/index.js';
import {
  type Clock,
  domainError,
  HOUSE_TENANTS,
  newRecord,
  ok,
  type Reads,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { FIGURE_HEAD_ID, FIGURE_HEADS, type FigureHead, FIGURES } from './figure.js';
import { readFacts } from './history.js';
import { addFacts, sumOf, type Tally } from './tally.js';

export interface FoldFiguresPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
}

/** The result of one run. `isBehind`: there is more to count, because one run counts a bounded number of events. */
export interface FoldedFigures {
  readonly events: number;
  readonly isBehind: boolean;
}

/** The position up to which events are counted; null if no event has been counted yet. */
export const countedUpTo = async (reads: Reads): Promise<number | null> =>
  (await reads.get(FIGURE_HEADS, FIGURE_HEAD_ID))?.position ?? null;

/** The maximum number of events that one run counts. */
export const EVENTS_OF_A_RUN = 1_000;

const RACED = domainError('CONFLICT', 'another host has counted payments at the same time; the next run continues');

/**
 * Adds the events of payments up to the horizon to the figures. The events are read outside the unit that writes, so
 * that no payment waits. The unit moves the head from the position where this run began, together with the figures: if
 * another host was faster, or this host dies, it adds nothing.
 */
export const foldFigures =
  ({ units, clock }: FoldFiguresPorts) =>
  async (): Promise<FoldedFigures> => {
    // The horizon is read first, in its own read: every event below it is visible to a read that begins later.
    const horizon = await units.read(null, (reads) => reads.horizon(EVENTS));
    const { head, found } = await units.read(null, async (reads) => {
      const begin = await reads.get(FIGURE_HEADS, FIGURE_HEAD_ID);
      const after = begin?.position ?? 0;
      const range = { after, upTo: Math.max(horizon, after), order: 'asc', limit: EVENTS_OF_A_RUN } as const;
      return { head: begin, found: await reads.follow(EVENTS, range) };
    });
    const position = found.at(-1)?.position;
    if (position === undefined) return { events: 0, isBehind: false };
    const tally: Tally = new Map();
    const facts = await readFacts(
      units,
      found.map(({ record }) => record),
    );
    for (const each of facts) addFacts(tally, each);
    const stored = await units.run(null, (tx) => store(tx, { head, position, tally }, clock));
    if (!stored.ok && stored.error.code !== RACED.code)
      throw new Error(`payments were not counted: ${stored.error.message}`);
    const isStored = stored.ok && stored.value;
    return { events: isStored ? found.length : 0, isBehind: found.length === EVENTS_OF_A_RUN };
  };

interface Folded {
  readonly head: FigureHead | null;
  readonly position: number;
  readonly tally: Tally;
}

/** False if another host has moved the head since it was read. */
async function store(tx: Tx, { head, position, tally }: Folded, clock: Clock) {
  const now = clock.now();
  const current = await tx.get(FIGURE_HEADS, FIGURE_HEAD_ID);
  if (current?.version !== head?.version) return ok(false);
  const conflicts = { conflicts: { id: RACED } };
  if (current === null) {
    const first = { position, ...newRecord(FIGURE_HEAD_ID, { tenant: HOUSE_TENANTS[0]!, now }) };
    tx.add(FIGURE_HEADS, first, conflicts);
  } else {
    update(tx, { now }, FIGURE_HEADS, current, { position });
  }
  const rows = new Map((await tx.getMany(FIGURES, [...tally.keys()])).map((row) => [row.id, row]));
  for (const [id, sheet] of tally) {
    const row = rows.get(id);
    const { tenant, hour } = sheet.place;
    if (row !== undefined) update(tx, { now }, FIGURES, row, sumOf(row, sheet));
    else tx.add(FIGURES, { hour, ...sumOf(undefined, sheet), ...newRecord(id, { tenant, now }) }, conflicts);
  }
  return ok(true);
}
