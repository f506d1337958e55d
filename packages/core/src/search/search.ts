import {
  type BaseRecord,
  type Context,
  HOUSE_TENANTS,
  type IdSource,
  invalidFields,
  ok,
  readAll,
  type Reads,
  type Result,
  type Sought,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { type Caller, type MasterKeyHolder, recordRead } from '../operators/index.js';
import { findAnywhere, type FoundRecord } from '../payments/index.js';
import { type Platform, PLATFORMS } from '../platforms/index.js';
import { inCurrencies } from './any-currency.js';
import { type Asked, askedBy, asksForPersons, loggedText, LONGEST_TEXT, type SoughtSum } from './asked.js';
import { alternativesOf, type Group, GROUP_NAMES, type GroupName, type GroupRecords, GROUPS } from './groups.js';
import { hitOf, namesFor, type SearchHit, type Showing } from './hits.js';
import { depositsOfParty, MOST_COMPARED, paymentsOfParty } from './named-sums.js';
import { firstTerm, hasNumber, isSought } from './matches.js';
import { ENDING_LENGTH } from './terms.js';
import { wordsOf } from './words.js';

/** So many hits of a group are shown. */
export const MOST_HITS = 10;

export interface SearchRequest {
  readonly text: string;
  /** The platforms that the operator may see; null for all of them and the service itself. */
  readonly platforms: readonly TenantKey[] | null;
  /** Whether the operator may know who is blocked. */
  readonly showsBlocks: boolean;
}

export interface FoundGroup {
  readonly group: GroupName;
  readonly hits: readonly SearchHit[];
  /** Whether there are hits beyond those that are shown. */
  readonly hasMore: boolean;
}

export interface SearchAnswer {
  /** Groups with hits, in a fixed order. */
  readonly groups: readonly FoundGroup[];
  readonly platforms: readonly Platform[];
  /** The records of a whole id whose type has no group; of a platform, one for each environment. */
  readonly others: readonly FoundRecord[];
  /** What the operator has to know about how the text was understood. */
  readonly notes: readonly string[];
}

export interface SearchPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly railNames: readonly string[];
  /** The context of the records of operators. */
  readonly context: (requestId: string) => Context;
}

const EMPTY: SearchAnswer = { groups: [], platforms: [], others: [], notes: [] };

/**
 * Searches the records of several platforms for everything that a text can mean (docs/areas/operators.md#search). A
 * search by names, emails, phone numbers, accounts or the beginning of an id is in the operator log before it is answered. INVALID_INPUT for a
 * text that is too long; FORBIDDEN for an operator without access.
 */
export function searchRecords({ units, ids, railNames, context }: SearchPorts) {
  const record = recordRead({ units, ids });
  const anywhere = findAnywhere(units);

  return async (caller: Caller | MasterKeyHolder, request: SearchRequest): Promise<Result<SearchAnswer>> => {
    if (request.text.length > LONGEST_TEXT)
      return invalidFields([{ field: 'text', message: `must have at most ${LONGEST_TEXT} characters` }]);
    const asked = askedBy(request.text);
    if (asked === null) return ok(EMPTY);
    if (asksForPersons(asked)) {
      const input = { text: loggedText(asked) };
      const entry = { action: 'search', subject: '', input };
      const recorded = await record(context(caller.requestId), caller, entry);
      if (!recorded.ok) return recorded;
    }
    const answer = await units.read(null, (reads) => searchAll(reads, asked, request, railNames));
    const isFound = answer.groups.some(({ hits }) => hits.some(({ id }) => id === asked.text));
    const others = isFound || asked.ids === null ? [] : await anywhere(asked.text);
    const isAllowed = ({ tenant }: FoundRecord) => request.platforms?.includes(tenant) ?? true;
    return ok({ ...answer, others: others.filter(isAllowed) });
  };
}

