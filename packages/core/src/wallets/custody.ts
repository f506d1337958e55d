import { Bug, err, ok, type Result } from '../kernel/index.js';
import type { WalletSigner } from './ports.js';

/** The operations of custody, which answer with an error instead of throwing. */
export type Custody = {
  readonly [Call in keyof WalletSigner]: (
    ...given: Parameters<WalletSigner[Call]>
  ) => Promise<Result<Awaited<ReturnType<WalletSigner[Call]>>>>;
};

/**
 * Custody may be a remote service that does not answer, or that refuses. Its callers have changed nothing when they ask
 * it, so they return 503 SERVICE_UNAVAILABLE, and the same request can be sent again. `report` receives the cause. A `Bug`
 * is thrown, because it would not pass.
 */
export function custodyOf(signer: WalletSigner, report: (cause: unknown) => void): Custody {
  const answered = async <T>(question: () => Promise<T>): Promise<Result<T>> => {
    try {
      return ok(await question());
    } catch (cause) {
      if (cause instanceof Bug) throw cause;
      report(cause);
      return err('SERVICE_UNAVAILABLE', 'the custody of wallet keys did not answer or failed; try again later');
    }
  };
  return {
    createKey: () => answered(() => signer.createKey()),
    sign: (handle, text) => answered(() => signer.sign(handle, text)),
    issueSessionKey: (clientPublicKey) => answered(() => signer.issueSessionKey(clientPublicKey)),
    createWallet: () => answered(() => signer.createWallet()),
    addressesOf: (handle, environment) => answered(() => signer.addressesOf(handle, environment)),
    exportWallet: (handle, envelope) => answered(() => signer.exportWallet(handle, envelope)),
    createTarget: (envelope) => answered(() => signer.createTarget(envelope)),
    openBundle: (target, bundle) => answered(() => signer.openBundle(target, bundle)),
  };
}
