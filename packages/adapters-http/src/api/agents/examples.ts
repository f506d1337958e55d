import type { externalAccount, externalAccountCreateRequest, internalAccount } from '../accounts/schemas.js';
import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import { QUOTE_EXAMPLE } from '../quotes/examples.js';
import type { transaction } from '../transactions/schemas.js';
import type { transferOutRequest } from '../transfers/schemas.js';
import type { action, agent, agentCreateRequest, deviceCode, policy } from './schemas.js';

export const CODE_EXAMPLE = '7HQ4K9XMCRVW';

const PERMISSIONS: Wire<typeof policy>['permissions'] = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
];

/** Payments up to USD 100.00 start at once; above, up to USD 500.00, they wait for an approval. */
export const AGENT_REQUEST_EXAMPLE: Wire<typeof agentCreateRequest> = {
  name: 'Bookkeeper',
  customerId: exampleId('Customer'),
  policy: {
    permissions: PERMISSIONS,
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 50_000, dailyLimit: 200_000 },
    approvalThresholds: { amount: 10_000 },
  },
};

export const POLICY_EXAMPLE: Wire<typeof policy> = {
  permissions: PERMISSIONS,
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 50_000, dailyLimit: 200_000, monthlyLimit: null },
  accountRestrictions: { allowedAccountIds: null, accountRules: [] },
  approvalThresholds: { amount: 10_000 },
};

/** A new agent, to which no software is connected yet. */
export const NEW_AGENT_EXAMPLE: Wire<typeof agent> = {
  id: exampleId('Agent'),
  name: 'Bookkeeper',
  customerId: exampleId('Customer'),
  isPaused: false,
  isConnected: false,
  policy: POLICY_EXAMPLE,
  usage: {
    dailyTransactionCount: 0,
    dailySpend: 0,
    dailyResetDate: '2026-01-05',
    monthlySpend: 0,
    monthlyResetMonth: '2026-01',
  },
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

/** An agent at work. */
export const AGENT_EXAMPLE: Wire<typeof agent> = {
  ...NEW_AGENT_EXAMPLE,
  isConnected: true,
  usage: { ...NEW_AGENT_EXAMPLE.usage, dailyTransactionCount: 2, dailySpend: 15_000, monthlySpend: 84_000 },
  updatedAt: '2026-01-05T10:04:00.000Z',
};

export const DEVICE_CODE_EXAMPLE: Wire<typeof deviceCode> = {
  code: CODE_EXAMPLE,
  agentId: exampleId('Agent'),
  expiresAt: '2026-01-05T10:15:00.000Z',
  redeemed: false,
};

const USD = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };

/** The payment of the quote, which the agent has started. */
export const QUOTE_PAYMENT_EXAMPLE: Wire<typeof transaction> = {
  id: exampleId('Transaction'),
  type: 'OUTGOING',
  status: 'PROCESSING',
  direction: 'DEBIT',
  source: {
    sourceType: 'ACCOUNT',
    accountId: exampleId('InternalAccount'),
    customerId: exampleId('Customer'),
    currency: 'USD',
  },
  destination: { destinationType: 'ACCOUNT', accountId: exampleId('ExternalAccount'), currency: 'EUR' },
  customerId: exampleId('Customer'),
  platformCustomerId: 'customer-4711',
  sentAmount: { amount: QUOTE_EXAMPLE.totalSendingAmount, currency: QUOTE_EXAMPLE.sendingCurrency },
  receivedAmount: { amount: QUOTE_EXAMPLE.totalReceivingAmount, currency: QUOTE_EXAMPLE.receivingCurrency },
  exchangeRate: QUOTE_EXAMPLE.exchangeRate,
  fees: QUOTE_EXAMPLE.feesIncluded,
  quoteId: exampleId('Quote'),
  agentId: exampleId('Agent'),
  createdAt: '2026-01-05T10:02:00.000Z',
  updatedAt: '2026-01-05T10:02:00.000Z',
};

const REQUESTED = {
  id: exampleId('AgentAction'),
  agentId: exampleId('Agent'),
  customerId: exampleId('Customer'),
  platformCustomerId: 'customer-4711',
  createdAt: '2026-01-05T10:02:00.000Z',
  updatedAt: '2026-01-05T10:02:00.000Z',
} satisfies Partial<Wire<typeof action>>;

/** The agent has paid by a quote within its limits. */
export const PAID_ACTION_EXAMPLE: Wire<typeof action> = {
  ...REQUESTED,
  status: 'APPROVED',
  type: 'EXECUTE_QUOTE',
  quote: { ...QUOTE_EXAMPLE, status: 'PROCESSING' },
  transaction: QUOTE_PAYMENT_EXAMPLE,
};

/** A larger quote, which waits for the platform. */
export const WAITING_ACTION_EXAMPLE: Wire<typeof action> = {
  ...REQUESTED,
  status: 'PENDING_APPROVAL',
  type: 'EXECUTE_QUOTE',
  quote: { ...QUOTE_EXAMPLE, totalSendingAmount: 20_000, totalReceivingAmount: 18_308, feesIncluded: 100 },
};

