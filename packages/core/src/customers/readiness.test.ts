import { expect, it } from 'vitest';
import { notReady } from './readiness.js';

it.each([
  ['INDIVIDUAL', 'kycStatus'],
  ['BUSINESS', 'kybStatus'],
] as const)('a customer of the type %s: the reason names %s', (customerType, field) => {
  const customer = { customerType, kycStatus: 'PENDING', identityReviews: [] } as const;
  expect(notReady(customer, { allowsMoneyDuringReview: false })).toBe(
    `the customer's ${field} is PENDING; it must be APPROVED`,
  );
});
