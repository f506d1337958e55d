import { idOf } from '../records/record.js';
import type { Requests } from './request.js';
import { transferIn, transferOut } from './transfers.js';

const policy = {
  permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: {
    currency: 'USD',
    perTransactionLimit: 50_000,
    dailyLimit: 200_000,
    dailyTransactionLimit: 10,
    monthlyLimit: 900_000,
  },
  accountRestrictions: {
    allowedAccountIds: [idOf('InternalAccount')],
    accountRules: [
      { accountId: idOf('InternalAccount'), executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 5_000 },
    ],
  },
  approvalThresholds: { currency: 'USD', amount: 10_000 },
};

export const agentRequests: Requests = {
  listAgents: { method: 'GET', path: '/agents', body: null },
  createAgent: {
    method: 'POST',
    path: '/agents',
    body: { name: 'Bookkeeper', customerId: idOf('Customer'), policy },
  },
  listAgentApprovals: { method: 'GET', path: '/agents/approvals', body: null },
  getAgentById: { method: 'GET', path: `/agents/${idOf('Agent')}`, body: null },
  updateAgent: { method: 'PATCH', path: `/agents/${idOf('Agent')}`, body: { name: 'Clerk', isPaused: true } },
  deleteAgent: { method: 'DELETE', path: `/agents/${idOf('Agent')}`, body: null },
  updateAgentPolicy: { method: 'PATCH', path: `/agents/${idOf('Agent')}/policy`, body: policy },
  regenerateAgentDeviceCode: { method: 'POST', path: `/agents/${idOf('Agent')}/device-codes`, body: null },
  approveAgentAction: {
    method: 'POST',
    path: `/agents/${idOf('Agent')}/actions/${idOf('AgentAction')}/approve`,
    body: null,
  },
  rejectAgentAction: {
    method: 'POST',
    path: `/agents/${idOf('Agent')}/actions/${idOf('AgentAction')}/reject`,
    body: { reason: 'Not expected' },
  },
  getAgentDeviceCodeStatus: { method: 'GET', path: '/agents/device-codes/7HQ4K9XMCRVW/status', body: null },
  redeemAgentDeviceCode: { method: 'POST', path: '/agents/device-codes/7HQ4K9XMCRVW/redeem', body: null },
  getAgentMe: { method: 'GET', path: '/agents/me', body: null },
  agentListTransactions: { method: 'GET', path: '/agents/me/transactions', body: null },
  agentGetTransaction: { method: 'GET', path: `/agents/me/transactions/${idOf('Transaction')}`, body: null },
  agentCreateQuote: {
    method: 'POST',
    path: '/agents/me/quotes',
    body: {
      source: { sourceType: 'ACCOUNT', accountId: idOf('InternalAccount') },
      destination: { destinationType: 'ACCOUNT', accountId: idOf('ExternalAccount') },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
    },
  },
  agentGetQuote: { method: 'GET', path: `/agents/me/quotes/${idOf('Quote')}`, body: null },
  agentExecuteQuote: { method: 'POST', path: `/agents/me/quotes/${idOf('Quote')}/execute`, body: null },
  agentListActions: { method: 'GET', path: '/agents/me/actions', body: null },
  agentGetAction: { method: 'GET', path: `/agents/me/actions/${idOf('AgentAction')}`, body: null },
  agentCreateTransferIn: { method: 'POST', path: '/agents/me/transfer-in', body: transferIn },
  agentCreateTransferOut: { method: 'POST', path: '/agents/me/transfer-out', body: transferOut },
  agentListInternalAccounts: { method: 'GET', path: '/agents/me/internal-accounts', body: null },
  agentListExternalAccounts: { method: 'GET', path: '/agents/me/external-accounts', body: null },
  agentCreateExternalAccount: {
    method: 'POST',
    path: '/agents/me/external-accounts',
    body: {
      customerId: idOf('Customer'),
      currency: 'BTC',
      platformAccountId: 'account-1',
      accountInfo: { accountType: 'LAYER2_WALLET', address: 'spark1example' },
    },
  },
  agentGetExternalAccount: {
    method: 'GET',
    path: `/agents/me/external-accounts/${idOf('ExternalAccount')}`,
    body: null,
  },
  agentDeleteExternalAccount: {
    method: 'DELETE',
    path: `/agents/me/external-accounts/${idOf('ExternalAccount')}`,
    body: null,
  },
};
