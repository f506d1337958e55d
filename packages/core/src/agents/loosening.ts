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

/** What decides how freely an agent acts. */
export type Leash = Pick<Agent, 'policy' | 'isPaused'>;

const MOVES_MONEY: readonly AgentPermission[] = ['CREATE_TRANSFERS', 'EXECUTE_QUOTES'];
/** Lets an agent see more, but neither pay nor prepare a payment. */
const HARMLESS: readonly AgentPermission[] = ['VIEW_TRANSACTIONS'];

/** Whether an agent under this policy can move its customer's money, at once or with an approval. */
export const movesMoney = ({ permissions }: AgentPolicy): boolean =>
  permissions.some((permission) => MOVES_MONEY.includes(permission));

/**
 * Whether an agent could do something with its customer's money that it could not do before, or could do it with fewer
 * questions. `before` is null for a new agent. Every field is looked at by itself: a change that raises one limit and
 * lowers another is a loosening. Amounts in another currency cannot be compared, so that a new currency is one too.
 */
export function isLoosening(before: Leash | null, after: Leash): boolean {
  if (!movesMoney(after.policy)) return false;
  if (before === null) return true;
  const [was, is] = [before.policy, after.policy];
  return (
    (before.isPaused && !after.isPaused) ||
    is.permissions.some((permission) => !HARMLESS.includes(permission) && !was.permissions.includes(permission)) ||
    (was.defaultExecutionMode === 'APPROVAL_REQUIRED' && is.defaultExecutionMode === 'AUTO') ||
    raisesLimits(was.spendingLimits, is.spendingLimits) ||
    opensAccounts(was, is) ||
    raisesThreshold(was, is)
  );
}

type Limit = bigint | number | null;

/** Null is no limit at all. */
const isRaised = (before: Limit, after: Limit): boolean => before !== null && (after === null || after > before);

const raisesLimits = (was: SpendingLimits, is: SpendingLimits): boolean =>
  was.currency !== is.currency ||
  isRaised(was.perTransactionLimit, is.perTransactionLimit) ||
  isRaised(was.dailyLimit, is.dailyLimit) ||
  isRaised(was.dailyTransactionLimit, is.dailyTransactionLimit) ||
  isRaised(was.monthlyLimit, is.monthlyLimit);

function opensAccounts(was: AgentPolicy, is: AgentPolicy): boolean {
  const [before, after] = [was.accountRestrictions, is.accountRestrictions];
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
    // A rule that names AUTO takes the place of a default that asks.
    return rule.mode === null && changed.mode === 'AUTO' && was.defaultExecutionMode === 'APPROVAL_REQUIRED';
  });
}

/** What the rules of an account come to: of several, which older policies may have, the stricter counts. */
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

function raisesThreshold(was: AgentPolicy, is: AgentPolicy): boolean {
  if (was.approvalThresholds.amount === null) return false;
  return (
    currencyOf(was.approvalThresholds, was.spendingLimits) !== currencyOf(is.approvalThresholds, is.spendingLimits) ||
    isRaised(was.approvalThresholds.amount, is.approvalThresholds.amount)
  );
}

const currencyOf = ({ currency }: ApprovalThresholds, limits: SpendingLimits) => currency ?? limits.currency;
