import { type Actor, type Context, err, ok, type Permission, type Result } from '../kernel/index.js';

/**
 * TRANSACT and MANAGE each imply VIEW, and neither the other. The service itself may do everything, and an agent what its
 * policy says, of which these are no part.
 */
export function hasPermission(actor: Actor, needed: Permission): boolean {
  if (actor.kind === 'system') return true;
  if (actor.kind === 'agent') return false;
  return actor.permissions.includes(needed) || (needed === 'VIEW' && actor.permissions.length > 0);
}

/** 403 FORBIDDEN for a token that lacks the permission. For what needs more than the one permission of its operation. */
export const needPermission = ({ actor }: Pick<Context, 'actor'>, needed: Permission): Result<void> =>
  hasPermission(actor, needed) ? ok() : err('FORBIDDEN', `the token also needs the permission ${needed}`);
