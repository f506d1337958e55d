import {
  AGENT_ACTION,
  AGENT_ACTION_TYPES,
  AGENT_PERMISSIONS,
  type AgentActionStatus,
  type AgentActionType,
  type AgentPermission,
  EXECUTION_MODES,
  type ExecutionMode,
} from '@corridor/core/records';
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
  queryInstant,
  meanings,
  pageOf,
  pageQuery,
  queryFlag,
  recordId,
  text,
  timestamp,
} from '../../kit/schemas.js';
import { currencyCode } from '../money/schemas.js';
import { quote } from '../quotes/schemas.js';
import { transaction, transactionFilter } from '../transactions/schemas.js';

const permission = z.enum(AGENT_PERMISSIONS).meta({
  id: 'AgentPermission',
  description: meanings<AgentPermission>({
    VIEW_TRANSACTIONS: "list and read the customer's transactions",
    CREATE_TRANSFERS: 'collect money from external accounts, and send money to them',
    CREATE_QUOTES: 'create quotes, which move no money by themselves',
    EXECUTE_QUOTES: 'execute the quotes that this agent has created, also by `immediatelyExecute`',
    MANAGE_EXTERNAL_ACCOUNTS: 'add and delete external accounts; reading them needs no permission',
  }),
});
const executionMode = z.enum(EXECUTION_MODES).meta({
  id: 'AgentExecutionMode',
  description: meanings<ExecutionMode>({
    AUTO: 'a payment within the limits starts at once, unless it is above the threshold for approvals',
    APPROVAL_REQUIRED: 'every payment waits until the platform approves it',
  }),
});
const accountId = text(ACCOUNT_ID_LENGTH);
const limit = amount(0);
const dailyTransactionLimit = z.int().min(0).max(MAX_DAILY_TRANSACTIONS);

const CURRENCY_OF_LIMITS =
  'The currency of these limits and of `usage`. A payment in another currency is converted and rounded up.';
const PER_TRANSACTION = 'The largest payment, in smallest units of `currency`; `0` permits none.';
const DAILY = 'The most that payments of one UTC day may add up to, in smallest units of `currency`.';
const DAILY_COUNT = 'The most payments that may start on one UTC day.';
const MONTHLY = 'The most that payments of one UTC month may add up to, in smallest units of `currency`.';
const ACCOUNT_MODE =
  'Replaces `defaultExecutionMode` for payments that involve the account; absent: the default applies.';
const ACCOUNT_LIMIT =
  'The largest payment that involves the account, in smallest units of the currency of `spendingLimits`; null: no limit ' +
  'besides the general ones.';
const RULED_ACCOUNT = 'The id of an account, or a UMA address, that takes part in a payment. It can have one rule.';
const THRESHOLD =
  'A larger payment waits for an approval in every mode, in smallest units of `currency`; null: no threshold.';

const spendingLimits = z
  .object({
    currency: currencyCode.describe(CURRENCY_OF_LIMITS),
    perTransactionLimit: limit.describe(PER_TRANSACTION),
    dailyLimit: limit.nullish().describe(`${DAILY} Absent or null: no limit.`),
    dailyTransactionLimit: dailyTransactionLimit.optional().describe(`${DAILY_COUNT} Absent: no limit.`),
    monthlyLimit: limit.nullish().describe(`${MONTHLY} Absent or null: no limit.`),
  })
  .meta({
    id: 'AgentSpendingLimits',
    description:
      'A payment counts from the moment it starts, also if it brings money in, and stays counted if it fails. One that ' +
      'would exceed a limit is refused, not kept for approval.',
  });

const spendingLimitsUpdate = z
  .object({
    currency: currencyCode.optional().describe('A new currency reads all limits in it and starts `usage` from zero.'),
    perTransactionLimit: limit.optional().describe(PER_TRANSACTION),
    dailyLimit: limit.nullish().describe(`${DAILY} Null removes the limit.`),
    dailyTransactionLimit: dailyTransactionLimit.optional().describe(`${DAILY_COUNT} It can be changed, not removed.`),
    monthlyLimit: limit.nullish().describe(`${MONTHLY} Null removes the limit.`),
  })
  .meta({ id: 'AgentSpendingLimitsUpdate', description: 'Absent fields stay unchanged.' });

