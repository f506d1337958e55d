import { compare, isSame } from './compare.js';
import { haveCommon, type Identity, isId, type Known, type Name, type Reading, share } from './identity.js';
import { entryReferences, type Movement } from './movement.js';
import type { Pass as Turn } from '../in-turns.js';

/**
 * - `undetailed`: an entry without details, which may be the sum of some.
 * - `payment`: the only payment of an entry, or its charge.
 * - `detail`: one of several payments of an entry, or a charge among them.
 */
export type MovementForm = 'undetailed' | 'payment' | 'detail';

interface Pass {
  readonly identity: Identity;
  /** The movements of the report that are compared; all if it is absent. */
  readonly form?: MovementForm;
  /** Whether they are compared with details; with all movements if it is absent. */
  readonly withDetails?: boolean;
}

/**
 * The order of the comparisons. Details are compared before sums: if the report names a batch's details, its sum in the
 * same report is another entry. Sums are compared before payments alone that share only a text with a detail: if the
 * report names the sum, the detail is part of it.
 */
const PASSES: readonly Pass[] = [
  { identity: 'uetr' },
  { identity: 'transaction' },
  { identity: 'servicer' },
  { identity: 'end-to-end' },
  { identity: 'content', form: 'detail' },
  { identity: 'content', form: 'payment', withDetails: false },
  { identity: 'batch' },
  { identity: 'content', form: 'undetailed' },
  { identity: 'content', form: 'payment', withDetails: true },
  { identity: 'wording' },
  { identity: 'day' },
];

/** What a movement of a report is: a known one by its key, one that may be a known one (`doubts`), or new. */
export type Match = { readonly known: string; readonly by: Identity } | { readonly doubts: string } | null;

export interface Named {
  readonly movement: Movement;
  readonly names: readonly Name[];
  readonly form: MovementForm;
  /** The AcctSvcrRef of the entry. */
  readonly entryServicer: readonly string[];
}

/** What else is known about a report. */
export interface Bounds<T extends Named> {
  /** Known movements, by key, that an entry of the report has in another way. */
  readonly reserved: ReadonlyMap<string, T>;
  /** Whether the known detail, which only its text or its day matches, is of another entry. */
  readonly isOther: (item: T, known: Known) => boolean;
  /** A report with many entries takes long. */
  readonly turn: Turn;
}

/**
 * Whether a movement of the report may be the known one. Only ids make an entry of one payment a detail of a batch whose
 * sum this kind of report has named. Without a text, only ids do so if a statement has named the sum, or if this kind of
 * report has named the detail and the entry has an AcctSvcrRef of its own. A copy may have one by one what the report that
 * it repeats has as a sum. Payments that were known one by one before their sum are not found again by their day.
 */
export function isPossible<T extends Named>(
  item: T,
  known: Known,
  identity: Identity,
  { stream, isCopy, isOther }: Pick<Reading, 'stream' | 'isCopy'> & Pick<Bounds<T>, 'isOther'>,
): boolean {
  if (identity !== 'content' && identity !== 'wording' && identity !== 'day') return true;
  const { [stream]: own, statement } = known.claims;
  const isStated = statement?.isIndirect === true;
  if (!known.isDetail) return identity !== 'day' || (own === undefined && !isStated);
  if (item.form === 'detail') return !isOther(item, known);
  if (isCopy) return true;
  if (own?.isIndirect === true) return false;
  if (identity !== 'day' && item.movement.texts.length > 0) return true;
  const isOtherEntry = item.entryServicer.length > 0 && !haveCommon(item.entryServicer, entryReferences(known));
  return !isStated && (own === undefined || !isOtherEntry);
}

/**
 * Recognizes the movements of a report: first all that share a UETR with a known movement, then by the next identity.
 * Without an id of its own, a movement that an entry of this report has already is not taken again, so two equal entries
 * stay two.
 */
