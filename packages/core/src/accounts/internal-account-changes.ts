import { emit } from '../events/index.js';
import {
  type Context,
  err,
  type EventOf,
  type IdSource,
  isId,
  ok,
  type Reads,
  type Result,
  transition,
  type Tx,
  update,
  type UseCase,
} from '../kernel/index.js';
import { INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, type InternalAccount } from './internal-account.js';
import { accountFunding } from './funding.js';
import type { OpenAccountsPorts } from './open-internal-accounts.js';

/** Names an internal account of any owner. */
export interface InternalAccountKey {
  readonly id: string;
}

/** REFERENCE_NOT_FOUND. */
async function findAccount(reads: Reads, { id }: InternalAccountKey): Promise<Result<InternalAccount>> {
  const account = isId('InternalAccount', id) ? await reads.get(INTERNAL_ACCOUNTS, id) : null;
  return account === null ? err('REFERENCE_NOT_FOUND', 'no such internal account') : ok(account);
}

/**
 * An operator stops the debits of an account, or allows them again. Credits continue and the balance does not change.
 * Emits INTERNAL_ACCOUNT.STATUS_UPDATED. REFERENCE_NOT_FOUND; INVALID_STATE_TRANSITION.
 */
const moveInternalAccount =
  (
    ids: IdSource,
    event: Extract<EventOf<typeof INTERNAL_ACCOUNT>, 'freeze' | 'unfreeze'>,
  ): UseCase<InternalAccountKey, InternalAccount> =>
  async (tx, ctx, key) => {
    const found = await findAccount(tx, key);
    if (!found.ok) return found;
    const moved = transition(tx, ctx, INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, found.value, event);
    if (!moved.ok) return moved;
    const { record, row } = moved.value;
    if (row.emits !== null) {
      emit({ tx, ctx, ids }, { type: row.emits, resource: record.id, snapshot: record }, record.id);
    }
    return ok(record);
  };

export const freezeInternalAccount = (ids: IdSource): UseCase<InternalAccountKey, InternalAccount> =>
  moveInternalAccount(ids, 'freeze');
export const unfreezeInternalAccount = (ids: IdSource): UseCase<InternalAccountKey, InternalAccount> =>
  moveInternalAccount(ids, 'unfreeze');

/**
 * Renews the payment instructions, after a rail was added or its details changed. The reference stays, so that payments
 * by the old instructions are still credited. INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED is emitted, and `renewed`
 * is true, only if the instructions differ. REFERENCE_NOT_FOUND.
 */
export const renewInstructions =
  (ports: OpenAccountsPorts): UseCase<InternalAccountKey, { readonly renewed: boolean }> =>
  async (tx, ctx, key) => {
    const found = await findAccount(tx, key);
    if (!found.ok) return found;
    return ok({ renewed: await renew(ports, tx, ctx, found.value) });
  };

export interface WalletAddresses extends InternalAccountKey {
  /** By network. */
  readonly addresses: ReadonlyMap<string, string>;
}

/**
 * Stores the addresses of an Embedded Wallet, which never change, and renews its payment instructions. The reference
 * stays. Has no effect on a closed account or if the addresses are stored already. REFERENCE_NOT_FOUND.
 */
export const showWalletAddresses =
  (ports: OpenAccountsPorts): UseCase<WalletAddresses, void> =>
  async (tx, ctx, { addresses, ...key }) => {
    const found = await findAccount(tx, key);
    if (!found.ok) return found;
    if (found.value.status === 'CLOSED' || found.value.walletAddresses !== null) return ok();
    const walletAddresses = Object.fromEntries(addresses);
    await renew(ports, tx, ctx, update(tx, ctx, INTERNAL_ACCOUNTS, found.value, { walletAddresses }));
    return ok();
  };

/** Renews the instructions unless the account is closed. Returns whether the shown instructions changed. */
async function renew(
  { rails, ids }: OpenAccountsPorts,
  tx: Tx,
  ctx: Context,
  account: InternalAccount,
): Promise<boolean> {
  if (account.status === 'CLOSED') return false;
  const funding = await accountFunding(rails, tx, ctx, account);
  const { fundingPaymentInstructions, fundingRails } = account;
  if (JSON.stringify(funding) === JSON.stringify({ fundingPaymentInstructions, fundingRails })) return false;
  const renewed = update(tx, ctx, INTERNAL_ACCOUNTS, account, funding);
  // `fundingRails` is not shown to platforms, so a change of it alone emits no event.
  const same = JSON.stringify(funding.fundingPaymentInstructions) === JSON.stringify(fundingPaymentInstructions);
  if (same) return false;
  const event = {
    type: 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED',
    resource: account.id,
    snapshot: renewed,
  } as const;
  emit({ tx, ctx, ids }, event, account.id);
  return true;
}
