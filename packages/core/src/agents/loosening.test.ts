import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { CurrencyCode } from '../kernel/index.js';
import { isLoosening, type Leash } from './loosening.js';
import {
  AGENT_PERMISSIONS,
  type AgentPolicy,
  decide,
  EXECUTION_MODES,
  type Intent,
  type Usage,
  type Verdict,
} from './policy.js';

const USD = 'USD' as CurrencyCode;
const EUR = 'EUR' as CurrencyCode;
const [FROM, TO, OTHER] = ['InternalAccount:from', 'ExternalAccount:to', '$eve@bank.example'] as const;

/** Every field restricts something, so that each one can be loosened and tightened. */
const POLICY: AgentPolicy = {
  permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
  defaultExecutionMode: 'APPROVAL_REQUIRED',
  spendingLimits: {
    currency: USD,
    perTransactionLimit: 100n,
    dailyLimit: 200n,
    dailyTransactionLimit: 5,
    monthlyLimit: 300n,
  },
  accountRestrictions: {
    allowedAccountIds: [FROM, TO],
    accountRules: [
      { accountId: FROM, executionMode: null, perTransactionLimit: 50n },
      { accountId: TO, executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 60n },
    ],
  },
  approvalThresholds: { currency: null, amount: 10n },
};
const AUTOMATIC: AgentPolicy = { ...POLICY, defaultExecutionMode: 'AUTO' };

const leash = (policy: AgentPolicy, isPaused = false): Leash => ({ policy, isPaused });
const limits = (over: Partial<AgentPolicy['spendingLimits']>): AgentPolicy => ({
  ...POLICY,
  spendingLimits: { ...POLICY.spendingLimits, ...over },
});
const [FROM_RULE, TO_RULE] = POLICY.accountRestrictions.accountRules as [Rule, Rule];
type Rule = AgentPolicy['accountRestrictions']['accountRules'][number];
const rules = (...accountRules: readonly Rule[]): AgentPolicy => ({
  ...POLICY,
  accountRestrictions: { ...POLICY.accountRestrictions, accountRules },
});
const accounts = (allowedAccountIds: readonly string[] | null): AgentPolicy => ({
  ...POLICY,
  accountRestrictions: { ...POLICY.accountRestrictions, allowedAccountIds },
});
const threshold = (approvalThresholds: AgentPolicy['approvalThresholds']): AgentPolicy => ({
  ...POLICY,
  approvalThresholds,
});

/** For every field: a change, and whether it is a loosening of POLICY. */
const TABLE: readonly (readonly [string, AgentPolicy, boolean])[] = [
  ['nothing changes', POLICY, false],
  ['permissions: one that moves money', { ...POLICY, permissions: [...POLICY.permissions, 'CREATE_TRANSFERS'] }, true],
  [
    'permissions: to name new payees',
    { ...POLICY, permissions: [...POLICY.permissions, 'MANAGE_EXTERNAL_ACCOUNTS'] },
    true,
  ],
  ['permissions: to see more', { ...POLICY, permissions: [...POLICY.permissions, 'VIEW_TRANSACTIONS'] }, false],
  ['permissions: one less', { ...POLICY, permissions: ['EXECUTE_QUOTES'] }, false],
  ['defaultExecutionMode: automatic', AUTOMATIC, true],
  ['spendingLimits.currency: another', limits({ currency: EUR }), true],
  ['spendingLimits.perTransactionLimit: raised', limits({ perTransactionLimit: 101n }), true],
  ['spendingLimits.perTransactionLimit: lowered', limits({ perTransactionLimit: 99n }), false],
  ['spendingLimits.dailyLimit: raised', limits({ dailyLimit: 201n }), true],
  ['spendingLimits.dailyLimit: removed', limits({ dailyLimit: null }), true],
  ['spendingLimits.dailyLimit: lowered', limits({ dailyLimit: 0n }), false],
  ['spendingLimits.dailyTransactionLimit: raised', limits({ dailyTransactionLimit: 6 }), true],
  ['spendingLimits.dailyTransactionLimit: removed', limits({ dailyTransactionLimit: null }), true],
  ['spendingLimits.dailyTransactionLimit: lowered', limits({ dailyTransactionLimit: 4 }), false],
  ['spendingLimits.monthlyLimit: raised', limits({ monthlyLimit: 301n }), true],
  ['spendingLimits.monthlyLimit: removed', limits({ monthlyLimit: null }), true],
  ['spendingLimits.monthlyLimit: lowered', limits({ monthlyLimit: 299n }), false],
  ['one limit raised, another lowered', limits({ monthlyLimit: 301n, dailyLimit: 1n }), true],
  ['allowedAccountIds: one more', accounts([FROM, TO, OTHER]), true],
  ['allowedAccountIds: another', accounts([OTHER]), true],
  ['allowedAccountIds: all', accounts(null), true],
  ['allowedAccountIds: one less', accounts([FROM]), false],
  ['accountRules: one with a limit removed', rules(TO_RULE), true],
  ['accountRules: one with APPROVAL_REQUIRED removed', rules(FROM_RULE), true],
  ['accountRules: limit raised', rules({ ...FROM_RULE, perTransactionLimit: 51n }, TO_RULE), true],
  ['accountRules: limit removed', rules({ ...FROM_RULE, perTransactionLimit: null }, TO_RULE), true],
  ['accountRules: limit lowered', rules({ ...FROM_RULE, perTransactionLimit: 49n }, TO_RULE), false],
  ['accountRules: APPROVAL_REQUIRED to AUTO', rules(FROM_RULE, { ...TO_RULE, executionMode: 'AUTO' }), true],
  ['accountRules: APPROVAL_REQUIRED to the default mode', rules(FROM_RULE, { ...TO_RULE, executionMode: null }), true],
  [
    'accountRules: AUTO against a default of APPROVAL_REQUIRED',
    rules({ ...FROM_RULE, executionMode: 'AUTO' }, TO_RULE),
    true,
  ],
  [
    'accountRules: APPROVAL_REQUIRED added',
    rules({ ...FROM_RULE, executionMode: 'APPROVAL_REQUIRED' }, TO_RULE),
    false,
  ],
  [
    'accountRules: one more that restricts',
    rules(FROM_RULE, TO_RULE, { accountId: OTHER, executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 1n }),
    false,
  ],
  [
    'accountRules: one more that is automatic',
    rules(FROM_RULE, TO_RULE, { accountId: OTHER, executionMode: 'AUTO', perTransactionLimit: null }),
    true,
  ],
  ['approvalThresholds.amount: raised', threshold({ currency: null, amount: 11n }), true],
  ['approvalThresholds.amount: removed', threshold({ currency: null, amount: null }), true],
  ['approvalThresholds.amount: lowered', threshold({ currency: null, amount: 9n }), false],
  ['approvalThresholds.currency: another', threshold({ currency: EUR, amount: 10n }), true],
  ['approvalThresholds.currency: the same, by name', threshold({ currency: USD, amount: 10n }), false],
];

