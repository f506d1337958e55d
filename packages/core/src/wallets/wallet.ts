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
 * The part of an Embedded Wallet that the account does not have, under the id of the account. It is created with the
 * account, or with the first credential of a wallet that is older than credentials.
 */
export interface Wallet extends BaseRecord {
  readonly id: Id<'InternalAccount'>;
  /** The number of active credentials. Every addition and revocation writes it, so that concurrent ones are ordered. */
  readonly credentials: number;
  /** The handle of the wallet's own keys, sealed. Null until custody has created them. */
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

/** An account that is an Embedded Wallet. 404 REFERENCE_NOT_FOUND; INVALID_INPUT naming `field` for another type. */
export async function findWalletAccount(reads: Reads, id: string, field: string): Promise<Result<InternalAccount>> {
  const account = isId('InternalAccount', id) ? await reads.get(INTERNAL_ACCOUNTS, id) : null;
  if (account === null) return err('REFERENCE_NOT_FOUND', 'no such internal account');
  if (account.type !== 'EMBEDDED_WALLET') return invalidFields([notAWallet(field)]);
  return ok(account);
}

const notAWallet = (field: string): FieldError => ({ field, message: 'the account must be an Embedded Wallet' });

export async function walletOf(reads: Reads, accountId: Id<'InternalAccount'>): Promise<Wallet | null> {
  return reads.get(WALLETS, accountId);
}

export const newWallet = (ctx: Context, accountId: Id<'InternalAccount'>, credentials: number): Wallet => ({
  credentials,
  keyHandle: null,
  ...newRecord(accountId, ctx),
});

export const TWIN = domainError('CONFLICT', 'another request is changing the wallet; try again', { retryAfter: 1 });

/** Counts a credential that is added (+1) or revoked (−1). */
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
