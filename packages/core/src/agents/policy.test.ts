import { describe, expect, it } from 'vitest';
import type { CurrencyCode } from '../kernel/index.js';
import {
  type AccountRule,
  AGENT_PERMISSIONS,
  type AgentPermission,
  type AgentPolicy,
  decide,
  EXECUTION_MODES,
  type ExecutionMode,
  type Intent,
  type Usage,
  type Verdict,
} from './policy.js';

const USD = 'USD' as CurrencyCode;
const FROM = 'InternalAccount:from';
const TO = 'ExternalAccount:to';
/** The amount of a payment, the amounts before it, and the number of payments before it. */
const AMOUNT = 100n;
const TODAY = 400n;
const THIS_MONTH = 900n;
const PAYMENTS = 3;

/** The relation of an amount to a limit. */
const LIMITS = ['none', 'reached', 'exceeded'] as const;
type Limit = (typeof LIMITS)[number];
const limitAt = (sum: bigint, limit: Limit): bigint | null =>
  limit === 'none' ? null : limit === 'reached' ? sum : sum - 1n;

/** The modes that the rules of the two accounts name. */
const RULES = ['no rule', 'AUTO', 'APPROVAL_REQUIRED', 'AUTO and APPROVAL_REQUIRED'] as const;
const ALLOWED = ['everything', 'both accounts', 'one of them'] as const;
const TRANSACTION = ['reached', 'exceeded'] as const;

const DIMENSIONS = {
  permission: AGENT_PERMISSIONS,
  isHeld: [true, false],
  mode: EXECUTION_MODES,
  rules: RULES,
  ruleLimit: LIMITS,
  allowed: ALLOWED,
  transaction: TRANSACTION,
  count: LIMITS,
  daily: LIMITS,
  monthly: LIMITS,
  threshold: LIMITS,
} as const;

interface Case {
  readonly permission: AgentPermission;
  readonly isHeld: boolean;
  readonly mode: ExecutionMode;
  readonly rules: (typeof RULES)[number];
  readonly ruleLimit: Limit;
  readonly allowed: (typeof ALLOWED)[number];
  readonly transaction: (typeof TRANSACTION)[number];
  readonly count: Limit;
  readonly daily: Limit;
  readonly monthly: Limit;
  readonly threshold: Limit;
}

function* everyCase(names = Object.keys(DIMENSIONS), chosen: Record<string, unknown> = {}): Generator<Case> {
  const [name, ...others] = names;
  if (name === undefined) {
    yield chosen as unknown as Case;
    return;
  }
  for (const value of DIMENSIONS[name as keyof typeof DIMENSIONS])
    yield* everyCase(others, { ...chosen, [name]: value });
}

function rulesOf({ rules, ruleLimit }: Case): readonly AccountRule[] {
  const perTransactionLimit = limitAt(AMOUNT, ruleLimit);
  const rule = (accountId: string, executionMode: ExecutionMode | null): AccountRule => ({
    accountId,
    executionMode,
    perTransactionLimit,
  });
  switch (rules) {
    case 'no rule':
      // A rule of an uninvolved account has no effect; a rule without a mode leaves the default mode.
      return [{ ...rule('InternalAccount:other', 'APPROVAL_REQUIRED'), perTransactionLimit: 0n }, rule(FROM, null)];
    case 'AUTO and APPROVAL_REQUIRED':
      return [rule(FROM, 'AUTO'), { accountId: TO, executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: null }];
    default:
      return [rule(TO, rules)];
  }
}

const policyOf = (of: Case): AgentPolicy => ({
  permissions: of.isHeld ? [of.permission] : AGENT_PERMISSIONS.filter((other) => other !== of.permission),
  defaultExecutionMode: of.mode,
  spendingLimits: {
    currency: USD,
    perTransactionLimit: limitAt(AMOUNT, of.transaction)!,
    dailyLimit: limitAt(TODAY + AMOUNT, of.daily),
    dailyTransactionLimit: of.count === 'none' ? null : of.count === 'reached' ? PAYMENTS + 1 : PAYMENTS,
    monthlyLimit: limitAt(THIS_MONTH + AMOUNT, of.monthly),
  },
  accountRestrictions: {
    allowedAccountIds: of.allowed === 'everything' ? null : of.allowed === 'both accounts' ? [FROM, TO] : [FROM],
    accountRules: rulesOf(of),
  },
  approvalThresholds: { currency: null, amount: limitAt(AMOUNT, of.threshold) },
});

