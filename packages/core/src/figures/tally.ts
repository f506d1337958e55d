import { splitTenant } from '../kernel/index.js';
import { type Facts, slotOf } from './facts.js';
import { type Cell, type Figure, idOf, type OpenSlots, type Place, placesOf, totalsOf } from './figure.js';
import { bucketOf } from './settle-times.js';

/** The content of a row of figures. */
export type Counted = Pick<Figure, 'cells' | 'open'>;

/** A row of figures to which events are added. */
interface Sheet {
  readonly place: Place;
  /** By `keyOf`. */
  readonly cells: Map<string, Cell>;
  open: OpenSlots;
}

/** By the id of the row. */
export type Tally = Map<string, Sheet>;

/** Adds what an event says to each row that counts it; `counts` leaves out the rows that are not read. */
export function addFacts(tally: Tally, facts: Facts, counts: (place: Place) => boolean = () => true): void {
  const { tenant, at, isAccepted, outcome, open } = facts;
  if (isAccepted || outcome !== null) {
    const cell = cellOf(facts);
    for (const place of placesOf(tenant, at)) if (counts(place)) addCell(sheetOf(tally, place).cells, cell);
  }
  const totals = totalsOf(splitTenant(tenant).environment);
  if (open !== null && counts(totals)) {
    const sheet = sheetOf(tally, totals);
    sheet.open = sumOfSlots(sheet.open, { [facts.kind]: { [slotOf(open.since)]: open.by } });
  }
}

function sheetOf(tally: Tally, place: Place): Sheet {
  const id = idOf(place);
  const found = tally.get(id) ?? { place, cells: new Map<string, Cell>(), open: {} };
  tally.set(id, found);
  return found;
}

function addCell(cells: Map<string, Cell>, cell: Cell): void {
  const key = keyOf(cell);
  const before = cells.get(key);
  cells.set(key, before === undefined ? cell : joined(before, cell));
}

/** The stored content of a row with what was added. Cells are in the order of their keys. */
export function sumOf(stored: Counted | undefined, sheet: Pick<Sheet, 'cells' | 'open'> | undefined): Counted {
  const cells = new Map((stored?.cells ?? []).map((cell) => [keyOf(cell), cell]));
  for (const cell of sheet?.cells.values() ?? []) addCell(cells, cell);
  return {
    cells: [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell),
    open: sumOfSlots(stored?.open ?? {}, sheet?.open ?? {}),
  };
}

function sumOfSlots(some: OpenSlots, more: OpenSlots): OpenSlots {
  const open: Record<string, Readonly<Record<string, number>>> = { ...some };
  for (const [kind, slots] of Object.entries(more)) {
    const left = added(open[kind] ?? {}, slots);
    if (Object.keys(left).length > 0) open[kind] = left;
    else delete open[kind];
  }
  return open;
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
export const keyOf = ({ kind, rail, currency }: Pick<Cell, 'kind' | 'rail' | 'currency'>): string => `${kind}/${rail}/${currency}`;

const joined = (a: Cell, b: Cell): Cell => ({
  kind: a.kind,
  rail: a.rail,
  currency: a.currency,
  accepted: a.accepted + b.accepted,
  settled: a.settled + b.settled,
  amount: a.amount + b.amount,
  returned: a.returned + b.returned,
  failed: added(a.failed, b.failed),
  times: added(a.times, b.times),
  settleMs: a.settleMs + b.settleMs,
});

/** Zeros are left out. */
function added(
  some: Readonly<Record<string, number>>,
  more: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const sums: Record<string, number> = { ...some };
  for (const [key, count] of Object.entries(more)) {
    const sum = (sums[key] ?? 0) + count;
    if (sum === 0) delete sums[key];
    else sums[key] = sum;
  }
  return sums;
}
