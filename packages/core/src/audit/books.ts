import { inspectTold, type Told } from './told.js';
import type { EventType, JobKind } from '../events/index.js';
import type { BaseRecord, Digest, Instant, KindOf, Reads, TenantKey } from '../kernel/index.js';
import { type AccountMoves, type Check, type EntryKind, everyPage, inspect } from '../ledger/index.js';
import type { CardMove, CardMoved } from '../transactions/index.js';

/** Names by key, in the order in which they came. */
export interface Tally<N extends string> {
  add(key: string, name: N): void;
  /** The names of a key, which are thereby accounted for. */
  take(key: string): readonly N[];
  /** What nobody has taken. */
  rest(): Iterable<readonly [string, readonly N[]]>;
}

interface List<N extends string> {
  readonly names: readonly N[];
  readonly longer: Map<N, List<N>>;
}

/** Keeps equal lists once: there are millions of payments, but few ways that a payment can go. */
export function createTally<N extends string>(): Tally<N> {
  const empty: List<N> = { names: [], longer: new Map() };
  const lists = new Map<string, List<N>>();
  return {
    add(key, name) {
      const list = lists.get(key) ?? empty;
      const longer = list.longer.get(name) ?? { names: [...list.names, name], longer: new Map<N, List<N>>() };
      list.longer.set(name, longer);
      lists.set(key, longer);
    },
    take(key) {
      const { names } = lists.get(key) ?? empty;
      lists.delete(key);
      return names;
    },
    *rest() {
      for (const [key, { names }] of lists) yield [key, names];
    },
  };
}

/** How the events told of an internal account's balance. */
export interface Announced {
  readonly times: number;
  /** Whether one of them told the balance that the books say it has now. */
  readonly truly: boolean;
}

export const NEVER: Announced = { times: 0, truly: false };

/** What the actions of an agent have taken of one day or month. */
export interface AgentSpend {
  readonly amount: bigint;
  readonly count: bigint;
}

export type CardMoves = Map<string, Map<CardMove, CardMoved>>;

/** What one pass of an audit leaves for those after it. */
export interface Books {
  readonly reads: Reads;
  readonly tenant: TenantKey;
  /** Kinds of the entries of a payment or a deposit. */
  readonly entries: Tally<EntryKind>;
  /** Types of the events of a resource, but for those of balances and tests. */
  readonly events: Tally<EventType>;
  /** Kinds of the jobs about a record. */
  readonly jobs: Tally<JobKind>;
  readonly moves: ReadonlyMap<string, AccountMoves>;
  /** By the id of a daily volume, what payments have taken of it and not given back. */
  readonly volumes: Map<string, bigint>;
  /** By card transaction, what entries have moved for it. */
  readonly cardMoves: CardMoves;
  /** By the name of a card reserve, what transactions have in it. */
  readonly reserved: Map<string, bigint>;
  /** By card transaction, what it says that came back of it. */
  readonly refunded: Map<string, bigint>;
  readonly announced: Map<string, Announced>;
  /** By transaction, how often an operator has had its refund tried again. */
  readonly retried: Map<string, number>;
  /** By the id of a row of an agent's usage, what its actions have taken of it. */
  readonly agentSpend: Map<string, AgentSpend>;
  /** By record, the event that has shown it last. */
  readonly told: Map<string, Told>;
  /** Host time. */
  readonly now: Instant;
  readonly digest: Digest;
}

/** One walk over all records of a kind: what must be known of them, and what must hold. */
export interface Pass<T extends BaseRecord, S> {
  readonly kind: KindOf<T>;
  readonly subjects: (books: Books, page: readonly T[]) => Promise<readonly S[]>;
  readonly checks: readonly Check<S>[];
}

/** Walks over the records of a tenant, a page at a time; answers how many there were. */
export async function run<T extends BaseRecord, S>(
  books: Books,
  { kind, subjects, checks }: Pass<T, S>,
  findings: string[],
): Promise<number> {
  let count = 0;
  for await (const page of everyPage(books.reads, kind)) {
    count += page.length;
    const found = inspect(await subjects(books, page), checks);
    for (const finding of found) findings.push(finding);
    for (const { id, findings: differing } of await inspectTold(books.reads, books.told, kind, page)) {
      // A record that is known to be wrong is not spoken of twice.
      if (!found.some((finding) => finding.includes(id))) findings.push(...differing);
    }
  }
  return count;
}

/** Those of the records with these ids that there are. */
export async function byId<T extends BaseRecord>(
  reads: Reads,
  kind: KindOf<T>,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, T>> {
  const records = await reads.getMany(
    kind,
    ids.filter((id) => id !== null),
  );
  return new Map(records.map((record) => [record.id, record]));
}

/** Finds lists of names that are not the same, whatever their order. */
export function differences(what: string, expected: readonly string[], found: readonly string[]): readonly string[] {
  const isSame = (one: readonly string[], other: readonly string[]): boolean =>
    one.length === other.length && one.every((name, i) => name === other[i]);
  // Most come in the order in which they are expected.
  const same = isSame(expected, found) || isSame([...expected].sort(), [...found].sort());
  return same ? [] : [`${what}: expected ${expected.join(', ') || 'none'}, found ${found.join(', ') || 'none'}`];
}
