import type { Instant } from '@corridor/core';
import type { Clock, RailRecord, RailRecords, RailWrites } from '@corridor/core/ports';
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
  type StoredMovement,
} from './movement-records.js';
import type { Item, Report, Step } from './report.js';
import { NAMES } from './report-records.js';
import { entryServicerOf } from './sums.js';

export interface WritingPorts {
  readonly clock: Clock;
  /** Whether only statements move money. */
  readonly statementsOnly: boolean;
}

/** The known movements that a step changes. */
export function changedBy(step: Step): readonly string[] {
  const { details, sum } = step;
  return [...(step.kind === 'known' ? [step.key] : []), ...(sum === null ? [] : [sum]), ...details];
}

/** Writes one chunk, and returns the keys of the movements at each position. */
export async function writeChunk(
  { statementsOnly, clock }: WritingPorts,
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
  const known = (key: string): StoredMovement => chunk.movements.get(key)!.stored;
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
