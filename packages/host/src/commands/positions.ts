import type { CurrencyCode, Position, TenantKey } from '@corridor/core';
import { amountText, isHouse, splitTenant, sumPositions } from '@corridor/core/internal';
import { type Arguments, optionOf } from '../terminal/arguments.js';
import { openStorage } from '../composition/storage-module.js';
import type { Configuration } from '../settings/configuration.js';
import { createLog } from '../logging/logging.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';

/**
 * Prints the trial balance in smallest units: a line for each platform, environment, currency and type of ledger
 * account, then the sum of each currency, which is 0. Runs without a master key, and stores nothing.
 */
export async function positions(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const storage = await openStorage(configuration, createLog(configuration.logLevel, processContext.log));
  const all = await sumPositions(storage.units).finally(() => storage.close());
  const platform = optionOf(given, 'platform');
  const shown = all.filter(({ tenant }) => platform === undefined || splitTenant(tenant).platformId === platform);
  if (given['json'] === true) {
    const list = printedList(processContext, given, '');
    for (const { tenant, environment, currency, account, balance } of shown)
      list.add({ platformId: platformOf(tenant), environment, currency, account, balance });
    return list.end();
  }
  for (const line of positionLines(shown)) processContext.print(line);
  if (shown.length === 0) processContext.print('the ledger has no postings');
  return 0;
}

const platformOf = (tenant: TenantKey): string => (isHouse(tenant) ? 'house' : splitTenant(tenant).platformId);

export function positionLines(all: readonly Position[]): readonly string[] {
  const lines = all.map(
    ({ tenant, environment, currency, account, balance }) =>
      `${platformOf(tenant)} ${environment} ${account} ${amountText(balance, currency)}`,
  );
  const sums = new Map<
    string,
    { readonly currency: CurrencyCode; readonly sum: bigint; readonly environment: string }
  >();
  for (const { environment, currency, balance } of all) {
    const key = `${environment}/${currency}`;
    sums.set(key, { environment, currency, sum: (sums.get(key)?.sum ?? 0n) + balance });
  }
  return [
    ...lines.sort(),
    ...[...sums.values()]
      .map(({ environment, currency, sum }) => `total ${environment} ${amountText(sum, currency)}`)
      .sort(),
  ];
}
