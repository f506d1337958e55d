import type { BaseRecord, CurrencyCode, Id, KindOf, Reads, TenantKey } from '../kernel/index.js';
import { type Check, inspect, unless } from './check.js';
import { type Balance, BALANCES, CHECKPOINTS, type EntryKind, POSTINGS, type Posting } from './journal.js';

const PAGE = 1000;

/** Every record of a kind, oldest first, a page at a time. */
export async function* everyPage<T extends BaseRecord>(
  reads: Reads,
  kind: KindOf<T>,
): AsyncGenerator<readonly T[], void> {
  let after: T | undefined;
  for (;;) {
    const slice = await reads.list(kind, { order: 'asc', limit: PAGE, after, counted: false });
    if (slice.rows.length > 0) yield slice.rows;
    after = slice.rows.at(-1);
    if (!slice.hasMore || after === undefined) return;
  }
}

/** Every record of a kind, page by page, oldest first. */
export async function* everyRecord<T extends BaseRecord>(reads: Reads, kind: KindOf<T>): AsyncGenerator<T, void> {
  for await (const page of everyPage(reads, kind)) yield* page;
}

/** A journal entry as it is found in the books. */
export interface PostedEntry {
  readonly id: Id<'JournalEntry'>;
  readonly kind: EntryKind;
  readonly cause: string;
  readonly postings: readonly Posting[];
}

/** What the books say of an internal account. */
export interface AccountMoves {
  /** How many entries changed its available balance. */
  readonly changes: number;
  /** The sum of its available postings. */
  readonly available: bigint;
}

/** What an audit of the books found, and what other audits need of them. */
export interface LedgerAudit {
  readonly findings: readonly string[];
  readonly entries: number;
  /** By id, the internal accounts whose available balance has ever changed. */
  readonly moves: ReadonlyMap<string, AccountMoves>;
  /** Receivables that are not settled: what the owners of internal accounts owe the service. */
  readonly owed: readonly { readonly account: string; readonly currency: CurrencyCode; readonly amount: bigint }[];
}

/** What is audited: one tenant, or all of them at once. `inspectEntries` says what else is wrong with entries. */
export interface LedgerAuditScope {
  readonly tenant: TenantKey | null;
  readonly inspectEntries: (entries: readonly PostedEntry[]) => Promise<readonly string[]>;
}

const ALL: LedgerAuditScope = { tenant: null, inspectEntries: async () => [] };

/**
 * Proves the books (behaviour, "Ledger"): every entry sums to zero, every balance row equals the sum of its postings,
 * no guarded account is negative, every checkpoint equals what it sums up and is not above the last posting.
 */
export async function auditLedger(
  reads: Reads,
  { tenant, inspectEntries }: LedgerAuditScope = ALL,
): Promise<LedgerAudit> {
  const findings: string[] = [];
  const sums = new Map<string, bigint>();
  const moves = new Map<string, AccountMoves>();
  const owed: { account: string; currency: CurrencyCode; amount: bigint }[] = [];
  let entries = 0;
  for await (const page of everyEntry(reads)) {
    entries += page.length;
    for (const entry of page) book(entry, sums, moves);
    findings.push(...inspect(page, [sumsToZero, isOfOneCause, isFoundByItsCause]), ...(await inspectEntries(page)));
  }
  for await (const page of everyPage(reads, BALANCES)) {
    const cells = page.flatMap((balance) => cellsOf(balance, sums));
    findings.push(...inspect(cells, [equalsItsPostings, isNotNegative]));
    for (const { id: account, currency, available: amount } of page) {
      if (account.startsWith(OWED) && amount !== 0n) owed.push({ account, currency, amount });
    }
  }
  for (const [account, sum] of sums) {
    if (account.startsWith(FEES) && sum < 0n) findings.push(`${account} is negative: ${sum}`);
    if (isGuarded(account)) findings.push(`${account} has postings of ${sum} and no balance row`);
  }
  let last: number | null = null;
  for await (const page of everyPage(reads, CHECKPOINTS)) {
    last ??= await reads.lastPosition(POSTINGS);
    // Checkpoints are found in every scope, but the postings of other tenants are not.
    for (const { id, position, balance, tenant: owner } of page) {
      if (tenant !== null && owner !== tenant) continue;
      if (position > last) {
        findings.push(
          `checkpoint of ${id} is at position ${position}, but the last posting has ${last}: run corridor checkpoint rebuild`,
        );
        continue;
      }
      const sum = await reads.sum(POSTINGS, 'amount', { account: id }, 0, position);
      if (sum !== balance) findings.push(`checkpoint of ${id} says ${balance}, its postings say ${sum}`);
    }
  }
  for (const { account, amount } of owed) {
    const available = moves.get(account.slice(OWED.length))?.available ?? 0n;
    if (available > 0n) findings.push(`${account} is ${amount}, though ${available} could settle it`);
  }
  return { findings, entries, moves, owed };
}

