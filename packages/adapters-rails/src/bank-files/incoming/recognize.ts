import {
  compare,
  haveCommon,
  type Identity,
  isId,
  isSame,
  type Known,
  type Name,
  type Reading,
  share,
} from './identity.js';
import { entryReferences, type Movement } from './movement.js';

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
  readonly isOther: (one: T, known: Known) => boolean;
}

/**
 * Whether a movement of the report may be the known one. Only ids make an entry of one payment a detail of a batch whose
 * sum this kind of report has named. Without a text, only ids do so if a statement has named the sum, or if this kind of
 * report has named the detail and the entry has an AcctSvcrRef of its own. A copy may have one by one what the report that
 * it repeats has as a sum. Payments that were known one by one before their sum are not found again by their day.
 */
export function isPossible<T extends Named>(
  one: T,
  known: Known,
  identity: Identity,
  { stream, isCopy, isOther }: Pick<Reading, 'stream' | 'isCopy'> & Pick<Bounds<T>, 'isOther'>,
): boolean {
  if (identity !== 'content' && identity !== 'wording' && identity !== 'day') return true;
  const { [stream]: own, statement } = known.claims;
  const isStated = statement?.isIndirect === true;
  if (!known.isDetail) return identity !== 'day' || (own === undefined && !isStated);
  if (one.form === 'detail') return !isOther(one, known);
  if (isCopy) return true;
  if (own?.isIndirect === true) return false;
  if (identity !== 'day' && one.movement.texts.length > 0) return true;
  const isOtherEntry = one.entryServicer.length > 0 && !haveCommon(one.entryServicer, entryReferences(known));
  return !isStated && (own === undefined || !isOtherEntry);
}

/**
 * Recognizes the movements of a report: first all that share a UETR with a known movement, then by the next identity.
 * Without an id of its own, a movement that an entry of this report has already is not taken again, so two equal entries
 * stay two.
 */
export function recognize<T extends Named>(
  movements: readonly T[],
  knownBy: (hash: string) => readonly Known[],
  reading: Reading,
  { reserved, isOther }: Bounds<T>,
): readonly Match[] {
  const matches: Match[] = movements.map(() => null);
  const takers = new Map<string, T>(reserved);
  const isFree = (one: T, known: Known): boolean =>
    [known.key, ...known.parts].every((key) => {
      const taker = takers.get(key);
      return taker === undefined || leavesIt(taker, one);
    });
  for (const pass of PASSES) {
    const { identity } = pass;
    const isCompared = (one: T, known: Known): boolean =>
      (pass.withDetails ?? known.isDetail) === known.isDetail &&
      isFree(one, known) &&
      isPossible(one, known, identity, { ...reading, isOther });
    movements.forEach((one, index) => {
      if (matches[index] !== null || (pass.form ?? one.form) !== one.form) return;
      const { movement, names } = one;
      for (const { hash } of names.filter((name) => name.identity === identity)) {
        const same = knownBy(hash).filter(
          (known) => isCompared(one, known) && isSame(movement, known, identity, reading),
        );
        // One to which this kind of report has given the id comes first, then one that has it from another kind, then one
        // that this kind has not named yet, unless it is a copy.
        const found =
          same.find(({ claims: { [reading.stream]: own } }) => own !== undefined && share(movement.ids, own.ids)) ??
          same.find(({ ids }) => share(movement.ids, ids)) ??
          same.find(({ claims }) => (claims[reading.stream] !== undefined) === reading.isCopy) ??
          same[0];
        if (found === undefined) continue;
        matches[index] = { known: found.key, by: identity };
        for (const key of [found.key, ...found.parts]) takers.set(key, one);
        return;
      }
    });
  }
  return withDoubts(movements, matches, knownBy, { reading, isFree });
}

interface Doubting<T extends Named> {
  readonly reading: Reading;
  readonly isFree: (one: T, known: Known) => boolean;
}

/** The known movement that each unknown one may be. One that an entry of this report has is not doubted. */
function withDoubts<T extends Named>(
  movements: readonly T[],
  matches: readonly Match[],
  knownBy: (hash: string) => readonly Known[],
  { reading, isFree }: Doubting<T>,
): readonly Match[] {
  const doubted = new Set<string>();
  return matches.map((match, index) => {
    const one = movements[index]!;
    if (match !== null || one.form === 'undetailed') return match;
    for (const { identity, hash } of one.names.filter((name) => isId(name.identity))) {
      const found = knownBy(hash).find(
        (known) =>
          !doubted.has(known.key) && isFree(one, known) && compare(one.movement, known, identity, reading) === 'doubt',
      );
      if (found === undefined) continue;
      doubted.add(found.key);
      // What a copy words in another way is in the report that it repeats.
      return reading.isCopy ? { known: found.key, by: identity } : { doubts: found.key };
    }
    return null;
  });
}

/** Whether an entry of the report that has a known movement leaves it to another one, which is the sum of the same entry. */
function leavesIt(taker: Named, other: Named): boolean {
  const areSumAndDetail = (taker.form === 'undetailed') !== (other.form === 'undetailed');
  return areSumAndDetail && haveCommon(taker.entryServicer, other.entryServicer);
}
