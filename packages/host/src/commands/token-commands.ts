import { toIso } from '@corridor/core';
import { operatorReads } from '@corridor/core/internal';
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
  const found = await operatorReads(storage.units)
    .platformsWithTokens()
    .finally(() => storage.close());
  const platforms = found.map(({ platform }) => platform);
  const { id: tenant } = findTenant(platforms, platformId, optionOf(given, 'environment'));
  const tokens = found.find(({ platform }) => platform.id === tenant)!.tokens;
  const list = printedList(processContext, given, 'no tokens');
  for (const { id, clientId, permissions, createdAt, name } of tokens) {
    list.add(
      { id, clientId, permissions, createdAt: toIso(createdAt), name },
      `${id} ${shown(clientId)} ${permissions.join(',')} ${toIso(createdAt)} ${shown(name)}`,
    );
  }
  return list.end();
}
