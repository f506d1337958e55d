import type { Clock, Digest, RailStore } from '@corridor/core/ports';
import { createPass, type Pass as Turn, type SlicedReads, slicedReads } from '../in-turns.js';
import { recognizeBare } from './bare-movements.js';
import { detailedEntries, explainedSums, sumsOfEntries } from './explained-sums.js';
import { areOtherBatches, groupHash, haveCommon, type Known, namesOf } from './identity.js';
import { readKnown } from './known-movements.js';
import { entryBatches, entryReferences } from './movement.js';
import { knownIn } from './movement-records.js';
import { type Match, recognize } from './recognize.js';
import { accountIn, ACCOUNTS, ALIASES, chunkKey, dividedName, ENTRIES, REPORTS, unstated } from './report-records.js';
import {
  CHUNK,
  chunksOf,
  type Item,
  type Parts,
  type Plan,
  type Report,
  type ReportEntry,
  type Step,
} from './report.js';
import { isNextIn } from './statement-chain.js';
import { detailsOfDay, type KnownMovements, Sums } from './sums.js';

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
  const { isRepeated, isAgain, isDivided, account } = before;
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
    ...{ report, isAgain, isDivided, turn: turnOfAccount, firstChunk },
    // What another reading of these entries finds beside the known movements, the statement does not contain.
    steps: isRepeated ? steps.filter(({ kind }) => kind === 'known') : steps,
  };
}

/** What is known about the report and its account; null if it is booked. */
const stateBefore = (store: RailStore, { key, change, aliases, start, page, report, iban }: Report) =>
  store.read(async (records) => {
    if ((await records.get(REPORTS, key)) !== null) return null;
    const isRepeated = change !== null && (await records.get(ALIASES, change)) !== null;
    const isKnown = isRepeated || (await records.getMany(ALIASES, aliases)).length > 0;
    const divided = page === null ? [] : [dividedName(report), ...(start === null ? [] : [start])];
    const isDivided = (await records.getMany(ALIASES, divided)).length > 0;
    return {
      isRepeated,
      isAgain: isKnown || isDivided,
      isDivided,
      account: accountIn(await records.get(ACCOUNTS, iban)),
    };
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

/** Calls the function when its value is first needed. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | null = null;
  return () => (value ??= read());
}
