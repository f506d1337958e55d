import { PAYOUT_FAILURES } from '@corridor/core/ports';
import { describe, expect, test } from 'vitest';
import { rejectionOf, type StatusLevel } from './index.js';

const rejection = (level: StatusLevel, ...codes: readonly (string | null)[]) =>
  rejectionOf(
    codes.map((code) => ({ code, proprietary: null, additional: [] })),
    level,
  );

describe('a rejected payment', () => {
  test.each([
    ['AC01', 'ACCOUNT_INVALID'],
    ['AC03', 'ACCOUNT_INVALID'],
    ['BE01', 'ACCOUNT_INVALID'],
    ['RC01', 'ACCOUNT_INVALID'],
    ['AC04', 'ACCOUNT_CANNOT_RECEIVE'],
    ['AC06', 'ACCOUNT_CANNOT_RECEIVE'],
    ['AG01', 'ACCOUNT_CANNOT_RECEIVE'],
    ['CNOR', 'ACCOUNT_CANNOT_RECEIVE'],
    ['MD07', 'ACCOUNT_CANNOT_RECEIVE'],
    ['MS02', 'ACCOUNT_CANNOT_RECEIVE'],
    ['AM02', 'LIMIT_EXCEEDED'],
    ['AM14', 'LIMIT_EXCEEDED'],
    ['BE04', 'COMPLIANCE_REJECTED'],
    ['RR01', 'COMPLIANCE_REJECTED'],
    ['RR02', 'COMPLIANCE_REJECTED'],
    ['RR03', 'COMPLIANCE_REJECTED'],
    ['RR04', 'COMPLIANCE_REJECTED'],
    ['FF01', 'QUOTE_EXECUTION_FAILED'],
    ['FOCR', 'QUOTE_EXECUTION_FAILED'],
    ['MS03', 'QUOTE_EXECUTION_FAILED'],
    ['TM01', 'QUOTE_EXECUTION_FAILED'],
  ])('fails with the reason of %s', (code, failure) => {
    expect(rejection('transaction', code)).toEqual({ failure, waits: false });
    expect(PAYOUT_FAILURES).toContain(failure);
  });

  test.each(['AM04', 'AM05', 'DNOR', 'AC02', 'AC05', 'AC13', 'AG07', 'RC03', 'RC06', 'DU01', 'DU04'])(
    'waits if %s blames the debtor or finds a duplicate',
    (code) => {
      for (const level of ['file', 'batch', 'transaction'] as const) {
        expect(rejection(level, code)).toEqual({ failure: 'QUOTE_EXECUTION_FAILED', waits: true });
      }
    },
  );

  test.each(['AC01', 'AC04', 'AC06', 'AG01', 'RC01'])(
    'waits if %s is about its whole batch or file, whose account is the debtor’s',
    (code) => {
      expect(rejection('batch', code).waits).toBe(true);
      expect(rejection('file', code).waits).toBe(true);
      expect(rejection('transaction', code).waits).toBe(false);
    },
  );

  test('fails without a known reason', () => {
    const unknown = { failure: 'QUOTE_EXECUTION_FAILED', waits: false };
    for (const level of ['file', 'batch', 'transaction'] as const) {
      expect(rejection(level)).toEqual(unknown);
      expect(rejection(level, 'ZZ99')).toEqual(unknown);
      expect(rejection(level, null)).toEqual(unknown);
      expect(rejection(level, 'constructor')).toEqual(unknown);
    }
  });

  test('has the first known of several reasons, and waits for one about the debtor', () => {
    expect(rejection('transaction', 'ZZ99', 'AC04', 'RR04')).toEqual({
      failure: 'ACCOUNT_CANNOT_RECEIVE',
      waits: false,
    });
    expect(rejection('transaction', 'AC04', 'AM04')).toEqual({ failure: 'QUOTE_EXECUTION_FAILED', waits: true });
  });
});
