import type { VaspSignature } from '@corridor/core/ports';
import { type NonceValidator, PubKeyResponse } from '@uma-sdk/core';

/** Core checks nonces, so this validator accepts each nonce as new. */
const ANY_NONCE: NonceValidator = { checkAndSaveNonce: async () => true };

/** A signature or key for which the library throws counts as a signature that does not verify. */
export function signedBy(
  of: Pick<VaspSignature, 'vasp' | 'nonce' | 'timestamp'>,
  verify: (keys: PubKeyResponse, nonces: NonceValidator) => Promise<boolean>,
): VaspSignature {
  return {
    ...of,
    async isSignedBy(keys) {
      try {
        return await verify(PubKeyResponse.fromJson(keys), ANY_NONCE);
      } catch {
        return false;
      }
    },
  };
}
