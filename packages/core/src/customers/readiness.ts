import { CATALOGUE, err, ok, type Result } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import type { Customer } from './customer.js';

type Standing = Pick<Customer, 'customerType' | 'kycStatus' | 'identityReviews' | 'blockedAs'>;

/** Says no more than the code: a silent block and an undecided change of identity must not differ. */
const UNNAMED = CATALOGUE.USER_NOT_READY.meaning;

/**
 * 403 USER_BLOCKED for a customer, an external account or a platform whose block the platform knows; 403 USER_NOT_READY for
 * a silently blocked one.
 */
export const mustNotBeBlocked = ({ blockedAs }: Pick<Customer, 'blockedAs'>): Result<void> =>
  blockedAs === null ? ok() : blockedError(blockedAs);

/** 403 USER_BLOCKED if the platform knows of the block; 403 USER_NOT_READY if it must not. */
export const blockedError = (blockedAs: 'TOLD' | 'SILENT') =>
  err(blockedAs === 'TOLD' ? 'USER_BLOCKED' : 'USER_NOT_READY');

/**
 * Why a customer may not move money now, or null if it may. Everything that takes money out of an account checks this:
 * quotes, transfers, mint and burn, cards. Incoming money is accepted regardless.
 */
export function notReady(
  { customerType, kycStatus, identityReviews, blockedAs }: Standing,
  { allowsMoneyDuringReview }: Pick<Platform, 'allowsMoneyDuringReview'>,
): string | null {
  if (blockedAs !== null) return UNNAMED;
  if (kycStatus !== 'APPROVED') {
    const field = customerType === 'BUSINESS' ? 'kybStatus' : 'kycStatus';
    return `the customer's ${field} is ${kycStatus}; it must be APPROVED`;
  }
  if (identityReviews.length === 0 || allowsMoneyDuringReview) return null;
  return UNNAMED;
}

/** 403 USER_BLOCKED for a customer whose block its platform knows; 403 USER_NOT_READY for any other cause. */
export function mayMoveMoney(customer: Standing, platform: Pick<Platform, 'allowsMoneyDuringReview'>): Result<void> {
  const free = mustNotBeBlocked(customer);
  if (!free.ok) return free;
  const reason = notReady(customer, platform);
  return reason === null ? ok() : err('USER_NOT_READY', reason);
}
