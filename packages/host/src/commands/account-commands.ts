import type { Core, TenantKey } from '@corridor/core';
import type { InternalAccount } from '@corridor/core/records';
import { payeeName } from '@corridor/core/internal';
import { type Arguments, requiredOptionOf, requireOk, optionOf, findTenant } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { duplicateAccounts } from '../doctor/duplicate-accounts.js';
import { withCore } from '../serving/host.js';
import { takeAction } from './operator.js';
import { printedList } from '../terminal/printed-list.js';
import { shown } from '../terminal/terminal.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { runAsSystem } from '../serving/system-commands.js';

export const freezeAccount = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> => changeAccount(configuration, given, processContext, 'accounts.freeze');

export const unfreezeAccount = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> => changeAccount(configuration, given, processContext, 'accounts.unfreeze');

async function changeAccount(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
  action: 'accounts.freeze' | 'accounts.unfreeze',
): Promise<number> {
  const key = { id: requiredOptionOf(given, 'account') };
  const input = { ...key, reason: requiredOptionOf(given, 'reason') };
  const lines = await withCore(configuration, processContext, async (core) => {
    const tenant = await tenantOf(core, given);
    const done = ({ id, status, customerId }: InternalAccount): readonly string[] => [
      `${id} is ${status}`,
      ...(status === 'FROZEN' ? notCovered(customerId) : []),
    ];
    return takeAction(core, given, tenant, action, input, done, key);
  });
  lines.forEach(processContext.print);
  return 0;
}

/** What a freeze does not stop, because the duty to stop often concerns the owner and not one of its accounts. */
const notCovered = (customerId: string | null): readonly string[] => [
  'only debits of this account are refused; payments that are funded from outside, and from other and new accounts of its owner, go on',
  customerId === null
    ? 'to stop the platform: corridor platform block'
    : `to stop the customer: corridor customer block --id ${customerId}`,
];

/**
 * Uses one unit of work (database transaction) for each account, so that a failure does not undo accounts that are
 * already renewed.
 */
export async function renewAccounts(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const { renewed, all } = await withCore(configuration, processContext, async (core) => {
    const tenant = await tenantOf(core, given);
    const ids = (await core.operators.reads.internalAccounts(tenant)).map(({ id }) => id);
    let count = 0;
    for (const id of ids) {
      const key = { id };
      const answer = await runAsSystem(core, tenant, core.accounts.renewInstructions, key, (of) => of.renewed);
      if (requireOk(answer, key)) count += 1;
    }
    return { renewed: count, all: ids.length };
  });
  processContext.print(`${renewed} of ${all} accounts have new funding instructions`);
  return 0;
}

/** Prints one line for each external account that is the same as another one of its owner. */
export async function listDuplicates(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const list = printedList(processContext, given, 'no duplicates');
  await withCore(configuration, processContext, async (core) => {
    for await (const account of duplicateAccounts(core.units, await tenantOf(core, given))) {
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
