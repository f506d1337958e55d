import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Environment,
  HOUSE_TENANTS,
  type Instant,
  newRecord,
  ok,
  recordKind,
  type Reads,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { everyRecord } from './audit.js';
import { type Posting, POSTINGS } from './journal.js';

/**
 * The sum of a tenant's postings on one class of ledger accounts in one currency, up to the position of the row `HEAD`.
 * A trial balance reads these rows and the postings after that position, not the whole journal.
 */
export interface PositionRow extends BaseRecord {
  /** `available`, `fees`, `fx`, …; clearing accounts with their rail, as `clearing:sandbox-bank`. */
  readonly account: string;
  readonly currency: string;
  /** 0 in `HEAD`. */
  readonly balance: bigint;
  /** In `HEAD`: the position of the last posting that the rows include. */
  readonly position: number;
}

export const POSITIONS = recordKind<PositionRow>()({
  name: 'positions',
  scope: 'host',
  columns: { ...BASE_COLUMNS, account: 'text', currency: 'text', balance: 'amount', position: 'int' },
  states: [],
  unique: [],
  filters: [],
  immutable: ['account', 'currency'],
});

/** One line of a trial balance. */
export interface Position {
  readonly tenant: TenantKey;
  readonly environment: Environment;
  readonly account: string;
  readonly currency: CurrencyCode;
  /** Smallest units, with the sign of postings. */
  readonly balance: bigint;
}

const HEAD = 'positions/head';
const PAGE = 1_000;
/** The sums are stored once this many postings have to be read in addition to them. */
const KEEP_AFTER = 2_000;

/** The class of a ledger account: its name without the name of its owner. */
export function accountClass(account: string): string {
  const parts = account.split(':');
  return parts[0] === 'clearing' ? `clearing:${parts.slice(2, -1).join(':')}` : parts[0]!;
}

const keyOf = (tenant: TenantKey, account: string, currency: string): string => `${tenant}/${account}/${currency}`;

/** What names a line of a trial balance. */
export const positionKey = ({ tenant, account, currency }: Position): string => keyOf(tenant, account, currency);

/** Adds a posting to the lines of a trial balance, or takes it out of them with the sign -1. */
export function addPosting(
  balances: Map<string, Position>,
  { tenant, account: name, currency, amount }: Posting,
  sign: 1n | -1n = 1n,
): void {
  const account = accountClass(name);
  const key = keyOf(tenant, account, currency);
  balances.set(key, positionOf(tenant, account, currency, (balances.get(key)?.balance ?? 0n) + sign * amount));
}

/** The sums of all postings up to a position. */
export interface PositionSums {
  readonly upTo: number;
  /** By `positionKey`; also those that are zero. */
  readonly balances: ReadonlyMap<string, Position>;
}

interface AddedUp extends PositionSums {
  readonly head: PositionRow | null;
  readonly read: number;
  readonly rows: ReadonlyMap<string, PositionRow>;
}

/**
 * The trial balance of all tenants, up to the horizon of the journal. It reads the stored sums and the postings after
 * them, and stores new sums for all hosts of the database once these postings have become many.
 */
export async function readPositions(units: UnitOfWork, now: Instant): Promise<readonly Position[]> {
  // The horizon is read first, in its own read: every posting below it is visible to a read that begins later. In the
  // same read it could be above postings that the read does not see, and these would be missing in the stored sums.
  const horizon = await units.read(null, (reads) => reads.horizon(POSTINGS));
  const found = await units.read(null, (reads) => addUp(reads, horizon));
  if (found.read >= KEEP_AFTER) await keep(units, now, found);
  return listedPositions(found.balances);
}

/**
 * The trial balance as of one read. It stores nothing, so it needs no horizon, which a standby of Postgres cannot tell: the
 * read sees whole entries only, and all postings that the stored sums include.
 */
export const sumPositions = async (units: UnitOfWork): Promise<readonly Position[]> =>
  listedPositions((await units.read(null, (reads) => addUp(reads, Number.MAX_SAFE_INTEGER))).balances);

/** The sums of all postings up to the horizon of the journal, which is read first, as for `readPositions`; stores nothing. */
export async function positionSums(units: UnitOfWork): Promise<PositionSums> {
  const horizon = await units.read(null, (reads) => reads.horizon(POSTINGS));
  return units.read(null, (reads) => addUp(reads, horizon));
}

