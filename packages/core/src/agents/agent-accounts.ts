import {
  type ExternalAccount,
  type ExternalAccountFilter,
  getExternalAccount,
  type InternalAccountFilter,
  type InternalAccountView,
  type NewExternalAccount,
} from '../accounts/index.js';
import { err, type Page, type PageRequest, type Query, type UseCase } from '../kernel/index.js';
import { getTransaction, type Transaction, type TransactionFilter } from '../transactions/index.js';
import { agentQuery, agentUse, allowed } from './acting.js';
import type { PlainOperations } from './ports.js';

/** The reads of the platform, restricted to the customer of the agent. 404 for records of other customers. */
export function agentReads(operations: PlainOperations) {
  const listTransactions: Query<TransactionFilter, Page<Transaction>> = agentQuery(
    async (reads, ctx, agent, filter) => {
      const permitted = allowed(agent, 'VIEW_TRANSACTIONS');
      const { customerId } = agent;
      return permitted.ok ? operations.listTransactions(reads, ctx, { ...filter, customerId }) : permitted;
    },
  );
  const getTransactionOfCustomer: Query<{ readonly id: string }, Transaction> = agentQuery(
    async (reads, ctx, agent, key) => {
      const permitted = allowed(agent, 'VIEW_TRANSACTIONS');
      if (!permitted.ok) return permitted;
      const found = await getTransaction(reads, ctx, key);
      return found.ok && found.value.customerId !== agent.customerId ? err('TRANSACTION_NOT_FOUND') : found;
    },
  );
  const listInternalAccounts: Query<
    Pick<InternalAccountFilter, 'currency' | 'type'> & PageRequest,
    Page<InternalAccountView>
  > = agentQuery((reads, ctx, { customerId }, filter) =>
    operations.listInternalAccounts(reads, ctx, { ...filter, ownerType: 'CUSTOMER', customerId }),
  );
  const listExternalAccounts: Query<
    Pick<ExternalAccountFilter, 'currency'> & PageRequest,
    Page<ExternalAccount>
  > = agentQuery((reads, ctx, { customerId }, filter) =>
    operations.listExternalAccounts(reads, ctx, { ...filter, ownerType: 'CUSTOMER', customerId }),
  );
  const getExternal: Query<{ readonly id: string }, ExternalAccount> = agentQuery(
    (reads, ctx, { customerId }, { id }) => getExternalAccount(reads, ctx, { id, ownerType: 'CUSTOMER', customerId }),
  );
  return {
    listTransactions,
    getTransaction: getTransactionOfCustomer,
    listInternalAccounts,
    listExternalAccounts,
    getExternalAccount: getExternal,
  } as const;
}

/** Adds an external account for the customer of the agent. 404 USER_NOT_FOUND if the request names another customer. */
export const addAgentAccount = (operations: PlainOperations): UseCase<NewExternalAccount, ExternalAccount> =>
  agentUse(async (tx, ctx, agent, input) => {
    const permitted = allowed(agent, 'MANAGE_EXTERNAL_ACCOUNTS');
    if (!permitted.ok) return permitted;
    if (input.customerId !== agent.customerId) return err('USER_NOT_FOUND');
    return operations.addExternalAccount(tx, ctx, { ...input, ownerType: 'CUSTOMER' });
  });

/** Deletes an external account of the customer of the agent. 403 FORBIDDEN if the policy does not allow the account. */
export const deleteAgentAccount = (operations: PlainOperations): UseCase<{ readonly id: string }, ExternalAccount> =>
  agentUse(async (tx, ctx, agent, { id }) => {
    const { customerId } = agent;
    const key = { id, ownerType: 'CUSTOMER', customerId } as const;
    const permitted = allowed(agent, 'MANAGE_EXTERNAL_ACCOUNTS');
    if (!permitted.ok) return permitted;
    const found = await getExternalAccount(tx, ctx, key);
    if (!found.ok) return found;
    const unrestricted = allowed(agent, 'MANAGE_EXTERNAL_ACCOUNTS', [id]);
    return unrestricted.ok ? operations.deleteExternalAccount(tx, ctx, key) : unrestricted;
  });