/** The expected verdict, written as a list: the first refusal, else the first approval requirement. */
function expected(of: Case): Verdict {
  const against = (
    [
      !of.isHeld && 'PERMISSION_MISSING',
      of.allowed === 'one of them' && 'ACCOUNT_NOT_ALLOWED',
      of.ruleLimit === 'exceeded' && 'ACCOUNT_LIMIT_EXCEEDED',
      of.transaction === 'exceeded' && 'TRANSACTION_LIMIT_EXCEEDED',
      of.count === 'exceeded' && 'DAILY_COUNT_EXCEEDED',
      of.daily === 'exceeded' && 'DAILY_LIMIT_EXCEEDED',
      of.monthly === 'exceeded' && 'MONTHLY_LIMIT_EXCEEDED',
    ] as const
  ).find((reason) => reason !== false);
  if (against !== undefined) return { kind: 'refuse', reason: against };
  if (of.threshold === 'exceeded') return { kind: 'ask', reason: 'THRESHOLD_EXCEEDED' };
  if (of.rules.includes('APPROVAL_REQUIRED')) return { kind: 'ask', reason: 'ACCOUNT_NEEDS_APPROVAL' };
  const isByDefault = of.rules === 'no rule' && of.mode === 'APPROVAL_REQUIRED';
  return isByDefault ? { kind: 'ask', reason: 'MODE_NEEDS_APPROVAL' } : { kind: 'run' };
}

const USAGE: Usage = { dailySpend: TODAY, dailyCount: BigInt(PAYMENTS), monthlySpend: THIS_MONTH };
const intentOf = ({ permission }: Case, money: Intent['money']): Intent => ({
  permission,
  accounts: [FROM, TO],
  money,
});
const COUNT = 5 * 2 * 2 * 4 * 3 * 3 * 2 * 3 * 3 * 3 * 3;

