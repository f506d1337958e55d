import { partyKey } from '../customers/index.js';
import type { CurrencyCode } from '../kernel/index.js';

export const AGENT_PERMISSIONS = [
  'VIEW_TRANSACTIONS',
  'CREATE_TRANSFERS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'MANAGE_EXTERNAL_ACCOUNTS',
] as const;
export type AgentPermission = (typeof AGENT_PERMISSIONS)[number];

export const EXECUTION_MODES = ['AUTO', 'APPROVAL_REQUIRED'] as const;
export type ExecutionMode = (typeof EXECUTION_MODES)[number];

/** Limits in smallest units of one currency; null for no limit. */
export interface SpendingLimits {
  readonly currency: CurrencyCode;
  readonly perTransactionLimit: bigint;
  readonly dailyLimit: bigint | null;
  readonly dailyTransactionLimit: number | null;
  readonly monthlyLimit: bigint | null;
}

/** A rule for payments that involve one account; null means that the general value applies. */
export interface AccountRule {
  readonly accountId: string;
  readonly executionMode: ExecutionMode | null;
  readonly perTransactionLimit: bigint | null;
}

export interface AccountRestrictions {
  /** The accounts and UMA addresses that may be involved in an operation; null allows all of the customer. */
  readonly allowedAccountIds: readonly string[] | null;
  readonly accountRules: readonly AccountRule[];
}

export interface ApprovalThresholds {
  /** Null if the threshold is in the currency of the spending limits. */
  readonly currency: CurrencyCode | null;
  /** A larger amount needs an approval in every mode; null for no threshold. */
  readonly amount: bigint | null;
}

/** The policy of an agent. */
export interface AgentPolicy {
  readonly permissions: readonly AgentPermission[];
  readonly defaultExecutionMode: ExecutionMode;
  readonly spendingLimits: SpendingLimits;
  readonly accountRestrictions: AccountRestrictions;
  readonly approvalThresholds: ApprovalThresholds;
}

/** The operation of an agent, as its policy sees it. */
export interface Intent {
  readonly permission: AgentPermission;
  /** All accounts and UMA addresses that take part in the operation. */
  readonly accounts: readonly string[];
  /** Null if the operation moves no money. */
  readonly money: Spend | null;
}

export interface Spend {
  /** The amount of the payment in smallest units of the currency of the spending limits. */
  readonly amount: bigint;
  /** The amount of the payment in smallest units of the currency of the approval threshold. */
  readonly againstThreshold: bigint;
}

/** The payments that an agent has started today and this month, in the currency of its limits. */
export interface Usage {
  readonly dailySpend: bigint;
  readonly dailyCount: bigint;
  readonly monthlySpend: bigint;
}

export type Refusal =
  | 'PERMISSION_MISSING'
  | 'ACCOUNT_NOT_ALLOWED'
  | 'ACCOUNT_LIMIT_EXCEEDED'
  | 'TRANSACTION_LIMIT_EXCEEDED'
  | 'DAILY_COUNT_EXCEEDED'
  | 'DAILY_LIMIT_EXCEEDED'
  | 'MONTHLY_LIMIT_EXCEEDED';
export type Question = 'THRESHOLD_EXCEEDED' | 'ACCOUNT_NEEDS_APPROVAL' | 'MODE_NEEDS_APPROVAL';

export type Verdict =
  | { readonly kind: 'run' }
  | { readonly kind: 'ask'; readonly reason: Question }
  | { readonly kind: 'refuse'; readonly reason: Refusal };

interface Case {
  readonly policy: AgentPolicy;
  readonly intent: Intent;
  readonly usage: Usage;
  /** The rules of the involved accounts. */
  readonly rules: readonly AccountRule[];
}

type Row = { readonly when: (of: Case) => boolean } & (
  | { readonly verdict: 'refuse'; readonly reason: Refusal }
  | { readonly verdict: 'ask'; readonly reason: Question }
);

const exceeds = (amount: bigint, limit: bigint | null): boolean => limit !== null && amount > limit;

const refusal = (reason: Refusal, when: Row['when']): Row => ({ verdict: 'refuse', reason, when });
const question = (reason: Question, when: Row['when']): Row => ({ verdict: 'ask', reason, when });

/** A condition on the amount; false if no money moves. */
const money = (when: (of: Case, spend: Spend) => boolean): Row['when'] => {
  return (of) => of.intent.money !== null && when(of, of.intent.money);
};

/**
 * The first row that applies decides; if none applies, the operation runs. Refusals come before approvals, so that no
 * approval is requested for a forbidden operation. The mode of an account rule overrides the default mode; of several,
 * the stricter one applies. A threshold applies in every mode.
 */
const ROWS: readonly Row[] = [
  refusal('PERMISSION_MISSING', ({ policy, intent }) => !policy.permissions.includes(intent.permission)),
  refusal('ACCOUNT_NOT_ALLOWED', ({ policy, intent }) => {
    const allowed = policy.accountRestrictions.allowedAccountIds?.map(partyKey) ?? null;
    return allowed !== null && intent.accounts.some((account) => !allowed.includes(partyKey(account)));
  }),
  refusal(
    'ACCOUNT_LIMIT_EXCEEDED',
    money(({ rules }, { amount }) => rules.some((rule) => exceeds(amount, rule.perTransactionLimit))),
  ),
  refusal(
    'TRANSACTION_LIMIT_EXCEEDED',
    money(({ policy }, { amount }) => exceeds(amount, policy.spendingLimits.perTransactionLimit)),
  ),
  refusal(
    'DAILY_COUNT_EXCEEDED',
    money(({ policy: { spendingLimits }, usage }) => {
      const most = spendingLimits.dailyTransactionLimit;
      return most !== null && usage.dailyCount >= BigInt(most);
    }),
  ),
  refusal(
    'DAILY_LIMIT_EXCEEDED',
    money(({ policy, usage }, { amount }) => exceeds(usage.dailySpend + amount, policy.spendingLimits.dailyLimit)),
  ),
  refusal(
    'MONTHLY_LIMIT_EXCEEDED',
    money(({ policy, usage }, { amount }) => exceeds(usage.monthlySpend + amount, policy.spendingLimits.monthlyLimit)),
  ),
  question(
    'THRESHOLD_EXCEEDED',
    money(({ policy }, { againstThreshold }) => exceeds(againstThreshold, policy.approvalThresholds.amount)),
  ),
  question(
    'ACCOUNT_NEEDS_APPROVAL',
    money(({ rules }) => rules.some(({ executionMode }) => executionMode === 'APPROVAL_REQUIRED')),
  ),
  question(
    'MODE_NEEDS_APPROVAL',
    money(
      ({ policy, rules }) =>
        policy.defaultExecutionMode === 'APPROVAL_REQUIRED' &&
        rules.every(({ executionMode }) => executionMode === null),
    ),
  ),
];

/** Decides on an operation: run it, request an approval, or refuse it. */
export function decide(policy: AgentPolicy, intent: Intent, usage: Usage): Verdict {
  // Both sides are normalized, because an agent may write an address in any case, and older policies store it as it was
  // sent.
  const accounts = intent.accounts.map(partyKey);
  const rules = policy.accountRestrictions.accountRules.filter(({ accountId }) =>
    accounts.includes(partyKey(accountId)),
  );
  const row = ROWS.find(({ when }) => when({ policy, intent, usage, rules }));
  if (row === undefined) return { kind: 'run' };
  return row.verdict === 'ask' ? { kind: 'ask', reason: row.reason } : { kind: 'refuse', reason: row.reason };
}