const accountRestrictions = z
  .object({
    allowedAccountIds: z
      .array(accountId)
      .max(MAX_POLICY_ACCOUNTS)
      .nullish()
      .describe(
        'The only accounts and UMA addresses that the agent may use, on either side; null: all of the customer.',
      ),
    accountRules: z
      .array(
        z
          .object({
            accountId: accountId.describe(RULED_ACCOUNT),
            executionMode: executionMode.optional().describe(ACCOUNT_MODE),
            perTransactionLimit: limit.nullish().describe(ACCOUNT_LIMIT),
          })
          .meta({ id: 'AgentAccountRule' }),
      )
      .max(MAX_POLICY_ACCOUNTS)
      .optional()
      .describe('Exceptions for single accounts. If two apply to a payment, the stricter one decides.'),
  })
  .meta({ id: 'AgentAccountRestrictions' });

const approvalThresholds = z
  .object({
    currency: currencyCode.optional().describe('Default: the currency of `spendingLimits`.'),
    amount: limit.nullish().describe(THRESHOLD),
  })
  .meta({ id: 'AgentApprovalThresholds' });

const PERMISSIONS = 'What the agent may do; an operation without its permission is 403.';
const DEFAULT_MODE = 'Whether payments start at once, where no account rule says otherwise.';
const LIMITS = 'The bounds of what the agent may pay.';
const RESTRICTIONS = 'Which accounts may take part in a payment, and exceptions for single ones.';
const THRESHOLDS = 'From which amount on a payment needs an approval in every mode.';

const newPolicy = z
  .object({
    permissions: z.array(permission).max(AGENT_PERMISSIONS.length).describe(PERMISSIONS),
    defaultExecutionMode: executionMode.describe(DEFAULT_MODE),
    spendingLimits: spendingLimits.describe(LIMITS),
    accountRestrictions: accountRestrictions
      .optional()
      .describe(`${RESTRICTIONS} Default: all accounts of the customer.`),
    approvalThresholds: approvalThresholds.optional().describe(`${THRESHOLDS} Default: none.`),
  })
  .meta({ id: 'AgentPolicyRequest' });

export const policyUpdateRequest = z
  .object({
    permissions: z
      .array(permission)
      .max(AGENT_PERMISSIONS.length)
      .optional()
      .describe('All permissions that the agent has from now on; they replace the present ones.'),
    defaultExecutionMode: executionMode.optional().describe(DEFAULT_MODE),
    spendingLimits: spendingLimitsUpdate.optional().describe(`${LIMITS} Fields that are absent in it stay unchanged.`),
    accountRestrictions: accountRestrictions
      .optional()
      .describe(`${RESTRICTIONS} Each of both lists is replaced as a whole if it is present.`),
    approvalThresholds: approvalThresholds.optional().describe(`${THRESHOLDS} Fields that are absent stay unchanged.`),
  })
  .meta({ id: 'AgentPolicyUpdateRequest', description: 'Absent fields stay unchanged; null removes a limit.' });

export const policy = z
  .object({
    permissions: z.array(permission).describe(PERMISSIONS),
    defaultExecutionMode: executionMode.describe(DEFAULT_MODE),
    spendingLimits: z
      .object({
        currency: z.string().describe(CURRENCY_OF_LIMITS),
        perTransactionLimit: answeredAmount.describe(PER_TRANSACTION),
        dailyLimit: answeredAmount.nullable().describe(`${DAILY} Null: no limit.`),
        dailyTransactionLimit: z.int().optional().describe(`${DAILY_COUNT} Absent: no limit.`),
        monthlyLimit: answeredAmount.nullable().describe(`${MONTHLY} Null: no limit.`),
      })
      .describe(LIMITS),
    accountRestrictions: z
      .object({
        allowedAccountIds: z
          .array(z.string())
          .nullable()
          .describe('The only accounts and UMA addresses that the agent may use; null: all of the customer.'),
        accountRules: z
          .array(
            z.object({
              accountId: z.string().describe(RULED_ACCOUNT),
              executionMode: executionMode.optional().describe(ACCOUNT_MODE),
              perTransactionLimit: answeredAmount.nullable().describe(ACCOUNT_LIMIT),
            }),
          )
          .describe('Exceptions for single accounts; an empty list if there are none.'),
      })
      .describe(RESTRICTIONS),
    approvalThresholds: z
      .object({
        currency: z.string().optional().describe('Absent: the currency of `spendingLimits`.'),
        amount: answeredAmount.nullable().describe(THRESHOLD),
      })
      .describe(THRESHOLDS),
  })
  .meta({ id: 'AgentPolicy' });

