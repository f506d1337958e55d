import {
  birth,
  err,
  findPending,
  type Id,
  invalidFields,
  isId,
  newRecord,
  ok,
  type PreparedUseCase,
  type Result,
  type Sealer,
  transition,
  type UnitOfWork,
} from '../kernel/index.js';
import { DELEGATED_KEY, type DelegatedKey, DELEGATED_KEYS } from './delegated-key.js';
import { delegationOf } from './delegated-key-service.js';
import type { Custody } from './custody.js';
import type { CardFunding, HeldKey } from './ports.js';
import { challenge, done, redeem, retryOf, type Signed, type SignedRetryPorts } from './signed-retry.js';
import type { SignedCall } from './stamp.js';
import { delegatedKeyOf, keepHandle } from './held-handle.js';
import { findWalletAccount } from './wallet.js';

export interface NewDelegatedKey {
  readonly cardId: string;
  readonly internalAccountId: string;
  readonly nickname: string;
  readonly signed: SignedCall;
}

export interface CreateDelegatedKeyPorts extends SignedRetryPorts {
  readonly units: UnitOfWork;
  readonly sealer: Sealer;
  readonly custody: Pick<Custody, 'createKey'>;
  readonly cardFunding: CardFunding;
}

export interface PreparedDelegatedKey {
  readonly input: NewDelegatedKey;
  /** Created for the second call only. */
  readonly key: HeldKey | null;
}

const operationOf = (account: Id<'InternalAccount'>, { signed: _, ...body }: NewDelegatedKey) =>
  ({ operation: 'delegated-key.create', path: '', account, body }) as const;

/**
 * Creates a key that signs for a wallet what one card spends, in three calls with the same body: 202 with the creation
 * to sign, 202 with the policy to sign, 201. Between the second and the third call the key is PENDING. 404
 * REFERENCE_NOT_FOUND; INVALID_INPUT; 403 USER_NOT_READY for a closed account; 409 CARD_NOT_MUTABLE for a closed card;
 * 409 CONFLICT while the card has an active key on the same funding source, and if the key was revoked between the
 * calls; 503 SERVICE_UNAVAILABLE while custody does not answer.
 */
export function createDelegatedKey(
  ports: CreateDelegatedKeyPorts,
): PreparedUseCase<NewDelegatedKey, PreparedDelegatedKey, Signed<DelegatedKey>> {
  return {
    async prepare(ctx, input) {
      const retry = retryOf(input.signed);
      if (!retry.ok) return retry;
      const call = retry.value;
      if (call === null || !isId('InternalAccount', input.internalAccountId)) return ok({ input, key: null });
      const operation = operationOf(input.internalAccountId, input);
      const pending = await ports.units.read(ctx.tenant, (reads) => findPending(reads, ctx, call.requestId, operation));
      const makesKey = pending !== null && pending.state === null;
      if (!makesKey) return ok({ input, key: null });
      const key = await ports.custody.createKey();
      return key.ok ? ok({ input, key: key.value }) : key;
    },

    async finish(tx, ctx, { input, key }) {
      const retry = retryOf(input.signed);
      if (!retry.ok) return retry;
      const account = await findWalletAccount(tx, input.internalAccountId, 'internalAccountId');
      if (!account.ok) return account;
      if (account.value.status === 'CLOSED') return err('USER_NOT_READY', 'the account is closed');
      const accountId = account.value.id;
      const { cardId, nickname } = input;
      if (!isId('Card', cardId)) return invalidFields([{ field: 'cardId', message: 'must be the id of a Card' }]);
      const funding = await ports.cardFunding(tx, ctx, { cardId, accountId });
      if (!funding.ok) return funding;
      const delegation = { cardId, fundingSourceId: funding.value.fundingSourceId };
      const slot = delegationOf(delegation);
      const isTaken = async (): Promise<boolean> => (await tx.find(DELEGATED_KEYS, 'slot', [slot])) !== null;
      const operation = operationOf(accountId, input);

      if (retry.value === null) {
        return (await isTaken()) ? taken() : ok(challenge(ports, tx, ctx, operation));
      }
      const redeemed = await redeem(ports, tx, ctx, operation, retry.value);
      if (!redeemed.ok) return redeemed;
      if (await isTaken()) return taken();
      const keyId = redeemed.value.pending.state?.['keyId'];
      if (typeof keyId === 'string') {
        const pending = await tx.get(DELEGATED_KEYS, keyId);
        if (pending === null || pending.status !== 'PENDING')
          return err('CONFLICT', 'the delegated key was revoked; create a new one');
        if (delegationOf(pending) !== slot)
          return err(
            'CONFLICT',
            'the funding source of the card has changed since the key was created; create a new key',
          );
        const active = transition(tx, ctx, DELEGATED_KEY, DELEGATED_KEYS, pending, 'activate', { slot });
        return active.ok ? ok(done(active.value.record)) : active;
      }
      if (key === null) return err('WALLET_SIGNATURE_INVALID');
      const id = ports.ids.next('DelegatedKey');
      const made: DelegatedKey = {
        ...delegation,
        accountId,
        publicKey: key.publicKey,
        keyHandle: keepHandle(ports.sealer, key.handle, delegatedKeyOf(id)),
        nickname,
        status: birth(DELEGATED_KEY, 'create').to,
        slot: null,
        ...newRecord(id, ctx),
      };
      tx.add(DELEGATED_KEYS, made);
      const binds = { delegatedKeyId: made.id, delegatedPublicKey: made.publicKey, ...delegation };
      return ok(challenge(ports, tx, ctx, { ...operation, binds }, { keyId: made.id }));
    },
  };
}

const taken = (): Result<never> =>
  err('CONFLICT', 'the card has an active delegated key on this funding source; revoke it first');
