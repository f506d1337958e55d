import { accountsOf, type WalletAccounts } from '../accounts/index.js';
import { type CustomerAccounts, isStopped } from '../customers/index.js';
import {
  type Context,
  type Id,
  type IdSource,
  ok,
  type Result,
  type Sealer,
  type Tx,
  update,
} from '../kernel/index.js';
import { emailCredential, endCredential, livingCredentials } from './credential-service.js';
import { endDelegatedKeys } from './delegated-key-service.js';
import { keepHandle, walletKeyOf } from './held-handle.js';
import { newWallet, walletOf, WALLETS } from './wallet.js';

/**
 * The accounts of customers. A new wallet gets an EMAIL_OTP credential; closing the accounts revokes all credentials
 * and delegated keys.
 */
export function customerWallets(
  ids: IdSource,
  sealer: Sealer,
  accounts: Pick<WalletAccounts, 'open' | 'forCustomers'>,
): CustomerAccounts {
  return {
    ...accounts.forCustomers,
    open: async (tx, ctx, { embeddedWalletConfig }, customer, currencies, keys) => {
      const embeddedWallets = embeddedWalletConfig !== null;
      const walletAddresses = keys?.addresses ?? null;
      const of = { customerId: customer.id, isOwnerStopped: isStopped(customer) };
      const request = { ...of, currencies, embeddedWallets, walletAddresses };
      for (const account of await accounts.open(tx, ctx, request)) {
        if (account.type !== 'EMBEDDED_WALLET') continue;
        const wallet = newWallet(ctx, account.id, customer.email === null ? 0 : 1);
        const keyHandle = keys === null ? null : keepHandle(sealer, keys.handle, walletKeyOf(account.id));
        tx.add(WALLETS, { ...wallet, keyHandle });
        if (customer.email !== null) emailCredential({ tx, ctx, ids }, account.id, customer.email);
      }
    },
    close: async (tx, ctx, customerId) => {
      const closed = await accounts.forCustomers.close(tx, ctx, customerId);
      return closed.ok ? endWallets(tx, ctx, customerId) : closed;
    },
  };
}

/** A closed account has no signer, and its email address becomes free for another wallet. */
async function endWallets(tx: Tx, ctx: Context, customerId: Id<'Customer'>): Promise<Result<void>> {
  for (const account of await accountsOf(tx, customerId)) {
    if (account.type !== 'EMBEDDED_WALLET') continue;
    for (const credential of await livingCredentials(tx, account.id)) {
      const ended = await endCredential(tx, ctx, credential, null);
      if (!ended.ok) return ended;
    }
    const ended = await endDelegatedKeys(tx, ctx, account.id);
    if (!ended.ok) return ended;
    const wallet = await walletOf(tx, account.id);
    if (wallet !== null) update(tx, ctx, WALLETS, wallet, { credentials: 0 });
  }
  return ok();
}
