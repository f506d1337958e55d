import type { EventType, JobKind } from '../events/index.js';
import type { ExceptionRecord } from '../exceptions/index.js';
import type { BaseRecord, CurrencyCode, Digest, Instant, KindOf, Reads, TenantKey } from '../kernel/index.js';
import { type AccountMoves, type Check, type EntryKind, everyPage, inspect } from '../ledger/index.js';
import type { Used } from '../limits/index.js';

import type { CardMove, CardMoved } from '../transactions/index.js';
import { inspectTold, type Told } from './told.js';
import { type Undoable, undoableIn, UndoableMap } from './undoable.js';
import { loadEach, uninspectable } from './uninspectable.js';

/** Lists of names by key, in the order of addition. */
export interface Tally<N extends string> extends Undoable {
  add(key: string, name: N): void;
  /** Removes and returns the names of a key. */
  take(key: string): readonly N[];
  /** The keys whose names were not taken, with the names. */
  rest(): Iterable<readonly [string, readonly N[]]>;
}

interface List<N extends string> {
  readonly names: readonly N[];
  readonly longer: Map<N, List<N>>;
}

/** Stores equal lists once, because millions of payments share a few possible histories. */
export function createTally<N extends string>(): Tally<N> {
  const empty: List<N> = { names: [], longer: new Map() };
  const lists = new UndoableMap<string, List<N>>();
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
    settle: () => lists.settle(),
    undo: () => lists.undo(),
  };
}

/** The balance events of an internal account. */
export interface Announced {
  readonly times: number;
  /** Whether one of these events shows the current balance of the ledger. */
  readonly truly: boolean;
}

export const NEVER: Announced = { times: 0, truly: false };

/** The use of an agent's limits by its actions, in one day or month. */
export interface AgentSpend {
  readonly amount: bigint;
  readonly count: bigint;
}

export type CardMoves = Map<string, Map<CardMove, CardMoved>>;

/**
 * The input of an audit of one tenant. The audit reads the record kinds one after another; each such walk is a pass. A
 * pass adds what later passes need (tallies, sums) to this value, which is then called the books of the audit. The
 * types below say which passes have run: `order.test.ts` proves that the compiler refuses a wrong order.
 */
export interface AuditedTenant {
  readonly reads: Reads;
  readonly tenant: TenantKey;
  /** Host time. */
  readonly now: Instant;
  readonly digest: Digest;
}

/** The audit's state after the pass over journal entries. */
export interface PostedBooks extends AuditedTenant {
  /** By payment or deposit: the kinds of its journal entries. */
  readonly entries: Tally<EntryKind>;
  /** By card transaction: the sums of the journal entries that it caused. */
  readonly cardMoves: CardMoves;
  readonly moves: ReadonlyMap<string, AccountMoves>;
}

/** The audit's state after the pass over jobs. */
export interface PlannedBooks extends PostedBooks {
  /** By record: the kinds of its jobs. */
  readonly jobs: Tally<JobKind>;
  /** By payment or deposit: the references of the refunds and returns for which no rail was asked yet. */
  readonly attempts: Map<string, readonly string[]>;
}

/** The audit's state after the pass over events. */
export interface ToldBooks extends PlannedBooks {
  /** By resource: the types of its events, except events of balances and test events. */
  readonly events: Tally<EventType>;
  readonly announced: Map<string, Announced>;
  /** By record: the event with the latest snapshot of that record. */
  readonly told: Map<string, Told>;
}

/** The audit's state after the pass over exceptions. */
export interface DecidedBooks extends ToldBooks {
  /** By transaction: how often an operator has retried the refund. */
  readonly retried: Map<string, number>;
  /** The subjects of exceptions whose resolution moved money. */
  readonly decided: Set<string>;
  /** The transactions whose failed refund an operator credited, or paid outside the rails. */
  readonly settled: Set<string>;
  /** By payment or order: the open exceptions that hold it. */
  readonly held: Map<string, readonly ExceptionRecord[]>;
}

/** The audit's state after the pass over transactions. */
export interface PaidBooks extends DecidedBooks {
  /** By the id of a daily volume: the amount that payments have used and not given back. */
  readonly volumes: Map<string, bigint>;
  /** By the id of a usage: what payments have used of the limits of customers. */
  readonly limits: Map<string, Used>;
  /** By the name of a card reserve: the amount that transactions have reserved. */
  readonly reserved: Map<string, bigint>;
  /** By card transaction: the refunded amount. */
  readonly refunded: Map<string, bigint>;
  /** By card transaction: what its entries leave on the account of disputes, and what its account has provisionally. */
  readonly disputed: Map<string, { readonly waiting: bigint; readonly provisional: bigint }>;
  /** The currency of the card transactions that have a refunded amount, an excess or a dispute. */
  readonly cardCurrencies: Map<string, CurrencyCode>;
  /** By card transaction: what the network settled in excess by its entries, and what the transaction says is left of it. */
  readonly exceeded: Map<string, { readonly booked: bigint; readonly excess: bigint }>;
}

