import { readFileSync } from 'node:fs';
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

test('the documentation has the same codes', () => {
  const text = readFileSync(new URL('../../../../docs/rails/bank-messages.md', import.meta.url), 'utf8');
  const section = text.slice(text.indexOf('### Purpose codes'), text.indexOf('## pain.002'));
  const pairs = [...section.matchAll(/`([A-Z_]+)`\s*\|\s*`([A-Z]{4})`/g)].map(([, purpose, code]) => [purpose, code]);
  expect(Object.fromEntries(pairs)).toEqual(Object.fromEntries(PURPOSES.map((one) => [one, purposeCodeOf(one)])));
});