/** The same after the approval. */
export const APPROVED_ACTION_EXAMPLE: Wire<typeof action> = {
  ...WAITING_ACTION_EXAMPLE,
  status: 'APPROVED',
  quote: { ...WAITING_ACTION_EXAMPLE.quote!, status: 'PROCESSING' },
  transaction: {
    ...QUOTE_PAYMENT_EXAMPLE,
    sentAmount: { amount: 20_000, currency: QUOTE_EXAMPLE.sendingCurrency },
    receivedAmount: { amount: 18_308, currency: QUOTE_EXAMPLE.receivingCurrency },
    fees: 100,
    createdAt: '2026-01-05T10:03:00.000Z',
    updatedAt: '2026-01-05T10:03:00.000Z',
  },
  updatedAt: '2026-01-05T10:03:00.000Z',
};

export const REJECTED_ACTION_EXAMPLE: Wire<typeof action> = {
  ...WAITING_ACTION_EXAMPLE,
  status: 'REJECTED',
  rejectionReason: 'This supplier is paid by standing order',
  updatedAt: '2026-01-05T10:03:00.000Z',
};

/** USD 75.00 to a bank account in USD. */
export const TRANSFER_OUT_EXAMPLE = {
  source: { accountId: exampleId('InternalAccount') },
  destination: { accountId: exampleId('ExternalAccount') },
  amount: 7_500,
  remittanceInformation: 'Rent January',
} satisfies Wire<typeof transferOutRequest>;

export const TRANSFER_IN_EXAMPLE = {
  source: { accountId: exampleId('ExternalAccount') },
  destination: { accountId: exampleId('InternalAccount') },
  amount: 7_500,
};

const TRANSFERRED = {
  id: exampleId('Transaction'),
  customerId: exampleId('Customer'),
  platformCustomerId: 'customer-4711',
  sentAmount: { amount: 7_500, currency: USD },
  receivedAmount: { amount: 7_500, currency: USD },
  agentId: exampleId('Agent'),
  createdAt: '2026-01-05T10:02:00.000Z',
  updatedAt: '2026-01-05T10:02:00.000Z',
};

const inside = { accountId: exampleId('InternalAccount'), currency: 'USD' };
const outside = { accountId: exampleId('ExternalAccount'), currency: 'USD' };

export const TRANSFER_OUT_ACTION_EXAMPLE: Wire<typeof action> = {
  ...REQUESTED,
  status: 'APPROVED',
  type: 'TRANSFER_OUT',
  transferDetails: {
    amount: 7_500,
    currency: 'USD',
    sourceAccountId: inside.accountId,
    destinationAccountId: outside.accountId,
  },
  transaction: {
    ...TRANSFERRED,
    type: 'OUTGOING',
    status: 'PROCESSING',
    direction: 'DEBIT',
    source: { sourceType: 'ACCOUNT', ...inside, customerId: exampleId('Customer') },
    destination: { destinationType: 'ACCOUNT', ...outside },
  },
};

export const TRANSFER_IN_ACTION_EXAMPLE: Wire<typeof action> = {
  ...REQUESTED,
  status: 'APPROVED',
  type: 'TRANSFER_IN',
  transferDetails: {
    amount: 7_500,
    currency: 'USD',
    sourceAccountId: outside.accountId,
    destinationAccountId: inside.accountId,
  },
  transaction: {
    ...TRANSFERRED,
    type: 'INCOMING',
    status: 'PENDING',
    direction: 'CREDIT',
    source: { sourceType: 'ACCOUNT', ...outside, customerId: exampleId('Customer') },
    destination: { destinationType: 'ACCOUNT', ...inside },
  },
};

export const INTERNAL_ACCOUNT_EXAMPLE: Wire<typeof internalAccount> = {
  id: exampleId('InternalAccount'),
  customerId: exampleId('Customer'),
  type: 'INTERNAL_FIAT',
  status: 'ACTIVE',
  balance: { amount: 42_500, currency: USD },
  totalBalance: { amount: 50_000, currency: USD },
  fundingPaymentInstructions: [],
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T10:02:00.000Z',
};

export const EXTERNAL_ACCOUNT_REQUEST_EXAMPLE = {
  customerId: exampleId('Customer'),
  currency: 'USD',
  platformAccountId: 'supplier-17',
  accountInfo: {
    accountType: 'US_ACCOUNT',
    accountNumber: '123456789900',
    routingNumber: '021000021',
    accountHolderName: 'Grace Hopper',
  },
} satisfies Wire<typeof externalAccountCreateRequest>;

export const EXTERNAL_ACCOUNT_EXAMPLE: Wire<typeof externalAccount> = {
  id: exampleId('ExternalAccount'),
  customerId: exampleId('Customer'),
  status: 'ACTIVE',
  currency: 'USD',
  platformAccountId: 'supplier-17',
  defaultUmaDepositAccount: false,
  accountInfo: { ...EXTERNAL_ACCOUNT_REQUEST_EXAMPLE.accountInfo },
};
