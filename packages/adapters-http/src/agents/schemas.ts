import { AGENT_ACTION, AGENT_ACTION_TYPES, AGENT_PERMISSIONS, EXECUTION_MODES } from '@corridor/core/records';
import {
  ACCOUNT_ID_LENGTH,
  AGENT_NAME_LENGTH,
  MAX_DAILY_TRANSACTIONS,
  MAX_POLICY_ACCOUNTS,
  REASON_LENGTH,
  statesOf,
} from '@corridor/core/internal';
import * as z from 'zod';
import {
  amount,
  answeredAmount,
  instant,
  pageOf,
  pageQuery,
  queryFlag,
  recordId,
  text,
  timestamp,
} from '../app/schemas.js';
import { currencyCode } from '../money/schemas.js';
import { quote } from '../quotes/schemas.js';
import { transaction, transactionFilter } from '../transactions/schemas.js';

const permission = z.enum(AGENT_PERMISSIONS).meta({ id: 'AgentPermission' });
const executionMode = z.enum(EXECUTION_MODES).meta({ id: 'AgentExecutionMode' });
const accountId = text(ACCOUNT_ID_LENGTH);
const limit = amount(0);
const dailyTransactionLimit = z.int().min(0).max(MAX_DAILY_TRANSACTIONS);

const spendingLimits = z
  .object({
    currency: currencyCode,
    perTransactionLimit: limit,
    dailyLimit: limit.nullish(),
    dailyTransactionLimit: dailyTransactionLimit.optional(),
    monthlyLimit: limit.nullish(),
  })
  .meta({
    id: 'AgentSpendingLimits',
    description: 'In smallest units of the currency; absent without a limit',
  });

const spendingLimitsUpdate = z
  .object({
    currency: currencyCode.optional(),
    perTransactionLimit: limit.optional(),
    dailyLimit: limit.nullish(),
    dailyTransactionLimit: dailyTransactionLimit.optional(),
    monthlyLimit: limit.nullish(),
  })
  .meta({ id: 'AgentSpendingLimitsUpdate' });

const accountRestrictions = z
  .object({
    allowedAccountIds: z
      .array(accountId)
      .max(MAX_POLICY_ACCOUNTS)
      .nullish()
      .meta({ description: 'The only accounts and UMA addresses that the agent may use; null: all of the customer' }),
    accountRules: z
      .array(
        z
          .object({ accountId, executionMode: executionMode.optional(), perTransactionLimit: limit.nullish() })
          .meta({ id: 'AgentAccountRule' }),
      )
      .max(MAX_POLICY_ACCOUNTS)
      .optional(),
  })
  .meta({ id: 'AgentAccountRestrictions' });

const approvalThresholds = z
  .object({ currency: currencyCode.optional(), amount: limit.nullish() })
  .meta({ id: 'AgentApprovalThresholds', description: 'An amount above the threshold requires approval' });

const newPolicy = z
  .object({
    permissions: z.array(permission).max(AGENT_PERMISSIONS.length),
    defaultExecutionMode: executionMode,
    spendingLimits,
    accountRestrictions: accountRestrictions.optional(),
    approvalThresholds: approvalThresholds.optional(),
  })
  .meta({ id: 'AgentPolicyRequest' });

export const policyUpdateRequest = z
  .object({
    permissions: z.array(permission).max(AGENT_PERMISSIONS.length).optional(),
    defaultExecutionMode: executionMode.optional(),
    spendingLimits: spendingLimitsUpdate.optional(),
    accountRestrictions: accountRestrictions.optional(),
    approvalThresholds: approvalThresholds.optional(),
  })
  .meta({ id: 'AgentPolicyUpdateRequest', description: 'Absent fields stay unchanged; null removes a limit' });

export const policy = z
  .object({
    permissions: z.array(permission),
    defaultExecutionMode: executionMode,
    spendingLimits: z.object({
      currency: z.string(),
      perTransactionLimit: answeredAmount,
      dailyLimit: answeredAmount.nullable(),
      dailyTransactionLimit: z.int().optional(),
      monthlyLimit: answeredAmount.nullable(),
    }),
    accountRestrictions: z.object({
      allowedAccountIds: z.array(z.string()).nullable(),
      accountRules: z.array(
        z.object({
          accountId: z.string(),
          executionMode: executionMode.optional(),
          perTransactionLimit: answeredAmount.nullable(),
        }),
      ),
    }),
    approvalThresholds: z.object({ currency: z.string().optional(), amount: answeredAmount.nullable() }),
  })
  .meta({ id: 'AgentPolicy' });

