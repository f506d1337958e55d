import type { Accounts } from '../accounts/index.js';
import type { GuardRead } from '../sca/index.js';
import type { TransactionsArea } from '../transactions/index.js';

/**
 * Guards reads of accounts and transactions: a read of the data of a regulated customer needs a login of that customer.
 */
export const guardedReads = (
  guardRead: GuardRead,
  accounts: Accounts,
  transactions: TransactionsArea,
): { readonly accounts: Accounts; readonly transactions: TransactionsArea } => ({
  accounts: {
    ...accounts,
    getInternal: guardRead(accounts.getInternal, ({ account }) => [account.customerId]),
    listInternal: guardRead(accounts.listInternal, ({ data }) => data.map(({ account }) => account.customerId)),
  },
  transactions: {
    ...transactions,
    get: guardRead(transactions.get, ({ customerId }) => [customerId]),
    list: guardRead(transactions.list, ({ data }) => data.map(({ customerId }) => customerId)),
  },
});
