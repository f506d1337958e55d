import type { Instant } from '@corridor/core';
import type { Clock, Digest, RailStore } from '@corridor/core/ports';
import { createPass, type Pass as Turn, type SlicedReads, slicedReads } from '../in-turns.js';
import { recognizeBare } from './bare-movements.js';
import {
  areOtherBatches,
  groupHash,
  haveCommon,
  type Identity,
  type Known,
  namesOf,
  type Reading,
} from './identity.js';
import { type Match, type Named, recognize } from './recognize.js';
import { entryBatches, entryReferences, type Movement } from './movement.js';
import {
  coversDetails,
  knownIn,
  type List,
  movementIn,
  MOVEMENTS,
  signed,
  type StoredMovement,
} from './movement-records.js';
import { accountIn, ACCOUNTS, ALIASES, chunkKey, ENTRIES, NAMES, REPORTS, unstated } from './report-records.js';
import { isNextIn, type Page, type Summary } from './statement-chain.js';
import { byEntry, detailsOfDay, type KnownMovements, type ReadEntry, Sums } from './sums.js';

/** A report about one account. */
export interface Report extends Reading {
  /** Its content, as a digest. */
  readonly key: string;
  /** By what the bank may make it again, as digests: another content under one of them is a copy. */
  readonly aliases: readonly string[];
  /** How a statement changes the balance, as a digest: another one with it contains nothing else. Null if that is unknown. */
  readonly change: string | null;
  readonly iban: string;
  readonly id: string;
  readonly summary: Summary;
  /** Null for a notification, and for a statement of one page. */
  readonly page: Page | null;
  readonly entries: readonly ReportEntry[];
}

export interface ReportEntry {
  readonly movements: readonly Movement[];
  /** The amount of the entry; negative for money that went out. */
  readonly net: bigint;
  readonly isDetailed: boolean;
}

/** How many movements one unit stores. */
export const CHUNK = 100;

export const chunksOf = (count: number): number => Math.ceil(count / CHUNK);

/** What becomes of one movement of the report. */
export type Step =
  | ({ readonly kind: 'known'; readonly key: string; readonly by: Identity } & Parts)
  /** `doubts`: the key of the movement that it may be. */
  | ({ readonly kind: 'new'; readonly doubts: string | null } & Parts);

interface Parts {
  readonly named: Item;
  /** The known sum of this detail. */
  readonly sum: string | null;
  /** The known details of this sum; or of `sum`, which the step links with it. */
  readonly details: readonly string[];
}

/** A movement of the report. */
export interface Item extends Named, ReadEntry {
  /** The entry is this one payment. */
  readonly isAlone: boolean;
}

export interface Plan {
  /** As it is read: a copy, if the bank has used its name before. */
  readonly report: Report;
  readonly isAgain: boolean;
  /** Of the account: another number at the time of writing means that another host has changed it. */
  readonly turn: number;
  readonly steps: readonly Step[];
  readonly firstChunk: number;
}

export interface PlanningPorts {
  readonly store: RailStore;
  readonly digest: Digest;
  readonly clock: Clock;
}

/**
 * What is to be stored of a report; null if it is booked. A report with many entries is planned in turns, with reads of
 * their own. The turn of the account is read first, so that what changes it afterwards is noticed when the plan is stored.
 */
export async function planFor({ store, digest, clock }: PlanningPorts, given: Report): Promise<Plan | null> {
  const turn = createPass();
  const records = slicedReads(store, turn);
  const before = await stateBefore(store, given);
  if (before === null) return null;
  const { isRepeated, isAgain, account } = before;
  const { turn: turnOfAccount, ...chain } = account;
  const { stream, isCopy, page, summary } = given;
  const isNext = stream === 'statement' && !isCopy && !isAgain && page === null && isNextIn(chain, summary);
  const report = isAgain ? { ...given, isCopy: true, report: given.key } : { ...given, isNext };
  const items: Item[] = [];
  for (const [index, entry] of report.entries.entries()) {
    await turn();
    items.push(...itemsOf(digest, report, entry, index));
  }
  const chunks = Array.from({ length: chunksOf(items.length) }, (_, chunk) => chunkKey(report, chunk));
  const firstChunk = (await records.getMany(ENTRIES, chunks)).length;
  // Chunks are stored in order, so the first ones are there if some are.
  const open = items.slice(firstChunk * CHUNK);
  const steps = await stepsFor({ clock, records, turn }, report, open);
  return {
    ...{ report, isAgain, turn: turnOfAccount, firstChunk },
    // What another reading of these entries finds beside the known movements, the statement does not contain.
    steps: isRepeated ? steps.filter(({ kind }) => kind === 'known') : steps,
  };
}

/** What is known about the report and its account; null if it is booked. */
const stateBefore = (store: RailStore, { key, change, aliases, iban }: Report) =>
  store.read(async (records) => {
    if ((await records.get(REPORTS, key)) !== null) return null;
    const isRepeated = change !== null && (await records.get(ALIASES, change)) !== null;
    const isAgain = isRepeated || (await records.getMany(ALIASES, aliases)).length > 0;
    return { isRepeated, isAgain, account: accountIn(await records.get(ACCOUNTS, iban)) };
  });

