import { domainError, fail, invalidFields, ok, type UseCase } from '../kernel/index.js';
import { endCredential, findCredential } from './credential-service.js';
import { challenge, done, redeem, retryOf, type Signed, type SignedRetryPorts } from './signed-retry.js';
import type { SignedCall } from './stamp.js';
import { walletOf } from './wallet.js';

const NOT_BY_ANOTHER = domainError(
  'WALLET_SIGNATURE_INVALID',
  'a session of another credential of the wallet must sign the request',
);

/**
 * Revokes a credential and its sessions. A session of another credential of the wallet must sign the request. 404
 * REFERENCE_NOT_FOUND; INVALID_INPUT for the last credential of the wallet.
 */
export function revokeCredential(
  ports: SignedRetryPorts,
): UseCase<{ readonly id: string; readonly signed: SignedCall }, Signed<void>> {
  return async (tx, ctx, { id, signed }) => {
    const retry = retryOf(signed);
    if (!retry.ok) return retry;
    const found = await findCredential(tx, id);
    if (!found.ok) return found;
    const credential = found.value;
    const { accountId: account, type } = credential;
    const operation = { operation: 'credential.revoke', path: credential.id, account, body: null, type } as const;
    const wallet = await walletOf(tx, account);
    if (wallet === null || wallet.credentials <= 1) {
      return invalidFields([{ field: 'id', message: 'is the last credential of its wallet; add another one first' }]);
    }
    if (retry.value === null) return ok(challenge(ports, tx, ctx, operation));
    const redeemed = await redeem(ports, tx, ctx, operation, retry.value);
    if (!redeemed.ok) return redeemed;
    const { sessions } = redeemed.value;
    if (sessions.every(({ credentialId }) => credentialId === credential.id)) return fail(NOT_BY_ANOTHER);
    const ended = await endCredential(tx, ctx, credential, wallet);
    return ended.ok ? ok(done(undefined)) : ended;
  };
}