export async function recognize<T extends Named>(
  movements: readonly T[],
  knownBy: (hash: string) => readonly Known[],
  reading: Reading,
  { reserved, isOther, turn }: Bounds<T>,
): Promise<readonly Match[]> {
  const matches: Match[] = movements.map(() => null);
  const takers = new Map<string, T>(reserved);
  const isFree = (item: T, known: Known): boolean =>
    [known.key, ...known.parts].every((key) => {
      const taker = takers.get(key);
      return taker === undefined || leavesIt(taker, item);
    });
  const left = withoutTaken(knownBy, (key) => takers.get(key)?.entryServicer.length === 0);
  for (const pass of PASSES) {
    const { identity } = pass;
    const isSameAs =
      (item: T) =>
      (known: Known): boolean =>
        (pass.withDetails ?? known.isDetail) === known.isDetail &&
        isFree(item, known) &&
        isPossible(item, known, identity, { ...reading, isOther }) &&
        isSame(item.movement, known, identity, reading);
    for (const [index, item] of movements.entries()) {
      if (matches[index] !== null || (pass.form ?? item.form) !== item.form) continue;
      await turn();
      for (const { hash } of item.names.filter((name) => name.identity === identity)) {
        const found = firstOf(left(hash), item.movement, reading, isSameAs(item));
        if (found === undefined) continue;
        matches[index] = { known: found.key, by: identity };
        for (const key of [found.key, ...found.parts]) takers.set(key, item);
        break;
      }
    }
  }
  return withDoubts(movements, matches, knownBy, { reading, isFree, turn });
}

/** Without those at the beginning that are taken for good: equal payments would be searched from the first one each time. */
function withoutTaken(
  knownBy: (hash: string) => readonly Known[],
  isTaken: (key: string) => boolean,
): (hash: string) => readonly Known[] {
  const starts = new Map<string, number>();
  return (hash) => {
    const all = knownBy(hash);
    let start = starts.get(hash) ?? 0;
    while (start < all.length && isTaken(all[start]!.key)) start += 1;
    starts.set(hash, start);
    return start === 0 ? all : all.slice(start);
  };
}

/**
 * The one to take. One to which this kind of report has given the id comes first, then one that has it from another kind,
 * then one that this kind has not named yet, unless it is a copy.
 */
function firstOf(
  all: readonly Known[],
  { ids }: Movement,
  { stream, isCopy }: Reading,
  isSuch: (known: Known) => boolean,
): Known | undefined {
  const isNext = ({ claims }: Known): boolean => (claims[stream] !== undefined) === isCopy;
  const hasOwnId = ({ claims: { [stream]: own } }: Known): boolean => own !== undefined && share(ids, own.ids);
  const hasIds = ids.uetr !== null || ids.transactionId !== null || ids.servicer.length > 0;
  return (
    (hasIds ? all.find((known) => hasOwnId(known) && isSuch(known)) : undefined) ??
    (hasIds ? all.find((known) => share(ids, known.ids) && isSuch(known)) : undefined) ??
    all.find((known) => isNext(known) && isSuch(known)) ??
    all.find((known) => !isNext(known) && isSuch(known))
  );
}

interface Doubting<T extends Named> {
  readonly reading: Reading;
  readonly isFree: (item: T, known: Known) => boolean;
  readonly turn: Turn;
}

/** The known movement that each unknown one may be. One that an entry of this report has is not doubted. */
async function withDoubts<T extends Named>(
  movements: readonly T[],
  matches: readonly Match[],
  knownBy: (hash: string) => readonly Known[],
  { reading, isFree, turn }: Doubting<T>,
): Promise<readonly Match[]> {
  const doubted = new Set<string>();
  const found: Match[] = [];
  for (const [index, match] of matches.entries()) {
    await turn();
    const item = movements[index]!;
    found.push(match !== null || item.form === 'undetailed' ? match : doubtAbout(item));
  }
  return found;

  function doubtAbout(item: T): Match {
    for (const { identity, hash } of item.names.filter((name) => isId(name.identity))) {
      const known = knownBy(hash).find(
        (each) =>
          !doubted.has(each.key) && isFree(item, each) && compare(item.movement, each, identity, reading) === 'doubt',
      );
      if (known === undefined) continue;
      doubted.add(known.key);
      // What a copy words in another way is in the report that it repeats.
      return reading.isCopy ? { known: known.key, by: identity } : { doubts: known.key };
    }
    return null;
  }
}

/** Whether an entry of the report that has a known movement leaves it to another one, which is the sum of the same entry. */
function leavesIt(taker: Named, other: Named): boolean {
  const areSumAndDetail = (taker.form === 'undetailed') !== (other.form === 'undetailed');
  return areSumAndDetail && haveCommon(taker.entryServicer, other.entryServicer);
}
