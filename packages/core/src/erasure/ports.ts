import type { TenantKey } from '../kernel/index.js';

export interface ErasedParts {
  /** Rows that lost their personal data. */
  readonly erased: number;
  /** Rows that could not be erased yet, such as an event that waits for its delivery. */
  readonly waiting: number;
}

/**
 * Erases what seals cover and what is in files: it cannot share a unit with the other records. A repetition changes
 * nothing that is erased, and continues with what waited.
 */
export interface SealedErasing {
  /** The events of these resources, and the entries of the operator log about them. */
  eraseRows(tenant: TenantKey, resources: readonly string[]): Promise<ErasedParts>;
  /** The remembered and the archived answers that name one of these records, by an id or by a text of its own. */
  eraseAnswers(tenant: TenantKey, resources: readonly string[]): Promise<ErasedParts>;
}