describe('a policy that allows moving money is loosened if', () => {
  test.each(TABLE)('%s', (_what, after, expected) => {
    expect(isLoosening(leash(POLICY), leash(after))).toBe(expected);
  });

  it('its agent is created or resumed, but not if it is paused', () => {
    expect(isLoosening(null, leash(POLICY))).toBe(true);
    expect(isLoosening(leash(POLICY, true), leash(POLICY))).toBe(true);
    expect(isLoosening(leash(POLICY), leash(POLICY, true))).toBe(false);
    expect(isLoosening(leash(POLICY, true), leash(POLICY, true))).toBe(false);
  });

  it('it restricts something: an unrestricted policy cannot be loosened', () => {
    const open: AgentPolicy = {
      ...AUTOMATIC,
      permissions: AGENT_PERMISSIONS,
      spendingLimits: {
        ...limits({ dailyLimit: null, dailyTransactionLimit: null, monthlyLimit: null }).spendingLimits,
      },
      accountRestrictions: { allowedAccountIds: null, accountRules: [] },
      approvalThresholds: { currency: null, amount: null },
    };
    const ruled = { ...open, accountRestrictions: POLICY.accountRestrictions };
    const asked = { ...open, approvalThresholds: { currency: EUR, amount: 1n } };
    for (const after of [open, ruled, asked]) expect(isLoosening(leash(open), leash(after))).toBe(false);
  });
});

describe('a rule of an account', () => {
  const ruled = (policy: AgentPolicy, ...accountRules: readonly Rule[]): Leash =>
    leash({ ...policy, accountRestrictions: { allowedAccountIds: null, accountRules } });
  const rule = (executionMode: Rule['executionMode'], perTransactionLimit: bigint | null = null): Rule => ({
    accountId: FROM,
    executionMode,
    perTransactionLimit,
  });

  it('that becomes automatic loosens a policy only if its default mode needs approvals', () => {
    expect(isLoosening(ruled(POLICY, rule(null)), ruled(POLICY, rule('AUTO')))).toBe(true);
    expect(isLoosening(ruled(POLICY), ruled(POLICY, rule('AUTO')))).toBe(true);
    expect(isLoosening(ruled(AUTOMATIC, rule(null)), ruled(AUTOMATIC, rule('AUTO')))).toBe(false);
    expect(isLoosening(ruled(POLICY, rule('AUTO')), ruled(POLICY, rule('AUTO')))).toBe(false);
    expect(isLoosening(ruled(POLICY, rule('AUTO')), ruled(POLICY, rule(null)))).toBe(false);
  });

  it('is compared with the rule of the same account', () => {
    const other = { ...rule(null, 9n), accountId: TO };
    expect(isLoosening(ruled(POLICY, rule(null, 5n), other), ruled(POLICY, rule(null, 6n), other))).toBe(true);
    expect(isLoosening(ruled(POLICY, rule(null, 5n), other), ruled(POLICY, other, rule(null, 5n)))).toBe(false);
    expect(isLoosening(ruled(POLICY, rule(null, 5n)), ruled(POLICY, rule(null, 6n)))).toBe(true);
    expect(isLoosening(ruled(POLICY, rule(null, 5n)), ruled(POLICY, rule(null, 4n)))).toBe(false);
  });

  it('is the strictest one if an older policy has several', () => {
    const several = ruled(POLICY, rule('AUTO', 9n), rule('APPROVAL_REQUIRED', 5n), rule(null, 7n));
    expect(isLoosening(several, ruled(POLICY, rule('APPROVAL_REQUIRED', 5n)))).toBe(false);
    expect(isLoosening(several, ruled(POLICY, rule('APPROVAL_REQUIRED', 6n)))).toBe(true);
    expect(isLoosening(several, ruled(POLICY, rule('AUTO', 5n)))).toBe(true);
  });
});

