import { toIso } from '@corridor/core';
import { readAll } from '@corridor/core/internal';
import { PLATFORMS, TOKENS } from '@corridor/core/records';
import { type Arguments, findTenant, optionOf, requiredOptionOf } from '../terminal/arguments.js';
import { openStorage } from '../composition/storage-module.js';
import type { Configuration } from '../settings/configuration.js';
import { createLog } from '../logging/logging.js';
import { shown } from '../terminal/terminal.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

/** Prints one line for each API token of a platform, oldest first. Runs without a master key. */
export async function listTokens(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const platformId = requiredOptionOf(given, 'platform');
  const storage = await openStorage(configuration, createLog(configuration.logLevel, processContext.log));
  const tokens = await storage.units
    .read(null, async (reads) => {
      const { id } = findTenant(await readAll(reads, PLATFORMS), platformId, optionOf(given, 'environment'));
      return readAll(reads, TOKENS, { tenant: id });
    })
    .finally(() => storage.close());
  const list = printedList(processContext, given, 'no tokens');
  for (const { id, clientId, permissions, createdAt, name } of tokens) {
    list.add(
      { id, clientId, permissions, createdAt: toIso(createdAt), name },
      `${id} ${shown(clientId)} ${permissions.join(',')} ${toIso(createdAt)} ${shown(name)}`,
    );
  }
  return list.end();
}
