import {
  ENVIRONMENTS,
  type Id,
  invalidFields,
  isHouse,
  isId,
  ok,
  type Reads,
  type Result,
  tenantKey,
} from '../kernel/index.js';
import { PLATFORMS } from './platform.js';

/** A limit names at most as many platforms. */
export const MOST_PLATFORMS = 200;

export const wrongPlatforms = (message: string): Result<never> => invalidFields([{ field: 'platforms', message }]);

/**
 * The platforms with these ids, sorted and each once, if every one exists in an environment. 400 INVALID_INPUT naming
 * `platforms` otherwise.
 */
export async function existingPlatforms(
  reads: Reads,
  ids: readonly string[],
): Promise<Result<readonly Id<'Platform'>[]>> {
  if (ids.length === 0 || ids.length > MOST_PLATFORMS)
    return wrongPlatforms(`must have 1 to ${MOST_PLATFORMS} platforms`);
  const platforms = ids.filter((id): id is Id<'Platform'> => isId('Platform', id));
  const tenants = platforms.flatMap((id) => ENVIRONMENTS.map((environment) => tenantKey(id, environment)));
  const found = await reads.getMany(
    PLATFORMS,
    tenants.filter((tenant) => !isHouse(tenant)),
  );
  const known = new Set<string>(found.map(({ platformId }) => platformId));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0) return wrongPlatforms(`has platforms that do not exist: ${unknown.join(', ')}`);
  return ok([...new Set(platforms)].toSorted());
}
