import type { VaspSignature } from '@corridor/core/ports';
import { type NonceValidator, PubKeyResponse } from '@uma-sdk/core';

/** Nonces are the core's to check: the library is told that each is new. */
const ANY_NONCE: NonceValidator = { checkAndSaveNonce: async () => true };

/** What the library throws on a signature or a key that it cannot read is a signature that does not verify. */
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
