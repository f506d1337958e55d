import { type Instant, ok } from '@corridor/core';
import type { Clock, Digest, RailRecord, RailRecords, RailStore, RailValue, RailWrites } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import { euros } from '../euros.js';
import { closeProblem, openProblem } from '../problems.js';
import { claimOf, type Claims, type Identity, indirectClaims } from './identity.js';
import type { Movement, MovementIds } from './movement.js';
import {
  contentOf,
  coversDetails,
  isReplaced,
  type List,
  listAfter,
  movementIn,
  MOVEMENTS,
  ownMovement,
  type StoredMovement,
} from './movement-records.js';
import { openingAfter } from './opening.js';
import { CHUNK, chunksOf, type Item, type Plan, planFor, type Report, type Step } from './plan-report.js';
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
import { type Contradiction, withPage, withStatement } from './statement-chain.js';
import { entryServicerOf } from './sums.js';

export interface BookingPorts {
  readonly store: RailStore;
  readonly digest: Digest;
  readonly clock: Clock;
  /** Whether only statements move money. */
  readonly statementsOnly: boolean;
}

/**
 * Stores the movements of a report that are not known yet, and notes of the known ones that this report names them. It
 * may stop after any unit: repeated, it continues. A report that is booked has no further effect.
 */
export async function bookReport(ports: BookingPorts, report: Report): Promise<void> {
  for (;;) {
    const plan = await planFor(ports, report);
    if (plan === null || (await carryOut(ports, plan))) return;
  }
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
  const { details, sum } = step;
  return [...(step.kind === 'known' ? [step.key] : []), ...(sum === null ? [] : [sum]), ...details];
}

/** Records the report as booked, and returns the account after it. */
async function finished(
  records: RailWrites,
  state: AccountState,
  { report, isAgain, steps, firstChunk }: Plan,
): Promise<AccountState> {
  const { iban, stream, id, key, aliases, change, summary, report: name } = report;
  const chunks = firstChunk + chunksOf(steps.length);
  const value: ReportRecord = { iban, stream, id, report: name, from: summary.from, to: summary.to, chunks };
  const isStatement = stream === 'statement';
  const status = isStatement ? statementsOf(iban) : null;
  records.add({ collection: REPORTS, key, status, value: value as unknown as RailValue });
  for (const alias of [...aliases, ...(change === null ? [] : [change])])
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
  { statementsOnly, clock }: BookingPorts,
  records: RailWrites,
  report: Report,
  steps: readonly Step[],
): Promise<readonly (readonly string[])[]> {
  const chunk = await chunkOf(records, steps, clock.now());
  const confirmed =
    report.stream === 'statement' ? steps.flatMap((step) => (step.kind === 'known' ? step.key : [])) : [];
  for (const key of confirmed) {
    if (chunk.movements.get(key)?.stored.movement.deviation !== undefined)
      await closeProblem(records, deviationProblem(key));
  }
  const positions = steps.map((step) => {
    const key = step.kind === 'known' ? step.key : create(chunk, report, statementsOnly, step);
    if (step.kind === 'known') claim(chunk, report, step);
    connect(chunk, key, step);
    showDeviation(records, report, key, step);
    return [key, ...changedBy(step).filter((other) => other !== key)];
  });
  for (const [key, { record, stored: after, list }] of chunk.movements) {
    const content = { ...contentOf(after), status: list };
    if (record === null) records.add({ collection: MOVEMENTS, key, ...content });
    else records.change(record, content);
  }
  for (const [hash, { record, keys }] of chunk.names) {
    if (record === null) records.add({ collection: NAMES, key: hash, value: [...keys] });
    else if (keys.size > (record.value as readonly string[]).length) records.change(record, { value: [...keys] });
  }
  return positions;
}

/** The balance of a statement confirms how an entry was read, so only that of a notification is a problem. */
function showDeviation(records: RailWrites, { stream, iban }: Report, key: string, { named, kind }: Step): void {
  const { deviation, date, direction, amount, ids } = named.movement;
  if (deviation === undefined || kind === 'known' || stream === 'statement') return;
  const entry = [date, ...ids.servicer.slice(0, 1).map((id) => `entry ${id}`)]
    .filter((part) => part !== null)
    .join(', ');
  const text = `${iban}: the bank booked ${direction} ${euros(amount)} (${entry}), but ${deviation}; the entry decides, and the statement has to confirm it`;
  openProblem(records, deviationProblem(key), text);
}

const deviationProblem = (key: string): string => `entry/${key}`;

/** What a chunk reads and writes; the record is null for what it adds. */
interface Chunk {
  readonly movements: Map<string, { record: RailRecord | null; stored: StoredMovement; list: List | null }>;
  readonly names: Map<string, { readonly record: RailRecord | null; readonly keys: Set<string> }>;
  /** How many movements have their key from this name. */
  readonly taken: Map<string, number>;
  readonly now: Instant;
}

async function chunkOf(records: RailRecords, steps: readonly Step[], now: Instant): Promise<Chunk> {
  const named = steps.map((step) => step.named);
  const hashes = named.flatMap(hashesOf);
  const movements = await records.getMany(MOVEMENTS, [...new Set(steps.flatMap(changedBy))]);
  const names = await records.getMany(NAMES, [...new Set(hashes)]);
  return {
    movements: new Map(
      movements.map((record) => [
        record.key,
        { record, stored: movementIn(record), list: record.status as List | null },
      ]),
    ),
    names: new Map(names.map((record) => [record.key, { record, keys: new Set(record.value as readonly string[]) }])),
    taken: new Map(),
    now,
  };
}

