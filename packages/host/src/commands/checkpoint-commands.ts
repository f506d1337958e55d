import { systemClock } from '@corridor/adapters-rails/custody';
import { rebuildCheckpoints } from '@corridor/core/internal';
import { openStorage } from '../composition/storage-module.js';
import type { Configuration } from '../settings/configuration.js';
import { createLog } from '../logging/logging.js';
import type { ProcessContext } from '../kernel/process-context.js';

/** Recomputes the checkpoints of the ledger while hosts run, and prints each one that was wrong. */
export async function rebuildStoredCheckpoints(
  configuration: Configuration,
  { print, log }: ProcessContext,
): Promise<number> {
  const storage = await openStorage(configuration, createLog(configuration.logLevel, log));
  const rebuilt = await rebuildCheckpoints(storage.units, systemClock).finally(() => storage.close());
  const wrong = rebuilt.filter(({ wasRight }) => !wasRight);
  for (const { account, before, after } of wrong) {
    print(`${account}: ${after.balance} at position ${after.position}, was ${before.balance} at ${before.position}`);
  }
  print(`rebuilt ${rebuilt.length} checkpoints, of which ${wrong.length} were wrong`);
  return 0;
}
