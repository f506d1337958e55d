import type { OwnershipProofs } from '@corridor/core/ports';

/** Verifies signatures of wallets. What it needs for that is loaded with the first of them: a start does without. */
export const ownershipProofs: OwnershipProofs = {
  judge: async (signed) => (await import('./signatures.js')).judge(signed),
};
