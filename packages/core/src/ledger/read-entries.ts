import {
  type Cursors,
  DEFAULT_LIMIT,
  err,
  type Id,
  type Instant,
  instant,
  isId,
  ok,
  type Page,
  type PageRequest,
  type Query,
  readMatching,
  readPage,
  type Reads,
  type Result,
} from '../kernel/index.js';
import { isShared } from './chart.js';
import { type EntryKind, lineId, type Posting, POSTINGS } from './journal.js';

export interface EntryFilter {
  /** Name of a ledger account that the entry posts to. */
  readonly account?: string | undefined;
  /** Id of the record that caused the entry. */
  readonly cause?: string | undefined;
  readonly kind?: EntryKind | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
}

/** A journal entry with its lines, in the order in which they were posted. */
export interface LedgerEntry {
  readonly id: Id<'JournalEntry'>;
  readonly kind: EntryKind;
  readonly cause: string;
  readonly createdAt: Instant;
  readonly postings: readonly Posting[];
}

/**
 * The entries of a tenant, newest first. The filters `cause` and `account` use an index. With other filters, or for an
 * account that all tenants share, a page reads a bounded number of rows: it may have fewer entries than `limit`, or
 * none, and `hasMore: true` (docs/decisions/0010-list-filters-with-bounded-scans.md).
 * INVALID_INPUT for a cursor of another list.
 */
export const listEntries =
  (cursors: Cursors): Query<EntryFilter & PageRequest, Page<LedgerEntry>> =>
  async (reads, _ctx, { account, cause, kind, createdAfter, createdBefore, ...request }) => {
    const matches = (line: Posting): boolean =>
      (kind === undefined || line.kind === kind) &&
      (cause === undefined || line.cause === cause) &&
      (createdAfter === undefined || line.createdAt >= createdAfter) &&
      (createdBefore === undefined || line.createdAt <= createdBefore);
    if (account !== undefined) return entriesOn(reads, cursors, account, matches, request);

    const query = {
      where: { entryCause: cause },
      between: [{ column: 'createdAt' as const, from: createdAfter, to: createdBefore }],
      order: 'desc' as const,
    };
    const page =
      cause !== undefined && kind === undefined
        ? await readPage(reads, cursors, POSTINGS, query, request)
        : await readMatching(reads, cursors, POSTINGS, query, matches, request);
    return page.ok ? ok({ ...page.value, data: await entriesOf(reads, page.value.data) }) : page;
  };

/** REFERENCE_NOT_FOUND if no entry has the id. */
export const getEntry: Query<{ readonly id: string }, LedgerEntry> = async (reads, _ctx, { id }) => {
  const first = isId('JournalEntry', id) ? await reads.get(POSTINGS, lineId(id, 0)) : null;
  const [entry] = first === null ? [] : await entriesOf(reads, [first]);
  return entry === undefined ? err('REFERENCE_NOT_FOUND', 'no journal entry has this id') : ok(entry);
};

/** The entries with a cause, oldest first: at most `limit`. */
export async function entriesCausedBy(reads: Reads, cause: string, limit: number): Promise<readonly LedgerEntry[]> {
  const { rows } = await reads.list(POSTINGS, { where: { entryCause: cause }, order: 'asc', limit, counted: false });
  return entriesOf(reads, rows);
}

/** Few entries have more postings; the remaining ones are read in further rounds. */
const LINES = 8;

/** The journal entries that these postings belong to, with all of their lines, in the order of the postings. */
async function entriesOf(reads: Reads, lines: readonly Posting[]): Promise<readonly LedgerEntry[]> {
  const found = new Map<string, Posting>();
  let unread = [...new Set(lines.map(({ entryId }) => entryId))];
  for (let from = 0; unread.length > 0; from += LINES) {
    const ids = unread.flatMap((id) => Array.from({ length: LINES }, (_, index) => lineId(id, from + index)));
    for (const line of await reads.getMany(POSTINGS, ids)) found.set(line.id, line);
    unread = unread.filter((id) => found.has(lineId(id, from + LINES - 1)));
  }
  return lines.map(({ entryId, kind, cause, createdAt }) => {
    const postings: Posting[] = [];
    for (
      let line = found.get(lineId(entryId, 0));
      line !== undefined;
      line = found.get(lineId(entryId, postings.length))
    ) {
      postings.push(line);
    }
    return { id: entryId, kind, cause, createdAt, postings };
  });
}

const BATCH = 200;
const MOST_BATCHES = 10;
/** Positions read at once on a shared account, where most rows may belong to other tenants. */
const SHARED_WINDOW = 20_000;

/** Uses the index of the sums, which is ordered by position, so its cursors hold positions. */
async function entriesOn(
  reads: Reads,
  cursors: Cursors,
  account: string,
  matches: (line: Posting) => boolean,
  { cursor, limit = DEFAULT_LIMIT }: PageRequest,
): Promise<Result<Page<LedgerEntry>>> {
  const list = `entries on ${account}`;
  const start = cursors.decode(list, cursor);
  if (!start.ok) return start;
  const by = { column: 'account', value: account } as const;
  const cursorAt = (position: number): string => cursors.encode(list, { createdAt: instant(position), id: '' });
  const width = isShared(account) ? SHARED_WINDOW : Number.MAX_SAFE_INTEGER;
  const data: LedgerEntry[] = [];
  let upTo: number = start.value?.createdAt ?? (await reads.horizon(POSTINGS));
  for (let batches = 0; batches < MOST_BATCHES; batches++) {
    const after = Math.max(upTo - width, 0);
    const found = await reads.follow(POSTINGS, { by, after, upTo, order: 'desc', limit: BATCH });
    const lines = found.filter(({ record }) => matches(record));
    const entries = await entriesOf(
      reads,
      lines.map(({ record }) => record),
    );
    for (const [index, entry] of entries.entries()) {
      const { position, record } = lines[index]!;
      // An entry with two postings on the account is returned once, with the first of them.
      if (entry.postings.find((line) => line.account === account)?.id !== record.id) continue;
      data.push(entry);
      if (data.length === limit) {
        return ok({ data, hasMore: position > 1, nextCursor: cursorAt(position - 1) });
      }
    }
    upTo = found.length === BATCH ? found.at(-1)!.position - 1 : after;
    if (upTo <= 0) return ok({ data, hasMore: false });
  }
  return ok({ data, hasMore: true, nextCursor: cursorAt(upTo) });
}
