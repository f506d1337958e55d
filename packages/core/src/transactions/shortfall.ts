import { type DomainError, domainError } from '../kernel/index.js';

/**
 * The error of a debit that cannot fail, because an earlier entry of the same payment put the money there. If it
 * occurs, books and states disagree, and nothing may be committed.
 */
export const NEVER_SHORT: DomainError = domainError(
  'INTERNAL_ERROR',
  'the ledger holds less for this payment than its records say',
);
