import { deleteAgentsOf } from '../agents/index.js';
import type { CustomerAccounts } from '../customers/index.js';

type Close = CustomerAccounts['close'];

/** The accounts of customers, with which their agents and cards end. Nothing ends where an account cannot be closed. */
export const closingAgentsAndCards = (accounts: CustomerAccounts, closeCards: Close): CustomerAccounts => ({
  ...accounts,
  close: async (tx, ctx, customerId) => {
    const closed = await accounts.close(tx, ctx, customerId);
    if (!closed.ok) return closed;
    await deleteAgentsOf(tx, ctx, customerId);
    return closeCards(tx, ctx, customerId);
  },
});
