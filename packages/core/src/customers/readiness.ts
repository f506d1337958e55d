import type { Platform } from '../platforms/index.js';
import type { Customer } from './customer.js';

/**
 * Why a customer may not move money now, or null if it may. Everything that takes money out of an account checks this:
 * quotes, transfers, mint and burn, cards. Incoming money is accepted regardless.
 */
export function notReady(
  { customerType, kycStatus, identityReviews }: Pick<Customer, 'customerType' | 'kycStatus' | 'identityReviews'>,
  { allowsMoneyDuringReview }: Pick<Platform, 'allowsMoneyDuringReview'>,
): string | null {
  if (kycStatus !== 'APPROVED') {
    const field = customerType === 'BUSINESS' ? 'kybStatus' : 'kycStatus';
    return `the customer's ${field} is ${kycStatus}; it must be APPROVED`;
  }
  if (identityReviews.length === 0 || allowsMoneyDuringReview) return null;
  return `a change of the customer's identity is undecided: wait for the decision on ${identityReviews.join(', ')}, or correct and submit it if it is in RESOLVE_ERRORS`;
}
