import type { Core, TenantKey } from '@corridor/core';
import { payeeName } from '@corridor/core/internal';
import { type Arguments, requiredOptionOf, optionOf, findTenant } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { printedList } from '../terminal/printed-list.js';
import { shown } from '../terminal/terminal.js';
import type { ProcessContext } from '../kernel/process-context.js';

/** Prints one line for each external account that is the same as another one of its owner. */
export async function listDuplicates(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const list = printedList(processContext, given, 'no duplicates');
  await withCore(configuration, processContext, async (core) => {
    for await (const account of core.operators.reads.duplicateAccounts(await tenantOf(core, given))) {
      const { id, owner, duplicateOf, currency } = account;
      const name = shown(payeeName(account));
      list.add(
        { id, owner, duplicateOf, name, currency },
        `${id} of ${owner} is ${duplicateOf}: ${name} in ${currency}`,
      );
    }
  });
  return list.end();
}

export async function tenantOf(core: Core, given: Arguments): Promise<TenantKey> {
  const platform = requiredOptionOf(given, 'platform');
  return findTenant(await core.platforms.listTenants(), platform, optionOf(given, 'environment')).id;
}
