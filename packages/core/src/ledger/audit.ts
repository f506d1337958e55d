import type { BaseRecord, CurrencyCode, Id, KindOf, Reads, TenantKey } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { amountOn } from './amount-on.js';
import { type Check, inspect, unless } from './check.js';
import { type Balance, BALANCES, CHECKPOINTS, type EntryKind, lineId, POSTINGS, type Posting } from './journal.js';

const PAGE = 1000;

/** Receives the position of a row that cannot be read. Throws what must end the reading, such as a lost connection. */
type OnUnreadable = (position: number, thrown: unknown) => void;

const ends: OnUnreadable = (_, thrown) => {
  throw thrown;
};

/**
 * Reads every record of a kind, oldest first, in pages. Numbered records come in the order of their positions, without
 * those that cannot be read if `onUnreadable` does not throw.
 */
export async function* everyPage<T extends BaseRecord>(
  reads: Reads,
  kind: KindOf<T>,
  onUnreadable: OnUnreadable = ends,
): AsyncGenerator<readonly T[], void> {
  if (kind.numbered) return yield* everyPosition(reads, kind, onUnreadable);
  let after: T | undefined;
  for (;;) {
    const slice = await reads.list(kind, { order: 'asc', limit: PAGE, after, counted: false });
    if (slice.rows.length > 0) yield slice.rows;
    after = slice.rows.at(-1);
    if (!slice.hasMore) return;
  }
}

async function* everyPosition<T extends BaseRecord>(
  reads: Reads,
  kind: KindOf<T>,
  onUnreadable: OnUnreadable,
): AsyncGenerator<readonly T[], void> {
  const pageOf = (after: number, upTo: number) => reads.follow(kind, { after, upTo, order: 'asc', limit: PAGE });
  // All positions, also those that the storage never gives.
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    let page: Awaited<ReturnType<typeof pageOf>>;
    try {
      page = await pageOf(after, Number.MAX_SAFE_INTEGER);
    } catch (thrown) {
      const unreadable = await firstThatThrows(after, (upTo) => pageOf(after, upTo));
      onUnreadable(unreadable, thrown);
      page = await pageOf(after, unreadable - 1);
      if (page.length > 0) yield page.map(({ record }) => record);
      after = unreadable;
      continue;
    }
    if (page.length > 0) yield page.map(({ record }) => record);
    if (page.length < PAGE) return;
    after = page.at(-1)!.position;
  }
}

/** The first position after `after` up to which a read throws, if one throws up to the last position. */
async function firstThatThrows(after: number, readUpTo: (position: number) => Promise<unknown>): Promise<number> {
  // The range is wider than the integers that a number has.
  let [readable, thrown] = [BigInt(after), BigInt(Number.MAX_SAFE_INTEGER)];
  while (readable < thrown - 1n) {
    const middle = (readable + thrown) / 2n;
    const isReadable = await readUpTo(Number(middle)).then(
      () => true,
      () => false,
    );
    if (isReadable) readable = middle;
    else thrown = middle;
  }
  return Number(thrown);
}

/** Reads every record of a kind, oldest first, one at a time. */
export async function* everyRecord<T extends BaseRecord>(reads: Reads, kind: KindOf<T>): AsyncGenerator<T, void> {
  for await (const page of everyPage(reads, kind)) yield* page;
}

/** A journal entry as the journal holds it. */
export interface PostedEntry {
  readonly id: Id<'JournalEntry'>;
  readonly kind: EntryKind;
  readonly cause: string;
  readonly postings: readonly Posting[];
}

/** The postings of an internal account, summed up. */
export interface AccountMoves {
  /** The number of journal entries that changed the available balance of the account. */
  readonly changes: number;
  /** The sum of the postings on the available balance of the account. */
  readonly available: bigint;
}

/** The result of an audit of the ledger, with sums that other audits need. */
export interface LedgerAudit {
  readonly findings: readonly string[];
  readonly entries: number;
  /** By id: the internal accounts whose available balance has ever changed. */
  readonly moves: ReadonlyMap<string, AccountMoves>;
  /** Open receivables: debts of the owners of internal accounts to the service. */
  readonly owed: readonly { readonly account: string; readonly currency: CurrencyCode; readonly amount: bigint }[];
}

/** The scope of an audit: one tenant, or null for all. `inspectEntries` adds findings about entries. */
export interface LedgerAuditScope {
  readonly tenant: TenantKey | null;
  readonly inspectEntries: (entries: readonly PostedEntry[]) => Promise<readonly string[]>;
  /** The finding about what cannot be read. Throws what must end the audit; without it everything thrown does. */
  readonly uninspectable?: (what: string, thrown: unknown) => string;
}

const ALL: LedgerAuditScope = { tenant: null, inspectEntries: async () => [] };

const notInspectable = (_: string, thrown: unknown): never => {
  throw thrown;
};

/**
 * Proves the ledger (docs/areas/audit.md#what-the-audit-proves): every entry sums to zero, every balance row equals the
 * sum of its postings, no guarded account is negative, every checkpoint equals the sum of its postings and is not above
 * the last posting.
 */
