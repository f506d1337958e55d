import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { type BaseRecord, type Instant, instant, isId, type KindOf, type Reads } from '../kernel/index.js';
import { BENEFICIAL_OWNERS } from '../verification/index.js';
import { SCREENED_PARTIES, type ScreeningRound } from './screening.js';
import { MOST_PARTIES } from './store-question.js';

/** The ids of the parties of one question of a round, in the order of their lists. */
export interface RoundBatch {
  readonly parties: readonly string[];
  /** The place after which the next batch begins; null after the last one. */
  readonly cursor: string | null;
}

interface List {
  readonly name: string;
  readonly of: (reads: Reads, after: Place | null) => Promise<readonly BaseRecord[]>;
  readonly partyOf: (record: BaseRecord) => string | null;
}

type Place = { readonly createdAt: Instant; readonly id: string };

const list =
  <T extends BaseRecord>(kind: KindOf<T>): List['of'] =>
  async (reads, after) => {
    const { rows } = await reads.list(kind, {
      ...{ order: 'asc', limit: MOST_PARTIES, counted: false },
      ...(after !== null && { after }),
    });
    return rows;
  };

const ofId = ({ id }: BaseRecord): string => id;

/**
 * Every customer, owner and external account, also those that were never asked about: they are older than the connection.
 * The rows of asked parties add those that have no record of their own.
 */
const LISTS: readonly List[] = [
  { name: 'customers', of: list(CUSTOMERS), partyOf: ofId },
  { name: 'owners', of: list(BENEFICIAL_OWNERS), partyOf: ofId },
  { name: 'accounts', of: list(EXTERNAL_ACCOUNTS), partyOf: ofId },
  {
    name: 'others',
    of: list(SCREENED_PARTIES),
    partyOf: (record) => {
      const { party } = record as BaseRecord & { readonly party: string };
      return isId('Deposit', party) ? party : null;
    },
  },
];

/** The next parties of a round, of one list. Empty with a cursor at the end of a list. */
export async function nextBatch(reads: Reads, { cursor }: Pick<ScreeningRound, 'cursor'>): Promise<RoundBatch> {
  const { index, after } = placeOf(cursor);
  const at = LISTS[index];
  if (at === undefined) return { parties: [], cursor: null };
  const records = await at.of(reads, after);
  const last = records.at(-1);
  const isEnd = records.length < MOST_PARTIES || last === undefined;
  return {
    parties: records.map(at.partyOf).filter((party) => party !== null),
    cursor: isEnd ? textOf(index + 1, null) : textOf(index, last),
  };
}

const textOf = (index: number, after: Place | null): string | null => {
  const at = LISTS[index];
  if (at === undefined) return null;
  return after === null ? at.name : `${at.name}/${after.createdAt}/${after.id}`;
};

function placeOf(cursor: string | null): { readonly index: number; readonly after: Place | null } {
  if (cursor === null) return { index: 0, after: null };
  const [name, createdAt, id] = cursor.split('/');
  const index = LISTS.findIndex((at) => at.name === name);
  const after = createdAt === undefined || id === undefined ? null : { createdAt: instant(Number(createdAt)), id };
  return { index: index < 0 ? LISTS.length : index, after };
}
