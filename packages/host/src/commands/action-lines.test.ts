import type { ExceptionRecord } from '@corridor/core/records';
import { expect, test } from 'vitest';
import { exceptionLine } from './action-lines.js';

const HIT = {
  ...{ id: 'Exception:1', kind: 'SCREENING_HIT', status: 'OPEN', amount: 0n, currency: 'USD' },
  ...{ subject: 'Customer:1', tenant: 'Platform:1/SANDBOX', reason: 'a match' },
} as unknown as ExceptionRecord;

test('an exception about no money is printed without an amount', () => {
  expect(exceptionLine(HIT)).toBe('Exception:1 SCREENING_HIT OPEN Customer:1 (Platform:1/SANDBOX): a match');
  expect(exceptionLine({ ...HIT, kind: 'RECALL', amount: 1_050n })).toBe(
    'Exception:1 RECALL OPEN 10.50 USD Customer:1 (Platform:1/SANDBOX): a match',
  );
});
