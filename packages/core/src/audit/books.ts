import type { EventType, JobKind } from '../events/index.js';
import type { BaseRecord, Digest, Instant, KindOf, Reads, TenantKey } from '../kernel/index.js';
import { type AccountMoves, type Check, type EntryKind, everyPage, inspect } from '../ledger/index.js';
import type { CardMove, CardMoved } from '../transactions/index.js';
import { inspectTold, type Told } from './told.js';

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

/** What an audit of one tenant looks at. */
export interface AuditedTenant {
  readonly reads: Reads;
  readonly tenant: TenantKey;
  /** Host time. */
  readonly now: Instant;
  readonly digest: Digest;
}

/** What the entries leave for the passes after them. */
export interface PostedBooks extends AuditedTenant {
  /** Kinds of the entries of a payment or a deposit. */
  readonly entries: Tally<EntryKind>;
  /** By card transaction, what entries have moved for it. */
  readonly cardMoves: CardMoves;
  readonly moves: ReadonlyMap<string, AccountMoves>;
}

/** The same once the jobs are known. */
export interface PlannedBooks extends PostedBooks {
  /** Kinds of the jobs about a record. */
  readonly jobs: Tally<JobKind>;
}

/** The same once the events are known. */
export interface ToldBooks extends PlannedBooks {
  /** Types of the events of a resource, but for those of balances and tests. */
  readonly events: Tally<EventType>;
  readonly announced: Map<string, Announced>;
  /** By record, the event that has shown it last. */
  readonly told: Map<string, Told>;
}

/** The same once the exceptions are known. */
export interface DecidedBooks extends ToldBooks {
  /** By transaction, how often an operator has had its refund tried again. */
  readonly retried: Map<string, number>;
}

/** The same once the transactions are known. */
export interface PaidBooks extends DecidedBooks {
  /** By the id of a daily volume, what payments have taken of it and not given back. */
  readonly volumes: Map<string, bigint>;
  /** By the name of a card reserve, what transactions have in it. */
  readonly reserved: Map<string, bigint>;
  /** By card transaction, what it says that came back of it. */
  readonly refunded: Map<string, bigint>;
}

/** The same once the actions of agents are known. */
export interface ActedBooks extends PaidBooks {
  /** By the id of a row of an agent's usage, what its actions have taken of it. */
  readonly agentSpend: Map<string, AgentSpend>;
}

/** What is left when every record has taken what it accounts for: it is of nobody. */
export interface UnclaimedBooks extends Pick<ActedBooks, 'cardMoves' | 'volumes' | 'announced' | 'agentSpend'> {
  readonly unclaimedEntries: Iterable<readonly [string, readonly EntryKind[]]>;
  readonly unclaimedEvents: Iterable<readonly [string, readonly EventType[]]>;
}

/** A pass over the books: what is wrong with what it has looked at, how much that was, and the books for those after it. */
export interface Inspected<B> {
  readonly books: B;
  readonly findings: readonly string[];
  readonly count: number;
}

/** One walk over all records of a kind: what must be known of them, and what must hold. It needs the books `B`. */
export interface Pass<T extends BaseRecord, S, B extends AuditedTenant> {
  readonly kind: KindOf<T>;
  readonly subjects: (books: B, page: readonly T[]) => Promise<readonly S[]>;
  readonly checks: readonly Check<S>[];
}

/** Walks over the records of a tenant, a page at a time. What events have shown, once these are known, is compared. */
export async function walk<T extends BaseRecord, S, B extends AuditedTenant>(
  books: B & Partial<Pick<ToldBooks, 'told'>>,
  { kind, subjects, checks }: Pass<T, S, B>,
): Promise<Inspected<B>> {
  const findings: string[] = [];
  const told = books.told ?? new Map<string, Told>();
  let count = 0;
  for await (const page of everyPage(books.reads, kind)) {
    count += page.length;
    const found = inspect(await subjects(books, page), checks);
    for (const finding of found) findings.push(finding);
    for (const { id, findings: differing } of await inspectTold(books.reads, told, kind, page)) {
      // A record that is known to be wrong is not spoken of twice.
      if (!found.some((finding) => finding.includes(id))) findings.push(...differing);
    }
  }
  return { books, findings, count };
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
