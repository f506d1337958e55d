import {
  type Context,
  err,
  invalidFields,
  isId,
  ok,
  type Query,
  readAll,
  type Reads,
  type Result,
  type Sealer,
  transition,
  type Tx,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import { DELEGATED_KEY, type DelegatedKey, DELEGATED_KEYS } from './delegated-key.js';
import { delegatedKeyOf, takeHandle } from './held-handle.js';
import type { Custody } from './custody.js';

export interface DelegatedKeyFilter {
  readonly accountId?: string | undefined;
  readonly fundingSourceId?: string | undefined;
}

/** The unique key of ACTIVE delegated keys: one for each card and funding source. */
export const delegationOf = (key: Pick<DelegatedKey, 'cardId' | 'fundingSourceId'>): string =>
  `${key.cardId} ${key.fundingSourceId}`;

/** Keys by account, by funding source, or by both, oldest first. INVALID_INPUT if neither is given. */
export const listDelegatedKeys: Query<DelegatedKeyFilter, readonly DelegatedKey[]> = async (
  reads,
  _ctx,
  { accountId, fundingSourceId },
) => {
  if (accountId === undefined && fundingSourceId === undefined) {
    const message = 'accountId or fundingSourceId is required';
    return invalidFields(['accountId', 'fundingSourceId'].map((field) => ({ field, message })));
  }
  return ok(await keysWhere(reads, { accountId, fundingSourceId }));
};

const keysWhere = (
  reads: Reads,
  { accountId, fundingSourceId }: DelegatedKeyFilter,
): Promise<readonly DelegatedKey[]> =>
  readAll(reads, DELEGATED_KEYS, {
    accountId: accountId as DelegatedKey['accountId'] | undefined,
    fundingSourceId,
  });

/** 404 REFERENCE_NOT_FOUND. */
export const getDelegatedKey: Query<{ readonly id: string }, DelegatedKey> = async (reads, _ctx, { id }) => {
  const key = isId('DelegatedKey', id) ? await reads.get(DELEGATED_KEYS, id) : null;
  return key === null ? err('REFERENCE_NOT_FOUND', 'no such delegated key') : ok(key);
};

/**
 * Revokes a key, without a signature: a revocation only removes power. A repeated call has no effect. 404
 * REFERENCE_NOT_FOUND.
 */
export const revokeDelegatedKey: UseCase<{ readonly id: string }, void> = async (tx, ctx, input) => {
  const key = await getDelegatedKey(tx, ctx, input);
  if (!key.ok) return key;
  return key.value.status === 'REVOKED' ? ok() : endKey(tx, ctx, key.value);
};

function endKey(tx: Tx, ctx: Context, key: DelegatedKey): Result<void> {
  const ended = transition(tx, ctx, DELEGATED_KEY, DELEGATED_KEYS, key, 'revoke', { slot: null });
  return ended.ok ? ok() : ended;
}

/** Revokes every key of an account. */
export async function endDelegatedKeys(tx: Tx, ctx: Context, accountId: string): Promise<Result<void>> {
  for (const key of await keysWhere(tx, { accountId })) {
    const ended = key.status === 'REVOKED' ? ok() : endKey(tx, ctx, key);
    if (!ended.ok) return ended;
  }
  return ok();
}

/** The public key of the active key of a card, or null. Guarded, so that the key is not revoked before the unit commits. */
export async function activeDelegate(
  tx: Tx,
  delegation: Pick<DelegatedKey, 'cardId' | 'fundingSourceId'>,
): Promise<string | null> {
  const key = await tx.find(DELEGATED_KEYS, 'slot', [delegationOf(delegation)]);
  if (key?.status !== 'ACTIVE') return null;
  tx.pin(DELEGATED_KEYS, key);
  return key.publicKey;
}

/** Revokes the keys of a card on accounts that it no longer spends from. */
export async function endDelegations(
  tx: Tx,
  ctx: Context,
  { cardId, accountIds }: { readonly cardId: string; readonly accountIds: readonly string[] },
): Promise<Result<void>> {
  for (const accountId of accountIds) {
    for (const key of await keysWhere(tx, { accountId })) {
      if (key.cardId !== cardId || key.status === 'REVOKED') continue;
      const ended = endKey(tx, ctx, key);
      if (!ended.ok) return ended;
    }
  }
  return ok();
}

export interface DelegatedSignature {
  readonly publicKey: string;
  /** Hex of DER. */
  readonly signature: string;
}

/**
 * Signs for a wallet what a card spends, with the ACTIVE key of the funding source. Called between units of work,
 * because it calls custody. 403 FORBIDDEN if no key is active; 503 SERVICE_UNAVAILABLE
 * while custody does not answer.
 */
export const signAsDelegate =
  (units: UnitOfWork, sealer: Sealer, custody: Pick<Custody, 'sign'>) =>
  async (
    ctx: Context,
    delegation: Pick<DelegatedKey, 'cardId' | 'fundingSourceId'>,
    text: string,
  ): Promise<Result<DelegatedSignature>> => {
    const slot = delegationOf(delegation);
    const key = await units.read(ctx.tenant, (reads) => reads.find(DELEGATED_KEYS, 'slot', [slot]));
    if (key === null || key.status !== 'ACTIVE')
      return err('FORBIDDEN', 'the card has no active delegated key for this funding source');
    const handle = takeHandle(sealer, key.keyHandle, delegatedKeyOf(key.id));
    const signature = await custody.sign(handle, text);
    return signature.ok ? ok({ publicKey: key.publicKey, signature: signature.value }) : signature;
  };
