import { type DomainError, domainError } from '../kernel/index.js';

/**
 * The error of a debit that cannot fail: the money was put there by an earlier entry of the same payment.
 * When it is seen, books and states have parted, and nothing may be committed on top of that.
 */
export const NEVER_SHORT: DomainError = domainError('INTERNAL_ERROR', 'a payment is short of the money that it holds');
