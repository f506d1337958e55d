import type { ScreenedParty } from '@corridor/core/ports';

/** A search for one party. */
export interface Search {
  readonly party: string;
  readonly by: 'name' | 'address';
  /** The name or the address. */
  readonly text: string;
  readonly query: Readonly<Record<string, string>>;
}

/** What Watchman searches for a kind of party. Ships and aircraft have no accounts. */
const TYPES = {
  INDIVIDUAL: ['person'],
  BUSINESS: ['business', 'organization'],
  UNKNOWN: ['person', 'business', 'organization'],
} as const;

/** How many entries a search asks for. */
export const MOST_FOUND = 50;
/** Watchman gives an entry with the address the match 1. */
const ADDRESS_MATCH = '0.99';

/** A letter that is not Latin. */
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}/u;

export const hasOtherLetters = (name: string): boolean => OTHER_LETTER.test(name);

/** Addresses of persons at institutions, such as `$grace@bank.example`, are on no list. */
const isOnChain = (address: string): boolean => !address.includes('@');

/**
 * The searches for a party. Birth dates and countries are not sent: an entry with another or an estimated date would
 * match less, and fall below the limit.
 */
export function searchesFor(party: ScreenedParty, minMatch: number, otherScripts: boolean): readonly Search[] {
  const { id, kind, address } = party;
  const limit = String(MOST_FOUND);
  const name = party.name?.trim() ?? '';
  const isComparable = name !== '' && (otherScripts || !hasOtherLetters(name));
  const byName = isComparable
    ? TYPES[kind ?? 'UNKNOWN'].map((type): Search => ({
        ...{ party: id, by: 'name', text: name },
        query: { type, name, minMatch: String(minMatch), limit },
      }))
    : [];
  if (address === null || !isOnChain(address)) return byName;
  // Watchman splits at colons. Without a currency before the colon it compares the address alone.
  const onChain = address.slice(address.lastIndexOf(':') + 1);
  return [
    ...byName,
    {
      ...{ party: id, by: 'address', text: onChain },
      query: { cryptoAddress: `:${onChain}`, minMatch: ADDRESS_MATCH, limit },
    },
  ];
}