function itemsOf(digest: Digest, report: Report, entry: ReportEntry, index: number): readonly Item[] {
  const isUndetailed = !entry.isDetailed || entry.movements.some(({ part }) => part === 'batch');
  const isAlone = entry.movements.length === 1 && !isUndetailed;
  const payments = entry.movements.filter(({ part }) => part === 'payment');
  const form = isUndetailed ? 'undetailed' : payments.length > 1 ? 'detail' : 'payment';
  const isOfEntry = (group: string): boolean => group.startsWith('servicer:');
  const hashesOf = (groups: readonly string[]) => groups.map((group) => groupHash(report.iban, group, digest));
  return entry.movements.map((movement) => ({
    movement,
    names: namesOf(movement, report.iban, digest),
    groups: {
      // The AcctSvcrRef of an entry with one payment is the payment's own.
      entry: isAlone ? [] : hashesOf(movement.groups.filter(isOfEntry)),
      batch: hashesOf(movement.groups.filter((group) => !isOfEntry(group))),
    },
    entryServicer: entryReferences(movement),
    form,
    entry: `${report.key}#${index}`,
    net: entry.net,
    isAlone,
  }));
}

interface Planning {
  readonly clock: Clock;
  readonly records: SlicedReads;
  readonly turn: Turn;
}

async function stepsFor(
  { clock, records, turn }: Planning,
  report: Report,
  items: readonly Item[],
): Promise<readonly Step[]> {
  const { known, covers } = await readKnown(records, items, clock.now());
  const unstatedNow = once(() => unstated(records, report.iban));
  const sums = new Sums(known, report);
  const detailed = detailedEntries(items);
  const takers = new Map<string, Item>();
  const take = (key: string, item: Item): void => {
    for (const taken of [key, ...sums.detailsOf(key)]) takers.set(taken, item);
  };
  const isTaken = (key: string): boolean => takers.has(key);
  const reserved = sumsOfEntries(detailed, known);
  const sumOf = new Map([...reserved].map(([key, { entry }]) => [entry, key]));
  const isOther = ({ entry, movement }: Item, other: Known): boolean => {
    if (haveCommon(entryReferences(movement), entryReferences(other))) return false;
    const [sum, otherSum] = [sumOf.get(entry), sums.of(other.key)];
    if (sum !== undefined && otherSum !== null && sum !== otherSum) return true;
    return areOtherBatches(entryBatches(movement), entryBatches(other));
  };
  const surely = await recognize(...(await searchFor(items, known, sums, turn)), report, { reserved, isOther, turn });
  const takeAll = (matches: readonly Match[]): void =>
    matches.forEach((match, index) => {
      if (match !== null && 'known' in match) take(match.known, items[index]!);
    });
  takeAll(surely);
  const search = { items, matches: surely, isTaken, isOther, turn, unstated: unstatedNow };
  const matches = await recognizeBare(records, report, search);
  takeAll(matches);
  const explained = await explainedSums(items, matches, { detailed, sums, takers, byKey: known.byKey, turn });
  const steps: Step[] = [];
  const begun = new Set<string>();
  for (const [index, named] of items.entries()) {
    await turn();
    const match = matches[index] ?? null;
    const found = match !== null && 'known' in match ? match : null;
    const doubts = match !== null && 'doubts' in match ? match.doubts : null;
    steps.push(named.form === 'undetailed' ? await sumStep(named, found) : detailStep(named, found, doubts));
  }
  return steps;

  async function sumStep(named: Item, match: Found | null): Promise<Step> {
    if (match === null) {
      const details = await detailsOfDay(unstatedNow, report, named, isTaken);
      for (const key of details) take(key, named);
      return { kind: 'new', doubts: null, named, sum: null, details };
    }
    const { known: key, by } = match;
    const parts = { named, sum: null, details: sums.detailsOf(key) };
    return sums.isUnnamed(key) ? { kind: 'new', doubts: null, ...parts } : { kind: 'known', key, by, ...parts };
  }

  function detailStep(named: Item, match: Found | null, doubts: string | null): Step {
    if (match === null) return { kind: 'new', doubts, named, ...firstSum(named, explained.get(named.entry) ?? null) };
    const { known: key, by } = match;
    const sum = sums.of(key);
    if (sum !== null) return { kind: 'known', key, by, named, sum, details: [] };
    const found = explained.get(named.entry) ?? null;
    // What core knows as a difference stays apart from what it knows as payments.
    return { kind: 'known', key, by, named, ...firstSum(named, found === null || covers(found) ? null : found) };
  }

  /** The sum of a detail that has had none. The first one brings those that an earlier chunk of the report has stored. */
  function firstSum(named: Item, sum: string | null): Pick<Parts, 'sum' | 'details'> {
    const isFirst = sum !== null && !covers(sum) && !begun.has(named.entry);
    begun.add(named.entry);
    return { sum, details: isFirst ? sums.storedDetails(named) : [] };
  }
}