const usage = z
  .object({
    dailyTransactionCount: z.int().min(0).describe('Payments that have started on `dailyResetDate`.'),
    dailySpend: answeredAmount.describe('The sum of these payments, which `dailyLimit` bounds.'),
    dailyResetDate: z.iso.date().describe('The present UTC day, as YYYY-MM-DD: the daily figures are of this day.'),
    monthlySpend: answeredAmount.describe(
      'The sum of the payments of `monthlyResetMonth`, which `monthlyLimit` bounds.',
    ),
    monthlyResetMonth: z.string().describe('The present UTC month, as YYYY-MM: the monthly figure is of this month.'),
  })
  .meta({
    id: 'AgentUsage',
    description:
      'Payments that the agent has started, failed ones included, in smallest units of the currency of the limits. A ' +
      'payment that waits for approval does not count yet.',
  });

export const agent = z
  .object({
    id: z.string().describe('Transactions that the agent starts carry this id as `agentId`.'),
    name: z.string().describe('Your label for the agent; it need not be unique.'),
    customerId: z.string().describe('The only customer for whom the agent acts. It cannot be changed.'),
    isPaused: z.boolean().describe("While true, every request with the agent's access token is 403."),
    isConnected: z.boolean().describe('Whether a device code was redeemed, so that software holds an access token.'),
    policy: policy.describe('What the agent may do. A change applies to everything that starts or is approved later.'),
    usage: usage.describe('What the agent has used up of its limits today and this month.'),
    createdAt: timestamp.describe('When you created the agent, in UTC.'),
    updatedAt: timestamp.describe(
      'The last change of the agent, such as a pause, a policy or a new device code, in UTC.',
    ),
  })
  .meta({ id: 'Agent' });

export const agentList = pageOf('AgentListResponse', agent);

const shownCode = z
  .string()
  .describe('12 letters and digits that the agent software redeems, once; upper and lower case are the same.');

export const deviceCode = z
  .object({
    code: shownCode,
    agentId: z.string().describe('The agent as which the software will act.'),
    expiresAt: timestamp.describe(
      '15 minutes after the creation of the code, in UTC. It cannot be redeemed afterwards.',
    ),
    redeemed: z.boolean().describe('Always false here: the code is new.'),
  })
  .meta({ id: 'AgentDeviceCode' });

export const agentCreateRequest = z
  .object({
    name: text(AGENT_NAME_LENGTH).describe('A label by which you recognize the agent; not blank.'),
    customerId: recordId('Customer').describe('For whom the agent acts: it sees and uses only what this customer has.'),
    policy: newPolicy.describe('What the agent may do by itself, and what waits for your approval.'),
  })
  .meta({ id: 'AgentCreateRequest' });

export const agentCreateResponse = z
  .object({
    agent: agent.describe('The new agent, which has no access token until its code is redeemed.'),
    deviceCode: deviceCode.describe('Shown only in this response: hand it to the agent software.'),
  })
  .meta({ id: 'AgentCreateResponse' });

export const agentUpdateRequest = z
  .object({
    name: text(AGENT_NAME_LENGTH).optional().describe('A new label; not blank.'),
    isPaused: z.boolean().optional().describe('`true` stops the agent at once; `false` lets it act again.'),
  })
  .meta({ id: 'AgentUpdateRequest' });

export const agentFilter = z.object({
  customerId: recordId('Customer').optional().describe('Only agents that act for this customer.'),
  isPaused: queryFlag.optional().describe('`true` for agents that were stopped, `false` for those that may act.'),
  isConnected: queryFlag.optional().describe('`false` for agents of which no device code was redeemed yet.'),
  createdAfter: queryInstant.optional().describe('Only agents that were created at this time or later (ISO 8601).'),
  createdBefore: queryInstant.optional().describe('Only agents that were created at this time or earlier (ISO 8601).'),
  updatedAfter: queryInstant.optional().describe('Only agents whose last change is at this time or later (ISO 8601).'),
  updatedBefore: queryInstant
    .optional()
    .describe('Only agents whose last change is at this time or earlier (ISO 8601).'),
  ...pageQuery,
});

export const deviceCodeStatus = z
  .object({
    code: z.string().describe('As it was sent in the path.'),
    redeemed: z.boolean().describe('Whether software has exchanged it for an access token.'),
  })
  .meta({ id: 'AgentDeviceCodeStatusResponse' });

