import type { Platform } from '../platforms/index.js';
import type { Customer } from './customer.js';

/**
 * Why a customer may not move money now; null where it may. Every way out of an account asks here: quotes, transfers,
 * mint and burn, cards. Money that comes in is taken all the same.
 */
export function notReady(
  { kycStatus, identityReviews }: Pick<Customer, 'kycStatus' | 'identityReviews'>,
  { allowsMoneyDuringReview }: Pick<Platform, 'allowsMoneyDuringReview'>,
): string | null {
  if (kycStatus !== 'APPROVED') return `the customer is ${kycStatus}`;
  if (identityReviews.length === 0 || allowsMoneyDuringReview) return null;
  return `a new identity of the customer is being verified: wait for the decision on ${identityReviews.join(', ')}`;
}