async function searchAll(
  reads: Reads,
  given: Asked,
  { platforms: allowed, showsBlocks }: SearchRequest,
  railNames: readonly string[],
): Promise<Pick<SearchAnswer, 'groups' | 'platforms' | 'notes'>> {
  const platforms = (await readAll(reads, PLATFORMS)).filter(({ id }) => allowed?.includes(id) ?? true);
  const tenants = [...platforms.map(({ id }) => id), ...(allowed === null ? HOUSE_TENANTS : [])];
  const asked = inCurrencies(given, platforms, tenants.length);
  const found = new Map<GroupName, readonly BaseRecord[]>();
  for (const group of GROUP_NAMES) {
    const records = await searchGroup(reads, GROUPS[group] as unknown as Group<BaseRecord>, asked, tenants, railNames);
    if (records.length > 0) found.set(group, records);
  }
  const ofParty = asked.named === null ? null : await paymentsOfParty(reads, asked.named, tenants);
  const arrived = asked.named === null ? null : await depositsOfParty(reads, asked.named, tenants);
  putFirst(found, 'payments', ofParty?.payments ?? []);
  putFirst(found, 'deposits', arrived?.deposits ?? []);
  const shown = [...found.values()].flatMap((records) => records.slice(0, MOST_HITS));
  const showing: Showing = {
    names: await namesFor(reads, shown),
    platforms: new Map(platforms.map((platform) => [platform.id, platform])),
    showsBlocks,
  };
  return {
    platforms: platforms.filter((platform) => isNamed(platform, asked)),
    notes: notesOn(given, asked, (ofParty?.isComplete ?? true) && (arrived?.isComplete ?? true)),
    groups: [...found].map(([group, records]) => ({
      group,
      hits: records
        .slice(0, MOST_HITS)
        .map((each) => hitOf(group, GROUPS[group].kind, each as GroupRecords[typeof group], showing)),
      hasMore: records.length > MOST_HITS,
    })),
  };
}

/** Puts records before the others of their group. */
function putFirst(
  found: Map<GroupName, readonly BaseRecord[]>,
  group: GroupName,
  records: readonly BaseRecord[],
): void {
  if (records.length === 0) return;
  const others = (found.get(group) ?? []).filter(({ id }) => records.every((each) => each.id !== id));
  found.set(group, [...records, ...others]);
}

/** The records of one group in the order in which they are shown, at most one more than those. */
export async function searchGroup<T extends BaseRecord>(
  reads: Reads,
  group: Group<T>,
  asked: Asked,
  tenants: readonly TenantKey[],
  railNames: readonly string[],
): Promise<readonly T[]> {
  const { kind } = group;
  const anyOf = alternativesOf(group, asked, railNames);
  if (anyOf.length === 0) return [];
  const rows = await reads.search(kind, { anyOf, tenants, limit: MOST_HITS + 1 });
  const ranked = rows.flatMap((row) => {
    const rank = rankOf(kind, row, anyOf, asked);
    return rank === null ? [] : [{ row, rank }];
  });
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : b.row.createdAt - a.row.createdAt));
  return ranked.slice(0, MOST_HITS + 1).map(({ row }) => row);
}

/**
 * The place of a record in its group: what is found exactly comes first, then names in the order of the word that begins
 * as the sought one. Null if the record is not sought: its words can be out of date, and of a long number only the end is
 * compared by the storage.
 */
function rankOf<T extends BaseRecord>(
  kind: Group<T>['kind'],
  row: T,
  anyOf: readonly Sought<T>[],
  { number }: Asked,
): string | null {
  const ranks = anyOf.flatMap((sought): readonly string[] => {
    if (sought.by !== 'terms') return isSought(kind, row, sought) ? [''] : [];
    const term = firstTerm(kind, row, sought.prefixes);
    if (term === null) return [];
    const isWhole =
      number === null || number.length <= ENDING_LENGTH || term[1] !== 'd' || hasNumber(kind, row, number);
    return isWhole ? [term] : [];
  });
  return ranks.toSorted()[0] ?? null;
}

function isNamed(platform: Platform, { words, ids }: Asked): boolean {
  const id = platform.platformId.slice('Platform:'.length);
  if (ids !== null && (ids.type ?? 'Platform') === 'Platform' && id >= ids.from && id <= ids.to) return true;
  const own = wordsOf(platform.name);
  return words.length > 0 && words.every((word) => own.some((each) => each.startsWith(word)));
}

function notesOn(given: Asked, asked: Asked, isComplete: boolean): readonly string[] {
  const { named } = given;
  const lacksCurrency = (sum: SoughtSum | null, inAny: SoughtSum | null): boolean =>
    sum !== null && sum.bare !== null && inAny!.amounts.length === 0;
  return [
    ...(given.amounts.length > 1 || (named !== null && named.amounts.length > 1)
      ? ['The separator can stand before the decimals or between thousands: both amounts were searched.']
      : []),
    ...(lacksCurrency(given, asked) || lacksCurrency(named, asked.named)
      ? ['An amount must be searched with its currency here, such as 1,766.23 GBP.']
      : []),
    ...(isComplete
      ? []
      : [`The name was compared with the newest ${MOST_COMPARED} payments and deposits of this amount.`]),
  ];
}
