import { partyKey } from '../customers/index.js';
import type { Agent } from './agent.js';
import type {
  AccountRestrictions,
  AgentPermission,
  AgentPolicy,
  ApprovalThresholds,
  ExecutionMode,
  SpendingLimits,
} from './policy.js';

/** The fields that restrict an agent. */
export type Leash = Pick<Agent, 'policy' | 'isPaused'>;

const MOVES_MONEY: readonly AgentPermission[] = ['CREATE_TRANSFERS', 'EXECUTE_QUOTES'];
/** Permissions that only show more data; they neither pay nor prepare a payment. */
const HARMLESS: readonly AgentPermission[] = ['VIEW_TRANSACTIONS'];

/** Whether this policy lets an agent move money, at once or after an approval. */
export const movesMoney = ({ permissions }: AgentPolicy): boolean =>
  permissions.some((permission) => MOVES_MONEY.includes(permission));

/**
 * Whether the change lets an agent move money that it could not move before, or with fewer approvals. `before` is null
 * for a new agent. Each field is compared on its own: a change that raises one limit and lowers another is a loosening.
 * Amounts in different currencies cannot be compared, so a new currency is a loosening too.
 */
export function isLoosening(before: Leash | null, after: Leash): boolean {
  if (!movesMoney(after.policy)) return false;
  if (before === null) return true;
  const [former, changed] = [before.policy, after.policy];
  return (
    (before.isPaused && !after.isPaused) ||
    changed.permissions.some(
      (permission) => !HARMLESS.includes(permission) && !former.permissions.includes(permission),
    ) ||
    (former.defaultExecutionMode === 'APPROVAL_REQUIRED' && changed.defaultExecutionMode === 'AUTO') ||
    raisesLimits(former.spendingLimits, changed.spendingLimits) ||
    opensAccounts(former, changed) ||
    raisesThreshold(former, changed)
  );
}

type Limit = bigint | number | null;

/** Null means unlimited. */
const isRaised = (before: Limit, after: Limit): boolean => before !== null && (after === null || after > before);

const raisesLimits = (former: SpendingLimits, changed: SpendingLimits): boolean =>
  former.currency !== changed.currency ||
  isRaised(former.perTransactionLimit, changed.perTransactionLimit) ||
  isRaised(former.dailyLimit, changed.dailyLimit) ||
  isRaised(former.dailyTransactionLimit, changed.dailyTransactionLimit) ||
  isRaised(former.monthlyLimit, changed.monthlyLimit);

function opensAccounts(former: AgentPolicy, policy: AgentPolicy): boolean {
  const [before, after] = [former.accountRestrictions, policy.accountRestrictions];
  if (before.allowedAccountIds !== null) {
    const known = before.allowedAccountIds.map(partyKey);
    if (after.allowedAccountIds === null) return true;
    if (after.allowedAccountIds.some((account) => !known.includes(partyKey(account)))) return true;
  }
  const named = [...before.accountRules, ...after.accountRules].map(({ accountId }) => partyKey(accountId));
  return named.some((account) => {
    const [rule, changed] = [ruleOf(before, account), ruleOf(after, account)];
    if (isRaised(rule.limit, changed.limit)) return true;
    if (rule.mode === 'APPROVAL_REQUIRED') return changed.mode !== 'APPROVAL_REQUIRED';
    // A rule with AUTO overrides a default mode of APPROVAL_REQUIRED.
    return rule.mode === null && changed.mode === 'AUTO' && former.defaultExecutionMode === 'APPROVAL_REQUIRED';
  });
}

/**
 * The effective rule of an account. Older policies may have several rules for one account; then the stricter one
 * applies.
 */
function ruleOf(
  { accountRules }: AccountRestrictions,
  account: string,
): { readonly mode: ExecutionMode | null; readonly limit: bigint | null } {
  const rules = accountRules.filter(({ accountId }) => partyKey(accountId) === account);
  const limits = rules.flatMap(({ perTransactionLimit }) => perTransactionLimit ?? []);
  const modes = rules.flatMap(({ executionMode }) => executionMode ?? []);
  return {
    mode: modes.includes('APPROVAL_REQUIRED') ? 'APPROVAL_REQUIRED' : (modes[0] ?? null),
    limit: limits.length === 0 ? null : limits.reduce((a, b) => (a < b ? a : b)),
  };
}

function raisesThreshold(former: AgentPolicy, changed: AgentPolicy): boolean {
  if (former.approvalThresholds.amount === null) return false;
  return (
    currencyOf(former.approvalThresholds, former.spendingLimits) !==
      currencyOf(changed.approvalThresholds, changed.spendingLimits) ||
    isRaised(former.approvalThresholds.amount, changed.approvalThresholds.amount)
  );
}

const currencyOf = ({ currency }: ApprovalThresholds, limits: SpendingLimits) => currency ?? limits.currency;
