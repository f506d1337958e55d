import { type InternalAccount, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import {
  BASE_COLUMNS,
  type BaseRecord,
  type Context,
  domainError,
  err,
  type FieldError,
  type Id,
  invalidFields,
  isId,
  newRecord,
  ok,
  type Reads,
  recordKind,
  type Result,
  type Tx,
  update,
} from '../kernel/index.js';

/**
 * What an Embedded Wallet is beside its account, under the account's id. It is made with the account, or when a wallet
 * that was opened before there were credentials gets its first.
 */
export interface Wallet extends BaseRecord {
  readonly id: Id<'InternalAccount'>;
  /** How many credentials live. Whoever adds or revokes one changes it, so that two at once come one after the other. */
  readonly credentials: number;
  /** The wallet's own keys, sealed; null until custody has made them. */
  readonly keyHandle: string | null;
}

export const WALLETS = recordKind<Wallet>()({
  name: 'wallets',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, credentials: 'int', keyHandle: 'text?' },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
  sealed: ['keyHandle'],
});

/** The account, which must be an Embedded Wallet. 404 REFERENCE_NOT_FOUND; INVALID_INPUT naming `field` for another type. */
export async function findWalletAccount(reads: Reads, id: string, field: string): Promise<Result<InternalAccount>> {
  const account = isId('InternalAccount', id) ? await reads.get(INTERNAL_ACCOUNTS, id) : null;
  if (account === null) return err('REFERENCE_NOT_FOUND', 'no such internal account');
  if (account.type !== 'EMBEDDED_WALLET') return invalidFields([notAWallet(field)]);
  return ok(account);
}

const notAWallet = (field: string): FieldError => ({ field, message: 'must be an Embedded Wallet' });

export async function walletOf(reads: Reads, accountId: Id<'InternalAccount'>): Promise<Wallet | null> {
  return reads.get(WALLETS, accountId);
}

export const newWallet = (ctx: Context, accountId: Id<'InternalAccount'>, credentials: number): Wallet => ({
  credentials,
  keyHandle: null,
  ...newRecord(accountId, ctx),
});

export const TWIN = domainError('CONFLICT', 'the wallet is being changed, try again', { retryAfter: 1 });

/** Counts a credential that comes (+1) or goes (−1). */
export function countCredential(
  tx: Tx,
  ctx: Context,
  accountId: Id<'InternalAccount'>,
  wallet: Wallet | null,
  by: 1 | -1,
): void {
  if (wallet === null) tx.add(WALLETS, newWallet(ctx, accountId, by), { conflicts: { id: TWIN } });
  else update(tx, ctx, WALLETS, wallet, { credentials: wallet.credentials + by });
}
