import { err, ok, type Result } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import type { Customer } from './customer.js';

type Standing = Pick<Customer, 'customerType' | 'kycStatus' | 'identityReviews' | 'blockedAs'>;

/**
 * Why a customer may not move money now, or null if it may. Everything that takes money out of an account checks this:
 * quotes, transfers, mint and burn, cards. Incoming money is accepted regardless.
 */
export function notReady(
  { customerType, kycStatus, identityReviews, blockedAs }: Standing,
  { allowsMoneyDuringReview }: Pick<Platform, 'allowsMoneyDuringReview'>,
): string | null {
  // One sentence for both kinds of block: it must not tell a silent one from other causes.
  if (blockedAs !== null) return 'the customer cannot move money now; ask the operator of the service';
  if (kycStatus !== 'APPROVED') {
    const field = customerType === 'BUSINESS' ? 'kybStatus' : 'kycStatus';
    return `the customer's ${field} is ${kycStatus}; it must be APPROVED`;
  }
  if (identityReviews.length === 0 || allowsMoneyDuringReview) return null;
  return `a change of the customer's identity is undecided: wait for the decision on ${identityReviews.join(', ')}, or correct and submit it if it is in RESOLVE_ERRORS`;
}

/** 403 USER_BLOCKED for a customer whose block its platform knows; 403 USER_NOT_READY for any other cause. */
export function mayMoveMoney(customer: Standing, platform: Pick<Platform, 'allowsMoneyDuringReview'>): Result<void> {
  const reason = notReady(customer, platform);
  if (reason === null) return ok();
  return err(customer.blockedAs === 'TOLD' ? 'USER_BLOCKED' : 'USER_NOT_READY', reason);
}