type Found = Extract<Match, { readonly known: string }>;

/** What `recognize` compares: a sum is also found by its entry and its batch. */
async function searchFor(
  items: readonly Item[],
  { withName }: KnownMovements,
  sums: Sums,
  turn: Turn,
): Promise<readonly [readonly Item[], (hash: string) => readonly Known[]]> {
  const searched: Item[] = [];
  for (const item of items) {
    await turn();
    const isSum = item.form === 'undetailed';
    searched.push(isSum ? { ...item, names: [...item.names, ...sums.namesFor(item)] } : item);
  }
  const views = new Map<string, readonly Known[]>();
  const knownBy = (hash: string): readonly Known[] => {
    const found = views.get(hash) ?? sums.found(hash) ?? withName(hash).map(knownIn);
    views.set(hash, found);
    return found;
  };
  return [searched, knownBy];
}

/** The entries with several movements, each with the groups of all of them. */
const detailedEntries = (items: readonly Item[]): readonly Item[] =>
  byEntry(items.filter(({ form, isAlone }) => form !== 'undetailed' && !isAlone)).map((some) => ({
    ...some[0]!,
    groups: {
      entry: [...new Set(some.flatMap(({ groups }) => groups.entry))],
      batch: [...new Set(some.flatMap(({ groups }) => groups.batch))],
    },
  }));

/** The known sums that have the AcctSvcrRef of an entry with details, by key. */
const sumsOfEntries = (entries: readonly Item[], { withName }: KnownMovements): ReadonlyMap<string, Item> =>
  new Map(
    entries.flatMap((entry) =>
      entry.groups.entry
        .flatMap(withName)
        .filter(({ isUndetailed, movement }) => isUndetailed && signed(movement) === entry.net)
        .map(({ key }) => [key, entry] as const),
    ),
  );

interface Explaining {
  readonly detailed: readonly Item[];
  readonly sums: Sums;
  /** The known movements that entries of the report have, by key. */
  readonly takers: ReadonlyMap<string, Item>;
  readonly byKey: KnownMovements['byKey'];
  readonly turn: Turn;
}

/** The known sums that entries with several movements explain, by entry. */
function explainedSums(
  items: readonly Item[],
  matches: readonly Match[],
  { detailed, sums, takers, byKey, turn }: Explaining,
): Promise<ReadonlyMap<string, string>> {
  const entriesWith = (isSuch: (match: NonNullable<Match>) => boolean): ReadonlySet<string> =>
    new Set(items.flatMap(({ entry }, index) => (matches[index] !== null && isSuch(matches[index]!) ? entry : [])));
  const isStated = (key: string): boolean => byKey.get(key)?.claims.statement !== undefined;
  const stated = entriesWith((match) => 'known' in match && isStated(match.known));
  const isLinked = (match: Match): boolean => match !== null && 'known' in match && sums.of(match.known) !== null;
  const unlinked = new Set(items.flatMap(({ entry }, index) => (isLinked(matches[index]!) ? [] : entry)));
  const open = detailed.filter(({ entry }) => unlinked.has(entry));
  const isOther = (key: string, { entry, entryServicer }: ReadEntry): boolean => {
    // Statements contain an entry once, as its sum or with its details.
    if (stated.has(entry) && isStated(key)) return true;
    const taker = takers.get(key);
    return taker !== undefined && !haveCommon(taker.entryServicer, entryServicer);
  };
  return sums.explainedBy(open, isOther, turn);
}

/** Calls the function when its value is first needed. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | null = null;
  return () => (value ??= read());
}

/**
 * Reads the movements that share a name or a group with one of the report, and their sums. `covers`: core knows the sum, so
 * that its details move nothing.
 */
async function readKnown(
  records: SlicedReads,
  items: readonly Item[],
  now: Instant,
): Promise<{ readonly known: KnownMovements; readonly covers: (key: string) => boolean }> {
  const hashes = items.flatMap(({ names, groups }) => [
    ...names.map(({ hash }) => hash),
    ...groups.entry,
    ...groups.batch,
  ]);
  const names = new Map(
    (await records.getMany(NAMES, [...new Set(hashes)])).map(({ key, value }) => [key, value as readonly string[]]),
  );
  const byKey = new Map<string, StoredMovement>();
  const lists = new Map<string, List | null>();
  const readAll = async (keys: readonly string[]): Promise<void> => {
    const left = [...new Set(keys)].filter((key) => !byKey.has(key));
    for (const record of await records.getMany(MOVEMENTS, left)) {
      byKey.set(record.key, movementIn(record));
      lists.set(record.key, record.status as List | null);
    }
  };
  await readAll([...names.values()].flat());
  await readAll([...byKey.values()].flatMap(({ sum }) => sum ?? []));
  return {
    known: { byKey, withName: (hash) => (names.get(hash) ?? []).flatMap((key) => byKey.get(key) ?? []) },
    covers: (key) => coversDetails(byKey.get(key)!, lists.get(key)!, now),
  };
}
