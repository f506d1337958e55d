import { schedule } from '../events/index.js';
import {
  birth,
  type Context,
  type CurrencyCode,
  type Id,
  type IdSource,
  newRecord,
  type Random,
  type Tx,
} from '../kernel/index.js';
import { BALANCES, emptyBalance } from '../ledger/index.js';
import { currency as registered } from '../money/index.js';
import { accountFunding } from './funding.js';
import {
  INTERNAL_ACCOUNT,
  INTERNAL_ACCOUNTS,
  type InternalAccount,
  type InternalAccountType,
  PLATFORM_OWNER,
} from './internal-account.js';
import type { Rails } from './rail.js';
import { makeReference } from './reference.js';

export interface OpenAccounts {
  /** Null for accounts of the platform. */
  readonly customerId: Id<'Customer'> | null;
  /** Opens one account in each. The owner must not have an account in any of them. */
  readonly currencies: readonly CurrencyCode[];
  /** Whether USDB accounts are Embedded Wallets, which depends on the platform's configuration. */
  readonly embeddedWallets: boolean;
  /** Addresses of the Embedded Wallet by network, if custody has created its keys already. */
  readonly walletAddresses: ReadonlyMap<string, string> | null;
  /** Whether the owner is blocked, or its changed identity is under review; default: false. */
  readonly isOwnerStopped?: boolean;
}

export interface OpenAccountsPorts {
  readonly ids: IdSource;
  readonly random: Random;
  readonly rails: Rails;
}

const EMBEDDED_WALLET_CURRENCY = 'USDB';

/** The type of a new account in this currency. */
export function internalAccountType(currency: CurrencyCode, embeddedWallets: boolean): InternalAccountType {
  if (currency === EMBEDDED_WALLET_CURRENCY && embeddedWallets) return 'EMBEDDED_WALLET';
  return registered(currency)?.kind === 'crypto' ? 'INTERNAL_CRYPTO' : 'INTERNAL_FIAT';
}

/**
 * Opens internal accounts with a zero balance, a unique reference, and the payment instructions of the rails that
 * receive the currency. Without such a rail an account is filled only by conversions and transfers. For an Embedded
 * Wallet without keys, a job asks custody to create them.
 */
export async function openInternalAccounts(
  { ids, random, rails }: OpenAccountsPorts,
  tx: Tx,
  ctx: Context,
  { customerId, currencies, embeddedWallets, walletAddresses: derived, isOwnerStopped = false }: OpenAccounts,
): Promise<readonly InternalAccount[]> {
  const opened: InternalAccount[] = [];
  for (const currency of currencies) {
    const type = internalAccountType(currency, embeddedWallets);
    const isWallet = type === 'EMBEDDED_WALLET';
    const walletAddresses = isWallet && derived !== null ? Object.fromEntries(derived) : null;
    const payable = { type, currency, reference: makeReference(random), walletAddresses };
    const account: InternalAccount = {
      ...payable,
      customerId,
      status: birth(INTERNAL_ACCOUNT, 'open').to,
      ...(await accountFunding(rails, tx, ctx, payable)),
      privateEnabled: isWallet ? false : null,
      owner: customerId ?? PLATFORM_OWNER,
      ownerType: customerId === null ? 'PLATFORM' : 'CUSTOMER',
      ownerUnderReview: isOwnerStopped,
      ...newRecord(ids.next('InternalAccount'), ctx),
    };
    tx.add(INTERNAL_ACCOUNTS, account);
    tx.add(BALANCES, emptyBalance(ctx, account.id, currency));
    if (isWallet && derived === null) {
      schedule({ tx, ctx, ids }, { kind: 'wallet.derive-addresses', subject: account.id, dueAt: ctx.hostNow });
    }
    opened.push(account);
  }
  return opened;
}
