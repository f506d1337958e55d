import { type CustomerAccounts, isStopped } from '../customers/index.js';
import { type Context, type Cursors, mark, type Tx } from '../kernel/index.js';
import type { PlatformAccounts } from '../platforms/index.js';
import { addExternalAccount, type AddExternalAccountPorts } from './add-external-account.js';
import {
  deleteExternalAccount,
  getExternalAccount,
  listExternalAccounts,
  type OpenPaymentsOn,
} from './external-account-service.js';
import {
  freezeInternalAccount,
  renewInstructions,
  showWalletAddresses,
  unfreezeInternalAccount,
} from './internal-account-changes.js';
import { INTERNAL_ACCOUNTS } from './internal-account.js';
import {
  accountsOf,
  closeInternalAccounts,
  getInternalAccount,
  inspectAccountsOf,
  inspectInternalAccount,
  listInternalAccounts,
} from './internal-account-service.js';
import { type OpenAccounts, openInternalAccounts, type OpenAccountsPorts } from './open-internal-accounts.js';
import { challengeOwnership, type OwnershipPorts, verifyOwnership } from './ownership.js';

export interface AccountsAreaPorts extends OpenAccountsPorts, AddExternalAccountPorts, OwnershipPorts {
  readonly cursors: Cursors;
  readonly hasOpenPaymentsOn: OpenPaymentsOn;
}

/** Internal accounts with their balances, and external accounts: docs/areas/accounts.md. */
export function accountsArea(ports: AccountsAreaPorts) {
  const open = (tx: Tx, ctx: Context, request: OpenAccounts) => openInternalAccounts(ports, tx, ctx, request);

  const forCustomers: CustomerAccounts = {
    open: async (tx, ctx, { embeddedWalletConfig }, customer, currencies, walletKeys) => {
      const walletAddresses = walletKeys?.addresses ?? null;
      const embeddedWallets = embeddedWalletConfig !== null;
      const isOwnerStopped = isStopped(customer);
      await open(tx, ctx, { customerId: customer.id, currencies, embeddedWallets, walletAddresses, isOwnerStopped });
    },
    currencies: async (reads, customerId) => (await accountsOf(reads, customerId)).map((account) => account.currency),
    markUnderReview: async (tx, customerId, ownerUnderReview) => {
      for (const account of await accountsOf(tx, customerId)) {
        if (account.ownerUnderReview !== ownerUnderReview) {
          mark(tx, INTERNAL_ACCOUNTS, account, { ownerUnderReview });
        }
      }
    },
    close: (tx, ctx, customerId) => closeInternalAccounts({ tx, ctx, ids: ports.ids }, customerId),
  };
  const forPlatforms: PlatformAccounts = {
    open: async (tx, ctx, { embeddedWalletConfig }, currencies) => {
      const embeddedWallets = embeddedWalletConfig !== null;
      await open(tx, ctx, { customerId: null, currencies, embeddedWallets, walletAddresses: null });
    },
    currencies: async (reads) => (await accountsOf(reads, null)).map((account) => account.currency),
  };

  const useCases = {
    getInternal: getInternalAccount,
    /**
     * Internal accounts with their balances in smallest units; filters by owner, currency and type.
     *
     * @example
     * ```ts
     * const { data } = await read(core.accounts.listInternal, { customerId: customer.id, currency: 'USD' });
     * data.map(({ available }) => available); // [1_000_000n]
     * ```
     */
    listInternal: listInternalAccounts(ports.cursors),
    inspect: inspectInternalAccount,
    inspectAll: inspectAccountsOf,
    freezeInternal: freezeInternalAccount(ports.ids),
    unfreezeInternal: unfreezeInternalAccount(ports.ids),
    renewInstructions: renewInstructions(ports),
    showWalletAddresses: showWalletAddresses(ports),
    /**
     * Adds a bank account or wallet as a source or destination of payments. 400 INVALID_INPUT with every invalid field,
     * INVALID_CURRENCY, INVALID_BANK_ACCOUNT; 403 USER_BLOCKED or USER_NOT_READY if operators
     * have stopped the same account, of any owner; 404 USER_NOT_FOUND; 409 CONFLICT if the owner has the account already.
     *
     * @example
     * ```ts
     * const added = await run(core.accounts.addExternal, {
     *   ownerType: 'CUSTOMER',
     *   customerId: customer.id,
     *   currency: 'EUR',
     *   accountInfo: {
     *     accountType: 'EUR_ACCOUNT',
     *     iban: 'DE89370400440532013000',
     *     beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
     *   },
     * });
     * added.status; // 'ACTIVE'
     * ```
     */
    addExternal: addExternalAccount(ports),
    getExternal: getExternalAccount,
    listExternal: listExternalAccounts(ports.cursors),
    deleteExternal: deleteExternalAccount(ports.hasOpenPaymentsOn),
    challengeOwnership: challengeOwnership(ports),
    verifyOwnership: verifyOwnership(ports),
  } as const;
  return {
    useCases,
    open,
    /** The ports of the customers and platforms areas that the accounts area implements. */
    forCustomers,
    forPlatforms,
  } as const;
}

export type Accounts = ReturnType<typeof accountsArea>['useCases'];
/** What Embedded Wallets need from internal accounts. */
export type WalletAccounts = Pick<ReturnType<typeof accountsArea>, 'open' | 'forCustomers'> &
  Pick<Accounts, 'showWalletAddresses'>;
