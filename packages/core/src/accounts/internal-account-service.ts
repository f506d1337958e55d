import { emit } from '../events/index.js';
import {
  Bug,
  type CurrencyCode,
  type Cursors,
  err,
  type Id,
  isId,
  ok,
  type Page,
  type PageRequest,
  type Query,
  readAll,
  readPage,
  type Reads,
  type Result,
  transition,
  type Unit,
} from '../kernel/index.js';
import { BALANCES, receivableOf } from '../ledger/index.js';
import {
  INTERNAL_ACCOUNT,
  INTERNAL_ACCOUNTS,
  type InternalAccount,
  type InternalAccountType,
  type OwnerType,
  PLATFORM_OWNER,
} from './internal-account.js';

/** An account with its balances, in smallest units. The total is `available` plus `held`. */
export interface InternalAccountView {
  readonly account: InternalAccount;
  readonly available: bigint;
  readonly held: bigint;
}

export interface InternalAccountFilter {
  readonly ownerType?: OwnerType | undefined;
  readonly customerId?: string | undefined;
  readonly currency?: string | undefined;
  readonly type?: InternalAccountType | undefined;
}

/** An account with its balances. REFERENCE_NOT_FOUND. */
export const getInternalAccount: Query<{ readonly id: string }, InternalAccountView> = async (reads, _ctx, { id }) => {
  const account = isId('InternalAccount', id) ? await reads.get(INTERNAL_ACCOUNTS, id) : null;
  if (account === null) return err('REFERENCE_NOT_FOUND', 'no such internal account');
  const [view] = await withBalances(reads, [account]);
  return ok(view!);
};

/** An account with its balances and what it owes, in smallest units. */
export interface InspectedAccount extends InternalAccountView {
  readonly receivable: bigint;
}

/** An account for operators, whose reads need no login of the customer. REFERENCE_NOT_FOUND. */
export const inspectInternalAccount: Query<{ readonly id: string }, InspectedAccount> = async (reads, ctx, key) => {
  const found = await getInternalAccount(reads, ctx, key);
  if (!found.ok) return found;
  const [inspected] = await withReceivables(reads, [found.value]);
  return ok(inspected!);
};

/** Every account of a customer for operators, oldest first. An unknown customer has none. */
export const inspectAccountsOf: Query<{ readonly customerId: string }, readonly InspectedAccount[]> = async (
  reads,
  _ctx,
  { customerId },
) =>
  ok(
    isId('Customer', customerId)
      ? await withReceivables(reads, await withBalances(reads, await accountsOf(reads, customerId)))
      : [],
  );

async function withReceivables(
  reads: Reads,
  views: readonly InternalAccountView[],
): Promise<readonly InspectedAccount[]> {
  const names = views.map(({ account }) => receivableOf(account.id));
  const found = names.length === 0 ? [] : await reads.getMany(BALANCES, names);
  const owed = new Map<string, bigint>(found.map(({ id, available }) => [id, available]));
  return views.map((view) => ({ ...view, receivable: owed.get(receivableOf(view.account.id)) ?? 0n }));
}

export const listInternalAccounts =
  (cursors: Cursors): Query<InternalAccountFilter & PageRequest, Page<InternalAccountView>> =>
  async (reads, _ctx, filter) => {
    const where = {
      ownerType: filter.ownerType,
      owner: filter.customerId,
      currency: filter.currency as CurrencyCode | undefined,
      type: filter.type,
    };
    const page = await readPage(reads, cursors, INTERNAL_ACCOUNTS, { where, order: 'asc' }, filter);
    return page.ok ? ok({ ...page.value, data: await withBalances(reads, page.value.data) }) : page;
  };

/** Every account of one owner, oldest first. There is at most one for each currency and type. */
export const accountsOf = (reads: Reads, customerId: Id<'Customer'> | null): Promise<readonly InternalAccount[]> =>
  readAll(reads, INTERNAL_ACCOUNTS, { owner: customerId ?? PLATFORM_OWNER });

/**
 * The platform's own account in a currency in which it charges fees. It exists, because such accounts are never
 * removed.
 */
export async function platformAccount(reads: Reads, currency: CurrencyCode): Promise<InternalAccount> {
  const { rows } = await reads.list(INTERNAL_ACCOUNTS, {
    where: { owner: PLATFORM_OWNER, currency },
    order: 'asc',
    limit: 1,
    counted: false,
  });
  const [account] = rows;
  if (account === undefined) throw new Bug(`the platform has no account in ${currency}`);
  return account;
}

/**
 * Closes every account of a customer and removes the balance rows. CONFLICT while an account has money, available or
 * held, or owes money. A concurrent credit either commits first and is seen here, or finds no row and is refused.
 */
export async function closeInternalAccounts(unit: Unit, customerId: Id<'Customer'>): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const accounts = (await accountsOf(tx, customerId)).filter((account) => account.status !== 'CLOSED');
  const found = await tx.getMany(
    BALANCES,
    accounts.flatMap(({ id }) => [id, receivableOf(id)]),
  );
  const owing = new Set(accounts.map(({ id }) => receivableOf(id)));
  if (found.some(({ id, available }) => owing.has(id) && available !== 0n)) {
    return err('CONFLICT', 'the customer has accounts that owe money; credit them first');
  }
  const balances = found.filter(({ id }) => !owing.has(id));
  if (balances.some((balance) => balance.available !== 0n || balance.held !== 0n)) {
    return err(
      'CONFLICT',
      'the customer has accounts with available or held money; move it out, or wait until open payments have ended',
    );
  }
  for (const balance of balances) tx.remove(BALANCES, balance);
  for (const account of accounts) {
    const closed = transition(tx, ctx, INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, account, 'close');
    if (!closed.ok) return closed;
    const { record, row } = closed.value;
    if (row.emits === null) continue;
    const event = { type: row.emits, resource: record.id, snapshot: record };
    emit(unit, { ...event, balances: { available: 0n, held: 0n } });
  }
  return ok();
}

/** The accounts with their balances, in the given order. */
export async function withBalances(
  reads: Reads,
  accounts: readonly InternalAccount[],
): Promise<readonly InternalAccountView[]> {
  if (accounts.length === 0) return [];
  const balances = await reads.getMany(
    BALANCES,
    accounts.map((account) => account.id),
  );
  const byId = new Map(balances.map((balance) => [balance.id, balance]));
  return accounts.map((account) => {
    const balance = byId.get(account.id);
    if (balance === undefined && account.status !== 'CLOSED') throw new Bug(`${account.id} has no balance`);
    return { account, available: balance?.available ?? 0n, held: balance?.held ?? 0n };
  });
}
