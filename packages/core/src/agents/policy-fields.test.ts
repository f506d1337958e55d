import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT } from '../money/index.js';
import {
  ACCOUNT_ID_LENGTH,
  AGENT_NAME_LENGTH,
  invalidInName,
  invalidInPolicy,
  MAX_DAILY_TRANSACTIONS,
  MAX_POLICY_ACCOUNTS,
  type PolicyInput,
  withPolicy,
} from './policy-fields.js';
import { AGENT_PERMISSIONS } from './policy.js';

const WHOLE: PolicyInput = {
  permissions: ['CREATE_QUOTES'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 100n },
};
const fieldsOf = (policy: unknown, whole = false): readonly string[] =>
  invalidInPolicy(policy as PolicyInput, '', whole).map(({ field }) => field);

describe('a new policy', () => {
  it('needs permissions, an execution mode, and limits with a currency and an amount', () => {
    expect(fieldsOf(WHOLE, true)).toEqual([]);
    expect(fieldsOf({}, true)).toEqual(['permissions', 'defaultExecutionMode', 'spendingLimits']);
    const nothing = { permissions: null, defaultExecutionMode: null, spendingLimits: null };
    expect(fieldsOf(nothing, true)).toEqual(['permissions', 'defaultExecutionMode', 'spendingLimits']);
    expect(fieldsOf({ ...WHOLE, spendingLimits: {} }, true)).toEqual([
      'spendingLimits.currency',
      'spendingLimits.perTransactionLimit',
    ]);
  });

  it('may leave out the rest, and a change may leave out everything', () => {
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf({ spendingLimits: {}, accountRestrictions: {}, approvalThresholds: {} })).toEqual([]);
    const nothing = {
      permissions: null,
      defaultExecutionMode: null,
      spendingLimits: null,
      accountRestrictions: null,
      approvalThresholds: null,
    };
    expect(fieldsOf(nothing)).toEqual([]);
    const removed = {
      spendingLimits: { dailyLimit: null, dailyTransactionLimit: null, monthlyLimit: null },
      accountRestrictions: { allowedAccountIds: null, accountRules: null },
      approvalThresholds: { currency: null, amount: null },
    };
    expect(fieldsOf(removed)).toEqual([]);
  });
});

describe('an invalid field of a policy', () => {
  it('is named with its path, and with the values that are possible', () => {
    const errors = invalidInPolicy(
      {
        permissions: ['CREATE_QUOTES', 'PAY'],
        defaultExecutionMode: 'MANUAL',
        accountRestrictions: { accountRules: [{ accountId: 'a', executionMode: 'NEVER' }] },
        approvalThresholds: { amount: -1n },
      },
      'policy.',
      false,
    );
    const modes = { enum: ['AUTO', 'APPROVAL_REQUIRED'] };
    expect(errors.map(({ message: _, ...error }) => error)).toEqual([
      { field: 'policy.permissions.1', constraint: { enum: AGENT_PERMISSIONS } },
      { field: 'policy.defaultExecutionMode', constraint: modes },
      { field: 'policy.accountRestrictions.accountRules.0.executionMode', constraint: modes },
      { field: 'policy.approvalThresholds.amount' },
    ]);
  });

  it.each(['perTransactionLimit', 'dailyLimit', 'monthlyLimit'])(
    'is a limit outside of 0 to the largest amount (%s)',
    (name) => {
      const of = (amount: unknown) => fieldsOf({ spendingLimits: { [name]: amount } });
      for (const amount of [0n, 1n, MAX_AMOUNT]) expect(of(amount)).toEqual([]);
      for (const amount of [-1n, MAX_AMOUNT + 1n, 5, '5', {}]) expect(of(amount)).toEqual([`spendingLimits.${name}`]);
    },
  );

  it('is a number of payments that is not a whole number from 0 to a billion', () => {
    const of = (dailyTransactionLimit: unknown) => fieldsOf({ spendingLimits: { dailyTransactionLimit } });
    for (const count of [0, 1, MAX_DAILY_TRANSACTIONS]) expect(of(count)).toEqual([]);
    for (const count of [-1, 0.5, MAX_DAILY_TRANSACTIONS + 1, Number.NaN, '5', 5n]) {
      expect(of(count)).toEqual(['spendingLimits.dailyTransactionLimit']);
    }
  });

  it('is a currency that is not known', () => {
    expect(fieldsOf({ spendingLimits: { currency: 'EUR' }, approvalThresholds: { currency: 'USD' } })).toEqual([]);
    for (const currency of ['XXL', '', 5, {}]) {
      expect(fieldsOf({ spendingLimits: { currency }, approvalThresholds: { currency } })).toEqual([
        'spendingLimits.currency',
        'approvalThresholds.currency',
      ]);
    }
  });

  it('is the amount of a threshold outside of 0 to the largest amount', () => {
    const of = (amount: unknown) => fieldsOf({ approvalThresholds: { amount } });
    for (const amount of [0n, MAX_AMOUNT]) expect(of(amount)).toEqual([]);
    for (const amount of [-1n, MAX_AMOUNT + 1n, 5]) expect(of(amount)).toEqual(['approvalThresholds.amount']);
  });

  it('is an account without an id of 1 to 320 characters, in both lists', () => {
    const allowed = (id: unknown) => fieldsOf({ accountRestrictions: { allowedAccountIds: ['a', id] } });
    const ruled = (accountId: unknown) => fieldsOf({ accountRestrictions: { accountRules: [{ accountId }] } });
    for (const id of ['b', 'b'.repeat(ACCOUNT_ID_LENGTH)]) expect([allowed(id), ruled(id)]).toEqual([[], []]);
    for (const id of ['', 'b'.repeat(ACCOUNT_ID_LENGTH + 1), 5, null, undefined]) {
      expect([allowed(id), ruled(id)]).toEqual([
        ['accountRestrictions.allowedAccountIds.1'],
        ['accountRestrictions.accountRules.0.accountId'],
      ]);
    }
  });

  it('is a rule that is not an object, has an invalid limit, or is a second one of its account', () => {
    const of = (...accountRules: readonly unknown[]) =>
      fieldsOf({ accountRestrictions: { accountRules } }).map((field) =>
        field.replace('accountRestrictions.accountRules.', ''),
      );
    expect(of('rule', null, 5)).toEqual(['0', '1', '2']);
    expect(of({ accountId: 'a', perTransactionLimit: -1n, executionMode: null })).toEqual(['0.perTransactionLimit']);
    expect(of({ accountId: 'a', perTransactionLimit: null }, { accountId: 'b' }, { accountId: 'a' })).toEqual([
      '2.accountId',
    ]);
    expect(of({ accountId: '$Ann@bank.example' }, { accountId: '$ann@BANK.example' })).toEqual(['1.accountId']);
  });

  it('is a list that is too long or no list', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `account ${index}`);
    const restricted = (count: number) =>
      fieldsOf({
        accountRestrictions: {
          allowedAccountIds: ids(count),
          accountRules: ids(count).map((accountId) => ({ accountId })),
        },
      });
    expect(restricted(MAX_POLICY_ACCOUNTS)).toEqual([]);
    expect(restricted(MAX_POLICY_ACCOUNTS + 1)).toEqual([
      'accountRestrictions.allowedAccountIds',
      'accountRestrictions.accountRules',
    ]);
    expect(fieldsOf({ permissions: AGENT_PERMISSIONS })).toEqual([]);
    expect(fieldsOf({ permissions: [...AGENT_PERMISSIONS, 'CREATE_QUOTES'] })).toEqual(['permissions']);
    for (const permissions of ['CREATE_QUOTES', { length: 0 }, 5]) {
      expect(fieldsOf({ permissions })).toEqual(['permissions']);
    }
  });
});

