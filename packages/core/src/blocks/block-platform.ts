import { type Context, err, mark, ok, type Reads, type Result, type Unit } from '../kernel/index.js';
import { type Platform, PLATFORMS } from '../platforms/index.js';
import { type BlockRequest, checkTexts, endBlock, openBlock, type UnblockRequest } from './block.js';

type Tenantless<T> = Omit<T, 'id'>;

async function findPlatform(reads: Reads, { tenant }: Pick<Context, 'tenant'>): Promise<Result<Platform>> {
  const platform = await reads.get(PLATFORMS, tenant);
  return platform === null
    ? err('REFERENCE_NOT_FOUND', 'the platform does not exist in this environment')
    : ok(platform);
}

/** The platform to block. 400 INVALID_INPUT; 404 REFERENCE_NOT_FOUND; 409 CONFLICT if it is blocked. */
export async function platformToBlock(
  reads: Reads,
  ctx: Context,
  request: Tenantless<BlockRequest>,
): Promise<Result<Platform>> {
  const valid = checkTexts(request);
  if (!valid.ok) return valid;
  const found = await findPlatform(reads, ctx);
  if (found.ok && found.value.blockedAs !== null) return err('CONFLICT', 'the platform is blocked; unblock it first');
  return found;
}

/** The platform to unblock. 400 INVALID_INPUT; 404 REFERENCE_NOT_FOUND; 409 CONFLICT if it is not blocked. */
export async function platformToUnblock(
  reads: Reads,
  ctx: Context,
  request: Tenantless<UnblockRequest>,
): Promise<Result<Platform>> {
  const valid = checkTexts(request);
  if (!valid.ok) return valid;
  const found = await findPlatform(reads, ctx);
  if (found.ok && found.value.blockedAs === null) return err('CONFLICT', 'the platform is not blocked');
  return found;
}

/** Stops a platform in one environment until two operators unblock it. Errors: `platformToBlock`. */
export async function blockPlatform(
  unit: Unit,
  request: Tenantless<BlockRequest>,
  by: string,
): Promise<Result<Platform>> {
  const { tx, ctx } = unit;
  const found = await platformToBlock(tx, ctx, request);
  if (!found.ok) return found;
  openBlock(unit, found.value.id, request, by);
  return ok(mark(tx, PLATFORMS, found.value, { blockedAs: request.tellPlatform ? 'TOLD' : 'SILENT' }));
}

/** Ends the block of a platform, and releases nothing that it has stopped. Errors: `platformToUnblock`. */
export async function unblockPlatform(
  unit: Unit,
  request: Tenantless<UnblockRequest>,
  by: string,
  approvedBy: string | null,
): Promise<Result<Platform>> {
  const { tx, ctx } = unit;
  const found = await platformToUnblock(tx, ctx, request);
  if (!found.ok) return found;
  const ended = await endBlock(unit, found.value.id, request, by, approvedBy);
  return ended.ok ? ok(mark(tx, PLATFORMS, found.value, { blockedAs: null })) : ended;
}
