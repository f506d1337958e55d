import type { Verification } from '@corridor/core/records';

/** What a verification is about, in words. */
export const kindOfVerification = ({ isChange, renews }: Pick<Verification, 'isChange' | 'renews'>): string =>
  renews !== null ? 'Renewal of the approval' : isChange ? 'Change of the identity' : 'First verification';