test('another currency of the limits loosens a policy without a threshold too', () => {
  const plain = (currency: CurrencyCode) =>
    leash({ ...limits({ currency }), approvalThresholds: { currency: null, amount: null } });
  expect(isLoosening(plain(USD), plain(USD))).toBe(false);
  expect(isLoosening(plain(USD), plain(EUR))).toBe(true);
});

test('for an agent that cannot move money, only a permission to move money is a loosening', () => {
  const before = leash({ ...POLICY, permissions: ['CREATE_QUOTES'] }, true);
  const wide = { ...AUTOMATIC, spendingLimits: limits({ dailyLimit: null }).spendingLimits };
  for (const permission of AGENT_PERMISSIONS) {
    const moves = permission === 'CREATE_TRANSFERS' || permission === 'EXECUTE_QUOTES';
    expect(isLoosening(before, leash({ ...wide, permissions: [permission] }))).toBe(moves);
    expect(isLoosening(null, leash({ ...wide, permissions: [permission] }))).toBe(moves);
  }
});

const amount = fc.bigInt({ min: 0n, max: 4n });
const maybe = fc.option(amount, { nil: null });
const mode = fc.constantFrom(...EXECUTION_MODES);
const account = fc.constantFrom(FROM, TO, OTHER, OTHER.toUpperCase());
const policies: fc.Arbitrary<AgentPolicy> = fc.record({
  permissions: fc.subarray([...AGENT_PERMISSIONS]),
  defaultExecutionMode: mode,
  spendingLimits: fc.record({
    currency: fc.constant(USD),
    perTransactionLimit: amount,
    dailyLimit: maybe,
    dailyTransactionLimit: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
    monthlyLimit: maybe,
  }),
  accountRestrictions: fc.record({
    allowedAccountIds: fc.option(fc.array(account, { maxLength: 3 }), { nil: null }),
    accountRules: fc.array(
      fc.record({ accountId: account, executionMode: fc.option(mode, { nil: null }), perTransactionLimit: maybe }),
      { maxLength: 3 },
    ),
  }),
  approvalThresholds: fc.record({ currency: fc.constant(null), amount: maybe }),
});
const payments: fc.Arbitrary<Intent> = fc.record({
  permission: fc.constantFrom('CREATE_TRANSFERS' as const, 'EXECUTE_QUOTES' as const),
  accounts: fc.array(fc.constantFrom(FROM, TO, OTHER), { minLength: 1, maxLength: 2 }),
  money: amount.map((of) => ({ amount: of, againstThreshold: of })),
});
const usages: fc.Arbitrary<Usage> = fc.record({ dailySpend: amount, dailyCount: amount, monthlySpend: amount });

const FREEDOM: Readonly<Record<Verdict['kind'], number>> = { refuse: 0, ask: 1, run: 2 };

test('every change that lets a payment through with fewer obstacles is a loosening', () => {
  let loosened = 0;
  fc.assert(
    fc.property(policies, policies, payments, usages, (before, after, payment, usage) => {
      const was = FREEDOM[decide(before, payment, usage).kind];
      const is = FREEDOM[decide(after, payment, usage).kind];
      if (is <= was) return;
      loosened += 1;
      expect(isLoosening(leash(before), leash(after))).toBe(true);
    }),
    { numRuns: 20_000 },
  );
  expect(loosened).toBeGreaterThan(200);
});

test('a change and its reversal are not both loosenings, unless amounts cannot be compared', () => {
  for (const [what, after, loosens] of TABLE) {
    if (!loosens || /currency|another/.test(what)) continue;
    expect([what, isLoosening(leash(after), leash(POLICY))]).toEqual([what, what.startsWith('one limit')]);
  }
});