describe('the name of an agent', () => {
  it('has 1 to 255 characters that are not all blank', () => {
    for (const name of ['A', 'A'.repeat(AGENT_NAME_LENGTH)]) expect(invalidInName(name)).toEqual([]);
    for (const name of ['', ' ', 'A'.repeat(AGENT_NAME_LENGTH + 1), 5, null, undefined]) {
      expect(invalidInName(name)).toMatchObject([
        { field: 'name', constraint: { minLength: 1, maxLength: AGENT_NAME_LENGTH } },
      ]);
    }
  });
});

describe('a policy that is stored', () => {
  it('has what was sent, each permission once in a fixed order, and no other restriction', () => {
    const sent: PolicyInput = {
      permissions: ['EXECUTE_QUOTES', 'VIEW_TRANSACTIONS', 'EXECUTE_QUOTES'],
      defaultExecutionMode: 'APPROVAL_REQUIRED',
      spendingLimits: { currency: 'EUR', perTransactionLimit: 0n, dailyTransactionLimit: 0 },
      accountRestrictions: {
        accountRules: [{ accountId: 'a', executionMode: 'AUTO', perTransactionLimit: 7n }, { accountId: 'b' }],
      },
    };
    expect(withPolicy(null, sent)).toEqual({
      permissions: ['VIEW_TRANSACTIONS', 'EXECUTE_QUOTES'],
      defaultExecutionMode: 'APPROVAL_REQUIRED',
      spendingLimits: {
        currency: 'EUR',
        perTransactionLimit: 0n,
        dailyLimit: null,
        dailyTransactionLimit: 0,
        monthlyLimit: null,
      },
      accountRestrictions: {
        allowedAccountIds: null,
        accountRules: [
          { accountId: 'a', executionMode: 'AUTO', perTransactionLimit: 7n },
          { accountId: 'b', executionMode: null, perTransactionLimit: null },
        ],
      },
      approvalThresholds: { currency: null, amount: null },
    });
  });

  it('changes only where something was sent, and null removes a restriction', () => {
    const before = withPolicy(null, {
      ...WHOLE,
      spendingLimits: { currency: 'USD', perTransactionLimit: 1n, dailyLimit: 2n, monthlyLimit: 3n },
      accountRestrictions: { allowedAccountIds: ['a'], accountRules: [{ accountId: 'a' }] },
      approvalThresholds: { currency: 'EUR', amount: 4n },
    });
    expect(withPolicy(before, {})).toEqual(before);
    expect(withPolicy(before, { accountRestrictions: { allowedAccountIds: null } })).toEqual({
      ...before,
      accountRestrictions: { ...before.accountRestrictions, allowedAccountIds: null },
    });
    expect(withPolicy(before, { accountRestrictions: { accountRules: [] } })).toEqual({
      ...before,
      accountRestrictions: { ...before.accountRestrictions, accountRules: [] },
    });
    expect(withPolicy(before, { approvalThresholds: { amount: null } })).toEqual({
      ...before,
      approvalThresholds: { currency: 'EUR', amount: null },
    });
    expect(withPolicy(before, { permissions: [], defaultExecutionMode: 'APPROVAL_REQUIRED' })).toEqual({
      ...before,
      permissions: [],
      defaultExecutionMode: 'APPROVAL_REQUIRED',
    });
  });
});
