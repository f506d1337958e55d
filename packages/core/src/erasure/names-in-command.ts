import type { PendingCommand } from '../kernel/index.js';

/** Whether a pending command names one of these records. Such a command is deleted when they are erased. */
export function isNamedIn({ path, account, state }: PendingCommand, ids: readonly string[]): boolean {
  const text = `${path} ${account} ${textOfState(state)}`;
  return ids.some((id) => text.includes(id));
}

/** JSON with bigints as texts. */
function textOfState(state: unknown): string {
  return JSON.stringify(state, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}
