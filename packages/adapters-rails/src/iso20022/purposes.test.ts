import { expect, test } from 'vitest';
import { purposeCodeOf } from './index.js';

/** The values of `purposeOfPayment` in the API. */
const PURPOSES = `GIFT SELF GOODS_OR_SERVICES EDUCATION HEALTH_OR_MEDICAL REAL_ESTATE_PURCHASE TAX_PAYMENT LOAN_PAYMENT
  UTILITY_BILL DONATION TRAVEL FAMILY_SUPPORT SALARY_PAYMENT OTHER`.split(/\s+/);

test.each(PURPOSES)('%s has an ISO purpose code', (purpose) => {
  expect(purposeCodeOf(purpose)).toMatch(/^[A-Z]{4}$/);
});

test('a salary is SALA; no purpose and an unknown one have no code', () => {
  expect(purposeCodeOf('SALARY_PAYMENT')).toBe('SALA');
  expect(purposeCodeOf(null)).toBeNull();
  expect(purposeCodeOf('constructor')).toBeNull();
});
