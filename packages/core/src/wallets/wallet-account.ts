import { INTERNAL_ACCOUNTS, type InternalAccountView, withBalances } from '../accounts/index.js';
import {
  findPending,
  type Id,
  invalidFields,
  ok,
  type PreparedUseCase,
  type Result,
  type Sealer,
  type UnitOfWork,
  update,
  type UseCase,
} from '../kernel/index.js';
import type { Custody } from './custody.js';
import type { HeldKey } from './ports.js';
import { needClientKey } from './sessions.js';
import { challenge, done, redeem, retryOf, type Signed, type SignedRetryPorts } from './signed-retry.js';
import type { SignedCall } from './stamp.js';
import { findWalletAccount } from './wallet.js';
import { keyHandleOf } from './wallet-keys.js';

export interface UpdateAccount {
  readonly id: string;
  readonly privateEnabled?: boolean | undefined;
  readonly signed: SignedCall;
}

/**
 * Changes whether a wallet is private. Its owner signs the change. 404 REFERENCE_NOT_FOUND; INVALID_INPUT for an
 * account that is not an Embedded Wallet, and for an empty change.
 */
export function updateAccount(ports: SignedRetryPorts): UseCase<UpdateAccount, Signed<InternalAccountView>> {
  return async (tx, ctx, { id, privateEnabled, signed }) => {
    const retry = retryOf(signed);
    if (!retry.ok) return retry;
    const account = await findWalletAccount(tx, id, 'privateEnabled');
    if (!account.ok) return account;
    if (privateEnabled === undefined) return invalidFields([{ field: 'privateEnabled', message: 'is required' }]);
    const { id: accountId } = account.value;
    const body = { privateEnabled };
    const operation = { operation: 'account.update', path: accountId, account: accountId, body } as const;
    if (retry.value === null) return ok(challenge(ports, tx, ctx, operation));
    const redeemed = await redeem(ports, tx, ctx, operation, retry.value);
    if (!redeemed.ok) return redeemed;
    const after = update(tx, ctx, INTERNAL_ACCOUNTS, account.value, { privateEnabled });
    const [view] = await withBalances(tx, [after]);
    return ok(done(view!));
  };
}

export interface ExportAccount {
  readonly id: string;
  /** Uncompressed hex. The export is encrypted to this key. */
  readonly clientPublicKey: string;
  readonly signed: SignedCall;
}

export interface ExportedAccount {
  readonly id: Id<'InternalAccount'>;
  /** A signed bundle, as JSON text. */
  readonly encryptedWalletCredentials: string;
}

export interface ExportPorts extends SignedRetryPorts {
  readonly units: UnitOfWork;
  readonly sealer: Sealer;
  readonly custody: Custody;
  readonly custodyKey: () => Promise<Result<HeldKey>>;
}

export interface PreparedExport {
  readonly input: ExportAccount;
  readonly bundle: string | null;
}

const exportOf = (id: Id<'InternalAccount'>, { clientPublicKey }: ExportAccount, targetPublicKey: string) =>
  ({
    operation: 'account.export',
    path: id,
    account: id,
    body: { clientPublicKey },
    binds: { targetPublicKey },
  }) as const;

/**
 * Exports the mnemonic of a wallet to its owner, encrypted to a client key that the signature covers. 404
 * REFERENCE_NOT_FOUND; INVALID_INPUT for an account that is not an Embedded Wallet, or a compressed client key; 503
 * SERVICE_UNAVAILABLE while custody does not answer.
 */
export function exportAccount(
  ports: ExportPorts,
): PreparedUseCase<ExportAccount, PreparedExport, Signed<ExportedAccount>> {
  return {
    async prepare(ctx, input) {
      const retry = retryOf(input.signed);
      if (!retry.ok) return retry;
      const key = needClientKey(input.clientPublicKey);
      if (!key.ok) return key;
      if (key.value.isCompressed) {
        return invalidFields([
          { field: 'clientPublicKey', message: 'must be uncompressed, because the export is encrypted to it' },
        ]);
      }
      const { value: call } = retry;
      if (call === null) return ok({ input, bundle: null });
      const found = await ports.units.read(ctx.tenant, async (reads) => {
        const account = await findWalletAccount(reads, input.id, 'id');
        if (!account.ok) return account;
        const operation = exportOf(account.value.id, input, key.value.uncompressed);
        return ok({ id: account.value.id, waits: (await findPending(reads, ctx, call.requestId, operation)) !== null });
      });
      if (!found.ok) return found;
      const { id, waits } = found.value;
      if (!waits) return ok({ input, bundle: null });
      const handle = await keyHandleOf(ports, ctx, id);
      if (!handle.ok) return handle;
      const signedBy = await ports.custodyKey();
      if (!signedBy.ok) return signedBy;
      const envelope = { organizationId: id, signedBy: signedBy.value, clientPublicKey: key.value.uncompressed };
      const bundle = await ports.custody.exportWallet(handle.value, envelope);
      return bundle.ok ? ok({ input, bundle: bundle.value }) : bundle;
    },

    async finish(tx, ctx, { input, bundle }) {
      const retry = retryOf(input.signed);
      if (!retry.ok) return retry;
      const account = await findWalletAccount(tx, input.id, 'id');
      if (!account.ok) return account;
      const { id } = account.value;
      const key = needClientKey(input.clientPublicKey);
      if (!key.ok) return key;
      const operation = exportOf(id, input, key.value.uncompressed);
      if (retry.value === null) return ok(challenge(ports, tx, ctx, operation));
      const redeemed = await redeem(ports, tx, ctx, operation, retry.value);
      if (!redeemed.ok) return redeemed;
      return ok(done({ id, encryptedWalletCredentials: bundle! }));
    },
  };
}
