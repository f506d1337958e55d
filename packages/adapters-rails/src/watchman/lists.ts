import { canonicalText } from '@corridor/core/internal';
import { type ConnectionContext, RailUnavailable } from '@corridor/core/ports';
import { listInfo, type ListInfo } from './answers.js';
import type { AskWatchman } from './client.js';
import type { WatchmanEntry } from './entry.js';

const HOUR_MS = 3_600_000;

/** The lists that Watchman has loaded. */
export const readLists = (ask: AskWatchman): Promise<ListInfo> =>
  ask({ name: 'list-version', path: '/v2/listinfo', answer: listInfo });

/** The lists of the entry that are not loaded, or have no entry. Without them, a search finds nothing and says so. */
export const missingLists = ({ lists }: ListInfo, entry: Pick<WatchmanEntry, 'lists'>): readonly string[] =>
  entry.lists.filter((name) => (lists[name] ?? 0) === 0);

/**
 * The version of all lists together. Other settings of the entry and another version of Watchman compare otherwise, so
 * they count too. Throws `RailUnavailable` if a list of the entry is missing.
 */
export function versionOf(
  info: ListInfo,
  entry: WatchmanEntry,
  { name, digest }: Pick<ConnectionContext, 'name' | 'digest'>,
): string {
  const missing = missingLists(info, entry);
  if (missing.length > 0) throw new RailUnavailable(name, 'list-version', notLoaded(missing));
  const { lists, listHashes, endedAt, version } = info;
  const contents = Object.keys(lists).map((list) => [list, lists[list], listHashes?.[list] ?? endedAt] as const);
  const { minMatch, otherScripts } = entry;
  return digest.sha256(
    canonicalText({
      contents: contents.toSorted(([a], [b]) => (a < b ? -1 : 1)),
      version: version ?? null,
      minMatch: String(minMatch),
      otherScripts,
    }),
  );
}

/** What an operator must look at, one sentence each. */
export function problemsOf(
  info: ListInfo,
  entry: WatchmanEntry,
  { clock }: Pick<ConnectionContext, 'clock'>,
): readonly string[] {
  const missing = missingLists(info, entry);
  const hours = Math.floor((clock.now() - Date.parse(info.endedAt)) / HOUR_MS);
  return [
    ...(missing.length > 0 ? [notLoaded(missing)] : []),
    ...(hours > entry.maxAgeHours
      ? [`the lists were refreshed ${hours} hours ago; the entry allows ${entry.maxAgeHours}`]
      : []),
  ];
}

const notLoaded = (missing: readonly string[]): string =>
  `these lists of the entry are not loaded or are empty: ${missing.join(', ')}`;