/** The audit's state after the pass over actions of agents. */
export interface ActedBooks extends PaidBooks {
  /** By the id of a usage row: the use of the limit by actions. */
  readonly agentSpend: Map<string, AgentSpend>;
}

/** The entries, events and sums that no record accounts for. */
export interface UnclaimedBooks extends Pick<
  ActedBooks,
  'cardMoves' | 'volumes' | 'limits' | 'announced' | 'agentSpend'
> {
  readonly unclaimedEntries: Iterable<readonly [string, readonly EntryKind[]]>;
  readonly unclaimedEvents: Iterable<readonly [string, readonly EventType[]]>;
}

/** The result of a pass: its findings, the number of records, and the audit's state for later passes. */
export interface Inspected<B> {
  readonly books: B;
  readonly findings: readonly string[];
  readonly count: number;
}

/**
 * A pass: one walk over all records of a record kind. `subjects` loads the data of a page, `checks` inspect it. `B` is
 * the audit's state that the pass needs.
 */
export interface Pass<T extends BaseRecord, S, B extends AuditedTenant> {
  readonly kind: KindOf<T>;
  readonly subjects: (books: B, page: readonly T[]) => Promise<readonly S[]>;
  readonly checks: readonly Check<S>[];
}

/**
 * Runs a pass: reads the records of a tenant in pages, checks them, and compares each record with the latest snapshot
 * that an event has shown of it (`books.told`).
 */
export async function walk<T extends BaseRecord, S, B extends AuditedTenant>(
  books: B & Partial<Pick<ToldBooks, 'told'>>,
  { kind, subjects, checks }: Pass<T, S, B>,
): Promise<Inspected<B>> {
  const findings: string[] = [];
  const told = books.told ?? new Map<string, Told>();
  let count = 0;
  let last = 'the beginning';
  const changed = undoableIn(books);
  const undo = (): void => changed.forEach((each) => each.undo());
  try {
    const noted = (position: number, thrown: unknown): void => {
      findings.push(uninspectable(`the record of ${kind.name} at position ${position}`, thrown));
    };
    for await (const page of everyPage(books.reads, kind, noted)) {
      count += page.length;
      last = page.at(-1)!.id;
      for (const each of changed) each.settle();
      const load = async (records: readonly T[]): Promise<readonly S[]> => {
        const loaded = await subjects(books, records);
        for (const each of changed) each.settle();
        return loaded;
      };
      const loaded = await loadEach(page, load, undo);
      const found = [...loaded.findings, ...inspect(loaded.subjects, checks)];
      for (const finding of found) findings.push(finding);
      const compared = await loadEach(page, (records) => inspectTold(books.reads, told, kind, records));
      for (const { id, findings: differing } of compared.subjects) {
        // A record that already has a finding is not reported twice.
        if (!found.some((finding) => finding.includes(id))) findings.push(...differing);
      }
      findings.push(...compared.findings.filter((finding) => !found.includes(finding)));
    }
  } catch (thrown) {
    findings.push(uninspectable(`a record of ${kind.name} after ${last}, and what follows it,`, thrown));
  }
  return { books, findings, count };
}

/** The existing records with these ids. */
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

/** One finding if the lists differ; the order of names does not count. */
export function differences(what: string, expected: readonly string[], found: readonly string[]): readonly string[] {
  const isSame = (a: readonly string[], b: readonly string[]): boolean =>
    a.length === b.length && a.every((name, i) => name === b[i]);
  // Most lists are in the expected order, which saves the sorting.
  const same = isSame(expected, found) || isSame([...expected].sort(), [...found].sort());
  return same ? [] : [`${what}: expected ${expected.join(', ') || 'none'}, found ${found.join(', ') || 'none'}`];
}

/**
 * What is expected as often as a stored count says, such as the entries of each refund that a bank returned. The count can be any
 * number once the database was altered: it is cut to a few more than were `found`, which differs as well.
 */
export const repeated = <T>(count: number, found: readonly unknown[], ...each: readonly T[]): readonly T[] =>
  Array.from({ length: Math.max(0, Math.min(count, found.length + 10)) }, () => each).flat();

/** The status of a record that may be missing, as a finding says it. */
export const isOrMissing = (status: string | null | undefined): string =>
  status === null || status === undefined ? 'does not exist' : `is ${status}`;
