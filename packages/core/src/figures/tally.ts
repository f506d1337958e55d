import { splitTenant } from '../kernel/index.js';
import { type Facts, slotOf } from './facts.js';
import { type Cell, type Figure, idOf, type OpenSlots, type Place, placesOf, totalsOf } from './figure.js';
import { bucketOf } from './settle-times.js';

/** The content of a row of figures. */
export type Counted = Pick<Figure, 'cells' | 'open'>;

type Counts = Record<string, number>;

/** A cell that is being added up. */
type Sums = { -readonly [K in keyof Cell]: Cell[K] } & { failed: Counts; times: Counts };

/** A row of figures to which events are added. */
interface Sheet {
  readonly place: Place;
  /** By `keyOf`. */
  readonly cells: Map<string, Sums>;
  readonly open: Record<string, Counts>;
}

/** By the id of the row. */
export type Tally = Map<string, Sheet>;

/** Adds what an event says to each row that counts it; `counts` leaves out the rows that are not read. */
export function addFacts(tally: Tally, facts: Facts, counts: (id: string) => boolean = () => true): void {
  const { tenant, at, ownAt, isAccepted, outcome, open } = facts;
  if (isAccepted || outcome !== null) {
    const cell = cellOf(facts);
    for (const place of placesOf(tenant, at, ownAt)) {
      const sheet = sheetOf(tally, place, counts);
      if (sheet !== null) addCell(sheet.cells, cell);
    }
  }
  if (open === null) return;
  const sheet = sheetOf(tally, totalsOf(splitTenant(tenant).environment), counts);
  if (sheet !== null) addCounts((sheet.open[facts.kind] ??= {}), { [slotOf(open.since)]: open.by });
}

/** Null for a row that is not read. */
function sheetOf(tally: Tally, place: Place, counts: (id: string) => boolean): Sheet | null {
  const id = idOf(place);
  const found = tally.get(id);
  if (found !== undefined) return found;
  if (!counts(id)) return null;
  const sheet: Sheet = { place, cells: new Map(), open: {} };
  tally.set(id, sheet);
  return sheet;
}

function addCell(cells: Map<string, Sums>, cell: Cell): void {
  const key = keyOf(cell);
  const sums = cells.get(key);
  if (sums === undefined) {
    cells.set(key, { ...cell, failed: { ...cell.failed }, times: { ...cell.times } });
    return;
  }
  sums.accepted += cell.accepted;
  sums.settled += cell.settled;
  sums.amount += cell.amount;
  sums.returned += cell.returned;
  sums.settleMs += cell.settleMs;
  addCounts(sums.failed, cell.failed);
  addCounts(sums.times, cell.times);
}

function addCounts(sums: Counts, more: Readonly<Counts>): void {
  for (const key in more) sums[key] = (sums[key] ?? 0) + more[key]!;
}

/** The stored content of a row with what was added. Cells are in the order of their keys. */
export function sumOf(stored: Counted | undefined, sheet: Pick<Sheet, 'cells' | 'open'> | undefined): Counted {
  const cells = new Map<string, Sums>();
  for (const cell of stored?.cells ?? []) addCell(cells, cell);
  for (const cell of sheet?.cells.values() ?? []) addCell(cells, cell);
  return {
    cells: [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell),
    open: sumOfSlots(stored?.open ?? {}, sheet?.open ?? {}),
  };
}

/** Without slots that have no open payment any more. */
function sumOfSlots(some: OpenSlots, more: OpenSlots): OpenSlots {
  const open: Record<string, Counts> = {};
  for (const slots of [some, more]) {
    for (const [kind, counts] of Object.entries(slots)) addCounts((open[kind] ??= {}), counts);
  }
  return Object.fromEntries(
    Object.entries(open).flatMap(([kind, counts]) => {
      const left = Object.entries(counts).filter(([, count]) => count !== 0);
      return left.length === 0 ? [] : [[kind, Object.fromEntries(left)]];
    }),
  );
}

function cellOf({ kind, rail, currency, isAccepted, outcome }: Facts): Cell {
  const settled = outcome?.what === 'settled' ? outcome : null;
  const settleMs = settled?.settleMs ?? null;
  return {
    kind,
    rail,
    currency,
    accepted: isAccepted ? 1 : 0,
    settled: settled === null ? 0 : 1,
    amount: settled?.amount ?? 0n,
    returned: outcome?.what === 'returned' ? 1 : 0,
    failed: outcome?.what === 'failed' ? { [outcome.reason]: 1 } : {},
    times: settleMs === null ? {} : { [bucketOf(settleMs)]: 1 },
    settleMs: settleMs ?? 0,
  };
}

/** Cells of a row differ in this. */
export const keyOf = ({ kind, rail, currency }: Pick<Cell, 'kind' | 'rail' | 'currency'>): string =>
  `${kind}/${rail}/${currency}`;
