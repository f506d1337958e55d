import { toIso } from '@corridor/core';
import { operatorReads } from '@corridor/core/internal';
import type { Platform } from '@corridor/core/records';
import type { Arguments } from '../terminal/arguments.js';
import { openStorage } from '../composition/storage-module.js';
import type { Configuration } from '../settings/configuration.js';
import { createLog } from '../logging/logging.js';
import { shown } from '../terminal/terminal.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

/** Prints each platform and environment, oldest first. Runs without a master key. */
export async function listPlatforms(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const storage = await openStorage(configuration, createLog(configuration.logLevel, processContext.log));
  const found = await operatorReads(storage.units)
    .platformsWithTokens()
    .finally(() => storage.close());
  const list = printedList(processContext, given, 'no platforms');
  for (const { platform, tokens: all } of found) {
    const tokens = all.length;
    const { platformId, name, environment, createdAt, supportedCurrencies } = platform;
    const currencies = supportedCurrencies.map(({ currencyCode }) => currencyCode);
    list.add(
      { platformId, environment, name, createdAt: toIso(createdAt), tokens, currencies },
      lineOf(platform, tokens),
    );
  }
  return list.end();
}

function lineOf({ platformId, name, environment, createdAt, supportedCurrencies }: Platform, tokens: number): string {
  const currencies = supportedCurrencies.map(({ currencyCode }) => currencyCode).join(',');
  const counted = `${tokens} ${tokens === 1 ? 'token' : 'tokens'}`;
  return `${platformId} ${environment} ${toIso(createdAt)} ${counted} ${currencies} ${shown(name)}`;
}
