import { partyKey } from '../customers/index.js';
import type { CurrencyCode, FieldError } from '../kernel/index.js';
import { isCurrency, MAX_AMOUNT } from '../money/index.js';
import {
  type AccountRule,
  AGENT_PERMISSIONS,
  type AgentPermission,
  type AgentPolicy,
  EXECUTION_MODES,
  type ExecutionMode,
} from './policy.js';

/** The maximum length of each list in a policy. */
export const MAX_POLICY_ACCOUNTS = 200;
export const ACCOUNT_ID_LENGTH = 320;
export const AGENT_NAME_LENGTH = 255;
export const MAX_DAILY_TRANSACTIONS = 1_000_000_000;

/** A policy as sent, whole or in part. A missing field does not change; null removes a limit. */
export interface PolicyInput {
  readonly permissions?: readonly string[] | undefined;
  readonly defaultExecutionMode?: string | undefined;
  readonly spendingLimits?:
    | {
        readonly currency?: string | undefined;
        readonly perTransactionLimit?: bigint | undefined;
        readonly dailyLimit?: bigint | null | undefined;
        readonly dailyTransactionLimit?: number | undefined;
        readonly monthlyLimit?: bigint | null | undefined;
      }
    | undefined;
  readonly accountRestrictions?:
    | {
        readonly allowedAccountIds?: readonly string[] | null | undefined;
        readonly accountRules?:
          | readonly {
              readonly accountId: string;
              readonly executionMode?: string | undefined;
              readonly perTransactionLimit?: bigint | null | undefined;
            }[]
          | undefined;
      }
    | undefined;
  readonly approvalThresholds?:
    | { readonly currency?: string | undefined; readonly amount?: bigint | null | undefined }
    | undefined;
}

type Gather = (field: string, message: string, allowed?: readonly string[]) => void;

/**
 * All field errors of a policy, with `at` as the prefix of field names. With `whole`, required fields must be present.
 */
export function invalidInPolicy(policy: PolicyInput, at: string, whole: boolean): readonly FieldError[] {
  const errors: FieldError[] = [];
  const add: Gather = (field, message, allowed) =>
    errors.push({ field: at + field, ...(allowed && { constraint: { enum: allowed } }), message });
  const required = (value: unknown, field: string): void => {
    if (whole && (value === undefined || value === null)) add(field, 'is required');
  };
  required(policy.permissions, 'permissions');
  required(policy.defaultExecutionMode, 'defaultExecutionMode');
  required(policy.spendingLimits, 'spendingLimits');
  list(policy.permissions, 'permissions', AGENT_PERMISSIONS.length, add, (permission, field) =>
    oneOf(permission, field, AGENT_PERMISSIONS, add),
  );
  oneOf(policy.defaultExecutionMode, 'defaultExecutionMode', EXECUTION_MODES, add);

  const limits = fieldsOf(policy.spendingLimits);
  if (limits !== null) {
    required(limits['currency'], 'spendingLimits.currency');
    required(limits['perTransactionLimit'], 'spendingLimits.perTransactionLimit');
    known(limits['currency'], 'spendingLimits.currency', add);
    for (const name of ['perTransactionLimit', 'dailyLimit', 'monthlyLimit']) {
      amount(limits[name], `spendingLimits.${name}`, add);
    }
    const count = limits['dailyTransactionLimit'] ?? 0;
    if (!Number.isSafeInteger(count) || Number(count) < 0 || Number(count) > MAX_DAILY_TRANSACTIONS) {
      add('spendingLimits.dailyTransactionLimit', `must be a whole number from 0 to ${MAX_DAILY_TRANSACTIONS}`);
    }
  }

  const restrictions = fieldsOf(policy.accountRestrictions) ?? {};
  const allowed = 'accountRestrictions.allowedAccountIds';
  list(restrictions['allowedAccountIds'], allowed, MAX_POLICY_ACCOUNTS, add, (id, field) => account(id, field, add));
  const named = new Set<unknown>();
  const rules = 'accountRestrictions.accountRules';
  list(restrictions['accountRules'], rules, MAX_POLICY_ACCOUNTS, add, (rule, field) => {
    const of = fieldsOf(rule);
    if (of === null) return add(field, 'must be an object');
    account(of['accountId'], `${field}.accountId`, add);
    const key = typeof of['accountId'] === 'string' ? partyKey(of['accountId']) : of['accountId'];
    if (named.has(key)) add(`${field}.accountId`, 'has more than one rule');
    named.add(key);
    oneOf(of['executionMode'], `${field}.executionMode`, EXECUTION_MODES, add);
    amount(of['perTransactionLimit'], `${field}.perTransactionLimit`, add);
  });

  const thresholds = fieldsOf(policy.approvalThresholds) ?? {};
  known(thresholds['currency'], 'approvalThresholds.currency', add);
  amount(thresholds['amount'], 'approvalThresholds.amount', add);
  return errors;
}