/** The lines of a trial balance: sums other than zero, in the order of their keys. */
export const listedPositions = (balances: ReadonlyMap<string, Position>): readonly Position[] =>
  [...balances].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, at]) => (at.balance === 0n ? [] : [at]));

async function addUp(reads: Reads, horizon: number): Promise<AddedUp> {
  const head = await reads.get(POSITIONS, HEAD);
  const rows = new Map<string, PositionRow>();
  const balances = new Map<string, Position>();
  for await (const row of everyRecord(reads, POSITIONS)) {
    if (row.id === HEAD) continue;
    rows.set(row.id, row);
    balances.set(row.id, positionOf(row.tenant, row.account, row.currency, row.balance));
  }
  const from = head?.position ?? 0;
  // Another host may have stored sums up to a higher one in the meantime.
  const upTo = Math.max(horizon, from);
  let read = 0;
  for await (const posting of postingsBetween(reads, from, upTo)) {
    addPosting(balances, posting);
    read += 1;
  }
  return { head, upTo, read, rows, balances };
}

const positionOf = (tenant: TenantKey, account: string, currency: string, balance: bigint): Position => ({
  tenant,
  environment: splitTenant(tenant).environment,
  account,
  currency: currency as CurrencyCode,
  balance,
});

async function* postingsBetween(reads: Reads, from: number, upTo: number): AsyncGenerator<Posting, void> {
  for (let after = from; ;) {
    const page = await reads.follow(POSTINGS, { after, upTo, order: 'asc', limit: PAGE });
    for (const { record } of page) yield record;
    if (page.length < PAGE) return;
    after = page.at(-1)!.position;
  }
}

/** Stores the sums, unless another host has stored newer ones; this host then computes them again next time. */
async function keep(units: UnitOfWork, now: Instant, { head, upTo, rows, balances }: AddedUp): Promise<void> {
  await units.run(null, async (tx) => {
    const standing = await tx.get(POSITIONS, HEAD);
    if (standing?.version !== head?.version) return ok();
    const ctx = (tenant: TenantKey) => ({ tenant, now });
    if (standing === null) {
      const whole = { account: '', currency: '', balance: 0n, position: upTo };
      tx.add(POSITIONS, { ...whole, ...newRecord(HEAD, ctx(HOUSE_TENANTS[0]!)) }, { unlessExists: true });
    } else {
      update(tx, { now }, POSITIONS, standing, { position: upTo });
    }
    for (const [id, { tenant, account, currency, balance }] of balances) {
      const row = rows.get(id);
      if (row === undefined) {
        tx.add(POSITIONS, { account, currency, balance, position: upTo, ...newRecord(id, ctx(tenant)) });
      } else if (row.balance !== balance) {
        update(tx, { now }, POSITIONS, row, { balance, position: upTo });
      }
    }
    return ok();
  });
}

/** Compares the stored sums with the journal; one finding for each row that differs. */
export async function inspectPositions(reads: Reads): Promise<readonly string[]> {
  const head = await reads.get(POSITIONS, HEAD);
  if (head === null) return [];
  const sums = new Map<string, { readonly sum: bigint; readonly currency: CurrencyCode }>();
  for await (const { tenant, account, currency, amount } of postingsBetween(reads, 0, head.position)) {
    const key = keyOf(tenant, accountClass(account), currency);
    sums.set(key, { sum: (sums.get(key)?.sum ?? 0n) + amount, currency });
  }
  const findings: string[] = [];
  for await (const { id, balance, currency } of everyRecord(reads, POSITIONS)) {
    if (id === HEAD) continue;
    const sum = sums.get(id)?.sum ?? 0n;
    sums.delete(id);
    const text = (amount: bigint): string => amountText(amount, currency);
    if (balance !== sum) findings.push(`position ${id} is ${text(balance)}, its postings sum to ${text(sum)}`);
  }
  for (const [key, { sum, currency }] of sums) {
    if (sum !== 0n) findings.push(`position ${key} does not exist, its postings sum to ${amountText(sum, currency)}`);
  }
  return findings;
}
