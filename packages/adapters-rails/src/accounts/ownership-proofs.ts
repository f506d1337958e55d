import type { OwnershipProofs } from '@corridor/core/ports';

/** Verifies signatures of wallets. The curves are loaded with the first one, because a start does not need them. */
export const ownershipProofs: OwnershipProofs = {
  judge: async (signed, chains) => (await import('./signatures.js')).judge(signed, chains),
};