const usage = z
  .object({
    dailyTransactionCount: z.int().min(0),
    dailySpend: answeredAmount,
    dailyResetDate: z.iso.date().meta({ description: 'The day (UTC) of the daily figures' }),
    monthlySpend: answeredAmount,
    monthlyResetMonth: z.string().meta({ description: 'The month (UTC) of the monthly figure, as YYYY-MM' }),
  })
  .meta({
    id: 'AgentUsage',
    description: 'Amounts of payments started by the agent, in smallest units of the currency of the limits',
  });

export const agent = z
  .object({
    id: z.string(),
    name: z.string(),
    customerId: z.string(),
    isPaused: z.boolean(),
    isConnected: z.boolean(),
    policy,
    usage,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Agent' });

export const agentList = pageOf('AgentListResponse', agent);

export const deviceCode = z
  .object({ code: z.string(), agentId: z.string(), expiresAt: timestamp, redeemed: z.boolean() })
  .meta({ id: 'AgentDeviceCode' });

export const agentCreateRequest = z
  .object({ name: text(AGENT_NAME_LENGTH), customerId: recordId('Customer'), policy: newPolicy })
  .meta({
    id: 'AgentCreateRequest',
    examples: [
      {
        name: 'Bookkeeper',
        customerId: 'Customer:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e',
        policy: {
          permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
          defaultExecutionMode: 'AUTO',
          spendingLimits: { currency: 'USD', perTransactionLimit: 50_000, dailyLimit: 200_000 },
          approvalThresholds: { amount: 10_000 },
        },
      },
    ],
  });

export const agentCreateResponse = z.object({ agent, deviceCode }).meta({ id: 'AgentCreateResponse' });

export const agentUpdateRequest = z
  .object({ name: text(AGENT_NAME_LENGTH).optional(), isPaused: z.boolean().optional() })
  .meta({ id: 'AgentUpdateRequest' });

export const agentFilter = z.object({
  customerId: recordId('Customer').optional(),
  isPaused: queryFlag.optional(),
  isConnected: queryFlag.optional(),
  createdAfter: instant.optional(),
  createdBefore: instant.optional(),
  updatedAfter: instant.optional(),
  updatedBefore: instant.optional(),
  ...pageQuery,
});

export const deviceCodeStatus = z
  .object({ code: z.string(), redeemed: z.boolean() })
  .meta({ id: 'AgentDeviceCodeStatusResponse' });

export const redeemed = z
  .object({
    agentId: z.string(),
    agentName: z.string(),
    accessToken: z.string().meta({ description: 'The Bearer token of the agent; shown only in this response' }),
    policy,
  })
  .meta({ id: 'AgentDeviceCodeRedeemResponse' });

const actionStatus = z.enum(statesOf(AGENT_ACTION)).meta({ id: 'AgentActionStatus' });

export const action = z
  .object({
    id: z.string(),
    agentId: z.string(),
    customerId: z.string(),
    platformCustomerId: z.string(),
    status: actionStatus,
    type: z.enum(AGENT_ACTION_TYPES).meta({ id: 'AgentActionType' }),
    quote: quote.optional(),
    transferDetails: z
      .object({
        amount: answeredAmount,
        currency: z.string(),
        sourceAccountId: z.string(),
        destinationAccountId: z.string(),
      })
      .meta({ id: 'AgentTransferDetails' })
      .optional(),
    transaction: transaction.optional(),
    rejectionReason: z.string().meta({ description: 'Why the action was rejected or failed to start' }).optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'AgentAction' });

export const actionList = pageOf('AgentActionListResponse', action);

export const actionFilter = z.object({ status: actionStatus.optional(), ...pageQuery });

export const approvalFilter = z.object({
  agentId: recordId('Agent').optional(),
  customerId: recordId('Customer').optional(),
  startDate: instant.optional(),
  endDate: instant.optional(),
  ...pageQuery,
  sortOrder: z.enum(['asc', 'desc']).meta({ default: 'desc' }).optional(),
});

export const rejectRequest = z
  .object({ reason: z.string().max(REASON_LENGTH).optional() })
  .meta({ id: 'AgentActionRejectRequest' });

/** The filter of the platform without the fields that name a customer: an agent sees only its own customer. */
export const agentTransactionFilter = transactionFilter.omit({ customerId: true, platformCustomerId: true });
