import type { Storage } from '@corridor/adapters-storage';
import { CommandError } from '../kernel/errors.js';

/** Throws a CommandError if hosts of the database are running: for commands that need the database alone. */
export async function refuseHosts(storage: Pick<Storage, 'refuseOthers'>): Promise<void> {
  try {
    await storage.refuseOthers();
  } catch (cause) {
    if (!(cause instanceof Error) || cause.name !== 'DatabaseInUseError') throw cause;
    throw new CommandError(cause.message, { cause });
  }
}