export const redeemed = z
  .object({
    agentId: z.string().describe('The agent as which the software acts from now on.'),
    agentName: z.string().describe("The platform's label for the agent."),
    accessToken: z
      .string()
      .describe(
        'Send it as `Authorization: Bearer …` with every operation under `/agents/me`. It is shown only in this response, ' +
          'and is valid until another code of the agent is redeemed or the agent is deleted.',
      ),
    policy: policy.describe('What the agent may do at this moment.'),
  })
  .meta({ id: 'AgentDeviceCodeRedeemResponse' });

const actionStatus = z.enum(statesOf(AGENT_ACTION)).meta({
  id: 'AgentActionStatus',
  description: meanings<AgentActionStatus>({
    PENDING_APPROVAL: 'waits for the platform; `APPROVED`, `REJECTED` or `FAILED` follows. It has reserved nothing',
    APPROVED:
      'its payment has started, at once or after an approval, and `transaction` shows its progress. A customer of the ' +
      'EEA may still have to authorize the quote (`PENDING_AUTHORIZATION`). Final',
    REJECTED: 'the platform refused it; no money moved. Final',
    FAILED: 'approved, but the payment could not start; `rejectionReason` says why, and no money moved. Final',
  }),
});

export const action = z
  .object({
    id: z.string().describe('Approve, reject or read the action by this id.'),
    agentId: z.string().describe('The agent that asked for the payment.'),
    customerId: z.string().describe('The customer whose money it is.'),
    platformCustomerId: z.string().describe('Your own id of this customer.'),
    status: actionStatus.describe('Whether the payment waits, has started or will not start.'),
    type: z
      .enum(AGENT_ACTION_TYPES)
      .meta({
        id: 'AgentActionType',
        description: meanings<AgentActionType>({
          EXECUTE_QUOTE: 'a payment by a quote, in `quote`',
          TRANSFER_OUT: 'money to an external account, in `transferDetails`',
          TRANSFER_IN: 'money from an external account, in `transferDetails`',
        }),
      })
      .describe('The kind of payment; it decides whether `quote` or `transferDetails` is present.'),
    quote: quote.optional().describe('The quote as it is now, for `EXECUTE_QUOTE`.'),
    transferDetails: z
      .object({
        amount: answeredAmount.describe('In smallest units of `currency`, before a network fee.'),
        currency: z.string().describe('The currency of both accounts.'),
        sourceAccountId: z
          .string()
          .describe('Who pays: the internal account of a transfer out, else the external one.'),
        destinationAccountId: z
          .string()
          .describe('Who receives: the external account of a transfer out, else the internal one.'),
      })
      .meta({ id: 'AgentTransferDetails' })
      .optional()
      .describe('What was requested, for `TRANSFER_OUT` and `TRANSFER_IN`.'),
    transaction: transaction
      .optional()
      .describe('The payment as it is now; absent until it has started, and in `REJECTED` and `FAILED`.'),
    rejectionReason: z
      .string()
      .optional()
      .describe(
        'The reason that the platform gave for its rejection, or the error for which a payment could not start.',
      ),
    createdAt: timestamp.describe('When the agent made the request, in UTC.'),
    updatedAt: timestamp.describe('The last change, such as the decision of the platform, in UTC.'),
  })
  .meta({ id: 'AgentAction' });

export const actionList = pageOf('AgentActionListResponse', action);

export const actionFilter = z.object({
  status: actionStatus
    .optional()
    .describe('Only actions in this state, such as `PENDING_APPROVAL` for those that wait.'),
  ...pageQuery,
});

export const approvalFilter = z.object({
  agentId: recordId('Agent').optional().describe('Only what this agent asks for.'),
  customerId: recordId('Customer').optional().describe('Only payments of this customer.'),
  startDate: queryInstant.optional().describe('Only actions that were requested at this time or later (ISO 8601).'),
  endDate: queryInstant.optional().describe('Only actions that were requested at this time or earlier (ISO 8601).'),
  ...pageQuery,
  sortOrder: z
    .enum(['asc', 'desc'])
    .meta({ default: 'desc', description: '`desc` shows the newest request first, `asc` the oldest.' })
    .optional(),
});

export const rejectRequest = z
  .object({
    reason: z.string().max(REASON_LENGTH).optional().describe('Shown to the agent as `rejectionReason` of the action.'),
  })
  .meta({ id: 'AgentActionRejectRequest' });

/** The filter of the platform without the fields that name a customer: an agent sees only its own customer. */
export const agentTransactionFilter = transactionFilter.omit({ customerId: true, platformCustomerId: true });