/** The field errors of the name of an agent. */
export function invalidInName(name: unknown): readonly FieldError[] {
  if (typeof name === 'string' && name.trim() !== '' && name.length <= AGENT_NAME_LENGTH) return [];
  const constraint = { minLength: 1, maxLength: AGENT_NAME_LENGTH };
  return [
    { field: 'name', constraint, message: `must have 1 to ${AGENT_NAME_LENGTH} characters that are not all blank` },
  ];
}

/** Replaces the sent parts of a policy. Both have been validated. */
export function withPolicy(policy: AgentPolicy | null, sent: PolicyInput): AgentPolicy {
  const { spendingLimits: limits = {}, accountRestrictions: restrictions = {}, approvalThresholds = {} } = sent;
  const before = policy ?? {
    permissions: [],
    defaultExecutionMode: 'APPROVAL_REQUIRED' as const,
    spendingLimits: {
      currency: '' as CurrencyCode,
      perTransactionLimit: 0n,
      dailyLimit: null,
      dailyTransactionLimit: null,
      monthlyLimit: null,
    },
    accountRestrictions: { allowedAccountIds: null, accountRules: [] },
    approvalThresholds: { currency: null, amount: null },
  };
  return {
    permissions: AGENT_PERMISSIONS.filter((permission) =>
      (sent.permissions ?? before.permissions).includes(permission),
    ),
    defaultExecutionMode: (sent.defaultExecutionMode ?? before.defaultExecutionMode) as ExecutionMode,
    spendingLimits: {
      currency: (limits.currency ?? before.spendingLimits.currency) as CurrencyCode,
      perTransactionLimit: limits.perTransactionLimit ?? before.spendingLimits.perTransactionLimit,
      dailyLimit: given(limits.dailyLimit, before.spendingLimits.dailyLimit),
      dailyTransactionLimit: given(limits.dailyTransactionLimit, before.spendingLimits.dailyTransactionLimit),
      monthlyLimit: given(limits.monthlyLimit, before.spendingLimits.monthlyLimit),
    },
    accountRestrictions: {
      allowedAccountIds: given(
        restrictions.allowedAccountIds?.map(partyKey) ?? restrictions.allowedAccountIds,
        before.accountRestrictions.allowedAccountIds,
      ),
      accountRules: restrictions.accountRules?.map(toRule) ?? before.accountRestrictions.accountRules,
    },
    approvalThresholds: {
      currency: given(approvalThresholds.currency as CurrencyCode | undefined, before.approvalThresholds.currency),
      amount: given(approvalThresholds.amount, before.approvalThresholds.amount),
    },
  };
}

type SentRule = NonNullable<NonNullable<PolicyInput['accountRestrictions']>['accountRules']>[number];

const toRule = ({ accountId, executionMode, perTransactionLimit }: SentRule): AccountRule => ({
  accountId: partyKey(accountId),
  executionMode: (executionMode ?? null) as ExecutionMode | null,
  perTransactionLimit: perTransactionLimit ?? null,
});

const given = <T>(sent: T | null | undefined, before: T | null): T | null => (sent === undefined ? before : sent);

/** A policy that its schema has refused can contain values of any type. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' ? (value as Readonly<Record<string, unknown>> | null) : null;
}

function list(
  value: unknown,
  field: string,
  most: number,
  add: Gather,
  each: (item: unknown, field: string) => void,
): void {
  if (value === undefined || value === null) return;
  if (!Array.isArray(value) || value.length > most) return add(field, `must be a list of at most ${most}`);
  value.forEach((item, index) => each(item, `${field}.${index}`));
}

function oneOf(value: unknown, field: string, allowed: readonly string[], add: Gather): void {
  if (value === undefined || value === null) return;
  if (!allowed.includes(value as AgentPermission)) add(field, `must be one of ${allowed.join(', ')}`, allowed);
}

function known(value: unknown, field: string, add: Gather): void {
  if (value === undefined || value === null) return;
  if (typeof value !== 'string' || !isCurrency(value)) add(field, 'must be the code of a supported currency');
}

function amount(value: unknown, field: string, add: Gather): void {
  if (value === undefined || value === null) return;
  if (typeof value !== 'bigint' || value < 0n || value > MAX_AMOUNT)
    add(field, `must be an amount from 0 to ${MAX_AMOUNT}`);
}

function account(value: unknown, field: string, add: Gather): void {
  if (typeof value !== 'string' || value === '' || value.length > ACCOUNT_ID_LENGTH) {
    add(field, `must be an account id or UMA address of 1 to ${ACCOUNT_ID_LENGTH} characters`);
  }
}
