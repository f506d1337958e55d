import { instant } from '@corridor/core';
import { amountText, hasMaxima, limitText, operatorReads } from '@corridor/core/internal';
import { openStorage } from '../composition/storage-module.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { createLog } from '../logging/logging.js';
import type { Configuration } from '../settings/configuration.js';
import { type Arguments, findTenant, optionOf, requiredOptionOf } from '../terminal/arguments.js';
import { printedList } from '../terminal/printed-list.js';

/** Prints the limits of a platform, or those that apply to a customer with their use. Runs without a master key. */
export async function listLimits(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const [named, customerId] = [requiredOptionOf(given, 'platform'), optionOf(given, 'customer')];
  const storage = await openStorage(configuration, createLog(configuration.logLevel, processContext.log));
  try {
    const reads = operatorReads(storage.units);
    const platform = findTenant(await reads.platforms(), named, optionOf(given, 'environment'));
    const list = printedList(processContext, given, 'no limits');
    if (customerId === undefined) {
      for (const limit of (platform.customerLimits ?? []).filter(hasMaxima)) list.add({ ...limit }, limitText(limit));
      return list.end();
    }
    const now = instant(processContext.clock.now() + platform.clockOffset);
    for (const used of await reads.limits(platform.id, customerId, now)) {
      const { limit, isOwn, today, thisMonth } = used;
      list.add(
        { ...limit, isOwn, today, thisMonth },
        `${limitText(limit)}${isOwn ? ' (own)' : ''}; used today ${amountText(today.amount, limit.currency)} in ${today.count}, this month ${amountText(thisMonth.amount, limit.currency)} in ${thisMonth.count}`,
      );
    }
    return list.end();
  } finally {
    await storage.close();
  }
}