/** The entries of a page of postings; one that goes on in the next page comes with that. */
async function* everyEntry(reads: Reads): AsyncGenerator<readonly PostedEntry[], void> {
  let open: Posting[] = [];
  for await (const page of everyPage(reads, POSTINGS)) {
    const entries: PostedEntry[] = [];
    for (const posting of page) {
      if (open[0] !== undefined && open[0].entryId !== posting.entryId) {
        entries.push(entryOf(open[0], open));
        open = [];
      }
      open.push(posting);
    }
    yield entries;
  }
  if (open[0] !== undefined) yield [entryOf(open[0], open)];
}

const entryOf = ({ entryId, kind, cause }: Posting, postings: readonly Posting[]): PostedEntry => ({
  id: entryId,
  kind,
  cause,
  postings,
});

const AVAILABLE = 'available:';
const OWED = 'receivables:';
const FEES = 'fees:';

/** Adds an entry to the sums of its accounts, of which those that are zero are left out. */
function book({ postings }: PostedEntry, sums: Map<string, bigint>, moves: Map<string, AccountMoves>): void {
  for (const [account, by] of sumBy(postings, (posting) => posting.account)) {
    const sum = (sums.get(account) ?? 0n) + by;
    if (sum === 0n) sums.delete(account);
    else sums.set(account, sum);
    if (by === 0n || !account.startsWith(AVAILABLE)) continue;
    const id = account.slice(AVAILABLE.length);
    moves.set(id, { changes: (moves.get(id)?.changes ?? 0) + 1, available: sum });
  }
}

const sumsToZero: Check<PostedEntry> = ({ id, postings }) =>
  [...sumBy(postings, (posting) => posting.currency)].flatMap(([currency, sum]) =>
    unless(sum === 0n, () => `${id} is off by ${sum} ${currency}`),
  );

const isOfOneCause: Check<PostedEntry> = ({ id, kind, cause, postings }) =>
  unless(
    postings.every((posting) => posting.kind === kind && posting.cause === cause),
    () => `${id} has lines of more than one kind or cause`,
  );

/** The lists of entries look for its first line. */
const isFoundByItsCause: Check<PostedEntry> = ({ id, cause, postings }) => {
  const named = postings.filter(({ entryCause }) => entryCause !== null);
  return unless(named.length === 1 && named[0]!.entryCause === cause, () => `${id} is not found by its cause`);
};

function sumBy<K extends string | CurrencyCode>(
  postings: readonly Posting[],
  key: (posting: Posting) => K,
): ReadonlyMap<K, bigint> {
  const sums = new Map<K, bigint>();
  for (const posting of postings) sums.set(key(posting), (sums.get(key(posting)) ?? 0n) + posting.amount);
  return sums;
}

const GUARDED = [AVAILABLE, 'held:', 'in-transit:', 'suspense:', 'card-reserve:', OWED];
const isGuarded = (account: string): boolean => GUARDED.some((prefix) => account.startsWith(prefix));

/** A guarded account: its balance as it is kept, and as its postings say it. */
interface Cell {
  readonly account: string;
  readonly kept: bigint;
  readonly posted: bigint;
}

/** Checks the accounts of a balance row off: what remains in `sums` has none. */
function cellsOf({ id, available, held }: Balance, sums: Map<string, bigint>): readonly Cell[] {
  const cell = (account: string, kept: bigint): Cell => {
    const sum = sums.get(account) ?? 0n;
    sums.delete(account);
    return { account, kept, posted: account.startsWith(OWED) ? -sum : sum };
  };
  if (id.startsWith('InternalAccount:')) return [cell(AVAILABLE + id, available), cell(`held:${id}`, held)];
  return [cell(/^(?:Quote|Transaction):/.test(id) ? `in-transit:${id}` : id, available)];
}

const equalsItsPostings: Check<Cell> = ({ account, kept, posted }) =>
  unless(kept === posted, () => `${account} is ${kept}, its postings say ${posted}`);

const isNotNegative: Check<Cell> = ({ account, kept }) => unless(kept >= 0n, () => `${account} is negative: ${kept}`);
