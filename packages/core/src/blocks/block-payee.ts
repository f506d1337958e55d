import { EXTERNAL_ACCOUNTS, type ExternalAccount, getExternalAccount } from '../accounts/index.js';
import { type Context, err, mark, ok, type Reads, type Result, type Unit } from '../kernel/index.js';
import { type BlockRequest, checkTexts, endBlock, openBlock, type UnblockRequest } from './block.js';

/** The external account to block. 400 INVALID_INPUT; 404 REFERENCE_NOT_FOUND; 409 CONFLICT if it is blocked. */
export async function payeeToBlock(
  reads: Reads,
  ctx: Context,
  request: BlockRequest,
): Promise<Result<ExternalAccount>> {
  const valid = checkTexts(request);
  if (!valid.ok) return valid;
  const found = await getExternalAccount(reads, ctx, { id: request.id });
  if (found.ok && found.value.blockedAs !== null)
    return err('CONFLICT', 'the external account is blocked; unblock it first');
  return found;
}

/** The external account to unblock. 400 INVALID_INPUT; 404 REFERENCE_NOT_FOUND; 409 CONFLICT if it is not blocked. */
export async function payeeToUnblock(
  reads: Reads,
  ctx: Context,
  request: UnblockRequest,
): Promise<Result<ExternalAccount>> {
  const valid = checkTexts(request);
  if (!valid.ok) return valid;
  const found = await getExternalAccount(reads, ctx, { id: request.id });
  if (found.ok && found.value.blockedAs === null) return err('CONFLICT', 'the external account is not blocked');
  return found;
}

/** Stops payments to and from an external account until two operators unblock it. Errors: `payeeToBlock`. */
export async function blockPayee(unit: Unit, request: BlockRequest, by: string): Promise<Result<ExternalAccount>> {
  const { tx, ctx } = unit;
  const found = await payeeToBlock(tx, ctx, request);
  if (!found.ok) return found;
  openBlock(unit, found.value.id, request, by);
  return ok(mark(tx, EXTERNAL_ACCOUNTS, found.value, { blockedAs: request.tellPlatform ? 'TOLD' : 'SILENT' }));
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
