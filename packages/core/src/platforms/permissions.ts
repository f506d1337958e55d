import type { Actor, Permission } from '../kernel/index.js';

/**
 * TRANSACT and MANAGE each imply VIEW, and neither the other. The service itself may do everything, and an agent what its
 * policy says, of which these are no part.
 */
export function hasPermission(actor: Actor, needed: Permission): boolean {
  if (actor.kind === 'system') return true;
  if (actor.kind === 'agent') return false;
  return actor.permissions.includes(needed) || (needed === 'VIEW' && actor.permissions.length > 0);
}
