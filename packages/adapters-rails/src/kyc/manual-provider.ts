import type { KycProvider } from '@corridor/core/ports';

/** Leaves every decision to a person, who makes it with the host's command line (`corridor kyc decide`). */
export const manualKyc = (): KycProvider => ({
  name: 'MANUAL',
  review: async () => ({ state: 'manual-review' }),
  reviewOwner: async () => null,
});
