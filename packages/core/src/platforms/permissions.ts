import { type Actor, type Context, err, ok, type Permission, type Result } from '../kernel/index.js';

/**
 * TRANSACT and MANAGE each imply VIEW; neither implies the other. The service itself has every permission. An agent has
 * none: its policy decides instead.
 */
export function hasPermission(actor: Actor, needed: Permission): boolean {
  if (actor.kind === 'system') return true;
  if (actor.kind === 'agent') return false;
  return actor.permissions.includes(needed) || (needed === 'VIEW' && actor.permissions.length > 0);
}

/**
 * FORBIDDEN if the credential lacks the permission. For use cases that need more than the one permission of their operation.
 */
export const needPermission = ({ actor }: Pick<Context, 'actor'>, needed: Permission): Result<void> =>
  hasPermission(actor, needed)
    ? ok()
    : err('FORBIDDEN', `the credential also needs the permission ${needed}; use a token that has it`);
