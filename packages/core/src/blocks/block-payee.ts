import { EXTERNAL_ACCOUNTS, type ExternalAccount, payeeDigests } from '../accounts/index.js';
import {
  type Context,
  type Digest,
  err,
  isId,
  mark,
  MAX_LIMIT,
  ok,
  readAll,
  type Reads,
  type Result,
  type TenantKey,
  type Tx,
  type Unit,
} from '../kernel/index.js';
import { type BlockedAs, PLATFORMS } from '../platforms/index.js';
import {
  type Block,
  type BlockRequest,
  BLOCKS,
  checkTexts,
  endBlock,
  openBlock,
  PAYEE_COLUMNS,
  type UnblockRequest,
} from './block.js';

/** A deleted external account too: the same account can be added again, unless it is blocked. 404 REFERENCE_NOT_FOUND. */
async function findPayee(reads: Reads, id: string): Promise<Result<ExternalAccount>> {
  const account = isId('ExternalAccount', id) ? await reads.get(EXTERNAL_ACCOUNTS, id) : null;
  return account === null ? err('REFERENCE_NOT_FOUND', 'the external account does not exist') : ok(account);
}

/** The external account to block. 400 INVALID_INPUT; 404 REFERENCE_NOT_FOUND; 409 CONFLICT if it is blocked. */
export async function payeeToBlock(
  reads: Reads,
  _ctx: Context,
  request: BlockRequest,
): Promise<Result<ExternalAccount>> {
  const valid = checkTexts(request);
  if (!valid.ok) return valid;
  const found = await findPayee(reads, request.id);
  if (found.ok && found.value.blockedAs !== null)
    return err('CONFLICT', 'the external account is blocked; unblock it first');
  return found;
}

/** The external account to unblock. 400 INVALID_INPUT; 404 REFERENCE_NOT_FOUND; 409 CONFLICT if it is not blocked. */
export async function payeeToUnblock(
  reads: Reads,
  _ctx: Context,
  request: UnblockRequest,
): Promise<Result<ExternalAccount>> {
  const valid = checkTexts(request);
  if (!valid.ok) return valid;
  const found = await findPayee(reads, request.id);
  if (found.ok && found.value.blockedAs === null) return err('CONFLICT', 'the external account is not blocked');
  return found;
}

/**
 * The lasting block of external accounts with one of these `payeeDigests`, of any owner of the tenant; null if there is
 * none. For a unit that adds such an account: a block that commits first is found, and one that commits later finds the
 * account.
 */
export async function pinnedBlockOfPayee(tx: Tx, tenant: TenantKey, payees: readonly string[]): Promise<BlockedAs> {
  // `blockPayee` writes the platform: the list, which sends the pin, waits for it.
  const platform = await tx.get(PLATFORMS, tenant);
  if (platform !== null) tx.pin(PLATFORMS, platform);
  const found: Block[] = [];
  for (const payee of payees) {
    for (const column of PAYEE_COLUMNS) {
      const { rows } = await tx.list(BLOCKS, {
        where: { [column]: payee, status: 'BLOCKED' },
        ...{ order: 'asc', limit: MAX_LIMIT, counted: false },
      });
      found.push(...rows);
    }
  }
  if (found.length === 0) return null;
  return found.every(({ tellPlatform }) => tellPlatform) ? 'TOLD' : 'SILENT';
}

/** A blocked external account, and the ids of the other records of its owner that were blocked with it. */
export interface BlockedPayee {
  readonly account: ExternalAccount;
  readonly also: readonly string[];
}

/**
 * Stops payments to and from an external account until two operators unblock it, and blocks the other external accounts
 * of its owner that are the same account outside. Each is unblocked by itself. Errors: `payeeToBlock`.
 */
export async function blockPayee(
  digest: Digest,
  unit: Unit,
  request: BlockRequest,
  by: string,
): Promise<Result<BlockedPayee>> {
  const { tx, ctx } = unit;
  const found = await payeeToBlock(tx, ctx, request);
  if (!found.ok) return found;
  const payees = payeeDigests(digest, found.value.accountInfo);
  const block = (account: ExternalAccount) => {
    openBlock(unit, account.id, request, by, payeeDigests(digest, account.accountInfo));
    return mark(tx, EXTERNAL_ACCOUNTS, account, { blockedAs: request.tellPlatform ? 'TOLD' : 'SILENT' });
  };
  // One step has both rows, in the order in which payments pin them: units wait for each other instead of deadlocking.
  const account = block(found.value);
  // Before the list: see `pinnedBlockOfPayee`.
  mark(tx, PLATFORMS, (await tx.get(PLATFORMS, ctx.tenant))!, {});
  const owned = await readAll(tx, EXTERNAL_ACCOUNTS, { owner: found.value.owner, isDeleted: false });
  const others = owned.filter(
    (other) =>
      other.id !== account.id &&
      other.blockedAs === null &&
      payeeDigests(digest, other.accountInfo).some((payee) => payees.includes(payee)),
  );
  return ok({ account, also: others.map((other) => block(other).id) });
}

/** Ends the block of an external account, and releases nothing that it has stopped. Errors: `payeeToUnblock`. */
export async function unblockPayee(
  unit: Unit,
  request: UnblockRequest,
  by: string,
  approvedBy: string | null,
): Promise<Result<ExternalAccount>> {
  const { tx, ctx } = unit;
  const found = await payeeToUnblock(tx, ctx, request);
  if (!found.ok) return found;
  const ended = await endBlock(unit, found.value.id, request, by, approvedBy);
  return ended.ok ? ok(mark(tx, EXTERNAL_ACCOUNTS, found.value, { blockedAs: null })) : ended;
}
