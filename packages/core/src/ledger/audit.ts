import type { BaseRecord, KindOf, Reads } from '../kernel/index.js';
import { type Balance, BALANCES, CHECKPOINTS, type EntryKind, POSTINGS, type Posting } from './journal.js';

const PAGE = 1000;

/** Every record of a kind, page by page, oldest first. */
export async function* everyRecord<T extends BaseRecord>(reads: Reads, kind: KindOf<T>): AsyncGenerator<T> {
  let after: T | undefined;
  for (;;) {
    const slice = await reads.list(kind, { order: 'asc', limit: PAGE, after, counted: false });
    yield* slice.rows;
    after = slice.rows.at(-1);
    if (!slice.hasMore || after === undefined) return;
  }
}

/** What an audit of the books found, and what other audits need of them. */
export interface LedgerAudit {
  readonly findings: readonly string[];
  readonly entries: number;
  /** Kinds of the entries of each cause, in the order in which they were posted. */
  readonly entriesByCause: ReadonlyMap<string, readonly EntryKind[]>;
  /** How often an entry changed the available balance of each internal account. */
  readonly balanceChanges: ReadonlyMap<string, number>;
}

/**
 * Proves the books (behaviour, "Ledger"): every entry and every currency sums to zero, every balance row equals the
 * sum of its postings, no guarded account is negative, every checkpoint equals what it sums up.
 */
export async function auditLedger(reads: Reads): Promise<LedgerAudit> {
  const findings: string[] = [];
  const sums = new Map<string, bigint>();
  const currencies = new Map<string, bigint>();
  const entriesByCause = new Map<string, EntryKind[]>();
  const balanceChanges = new Map<string, number>();
  let entry: Posting[] = [];
  let entries = 0;

  const closeEntry = (): void => {
    const first = entry[0];
    if (first === undefined) return;
    entries += 1;
    for (const [currency, sum] of sumBy(entry, (p) => p.currency)) {
      if (sum !== 0n) findings.push(`${first.entryId} is off by ${sum} ${currency}`);
    }
    for (const [account, sum] of sumBy(entry, (p) => p.account)) {
      if (sum !== 0n && account.startsWith('available:')) count(balanceChanges, account.slice('available:'.length));
    }
    const kinds = entriesByCause.get(first.cause);
    if (kinds === undefined) entriesByCause.set(first.cause, [first.kind]);
    else kinds.push(first.kind);
    entry = [];
  };

  for await (const posting of everyRecord(reads, POSTINGS)) {
    if (entry[0] !== undefined && entry[0].entryId !== posting.entryId) closeEntry();
    entry.push(posting);
    add(sums, posting.account, posting.amount);
    add(currencies, posting.currency, posting.amount);
  }
  closeEntry();

  for (const [currency, sum] of currencies) if (sum !== 0n) findings.push(`postings in ${currency} sum to ${sum}`);
  for await (const balance of everyRecord(reads, BALANCES)) findings.push(...compare(balance, sums));
  for (const [account, sum] of sums) {
    if (isGuarded(account) && sum !== 0n) findings.push(`${account} has postings of ${sum} and no balance row`);
  }
  for await (const { id, position, balance } of everyRecord(reads, CHECKPOINTS)) {
    const sum = await reads.sum(POSTINGS, 'amount', { account: id }, 0, position);
    if (sum !== balance) findings.push(`checkpoint of ${id} says ${balance}, its postings say ${sum}`);
  }
  return { findings, entries, entriesByCause, balanceChanges };
}

const GUARDED = ['available:', 'held:', 'in-transit:', 'suspense:', 'card-reserve:'];
const isGuarded = (account: string): boolean => GUARDED.some((prefix) => account.startsWith(prefix));

/** Checks a balance row off against the postings of its accounts. */
function compare(balance: Balance, sums: Map<string, bigint>): readonly string[] {
  const findings: string[] = [];
  for (const [account, cached] of cells(balance)) {
    const sum = sums.get(account) ?? 0n;
    sums.delete(account);
    if (sum !== cached) findings.push(`${account} is ${cached}, its postings say ${sum}`);
    if (cached < 0n) findings.push(`${account} is negative: ${cached}`);
  }
  return findings;
}

function cells({ id, available, held }: Balance): readonly (readonly [string, bigint])[] {
  if (id.startsWith('InternalAccount:')) return [[`available:${id}`, available], [`held:${id}`, held]]; // prettier-ignore
  return [[id.startsWith('Quote:') ? `in-transit:${id}` : id, available]];
}

function sumBy(postings: readonly Posting[], key: (posting: Posting) => string): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const posting of postings) add(sums, key(posting), posting.amount);
  return sums;
}

const add = (sums: Map<string, bigint>, key: string, amount: bigint): void =>
  void sums.set(key, (sums.get(key) ?? 0n) + amount);

const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