export async function auditLedger(
  reads: Reads,
  { tenant, inspectEntries, uninspectable = notInspectable }: LedgerAuditScope = ALL,
): Promise<LedgerAudit> {
  const findings: string[] = [];
  const sums: Sums = new Map();
  const moves = new Map<string, AccountMoves>();
  let entries = 0;
  const noted: OnUnreadable = (position, thrown) =>
    findings.push(uninspectable(`the posting at position ${position}`, thrown));
  for await (const page of everyEntry(reads, noted)) {
    entries += page.length;
    for (const entry of page) book(entry, sums, moves);
    findings.push(...inspect(page, [sumsToZero, isOfOneCause, isFoundByItsCause]), ...(await inspectEntries(page)));
  }
  const partOf = async <T>(what: string, inspected: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await inspected();
    } catch (thrown) {
      findings.push(uninspectable(what, thrown));
      return otherwise;
    }
  };
  const owed = await partOf('the balances', () => auditBalances(reads, sums, findings), []);
  await partOf('the checkpoints', () => auditCheckpoints(reads, tenant, findings), undefined);
  for (const { account, currency, amount } of owed) {
    const available = moves.get(account.slice(OWED.length))?.available ?? 0n;
    if (available > 0n)
      findings.push(
        `${account} is ${amountText(amount, currency)}, but the available balance of ${amountText(available, currency)} must settle it`,
      );
  }
  return { findings, entries, moves, owed };
}

/** Compares balances with the sums of their postings, which it takes out of `sums`. Returns the open receivables. */
async function auditBalances(reads: Reads, sums: Sums, findings: string[]): Promise<LedgerAudit['owed']> {
  const owed: { account: string; currency: CurrencyCode; amount: bigint }[] = [];
  for await (const page of everyPage(reads, BALANCES)) {
    const cells = page.flatMap((balance) => cellsOf(balance, sums));
    findings.push(...inspect(cells, [equalsItsPostings, isNotNegative]));
    for (const { id: account, currency, available: amount } of page) {
      if (account.startsWith(OWED) && amount !== 0n) owed.push({ account, currency, amount });
    }
  }
  for (const [account, { sum, currency }] of sums) {
    const text = amountText(sum, currency);
    if (account.startsWith(FEES) && sum < 0n) findings.push(`${account} is negative: ${text}`);
    if (isGuarded(account)) findings.push(`${account} has postings of ${text} and no balance row`);
  }
  return owed;
}

/** The scope of a tenant reads the checkpoints of all tenants, but only its own postings. */
async function auditCheckpoints(reads: Reads, tenant: TenantKey | null, findings: string[]): Promise<void> {
  let last: number | null = null;
  for await (const page of everyPage(reads, CHECKPOINTS)) {
    last ??= await reads.lastPosition(POSTINGS);
    for (const { id, position, balance, tenant: owner } of page) {
      if (tenant !== null && owner !== tenant) continue;
      if (position > last) {
        findings.push(
          `checkpoint of ${id} is at position ${position}, but the last posting has ${last}: run corridor checkpoint rebuild`,
        );
        continue;
      }
      const sum = await reads.sum(POSTINGS, 'amount', { account: id }, 0, position);
      if (sum === balance) continue;
      findings.push(`checkpoint of ${id} is ${amountOn(id, balance)}, its postings sum to ${amountOn(id, sum)}`);
    }
  }
}

/**
 * The entries of each page of postings. The lines of an entry have adjacent positions. If they do not, because the
 * journal was altered, the entry is yielded at the end, with all lines that were found.
 */
async function* everyEntry(reads: Reads, onUnreadable: OnUnreadable): AsyncGenerator<readonly PostedEntry[], void> {
  const scattered = new Map<string, Posting[]>();
  const setAside = (lines: readonly Posting[]): void => {
    const { entryId } = lines[0]!;
    scattered.set(entryId, [...(scattered.get(entryId) ?? []), ...lines]);
  };

  /** The entries that these adjacent lines are, without those that have lines elsewhere. */
  async function closed(runs: readonly (readonly Posting[])[]): Promise<readonly PostedEntry[]> {
    const whole = runs.filter(isWhole);
    for (const lines of runs) if (!isWhole(lines)) setAside(lines);
    const further = whole.map(({ 0: first, length }) => [first!.entryId, lineId(first!.entryId, length)] as const);
    const elsewhere = await entriesWith(reads, further);
    for (const lines of whole) if (elsewhere.has(lines[0]!.entryId)) setAside(lines);
    return whole.flatMap((lines) => (elsewhere.has(lines[0]!.entryId) ? [] : [entryOf(lines[0]!, lines)]));
  }

  let open: Posting[] = [];
  for await (const page of everyPage(reads, POSTINGS, onUnreadable)) {
    const runs: Posting[][] = [];
    for (const posting of page) {
      if (open[0] !== undefined && open[0].entryId !== posting.entryId) {
        runs.push(open);
        open = [];
      }
      open.push(posting);
    }
    yield await closed(runs);
  }
  yield await closed(open.length === 0 ? [] : [open]);
  yield [...scattered.values()].map((lines) => entryOf(lines[0]!, lines.sort(byLine)));
}

