import type { Context, Cursors, Id, Tx } from '../kernel/index.js';
import { addExternalAccount, type AddExternalAccountDeps } from './add-external-account.js';
import {
  deleteExternalAccount,
  getExternalAccount,
  listExternalAccounts,
  type OpenPaymentsOn,
} from './external-account-service.js';
import {
  accountsOf,
  closeInternalAccounts,
  getInternalAccount,
  listInternalAccounts,
} from './internal-account-service.js';
import { type OpenAccounts, openInternalAccounts, type OpenAccountsDeps } from './open-internal-accounts.js';

export interface AccountsDeps extends OpenAccountsDeps, AddExternalAccountDeps {
  readonly cursors: Cursors;
  readonly hasOpenPaymentsOn: OpenPaymentsOn;
}

/** Internal accounts with their balances, and the bank accounts and wallets outside. */
export function accountsArea(deps: AccountsDeps) {
  return {
    open: (tx: Tx, ctx: Context, request: OpenAccounts) => openInternalAccounts(deps, tx, ctx, request),
    of: accountsOf,
    close: (tx: Tx, ctx: Context, customerId: Id<'Customer'>) => closeInternalAccounts(deps.ids, tx, ctx, customerId),
    getInternal: getInternalAccount,
    listInternal: listInternalAccounts(deps.cursors),
    addExternal: addExternalAccount(deps),
    getExternal: getExternalAccount,
    listExternal: listExternalAccounts(deps.cursors),
    deleteExternal: deleteExternalAccount(deps.hasOpenPaymentsOn),
  } as const;
}

export type Accounts = ReturnType<typeof accountsArea>;