/** The key of a new movement with this name. */
function newKey({ names, taken }: Chunk, hash: string): string {
  const stem = hash.slice(0, KEY_LENGTH);
  const before = taken.get(hash) ?? [...(names.get(hash)?.keys ?? [])].filter((key) => key.startsWith(stem)).length;
  taken.set(hash, before + 1);
  return `${stem}-${before + 1}`;
}

/** The names and groups under which a movement is found. */
const hashesOf = ({ names, groups }: Item): readonly string[] => [
  ...names.filter(({ isForSearch }) => isForSearch !== true).map(({ hash }) => hash),
  ...groups.entry,
  ...groups.batch,
];

/** So many payments of one amount and day are compared by their wording; more would make each report slower. */
const MOST_ALIKE = 50;

function enter({ names }: Chunk, key: string, item: Item): void {
  const wordings = new Set(item.names.filter(({ identity }) => identity === 'wording').map(({ hash }) => hash));
  for (const hash of hashesOf(item)) {
    const entry = names.get(hash) ?? { record: null, keys: new Set() };
    const isFull = wordings.has(hash) && entry.keys.size >= MOST_ALIKE;
    if (!isFull) entry.keys.add(key);
    names.set(hash, entry);
  }
}

/** Changes a movement of the chunk. Its list follows from what is known then. */
function change(
  { movements }: Chunk,
  key: string,
  changes: Partial<Pick<StoredMovement, 'claims' | 'details' | 'movement' | 'sum'>>,
): void {
  const { record, stored: before, list } = movements.get(key)!;
  const changed = { ...before, ...changes };
  const isStated = changed.claims.statement !== undefined;
  const after = { ...changed, onlyPayments: isStated ? false : changed.onlyPayments };
  movements.set(key, { record, stored: after, list: listOf(after, list) });
}

/** The list of a movement of which more is known. */
export function listOf(after: StoredMovement, before: List | null): List | null {
  if (isReplaced(after)) return null;
  if (before === 'IN_FLIGHT') return listAfter(after);
  return before === 'NOTED' && after.claims.statement !== undefined ? 'TO_TELL' : before;
}

/** A report has named a known movement. */
function claim(chunk: Chunk, { stream, report }: Report, { key, by, named }: Step & { readonly kind: 'known' }): void {
  const { stored: before } = chunk.movements.get(key)!;
  const earlier = before.claims[stream];
  const isKept = earlier !== undefined && (earlier.isIndirect !== true || stream === 'statement');
  const claims = { ...before.claims, [stream]: isKept ? earlier : claimOf(report, named.movement.ids) };
  change(chunk, key, { claims, movement: withNews(before, named.movement, by) });
  enter(chunk, key, named);
}

/** Connects a sum with its details: what reports have named of the one, they have named of the other. */
function connect(chunk: Chunk, key: string, { named, sum, details }: Step & { readonly kind: 'known' | 'new' }): void {
  if (sum === null && details.length === 0) return;
  const [whole, parts] = sum === null ? [key, details] : [sum, [...details, key]];
  const known = (one: string): StoredMovement => chunk.movements.get(one)!.stored;
  let { claims } = known(whole);
  const toDetails = indirectClaims(claims, []);
  const added = parts.filter((part) => known(part).sum !== whole);
  for (const part of parts) {
    claims = { ...indirectClaims(known(part).claims, entryServicerOf(known(part).movement)), ...claims };
    change(chunk, part, { sum: whole, claims: { ...toDetails, ...known(part).claims } });
  }
  const { stored: before, list } = chunk.movements.get(whole)!;
  const areCovered = coversDetails(before, list, chunk.now);
  const { entry, keys } = before.details ?? { entry: named.entry, keys: [] };
  const all = { entry, keys: [...keys, ...added.filter((part) => !keys.includes(part))] };
  change(chunk, whole, { claims, details: areCovered ? { ...all, areCovered } : all });
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
  { named, sum: sumKey, details, doubts }: Step & { readonly kind: 'new' },
): string {
  const { movement, names, form, entry } = named;
  const isUndetailed = form === 'undetailed';
  const key = newKey(chunk, names[0]!.hash);
  const sum = sumKey === null ? null : chunk.movements.get(sumKey)!;
  const claims: Claims = {
    ...indirectClaims(sum?.stored.claims ?? {}, []),
    [report.stream]: claimOf(report.report, movement.ids),
  };
  const isPayment = movement.direction === 'OUT' && movement.part !== 'charge' && !movement.isReversal;
  const isHeld = statementsOnly && claims.statement === undefined;
  const isCovered = sum !== null && coversDetails(sum.stored, sum.list, chunk.now);
  const after: StoredMovement = {
    key,
    kind: 'entry',
    movement,
    iban: report.iban,
    claims,
    isUndetailed,
    isDetail: form === 'detail',
    entry: isUndetailed ? null : entry,
    sum: null,
    details: null,
    onlyPayments: isHeld && isPayment,
    doubts,
    waitsUntil: null,
    waitsFor: null,
    told: isCovered ? { as: 'nothing', subjects: [] } : null,
    note: null,
  };
  const isExplained = isUndetailed && details.length > 0;
  const list = isCovered || isExplained ? null : isHeld && !isPayment ? 'NOTED' : 'TO_TELL';
  chunk.movements.set(key, { record: null, stored: after, list });
  enter(chunk, key, named);
  return key;
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
