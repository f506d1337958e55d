import { createTally, type DecidedBooks, type PaidBooks, type Pass, walk } from '../audit/books.js';
import type { EventType, JobKind } from '../events/index.js';
import { type BaseRecord, type Instant, type KindOf, type Reads, tenantKey } from '../kernel/index.js';
import type { EntryKind } from '../ledger/index.js';
import { digest } from './ports.js';

export const AUDITED = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, 'SANDBOX');
export const AUDITED_AT = 1_700_000_000_000 as Instant;

/** The records of each kind; a record has only the fields that the tested check reads. */
export type Stored = readonly (readonly [{ readonly name: string }, readonly object[]])[];

/** Reads of these records, for checks that only walk over a kind or look records up by their ids. */
export function readsOf(...stored: Stored): Reads {
  const all = ({ name }: { readonly name: string }) =>
    stored.flatMap(([kind, records]) => (kind.name === name ? records : [])) as readonly BaseRecord[];
  return {
    get: async (kind: { readonly name: string }, id: string) => all(kind).find((record) => record.id === id) ?? null,
    find: async (kind: KindOf<BaseRecord>, name: string, values: readonly unknown[]) => {
      const { columns } = kind.unique.find((each) => each.name === name)!;
      const has = (record: BaseRecord) =>
        columns.every((column, i) => (record as unknown as Readonly<Record<string, unknown>>)[column] === values[i]);
      return all(kind).find(has) ?? null;
    },
    getMany: async (kind: { readonly name: string }, ids: readonly string[]) =>
      all(kind).filter(({ id }) => ids.includes(id)),
    list: async (kind: { readonly name: string }, { limit }: { readonly limit: number }) => ({
      rows: all(kind).slice(0, limit),
      hasMore: false,
    }),
    follow: async (kind: { readonly name: string }) =>
      all(kind).map((record, index) => ({ position: index + 1, record })),
  } as never as Reads;
}

/** What the earlier passes of an audit have found, by the id of the record that it is about. */
export interface Found {
  readonly entries?: Readonly<Record<string, readonly EntryKind[]>>;
  readonly events?: Readonly<Record<string, readonly EventType[]>>;
  readonly jobs?: Readonly<Record<string, readonly JobKind[]>>;
}

/** What the earlier passes have found about one record. */
export interface FoundOfOne {
  readonly entries?: readonly EntryKind[];
  readonly events?: readonly EventType[];
  readonly jobs?: readonly JobKind[];
}

/** The state of an audit in which the earlier passes have found this and nothing else. */
export function booksOf(
  reads: Reads,
  { entries = {}, events = {}, jobs = {} }: Found = {},
  over: Partial<DecidedBooks> = {},
): PaidBooks {
  const tally = <N extends string>(names: Readonly<Record<string, readonly N[]>>) => {
    const tallied = createTally<N>();
    for (const [id, each] of Object.entries(names)) for (const name of each) tallied.add(id, name);
    return tallied;
  };
  return {
    reads,
    tenant: AUDITED,
    now: AUDITED_AT,
    digest,
    entries: tally(entries),
    events: tally(events),
    jobs: tally(jobs),
    attempts: new Map(),
    cardMoves: new Map(),
    moves: new Map(),
    announced: new Map(),
    told: new Map(),
    retried: new Map(),
    decided: new Set(),
    settled: new Set(),
    held: new Map(),
    limits: new Map(),
    volumes: new Map(),
    reserved: new Map(),
    refunded: new Map(),
    exceeded: new Map(),
    cardCurrencies: new Map(),
    disputed: new Map(),
    ...over,
  };
}

/** The findings of a pass about one record of its kind, of which the earlier passes have found this. */
export async function findingsOf(
  pass: { readonly kind: { readonly name: string } },
  record: { readonly id: string } & Readonly<Record<string, unknown>>,
  { entries = [], events = [], jobs = [] }: FoundOfOne = {},
  stored: Stored = [],
  over: Partial<DecidedBooks> = {},
): Promise<readonly string[]> {
  const { id } = record;
  const reads = readsOf([pass.kind, [{ tenant: AUDITED, ...record }]], ...stored);
  const found = { entries: { [id]: entries }, events: { [id]: events }, jobs: { [id]: jobs } };
  return (await walk(booksOf(reads, found, over), pass as Pass<never, unknown, PaidBooks>)).findings;
}
