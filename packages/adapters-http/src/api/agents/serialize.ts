import { type AgentActionView, type AgentView, type DeviceCode, type Redeemed, toIso } from '@corridor/core';
import type { AgentPolicy } from '@corridor/core/records';
import { integer, type Wire } from '../../kit/wire.js';
import { serializeQuote } from '../quotes/serialize.js';
import { serializeTransaction } from '../transactions/serialize.js';
import type {
  action as actionSchema,
  agent as agentSchema,
  deviceCode,
  deviceCodeStatus,
  policy as policySchema,
  redeemed,
} from './schemas.js';

const orNull = (value: bigint | null): number | null => (value === null ? null : integer(value));

const serializePolicy = (policy: AgentPolicy): Wire<typeof policySchema> => {
  const { spendingLimits: limits, accountRestrictions: restrictions, approvalThresholds: thresholds } = policy;
  return {
    permissions: policy.permissions,
    defaultExecutionMode: policy.defaultExecutionMode,
    spendingLimits: {
      currency: limits.currency,
      perTransactionLimit: integer(limits.perTransactionLimit),
      dailyLimit: orNull(limits.dailyLimit),
      dailyTransactionLimit: limits.dailyTransactionLimit ?? undefined,
      monthlyLimit: orNull(limits.monthlyLimit),
    },
    accountRestrictions: {
      allowedAccountIds: restrictions.allowedAccountIds,
      accountRules: restrictions.accountRules.map((rule) => ({
        accountId: rule.accountId,
        executionMode: rule.executionMode ?? undefined,
        perTransactionLimit: orNull(rule.perTransactionLimit),
      })),
    },
    approvalThresholds: { currency: thresholds.currency ?? undefined, amount: orNull(thresholds.amount) },
  };
};

export const serializeAgent = ({ agent, usage, day, month }: AgentView): Wire<typeof agentSchema> => ({
  id: agent.id,
  name: agent.name,
  customerId: agent.customerId,
  isPaused: agent.isPaused,
  isConnected: agent.isConnected,
  policy: serializePolicy(agent.policy),
  usage: {
    dailyTransactionCount: integer(usage.dailyCount),
    dailySpend: integer(usage.dailySpend),
    dailyResetDate: day,
    monthlySpend: integer(usage.monthlySpend),
    monthlyResetMonth: month,
  },
  createdAt: toIso(agent.createdAt),
  updatedAt: toIso(agent.updatedAt),
});

export const serializeDeviceCode = ({ code, agentId, expiresAt, isRedeemed }: DeviceCode): Wire<typeof deviceCode> => ({
  code,
  agentId,
  expiresAt: toIso(expiresAt),
  redeemed: isRedeemed,
});

export const serializeDeviceCodeStatus = ({ code, isRedeemed }: DeviceCode): Wire<typeof deviceCodeStatus> => ({
  code,
  redeemed: isRedeemed,
});

export const serializeRedeemed = ({ agentId, agentName, accessToken, policy }: Redeemed): Wire<typeof redeemed> => ({
  agentId,
  agentName,
  accessToken,
  policy: serializePolicy(policy),
});

/** An action with its quote and transaction: as they are now in a response, as they were then in an event. */
export const serializeAction = (action: AgentActionView): Wire<typeof actionSchema> => ({
  id: action.id,
  agentId: action.agentId,
  customerId: action.customerId,
  platformCustomerId: action.platformCustomerId,
  status: action.status,
  type: action.type,
  quote: action.quote === null ? undefined : serializeQuote(action.quote),
  transferDetails:
    action.transfer === null
      ? undefined
      : {
          amount: integer(action.transfer.amount),
          currency: action.transfer.currency,
          sourceAccountId: action.transfer.sourceId,
          destinationAccountId: action.transfer.destinationId,
        },
  transaction: action.transaction === null ? undefined : serializeTransaction(action.transaction),
  rejectionReason: action.rejectionReason ?? undefined,
  createdAt: toIso(action.createdAt),
  updatedAt: toIso(action.updatedAt),
});
