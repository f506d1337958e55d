import { haveCommon } from './identity.js';
import type { Pass as Turn } from '../in-turns.js';
import { signed } from './movement-records.js';
import type { Item } from './report.js';
import type { Match } from './recognize.js';
import { byEntry, type KnownMovements, type ReadEntry, type Sums } from './sums.js';

/** The entries with several movements, each with the groups of all of them. */
export const detailedEntries = (items: readonly Item[]): readonly Item[] =>
  byEntry(items.filter(({ form, isAlone }) => form !== 'undetailed' && !isAlone)).map((some) => ({
    ...some[0]!,
    groups: {
      entry: [...new Set(some.flatMap(({ groups }) => groups.entry))],
      batch: [...new Set(some.flatMap(({ groups }) => groups.batch))],
    },
  }));

/** The known sums that have the AcctSvcrRef of an entry with details, by key. */
export const sumsOfEntries = (entries: readonly Item[], { withName }: KnownMovements): ReadonlyMap<string, Item> =>
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
export function explainedSums(
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
