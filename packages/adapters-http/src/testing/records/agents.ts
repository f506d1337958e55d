import type { AgentActionView, AgentView, DeviceCode, Redeemed } from '@corridor/core';
import { quote } from './quotes.js';
import { idOf, NOW, record, USD } from './record.js';
import { outgoing } from './transactions.js';

export const agentView: AgentView = {
  agent: {
    ...record(idOf('Agent')),
    name: 'Bookkeeper',
    customerId: idOf('Customer'),
    isPaused: false,
    isConnected: true,
    policy: {
      permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: {
        currency: USD,
        perTransactionLimit: 50_000n,
        dailyLimit: 200_000n,
        dailyTransactionLimit: 10,
        monthlyLimit: null,
      },
      accountRestrictions: {
        allowedAccountIds: [idOf('InternalAccount')],
        accountRules: [
          { accountId: idOf('InternalAccount'), executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 5_000n },
        ],
      },
      approvalThresholds: { currency: USD, amount: 10_000n },
    },
    tokenDigest: 'canary-digest',
    codeDigest: 'canary-digest',
    codeExpiresAt: NOW,
    isCodeRedeemed: true,
    gate: 0n,
    latch: 0n,
  },
  usage: { dailySpend: 10_000n, dailyCount: 1n, monthlySpend: 30_000n },
  day: '2025-10-13',
  month: '2025-10',
};

export const agentCode: DeviceCode = {
  code: '7HQ4K9XMCRVW',
  agentId: idOf('Agent'),
  expiresAt: NOW,
  isRedeemed: false,
};

export const redeemedCode: Redeemed = {
  agentId: idOf('Agent'),
  agentName: 'Bookkeeper',
  accessToken: 'agent_token',
  policy: agentView.agent.policy,
};

export const quoteAction: AgentActionView = {
  ...record(idOf('AgentAction')),
  agentId: idOf('Agent'),
  customerId: idOf('Customer'),
  platformCustomerId: 'customer-1',
  status: 'PENDING_APPROVAL',
  type: 'EXECUTE_QUOTE',
  quoteId: quote.id,
  transfer: null,
  stamp: 'canary-stamp',
  wasAsked: true,
  transactionId: null,
  spent: null,
  rejectionReason: null,
  quote,
  transaction: null,
};

export const transferAction: AgentActionView = {
  ...quoteAction,
  status: 'REJECTED',
  type: 'TRANSFER_OUT',
  quoteId: null,
  quote: null,
  transfer: {
    sourceId: idOf('InternalAccount'),
    destinationId: idOf('ExternalAccount'),
    amount: 10_000n,
    currency: USD,
    paymentRail: null,
    remittanceInformation: null,
    purposeOfPayment: null,
  },
  transaction: outgoing,
  rejectionReason: 'Not expected',
};
