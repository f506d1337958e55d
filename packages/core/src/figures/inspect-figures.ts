import { EVENTS } from '../events/index.js';
import {
  canonicalText,
  ENVIRONMENTS,
  HOUSE_TENANTS,
  type Instant,
  instant,
  isHouse,
  type Random,
  type Reads,
  splitTenant,
  type TenantKey,
  toIso,
  type UnitOfWork,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';
import {
  type Cell,
  FIGURE_HEAD_ID,
  FIGURE_HEADS,
  FIGURES,
  HOUR_MS,
  hourOf,
  idOf,
  type Place,
  totalsOf,
} from './figure.js';
import { writtenAt } from './facts.js';
import { readFacts } from './history.js';
import { addFacts, type Counted, keyOf, sumOf, type Tally } from './tally.js';

const PAGE = 1_000;
const TOTALS = ENVIRONMENTS.map(totalsOf);

/**
 * Counts the payments of one random hour, and those of all time, from their events, and compares them with the stored
 * figures: one finding for each difference. Platforms of the sandbox have clocks of their own, so that of them it counts
 * the hour of a random event. Other hours are left to other audits, so that an audit needs memory for few hours only.
 * Events up to the head never change, so this is not one read.
 */
export async function inspectFigures(units: UnitOfWork, random: Random): Promise<readonly string[]> {
  const { hour, ownHour } = await units.read(null, (reads) => randomHours(reads, random));
  const { position, places, stored } = await units.read(null, async (reads) => {
    const head = await reads.get(FIGURE_HEADS, FIGURE_HEAD_ID);
    const tenants = hour === null ? [] : [...HOUSE_TENANTS, ...(await reads.tenants(EVENTS))];
    const all: readonly Place[] = [
      ...TOTALS,
      ...tenants.map((tenant) => ({ tenant, hour: hasOwnClock(tenant) ? ownHour! : hour! })),
    ];
    const rows = await reads.getMany(FIGURES, all.map(idOf));
    return { position: head?.position ?? 0, places: all, stored: new Map<string, Counted>(rows.map((r) => [r.id, r])) };
  });
  const tally = await recount(units, position, new Set(places.map(idOf)));
  return places.flatMap((place) => {
    const id = idOf(place);
    const where = place.hour === 0 ? `totals of ${place.tenant}` : `figures of ${place.tenant} at ${toIso(place.hour)}`;
    return differences(where, stored.get(id), sumOf(undefined, tally.get(id)));
  });
}

const hasOwnClock = (tenant: TenantKey): boolean => !isHouse(tenant) && splitTenant(tenant).environment === 'SANDBOX';

interface Hours {
  readonly hour: Instant | null;
  /** By the clock of a platform of the sandbox. */
  readonly ownHour: Instant | null;
}

/** An hour between the first and the last event in the figures, and that of one event; null if they contain none. */
async function randomHours(reads: Reads, random: Random): Promise<Hours> {
  const upTo = (await reads.get(FIGURE_HEADS, FIGURE_HEAD_ID))?.position ?? 0;
  const [first] = await reads.follow(EVENTS, { after: 0, upTo, order: 'asc', limit: 1 });
  const [last] = await reads.follow(EVENTS, { after: 0, upTo, order: 'desc', limit: 1 });
  if (first === undefined || last === undefined) return { hour: null, ownHour: null };
  const [begin, end] = [first, last].map(({ record }) => hourOf(writtenAt(record)));
  const hours = Math.max(0, end! - begin!) / HOUR_MS + 1;
  const after = first.position - 1 + below(random, last.position - first.position + 1);
  const [some] = await reads.follow(EVENTS, { after, upTo, order: 'asc', limit: 1 });
  return { hour: instant(begin! + below(random, hours) * HOUR_MS), ownHour: hourOf((some ?? last).record.createdAt) };
}

/** A random whole number from 0, below a limit of at most 32 bits. */
const below = (random: Random, limit: number): number =>
  random.bytes(4).reduce((number, byte) => number * 256 + byte, 0) % limit;

async function recount(units: UnitOfWork, upTo: number, ids: ReadonlySet<string>): Promise<Tally> {
  const tally: Tally = new Map();
  for (let after = 0; ;) {
    const range = { after, upTo, order: 'asc', limit: PAGE } as const;
    const page = await units.read(null, (reads) => reads.follow(EVENTS, range));
    const events = page.map(({ record }) => record);
    for (const facts of await readFacts(units, events)) addFacts(tally, facts, (id) => ids.has(id));
    if (page.length < PAGE) return tally;
    after = page.at(-1)!.position;
  }
}

function differences(where: string, stored: Counted | undefined, counted: Counted): readonly string[] {
  const before = cellsByKey(stored?.cells ?? []);
  const after = cellsByKey(counted.cells);
  const findings = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) =>
    differing(before.get(key), after.get(key)).map(
      ([field, shown, expected]) => `${field} of ${key} in the ${where} is ${shown}, the events say ${expected}`,
    ),
  );
  const [open, opened] = [canonicalText(stored?.open ?? {}), canonicalText(counted.open)];
  return open === opened
    ? findings
    : [...findings, `open payments in the ${where} are ${open}, the events say ${opened}`];
}

const cellsByKey = (cells: readonly Cell[]): ReadonlyMap<string, Cell> =>
  new Map(cells.map((cell) => [keyOf(cell), cell]));

const fieldText = (cell: Cell, field: (typeof FIELDS)[number]): string =>
  field === 'amount' ? amountText(cell.amount, cell.currency) : canonicalText(cell[field]);

const FIELDS = ['accepted', 'settled', 'amount', 'returned', 'failed', 'times', 'settleMs'] as const;

function differing(
  stored: Cell | undefined,
  counted: Cell | undefined,
): readonly (readonly [string, string, string])[] {
  return FIELDS.flatMap((field) => {
    const [shown, expected] = [stored, counted].map((cell) =>
      cell === undefined ? 'missing' : fieldText(cell, field),
    );
    return shown === expected ? [] : [[field, shown!, expected!] as const];
  });
}