describe('the verdict of a policy', () => {
  it(`is the expected one for each of ${COUNT} cases of permission, mode, rules, restrictions, limits and threshold`, () => {
    const wrong: object[] = [];
    const kinds = new Map<string, number>();
    let count = 0;
    for (const of of everyCase()) {
      count += 1;
      const spend = { amount: AMOUNT, againstThreshold: AMOUNT };
      const verdict = decide(policyOf(of), intentOf(of, spend), USAGE);
      kinds.set(verdict.kind, (kinds.get(verdict.kind) ?? 0) + 1);
      if (JSON.stringify(verdict) !== JSON.stringify(expected(of))) wrong.push({ of, verdict, expected: expected(of) });
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(count).toBe(COUNT);
    expect([...kinds.keys()].sort()).toEqual(['ask', 'refuse', 'run']);
  });

  it.each<[string, Partial<Case>, Verdict]>([
    ['an account rule', { rules: 'AUTO', ruleLimit: 'exceeded' }, { kind: 'refuse', reason: 'ACCOUNT_LIMIT_EXCEEDED' }],
    ['a payment', { transaction: 'exceeded' }, { kind: 'refuse', reason: 'TRANSACTION_LIMIT_EXCEEDED' }],
    ['the number of payments', { count: 'exceeded' }, { kind: 'refuse', reason: 'DAILY_COUNT_EXCEEDED' }],
    ['a day', { daily: 'exceeded' }, { kind: 'refuse', reason: 'DAILY_LIMIT_EXCEEDED' }],
    ['a month', { monthly: 'exceeded' }, { kind: 'refuse', reason: 'MONTHLY_LIMIT_EXCEEDED' }],
    ['an approval', { threshold: 'exceeded' }, { kind: 'ask', reason: 'THRESHOLD_EXCEEDED' }],
  ])('changes one unit above the limit of %s, not at the limit', (_what, change, verdict) => {
    const reached: Case = {
      permission: 'EXECUTE_QUOTES',
      isHeld: true,
      mode: 'AUTO',
      rules: 'AUTO',
      ruleLimit: 'reached',
      allowed: 'both accounts',
      transaction: 'reached',
      count: 'reached',
      daily: 'reached',
      monthly: 'reached',
      threshold: 'reached',
    };
    const decided = (of: Case) =>
      decide(policyOf(of), intentOf(of, { amount: AMOUNT, againstThreshold: AMOUNT }), USAGE);
    expect(decided(reached)).toEqual({ kind: 'run' });
    expect(decided({ ...reached, ...change })).toEqual(verdict);
  });

  it('follows the default mode only if no rule of the accounts names a mode', () => {
    const of: Case = { ...everyCase().next().value!, isHeld: true, mode: 'APPROVAL_REQUIRED' };
    const decided = (rules: Case['rules']) => {
      const policy = policyOf({ ...of, rules, ruleLimit: 'none', threshold: 'none' });
      return decide(policy, intentOf(of, { amount: AMOUNT, againstThreshold: AMOUNT }), USAGE);
    };
    expect(decided('no rule')).toEqual({ kind: 'ask', reason: 'MODE_NEEDS_APPROVAL' });
    expect(decided('AUTO')).toEqual({ kind: 'run' });
    expect(decided('APPROVAL_REQUIRED')).toEqual({ kind: 'ask', reason: 'ACCOUNT_NEEDS_APPROVAL' });
  });

  it('depends only on permission and accounts if no money moves', () => {
    const exceeded = { ruleLimit: 'exceeded', transaction: 'exceeded', daily: 'exceeded', threshold: 'exceeded' };
    const rest = { mode: 'APPROVAL_REQUIRED', rules: 'no rule', count: 'exceeded', monthly: 'exceeded', ...exceeded };
    const cases = [...everyCase(['permission', 'isHeld', 'allowed'], rest)];
    for (const of of cases) {
      const forbidden = !of.isHeld || of.allowed === 'one of them';
      const { kind } = decide(policyOf(of), intentOf(of, null), USAGE);
      expect([of.permission, of.isHeld, of.allowed, kind]).toEqual([
        of.permission,
        of.isHeld,
        of.allowed,
        forbidden ? 'refuse' : 'run',
      ]);
    }
    expect(cases).toHaveLength(5 * 2 * 3);
  });

  it('compares a threshold in another currency with the amount in that currency', () => {
    const of: Case = { ...everyCase().next().value!, isHeld: true, threshold: 'reached' };
    const ask = decide(policyOf(of), intentOf(of, { amount: 1n, againstThreshold: AMOUNT + 1n }), USAGE);
    expect(ask).toEqual({ kind: 'ask', reason: 'THRESHOLD_EXCEEDED' });
    expect(decide(policyOf(of), intentOf(of, { amount: AMOUNT, againstThreshold: 1n }), USAGE)).toEqual({
      kind: 'run',
    });
  });

  it('ignores the case of a UMA address', () => {
    const of: Case = { ...everyCase().next().value!, isHeld: true };
    const to = (umaAddress: string): Intent => ({
      ...intentOf(of, { amount: AMOUNT, againstThreshold: AMOUNT }),
      accounts: [FROM, umaAddress],
    });
    const restricted = (accountRestrictions: AgentPolicy['accountRestrictions']) => ({
      ...policyOf(of),
      accountRestrictions,
    });
    const asking = {
      accountId: '$Bob@Bank.example',
      executionMode: 'APPROVAL_REQUIRED',
      perTransactionLimit: null,
    } as const;
    const ruled = restricted({ allowedAccountIds: null, accountRules: [asking] });
    const allowed = restricted({ allowedAccountIds: [FROM, '$Bob@Bank.example'], accountRules: [] });
    for (const address of ['$bob@bank.example', '$BOB@bank.example']) {
      expect(decide(ruled, to(address), USAGE)).toEqual({ kind: 'ask', reason: 'ACCOUNT_NEEDS_APPROVAL' });
      expect(decide(allowed, to(address), USAGE)).toEqual({ kind: 'run' });
    }
    expect(decide(allowed, to('$eve@bank.example'), USAGE)).toEqual({ kind: 'refuse', reason: 'ACCOUNT_NOT_ALLOWED' });
  });
});
