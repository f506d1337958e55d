import { canonicalText } from '@corridor/core/internal';
import type { Digest, ScreenedParty, ScreeningMatch } from '@corridor/core/ports';
import type { Entity } from './answers.js';
import type { Search } from './searches.js';

/** The list of findings that come from the adapter and not from a list. */
const ADAPTER = 'watchman';

/** What a search found in an entry. */
export function matchOf({ party, by }: Search, entity: Entity, digest: Digest): ScreeningMatch {
  const { match, debug: _debug, details: _details, ...content } = entity;
  const entryVersion = digest.sha256(canonicalText(content));
  const score = Math.round(match * 100);
  const born = entity.person?.birthDate?.slice(0, 10);
  const reason =
    by === 'address'
      ? `The address is one of the addresses of this ${entity.entityType}.`
      : `The name is ${score} % like that of this ${entity.entityType}${born === undefined ? '' : `, born ${born}`}.`;
  return {
    party,
    list: entity.sourceList,
    // Files that were ingested can have entries without an id.
    entry: entity.sourceID === '' ? entryVersion : entity.sourceID,
    entryVersion,
    name: entity.name,
    score: by === 'address' ? 100 : score,
    reason,
  };
}

/** More entries match than are read: an operator must learn that the list of matches is not complete. */
export const moreFound = ({ party, by }: Search, most: number, listVersion: string): ScreeningMatch => ({
  ...{ party, list: ADAPTER, entry: `more-by-${by}`, entryVersion: listVersion, name: null, score: null },
  reason: `At least ${most} entries match the ${by}; the others are not listed here.`,
});

/** A name that was not compared, because Watchman would find nothing and not say why. */
export const notCompared = ({ id }: ScreenedParty, listVersion: string): ScreeningMatch => ({
  ...{ party: id, list: ADAPTER, entry: 'other-script', entryVersion: listVersion, name: null, score: null },
  reason: 'The name has letters that are not Latin, which this Watchman does not compare.',
});

/** Each entry once for a party, the strongest match first. */
export function inOrder(matches: readonly ScreeningMatch[]): readonly ScreeningMatch[] {
  const strongest = new Map<string, ScreeningMatch>();
  for (const match of matches) {
    const key = JSON.stringify([match.party, match.list, match.entry]);
    const before = strongest.get(key);
    if (before === undefined || (match.score ?? 0) > (before.score ?? 0)) strongest.set(key, match);
  }
  const placeOf = ({ party, list, entry }: ScreeningMatch) => `${party} ${list} ${entry}`;
  return [...strongest.values()].toSorted(
    (a, b) => (b.score ?? -1) - (a.score ?? -1) || (placeOf(a) < placeOf(b) ? -1 : 1),
  );
}
