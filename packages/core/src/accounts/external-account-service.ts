import {
  type Context,
  type CurrencyCode,
  type Cursors,
  err,
  isId,
  ok,
  type Page,
  type PageRequest,
  type Query,
  readPage,
  type Reads,
  type Result,
  update,
  type UseCase,
} from '../kernel/index.js';
import { EXTERNAL_ACCOUNTS, type ExternalAccount } from './external-account.js';
import type { OwnerType } from './internal-account.js';

/** Names an account. With an owner, only an account of that owner is found. */
export interface ExternalAccountKey {
  readonly id: string;
  readonly ownerType?: OwnerType | undefined;
  readonly customerId?: string | undefined;
}

export interface ExternalAccountFilter {
  readonly ownerType?: OwnerType | undefined;
  readonly customerId?: string | undefined;
  readonly currency?: string | undefined;
}

/** Whether a quote or transaction that is not final uses the account. */
export type OpenPaymentsOn = (reads: Reads, ctx: Context, accountId: string) => Promise<boolean>;

/** REFERENCE_NOT_FOUND, also for a deleted account and for one of another owner than the key names. */
export const getExternalAccount: Query<ExternalAccountKey, ExternalAccount> = async (reads, _ctx, key) => {
  const account = isId('ExternalAccount', key.id) ? await reads.get(EXTERNAL_ACCOUNTS, key.id) : null;
  return account === null || account.isDeleted || !belongs(account, key) ? notFound() : ok(account);
};

export const listExternalAccounts =
  (cursors: Cursors): Query<ExternalAccountFilter & PageRequest, Page<ExternalAccount>> =>
  (reads, _ctx, filter) => {
    const where = {
      ownerType: filter.ownerType,
      owner: filter.customerId,
      currency: filter.currency as CurrencyCode | undefined,
      isDeleted: false,
    };
    return readPage(reads, cursors, EXTERNAL_ACCOUNTS, { where, order: 'desc' }, filter);
  };

/**
 * Marks the account as deleted; existing payments still name the account. REFERENCE_NOT_FOUND; CONFLICT while a quote,
 * transaction or stablecoin operation on it is open; BENEFICIARY_TRUSTED while the customer trusts it.
 */
export const deleteExternalAccount =
  (hasOpenPaymentsOn: OpenPaymentsOn): UseCase<ExternalAccountKey, ExternalAccount> =>
  async (tx, ctx, key) => {
    const found = await getExternalAccount(tx, ctx, key);
    if (!found.ok) return found;
    if (found.value.trustedAt !== null) return err('BENEFICIARY_TRUSTED');
    if (await hasOpenPaymentsOn(tx, ctx, found.value.id)) {
      return err(
        'CONFLICT',
        'a quote, transaction or stablecoin operation on the account is open; delete the account after it has ended',
      );
    }
    return ok(update(tx, ctx, EXTERNAL_ACCOUNTS, found.value, { isDeleted: true, defaultUmaDepositAccount: false }));
  };

const belongs = (account: ExternalAccount, key: ExternalAccountKey): boolean =>
  (key.ownerType === undefined || key.ownerType === account.ownerType) &&
  (key.customerId === undefined || key.customerId === account.customerId);

const notFound = (): Result<never> =>
  err('REFERENCE_NOT_FOUND', 'the external account does not exist, was deleted or has another owner');
