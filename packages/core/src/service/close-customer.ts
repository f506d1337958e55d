import { deleteAgentsOf } from '../agents/index.js';
import type { CustomerAccounts } from '../customers/index.js';

type Close = CustomerAccounts['close'];

/** Closes agents and cards with the accounts of a customer. If an account cannot be closed, nothing is. */
export const closingAgentsAndCards = (accounts: CustomerAccounts, closeCards: Close): CustomerAccounts => ({
  ...accounts,
  close: async (tx, ctx, customerId) => {
    const closed = await accounts.close(tx, ctx, customerId);
    if (!closed.ok) return closed;
    await deleteAgentsOf(tx, ctx, customerId);
    return closeCards(tx, ctx, customerId);
  },
});