/** The entries that have a further line with this id. One that cannot be read is such a line. */
async function entriesWith(
  reads: Reads,
  further: readonly (readonly [entryId: string, lineId: string])[],
): Promise<ReadonlySet<string>> {
  const ids = further.map(([, id]) => id);
  const found = await reads.getMany(POSTINGS, ids).catch(async () => {
    const each = ids.map((id) => reads.get(POSTINGS, id).catch(() => ({ id })));
    return (await Promise.all(each)).filter((line) => line !== null);
  });
  const lines = new Set<string>(found.map(({ id }) => id));
  return new Set(further.flatMap(([entryId, id]) => (lines.has(id) ? [entryId] : [])));
}

/** Ids of lines end in their number. */
const byLine = (a: Posting, b: Posting): number => a.id.length - b.id.length || (a.id < b.id ? -1 : 1);

/** Whether these are all lines of one entry: numbered from 0, balanced, and found by their cause. */
const isWhole = (lines: readonly Posting[]): boolean =>
  lines.every(({ entryId, id }, index) => id === lineId(entryId, index)) &&
  lines.filter(({ entryCause }) => entryCause !== null).length === 1 &&
  [...sumBy(lines, ({ currency }) => currency).values()].every((sum) => sum === 0n);

const entryOf = ({ entryId, kind, cause }: Posting, postings: readonly Posting[]): PostedEntry => ({
  id: entryId,
  kind,
  cause,
  postings,
});

const AVAILABLE = 'available:';
const OWED = 'receivables:';
const FEES = 'fees:';

/** The sums of the postings of accounts. */
type Sums = Map<string, { readonly sum: bigint; readonly currency: CurrencyCode }>;

/** Adds an entry to the sums of its accounts. Sums of zero are removed. */
function book({ postings }: PostedEntry, sums: Sums, moves: Map<string, AccountMoves>): void {
  const currencies = new Map(postings.map(({ account, currency }) => [account, currency]));
  for (const [account, by] of sumBy(postings, (posting) => posting.account)) {
    const sum = (sums.get(account)?.sum ?? 0n) + by;
    if (sum === 0n) sums.delete(account);
    else sums.set(account, { sum, currency: currencies.get(account)! });
    if (by === 0n || !account.startsWith(AVAILABLE)) continue;
    const id = account.slice(AVAILABLE.length);
    moves.set(id, { changes: (moves.get(id)?.changes ?? 0) + 1, available: sum });
  }
}

const sumsToZero: Check<PostedEntry> = ({ id, postings }) =>
  [...sumBy(postings, (posting) => posting.currency)].flatMap(([currency, sum]) =>
    unless(sum === 0n, () => `${id} does not balance: its postings sum to ${amountText(sum, currency)}`),
  );

const isOfOneCause: Check<PostedEntry> = ({ id, kind, cause, postings }) =>
  unless(
    postings.every((posting) => posting.kind === kind && posting.cause === cause),
    () => `${id} has postings of more than one kind or cause`,
  );

/** The list of the entries of a cause finds an entry by `entryCause` of its first line. */
const isFoundByItsCause: Check<PostedEntry> = ({ id, cause, postings }) => {
  const named = postings.filter(({ entryCause }) => entryCause !== null);
  return unless(
    named.length === 1 && named[0]!.entryCause === cause,
    () => `${id} is not indexed by its cause: exactly one posting must carry the entry cause`,
  );
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

/** A guarded account: its stored balance and the sum of its postings. */
interface Cell {
  readonly account: string;
  readonly currency: CurrencyCode;
  readonly kept: bigint;
  readonly posted: bigint;
}

/** The accounts of a balance row. Removes them from `sums`, so that only accounts without a row remain there. */
function cellsOf({ id, currency, available, held }: Balance, sums: Sums): readonly Cell[] {
  const cell = (account: string, kept: bigint): Cell => {
    const sum = sums.get(account)?.sum ?? 0n;
    sums.delete(account);
    return { account, currency, kept, posted: account.startsWith(OWED) ? -sum : sum };
  };
  if (id.startsWith('InternalAccount:')) return [cell(AVAILABLE + id, available), cell(`held:${id}`, held)];
  return [cell(/^(?:Quote|Transaction):/.test(id) ? `in-transit:${id}` : id, available)];
}

const equalsItsPostings: Check<Cell> = ({ account, currency, kept, posted }) =>
  unless(
    kept === posted,
    () => `${account} is ${amountText(kept, currency)}, its postings sum to ${amountText(posted, currency)}`,
  );

const isNotNegative: Check<Cell> = ({ account, currency, kept }) =>
  unless(kept >= 0n, () => `${account} is negative: ${amountText(kept, currency)}`);
