import type { SlicedReads } from '../in-turns.js';
import { isSame } from './compare.js';
import { isBare, isCredit, type Reading } from './identity.js';
import { type Bounds, isPossible, type Match, type Named } from './recognize.js';
import { knownIn, movementIn, MOVEMENTS, type StoredMovement } from './movement-records.js';
import type { Movement } from './movement.js';
import { chunkKey, ENTRIES, statementsIn } from './report-records.js';

interface BareSearch<T extends Named> extends Pick<Bounds<T>, 'isOther' | 'turn'> {
  readonly items: readonly T[];
  readonly matches: readonly Match[];
  /** Whether an entry of the report has the movement. */
  readonly isTaken: (key: string) => boolean;
  /** The movements of the account that no statement has named. */
  readonly unstated: () => Promise<readonly StoredMovement[]>;
}

/**
 * Recognizes received transfers that this report names without text and ids of the payer, and that an earlier report of
 * another kind has named with them. A movement that an entry of this report has by a surer identity is not taken, so
 * each entry stays one payment.
 */
export async function recognizeBare<T extends Named>(
  records: SlicedReads,
  report: Reading & { readonly iban: string },
  { items, matches, isTaken, isOther, turn, unstated }: BareSearch<T>,
): Promise<readonly Match[]> {
  const days = items.flatMap(({ movement }, index) =>
    matches[index] === null && isCredit(movement) && isBare(movement) && movement.date !== null ? movement.date : [],
  );
  if (days.length === 0) return matches;
  const left = new Map<string, StoredMovement[]>();
  for (const stored of await unclaimed(records, report, new Set(days), unstated)) {
    if (isTaken(stored.key)) continue;
    const alike = left.get(placeOf(stored.movement));
    if (alike === undefined) left.set(placeOf(stored.movement), [stored]);
    else alike.push(stored);
  }
  const found: Match[] = [];
  for (const [index, match] of matches.entries()) {
    await turn();
    const item = items[index]!;
    const { movement } = item;
    const alike = match === null && isCredit(movement) && isBare(movement) ? left.get(placeOf(movement)) : undefined;
    const at = (alike ?? []).findIndex(
      (stored) =>
        isPossible(item, knownIn(stored), 'day', { ...report, isOther }) &&
        isSame(movement, knownIn(stored), 'day', report),
    );
    found.push(at < 0 ? match : { known: alike!.splice(at, 1)[0]!.key, by: 'day' });
  }
  return found;
}

const placeOf = ({ date, amount }: Movement): string => [date, amount].join(' ');

/** The received transfers of these days that no report of this kind has named. */
async function unclaimed(
  records: SlicedReads,
  { iban, stream }: Reading & { readonly iban: string },
  days: ReadonlySet<string>,
  unstated: BareSearch<Named>['unstated'],
): Promise<StoredMovement[]> {
  const found: readonly StoredMovement[] = [
    ...(await unstated()),
    ...(stream === 'statement' ? [] : await statedOn(records, iban, days)),
  ];
  return found.filter(
    ({ movement, claims }) =>
      claims[stream] === undefined && isCredit(movement) && movement.date !== null && days.has(movement.date),
  );
}

/** The movements of the statements that contain these days. */
async function statedOn(
  records: SlicedReads,
  iban: string,
  days: ReadonlySet<string>,
): Promise<readonly StoredMovement[]> {
  const [from = null, to = null] = [[...days].sort()[0], [...days].sort().at(-1)];
  const keys = new Set<string>();
  for await (const { key, value } of statementsIn((...query) => records.list(...query), iban, { from, to })) {
    const chunks = Array.from({ length: value.chunks }, (_, chunk) => chunkKey({ key }, chunk));
    for (const entry of await records.getMany(ENTRIES, chunks)) {
      for (const movement of (entry.value as readonly (readonly string[])[]).flat()) keys.add(movement);
    }
  }
  return (await records.getMany(MOVEMENTS, [...keys])).map(movementIn);
}
