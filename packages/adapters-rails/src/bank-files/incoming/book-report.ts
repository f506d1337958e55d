import { ok } from '@corridor/core';
import type { Digest, RailRecord, RailRecords, RailStore, RailValue, RailWrites } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import { recognizeBare } from './bare-movements.js';
import {
  claimOf,
  groupHash,
  type Identity,
  isUnique,
  type Known,
  type Match,
  type Name,
  namesOf,
  type Reading,
  recognize,
} from './identity.js';
import type { Movement, MovementIds } from './movement.js';
import {
  contentOf,
  knownIn,
  type List,
  listAfter,
  movementIn,
  MOVEMENTS,
  ownMovement,
  signed,
  type StoredMovement,
} from './movement-records.js';
import { openingAfter } from './opening.js';
import {
  accountIn,
  ACCOUNTS,
  type AccountState,
  ALIASES,
  chunkKey,
  ENTRIES,
  NAMES,
  type ReportRecord,
  REPORTS,
  statementsOf,
  unstated,
} from './report-records.js';
import { type Contradiction, type Page, type Summary, withPage, withStatement } from './statement-chain.js';

/** A report about one account. */
export interface Report extends Reading {
  /** Its content, as a digest. */
  readonly key: string;
  /** What the bank calls it, as a digest: another content under the same name is a copy. */
  readonly alias: string;
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

export interface BookingPorts {
  readonly store: RailStore;
  readonly digest: Digest;
  /** Whether only statements move money. */
  readonly statementsOnly: boolean;
}

const CHUNK = 100;

/**
 * Stores the movements of a report that are not known yet, and notes of the known ones that this report names them. It
 * may stop after any unit: repeated, it continues. A report that is booked has no further effect.
 */
export async function bookReport(ports: BookingPorts, report: Report): Promise<void> {
  for (;;) {
    const plan = await ports.store.read((records) => planFor(ports, records, report));
    if (plan === null || (await carryOut(ports, plan))) return;
  }
}

/** What becomes of one movement of the report. */
type Step =
  /** Known movements: more than one if a sum stands for its details. */
  | {
      readonly kind: 'known';
      readonly keys: readonly string[];
      readonly by: Identity | 'sum';
      readonly named: Item;
      /** The sum of this detail, if core knows the sum in place of its details. */
      readonly sum: string | null;
    }
  /** The same entry again in this report. */
  | { readonly kind: 'repeated' }
  /** `sum`: the known sum of this detail. */
  | { readonly kind: 'new'; readonly named: Item; readonly sum: string | null };

interface Item {
  readonly movement: Movement;
  readonly names: readonly Name[];
  readonly groups: readonly string[];
  /** Those among the groups that no other entry has. */
  readonly entryGroups: readonly string[];
  readonly isUndetailed: boolean;
  /** The entry of the report and its amount, negative if money went out. */
  readonly entry: string;
  readonly net: bigint;
  /** The entry is this one payment. */
  readonly isAlone: boolean;
}

interface Plan {
  /** As it is read: a copy, if the bank has used its name before. */
  readonly report: Report;
  readonly isAgain: boolean;
  readonly turn: number;
  readonly steps: readonly Step[];
  readonly firstChunk: number;
}

const chunksOf = (count: number): number => Math.ceil(count / CHUNK);

async function planFor(ports: BookingPorts, records: RailRecords, given: Report): Promise<Plan | null> {
  if ((await records.get(REPORTS, given.key)) !== null) return null;
  const isAgain = (await records.get(ALIASES, given.alias)) !== null;
  const report = isAgain ? { ...given, isCopy: true, report: given.key } : given;
  const { turn } = accountIn(await records.get(ACCOUNTS, report.iban));
  const items = report.entries.map((entry, index) => itemsOf(ports, report, entry, index));
  const flat = items.flat();
  const chunks = Array.from({ length: chunksOf(flat.length) }, (_, chunk) => chunkKey(report, chunk));
  const done = (await records.getMany(ENTRIES, chunks)).length;
  const index = await readNames(records, [
    ...flat.flatMap(({ names, groups }) => [...names.map(({ hash }) => hash), ...groups]),
  ]);
  const byKey = new Map(
    (await records.getMany(MOVEMENTS, [...new Set([...index.values()].flat())])).map((record) => [
      record.key,
      movementIn(record),
    ]),
  );
  const sums = [...byKey.values()].flatMap(({ sum }) => (sum === null || byKey.has(sum) ? [] : [sum]));
  for (const record of await records.getMany(MOVEMENTS, [...new Set(sums)])) byKey.set(record.key, movementIn(record));
  const inGroup = (hash: string): readonly StoredMovement[] =>
    (index.get(hash) ?? []).flatMap((key) => byKey.get(key) ?? []);
  const candidates = new Map<string, readonly Known[]>();
  const knownBy = (hash: string): readonly Known[] => {
    const found = candidates.get(hash) ?? inGroup(hash).map(knownIn);
    candidates.set(hash, found);
    return found;
  };
  // Chunks are stored in order, so the first ones are there if some are.
  const open = flat.slice(done * CHUNK);
  const explainedBy = new Map<string, string>();
  // A sum whose details have an id of its entry takes no other movement that only its content matches.
  const unknown = { byKey, inGroup, taken: new Set<string>(), explainedBy };
  const first = recognize(open, knownBy, report);
  const named = open.map((item, position) => {
    const match = first[position]!;
    const isByContent = item.isUndetailed && match !== null && 'known' in match && !isUnique(match.by);
    const isFound = isByContent && detailsKnown(item, item.entryGroups, report, unknown) !== null;
    return isFound ? { ...item, names: [] } : item;
  });
  const matches = await recognizeBare(records, report, open, recognize(named, knownBy, report));
  const steps: Step[] = [];
  const known = matches.flatMap((match) => (match !== null && 'known' in match ? match.known : []));
  const sumsOfKnown = new Set(known.flatMap((key) => byKey.get(key)?.sum ?? []));
  const taken = new Set([...known, ...sumsOfKnown]);
  const before: Before = { byKey, inGroup, taken, explainedBy };
  for (const [position, item] of open.entries()) {
    const match = isOtherSum(item, matches[position]!, report, { byKey, sumsOfKnown }) ? null : matches[position]!;
    const step = await stepFor(records, report, { named: item, match, before });
    if (step.kind === 'new' && step.sum !== null) explainedBy.set(step.sum, item.entry);
    if (step.kind === 'known') for (const key of step.keys) taken.add(key);
    steps.push(step);
  }
  return { report, isAgain, turn, steps, firstChunk: done };
}

function itemsOf({ digest }: BookingPorts, report: Report, entry: ReportEntry, index: number): readonly Item[] {
  const isUndetailed = !entry.isDetailed || entry.movements.some(({ part }) => part === 'batch');
  const isAlone = entry.movements.length === 1 && !isUndetailed;
  const hashesOf = (groups: readonly string[]) => groups.map((group) => groupHash(report.iban, group, digest));
  const isOfEntry = (group: string): boolean => group.startsWith('servicer:');
  return entry.movements.map((movement) => ({
    movement,
    names: namesOf(movement, report.iban, digest),
    // The AcctSvcrRef of an entry with one payment is the payment's own.
    groups: hashesOf(movement.groups.filter((group) => !isAlone || !isOfEntry(group))),
    entryGroups: hashesOf(movement.groups.filter(isOfEntry)),
    isUndetailed,
    entry: `${report.key}#${index}`,
    net: entry.net,
    isAlone,
  }));
}

/** What is known before the report, and what its entries have taken of it. */
interface Before {
  /** The movements that share a name or a group with an entry of the report. */
  readonly byKey: ReadonlyMap<string, StoredMovement>;
  readonly inGroup: (hash: string) => readonly StoredMovement[];
  /** The keys of those that entries of the report are. */
  readonly taken: ReadonlySet<string>;
  /** By sum, the entry of the report that explains it. */
  readonly explainedBy: ReadonlyMap<string, string>;
}

/**
 * Whether the details of the sum that an entry matches, without an id of the bank, are another entry of this report or
 * an earlier statement.
 */
function isOtherSum(
  { isUndetailed }: Item,
  match: Match,
  { stream, isCopy }: Report,
  { byKey, sumsOfKnown }: Pick<Before, 'byKey'> & { readonly sumsOfKnown: ReadonlySet<string> },
): boolean {
  if (!isUndetailed || match === null || 'repeats' in match || isUnique(match.by)) return false;
  if (sumsOfKnown.has(match.known)) return true;
  if (stream !== 'statement' || isCopy) return false;
  const sum = byKey.get(match.known);
  return (
    sum?.told === null &&
    sum.details !== null &&
    sum.details.keys.every((key) => byKey.get(key)?.claims.statement !== undefined)
  );
}

async function stepFor(
  records: RailRecords,
  report: Report,
  { named, match, before }: { readonly named: Item; readonly match: Match; readonly before: Before },
): Promise<Step> {
  if (match !== null && 'repeats' in match) return { kind: 'repeated' };
  if (named.isUndetailed) {
    const keys =
      detailsOf(named, match, report, before) ??
      (match === null ? await detailsOfDay(records, report, named, before.taken) : null);
    if (keys !== null) return { kind: 'known', keys, by: 'sum', named, sum: null };
  }
  if (match !== null) {
    const { known, by } = match;
    return { kind: 'known', keys: [known], by, named, sum: before.byKey.get(known)?.sum ?? null };
  }
  return { kind: 'new', named, sum: named.isUndetailed || named.isAlone ? null : sumKnown(named, report, before) };
}

/**
 * The known movements that an entry without details replaces; null if it is a known sum itself, or new. What shares an
 * id of the entry is surer than a sum that only its content and its batch have matched.
 */
function detailsOf(
  named: Item,
  match: { readonly known: string; readonly by: Identity } | null,
  report: Report,
  before: Before,
): readonly string[] | null {
  const { movement, groups, entryGroups } = named;
  const found = match === null ? undefined : before.byKey.get(match.known);
  const sum = found?.isUndetailed === true ? found : null;
  const detailsOfSum = sum?.told === null && sum.details !== null ? sum.details.keys : null;
  if (match !== null && isUnique(match.by)) return detailsOfSum;
  const ofEntry = detailsKnown(named, entryGroups, report, before);
  if (ofEntry !== null) return ofEntry;
  if (sum?.movement.groups.some((group) => movement.groups.includes(group)) === true) return detailsOfSum;
  return detailsKnown(
    named,
    groups.filter((group) => !entryGroups.includes(group)),
    report,
    before,
  );
}

/**
 * The details of one of these groups, or of one entry of it, that sum to the amount of the item. If core knew their sum
 * before them, it is that sum.
 */
function detailsKnown(
  { movement, entryGroups }: Item,
  groups: readonly string[],
  { stream, report, isCopy }: Report,
  { byKey, inGroup, taken }: Before,
): readonly string[] | null {
  for (const group of groups) {
    const details = inGroup(group).filter(
      (one) => !one.isUndetailed && one.movement.isReversal === movement.isReversal,
    );
    const entries = [...new Set(details.map(({ entry }) => entry))];
    const found = [details, ...entries.map((entry) => details.filter((one) => one.entry === entry))]
      .filter(
        (some) => some.length > 1 && some.reduce((sum, one) => sum + signed(one.movement), 0n) === signed(movement),
      )
      .map((some) => [...new Set(some.map((one) => (one.sum === null ? one : byKey.get(one.sum)!)))])
      // Within one report, each entry is a movement of its own.
      .filter((some) => !some.some(({ key, claims }) => taken.has(key) || claims[stream]?.report === report));
    // A copy repeats what others of its kind have named. A notification may: if it does not, the statement shows it.
    const isLikely = (some: readonly StoredMovement[]) =>
      some.every(({ claims }) => (claims[stream] !== undefined) === isCopy);
    const mayRepeat = isCopy || stream !== 'statement' || entryGroups.includes(group);
    const known = found.find(isLikely) ?? (mayRepeat ? found[0] : undefined);
    if (known !== undefined) return known.map(({ key }) => key);
  }
  return null;
}

/**
 * The payments of a batch that notifications named one by one: all that came in on its day and that no entry of a
 * statement names, if number and sum are those of the batch.
 */
async function detailsOfDay(
  records: RailRecords,
  { iban, stream }: Report,
  { movement }: Item,
  taken: ReadonlySet<string>,
): Promise<readonly string[] | null> {
  const [batch] = movement.batches;
  if (stream !== 'statement' || movement.part !== 'batch' || movement.direction !== 'IN') return null;
  if (batch === undefined || batch.count === null) return null;
  const found = (await unstated(records, iban)).filter(
    ({ key, isUndetailed, movement: one }) =>
      !taken.has(key) &&
      !isUndetailed &&
      one.direction === 'IN' &&
      one.part === 'payment' &&
      !one.isReversal &&
      one.date === movement.date,
  );
  const sum = found.reduce((total, one) => total + one.movement.amount, 0n);
  return found.length === batch.count && sum === movement.amount ? found.map(({ key }) => key) : null;
}

/**
 * The entry without details that this detailed entry explains, and no other one; null if none is known. Within one
 * report, each entry is a movement of its own.
 */
function sumKnown(
  { groups, movement: { isReversal }, net, entry }: Item,
  { stream, report }: Report,
  { inGroup, taken, explainedBy }: Before,
): string | null {
  const sums = groups
    .flatMap(inGroup)
    .filter(
      ({ key, isUndetailed, movement, details, claims }) =>
        isUndetailed &&
        !taken.has(key) &&
        movement.part !== 'charge' &&
        movement.isReversal === isReversal &&
        signed(movement) === net &&
        (details?.entry ?? explainedBy.get(key) ?? entry) === entry &&
        (details !== null || claims[stream]?.report !== report),
    );
  return sums[0]?.key ?? null;
}

async function readNames(records: RailRecords, hashes: readonly string[]): Promise<Map<string, readonly string[]>> {
  const found = await records.getMany(NAMES, [...new Set(hashes)]);
  return new Map(found.map(({ key, value }) => [key, value as readonly string[]]));
}

/** False if another host has changed the account: plan again. */
async function carryOut(ports: BookingPorts, plan: Plan): Promise<boolean> {
  const { report, turn, steps, firstChunk } = plan;
  const last = firstChunk + Math.max(chunksOf(steps.length), 1) - 1;
  for (let chunk = firstChunk; chunk <= last; chunk += 1) {
    const at = (chunk - firstChunk) * CHUNK;
    const part = steps.slice(at, at + CHUNK);
    const isMine = stored(
      await ports.store.run(async (records) => {
        const account = await records.get(ACCOUNTS, report.iban);
        const state = accountIn(account);
        if (state.turn !== turn + chunk - firstChunk) return ok(false);
        if (part.length > 0) {
          const positions = await writeChunk(ports, records, report, part);
          records.add({ collection: ENTRIES, key: chunkKey(report, chunk), value: positions });
        }
        const after = chunk === last ? await finished(records, state, plan) : state;
        keepAccount(records, report.iban, account, after);
        return ok(true);
      }),
    );
    if (!isMine) return false;
  }
  return true;
}

/** The known movements that a step changes. */
function changedBy(step: Step): readonly string[] {
  if (step.kind === 'repeated') return [];
  const sum = step.sum === null ? [] : [step.sum];
  return step.kind === 'known' ? [...step.keys, ...sum] : sum;
}

/** Records the report as booked, and returns the account after it. */
async function finished(
  records: RailWrites,
  state: AccountState,
  { report, isAgain, steps, firstChunk }: Plan,
): Promise<AccountState> {
  const { iban, stream, id, key, alias, summary, report: name } = report;
  const chunks = firstChunk + chunksOf(steps.length);
  const value: ReportRecord = { iban, stream, id, report: name, from: summary.from, to: summary.to, chunks };
  const isStatement = stream === 'statement';
  const status = isStatement ? statementsOf(iban) : null;
  records.add({ collection: REPORTS, key, status, value: value as unknown as RailValue });
  records.add({ collection: ALIASES, key: alias }, { unlessExists: true });
  // What this statement names now is left out by its key, whether or not the reads of this unit show its writes.
  const named = new Set(isStatement ? steps.flatMap(changedBy) : []);
  const after = isStatement && !isAgain ? await withReport(records, state, report, named) : state;
  return withEarlierDays(records, after, report, named);
}

function keepAccount(records: RailWrites, iban: string, before: RailRecord | null, state: AccountState): void {
  const value = { ...state, turn: state.turn + 1 } as unknown as RailValue;
  if (before === null) records.add({ collection: ACCOUNTS, key: iban, value });
  else records.change(before, { value });
}

/** Writes one chunk, and returns the keys of the movements at each position. */
async function writeChunk(
  { statementsOnly }: BookingPorts,
  records: RailWrites,
  report: Report,
  steps: readonly Step[],
): Promise<readonly (readonly string[])[]> {
  const chunk = await chunkOf(records, steps);
  const positions = steps.map((step) => {
    switch (step.kind) {
      case 'repeated':
        return [];
      case 'known':
        for (const key of step.keys) claim(chunk, report, key, step);
        if (step.sum !== null) claim(chunk, report, step.sum, { ...step, by: 'sum' });
        return changedBy(step);
      case 'new':
        return [create(chunk, report, statementsOnly, step), ...changedBy(step)];
    }
  });
  for (const [key, { record, stored: after, list }] of chunk.movements) {
    const content = { ...contentOf(after), status: list };
    if (record === null) records.add({ collection: MOVEMENTS, key, ...content });
    else records.change(record, content);
  }
  for (const [hash, { record, keys }] of chunk.names) {
    if (record === null) records.add({ collection: NAMES, key: hash, value: keys });
    else if (keys.length > (record.value as readonly string[]).length) records.change(record, { value: keys });
  }
  return positions;
}

/** What a chunk reads and writes; the record is null for what it adds. */
interface Chunk {
  readonly movements: Map<string, { record: RailRecord | null; stored: StoredMovement; list: List | null }>;
  readonly names: Map<string, { readonly record: RailRecord | null; readonly keys: string[] }>;
}

async function chunkOf(records: RailRecords, steps: readonly Step[]): Promise<Chunk> {
  const named = steps.flatMap((step) => (step.kind === 'repeated' ? [] : step.named));
  const hashes = named.flatMap(({ names, groups }) => [...names.map(({ hash }) => hash), ...groups]);
  const movements = await records.getMany(MOVEMENTS, [...new Set(steps.flatMap(changedBy))]);
  const names = await records.getMany(NAMES, [...new Set(hashes)]);
  return {
    movements: new Map(
      movements.map((record) => [
        record.key,
        { record, stored: movementIn(record), list: record.status as List | null },
      ]),
    ),
    names: new Map(names.map((record) => [record.key, { record, keys: [...(record.value as readonly string[])] }])),
  };
}

const keysOf = ({ names }: Chunk, hash: string): readonly string[] => names.get(hash)?.keys ?? [];

/** Lists the movement under all its names. */
function enter({ names }: Chunk, key: string, { names: own, groups }: Item): void {
  const found = own.filter(({ isForSearch }) => isForSearch !== true);
  for (const hash of [...found.map((name) => name.hash), ...groups]) {
    const entry = names.get(hash) ?? { record: null, keys: [] };
    if (!entry.keys.includes(key)) entry.keys.push(key);
    names.set(hash, entry);
  }
}

/** A report has named a known movement, or one of the details of a sum. */
function claim(
  chunk: Chunk,
  report: Report,
  key: string,
  { named, by }: Pick<Step & { readonly kind: 'known' }, 'named' | 'by'>,
): void {
  const { record, stored: before, list } = chunk.movements.get(key)!;
  const { stream } = report;
  const claims = { ...before.claims, [stream]: before.claims[stream] ?? claimOf(report.report, named.movement.ids) };
  const isStated = stream === 'statement';
  const after: StoredMovement = {
    ...before,
    claims,
    movement: by === 'sum' ? before.movement : withNews(before, named.movement, by),
    onlyPayments: isStated ? false : before.onlyPayments,
  };
  const next = list === 'IN_FLIGHT' ? listAfter(after) : isStated && list === 'NOTED' ? 'TO_TELL' : list;
  chunk.movements.set(key, { record, stored: after, list: next });
  if (by !== 'sum') enter(chunk, key, named);
}

const union = <T>(some: readonly T[], others: readonly T[]): readonly T[] => [...new Set([...some, ...others])];

/**
 * What another report says in addition. Movements that only their content has matched may be twins, so the ids of the
 * one are not those of the other.
 */
function withNews({ movement, told }: StoredMovement, other: Movement, by: Identity): Movement {
  const { ids } = movement;
  const isSure = (by !== 'content' && by !== 'day') || Object.values(ids).every((id) => id === null || id.length === 0);
  const after = told === null ? completed(movement, other) : movement;
  return isSure ? { ...after, ids: withIds(ids, other.ids) } : after;
}

const withIds = (ids: MovementIds, others: MovementIds): MovementIds => ({
  servicer: union(ids.servicer, others.servicer),
  transactionId: ids.transactionId ?? others.transactionId,
  uetr: ids.uetr ?? others.uetr,
  endToEndId: ids.endToEndId ?? others.endToEndId,
  instructionId: ids.instructionId ?? others.instructionId,
});

/** What another report says in addition. */
const completed = (movement: Movement, other: Movement): Movement => ({
  ...movement,
  batches: movement.batches.length > 0 ? movement.batches : other.batches,
  codes: [...movement.codes, ...other.codes],
  returned: movement.returned ?? other.returned,
  counterparty: {
    name: movement.counterparty.name ?? other.counterparty.name,
    account: movement.counterparty.account ?? other.counterparty.account,
  },
  texts: movement.texts.length > 0 ? movement.texts : other.texts,
  information: movement.information ?? other.information,
});

const KEY_LENGTH = 32;

function create(
  chunk: Chunk,
  report: Report,
  statementsOnly: boolean,
  { named, sum: sumKey }: Step & { readonly kind: 'new' },
): string {
  const { movement, names, isUndetailed, entry } = named;
  const { hash } = names[0]!;
  const stem = hash.slice(0, KEY_LENGTH);
  const taken = keysOf(chunk, hash).filter((other) => other.startsWith(stem)).length;
  const key = `${stem}-${taken + 1}`;
  const sum = sumKey === null ? null : explained(chunk, sumKey, key, entry);
  const claims = { ...sum?.claims, [report.stream]: claimOf(report.report, movement.ids) };
  const isPayment = movement.direction === 'OUT' && movement.part !== 'charge' && !movement.isReversal;
  const isHeld = statementsOnly && claims.statement === undefined;
  // If core knows the sum, its details move nothing.
  const isCovered = sum !== null && sum.told !== null;
  if (isCovered) claim(chunk, report, sum.key, { named, by: 'sum' });
  const after: StoredMovement = {
    ...NOTHING_YET,
    key,
    kind: 'entry',
    movement,
    iban: report.iban,
    claims,
    isUndetailed,
    entry: isUndetailed ? null : entry,
    sum: isCovered ? sum.key : null,
    onlyPayments: isHeld && isPayment,
    told: isCovered ? { as: 'nothing', subjects: [] } : null,
  };
  const list = isCovered ? null : isHeld && !isPayment ? 'NOTED' : 'TO_TELL';
  chunk.movements.set(key, { record: null, stored: after, list });
  enter(chunk, key, named);
  return key;
}

const NOTHING_YET = {
  details: null,
  waitsUntil: null,
  waitsFor: null,
  note: null,
} as const;

/** Notes a detail of a sum that was known before. Its details take its place, unless core knows it already. */
function explained(chunk: Chunk, sumKey: string, key: string, entry: string): StoredMovement {
  const { record, stored: sum, list } = chunk.movements.get(sumKey)!;
  const details = { entry, keys: [...(sum.details?.keys ?? []), key] };
  chunk.movements.set(sumKey, { record, stored: { ...sum, details }, list: sum.told === null ? null : list });
  return sum;
}

/** The account after a statement: its chain of balances, and its opening entry. */
async function withReport(
  records: RailWrites,
  before: AccountState,
  report: Report,
  named: ReadonlySet<string>,
): Promise<AccountState> {
  const { summary, page } = report;
  const paged = page === null ? { chain: before, statement: summary } : withPage(before, page);
  if (paged.statement === null) return { ...before, ...paged.chain };
  const { statement } = paged;
  const { chain, contradictions, isFirst } = withStatement(paged.chain, statement, report.isCopy);
  for (const contradiction of contradictions) addContradiction(records, report.iban, contradiction);
  const opening =
    isFirst && statement.opening !== null
      ? openingAfter(records, before.opening, {
          iban: report.iban,
          from: statement.from,
          balance: statement.opening,
          unstated: (await unstated(records, report.iban)).filter(({ key }) => !named.has(key)),
        })
      : before.opening;
  const { newest } = before;
  const isNewest = statement.closing !== null && (newest === null || statement.to >= newest.date);
  return {
    ...before,
    ...chain,
    opening,
    newest: isNewest ? { date: statement.to, closing: statement.closing! } : newest,
  };
}

/**
 * The account after a notification of a day before its first statement, whose opening balance has that money; or after a
 * statement that has such money itself.
 */
async function withEarlierDays(
  records: RailWrites,
  state: AccountState,
  { stream, iban, entries }: Report,
  named: ReadonlySet<string>,
): Promise<AccountState> {
  const { opening } = state;
  if (opening === null) return state;
  const isEarlier = entries.some(({ movements }) => movements.some(({ date }) => date !== null && date < opening.from));
  const isCounted = stream === 'statement' && opening.booked !== opening.balance;
  if (!isEarlier && !isCounted) return state;
  const { from, balance } = opening;
  const unstatedNow = (await unstated(records, iban)).filter(({ key }) => !named.has(key));
  return { ...state, opening: openingAfter(records, opening, { iban, from, balance, unstated: unstatedNow }) };
}

function addContradiction(records: RailWrites, iban: string, { id, missing, reason }: Contradiction): void {
  const content = contentOf(ownMovement('check', iban, missing, reason));
  records.add({ collection: MOVEMENTS, key: id, status: 'TO_TELL', ...content }, { unlessExists: true });
}
