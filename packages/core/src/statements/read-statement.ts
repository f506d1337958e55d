import {
  EXTERNAL_ACCOUNTS,
  INTERNAL_ACCOUNTS,
  type InternalAccount,
  maskedIdentifier,
  payeeName,
} from '../accounts/index.js';
import { CUSTOMERS, nameOf } from '../customers/index.js';
import {
  type Context,
  type Digest,
  err,
  type Instant,
  instant,
  invalidFields,
  isId,
  ok,
  type Reads,
  type Result,
  type Sealer,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { chart, type Posting, POSTINGS } from '../ledger/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { ARRIVALS, showRemitter, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import type { AccountStatement, StatementEntry } from './account-statement.js';
import { positionAt } from './period-bounds.js';

export interface StatementRequest {
  /** Id of an internal account. */
  readonly accountId: string;
  /** Tenant's time: the first instant of the period. */
  readonly from: Instant;
  /** The first instant after the period. A statement ends now at the latest. */
  readonly until: Instant;
}

export interface StatementPorts {
  readonly units: UnitOfWork;
  readonly sealer: Sealer;
  readonly digest: Digest;
  /** The service's own context in a tenant. */
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

/** The largest number of entries of a statement, which is read into memory. */
export const MOST_STATEMENT_ENTRIES = 20_000;
const BATCH = 1000;

/**
 * Reads the statement of an internal account. 404 REFERENCE_NOT_FOUND; 400 INVALID_INPUT for an empty period, one in the
 * future, and one with more entries than a statement can have.
 */
export const readStatement =
  ({ units, sealer, digest, contextOf }: StatementPorts) =>
  async (tenant: TenantKey, { accountId, from, until: end }: StatementRequest): Promise<Result<AccountStatement>> => {
    const { now } = await contextOf(tenant);
    if (!(from < end)) return invalidFields([{ field: 'until', message: 'must be after from' }]);
    if (from >= now) return invalidFields([{ field: 'from', message: 'must be in the past' }]);
    const until = instant(Math.min(end, now));
    // Below the horizon, which is read before the snapshot, no posting is missing.
    const horizon = await units.read(tenant, (reads) => reads.horizon(POSTINGS));
    const read = async (reads: Reads): Promise<Result<AccountStatement>> => {
      const account = isId('InternalAccount', accountId) ? await reads.get(INTERNAL_ACCOUNTS, accountId) : null;
      if (account === null) return err('REFERENCE_NOT_FOUND', 'no such internal account');
      const { id, customerId, currency, reference, type } = account;
      const held = chart.held(id, currency).name;
      const accounts = [chart.available(id, currency).name, held];
      const first = await positionAt(reads, accounts, from, horizon);
      const next = await positionAt(reads, accounts, until, horizon);
      const sums = await Promise.all(accounts.map((name) => sumUpTo(reads, name, first - 1)));
      const opening = sums.reduce((sum, amount) => sum + amount, 0n);
      const booked = await bookedEntries(reads, accounts, first - 1, next - 1);
      if (booked === null) {
        const message = `has more than ${MOST_STATEMENT_ENTRIES} entries up to until; choose a shorter period`;
        return invalidFields([{ field: 'from', message }]);
      }
      const described = await describe(reads, sealer, account, booked);
      const entries: StatementEntry[] = [];
      let balance = opening;
      for (const [index, entry] of booked.entries()) {
        balance += entry.amount;
        entries.push({ ...described[index]!, balance });
      }
      return ok({
        id: digest.sha256(JSON.stringify([tenant, id, from, until, now])).slice(0, 32),
        account: { id, customerId, currency, reference, type },
        holder: await holderOf(reads, tenant, account),
        from,
        until,
        createdAt: now,
        opening,
        closing: balance,
        held: await sumUpTo(reads, held, next - 1),
        entries,
      });
    };
    return units.read(tenant, read, 'long');
  };

const sumUpTo = (reads: Reads, account: string, upTo: number): Promise<bigint> =>
  upTo <= 0 ? Promise.resolve(0n) : reads.sum(POSTINGS, 'amount', { account }, 0, upTo);

/** What an entry books on the account. */
interface Booked {
  readonly line: Posting;
  readonly amount: bigint;
}

/** The entries with a sum other than zero on the accounts, in the order of their first lines; null if there are too many. */
async function bookedEntries(
  reads: Reads,
  accounts: readonly string[],
  after: number,
  upTo: number,
): Promise<readonly Booked[] | null> {
  const lines: { readonly position: number; readonly record: Posting }[] = [];
  for (const account of accounts) {
    const by = { column: 'account', value: account } as const;
    for (let from = after; from < upTo;) {
      const page = await reads.follow(POSTINGS, { by, after: from, upTo, order: 'asc', limit: BATCH });
      lines.push(...page);
      if (lines.length > 2 * MOST_STATEMENT_ENTRIES) return null;
      if (page.length < BATCH) break;
      from = page.at(-1)!.position;
    }
  }
  lines.sort((a, b) => a.position - b.position);
  const entries = new Map<string, Booked>();
  for (const { record: line } of lines) {
    const before = entries.get(line.entryId);
    entries.set(line.entryId, { line: before?.line ?? line, amount: (before?.amount ?? 0n) + line.amount });
  }
  const booked = [...entries.values()].filter(({ amount }) => amount !== 0n);
  return booked.length > MOST_STATEMENT_ENTRIES ? null : booked;
}

async function describe(
  reads: Reads,
  sealer: Sealer,
  account: InternalAccount,
  booked: readonly Booked[],
): Promise<readonly Omit<StatementEntry, 'balance'>[]> {
  const causes = booked.map(({ line }) => line.cause).filter((cause) => isId('Transaction', cause));
  const transactions = await byId(causes, (ids) => reads.getMany(TRANSACTIONS, ids));
  const sides = new Map(
    [...transactions.values()].map((transaction) => [transaction.id, otherSide(account.id, transaction)]),
  );
  const external = [...sides.values()].flatMap((side) => (isId('ExternalAccount', side.id ?? '') ? side.id! : []));
  const payees = await byId(external, (ids) => reads.getMany(EXTERNAL_ACCOUNTS, ids));
  const described: Omit<StatementEntry, 'balance'>[] = [];
  for (const { line, amount } of booked) {
    const transaction = transactions.get(line.cause) ?? null;
    const side = transaction === null ? UNKNOWN : sides.get(transaction.id)!;
    const payee = side.id === null ? undefined : payees.get(side.id);
    const { entryId: id, kind, cause, createdAt: bookedAt } = line;
    described.push({
      ...{ id, kind, bookedAt, amount, cause },
      transactionId: transaction?.id ?? null,
      counterparty:
        payee !== undefined ? payeeName(payee) : (side.name ?? (await senderOf(reads, sealer, transaction, side))),
      counterpartyId: side.id,
      reference: transaction?.reference ?? null,
      text: transaction?.remittanceInformation ?? transaction?.description ?? null,
    });
  }
  return described;
}

async function byId<T extends { readonly id: string }>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly T[]>,
): Promise<ReadonlyMap<string, T>> {
  const wanted = [...new Set(ids)];
  const found = new Map<string, T>();
  for (let at = 0; at < wanted.length; at += BATCH) {
    for (const record of await read(wanted.slice(at, at + BATCH))) found.set(record.id, record);
  }
  return found;
}

/** `id`: an account in Corridor. `name`: what the payment itself says. */
interface Side {
  readonly id: string | null;
  readonly name: string | null;
}

const UNKNOWN: Side = { id: null, name: null };

/** The side of a payment on which the account is not. */
function otherSide(accountId: string, { source, destination }: Transaction): Side {
  const isPayee = destination.destinationType === 'ACCOUNT' && destination.accountId === accountId;
  if (!isPayee) {
    switch (destination.destinationType) {
      case 'ACCOUNT':
        return { id: destination.accountId, name: null };
      case 'UMA_ADDRESS':
        return { id: null, name: destination.umaAddress };
      case 'MERCHANT':
        return { id: null, name: destination.descriptor };
    }
  }
  if (source?.sourceType === 'ACCOUNT') return { id: source.accountId, name: null };
  return source?.sourceType === 'UMA_ADDRESS' ? { id: null, name: source.umaAddress } : UNKNOWN;
}

/** The sender of arrived money, as its rail named it. */
async function senderOf(
  reads: Reads,
  sealer: Sealer,
  transaction: Transaction | null,
  side: Side,
): Promise<string | null> {
  if (transaction === null || side.id !== null || transaction.type === 'CARD') return null;
  const query = { where: { transactionId: transaction.id }, order: 'asc', limit: 1, counted: false } as const;
  const [arrival] = (await reads.list(ARRIVALS, query)).rows;
  if (arrival === undefined) return null;
  const { name, account } = showRemitter(sealer, arrival);
  const end = account === null ? null : maskedIdentifier('account', account);
  return name === null ? end : end === null ? name : `${name} (${end})`;
}

async function holderOf(reads: Reads, tenant: TenantKey, { customerId }: InternalAccount): Promise<string | null> {
  if (customerId === null) return (await reads.get(PLATFORMS, tenant))?.name ?? null;
  const customer = await reads.get(CUSTOMERS, customerId);
  return customer && nameOf(customer);
}
